"""What positions of every kind share in JSON: keys, lists, cards, the game and the deal that a text names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from winnable.cards import Card, parse_card
from winnable.errors import InputError, Place, quote
from winnable.text.json_text import JsonText, Path

S = TypeVar("S")


class JsonReader:
    """Reads parts of one JSON object; every error has the place of what is wrong."""

    def __init__(self, text: JsonText) -> None:
        self.text = text

    def fields(self, path: Path, value: object, keys: Sequence[str], needed: str) -> dict[str, Any]:
        """A position: an object with no other keys than these, and with the one that is needed."""
        if not isinstance(value, dict):
            raise self.text.error(path, "this JSON is not a position", expected=f"an object with {needed}")
        data: dict[str, Any] = value
        for key in data:
            if key not in keys:
                expected = "one of " + ", ".join(keys)
                raise self.text.error((*path, key), f"unknown key {quote(key)}", expected, key=True)
        if needed not in data:
            raise self.text.error(path, f"this position has no {needed}", expected=f'a key "{needed}"')
        return data

    def game(self, value: Mapping[str, object], path: Path = ()) -> str | None:
        """The game that the position at ``path`` names, if it does."""
        game = value.get("game")
        if game is not None and not isinstance(game, str):
            expected = "a name such as freecell"
            raise self.text.error((*path, "game"), "the game is not a text", expected=expected)
        return game

    def deal(self, value: Mapping[str, object], path: Path = ()) -> int | str | None:
        """What the position at ``path`` is called, if it says so."""
        deal = value.get("deal")
        if deal is None or isinstance(deal, str) or type(deal) is int:
            return deal
        expected = 'a number, or a text such as "ms:617"'
        raise self.text.error((*path, "deal"), "the deal is no name", expected=expected)

    def items(self, path: Path, value: object) -> list[object]:
        """The value at ``path`` as a list; InputError, with its place, if it is none."""
        if not isinstance(value, list):
            raise self.text.error(path, f"{spell_path(path)} is not a list", expected="a list in [ ]")
        return value

    def card(self, path: Path, value: object) -> Card:
        """The card at ``path``; InputError, with its place, if it is none."""
        if not isinstance(value, str):
            raise self.text.error(path, f"{spell_path(path)} is not a card", expected='a text such as "TH"')
        try:
            return parse_card(value)
        except InputError as error:
            raise self.text.error(path, error.what, error.expected, error.mend) from None

    def cards(self, path: Path, value: object) -> list[Card]:
        """A list of cards."""
        return [self.card((*path, i), card) for i, card in enumerate(self.items(path, value))]

    def cards_or_gaps(self, path: Path, value: object) -> list[Card | None]:
        """A list of cards and nulls."""
        return [
            None if card is None else self.card((*path, i), card)
            for i, card in enumerate(self.items(path, value))
        ]


class JsonPlaces(Mapping[S, Place], Generic[S]):
    """Where each part of a position stands in its text; found only when an error asks for it."""

    def __init__(self, text: JsonText, paths: Mapping[S, Path]) -> None:
        self._text = text
        self._paths = paths

    def __getitem__(self, part: S) -> Place:
        return self._text.place(self._paths[part])

    def __iter__(self) -> Iterator[S]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def spell_path(path: Path) -> str:
    """``columns[3][0]``, ``fig9.deck[3]``"""
    return "".join(f".{step}" if isinstance(step, str) else f"[{step}]" for step in path).removeprefix(".")
