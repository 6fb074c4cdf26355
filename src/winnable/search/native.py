"""Answers of the native solvers, and the value that every solver answers with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from winnable._core import CancelToken
from winnable.search.api import Limits, SolveResult, Stats, StopReason, Verdict

__all__ = ["GameSolver", "RawResult", "to_result"]


class RawResult(Protocol):
    """A native answer about ``start``; its moves become Python objects only when asked for."""

    @property
    def start(self) -> Any: ...
    @property
    def verdict(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def moves(self) -> Sequence[Any]: ...
    @property
    def texts(self) -> Sequence[str]: ...
    @property
    def cost(self) -> float: ...
    @property
    def lower_bound(self) -> float: ...
    @property
    def why(self) -> str: ...
    @property
    def stats(self) -> dict[str, float]: ...


class GameSolver(Protocol):
    """A solver of one family of games: one position, or many in one call."""

    def solve(
        self, position: Any, *, limits: Limits | None = None, token: CancelToken | None = None
    ) -> SolveResult[Any]: ...

    def solve_many(
        self, positions: Sequence[Any], *, limits: Limits | None = None, token: CancelToken | None = None
    ) -> Sequence[RawResult]:
        """Answers in the order of the positions; limits are for each one."""
        ...


def to_result(raw: RawResult) -> SolveResult[Any]:
    """A native answer as the value that every solver answers with."""
    stats = raw.stats
    seconds = stats.pop("seconds")
    return SolveResult(
        verdict=Verdict(raw.verdict),
        reason=StopReason(raw.reason),
        moves=tuple(raw.moves),
        cost=raw.cost,
        lower_bound=raw.lower_bound,
        stats=Stats(seconds=seconds, **{name: int(value) for name, value in stats.items()}),
        why=raw.why,
    )
