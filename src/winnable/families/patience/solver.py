"""The solvers of pile-building games.

``auto`` decides: a fast incomplete portfolio, then a complete search that proves. ``short`` looks
for few moves and improves as long as it may. ``shortest`` proves that no solution is shorter, in a
metric of your choice, or gives the best found with its lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from winnable._core import CancelToken, PatienceResult, metric_names
from winnable._core import PatienceSolver as CoreSolver
from winnable.errors import InputError
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.search.api import Limits, Observer, SolveResult
from winnable.search.native import to_result

__all__ = ["SOLVER_NAMES", "PatienceSolver"]

SOLVER_NAMES = ("auto", "short", "shortest")


class PatienceSolver:
    """Satisfies :class:`winnable.search.api.Solver`; keeps its tables from one position to the next.

    Args:
        game: a pile-building game.
        kind: ``auto``, ``short`` or ``shortest``.
        metric: what ``shortest`` minimises; see ``winnable._core.metric_names()``.
    """

    def __init__(self, game: PatienceGame, kind: str = "auto", metric: str = "moves") -> None:
        if kind not in SOLVER_NAMES:
            raise InputError(f"unknown solver {kind!r}", expected="one of " + ", ".join(SOLVER_NAMES))
        if metric not in metric_names():
            raise InputError(f"unknown metric {metric!r}", expected="one of " + ", ".join(metric_names()))
        self.game = game
        self.kind = kind
        self._core = CoreSolver(game.core, kind, metric)

    def solve(
        self,
        position: PatiencePosition,
        *,
        limits: Limits | None = None,
        observer: Observer | None = None,
        token: CancelToken | None = None,
        on_improvement: Callable[[SolveResult[PatienceMove]], None] | None = None,
    ) -> SolveResult[PatienceMove]:
        """Can this position be won?

        ``on_improvement`` is called with each better solution that ``short`` and ``shortest`` find.
        Raises ValueError for an ``observer``: these solvers have no events, the searches do.
        """
        if observer is not None:
            raise ValueError("solvers report no events; use winnable.search.search to watch a search")
        tell = None if on_improvement is None else lambda raw: on_improvement(to_result(raw))
        return to_result(self._many([position], limits or Limits(), token, tell)[0])

    def solve_many(
        self,
        positions: Sequence[PatiencePosition],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[PatienceResult]:
        """Answers in the order of the positions, as light native results; limits are for each one."""
        return self._many(positions, limits or Limits(), token, None)

    def _many(
        self,
        positions: Sequence[PatiencePosition],
        limits: Limits,
        token: CancelToken | None,
        tell: Callable[[PatienceResult], None] | None,
    ) -> list[PatienceResult]:
        return self._core.solve_many(
            list(positions), limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token, tell
        )
