"""The textbook searches on pairing games: shortest lengths as the solver proves them, options, traces."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from winnable.errors import InputError
from winnable.families.pairing.features import PAIRING_FEATURES, PairingHeuristic, parse_pairing_heuristic
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.patience.features import Heuristic
from winnable.game import Outcome
from winnable.registry import get_game
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, SolveResult, StopReason, Verdict
from winnable.search.solvers import solve
from winnable.search.trace import TraceWriter, read_trace

VARIANTS = ["microsoft", "hoyle", "pysol", "king_tut", "tuts_tomb", "giza", "triangle"]
SHORTEST = [name for name, info in ALGORITHMS.items() if info.optimal != "never"]
LEFT = 14  # moves to the end, where every algorithm can still look at everything


@cache
def ends(variant: str) -> list[tuple[PairingGame, PairingPosition, int]]:
    """Positions some moves before the end of a solution, each with its proved shortest length."""
    game: PairingGame = get_game(f"pyramid:{variant}")
    out = []
    for number in range(1, 60):
        position = game.deal(number)
        answer = solve(game, position, limits=Limits(nodes=100_000))
        if answer.verdict is not Verdict.SOLVED or len(answer.moves) < LEFT:
            continue
        for move in answer.moves[:-LEFT]:
            position = game.play(position, move)
        fewest = solve(game, position, "fewest")
        assert fewest.verdict is Verdict.SOLVED
        out.append((game, position, len(fewest.moves)))
        if len(out) == 3:
            break
    assert out
    return out


def final(game: PairingGame, position: PairingPosition, result: SolveResult[Any]) -> Outcome:
    for move in result.moves:
        position = game.play(position, move)
    return game.outcome(position)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_lengths_are_those_of_the_fewest_solver(variant: str, algorithm: str) -> None:
    for game, position, fewest in ends(variant):
        result = search(game, position, algorithm, limits=Limits(nodes=300_000))
        assert result.verdict is Verdict.SOLVED
        assert final(game, position, result) is Outcome.WON
        assert len(result.moves) == result.cost >= fewest
        if algorithm in SHORTEST:
            assert result.cost == fewest
            assert result.optimal


def test_whole_deals_are_solved_and_proved_lost() -> None:
    pyramid = get_game("pyramid")
    verdicts = set()
    for number in range(1, 31):
        position = pyramid.deal(number)
        result = search(pyramid, position, "greedy", limits=Limits(nodes=200_000))
        if result.verdict is Verdict.UNKNOWN:
            continue
        assert result.verdict is solve(pyramid, position).verdict
        verdicts.add(result.verdict)
    assert verdicts == {Verdict.SOLVED, Verdict.UNSOLVABLE}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_limits_same_answer(algorithm: str) -> None:
    game = get_game("pyramid:king_tut")

    def once() -> tuple[object, ...]:
        r = search(game, game.deal(7), algorithm, limits=Limits(nodes=3000))
        return r.verdict, r.reason, r.moves, r.stats.expanded, r.stats.generated, r.stats.peak_bytes

    assert once() == once()


def test_limits_hold() -> None:
    game = get_game("pyramid")
    position = game.deal(3)
    nodes = search(game, position, "breadth_first", limits=Limits(nodes=500))
    assert (nodes.reason, nodes.stats.expanded) == (StopReason.NODES, 500)
    memory = search(game, position, "astar", limits=Limits(bytes=5_000_000))
    assert memory.reason is StopReason.MEMORY
    assert memory.stats.peak_bytes <= 5_000_000
    shallow = search(game, position, "depth_first", depth_limit=5)
    assert (shallow.verdict, shallow.reason) == (Verdict.UNKNOWN, StopReason.INCOMPLETE)
    assert shallow.stats.depth == 5


def test_bounds_hold() -> None:
    game = get_game("pyramid")
    position = game.deal(1)
    fewest = len(solve(game, position, "fewest").moves)
    bound = search(game, position, "astar", limits=Limits(nodes=20_000)).lower_bound
    assert PairingHeuristic.default(game, "astar").value(game, position) <= bound <= fewest


def test_heuristics_are_read_and_written() -> None:
    heuristic = parse_pairing_heuristic("removals=.5, covered=.25")
    assert heuristic.weights == (("removals", 0.5), ("covered", 0.25))
    assert parse_pairing_heuristic(str(heuristic)) == heuristic
    for name in PAIRING_FEATURES:
        assert parse_pairing_heuristic(name).weights == ((name, 1.0),)


@pytest.mark.parametrize(
    ("text", "column"),
    [("foundation", 1), ("rows=1,student_v2", 8), ("rows=x", 1), ("rows=1,rows=2", 8), ("", 1)],
)
def test_bad_heuristics_say_where(text: str, column: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_pairing_heuristic(text)
    assert caught.value.column == column
    assert "\n" not in str(caught.value)


def test_values_of_features() -> None:
    game = get_game("pyramid")
    start = game.deal(1)
    values = {name: parse_pairing_heuristic(name).value(game, start) for name in PAIRING_FEATURES}
    assert {name: values[name] for name in ("tableau", "covered", "rows", "cards_left")} == {
        "tableau": 28,
        "covered": 21,
        "rows": 7,
        "cards_left": 52,
    }
    assert 14 <= values["removals"] <= 26
    assert parse_pairing_heuristic("rows=.5,tableau=2").value(game, start) == 59.5


def test_admissibility_is_declared_where_it_is_proved() -> None:
    game, hoyle = get_game("pyramid"), get_game("pyramid:hoyle")
    for text, sound in [
        ("removals", True),
        ("removals=1.01", False),
        ("tableau=.5", True),
        ("tableau=.4,rows=.2", False),
        ("removals=.5,covered=.25,rows=-3", True),
        ("cards_left=.1", False),
    ]:
        assert parse_pairing_heuristic(text).admissible(game) is sound, text
    assert parse_pairing_heuristic("cards_left=.5").admissible(hoyle)


def test_refusals() -> None:
    game = get_game("pyramid")
    start = game.deal(1)
    for options in ({"autoplay": "safe"}, {"supermoves": False}, {"off_foundation": False}):
        with pytest.raises(InputError, match="options of pile-building games"):
            search(game, start, "greedy", **options)
    with pytest.raises(InputError, match="uses no heuristic"):
        search(game, start, "breadth_first", heuristic="removals")
    with pytest.raises(InputError, match="unknown feature 'foundation'"):
        search(game, start, "astar", heuristic="foundation")
    with pytest.raises(InputError, match="named features of its own"):
        search(game, start, "astar", heuristic=lambda _position: 0.0)
    with pytest.raises(InputError, match="named features of its own"):
        search(game, start, "astar", heuristic=Heuristic((("foundation", 1.0),)))
    with pytest.raises(ValueError, match="other rules"):
        search(game, get_game("pyramid:giza").deal(1), "greedy")


def test_traces(tmp_path: Path) -> None:
    game, position, _ = ends("microsoft")[0]
    with TraceWriter(tmp_path / "t.jsonl", about={"game": game.spelled}) as trace:
        result = search(game, position, "astar", observer=trace)
    events = list(read_trace(tmp_path / "t.jsonl")[1])
    kinds = [event.kind for event in events]
    assert kinds.count("expand") == result.stats.expanded
    assert kinds[-1] == "goal"
    assert events[-1].cost == result.cost
    for move in result.moves:
        position = game.play(position, move)
    assert events[-1].key == game.key(position)
