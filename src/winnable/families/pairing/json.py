"""Positions of pairing games as JSON.

    {"game": "pyramid", "tableau": [["JD"], ["2D", null], ...], "waste": ["4H"], "stock": ["AC", ...],
     "pass": 2, "played": ["KS"]}

The tableau is row by row as it was dealt, null where a card has left; waste and stock are first drawn
first, so the last of the waste and the first of the stock are on top. ``columns``, deepest card first,
stand in their place in games without a stock. ``"??"`` is a card that is not known. Only ``tableau`` must
be there; a key that is not listed here is an error. The thesis's form is read as well (see ``thesis``),
and so is an object that holds several positions of either form by their names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from winnable._core import PairingGame as CoreGame
from winnable.cards import Card
from winnable.families.pairing import thesis_deal as thesis
from winnable.families.pairing.setup import BOARD, PASS, DeckSetup, PairingSetup, PairingSlot, row_lengths
from winnable.text.json_reader import JsonPlaces, JsonReader
from winnable.text.json_text import JsonText, Path

KEYS: Final = ("deal", "game", "tableau", "columns", "waste", "stock", "pass", "played")


class PairingJson(NamedTuple):
    """A setup, or the deck of a start, the game that its text names, if it names one, and its deal or
    name, which is what answers call the position."""

    setup: PairingSetup | DeckSetup
    game: str | None = None
    deal: int | str | None = None


def to_data(setup: PairingSetup, core: CoreGame, game: str | None = None) -> dict[str, Any]:
    """The position as a value that JSON can hold; ``game`` is left out if None."""
    value: dict[str, Any] = {} if game is None else {"game": game}
    cards = iter(setup.tableau)
    value["tableau"] = [
        [None if card is None else str(card) for card in islice(cards, length)]
        for length in row_lengths(core)
    ]
    if core.rules.to_dict()["columns"]:
        value["columns"] = [[str(card) for card in column] for column in setup.columns]
    else:
        value["waste"] = [str(card) for card in setup.waste]
        value["stock"] = [str(card) for card in setup.stock]
        value["pass"] = setup.pass_number
    if setup.played is not None:
        value["played"] = [str(card) for card in setup.played]
    return value


def format_position(
    setup: PairingSetup, core: CoreGame, game: str | None = None, *, indent: int | None = None
) -> str:
    """The position as JSON text, on one line unless ``indent`` asks for more."""
    return json.dumps(to_data(setup, core, game), indent=indent)


def parse_positions(text: str, source: str | None = None, first_line: int = 1) -> Iterator[PairingJson]:
    """The positions in one JSON object; InputError with line and column for whatever is not as above."""
    reader = _Reader(JsonText(text, source, first_line))
    value = reader.text.value
    if isinstance(value, dict) and value and all(isinstance(part, dict) for part in value.values()):
        for name, part in value.items():
            setup, game, deal = reader.position(part, (name,))
            yield PairingJson(setup, game, name if deal is None else deal)
    else:
        yield reader.position(value, ())


class _Reader(JsonReader):
    def position(self, value: object, path: Path) -> PairingJson:
        if isinstance(value, dict) and "tableau" not in value and any(key in value for key in thesis.KEYS):
            return PairingJson(thesis.read_deck(self, value, path), *self._names(value, path))
        data = self.fields(path, value, KEYS, "tableau")
        rows = [
            self.cards_or_gaps((*path, "tableau", i), row)
            for i, row in enumerate(self.items((*path, "tableau"), data["tableau"]))
        ]
        columns = [
            self.cards((*path, "columns", i), column)
            for i, column in enumerate(self.items((*path, "columns"), data.get("columns", [])))
        ]
        piles: dict[str, list[Card]] = {
            name: self.cards((*path, name), data[name]) if name in data else []
            for name in ("waste", "stock", "played")
        }
        lengths = {name: len(pile) for name, pile in piles.items()}
        paths = _paths(path, [len(row) for row in rows], [len(column) for column in columns], lengths)
        if "pass" in data:
            paths[PASS] = (*path, "pass")
        setup = PairingSetup(
            [card for row in rows for card in row],
            columns,
            piles["waste"],
            piles["stock"],
            self._pass(data.get("pass", 1), path),
            piles["played"] if "played" in data else None,
            rows=[len(row) for row in rows],
            places=JsonPlaces(self.text, paths),
            source=self.text.source,
        )
        return PairingJson(setup, *self._names(data, path))

    def _names(self, value: dict[str, Any], path: Path) -> tuple[str | None, int | str | None]:
        return self.game(value, path), self.deal(value, path)

    def _pass(self, value: object, path: Path) -> int:
        if type(value) is not int:
            raise self.text.error((*path, "pass"), "the pass is no number", expected="1, or the pass it is")
        return value


def _paths(path: Path, rows: list[int], columns: list[int], piles: dict[str, int]) -> dict[PairingSlot, Path]:
    """Where each part of the position at ``path`` is found; all piles by their lengths."""
    paths: dict[PairingSlot, Path] = {BOARD: path}
    slot = 0
    for row, length in enumerate(rows):
        paths["row", row, 0] = (*path, "tableau", row)
        paths.update({("tableau", slot + i, 0): (*path, "tableau", row, i) for i in range(length)})
        slot += length
    for i, length in enumerate(columns):
        paths["column", i, -1] = (*path, "columns", i)
        paths.update({("column", i, j): (*path, "columns", i, j) for j in range(length)})
    paths.update({("waste", i, 0): (*path, "waste", i) for i in range(piles["waste"])})
    paths.update({("stock", i, 0): (*path, "stock", i) for i in range(piles["stock"])})
    paths.update({("played", i, 0): (*path, "played", i) for i in range(piles["played"])})
    return paths
