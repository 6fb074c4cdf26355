"""The solvers of pile-building games.

``auto`` decides: a fast incomplete portfolio and a complete search that proves, in turns that grow.
``short`` looks for few moves and improves as long as it may. ``shortest`` proves that no solution is
shorter, in a metric of your choice, or gives the best found with its lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from winnable._core import CancelToken, PatienceResult, metric_names
from winnable._core import PatienceSolver as CoreSolver
from winnable.errors import InputError
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.moves import Autoplay, parse_autoplay
from winnable.search.api import Limits, Observer, SolveResult
from winnable.search.native import NativeSolver, refuse_observer
from winnable.search.solvers import SolverKind, check_kind, check_metric

__all__ = ["SOLVERS", "PatienceSolver"]


class PatienceSolver(NativeSolver[PatiencePosition, PatienceMove, PatienceResult]):
    """Satisfies :class:`winnable.search.api.Solver`; keeps its tables from one position to the next.

    Args:
        game: a pile-building game.
        kind: ``auto``, ``short`` or ``shortest``.
        metric: what ``shortest`` minimises; see ``winnable._core.metric_names()``.
        autoplay: under ``max`` every card that can go home does so at once after each move, and a win is
            sought, or the lack of one proved, among the lines that this leaves. What the other policies
            send home is never missed: so nothing changes under these, and any win can be played.
        supermoves: False leaves single cards alone to move; UNSOLVABLE then says no more than that.
        on_improvement: called with each better solution that ``short`` and ``shortest`` find in
            ``solve_many``.

    Raises:
        InputError: no such solver, metric or autoplay, or ``shortest`` under ``max``.
    """

    def __init__(
        self,
        game: PatienceGame,
        kind: str = "auto",
        metric: str = "moves",
        autoplay: str = "none",
        *,
        supermoves: bool = True,
        on_improvement: Callable[[PatienceResult], None] | None = None,
    ) -> None:
        kind = check_kind(kind, SOLVERS)
        metric = check_metric(metric, metric_names())
        policy = parse_autoplay(autoplay)
        if kind == "shortest" and policy is Autoplay.MAX:
            raise InputError("shortest does not play under autoplay max", expected="the solver auto or short")
        self.game = game
        self.kind = kind
        self._core = CoreSolver(game.core, kind, metric, policy.value, supermoves)
        self._solve_many = partial(self._core.solve_many, on_improvement=on_improvement)

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
        refuse_observer(observer)
        limits = limits or Limits()
        left = limits.left()
        tell = None if on_improvement is None else lambda raw: on_improvement(self.to_result(raw))
        (raw,) = self._core.solve_many(
            [position], left.nodes or 0, left.seconds or 0.0, left.bytes, token, tell
        )
        limits.spend(raw.stats["expanded"])
        return self.to_result(raw)


def _make(kind: str) -> Callable[..., PatienceSolver]:
    def make(
        game: PatienceGame, metric: str = "moves", autoplay: str = "none", **options: Any
    ) -> PatienceSolver:
        return PatienceSolver(game, kind, metric, autoplay, **options)

    return make


_KINDS: Final[tuple[SolverKind[PatienceGame], ...]] = (
    SolverKind(
        "auto",
        "decides: a fast portfolio, then a complete search that proves",
        _make("auto"),
        takes=("autoplay",),
    ),
    SolverKind(
        "short",
        "looks for few moves, and improves as long as it may",
        _make("short"),
        takes=("autoplay",),
        improves=True,
    ),
    SolverKind(
        "shortest",
        "proves that no solution is shorter",
        _make("shortest"),
        metrics=tuple(metric_names()),
        takes=("autoplay",),
        improves=True,
        proved="proved shortest",
    ),
)
SOLVERS: Final[Mapping[str, SolverKind[PatienceGame]]] = {kind.name: kind for kind in _KINDS}
