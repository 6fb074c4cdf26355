"""What the player marks beside the position, such as pencil marks: places keep it, and no rule knows of it.

Marks hold on in whatever follows the place where they were made, so that every variation has those of the
places before it. They are taken back and made again one by one, like moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.errors import InputError
from winnable.family import require
from winnable.session.tree import Node
from winnable.text.readers import Notes

if TYPE_CHECKING:
    from winnable.session.session import Session

__all__ = ["leave_out", "load_mark", "mark", "marks_at_start", "notes_here", "settle", "standing"]

_MOST_MARKS: Final = 10_000  # of one place


def standing(session: Session[Any, Any], node: Node[Any, Any]) -> Sequence[str]:
    """The marks that were made at a place. Those that were taken back where the player is are of the places
    that follow: there they stand."""
    here = session.here
    stand = len(here.marks) - session.marks_back
    if node is here:
        return node.marks[:stand]
    return [*here.marks[stand:], *node.marks] if node.parent is here else node.marks


def settle(session: Session[Any, Any]) -> None:
    """Something new is done where the player is: what was taken back there is gone, but for the places that
    followed it."""
    here = session.here
    for child in here.children:
        child.marks = list(standing(session, child))
    here.marks = list(standing(session, here))
    session.marks_back = 0


def marks_at_start(session: Session[Any, Any]) -> list[str]:
    """The marks of the root, those first that the text of the start had beside it."""
    notes, family = session.noted, session.game.family
    written = family.marks().written(notes) if notes is not None and family.marks is not None else ""
    return [*([written] if written else []), *standing(session, session.root)]


def notes_here(session: Session[Any, Any]) -> Notes | None:
    """What was noted at the start and marked since, as the moves leave it; None where that is nothing."""
    way = list(session.here.way())[::-1]
    notes, place = session.noted, session.root.placed
    if notes is None and not any(node.marks for node in way):
        return None
    if notes is None:
        notes = require(session.game, "marks", session.game.family.marks)().none(place)
    for node in way:
        for move in node.moves:
            notes = notes.played(place, move)
            place = session.game.play(place, move)
        for text in standing(session, node):
            notes = require(session.game, "marks", session.game.family.marks)().made(place, notes, text)
    return notes


def mark(session: Session[Any, Any], text: str) -> None:
    """Makes a mark where one is, unless all is marked so already.

    InputError for a game without marks, and for a text that is no mark on this board.
    """
    kind = require(session.game, "marks", session.game.family.marks)()
    here = session.here
    before = session.notes or kind.none(here.placed)
    if kind.written(kind.made(here.placed, before, text)) == kind.written(before):
        return
    settle(session)
    if len(here.marks) >= _MOST_MARKS:
        expected = f"at most {_MOST_MARKS} at one place of a game"
        raise InputError("too many marks", expected=expected, mend="make a move first")
    here.marks.append(text)
    session.came_from, session.went_to = None, None


def load_mark(session: Session[Any, Any], text: str) -> None:
    """Makes a mark of a saved game where one is; InputError as for :func:`mark`."""
    kind = require(session.game, "marks", session.game.family.marks)()
    kind.made(session.here.placed, kind.none(session.here.placed), text)
    session.here.marks.append(text)


def leave_out(session: Session[Any, Any], node: Node[Any, Any]) -> Node[Any, Any]:
    """Goes to the line without one move of those that led here: those after it are made again, in a
    variation. What was marked meanwhile stays marked.

    InputError for a place that is not on the way here, and for a move that a later one needs.
    """
    way = list(session.here.way())[::-1]
    if node.parent is None or node not in way:
        raise InputError("this move did not lead here", expected="a move on the way to where one is")
    before, after = node.parent, way[way.index(node) + 1 :]
    _check_without(session, before, after)
    last = session.here
    marked = {one: list(standing(session, one)) for one in (node, *after)}
    session.stand_at(before)
    _keep(before, marked[node])
    for one in after:
        _keep(session.enter(one.moves), marked[one])
    session.came_from = last
    return session.here


def _check_without(
    session: Session[Any, Any], before: Node[Any, Any], after: Sequence[Node[Any, Any]]
) -> None:
    place = before.placed
    for text, move in (
        (text, move) for one in after for text, move in zip(one.texts, one.moves, strict=True)
    ):
        try:
            place = session.game.play(place, move)
        except ValueError as error:
            what = f"the move cannot be left out: {text} could not be made without it: {error}"
            raise InputError(what, expected="a move that no later one needs") from None


def _keep(node: Node[Any, Any], marks: list[str]) -> None:
    """Adds marks to a place that it does not end with."""
    if marks and node.marks[-len(marks) :] != marks:
        node.marks = [*node.marks, *marks]
