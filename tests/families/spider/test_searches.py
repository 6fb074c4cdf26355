"""The textbook searches on open Spider: verdicts as the oracle has them, shortest lengths, counts."""

from __future__ import annotations

import pytest

from native.spider_agree import pair, to_core, toy_pair
from search.node_counts_spider import COUNTS, HEADER, RUNS, line
from winnable.errors import InputError
from winnable.families.patience.features import Heuristic
from winnable.families.spider.features import SPIDER_FEATURES, SpiderHeuristic, parse_spider_heuristic
from winnable.game import Outcome
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, StopReason, Verdict

from .test_solver import endings


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(("name", "columns"), [("spider", 4), ("scorpion", 7)])
def test_verdicts_and_shortest_lengths(name: str, columns: int, algorithm: str) -> None:
    toy = toy_pair(name, columns)
    limits = Limits(nodes=20_000)
    solved = 0
    for position, winnable in endings(toy, 9):
        start = to_core(toy.game, position)
        found = search(toy.game, start, algorithm, limits=limits)
        if found.reason in (StopReason.NODES, StopReason.INCOMPLETE):
            continue
        solved += 1
        assert (found.verdict is Verdict.SOLVED) == winnable
        if not winnable:
            continue
        here = start
        for move in found.moves:
            here = toy.game.play(here, move)
        assert toy.game.outcome(here) is Outcome.WON
        shortest = search(toy.game, start, "breadth_first", limits=limits)
        if ALGORITHMS[algorithm].optimal in ("always", "admissible") and shortest.verdict is Verdict.SOLVED:
            assert found.optimal
            assert found.cost == shortest.cost
    assert solved >= 2


def test_limits_hold() -> None:
    game = pair("spider").game
    start = game.deal("kpat:1")
    found = search(game, start, "greedy", limits=Limits(nodes=300))
    assert (found.reason, found.stats.expanded) == (StopReason.NODES, 300)
    memory = search(game, start, "breadth_first", limits=Limits(bytes=2_000_000))
    assert memory.reason is StopReason.MEMORY
    assert memory.stats.peak_bytes <= 2_000_000


def test_heuristics_are_read_and_judged() -> None:
    game = pair("spider").game
    start = game.deal("kpat:1")
    for name in SPIDER_FEATURES:
        assert parse_spider_heuristic(name).weights == ((name, 1.0),)
    values = {name: parse_spider_heuristic(name).value(game, start) for name in SPIDER_FEATURES}
    assert (values["rows"], values["down"], values["runs"], values["columns"]) == (5, 44, 8, 0)
    assert 0 < values["loose"] <= 54
    assert parse_spider_heuristic("loose,rows").admissible(game)
    assert not parse_spider_heuristic("down=.1").admissible(game)
    for algorithm in ("greedy", "astar"):
        assert SpiderHeuristic.default(game, algorithm).weights
    with pytest.raises(InputError, match="unknown feature"):
        parse_spider_heuristic("cells=1")
    with pytest.raises(InputError, match="features of its own"):
        search(game, start, heuristic=Heuristic((("cells", 1.0),)))
    with pytest.raises(InputError, match="options of pile-building games"):
        search(game, start, supermoves=False)


def test_counts_are_as_they_were() -> None:
    assert COUNTS.read_text() == HEADER + "".join(line(*run) + "\n" for run in RUNS)
