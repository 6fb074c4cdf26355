"""A position of any game written out, in each form that its family has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from winnable.errors import InputError, quote
from winnable.family import RegisteredGame

if TYPE_CHECKING:
    from winnable.text.readers import Notes

__all__ = ["form_warning", "position_data", "write_position"]


def write_position(
    game: RegisteredGame[Any, Any], position: Any, form: str = "board", notes: Notes | None = None
) -> str:
    """The position as text that reads back: a board, JSON, or what else its family writes (``family.forms``).

    A form may hold less: a game ID of Undead only the puzzle, a deck of Pyramid only a start. In Spider and
    its kin ``position`` may also be a setup, whose hidden cards may be unknown. ``notes`` are what the
    position's text had beside it; a form that cannot hold them is without them.

    Raises:
        InputError: this family of games has no such form, or it can hold only the start of a deal.
    """
    forms = game.family.forms()
    if form not in forms:
        raise InputError(
            f"{game.info.name} has no format {quote(form)}", expected="one of " + ", ".join(forms)
        )
    if notes is not None and form in (noted := game.family.noted_forms()):
        return noted[form](game, position, notes)
    return forms[form](game, position)


def form_warning(game: RegisteredGame[Any, Any], position: Any, form: str) -> str:
    """What whoever gets the position in this form must know: that the program whose form it is refuses it;
    empty where there is nothing to say."""
    warn = game.family.form_warnings().get(form)
    return "" if warn is None else warn(game, position)


def position_data(game: RegisteredGame[Any, Any], position: Any) -> dict[str, Any]:
    """The position, as ``write_position`` takes it, as a value that JSON can hold, with its game's name."""
    return game.family.json(game, position)
