"""The texts of pile-building games: what is read, by its first line, and what can be written."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Mapping
from typing import Any, Final

from winnable.families.patience import json
from winnable.families.patience.deck import looks_like_deck, parse_decks
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.families.patience.kpat_save import looks_like_kpat_save, parse_kpat_saves
from winnable.families.patience.text import (
    format_board,
    has_header,
    looks_like_board,
    parse_boards,
    parse_rows,
)
from winnable.text.readers import FamilyReaders, TextKind, one, unnamed

__all__ = ["FORMS", "READERS", "position_data"]

_DECKS: Final = TextKind("deck", "52 cards on one line", looks_like_deck, unnamed(parse_decks))
_COLUMNS: Final = "cards such as 7D TD TH, or a heading such as Freecells:"

_KPAT: Final = TextKind("saved game of KPatience", "<?xml", looks_like_kpat_save, unnamed(parse_kpat_saves))

READERS: Final = FamilyReaders(
    expected="boards, decks or deal numbers one to a line, or JSON",
    has_header=has_header,
    texts=(_KPAT, _DECKS, TextKind("board", _COLUMNS, looks_like_board, unnamed(parse_boards))),
    in_rows=(_DECKS, TextKind("board in rows", _COLUMNS, looks_like_board, unnamed(parse_rows))),
    json=one(json.parse_position),
)


def position_data(game: PatienceGame, position: PatiencePosition) -> dict[str, Any]:
    """The position as a value that JSON can hold, with its game's name."""
    return json.to_data(game.setup(position), game=game.spelled)


FORMS: Final[Mapping[str, Callable[[PatienceGame, PatiencePosition], str]]] = {
    "board": lambda game, position: format_board(game.setup(position)),
    "json": lambda game, position: json_text.dumps(position_data(game, position)) + "\n",
}
