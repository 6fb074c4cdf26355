"""The solvers of Undead, all exact.

``auto`` finds a solution and whether it is the only one, ``first`` a solution, and ``count`` how many
there are, up to a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from winnable._core import CancelToken, UndeadClue, UndeadConflict, UndeadResult
from winnable._core import UndeadSolver as CoreSolver
from winnable._core import undead_conflict as core_conflict
from winnable.errors import InputError
from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition
from winnable.search.api import Limits
from winnable.search.native import NativeSolver
from winnable.search.solvers import SolverKind, check_kind

__all__ = ["SOLVERS", "UndeadClue", "UndeadConflict", "UndeadSolver", "find_conflict"]

MOST_COUNTED = 1_000_000  # that `count` counts to, unless told otherwise
_SOUGHT = {"auto": 2, "first": 1}


class UndeadSolver(NativeSolver[UndeadPosition, UndeadMove, UndeadResult]):
    """Satisfies :class:`winnable.search.api.Solver`; keeps its memory from one position to the next.

    Args:
        game: Undead.
        kind: ``auto``, ``first`` or ``count``.
        most: how far ``count`` counts; a board with more solutions answers so many.

    What is filled in is taken as true: SOLVED says that it can be completed. Raises InputError for a kind
    that the game does not have.
    """

    def __init__(self, game: UndeadGame, kind: str = "auto", most: int = MOST_COUNTED) -> None:
        kind = check_kind(kind, SOLVERS)
        if most < 1:
            raise InputError(f"cannot count to {most}", expected="1 or more")
        self.game = game
        self.kind = kind
        self._core = CoreSolver(_SOUGHT.get(kind, most))
        self._solve_many = self._core.solve_many


def find_conflict(
    position: UndeadPosition, *, limits: Limits | None = None, token: CancelToken | None = None
) -> UndeadConflict | None:
    """The fewest clues (sightings, totals, monsters filled in) that already contradict each other.

    None where the position can be completed, or where the limits end before that is known.
    """
    limits = (limits or Limits()).left()
    return core_conflict(position, limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token)


def _make(kind: str) -> Callable[..., UndeadSolver]:
    def make(game: UndeadGame, most: int = MOST_COUNTED) -> UndeadSolver:
        return UndeadSolver(game, kind, most)

    return make


_KINDS: Final[tuple[SolverKind[UndeadGame], ...]] = (
    SolverKind("auto", "finds a solution, and whether it is the only one", _make("auto")),
    SolverKind("first", "finds a solution, and does not ask whether there are others", _make("first")),
    SolverKind("count", "counts the solutions, up to a number", _make("count"), takes=("most",)),
)
SOLVERS: Final[Mapping[str, SolverKind[UndeadGame]]] = {kind.name: kind for kind in _KINDS}
