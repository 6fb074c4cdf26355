"""Positions as JSON.

    {"game": "freecell", "columns": [["JD", "2D"], ...], "cells": ["KC", null],
     "foundations": {"C": 3, "D": 0, "H": 5, "S": 0}, "base": "A"}

Columns are deepest card first, an empty cell is null, and a foundation is its number of cards.
Only ``columns`` must be there; a key that is not listed here is an error.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from winnable.cards import RANK_LETTERS, SUIT_LETTERS, Rank, Suit, parse_rank
from winnable.errors import InputError, quote
from winnable.families.patience.setup import (
    BOARD,
    RANKS,
    Setup,
    Slot,
    cell_slot,
    column_slot,
    foundation_slot,
)
from winnable.text.json_reader import JsonPlaces, JsonReader
from winnable.text.json_text import JsonText, Path

KEYS: Final = ("deal", "game", "columns", "cells", "foundations", "base")


class JsonPosition(NamedTuple):
    """A setup, the game that its text names, if it names one (``freecell:cells=3``), and its deal.

    The deal is what answers call the position; it is not looked up.
    """

    setup: Setup
    game: str | None
    deal: int | str | None = None


def to_data(setup: Setup, game: str | None = None) -> dict[str, Any]:
    """The position as a value that JSON can hold; ``game`` is left out if None."""
    value: dict[str, Any] = {} if game is None else {"game": game}
    value["columns"] = [[str(card) for card in column] for column in setup.columns]
    value["cells"] = [None if card is None else str(card) for card in setup.cells]
    value["foundations"] = {SUIT_LETTERS[suit]: setup.foundation_counts[suit] for suit in Suit}
    value["base"] = setup.base.letter
    return value


def format_position(setup: Setup, game: str | None = None, *, indent: int | None = None) -> str:
    """The position as JSON text, on one line unless ``indent`` asks for more."""
    return json.dumps(to_data(setup, game), indent=indent)


def parse_position(text: str, source: str | None = None, first_line: int = 1) -> JsonPosition:
    """The position in ``text``; InputError with line and column for whatever is not as above."""
    return _Reader(JsonText(text, source, first_line)).position()


class _Reader(JsonReader):
    def position(self) -> JsonPosition:
        value = self.fields((), self.text.value, KEYS, "columns")
        game, deal = self.game(value), self.deal(value)
        columns = [
            self.cards(("columns", i), column)
            for i, column in enumerate(self.items(("columns",), value["columns"]))
        ]
        cells = self.cards_or_gaps(("cells",), value.get("cells", []))
        counts, letters = self._foundations(value.get("foundations", {}))
        paths = _paths([len(column) for column in columns], len(cells), letters)
        setup = Setup(
            columns,
            cells,
            counts,
            self._base(value.get("base", "A")),
            places=JsonPlaces(self.text, paths),
            source=self.text.source,
        )
        return JsonPosition(setup, game, deal)

    def _foundations(self, value: object) -> tuple[list[int], dict[int, str]]:
        if not isinstance(value, dict):
            raise self.text.error(("foundations",), "foundations is not an object", 'one such as {"C": 3}')
        counts = [0] * len(Suit)
        letters: dict[int, str] = {}
        for letter, count in value.items():
            path = ("foundations", letter)
            suit = SUIT_LETTERS.find(letter.upper()) if len(letter) == 1 else -1
            if suit < 0 or suit in letters:
                what = f"foundation {quote(letter)} is unknown or given twice"
                raise self.text.error(path, what, f"each of {SUIT_LETTERS} at most once", key=True)
            if type(count) is not int or not 0 <= count <= RANKS:
                raise self.text.error(path, f"foundation {letter} is no number of cards", "0 to 13")
            counts[suit] = count
            letters[suit] = letter
        return counts, letters

    def _base(self, value: object) -> Rank:
        try:
            return parse_rank(value if isinstance(value, str) else "")
        except InputError:
            expected = f"one of {RANK_LETTERS}, as a text"
            raise self.text.error(("base",), "the base is no rank", expected) from None


def _paths(columns: list[int], cells: int, letters: dict[int, str]) -> dict[Slot, Path]:
    """Where each part of a position is found in the JSON value; ``columns`` are their lengths."""
    paths: dict[Slot, Path] = {BOARD: ()}
    for i, length in enumerate(columns):
        paths[column_slot(i)] = ("columns", i)
        paths.update({column_slot(i, j): ("columns", i, j) for j in range(length)})
    paths.update({cell_slot(i): ("cells", i) for i in range(cells)})
    paths.update({foundation_slot(suit): ("foundations", key) for suit, key in letters.items()})
    return paths
