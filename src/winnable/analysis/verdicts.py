"""Is the game still winnable after each legal move?"""

from __future__ import annotations

from dataclasses import dataclass

from winnable._core import CancelToken
from winnable.games.patience import PatienceGame, PatienceMove, PatiencePosition
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.patience_solver import PatienceSolver

__all__ = ["MoveVerdict", "move_verdicts"]


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """One legal move and what it leads to.

    ``length`` is the length, with this move, of the win that was found (not the shortest); 0 if none was.
    """

    move: PatienceMove
    text: str
    verdict: Verdict
    reason: StopReason
    length: int


def move_verdicts(
    game: PatienceGame,
    position: PatiencePosition,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    distinct: bool = False,
) -> list[MoveVerdict]:
    """The verdict of each legal move, in the game's order; ``limits`` are for each one.

    ``distinct`` leaves out moves that only differ in which empty cell or column they fill, and those
    that change nothing.
    """
    solver = PatienceSolver(game, "auto")
    moves = game.distinct_moves(position) if distinct else game.legal_moves(position)
    answers: dict[PatiencePosition, tuple[Verdict, StopReason, int]] = {}
    out = []
    for move in moves:
        after = game.play(position, move)
        if after not in answers:
            answers[after] = _answer(solver, after, limits, token)
        verdict, reason, length = answers[after]
        text = game.notation.format(position, move)
        out.append(MoveVerdict(move, text, verdict, reason, length + 1 if verdict is Verdict.SOLVED else 0))
    return out


def _answer(
    solver: PatienceSolver, position: PatiencePosition, limits: Limits | None, token: CancelToken | None
) -> tuple[Verdict, StopReason, int]:
    (raw,) = solver.solve_many([position], limits=limits, token=token)
    return Verdict(raw.verdict), StopReason(raw.reason), raw.length
