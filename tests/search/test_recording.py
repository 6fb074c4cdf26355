"""Recordings: a search of any length in a picture of bounded size, with exact counts."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import Any

import pytest

from search.toys import Line
from winnable.analysis.watch import WatchedSearch, searches_of, watch_search
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import EVENT_KINDS, Limits, Sampling
from winnable.search.recording import Recording

DEALS = {"freecell": "1", "pyramid": "1", "undead": "1"}
FEW = Sampling(first=50, most=200)
DRAWN = [
    ("freecell", "depth_first"),
    ("freecell", "astar"),
    ("freecell", "ida_star"),
    ("pyramid", "beam"),
    ("pyramid", "thesis"),
    ("undead", "tightened"),
]


def start_of(name: str) -> Any:
    return get_game(name).deal(DEALS[name])


def watched(name: str, algorithm: str, nodes: int = 3000, **more: Any) -> WatchedSearch:
    game = get_game(name)
    limits = Limits(nodes=nodes)
    return watch_search(game, start_of(game.info.name), algorithm, {}, limits=limits, sampling=FEW, **more)


def sampled(data: dict[str, Any]) -> list[int]:
    """The events that are there by the rate alone."""
    events = data["events"]
    numbers = zip(events["number"], events["notable"], strict=True)
    return [number for number, notable in numbers if number >= data["first"] and not notable]


@pytest.mark.parametrize(("name", "algorithm"), DRAWN)
def test_counts_are_those_of_a_search_that_nobody_watches(name: str, algorithm: str) -> None:
    game = get_game(name)
    data = watched(name, algorithm).data()
    alone = searches_of(game)[algorithm].run(game, start_of(game.info.name), limits=Limits(nodes=3000))
    stats, counts = alone.stats, data["counts"]
    assert data["result"]["moves"] == list(alone.texts) or not alone.moves
    assert counts["duplicate"] == stats.duplicates
    assert counts["backtrack"] == stats.backtracks
    unseen = data["result"]["stats"]["expanded"] - counts["expand"]
    assert unseen == 0 or (unseen == 1 and counts["goal"] == 1)  # the thesis visits the goal as well
    assert data["seen"] == sum(counts.values())


@pytest.mark.parametrize(("name", "algorithm"), DRAWN)
def test_the_sample_is_whole_then_even_and_bounded(name: str, algorithm: str) -> None:
    data = watched(name, algorithm).data()
    events = data["events"]
    numbers = events["number"]
    assert numbers == sorted(set(numbers))
    first = min(FEW.first, data["seen"])
    assert numbers[:first] == list(range(first))
    even = sampled(data)
    assert len(even) <= FEW.most
    assert all(number % data["every"] == 0 for number in even)
    assert data["every"] == 1 or len(even) > FEW.most // 4
    assert {len(column) for name, column in events.items() if name != "counts"} == {len(numbers)}
    totals = [sum(column) for column in zip(*events["counts"], strict=True)]
    assert totals == [number + 1 for number in numbers]


@pytest.mark.parametrize(("name", "algorithm"), DRAWN)
def test_the_way_to_each_node_can_be_played(name: str, algorithm: str) -> None:
    game = get_game(name)
    data = watched(name, algorithm).data()
    nodes = data["nodes"]
    places = [start_of(game.info.name)]
    for node in range(1, len(nodes["parent"])):
        parent = nodes["parent"][node]
        assert 0 <= parent < node
        here, depth = places[parent], nodes["depth"][parent]
        if node not in nodes["refused"]:
            for word in nodes["moves"][node].split():
                here = game.play(here, game.notation.parse(here, word))
                depth += 1
            assert depth == nodes["depth"][node]
        places.append(here)
    goals = [node for node, kind in zip(data["events"]["node"], data["events"]["kind"], strict=True)
             if EVENT_KINDS[kind] == "goal"]  # fmt: skip
    assert len(goals) == data["counts"]["goal"] == (data["result"]["verdict"] == "solved")
    for node in goals:
        assert game.outcome(places[node]).value == "won"


def test_every_new_best_estimate_is_there() -> None:
    """Whatever the rate: a search that is seen whole has no better ones than a sample."""

    def bests(sampling: Sampling) -> list[float]:
        game = get_game("freecell")
        limits = Limits(nodes=2000)
        data = watch_search(
            game, start_of(game.info.name), "greedy", {}, limits=limits, sampling=sampling
        ).data()
        events = data["events"]
        told = [
            estimate
            for estimate, kind in zip(events["estimate"], events["kind"], strict=True)
            if EVENT_KINDS[kind] == "generate" and estimate
        ]
        return sorted(set(accumulate(told, min)))

    assert bests(FEW) == bests(Sampling(first=10**6, most=10))
    assert len(bests(FEW)) > 3


def test_a_tree_that_grows_too_large_halves_the_rate() -> None:
    def record(most_moves: int) -> Recording:
        recording = Recording(sampling=Sampling(first=20, most=100_000), most_moves=most_moves)
        game = get_game("freecell")
        search(game, start_of(game.info.name), "breadth_first", observer=recording, limits=Limits(nodes=2000))
        return recording

    assert record(10**6).rate == 1
    small = record(1000)
    assert small.rate > 1
    data = small.data()
    assert len(data["nodes"]["parent"]) <= 1000
    assert all(number % small.rate == 0 for number in sampled(data))
    assert data["seen"] == sum(small.counts.values()) == record(10**6).data()["seen"]


def test_a_game_of_ones_own_is_recorded_too() -> None:
    recording = Recording(sampling=FEW)
    result = search(Line(), 0, "breadth_first", observer=recording, limits=Limits(nodes=1000))
    assert recording.counts["expand"] == result.stats.expanded > 0
    assert json.loads(json.dumps(recording.data()))["seen"] == sum(recording.counts.values())


@pytest.mark.parametrize(
    ("algorithm", "options", "says"),
    [
        ("astr", {}, "has no search 'astr'.*astar"),
        ("depth_first", {"weight": "2"}, "depth_first takes no option 'weight'.*depth_limit"),
        ("beam", {"beam_width": "many"}, "beam_width is 'many'.*whole number"),
        ("weighted_astar", {"weight": "nan"}, "weight is 'nan'.*a number"),
        ("astar", {"autoplay": "now"}, "autoplay is 'now'.*none, horne"),
        ("astar", {"supermoves": "true"}, "supermoves is 'true'.*yes or no"),
        ("astar", {"heuristic": "luck=2"}, "unknown feature 'luck'"),
    ],
)
def test_what_a_search_does_not_take_is_told(algorithm: str, options: dict[str, str], says: str) -> None:
    game = get_game("freecell")
    with pytest.raises(InputError, match=says):
        watch_search(game, game.deal(1), algorithm, options, limits=Limits(nodes=10))


def test_options_reach_the_search() -> None:
    game = get_game("pyramid")
    plain = watch_search(game, game.deal(3), "thesis", {}, limits=Limits(nodes=5000))
    told = watch_search(
        game, game.deal(3), "thesis", {"no_kings_first": "yes", "dead_ends": "none", "table": ""},
        limits=Limits(nodes=5000),
    )  # fmt: skip
    assert told.options == {"no_kings_first": "yes", "dead_ends": "none"}
    assert told.recording.counts != plain.recording.counts
