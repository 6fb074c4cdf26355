"""The solver of Spider and its kin with every card known.

``auto`` finds a win, or proves that there is none where that can be done within the limits: beams of
growing width, and between them a complete search.
"""

from __future__ import annotations

from collections.abc import Sequence

from winnable._core import CancelToken, SpiderResult
from winnable._core import SpiderSolver as CoreSolver
from winnable.errors import InputError
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.search.api import Limits, Observer, SolveResult
from winnable.search.native import to_result

__all__ = ["SOLVER_NAMES", "SpiderSolver"]

SOLVER_NAMES = ("auto",)


class SpiderSolver:
    """Satisfies :class:`winnable.search.api.Solver`. It knows the cards that a player does not see.

    Args:
        game: Spider or one of its kin.
        kind: ``auto``.

    Raises InputError for a kind that the game does not have.
    """

    def __init__(self, game: SpiderGame, kind: str = "auto") -> None:
        if kind not in SOLVER_NAMES:
            raise InputError(f"unknown solver {kind!r}", expected="one of " + ", ".join(SOLVER_NAMES))
        self.game = game
        self.kind = kind
        self._core = CoreSolver(game.core)

    def solve(
        self,
        position: SpiderPosition,
        *,
        limits: Limits | None = None,
        observer: Observer | None = None,
        token: CancelToken | None = None,
    ) -> SolveResult[PatienceMove]:
        """Can this position be won?

        Raises ValueError for an ``observer``: these solvers have no events, the searches do.
        """
        if observer is not None:
            raise ValueError("solvers report no events; use winnable.search.search to watch a search")
        (raw,) = self.solve_many([position], limits=limits, token=token)
        return to_result(raw)

    def solve_many(
        self,
        positions: Sequence[SpiderPosition],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[SpiderResult]:
        """Answers in the order of the positions, as light native results; limits are for each one."""
        limits = limits or Limits()
        return self._core.solve_many(
            list(positions), limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token
        )
