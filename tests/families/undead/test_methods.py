"""The dissertation's methods on Undead: its printed board, each against the others and the oracle."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from oracle import undead as oracle
from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.families.undead.game import UndeadMove, UndeadPosition
from winnable.families.undead.methods import METHODS, MethodFigures, MethodResult, search_by_method
from winnable.registry import get_game
from winnable.search.api import Limits, SearchEvent, StopReason, Verdict
from winnable.search.solvers import solve
from winnable.search.trace import TraceWriter, read_trace

from .board_files import GAME, LOOP, LOST, PRINTED, PRINTED_SOLUTION, TWO, ids_of, position_of

DEPTH_FIRST = ("squares", "paths", "tightened")
EXHAUSTIVE = ("brute", *DEPTH_FIRST)
SWITCHES = [
    (method, zero_fill, zero_sum)
    for method, zero_fill, zero_sum in product(METHODS, (False, True), (False, True))
    if not zero_sum or method in DEPTH_FIRST
]


def filled(position: UndeadPosition, moves: tuple[UndeadMove, ...]) -> str:
    for move in moves:
        position = GAME.play(position, move)
    assert GAME.outcome(position).value == "won"
    return position.squares


def run(game_id: str, method: str, **options: object) -> MethodResult:
    return search_by_method(GAME, position_of(game_id), method, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("method", "zero_fill", "zero_sum"), SWITCHES)
def test_the_printed_board(method: str, zero_fill: bool, zero_sum: bool) -> None:
    """Found by all five, and proved the only solution by all that can."""
    result = run(PRINTED, method, zero_fill=zero_fill, zero_sum=zero_sum, second=True)
    assert (result.verdict, result.solutions, result.second) == (Verdict.SOLVED, 1, ())
    assert filled(position_of(PRINTED), result.moves) == PRINTED_SOLUTION
    assert result.unique is (None if method == "random" else True)
    assert result.reason is (StopReason.INCOMPLETE if method == "random" else StopReason.EXHAUSTED)
    assert result.optimal  # every solution fills the nine cells
    first = run(PRINTED, method, zero_fill=zero_fill, zero_sum=zero_sum)
    assert (first.moves, first.unique, first.reason) == (result.moves, None, StopReason.GOAL)


@pytest.mark.parametrize("name", ["4x4de", "4x4dn", "4x4dt"])
def test_all_agree_with_the_oracle(name: str) -> None:
    for game_id in ids_of(name):
        solutions = ["".join(rows) for rows in oracle.solutions(oracle.read_id(game_id))]
        for method, zero_fill, zero_sum in SWITCHES:
            if method in ("brute", "random"):
                continue
            result = run(game_id, method, zero_fill=zero_fill, zero_sum=zero_sum, second=True)
            assert result.unique
            assert [filled(position_of(game_id), result.moves)] == solutions


@pytest.mark.parametrize("name", ["5x5de", "5x5dn", "5x5dt", "6x6dn", "7x7dt"])
def test_larger_boards_agree_with_the_solver(name: str) -> None:
    for game_id in ids_of(name):
        known = solve(GAME, position_of(game_id))
        assert known.unique
        for method in DEPTH_FIRST if name.startswith("5") else ("tightened",):
            result = run(game_id, method, zero_fill=True, second=True)
            assert (result.unique, result.moves) == (True, known.moves)


@pytest.mark.parametrize("name", ["4x4de", "4x4dt"])
def test_brute_force_agrees(name: str) -> None:
    """On the boards that zero-fill leaves small enough to look at everything."""
    done = 0
    for game_id in ids_of(name):
        known = run(game_id, "tightened")
        for method in ("brute", "random"):
            result = run(
                game_id, method, zero_fill=True, second=method == "brute", limits=Limits(nodes=60_000)
            )
            if result.reason is StopReason.EXHAUSTED:
                assert result.unique
            if result.verdict is Verdict.SOLVED:
                assert result.moves == known.moves
                done += 1
    assert done >= 10


@pytest.mark.parametrize("method", EXHAUSTIVE)
@pytest.mark.parametrize("zero_fill", [False, True])
def test_boards_with_none_two_and_a_closed_loop(method: str, zero_fill: bool) -> None:
    lost = run(LOST, method, zero_fill=zero_fill)
    assert (lost.verdict, lost.reason, lost.solutions) == (
        Verdict.UNSOLVABLE,
        StopReason.EXHAUSTED,
        0,
    )
    two = run(TWO, method, zero_fill=zero_fill, second=True)
    assert (two.solutions, two.unique, two.reason) == (2, False, StopReason.GOAL)
    boards = {filled(position_of(TWO), moves) for moves in (two.moves, two.second)}
    assert boards == {"gvvg", "vggv"}
    loop = run(LOOP, method, zero_fill=zero_fill, second=True)
    assert loop.unique
    assert filled(position_of(LOOP), loop.moves) == "v/\\/g/\\/\\"


def test_random_never_claims_a_proof() -> None:
    for zero_fill in (False, True):
        lost = run(LOST, "random", zero_fill=zero_fill, tries=1000)
        assert (lost.verdict, lost.reason) == (Verdict.UNKNOWN, StopReason.INCOMPLETE)
    two = run(TWO, "random", second=True)
    assert (two.solutions, two.unique) == (2, False)
    one = run(LOOP, "random", second=True, tries=200)
    assert (one.verdict, one.unique, one.figures.tries) == (Verdict.SOLVED, None, 200)


def test_random_depends_on_its_seed() -> None:
    tries = [run(PRINTED, "random", seed=seed).figures.tries for seed in (0, 0, 2, 3)]
    assert tries[0] == tries[1]
    assert len(set(tries)) == 3
    assert run(PRINTED, "random").figures.tries == tries[0]


def test_switches_save_tries() -> None:
    """Over the 5x5 boards, by the sum of the tries until the solution is proved the only one."""

    def tries(method: str, **options: bool) -> int:
        return sum(run(i, method, second=True, **options).figures.tries for i in ids_of("5x5dn")[:15])

    squares, paths, tightened = (tries(method) for method in DEPTH_FIRST)
    assert tightened < paths
    assert tries("squares", zero_fill=True) < squares
    assert tries("paths", zero_fill=True) < paths
    assert tries("tightened", zero_fill=True) < tightened
    assert tries("squares", zero_sum=True) < squares
    assert tries("paths", zero_sum=True) < paths


def test_path_lists() -> None:
    """Three to the power of the open cells are made; tightened lists hold what is right from both ends."""
    position = position_of(PRINTED)
    lengths = [len(set(line.cells)) for line in position.lines if line.cells]
    paths, tightened = run(PRINTED, "paths").figures, run(PRINTED, "tightened").figures
    assert tightened.made == sum(3**length for length in lengths)
    assert paths.made == 2 * tightened.made
    board = oracle.read_id(PRINTED)
    right = 0
    for line in position.lines:
        cells = sorted(set(line.cells))
        for monsters in product("gvz", repeat=len(cells)):
            rows = board.rows
            for cell, monster in zip(cells, monsters, strict=True):
                rows = oracle.put(rows, divmod(cell, 4), monster)
            right += bool(cells) and all(oracle.seen(rows, end) == board.numbers[end] for end in line.ends)
    assert tightened.listed == right


def test_mid_game() -> None:
    """What is filled in is a fact, right or wrong."""
    start = position_of(PRINTED)
    for move in GAME.legal_moves(start):
        right = PRINTED_SOLUTION[4 * move.row + move.column] == move.monster
        for method in EXHAUSTIVE:
            result = search_by_method(GAME, GAME.play(start, move), method)
            assert (result.verdict is Verdict.SOLVED) is right
            assert len(result.moves) == (8 if right else 0)


def test_figures_agree_with_the_statistics() -> None:
    for method, zero_fill, zero_sum in SWITCHES:
        result = run(PRINTED, method, zero_fill=zero_fill, zero_sum=zero_sum, tries=None)
        figures, stats = result.figures, result.stats
        assert figures.tries == stats.generated
        assert figures.refused <= figures.tries
        assert (figures.backtracks, figures.seconds) == (stats.backtracks, stats.seconds)
        assert stats.depth == 9
        assert (figures.zero_filled > 0) is zero_fill
        assert (figures.listed > 0) is (method in ("paths", "tightened"))
    assert MethodFigures() == MethodFigures(0, 0, 0, 0, 0, 0, 0.0)


@pytest.mark.parametrize("method", METHODS)
def test_events_are_seen(method: str, tmp_path: Path) -> None:
    with TraceWriter(tmp_path / "t.jsonl") as trace:
        result = search_by_method(GAME, position_of(PRINTED), method, zero_fill=True, observer=trace)
    events: list[SearchEvent] = list(read_trace(tmp_path / "t.jsonl")[1])
    kinds = [event.kind for event in events]
    assert kinds.count("expand") == result.stats.expanded
    assert kinds.count("prune") == result.figures.refused
    assert kinds.count("backtrack") == result.figures.backtracks
    assert kinds[-1] == "goal"
    assert events[-1].key == GAME.key(position_of(PRINTED).filled(PRINTED_SOLUTION))
    if method in DEPTH_FIRST:
        assert kinds.count("generate") + kinds.count("prune") == result.figures.tries + 1


@pytest.mark.parametrize("method", METHODS)
def test_limits_and_cancelling(method: str) -> None:
    assert run(PRINTED, method, limits=Limits(nodes=2)).reason is StopReason.NODES
    token = CancelToken()
    token.cancel()
    assert run(PRINTED, method, token=token).reason is StopReason.CANCELLED
    if method in DEPTH_FIRST:
        assert run(PRINTED, method, limits=Limits(bytes=1000)).reason is StopReason.MEMORY


def test_path_lists_stay_within_the_memory_limit() -> None:
    """A large board: its lists do not fit, however long one waits."""
    big = ids_of("random-30x30")[0]
    for method in ("paths", "tightened"):
        result = run(big, method, limits=Limits(bytes=1_000_000))
        assert (result.verdict, result.reason) == (Verdict.UNKNOWN, StopReason.MEMORY)
        assert result.stats.peak_bytes <= 1_000_000


def test_a_limit_after_the_first_solution_leaves_it_standing() -> None:
    first = run(PRINTED, "squares")
    stopped = run(PRINTED, "squares", second=True, limits=Limits(nodes=first.stats.expanded))
    assert (stopped.verdict, stopped.reason, stopped.unique) == (Verdict.SOLVED, StopReason.NODES, None)
    assert stopped.moves == first.moves


def test_refusals() -> None:
    freecell = get_game("freecell")
    with pytest.raises(InputError, match="methods play Undead"):
        search_by_method(freecell, freecell.deal(1))
    for method in ("brute", "random"):
        with pytest.raises(InputError, match=f"{method} takes no zero_sum"):
            run(PRINTED, method, zero_sum=True)
    for options in ({"seed": 1}, {"tries": 1}):
        with pytest.raises(InputError, match="expected it with random"):
            run(PRINTED, "squares", **options)
    with pytest.raises(InputError, match="unknown method 'dfs'"):
        run(PRINTED, "dfs")
    for options in ({"seed": -1}, {"tries": 0}, {"seed": 2**64}):
        with pytest.raises(InputError, match="a whole number from"):
            run(PRINTED, "random", **options)
