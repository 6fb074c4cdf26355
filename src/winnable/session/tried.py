"""A move that was tried instead of one that lost: does it keep the win, and why?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from winnable._core import CancelToken
from winnable.analysis.review import why_move_lost
from winnable.analysis.verdict import PositionVerdict
from winnable.errors import InputError
from winnable.results import Result
from winnable.search.api import Limits, SolveResult, StopReason, Verdict, begun
from winnable.session.session import Session
from winnable.text.phrases import count_noun

__all__ = ["Tried", "tried"]


@dataclass(frozen=True, slots=True)
class Tried(Result):
    """The verdict of the place that a move led to, and in clauses why the move keeps the win or loses it;
    nothing of one that is not decided."""

    answer: PositionVerdict
    reasons: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {**self.answer.data(), "reasons": list(self.reasons)}

    def text(self) -> str:
        """The verdict in a line, then the reasons."""
        return self.answer.text() + "".join(f"{reason}\n" for reason in self.reasons)


def tried(
    session: Session[Any, Any], *, limits: Limits | None = None, token: CancelToken | None = None
) -> Tried:
    """Judges the move that led to where one stands; what is known in ``session.answers`` is not asked again.

    Raises:
        InputError: at the start, and in a game played unseen.
    """
    here, game = session.here, session.game
    if here.parent is None or session.unseen:
        raise InputError("there is no move to judge here", expected="a move of a game with all cards known")
    answer, limits = session.answers.of(here), begun(limits)
    if answer is None or answer.verdict is Verdict.UNKNOWN:
        answer = session.verdict(limits=limits, token=token)
    before = here.parent.placed
    if answer.verdict is Verdict.SOLVED:
        place, moves = here.placed, list(here.moves)
        for text in answer.moves:
            moves.append(game.notation.parse(place, text))
            place = game.play(place, moves[-1])
        win: SolveResult[Any] = SolveResult(Verdict.SOLVED, StopReason.GOAL, tuple(moves), float(len(moves)))
        return Tried(answer, tuple(game.family.reasons().why_it_wins(game, before, win)))
    if answer.verdict is Verdict.UNKNOWN:
        return Tried(answer, ())
    told = why_move_lost(game, before, here.moves[0], answer.why, limits, token)
    if not told and answer.expanded:
        told = [answer.why or f"no line wins after it ({count_noun(answer.expanded, 'position')} searched)"]
    return Tried(answer, tuple(told or [answer.why or "no line wins after it"]))
