"""The textbook searches on FreeCell, with the options of the student system."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.families.patience.features import FEATURES, NAMED, Heuristic, parse_heuristic
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.families.patience.solver import PatienceSolver
from winnable.game import Outcome
from winnable.registry import get_game
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, SearchEvent, StopReason, Verdict

ENOUGH = 1000  # nodes after which a search is stopped
TOO_MANY = Limits(nodes=2_000_000)  # which a search that is told to stop must not get to


@pytest.fixture(scope="module")
def freecell() -> PatienceGame:
    game: PatienceGame = get_game("freecell")
    return game


@pytest.fixture(scope="module")
def late(freecell: PatienceGame) -> PatiencePosition:
    """Deal 1, eleven moves before the end of a short solution."""
    position = freecell.deal(1)
    result = PatienceSolver(freecell, "short").solve(position, limits=Limits(nodes=20_000))
    for move in result.moves[:-24]:
        position = freecell.play(position, move)
    return position


def final(game: PatienceGame, position: PatiencePosition, moves: tuple[object, ...]) -> Outcome:
    for move in moves:
        position = game.play(position, move)  # type: ignore[arg-type]
    return game.outcome(position)


@pytest.mark.parametrize("autoplay", ["none", "horne", "safe", "max"])
@pytest.mark.parametrize("algorithm", ["greedy", "astar", "weighted_astar", "beam"])
def test_informed_searches_solve_an_easy_board(
    freecell: PatienceGame, late: PatiencePosition, algorithm: str, autoplay: str
) -> None:
    result = search(freecell, late, algorithm, autoplay=autoplay, limits=Limits(nodes=200_000))
    assert result.verdict is Verdict.SOLVED
    assert final(freecell, late, result.moves) is Outcome.WON
    assert 0 < result.cost <= len(result.moves)
    if autoplay == "none":
        assert result.cost == len(result.moves)


def test_automatic_moves_are_played_but_not_counted(freecell: PatienceGame, late: PatiencePosition) -> None:
    result = search(freecell, late, "astar", autoplay="safe")
    assert result.cost < len(result.moves)
    position, manual = late, 0
    moves = list(result.moves)
    while moves:
        position = freecell.play(position, moves.pop(0))
        manual += 1
        for automatic in freecell.core.autoplay(position, "safe"):
            assert moves.pop(0) == automatic
            position = freecell.play(position, automatic)
    assert manual == result.cost


def test_single_cards(freecell: PatienceGame, late: PatiencePosition) -> None:
    result = search(freecell, late, "astar", supermoves=False, autoplay="safe", limits=Limits(nodes=200_000))
    assert result.verdict is Verdict.SOLVED
    assert all(move.count == 1 for move in result.moves)


def test_depth_first_stays_within_its_limit(freecell: PatienceGame) -> None:
    result = search(
        freecell,
        freecell.deal(1),
        "depth_first",
        depth_limit=45,
        autoplay="safe",
        limits=Limits(nodes=50_000),
    )
    assert result.stats.depth <= 45
    assert result.verdict is not Verdict.UNSOLVABLE
    unlimited = search(freecell, freecell.deal(1), "depth_first", autoplay="safe")
    assert unlimited.verdict is Verdict.SOLVED
    assert unlimited.cost > 45


def test_a_lost_deal_is_proved_lost(freecell: PatienceGame) -> None:
    for algorithm in ("breadth_first", "depth_first", "astar"):
        result = search(freecell, freecell.deal(11982), algorithm, autoplay="safe")
        assert (result.verdict, result.reason) == (Verdict.UNSOLVABLE, StopReason.EXHAUSTED)
    cautious = search(freecell, freecell.deal(11982), "breadth_first", autoplay="max")
    assert (cautious.verdict, cautious.reason) == (Verdict.UNKNOWN, StopReason.INCOMPLETE)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_limits_same_answer(freecell: PatienceGame, algorithm: str) -> None:
    def once() -> tuple[object, ...]:
        r = search(freecell, freecell.deal(617), algorithm, autoplay="safe", limits=Limits(nodes=3000))
        return r.verdict, r.reason, r.moves, r.stats.expanded, r.stats.generated, r.stats.peak_bytes

    assert once() == once()


def test_memory_limit_holds(freecell: PatienceGame) -> None:
    for algorithm in ("breadth_first", "astar", "beam"):
        options = {"beam_width": 10**6} if algorithm == "beam" else {}
        result = search(freecell, freecell.deal(1), algorithm, limits=Limits(bytes=20_000_000), **options)  # type: ignore[arg-type]
        assert result.reason is StopReason.MEMORY
        assert 10_000_000 < result.stats.peak_bytes <= 20_000_000


def test_lower_bounds_grow_and_hold(freecell: PatienceGame) -> None:
    start = freecell.deal(1)
    known = PatienceSolver(freecell, "short").solve(start, limits=Limits(nodes=20_000))
    bound = search(
        freecell, start, "astar", heuristic="needed_above", limits=Limits(nodes=20_000)
    ).lower_bound
    assert 64 <= bound <= len(known.moves)  # 52 cards and 12 groups that must step aside


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own handler of Ctrl-C, which a shell's background job starts without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def stopped_in_the_middle(stop: Callable[[CancelToken], None]) -> Iterator[CancelToken]:
    """A token for a search, which is stopped when it has expanded enough."""
    token = CancelToken()

    def wait() -> None:
        while token.nodes < ENOUGH:
            time.sleep(0.001)
        stop(token)

    waiting = threading.Thread(target=wait)
    waiting.start()
    yield token
    waiting.join()


def test_a_search_that_is_cancelled_ends(freecell: PatienceGame) -> None:
    with stopped_in_the_middle(CancelToken.cancel) as token:
        result = search(freecell, freecell.deal(1), "breadth_first", limits=TOO_MANY, token=token)
    assert result.reason is StopReason.CANCELLED
    assert ENOUGH <= result.stats.expanded < TOO_MANY.nodes


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_search(freecell: PatienceGame) -> None:
    with (
        stopped_in_the_middle(lambda _: os.kill(os.getpid(), signal.SIGINT)) as token,
        pytest.raises(KeyboardInterrupt),
    ):
        search(freecell, freecell.deal(1), "breadth_first", limits=TOO_MANY, token=token)
    assert ENOUGH <= token.nodes < TOO_MANY.nodes


class Watch:
    def __init__(self, every: int) -> None:
        self.every = every
        self.events: list[SearchEvent] = []

    def on_events(self, events: list[SearchEvent]) -> None:
        self.events.extend(events)


def test_events_are_sampled_and_none_is_lost(freecell: PatienceGame) -> None:
    limits = Limits(nodes=40_000)
    start = freecell.deal(1)
    unseen = search(freecell, start, "astar", limits=limits)
    watch = Watch(every=7)
    result = search(freecell, start, "astar", limits=limits, observer=watch)
    assert result.stats.generated == unseen.stats.generated
    numbers = [event.number for event in watch.events]
    assert numbers == list(range(0, numbers[-1] + 1, 7))
    again = Watch(every=7)
    search(freecell, start, "astar", limits=limits, observer=again)
    timeless = [[replace(event, seconds=0.0) for event in one.events] for one in (watch, again)]
    assert timeless[0] == timeless[1]


def test_what_an_observer_raises_ends_the_search(freecell: PatienceGame) -> None:
    class Broken:
        every = 1

        def on_events(self, _events: object) -> None:
            raise RuntimeError("disk full")

    with pytest.raises(RuntimeError, match="disk full"):
        search(freecell, freecell.deal(1), "breadth_first", observer=Broken())


def test_heuristics_are_read_and_written() -> None:
    heuristic = parse_heuristic("foundation=.5, blocked=.3")
    assert heuristic.weights == (("foundation", 0.5), ("blocked", 0.3))
    assert str(heuristic) == "foundation=0.5,blocked=0.3"
    assert parse_heuristic(str(heuristic)) == heuristic
    assert parse_heuristic("needed_above") == Heuristic((("needed_above", 1.0),))
    assert dict(NAMED["student_v1"].weights) == {"foundation": 0.5, "columns": -0.5}
    assert dict(NAMED["student_v2"].weights) == {
        "foundation": 0.5, "cells": 0.2, "columns": -0.5, "blocked": 0.3}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "column"),
    [("foundatoin=.5", 1), ("cells=1,bloked=2", 9), ("cells=x", 1), ("cells=1,cells=2", 9),
     ("", 1), ("cells=1,student_v1", 9)],
)  # fmt: skip
def test_bad_heuristics_say_where(text: str, column: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_heuristic(text)
    assert caught.value.column == column
    assert "\n" not in str(caught.value)


def test_values_of_features(freecell: PatienceGame) -> None:
    start = freecell.deal(1)
    values = {name: parse_heuristic(name).value(freecell, start) for name in FEATURES}
    # Cards on AC, AD, AH, AS: 2, 4, 3, 3; groups to step aside by column: 3 2 1 1 1 1 2 1.
    assert values == {"foundation": 52, "blocked": 12, "cells": 0, "columns": 0, "aside": 12,
                      "needed_above": 64, "cards_left": 52}  # fmt: skip
    assert NAMED["student_v2"].value(freecell, start) == pytest.approx(52 * 0.5 + 12 * 0.3)


def test_admissibility_is_declared_where_it_is_proved(freecell: PatienceGame) -> None:
    assert parse_heuristic("needed_above").admissible(freecell)
    assert parse_heuristic("cards_left").admissible(freecell)
    assert not parse_heuristic("needed_above").admissible(freecell, autoplay="safe")
    assert parse_heuristic("aside").admissible(freecell, autoplay="safe")
    assert not parse_heuristic("needed_above=1.01").admissible(freecell)
    assert not parse_heuristic("cards_left=.6,foundation=.6").admissible(freecell)
    # Half a move for each card is never too much, unless cards go home by themselves.
    assert NAMED["student_v1"].admissible(freecell)
    assert not NAMED["student_v1"].admissible(freecell, autoplay="safe")
    assert not NAMED["student_v2"].admissible(freecell)
    simon = get_game("simple_simon")
    assert not parse_heuristic("cards_left").admissible(simon)
    with pytest.raises(InputError, match="only complete runs leave"):
        search(simon, simon.deal(1), "astar", heuristic="needed_above")


def test_refusals(freecell: PatienceGame) -> None:
    start = freecell.deal(1)
    with pytest.raises(InputError, match="uses no heuristic"):
        search(freecell, start, "breadth_first", heuristic="student_v1")
    with pytest.raises(InputError, match="autoplay is 'raymond'"):
        search(freecell, start, "greedy", autoplay="raymond")
    with pytest.raises(InputError, match="named features"):
        search(freecell, start, "greedy", heuristic=lambda _position: 0.0)
    with pytest.raises(ValueError, match="other rules"):
        search(freecell, get_game("relaxed").deal(1), "greedy")
