"""A solver for games written in Python: a textbook search that proves, seen as the solvers of the core
are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Generic, TypeVar

from winnable._core import CancelToken
from winnable.family import RegisteredGame
from winnable.search.algorithms import search
from winnable.search.api import Limits, SolveResult

__all__ = ["PythonResult", "PythonSolver"]

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class PythonResult(Generic[P, M]):
    """An answer about ``start``; satisfies :class:`winnable.search.native.RawResult`."""

    game: RegisteredGame[P, M]
    start: P
    result: SolveResult[M]

    @property
    def verdict(self) -> str:
        return self.result.verdict.value

    @property
    def reason(self) -> str:
        return self.result.reason.value

    @property
    def length(self) -> int:
        return len(self.result.moves)

    @property
    def moves(self) -> tuple[M, ...]:
        return self.result.moves

    @property
    def texts(self) -> list[str]:
        """The moves in the game's notation; each is written in the position in which it is made."""
        position, texts = self.start, []
        for move in self.result.moves:
            texts.append(self.game.notation.format(position, move))
            position = self.game.play(position, move)
        return texts

    @property
    def cost(self) -> float:
        return self.result.cost

    @property
    def lower_bound(self) -> float:
        return self.result.lower_bound

    @property
    def why(self) -> str:
        return self.result.why

    @property
    def stats(self) -> dict[str, float]:
        return asdict(self.result.stats)


class PythonSolver(Generic[P, M]):
    """Satisfies :class:`winnable.search.native.GameSolver`.

    Args:
        game: a game written in Python.
        algorithm: a complete search: breadth_first finds shortest wins, depth_first finds any.
    """

    def __init__(self, game: RegisteredGame[P, M], algorithm: str = "breadth_first") -> None:
        self.game, self.algorithm = game, algorithm

    def solve(
        self, position: P, *, limits: Limits | None = None, token: CancelToken | None = None
    ) -> SolveResult[M]:
        """Can this position be won?"""
        limits = limits or Limits()
        result = search(self.game, position, self.algorithm, limits=limits.left(), token=token)
        limits.spend(result.stats.expanded)
        return result

    def solve_many(
        self, positions: Sequence[P], *, limits: Limits | None = None, token: CancelToken | None = None
    ) -> list[PythonResult[P, M]]:
        """Answers in the order of the positions; limits are for each one."""
        return [
            PythonResult(self.game, position, self.solve(position, limits=limits, token=token))
            for position in positions
        ]
