"""Positions of Spider and its kin as JSON.

    {"game": "spider", "columns": [["KC", "??", "TS"], ...], "down": [2, ...], "stock": ["6H", ...],
     "runs": {"C": 0, "D": 0, "H": 1, "S": 0}}

Columns are deepest card first, and ``down`` says how many of each lie face down (none, if it is not there);
the stock is next dealt first. Cards that lie face down or in the stock may be unknown. Only ``columns`` must
be there, and without ``runs`` those have left whose cards are missing; a key that is not listed here is an
error.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from winnable.cards import SUIT_LETTERS
from winnable.errors import quote
from winnable.families.spider.setup import BOARD, RUNS, Runs, SpiderSetup, SpiderSlot
from winnable.text.json_reader import JsonPlaces, JsonReader, spell_path
from winnable.text.json_text import JsonText, Path

KEYS: Final = ("deal", "game", "columns", "down", "stock", "runs")


class SpiderJson(NamedTuple):
    """A setup, the game that its text names, if it names one, and its deal, which is what answers call the
    position."""

    setup: SpiderSetup
    game: str | None = None
    deal: int | str | None = None


def to_data(setup: SpiderSetup, game: str | None = None) -> dict[str, Any]:
    """The position as a value that JSON can hold; ``game`` is left out if None."""
    value: dict[str, Any] = {} if game is None else {"game": game}
    value["columns"] = [[str(card) for card in column] for column in setup.columns]
    value["down"] = list(setup.down)
    value["stock"] = [str(card) for card in setup.stock]
    if setup.runs is not None:
        value["runs"] = dict(zip(SUIT_LETTERS, setup.runs, strict=True))
    return value


def format_position(setup: SpiderSetup, game: str | None = None, *, indent: int | None = None) -> str:
    """The position as JSON text, on one line unless ``indent`` asks for more."""
    return json.dumps(to_data(setup, game), indent=indent)


def parse_position(text: str, source: str | None = None, first_line: int = 1) -> SpiderJson:
    """The position in ``text``; InputError with line and column for whatever is not as above."""
    reader = SpiderReader(JsonText(text, source, first_line))
    return reader.position(reader.text.value, ())


class SpiderReader(JsonReader):
    """Reads positions of Spider out of JSON text."""

    def position(self, value: object, path: Path) -> SpiderJson:
        """The position at ``path``."""
        data = self.fields(path, value, KEYS, "columns")
        columns = [
            self.cards((*path, "columns", i), column)
            for i, column in enumerate(self.items((*path, "columns"), data["columns"]))
        ]
        down = [
            self.number((*path, "down", i), number)
            for i, number in enumerate(self.items((*path, "down"), data.get("down", [])))
        ]
        stock = self.cards((*path, "stock"), data.get("stock", []))
        runs = self._runs((*path, "runs"), data["runs"]) if "runs" in data else None
        paths = _paths(path, [len(column) for column in columns], len(down), len(stock))
        if runs is not None:
            paths[RUNS] = (*path, "runs")
        setup = SpiderSetup(
            columns, down, stock, runs, places=JsonPlaces(self.text, paths), source=self.text.source
        )
        return SpiderJson(setup, self.game(data, path), self.deal(data, path))

    def number(self, path: Path, value: object) -> int:
        """A whole number."""
        if type(value) is not int:
            raise self.text.error(path, f"{spell_path(path)} is not a number", expected="a whole number")
        return value

    def _runs(self, path: Path, value: object) -> Runs:
        if not isinstance(value, dict):
            raise self.text.error(path, "the runs are not an object", expected='an object such as {"C": 1}')
        for name in value:
            if name not in SUIT_LETTERS or len(name) != 1:
                what = f"unknown suit {quote(name)}"
                raise self.text.error((*path, name), what, f"one of {SUIT_LETTERS}", key=True)
        clubs, diamonds, hearts, spades = (
            self.number((*path, letter), value.get(letter, 0)) for letter in SUIT_LETTERS
        )
        return clubs, diamonds, hearts, spades


def _paths(path: Path, columns: list[int], down: int, stock: int) -> dict[SpiderSlot, Path]:
    """Where each part of the position at ``path`` is found; all piles by their lengths."""
    paths: dict[SpiderSlot, Path] = {BOARD: path}
    for i, length in enumerate(columns):
        paths["column", i, -1] = (*path, "columns", i)
        paths.update({("column", i, j): (*path, "columns", i, j) for j in range(length)})
    paths.update({("down", i, 0): (*path, "down", i) for i in range(down)})
    paths.update({("stock", i, 0): (*path, "stock", i) for i in range(stock)})
    return paths
