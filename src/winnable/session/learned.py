"""What a hint and the verdicts of the moves say of the places of a session.

A win that one of them finds is often shorter than the one that a verdict had; whoever asks after it then
hears of the same, and what is proved lost need not be proved again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from winnable.analysis.hint import Hint
from winnable.analysis.move_table import MoveVerdict, MoveVerdicts
from winnable.analysis.verdict import PositionVerdict, moves_as_played
from winnable.search.api import StopReason, Verdict

if TYPE_CHECKING:
    from winnable.session.session import Session

__all__ = ["learn_hint", "learn_rows"]


def learn_hint(session: Session[Any, Any], advice: Hint[Any]) -> None:
    """The win that a hint begins, and which other moves lose. The line to the most points need be no win, and
    a family's own kind of hint may be about another position."""
    if session.game.family.hint is not None:
        return
    if advice.verdict is Verdict.SOLVED and advice.line and advice.score is None:
        _learn_win(session, advice.line, optimal=advice.optimal)
    _learn_losses(session, advice.others)


def learn_rows(session: Session[Any, Any], found: MoveVerdicts[Any]) -> None:
    """The shortest win that is known from here, and which moves lose."""
    place, line = session.here.placed, list[str]()
    for move in found.line:
        line.append(session.game.notation.format(place, move))
        place = session.game.play(place, move)
    if line:
        _learn_win(session, line, optimal=found[0].optimal and found[0].length == len(line))
    _learn_losses(session, found)


def _learn_win(session: Session[Any, Any], line: Sequence[str], *, optimal: bool) -> None:
    moves = moves_as_played(session.game, session.here.placed, line, session.autoplay)
    answer = PositionVerdict(Verdict.SOLVED, StopReason.GOAL, moves, optimal=optimal)
    session.answers.tell(session.here, answer)


def _learn_losses(session: Session[Any, Any], rows: Iterable[MoveVerdict[Any]]) -> None:
    """Under autoplay max a row is about the place after all that goes home by itself."""
    lost = [row for row in rows if row.verdict is Verdict.UNSOLVABLE]
    losses = {row.move_text: PositionVerdict(row.verdict, row.reason, (), row.why) for row in lost}
    session.answers.tell_losses(session.here, losses)
