"""The texts of pairing games: what is read, by its first line, and what can be written."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Mapping
from typing import Any, Final

from winnable.errors import InputError, quote
from winnable.families.pairing import json, thesis_deal
from winnable.families.pairing.flat import format_deck, looks_like_deck, parse_decks
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.setup import PairingSetup, row_lengths
from winnable.families.pairing.text import format_board, has_header, looks_like_board, parse_boards
from winnable.text.readers import FamilyReaders, TextKind, unnamed

__all__ = ["FORMS", "READERS", "position_data", "start_deck"]

_Given = PairingPosition | PairingSetup

READERS: Final = FamilyReaders(
    expected="boards, decks one to a line, deal numbers one to a line, or JSON",
    has_header=has_header,
    texts=(
        TextKind(
            "deck",
            "52 cards on one line",
            lambda line: looks_like_deck(line) and not has_header(line),
            parse_decks,
        ),
        TextKind(
            "board", "the one card of the first row, or a heading", looks_like_board, unnamed(parse_boards)
        ),
    ),
    json=json.parse_positions,
)


def position_data(game: PairingGame, position: _Given) -> dict[str, Any]:
    """The position as a value that JSON can hold, with its game's name."""
    return json.to_data(_piles(game, position), game.core, game=game.spelled)


def _piles(game: PairingGame, given: _Given) -> PairingSetup:
    """The piles of a position, or of a setup, of which cards may be unknown."""
    return given if isinstance(given, PairingSetup) else game.setup(given)


def start_deck(game: PairingGame, position: _Given, form: str = "flat") -> bytes:
    """The 52 cards whose deal is this position; InputError if it is not a start."""
    piles = _piles(game, position)
    if not all(card.known for _, card in piles.slots()):
        what = f"cards of this position are unknown, and {quote(form)} holds them all"
        raise InputError(what, mend="write it as a board or as json")
    deck = piles.dealt_order()
    try:
        if game.setup(game.deal_deck(deck)) == piles:
            return deck
    except ValueError:  # not 52 cards
        pass
    raise InputError(
        f"this position is not the start of a deal, which is all that {quote(form)} can hold",
        mend="write it as a board or as json",
    )


def _thesis(game: PairingGame, position: _Given) -> str:
    deck = start_deck(game, position, "thesis")
    return json_text.dumps(thesis_deal.to_data(deck, row_lengths(game.core))) + "\n"


FORMS: Final[Mapping[str, Callable[[PairingGame, _Given], str]]] = {
    "board": lambda game, position: format_board(_piles(game, position), game.core),
    "flat": lambda game, position: format_deck(start_deck(game, position)),
    "thesis": _thesis,
    "json": lambda game, position: json_text.dumps(position_data(game, position)) + "\n",
}
