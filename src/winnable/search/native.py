"""Solvers of the core: their answers, and what the solvers of all families have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.search.api import Limits, Observer, SolveResult, Stats, StopReason, Verdict

__all__ = [
    "GameSolver",
    "NativeSolver",
    "RawAnswer",
    "RawResult",
    "ask_in_turn",
    "refuse_observer",
    "to_result",
]

P = TypeVar("P")
M = TypeVar("M")
R = TypeVar("R", bound="RawResult")


class RawAnswer(Protocol):
    """What the core answers, be it a solver or a search."""

    @property
    def verdict(self) -> str:
        """The value of a :class:`~winnable.search.api.Verdict`."""
        ...

    @property
    def reason(self) -> str:
        """The value of a :class:`~winnable.search.api.StopReason`."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """The line that was found, as moves of the game; empty if none was."""
        ...

    @property
    def cost(self) -> float:
        """The line's cost in what was minimised; 0 where no line was found."""
        ...

    @property
    def lower_bound(self) -> float:
        """No line costs less than this."""
        ...

    @property
    def why(self) -> str:
        """Why the verdict is UNSOLVABLE, where one reason will do; else empty."""
        ...

    @property
    def stats(self) -> dict[str, float]:
        """The fields of :class:`~winnable.search.api.Stats` by name."""
        ...


class RawResult(RawAnswer, Protocol):
    """A native answer about ``start``; its moves become Python objects only when asked for."""

    @property
    def start(self) -> Any:
        """The position that was asked about."""
        ...

    @property
    def length(self) -> int:
        """The number of moves; counted without making them."""
        ...

    @property
    def texts(self) -> Sequence[str]:
        """The moves in the game's notation."""
        ...


class GameSolver(Protocol):
    """A solver of one family of games: one position, or many in one call."""

    def solve(
        self, position: Any, *, limits: Limits | None = None, token: CancelToken | None = None
    ) -> SolveResult[Any]:
        """The answer about one position; see :class:`winnable.search.api.Solver`."""
        ...

    def solve_many(
        self, positions: Sequence[Any], *, limits: Limits | None = None, token: CancelToken | None = None
    ) -> Sequence[RawResult]:
        """Answers in the order of the positions; limits are for each one, or for all together where they are
        those of an answer that has begun."""
        ...


# Positions, nodes, seconds and bytes (0: no limit), a token, and who is told of better solutions.
SolveMany = Callable[[list[P], int, float, int, CancelToken | None], list[R]]


class NativeSolver(Generic[P, M, R]):
    """A solver of the core, seen as :class:`winnable.search.api.Solver`; keeps its tables between positions.

    A family's solver sets ``kind``, its name, and ``_solve_many``, the call of the core.
    """

    kind: str
    _solve_many: SolveMany[P, R]

    def solve(
        self,
        position: P,
        *,
        limits: Limits | None = None,
        observer: Observer | None = None,
        token: CancelToken | None = None,
    ) -> SolveResult[M]:
        """Can this position be won, or what else was asked of it?

        Raises ValueError for an ``observer``: these solvers have no events, the searches do.
        """
        refuse_observer(observer)
        (raw,) = self.solve_many([position], limits=limits, token=token)
        return self.to_result(raw)

    def solve_many(
        self,
        positions: Sequence[P],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[R]:
        """Answers in the order of the positions, as light native results; limits are for each one, or for
        all together where they are those of an answer that has begun."""
        limits = limits or Limits()

        def ask(some: Sequence[P], left: Limits) -> list[R]:
            return self._solve_many(list(some), left.nodes or 0, left.seconds or 0.0, left.bytes, token)

        if limits.budget is None:
            return ask(positions, limits)
        return ask_in_turn(lambda position, left: ask([position], left)[0], positions, limits)

    def to_result(self, raw: R) -> SolveResult[M]:
        """A native answer as the value that every solver answers with."""
        return to_result(raw)


def ask_in_turn(ask: Callable[[P, Limits], R], positions: Sequence[P], limits: Limits) -> list[R]:
    """Asks about one position after the other within the limits of one answer.

    At first each may take an equal part of what is left, so that a hard one does not take it all; those for
    which that was not enough are asked about again, with what is left over then.
    """
    answers: list[R] = []
    again = list[int]()
    for number, position in enumerate(positions):
        raw, enough = _ask(ask, position, limits, len(positions) - number)
        answers.append(raw)
        if not enough:
            again.append(number)
    for number, i in enumerate(again):
        if limits.spent:
            break
        answers[i], _ = _ask(ask, positions[i], limits, len(again) - number)
    return answers


def _ask(ask: Callable[[P, Limits], R], position: P, limits: Limits, parts: int) -> tuple[R, bool]:
    """The answer with one part of what is left; would more of it have helped?"""
    left = limits.part(parts).left()
    raw = ask(position, left)
    limits.spend(raw.stats["expanded"])
    short_of = {"nodes": left.nodes != limits.nodes, "time": True}
    return raw, raw.verdict != Verdict.UNKNOWN.value or not short_of.get(raw.reason, False)


def refuse_observer(observer: Observer | None) -> None:
    """ValueError for an observer."""
    if observer is not None:
        raise ValueError("solvers report no events; use winnable.search.search to watch a search")


def to_result(raw: RawAnswer) -> SolveResult[Any]:
    """A native answer as the value that every solver and every search answers with."""
    return SolveResult(
        verdict=Verdict(raw.verdict),
        reason=StopReason(raw.reason),
        moves=tuple(raw.moves),
        cost=raw.cost,
        lower_bound=raw.lower_bound,
        stats=to_stats(raw.stats),
        why=raw.why,
        score=getattr(raw, "score", None),
        score_bound=getattr(raw, "score_bound", None),
        solutions=getattr(raw, "solutions", None),
        unique=getattr(raw, "unique", None),
        second=tuple(getattr(raw, "second_moves", ())),
        texts=tuple(getattr(raw, "texts", ())),
        second_texts=tuple(getattr(raw, "second_texts", ())),
    )


def to_stats(stats: Mapping[str, float]) -> Stats:
    """The core's counts; all but the seconds are whole numbers."""
    counts = {name: int(value) for name, value in stats.items() if name != "seconds"}
    return Stats(seconds=stats["seconds"], **counts)
