"""Calls of the core's searches: what they are told, and what they answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from winnable import _core
from winnable.errors import InputError
from winnable.search.api import Limits, Observer, Sampling, SearchEvent, SolveResult
from winnable.search.native import to_result

if TYPE_CHECKING:
    from winnable.search.algorithms import SearchGame

__all__ = ["LARGEST", "ReplayError", "limits_spec", "positive", "replay", "search_result", "watch"]

P = TypeVar("P")
M = TypeVar("M")

LARGEST = 2**32 - 2
_TABLE_SHARE = 4  # of the memory limit, a quarter at most for a transposition table
_TABLE_MOST = 256_000_000


class ReplayError(RuntimeError):
    """A solution did not replay: a fault of the game or of the search, never of the input."""


def limits_spec(limits: Limits) -> _core.SearchSpec:
    """A spec with these limits."""
    spec = _core.SearchSpec()
    spec.nodes = limits.nodes or 0
    spec.seconds = limits.seconds or 0.0
    spec.bytes = limits.bytes
    spec.table_bytes = min(limits.bytes // _TABLE_SHARE, _TABLE_MOST)
    return spec


def positive(name: str, value: int) -> int:
    """The value; InputError unless it is a count that the core can hold."""
    if not 1 <= value <= LARGEST:
        raise InputError(f"{name} is {value}", expected=f"a whole number from 1 to {LARGEST}")
    return value


def watch(
    observer: Observer | None, spec: _core.SearchSpec
) -> Callable[[list[tuple[Any, ...]]], None] | None:
    """What hands the core's events to an observer, at its rate or sampled; ``None`` for nobody."""
    if observer is None:
        return None
    spec.every = positive("every", observer.every)
    sampling: Sampling | None = getattr(observer, "sampling", None)
    if sampling is not None:
        spec.sample_first = positive("sampling.first", sampling.first)
        spec.sample_most = positive("sampling.most", sampling.most)

    def tell(events: list[tuple[Any, ...]]) -> None:
        observer.on_events([SearchEvent(*event) for event in events])

    return tell


class SearchAnswer(NamedTuple):
    """The core's answer to a search, as it comes."""

    verdict: str
    reason: str
    moves: Sequence[Any]
    cost: float
    lower_bound: float
    stats: dict[str, float]
    why: str = ""


def search_result(raw: tuple[Any, ...]) -> SolveResult[Any]:
    """The core's answer to a search as a result."""
    return to_result(SearchAnswer(*raw))


def replay(game: SearchGame[P, M], position: P, moves: Sequence[M]) -> tuple[str, ...]:
    """Contract: no solution leaves unless the checked rules accept every move of it.

    The texts of the moves, where the game has a notation.
    """
    notation = getattr(game, "notation", None)
    texts = []
    for number, move in enumerate(moves, start=1):
        try:
            if notation is not None:
                texts.append(notation.format(position, move))
            position = game.play(position, move)
        except ValueError as error:
            raise ReplayError(f"move {number} of the solution is not legal: {error}") from error
    outcome = game.outcome(position)
    if getattr(outcome, "value", outcome) != "won":
        raise ReplayError(f"the solution's {len(moves)} moves do not win")
    return tuple(texts)
