"""The solver of Spider and its kin with every card known.

``auto`` finds a win, or proves that there is none where that can be done within the limits: beams of
growing width, and between them a complete search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from winnable._core import SpiderResult
from winnable._core import SpiderSolver as CoreSolver
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.search.native import NativeSolver
from winnable.search.solvers import SolverKind, check_kind

__all__ = ["SOLVERS", "SpiderSolver"]


class SpiderSolver(NativeSolver[SpiderPosition, PatienceMove, SpiderResult]):
    """Satisfies :class:`winnable.search.api.Solver`. It knows the cards that a player does not see.

    Args:
        game: Spider or one of its kin.
        kind: ``auto``.

    Raises InputError for a kind that the game does not have.
    """

    def __init__(self, game: SpiderGame, kind: str = "auto") -> None:
        check_kind(kind, SOLVERS)
        self.game = game
        self.kind = kind
        self._core = CoreSolver(game.core)
        self._solve_many = self._core.solve_many


SOLVERS: Final[Mapping[str, SolverKind[SpiderGame]]] = {
    "auto": SolverKind("auto", "finds a win, or proves that there is none, knowing every card", SpiderSolver),
}
