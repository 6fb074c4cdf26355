"""What observers are told of moves: in every game and search they lead to the event's position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from registered import registered_names
from winnable.registry import get_game
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, SearchEvent, SolveResult
from won_lines import before_the_end

END = 12  # moves before the end
LIMITS = Limits(nodes=40)


class Watch:
    """Keeps the events."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.events: list[SearchEvent] = []

    def on_events(self, events: Sequence[SearchEvent]) -> None:
        self.events += events


def searches_of(game: Any) -> dict[str, Callable[..., SolveResult[Any]]]:
    found: dict[str, Callable[..., SolveResult[Any]]] = {
        name: partial(search, algorithm=name) for name in ALGORITHMS
    }
    found |= {name: kind.run for name, kind in game.family.searches().items()}
    if "autoplay" in game.family.search_options:
        found["astar, autoplay"] = partial(search, algorithm="astar", autoplay="safe")
        found["depth_first, autoplay"] = partial(search, algorithm="depth_first", autoplay="max")
    return found


def check(game: Any, start: Any, events: Sequence[SearchEvent]) -> None:
    """Replays every way; positions with one key are one position."""
    way: list[str] = []
    positions = [start]
    seen: dict[int, int] = {}
    for event in events:
        assert event.kept <= len(way)
        del way[event.kept :], positions[event.kept + 1 :]
        for word in event.more:
            here = positions[-1]
            positions.append(game.play(here, game.notation.parse(here, word)))
            way.append(word)
        assert (event.move is None) == (event.depth == 0 or not way)
        assert seen.setdefault(event.key, game.key(positions[-1])) == game.key(positions[-1])
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("spelled", registered_names())
def test_ways_lead_to_their_positions(spelled: str) -> None:
    game = get_game(spelled)
    start = before_the_end(spelled, END)
    for name, run in searches_of(game).items():
        plain = run(game, start, limits=LIMITS)
        for every in (1, 5):
            watch = Watch(every)
            watched = run(game, start, limits=LIMITS, observer=watch)
            assert (watched.moves, watched.verdict) == (plain.moves, plain.verdict), name
            assert watched.stats.expanded == plain.stats.expanded, name
            assert watch.events, name
            check(game, start, watch.events)
