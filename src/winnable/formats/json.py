"""Positions as JSON.

    {"game": "freecell", "columns": [["JD", "2D"], ...], "cells": ["KC", null],
     "foundations": {"C": 3, "D": 0, "H": 5, "S": 0}, "base": "A"}

Columns are deepest card first, an empty cell is null, and a foundation is its number of cards.
Only ``columns`` must be there; a key that is not listed here is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from winnable.cards import RANK_LETTERS, SUIT_LETTERS, Card, Rank, Suit, parse_card, parse_rank
from winnable.errors import InputError, Place, quote
from winnable.formats.json_text import JsonText, Path
from winnable.piles import BOARD, RANKS, Setup, Slot, cell_slot, column_slot, foundation_slot

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


class _Reader:
    def __init__(self, text: JsonText) -> None:
        self._text = text

    def position(self) -> JsonPosition:
        value = self._text.value
        if not isinstance(value, dict):
            raise self._text.error((), "this JSON is not a position", expected="an object with columns")
        for key in value:
            if key not in KEYS:
                expected = "one of " + ", ".join(KEYS)
                raise self._text.error((key,), f"unknown key {quote(key)}", expected, key=True)
        if "columns" not in value:
            raise self._text.error((), "this position has no columns", expected='a key "columns"')
        game = value.get("game")
        if game is not None and not isinstance(game, str):
            raise self._text.error(("game",), "the game is not a text", expected="a name such as freecell")
        deal = value.get("deal")
        if deal is not None and type(deal) not in (int, str):
            raise self._text.error(
                ("deal",), "the deal is no name", expected='a number, or a text such as "ms:617"'
            )
        columns = [
            [self._card(("columns", i, j), card) for j, card in enumerate(self._list(("columns", i), column))]
            for i, column in enumerate(self._list(("columns",), value["columns"]))
        ]
        cells = [
            None if card is None else self._card(("cells", i), card)
            for i, card in enumerate(self._list(("cells",), value.get("cells", [])))
        ]
        counts, letters = self._foundations(value.get("foundations", {}))
        places = _Places(self._text, [len(column) for column in columns], len(cells), letters)
        setup = Setup(
            columns,
            cells,
            counts,
            self._base(value.get("base", "A")),
            places=places,
            source=self._text.source,
        )
        return JsonPosition(setup, game, deal)

    def _list(self, path: Path, value: object) -> list[object]:
        if not isinstance(value, list):
            raise self._text.error(path, f"{_spell(path)} is not a list", expected="a list in [ ]")
        return value

    def _card(self, path: Path, value: object) -> Card:
        if not isinstance(value, str):
            raise self._text.error(path, f"{_spell(path)} is not a card", expected='a text such as "TH"')
        try:
            return parse_card(value)
        except InputError as error:
            raise self._text.error(path, error.what, error.expected, error.mend) from None

    def _foundations(self, value: object) -> tuple[list[int], dict[int, str]]:
        if not isinstance(value, dict):
            raise self._text.error(("foundations",), "foundations is not an object", 'one such as {"C": 3}')
        counts = [0] * len(Suit)
        letters: dict[int, str] = {}
        for letter, count in value.items():
            path = ("foundations", letter)
            suit = SUIT_LETTERS.find(letter.upper()) if len(letter) == 1 else -1
            if suit < 0 or suit in letters:
                what = f"foundation {quote(letter)} is unknown or given twice"
                raise self._text.error(path, what, f"each of {SUIT_LETTERS} at most once", key=True)
            if type(count) is not int or not 0 <= count <= RANKS:
                raise self._text.error(path, f"foundation {letter} is no number of cards", "0 to 13")
            counts[suit] = count
            letters[suit] = letter
        return counts, letters

    def _base(self, value: object) -> Rank:
        try:
            return parse_rank(value if isinstance(value, str) else "")
        except InputError:
            expected = f"one of {RANK_LETTERS}, as a text"
            raise self._text.error(("base",), "the base is no rank", expected) from None


class _Places(Mapping[Slot, Place]):
    """Where each part of a position stands; found only when an error asks for it."""

    def __init__(self, text: JsonText, columns: list[int], cells: int, letters: dict[int, str]) -> None:
        self._text = text
        self._paths: dict[Slot, Path] = {BOARD: ()}
        for i, length in enumerate(columns):
            self._paths[column_slot(i)] = ("columns", i)
            self._paths.update({column_slot(i, j): ("columns", i, j) for j in range(length)})
        self._paths.update({cell_slot(i): ("cells", i) for i in range(cells)})
        self._paths.update({foundation_slot(suit): ("foundations", key) for suit, key in letters.items()})

    def __getitem__(self, slot: Slot) -> Place:
        return self._text.place(self._paths[slot])

    def __iter__(self) -> Iterator[Slot]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _spell(path: Path) -> str:
    """``columns[3][0]``"""
    return "".join(step if isinstance(step, str) else f"[{step}]" for step in path)
