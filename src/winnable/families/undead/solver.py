"""The solvers of Undead, all exact.

``auto`` finds a solution and whether it is the only one, ``first`` a solution, and ``count`` how many
there are, up to a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from winnable._core import CancelToken, UndeadClue, UndeadConflict, UndeadResult
from winnable._core import UndeadSolver as CoreSolver
from winnable._core import undead_conflict as core_conflict
from winnable.errors import InputError
from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition
from winnable.search.api import Limits, Observer, SolveResult
from winnable.search.native import to_result

__all__ = ["SOLVER_NAMES", "UndeadClue", "UndeadConflict", "UndeadSolver", "find_conflict"]

SOLVER_NAMES = ("auto", "first", "count")
MOST_COUNTED = 1_000_000  # that `count` counts to, unless told otherwise
_SOUGHT = {"auto": 2, "first": 1}


class UndeadSolver:
    """Satisfies :class:`winnable.search.api.Solver`; keeps its memory from one position to the next.

    Args:
        game: Undead.
        kind: ``auto``, ``first`` or ``count``.
        most: how far ``count`` counts; a board with more solutions answers so many.

    What is filled in is taken as true: SOLVED says that it can be completed. Raises InputError for a kind
    that the game does not have.
    """

    def __init__(self, game: UndeadGame, kind: str = "auto", most: int = MOST_COUNTED) -> None:
        if kind not in SOLVER_NAMES:
            raise InputError(f"unknown solver {kind!r}", expected="one of " + ", ".join(SOLVER_NAMES))
        if most < 1:
            raise InputError(f"cannot count to {most}", expected="1 or more")
        self.game = game
        self.kind = kind
        self._core = CoreSolver(_SOUGHT.get(kind, most))

    def solve(
        self,
        position: UndeadPosition,
        *,
        limits: Limits | None = None,
        observer: Observer | None = None,
        token: CancelToken | None = None,
    ) -> SolveResult[UndeadMove]:
        """Can this board be filled in, and in how many ways?

        Raises ValueError for an ``observer``: these solvers have no events, the searches do.
        """
        if observer is not None:
            raise ValueError("solvers report no events; use winnable.search.search to watch a search")
        (raw,) = self.solve_many([position], limits=limits, token=token)
        return replace(
            to_result(raw), solutions=raw.solutions, unique=raw.unique, second=tuple(raw.second_moves)
        )

    def solve_many(
        self,
        positions: Sequence[UndeadPosition],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[UndeadResult]:
        """Answers in the order of the positions, as light native results; limits are for each one."""
        limits = limits or Limits()
        return self._core.solve_many(
            list(positions), limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token
        )


def find_conflict(
    position: UndeadPosition, *, limits: Limits | None = None, token: CancelToken | None = None
) -> UndeadConflict | None:
    """The fewest clues (sightings, totals, monsters filled in) that already contradict each other.

    None where the position can be completed, or where the limits end before that is known.
    """
    limits = limits or Limits()
    return core_conflict(position, limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token)
