"""Games written in Python are searched by the native code, and whatever they raise comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from search.toys import Endless, Jugs, Line, PricedJugs
from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.search.algorithms import ALGORITHMS, ReplayError, search
from winnable.search.api import Limits, SearchEvent, StopReason, Verdict


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_measures_four_litres(algorithm: str) -> None:
    game = Jugs()
    result = search(game, game.initial(), algorithm)
    assert result.verdict is Verdict.SOLVED
    assert result.reason is StopReason.GOAL
    state = game.initial()
    for move in result.moves:
        state = game.play(state, move)
    assert game.outcome(state) == "won"
    assert result.cost == len(result.moves) >= 6
    if ALGORITHMS[algorithm].optimal != "never":
        assert len(result.moves) == 6
        assert result.optimal


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_exhausted_search_is_a_proof(algorithm: str) -> None:
    game = Jugs((4, 6, 10), goal=3)
    result = search(game, game.initial(), algorithm)
    assert (result.verdict, result.reason, result.moves) == (
        Verdict.UNSOLVABLE, StopReason.EXHAUSTED, ())  # fmt: skip


def test_costs_of_moves_count() -> None:
    game = PricedJugs()
    cheapest = search(game, game.initial(), "uniform_cost")
    for algorithm in ("astar", "ida_star", "iterative_deepening"):
        result = search(game, game.initial(), algorithm)
        assert result.cost == cheapest.cost == result.lower_bound
    state, paid = game.initial(), 0.0
    for move in cheapest.moves:
        paid += game.move_cost(state, move)
        state = game.play(state, move)
    assert cheapest.cost == paid
    by_moves = search(game, game.initial(), "breadth_first")
    assert by_moves.cost > cheapest.cost
    assert not by_moves.optimal


def test_a_won_position_needs_no_moves() -> None:
    for algorithm in ALGORITHMS:
        result = search(Jugs(), (0, 4), algorithm)
        assert (result.verdict, result.moves, result.cost) == (Verdict.SOLVED, (), 0)


def test_optimality_is_claimed_only_for_admissible_estimates() -> None:
    game = Jugs()
    assert search(game, (0, 0), "astar").optimal
    unknown = search(game, (0, 0), "astar", heuristic=game.heuristic)
    assert (len(unknown.moves), unknown.optimal, unknown.lower_bound) == (6, False, 0)
    assert search(game, (0, 0), "astar", heuristic=game.heuristic, admissible=True).optimal


def test_an_infinite_estimate_is_a_dead_end_and_a_proof_only_if_sound() -> None:
    line = Line(end=50, heuristic=lambda state: float("inf") if state > 10 else 0.0)
    result = search(line, 0, "astar")
    assert (result.verdict, result.reason) == (Verdict.UNKNOWN, StopReason.INCOMPLETE)
    assert search(line, 0, "astar", heuristic=line.heuristic, admissible=True).verdict is Verdict.UNSOLVABLE
    assert result.stats.expanded == 11


def test_keys_of_any_size_tell_positions_apart() -> None:
    line = Line(end=300, goal=299, key=lambda state: state << 200)
    result = search(line, 0, "breadth_first")
    assert (result.verdict, len(result.moves)) == (Verdict.SOLVED, 150)


def test_same_is_asked_where_keys_are_equal() -> None:
    confused = Line(end=100, goal=99, key=lambda state: state % 7)
    assert search(confused, 0, "breadth_first").verdict is Verdict.UNSOLVABLE  # the key's own fault
    exact = Line(end=100, goal=99, key=lambda state: state % 7, same=lambda a, b: a == b)
    assert search(exact, 0, "breadth_first").verdict is Verdict.SOLVED


@pytest.mark.parametrize("hook", ["legal_moves", "play", "outcome", "key", "heuristic"])
@pytest.mark.parametrize("algorithm", ["astar", "beam", "ida_star"])
def test_what_a_game_raises_comes_back(hook: str, algorithm: str) -> None:
    calls = 0

    def fail(*_args: object) -> object:
        nonlocal calls
        calls += 1
        raise LookupError(hook)

    with pytest.raises(LookupError, match=hook):
        search(Line(**{hook: fail}), 0, algorithm)
    assert calls == 1


@pytest.mark.parametrize(
    ("hook", "value", "error", "match"),
    [
        ("key", "text", TypeError, "must return an int"),
        ("outcome", "lost", ValueError, "open, won or stuck"),
        ("outcome", None, ValueError, "open, won or stuck"),
        ("legal_moves", 7, TypeError, "not iterable"),
        ("heuristic", "near", TypeError, "must be real number"),
        ("heuristic", float("nan"), ValueError, "number up to a million"),
        ("move_cost", -1.0, ValueError, "must cost from 0"),
    ],
)
def test_nonsense_from_a_game_is_named(hook: str, value: object, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        search(Line(**{hook: lambda *_: value}), 0, "astar")


def test_a_missing_method_is_named() -> None:
    class Half:
        def legal_moves(self, _state: int) -> list[int]:
            return []

    with pytest.raises(TypeError, match=r"needs a method play\(\)"):
        search(Half(), 0, "breadth_first")  # type: ignore[arg-type]


def test_a_game_that_contradicts_itself_is_found_out() -> None:
    answers = iter(["open"] * 3 + ["won"] + ["open"] * 10)
    with pytest.raises(ReplayError, match="do not win"):
        search(Line(outcome=lambda _state: next(answers)), 0, "breadth_first")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_node_and_memory_limits_hold(algorithm: str) -> None:
    nodes = search(Endless(), (1,), algorithm, limits=Limits(nodes=500))
    assert (nodes.verdict, nodes.reason) == (Verdict.UNKNOWN, StopReason.NODES)
    assert nodes.stats.expanded == 500
    if algorithm in ("ida_star", "iterative_deepening"):
        return  # they keep one line and a bounded table
    memory = search(Endless(), (1,), algorithm, limits=Limits(bytes=3_000_000, nodes=200_000))
    assert memory.reason is StopReason.MEMORY
    assert memory.stats.peak_bytes <= 3_000_000
    # The tuples and large numbers of the positions count, not only the nodes of 100 bytes.
    assert memory.stats.generated < 3_000_000 / 150


def test_time_limit_cancel_and_ctrl_c_interrupt_slow_games() -> None:
    """Moves that are made after that are counted, not seconds: the machine may be busy."""
    late: list[bool] = []

    def line(over: Callable[[], bool]) -> Line:
        def sluggish(state: int, move: int) -> int:
            late.append(over())
            time.sleep(0.002)
            return state + move

        return Line(end=10**9, legal_moves=lambda _state: range(1, 10**6), play=sluggish)

    end = time.monotonic() + 0.2
    slow = line(lambda: time.monotonic() > end)
    assert search(slow, 0, "breadth_first", limits=Limits(seconds=0.2)).reason is StopReason.TIME
    token = CancelToken()
    timer = threading.Timer(0.2, token.cancel)
    timer.start()
    slow = line(lambda: token.cancelled)
    assert search(slow, 0, "breadth_first", token=token).reason is StopReason.CANCELLED
    timer.join()
    assert sum(late) < 500


def test_events_tell_the_whole_search_in_order() -> None:
    seen: list[SearchEvent] = []

    class Watch:
        every = 1

        def on_events(self, events: list[SearchEvent]) -> None:
            seen.extend(events)

    result = search(Line(end=3000), 0, "breadth_first", observer=Watch())
    assert [event.number for event in seen] == list(range(len(seen)))
    kinds = [event.kind for event in seen]
    assert kinds.count("expand") == result.stats.expanded
    assert kinds.count("duplicate") == result.stats.duplicates
    depths = [event.depth for event in seen if event.kind == "expand"]
    assert all(a <= b for a, b in pairwise(depths))
    born = {event.node: event for event in seen if event.kind == "generate"}
    assert all(e.parent is None or born[e.parent].depth == e.depth - 1 for e in born.values())


def test_what_an_observer_raises_comes_back() -> None:
    class Broken:
        every = 1

        def on_events(self, _events: object) -> None:
            raise RuntimeError("full")

    with pytest.raises(RuntimeError, match="full"):
        search(Line(), 0, "breadth_first", observer=Broken())


def test_options_that_do_not_fit_are_refused() -> None:
    game = Jugs()
    for options in (
        {"algorithm": "fastest"},
        {"algorithm": "breadth_first", "heuristic": game.heuristic},
        {"algorithm": "astar", "weight": 2.0},
        {"algorithm": "astar", "depth_limit": 4},
        {"algorithm": "breadth_first", "beam_width": 4},
        {"algorithm": "beam", "beam_width": 0},
        {"algorithm": "depth_first", "depth_limit": 0},
        {"algorithm": "weighted_astar", "weight": float("nan")},
        {"algorithm": "astar", "heuristic": "student_v2"},
        {"algorithm": "astar", "autoplay": "safe"},
        {"algorithm": "astar", "supermoves": False},
    ):
        with pytest.raises(InputError):
            search(game, (0, 0), **options)  # type: ignore[arg-type]

    class Blind(Jugs):
        heuristic = None  # type: ignore[assignment]

    with pytest.raises(InputError, match="astar needs a heuristic"):
        search(Blind(), (0, 0), "astar")
