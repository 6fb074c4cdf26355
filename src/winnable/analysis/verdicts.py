"""Is the game still winnable after each legal move?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.results import Result
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import GameSolver, choose_solver

__all__ = ["MoveVerdict", "move_verdicts"]

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class MoveVerdict(Result, Generic[M]):
    """One legal move and what it leads to.

    ``length`` is the length, with this move, of the win that was found (the shortest only where the
    solver proves that); 0 if none was. ``why`` says why an UNSOLVABLE move loses, where one reason will do.
    """

    move: M
    move_text: str
    verdict: Verdict
    reason: StopReason
    length: int
    why: str = ""

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "move": self.move_text,
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "length": self.length,
            "why": [self.why] if self.why else [],
        }


def move_verdicts(
    game: RegisteredGame[P, M],
    position: P,
    *,
    solver: str = "auto",
    limits: Limits | None = None,
    token: CancelToken | None = None,
    distinct: bool = False,
) -> list[MoveVerdict[M]]:
    """The verdict of each legal move of a game with solvers, in the game's order; ``limits`` are for each.

    ``solver`` is one of ``solver_names(game)``. ``distinct`` leaves out moves that only differ in which
    empty cell or column they fill, and those that change nothing. InputError for an unknown solver, and
    for ``score``, which answers another question.
    """
    chosen = choose_solver(game, solver)
    if not chosen.decides:
        deciding = [name for name, kind in game.family.solvers().items() if kind.decides]
        raise InputError(f"{solver} does not say which moves win", expected=" or ".join(deciding))
    maker = chosen()
    moves = game.distinct_moves(position) if distinct else game.legal_moves(position)
    answers: dict[Any, tuple[Verdict, StopReason, int, str]] = {}
    out = []
    for move in moves:
        after = game.play(position, move)
        if after not in answers:
            answers[after] = _answer(game, maker, after, limits, token)
        verdict, reason, length, why = answers[after]
        text = game.notation.format(position, move)
        length = length + 1 if verdict is Verdict.SOLVED else 0
        out.append(MoveVerdict(move, text, verdict, reason, length, why))
    return out


def _answer(
    game: RegisteredGame[P, Any],
    solver: GameSolver,
    position: P,
    limits: Limits | None,
    token: CancelToken | None,
) -> tuple[Verdict, StopReason, int, str]:
    (raw,) = solver.solve_many([position], limits=limits, token=token)
    verdict, why = Verdict(raw.verdict), raw.why
    if verdict is Verdict.UNSOLVABLE and not why:
        why = game.family.reasons().why_lost(position)
    return verdict, StopReason(raw.reason), raw.length, why
