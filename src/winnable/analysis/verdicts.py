"""Is the game still winnable after each legal move?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import GameSolver, make_solver

__all__ = ["MoveVerdict", "move_verdicts"]

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class MoveVerdict(Generic[M]):
    """One legal move and what it leads to.

    ``length`` is the length, with this move, of the win that was found (the shortest only where the
    solver proves that); 0 if none was. ``why`` says why an UNSOLVABLE move loses, where one reason will do.
    """

    move: M
    text: str
    verdict: Verdict
    reason: StopReason
    length: int
    why: str = ""


def move_verdicts(
    game: Any,
    position: Any,
    *,
    solver: str = "auto",
    limits: Limits | None = None,
    token: CancelToken | None = None,
    distinct: bool = False,
) -> list[MoveVerdict[Any]]:
    """The verdict of each legal move of a game with solvers, in the game's order; ``limits`` are for each.

    ``solver`` is one of ``solver_names(game)``. ``distinct`` leaves out moves that only differ in which
    empty cell or column they fill, and those that change nothing. InputError for an unknown solver, and
    for ``score``, which answers another question.
    """
    if solver == "score":
        raise InputError("score does not say which moves win", expected="auto or fewest")
    maker = make_solver(game, solver)
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
    game: Any, solver: GameSolver, position: Any, limits: Limits | None, token: CancelToken | None
) -> tuple[Verdict, StopReason, int, str]:
    (raw,) = solver.solve_many([position], limits=limits, token=token)
    verdict, why = Verdict(raw.verdict), raw.why
    if verdict is Verdict.UNSOLVABLE and not why and game.info.family == "undead":
        from winnable.families.undead.mistakes import what_is_broken

        why = what_is_broken(position)
    return verdict, StopReason(raw.reason), raw.length, why
