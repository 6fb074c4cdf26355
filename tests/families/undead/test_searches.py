"""The textbook searches on Undead: verdicts as the oracle has them, shortest lengths, options, traces."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from oracle import undead as oracle
from search.node_counts_undead import COUNTS, HEADER, RUNS, line
from winnable.errors import InputError
from winnable.families.patience.features import Heuristic
from winnable.families.undead.features import UNDEAD_FEATURES, UndeadHeuristic, parse_undead_heuristic
from winnable.families.undead.game import UndeadPosition
from winnable.game import Outcome
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, SolveResult, StopReason, Verdict
from winnable.search.trace import TraceWriter, read_trace
from winnable.studies.tune import tune

from .board_files import GAME, LOOP, LOST, PRINTED, PRINTED_SOLUTION, TWO, ids_of, position_of


def final(position: UndeadPosition, result: SolveResult[Any]) -> UndeadPosition:
    for move in result.moves:
        position = GAME.play(position, move)
    assert GAME.outcome(position) is Outcome.WON
    return position


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_printed_board(algorithm: str) -> None:
    result = search(GAME, position_of(PRINTED), algorithm)
    assert result.verdict is Verdict.SOLVED
    assert final(position_of(PRINTED), result).squares == PRINTED_SOLUTION
    assert len(result.moves) == result.cost == 9
    if ALGORITHMS[algorithm].optimal in ("always", "admissible"):
        assert result.optimal


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_boards_with_none_and_with_two_solutions(algorithm: str) -> None:
    lost = search(GAME, position_of(LOST), algorithm)
    assert (lost.verdict, lost.reason) == (Verdict.UNSOLVABLE, StopReason.EXHAUSTED)
    for board in (TWO, LOOP):
        final(position_of(board), search(GAME, position_of(board), algorithm))


@pytest.mark.parametrize("name", ["4x4de", "4x4dn", "4x4dt", "5x5dt"])
def test_solutions_are_those_of_the_oracle(name: str) -> None:
    for game_id in ids_of(name)[: 2 if name == "5x5dt" else 8]:
        (solution,) = oracle.solutions(oracle.read_id(game_id))
        for algorithm in ALGORITHMS:
            start = position_of(game_id)
            found = search(GAME, start, algorithm, limits=Limits(nodes=100_000))
            assert final(start, found).squares == "".join(solution)


@pytest.mark.parametrize("name", ["6x6dt", "7x7dt", "8x8dn", "10x10de"])
def test_larger_boards(name: str) -> None:
    for game_id in ids_of(name):
        for algorithm in ("astar", "depth_first", "beam"):
            start = position_of(game_id)
            final(start, search(GAME, start, algorithm, limits=Limits(nodes=100_000)))


def test_what_is_filled_in_is_taken_as_true() -> None:
    """Every wrong monster in every cell of the printed board: there is no way on."""
    start = position_of(PRINTED)
    wrong = [
        move
        for move in GAME.legal_moves(start)
        if PRINTED_SOLUTION[4 * move.row + move.column] != move.monster
    ]
    assert len(wrong) == 18
    for algorithm in ALGORITHMS:
        for move in wrong:
            assert search(GAME, GAME.play(start, move), algorithm).verdict is Verdict.UNSOLVABLE


def test_full_boards() -> None:
    won = position_of(PRINTED).filled(PRINTED_SOLUTION)
    stuck = position_of(PRINTED).filled(PRINTED_SOLUTION.replace("z", "v"))
    for algorithm in ALGORITHMS:
        assert search(GAME, won, algorithm).moves == ()
        assert search(GAME, won, algorithm).verdict is Verdict.SOLVED
        assert search(GAME, stuck, algorithm).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_limits_same_answer(algorithm: str) -> None:
    def once() -> tuple[object, ...]:
        r = search(GAME, position_of(ids_of("random-10x10")[0]), algorithm, limits=Limits(nodes=300))
        return r.verdict, r.reason, r.moves, r.stats.expanded, r.stats.generated, r.stats.peak_bytes

    assert once() == once()


def test_limits_hold() -> None:
    position = position_of(ids_of("random-15x15")[0])
    nodes = search(GAME, position, "breadth_first", limits=Limits(nodes=500))
    assert (nodes.reason, nodes.stats.expanded) == (StopReason.NODES, 500)
    for algorithm in ("astar", "breadth_first", "beam"):
        memory = search(GAME, position, algorithm, limits=Limits(bytes=300_000))
        assert memory.reason is StopReason.MEMORY
        assert memory.stats.peak_bytes <= 300_000
    shallow = search(GAME, position, "depth_first", depth_limit=2)
    assert (shallow.verdict, shallow.reason) == (Verdict.UNKNOWN, StopReason.INCOMPLETE)
    narrow = search(GAME, position_of(ids_of("7x7dt")[0]), "beam", beam_width=1)
    assert narrow.verdict is not Verdict.UNSOLVABLE


def test_heuristics_are_read_and_written() -> None:
    heuristic = parse_undead_heuristic("open=.6, choices=.2")
    assert heuristic.weights == (("open", 0.6), ("choices", 0.2))
    assert parse_undead_heuristic(str(heuristic)) == heuristic
    for name in UNDEAD_FEATURES:
        assert parse_undead_heuristic(name).weights == ((name, 1.0),)
    with pytest.raises(InputError) as caught:
        parse_undead_heuristic("open,removals")
    assert caught.value.column == 6


def test_values_of_features() -> None:
    start = position_of(PRINTED)
    values = {name: parse_undead_heuristic(name).value(GAME, start) for name in UNDEAD_FEATURES}
    # Of the eight lines one has no cell: from D4 to L1 there is a mirror alone.
    filled = sum(bool(line.cells) for line in start.lines)
    assert (values["open"], values["lines"]) == (9, filled)
    assert 0 < values["choices"] <= 18
    assert parse_undead_heuristic("open=.5,lines=2").value(GAME, start) == 4.5 + 2 * filled
    lost = position_of(LOST)
    assert parse_undead_heuristic("open").value(GAME, lost) == math.inf
    assert parse_undead_heuristic("open=2").value(GAME, lost) == 8


def test_admissibility_is_declared_where_it_is_proved() -> None:
    for text, sound in [
        ("open", True),
        ("open=1.01", False),
        ("lines=.5", True),
        ("open=.6,choices=.2", True),
        ("open=.6,choices=.2,lines=.01", False),
        ("open=.6,choices=.2,lines=-1", True),
    ]:
        heuristic = parse_undead_heuristic(text)
        assert heuristic.admissible(GAME) is sound, text
        for game_id in ids_of("5x5dn")[:10] if sound else ():
            start = position_of(game_id)
            assert heuristic.value(GAME, start) <= start.squares.count(".")


def test_refusals() -> None:
    start = position_of(PRINTED)
    for options in ({"autoplay": "safe"}, {"supermoves": False}, {"off_foundation": False}):
        with pytest.raises(InputError, match="options of pile-building games"):
            search(GAME, start, "greedy", **options)
    with pytest.raises(InputError, match="uses no heuristic"):
        search(GAME, start, "breadth_first", heuristic="open")
    with pytest.raises(InputError, match="unknown feature 'foundation'"):
        search(GAME, start, "astar", heuristic="foundation")
    with pytest.raises(InputError, match="named features of its own"):
        search(GAME, start, "astar", heuristic=Heuristic((("foundation", 1.0),)))


def test_traces(tmp_path: Path) -> None:
    start = position_of(ids_of("7x7dt")[0])
    with TraceWriter(tmp_path / "t.jsonl", about={"game": GAME.spelled}) as trace:
        result = search(GAME, start, "astar", observer=trace)
    events = list(read_trace(tmp_path / "t.jsonl")[1])
    kinds = [event.kind for event in events]
    assert kinds.count("expand") == result.stats.expanded
    assert kinds[-1] == "goal"
    assert events[-1].key == GAME.key(final(start, result))


def test_tuning() -> None:
    boards = [position_of(game_id) for game_id in ids_of("7x7dt")[:5]]
    found = tune(GAME, boards, "greedy", trials=6, seed=1)
    assert found == tune(GAME, boards, "greedy", trials=6, seed=1)
    assert isinstance(found.best.heuristic, UndeadHeuristic)
    assert found.best.score.solved == 5


# --- the signature of all searches on Undead ---------------------------------------------------------------


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run[0]} {run[2]}")
def test_the_number_of_nodes_is_the_committed_one(run: tuple[str, int, str]) -> None:
    assert line(*run) in COUNTS.read_text().splitlines(), "see tests/search/node_counts_undead.py"


def test_no_count_is_left_over() -> None:
    assert len(COUNTS.read_text().splitlines()) == HEADER.count("\n") + len(RUNS)
