"""Starts of Pyramid deals as the student's thesis on playing it by machine stores them (Basina, 2024).

    {"pyramid": [["12S", "11H", ...], ..., ["9H"]], "deck": ["4S", "13C", ...]}

The tableau's rows are given from the last one dealt to the first (a pyramid's bottom row comes first),
the deck first drawn first, and ranks count from 1 to 13. Any of our spellings of a card is read. What
else the object holds is left aside, but for our own keys ``game`` and ``deal``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from winnable.cards import CARDS, Card
from winnable.families.pairing.setup import BOARD, DeckSetup, PairingSlot
from winnable.text.json_reader import JsonPlaces, JsonReader
from winnable.text.json_text import Path

KEYS: Final = ("pyramid", "deck")


def spell_card(card: Card) -> str:
    """``12S``"""
    return f"{card.rank + 1}{card.suit.letter}"


def to_data(deck: bytes, rows: Sequence[int]) -> dict[str, Any]:
    """A deck of 52 card numbers as a value that JSON can hold; ``rows`` are the lengths of the tableau's."""
    cards = [spell_card(CARDS[n]) for n in deck]
    pyramid = []
    for length in rows:
        pyramid.append(cards[:length])
        cards = cards[length:]
    return {"pyramid": pyramid[::-1], "deck": cards}


def read_deck(reader: JsonReader, value: dict[str, Any], path: Path = ()) -> DeckSetup:
    """The deck in the object at ``path``; InputError with line and column."""
    for key in KEYS:
        if key not in value:
            raise reader.text.error(path, f"this deal has no {key}", expected='keys "pyramid" and "deck"')
    cards: list[Card] = []
    lengths: list[int] = []
    paths: dict[PairingSlot, Path] = {BOARD: path}
    rows = reader.items((*path, "pyramid"), value["pyramid"])
    for row in range(len(rows)):
        at = (*path, "pyramid", len(rows) - 1 - row)
        paths["row", row, 0] = at
        found = reader.cards(at, rows[-1 - row])
        paths.update({("deck", len(cards) + i, 0): (*at, i) for i in range(len(found))})
        lengths.append(len(found))
        cards += found
    at = (*path, "deck")
    found = reader.cards(at, value["deck"])
    paths.update({("deck", len(cards) + i, 0): (*at, i) for i in range(len(found))})
    cards += found
    places = JsonPlaces(reader.text, paths)
    return DeckSetup(cards, rows=lengths, places=places, source=reader.text.source)
