"""The exact solver of Undead against the oracle, against python-sat, and against itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from random import Random
from typing import Any, NamedTuple

import pytest

from native.undead_agree import board_of, in_rows, rows_of, spoiled, to_core
from oracle import undead_sat
from oracle.undead import (
    MONSTERS,
    Board,
    Rows,
    counts,
    is_right,
    mirrored,
    open_cells,
    play,
    put,
    seen,
    solutions,
    turned,
)
from winnable._core import CancelToken
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.solver import UndeadSolver, find_conflict
from winnable.families.undead.strategies import random_position, random_puzzle
from winnable.search.api import Limits, SolveResult, StopReason, Verdict

from .board_files import DATA, GAME, ids_of, position_of

needs_sat = pytest.mark.skipif(not undead_sat.available, reason=undead_sat.MISSING)

FILES = sorted(path.stem for path in DATA.glob("*.txt"))
MADE = [
    name for name in FILES if "random" not in name
]  # by a generator that makes unique boards, or proved so
LARGE = {"random-15x15", "random-20x20", "random-25x25", "random-30x30", "search-needed-20x20"}


class Case(NamedTuple):
    """A position, and the same for the oracle."""

    position: UndeadPosition
    board: Board
    rows: Rows

    @classmethod
    def of(cls, position: UndeadPosition) -> Case:
        return cls(position, board_of(position), rows_of(position))

    def filled(self, texts: Any) -> Rows:
        rows = self.rows
        for text in texts:
            rows = play(rows, text)
        return rows


def cases(number: int, most_side: int, most_open: int) -> Iterator[Case]:
    """Boards of every kind: new and half filled in, rightly and wrongly, solvable and spoiled."""
    for seed in range(number):
        rng = Random(f"{seed} {most_side}")
        make = rng.choice([random_position, lambda *given: random_puzzle(*given).position])
        position = make(GAME, rng, most_side)
        if rng.random() < 0.4:
            position = spoiled(position, rng)
        case = Case.of(position)
        if len(open_cells(case.rows)) <= most_open:
            yield case


def check_answer(case: Case, found: SolveResult[Any], expected: int) -> None:
    """``expected`` is the number of solutions, or 2 for more."""
    format_move = GAME.notation.format
    if expected == 0:
        assert (found.verdict, found.reason) == (Verdict.UNSOLVABLE, StopReason.EXHAUSTED), case
        assert (found.moves, found.second, found.solutions) == ((), (), 0), case
        return
    assert (found.verdict, found.reason) == (Verdict.SOLVED, StopReason.GOAL), case
    assert (found.solutions, found.unique) == (expected, expected == 1), case
    first = case.filled(format_move(case.position, move) for move in found.moves)
    assert is_right(case.board, first), case
    assert bool(found.second) == (expected == 2), case
    if found.second:
        second = case.filled(format_move(case.position, move) for move in found.second)
        assert is_right(case.board, second), case
        assert second != first, case


# --- against the oracle ------------------------------------------------------------------------------------


def test_small_boards_are_answered_as_by_trying_everything() -> None:
    auto, first = UndeadSolver(GAME), UndeadSolver(GAME, "first")
    counters = {most: UndeadSolver(GAME, "count", most) for most in (1, 2, 3, 7, 10_000)}
    met: Counter[int] = Counter()
    for case in cases(500, 4, 8):
        expected = len(list(solutions(case.board, case.rows)))
        met[min(expected, 3)] += 1
        check_answer(case, auto.solve(case.position), min(expected, 2))
        assert (first.solve(case.position).verdict is Verdict.SOLVED) == (expected > 0)
        for most, counter in counters.items():
            counted = counter.solve(case.position)
            assert counted.solutions == min(expected, most), (case, most)
            assert (counted.verdict is Verdict.SOLVED) == (expected > 0)
    assert min(met[number] for number in range(4)) > 20


@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_crosses_very_many_cells_twice(seed: int) -> None:
    """Too many of them to be narrowed all together; all but five are entered."""
    rng = Random(seed)
    twice: list[int] = []
    while len(twice) <= 64:
        squares = "".join(rng.choice("//\\\\......") for _ in range(40 * 40))
        lines = to_core(Board(in_rows(squares, 40), (squares.count("."), 0, 0), (None,) * 160)).lines
        longest = max(lines, key=lambda line: len(line.cells))
        twice = [square for square, visits in Counter(longest.cells).items() if visits == 2]
    full = in_rows("".join(rng.choice(MONSTERS) if c == "." else c for c in squares), 40)
    numbers = tuple(seen(full, place) if rng.random() < 0.5 else None for place in range(160))
    board = Board(in_rows(squares, 40), counts(full), numbers)
    left = rng.sample(twice, 5)
    rows = in_rows("".join("." if i in left else c for i, c in enumerate("".join(full))), 40)
    found = UndeadSolver(GAME).solve(to_core(board, rows))
    check_answer(
        Case(to_core(board, rows), board, rows), found, min(2, len(list(islice(solutions(board, rows), 2))))
    )


def test_positions_with_nothing_left_to_fill() -> None:
    for game_id, verdict in [
        ("2x2:0,0,0,RLLR,0,0,0,0,0,0,0,0", Verdict.SOLVED),
        ("1x1:0,0,0,L,0,0,0,0", Verdict.SOLVED),
        ("1x1:0,0,1,Z,1,1,1,1", Verdict.SOLVED),
        ("1x1:1,0,0,G,-,-,-,-", Verdict.SOLVED),
    ]:
        found = UndeadSolver(GAME).solve(position_of(game_id))
        assert found.verdict is verdict, game_id
        assert found.moves == ()
    right = position_of("2x1:1,1,0,b,-,-,-,-,-,-")
    assert UndeadSolver(GAME).solve(right.filled("gv")).unique
    assert UndeadSolver(GAME).solve(right.filled("gg")).verdict is Verdict.UNSOLVABLE


def test_a_wrong_entry_is_seen_at_once() -> None:
    """Every wrong monster in every cell of boards with one solution; every right one changes nothing."""
    solver = UndeadSolver(GAME)
    for game_id in (*ids_of("4x4dt")[:6], *ids_of("6x6dt")[:3], *ids_of("7x7dt")[:2]):
        start = Case.of(position_of(game_id))
        solution = start.filled(map(str, solver.solve_many([start.position])[0].texts))
        for row, column in open_cells(start.rows):
            right = solution[row][column]
            for monster in MONSTERS:
                entered = Case.of(to_core(start.board, put(start.rows, (row, column), monster)))
                found = solver.solve(entered.position)
                check_answer(entered, found, int(monster == right))


# --- against python-sat ------------------------------------------------------------------------------------


@needs_sat
def test_larger_boards_are_answered_as_by_python_sat() -> None:
    solver, counter = UndeadSolver(GAME), UndeadSolver(GAME, "count", 100)
    met: Counter[int] = Counter()
    for case in cases(350, 8, 64):
        found = list(islice(undead_sat.solutions(case.board, case.rows), 2))
        met[len(found)] += 1
        check_answer(case, solver.solve(case.position), len(found))
        if len(open_cells(case.rows)) <= 16:
            counted = len(list(islice(undead_sat.solutions(case.board, case.rows), 100)))
            assert counter.solve(case.position).solutions == counted, case
    assert min(met[number] for number in range(3)) > 20


@needs_sat
@pytest.mark.slow
def test_many_boards_are_answered_as_by_python_sat() -> None:
    solver = UndeadSolver(GAME)
    for case in cases(6_000, 8, 40):
        found = list(islice(undead_sat.solutions(case.board, case.rows), 2))
        check_answer(case, solver.solve(case.position), len(found))


def slow_where_large(names: list[str]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name for name in names]


@pytest.mark.parametrize("name", MADE)
def test_made_boards_have_one_right_solution(name: str) -> None:
    solver = UndeadSolver(GAME)
    for game_id in ids_of(name):
        case = Case.of(position_of(game_id))
        check_answer(case, solver.solve(case.position), 1)


def check_with_python_sat(name: str, most: int | None = None) -> None:
    solver = UndeadSolver(GAME)
    for game_id in ids_of(name)[:most]:
        case = Case.of(position_of(game_id))
        (expected,) = undead_sat.solutions(case.board)
        (raw,) = solver.solve_many([case.position])
        assert case.filled(raw.texts) == expected, game_id


@needs_sat
@pytest.mark.parametrize("name", slow_where_large(MADE))
def test_python_sat_finds_one_solution_too(name: str) -> None:
    check_with_python_sat(name, 4)


@needs_sat
@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_python_sat_agrees_on_all_made_boards(name: str) -> None:
    check_with_python_sat(name)


@pytest.mark.parametrize("name", slow_where_large([name for name in FILES if "random" in name]))
def test_random_boards_have_two_solutions(name: str) -> None:
    """The oracle judges both: it takes no search to see that a filling is right."""
    solver = UndeadSolver(GAME)
    for game_id in ids_of(name):
        case = Case.of(position_of(game_id))
        check_answer(case, solver.solve(case.position), 2)


@needs_sat
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FILES if "random" in name])
def test_python_sat_allows_both(name: str) -> None:
    for game_id in ids_of(name):
        case = Case.of(position_of(game_id))
        formula = undead_sat.Formula(case.board)
        (raw,) = UndeadSolver(GAME).solve_many([case.position])
        assert formula.allows(case.filled(raw.texts))
        assert formula.allows(case.filled(raw.second_texts))


# --- against itself ----------------------------------------------------------------------------------------


def test_hiding_a_sighting_takes_no_solution_away() -> None:
    auto, counter = UndeadSolver(GAME), UndeadSolver(GAME, "count", 300)
    told_more = 0
    for number, case in enumerate(cases(400, 6, 20)):
        rng = Random(number)
        shown = [place for place, n in enumerate(case.board.numbers) if n is not None]
        if not shown:
            continue
        numbers = list(case.board.numbers)
        numbers[rng.choice(shown)] = None
        hidden = to_core(case.board._replace(numbers=tuple(numbers)), case.rows)
        strict, loose = counter.solve(case.position).solutions, counter.solve(hidden).solutions
        assert strict is not None
        assert loose is not None
        assert strict <= loose, case
        told_more += strict < loose
        if strict and auto.solve(hidden).unique:
            assert auto.solve(case.position).unique, case
    assert told_more > 20


def all_eight(board: Board) -> Iterator[Board]:
    for start in (board, mirrored(board)):
        yield start
        yield turned(start)
        yield turned(turned(start))
        yield turned(turned(turned(start)))


def test_turned_and_mirrored_boards_have_as_many_solutions() -> None:
    counter = UndeadSolver(GAME, "count", 1000)
    random_boards = [case.board for case in cases(60, 6, 16)]
    hard = [board_of(position_of(game_id)) for game_id in ids_of("search-needed-12x12")]
    for board in random_boards + hard:
        answers = {
            (found.verdict, found.solutions) for found in map(counter.solve, map(to_core, all_eight(board)))
        }
        assert len(answers) == 1, (board, answers)


def without_stats(found: SolveResult[Any]) -> SolveResult[Any]:
    return replace(found, stats=replace(found.stats, seconds=0.0, peak_bytes=0))


def test_an_answer_depends_on_nothing_before_it() -> None:
    """One solver for all boards, in two orders, and a new one for each."""
    positions = [case.position for case in cases(80, 7, 49)]
    positions += [position_of(game_id) for game_id in ids_of("search-needed-10x10")]
    fresh = [without_stats(UndeadSolver(GAME).solve(position)) for position in positions]
    kept = UndeadSolver(GAME)
    assert [without_stats(kept.solve(position)) for position in positions] == fresh
    assert [without_stats(kept.solve(position)) for position in reversed(positions)] == fresh[::-1]


# --- limits ------------------------------------------------------------------------------------------------

HARD = ("random-20x20", "search-needed-15x15")


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("nodes", [1, 2, 10, 60])
def test_what_is_said_at_a_limit_holds(name: str, nodes: int) -> None:
    case = Case.of(position_of(ids_of(name)[0]))
    found = UndeadSolver(GAME).solve(case.position, limits=Limits(nodes=nodes))
    assert found.verdict in (Verdict.UNKNOWN, Verdict.SOLVED)
    if found.verdict is Verdict.UNKNOWN:
        assert found.reason is StopReason.NODES
        assert not found.moves
    else:
        filled = case.filled(GAME.notation.format(case.position, move) for move in found.moves)
        assert is_right(case.board, filled)
        assert found.unique is None or found.reason is StopReason.GOAL


def test_a_limit_is_met_and_more_of_it_decides() -> None:
    position = position_of(ids_of("random-20x20")[0])
    solver = UndeadSolver(GAME)
    assert solver.solve(position, limits=Limits(nodes=1)).verdict is Verdict.UNKNOWN
    assert solver.solve(position, limits=Limits(bytes=1)).reason in (StopReason.MEMORY, StopReason.GOAL)
    assert solver.solve(position).verdict is Verdict.SOLVED


def test_a_cancelled_search_says_so() -> None:
    token = CancelToken()
    token.cancel()
    open_board = "9x9:27,27,27,zzzc" + ",-" * 36
    found = UndeadSolver(GAME, "count", 10**9).solve(position_of(open_board), token=token)
    assert found.reason is StopReason.CANCELLED
    assert found.unique is None or found.unique is False


# --- clues that contradict each other ----------------------------------------------------------------------


def only_these(case: Case, kept: Callable[[str, int], bool]) -> bool:
    """Can the board be filled in with these clues alone?"""
    cells = [i for i, letter in enumerate(case.position.board) if letter not in "\\/"]
    squares = list(case.position.squares)
    for number, square in enumerate(cells):
        if not kept("monster", number):
            squares[square] = "."
    numbers = [n if kept("sighting", place) else None for place, n in enumerate(case.board.numbers)]
    board = case.board._replace(numbers=tuple(numbers), rows=in_rows("".join(squares), case.position.width))
    if not kept("totals", 0):
        board = board._replace(totals=None)
    return next(solutions(board), None) is not None


def test_the_fewest_clues_that_contradict_each_other() -> None:
    """They do, none can be left out, and no fewer do, by trying all smaller sets."""
    sizes: Counter[int] = Counter()
    for case in cases(400, 3, 6):
        conflict = find_conflict(case.position)
        solvable = next(solutions(case.board, case.rows), None) is not None
        assert (conflict is None) == solvable, case
        if conflict is None:
            continue
        clues = [(clue.kind, clue.index) for clue in conflict.clues]
        sizes[len(clues)] += 1
        assert conflict.fewest
        assert not only_these(case, lambda *clue: clue in clues), (case, clues)  # noqa: B023
        entered = [n for n, c in enumerate(c for row in case.rows for c in row if c not in "\\/") if c != "."]
        every = [("monster", number) for number in entered] + [("totals", 0)]
        every += [("sighting", place) for place, n in enumerate(case.board.numbers) if n is not None]
        for fewer in combinations(every, len(clues) - 1):
            assert only_these(case, lambda *clue: clue in fewer), (case, fewer)  # noqa: B023
    assert sizes[2] > 3
    assert max(sizes) > 2
