"""A position of any game written out, in each form that its family has."""

from __future__ import annotations

import json as json_text
from typing import Any, Final

from winnable.errors import InputError, quote

# By family: the forms in which a position can be written, the usual one first.
FORMS: Final = {"patience": ("board", "json"), "pairing": ("board", "flat", "thesis", "json")}


def write_position(game: Any, position: Any, form: str = "board") -> str:
    """The position as text that reads back: a board, a deck on one line (flat), the thesis's JSON, or ours.

    Raises:
        InputError: this family of games has no such form, or it can hold only the start of a deal.
    """
    forms = FORMS[game.info.family]
    if form not in forms:
        raise InputError(
            f"{game.info.name} has no format {quote(form)}", expected="one of " + ", ".join(forms)
        )
    if form == "json":
        return json_text.dumps(position_data(game, position)) + "\n"
    if game.info.family == "patience":
        from winnable.formats.fcsolve import format_board

        return format_board(game.setup(position))
    if form == "board":
        from winnable.formats import pairing_text

        return pairing_text.format_board(game.setup(position), game.core)
    deck = start_deck(game, position, form)
    if form == "flat":
        from winnable.formats.flat import format_deck

        return format_deck(deck)
    from winnable.formats import thesis
    from winnable.pairing_setup import row_lengths

    return json_text.dumps(thesis.to_data(deck, row_lengths(game.core))) + "\n"


def position_data(game: Any, position: Any) -> dict[str, Any]:
    """The position as a value that JSON can hold, with the name of its game."""
    if game.info.family == "patience":
        from winnable.formats import json

        return json.to_data(game.setup(position), game=game.spelled)
    from winnable.formats import pairing_json

    return pairing_json.to_data(game.setup(position), game.core, game=game.spelled)


def start_deck(game: Any, position: Any, form: str = "flat") -> bytes:
    """The 52 cards whose deal is this position of a pairing game; InputError if it is not a start."""
    deck: bytes = game.setup(position).dealt_order()
    try:
        if game.deal_deck(deck) == position:
            return deck
    except ValueError:  # not 52 cards
        pass
    raise InputError(
        f"this position is not the start of a deal, which is all that {quote(form)} can hold",
        mend="write it as a board or as json",
    )
