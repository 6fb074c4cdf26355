"""Decks, one to a line: 52 cards, the tableau first, in reading order, then the rest, first drawn first.

    6d 5h Ah Jd 4s Ks ...
    expert	37	8S 5H 6D 5C ...

A line may begin with the deck's name and a tab; what stands between further tabs, up to the cards, is
left aside. A ``#`` begins a line of comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from winnable.cards import CARDS, Card, find_card, parse_card
from winnable.errors import Place
from winnable.families.pairing.setup import BOARD, DeckSetup, PairingSlot
from winnable.families.pairing.text import LONGEST_ROW
from winnable.text.lines import is_comment, is_separator, parse_at
from winnable.text.typed import cards_of, plain


class NamedDeck(NamedTuple):
    """A deck, and its name where its line gives one."""

    name: str | None
    deck: DeckSetup


def format_deck(deck: bytes, name: str | None = None) -> str:
    """A deck of 52 card numbers as one line."""
    return ("" if name is None else f"{name}\t") + " ".join(str(CARDS[n]) for n in deck) + "\n"


def parse_decks(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[NamedDeck]:
    """The decks in ``lines``; InputError, with the place, for what is no card.

    ``first_line`` is the number of the first of the lines.
    """
    for number, raw in enumerate(lines, first_line):
        line = raw.rstrip("\r\n")
        if line.strip() and not is_comment(line) and not is_separator(line):
            yield _parse_deck(line, source, number)


def looks_like_deck(line: str) -> bool:
    """Could this be a line of decks? It has cards after a name and a tab, or more than a row's."""
    name, at = _split_name(line)
    words = [word for word, _ in cards_of(plain(line), at)]
    if not any(find_card(word) is not None for word in words):
        return False
    return name is not None or len(words) > LONGEST_ROW


def _parse_deck(line: str, source: str | None, number: int) -> NamedDeck:
    name, at = _split_name(line)
    places = _Places(line, at, number)
    cards: list[Card] = []
    for i, (word, _) in enumerate(cards_of(plain(line), at)):
        card = find_card(word)
        if card is None:
            place = places["deck", i, 0]
            card = parse_at(parse_card, word, source, place.line, place.column)
        cards.append(card)
    return NamedDeck(name, DeckSetup(cards, places=places, source=source))


class _Places(Mapping[PairingSlot, Place]):
    """Where each card of a line stands; found only when an error asks for it."""

    def __init__(self, line: str, at: int, number: int) -> None:
        self._line, self._at, self._number = line, at, number

    def _all(self) -> dict[PairingSlot, Place]:
        places: dict[PairingSlot, Place] = {BOARD: Place(self._number, self._at + 1)}
        for i, (_, column) in enumerate(cards_of(plain(self._line), self._at)):
            places["deck", i, 0] = Place(self._number, column)
        return places

    def __getitem__(self, slot: PairingSlot) -> Place:
        return self._all()[slot]

    def __iter__(self) -> Iterator[PairingSlot]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


def _split_name(line: str) -> tuple[str | None, int]:
    """The name that begins the line, if one does, and where its cards begin: in the first field with a
    card in front, or the last."""
    name, *fields = line.rstrip().split("\t")
    if not fields or not name.strip() or _begins_with_card(name):
        return None, 0
    at = len(name) + 1
    for field in fields[:-1]:
        if _begins_with_card(field):
            break
        at += len(field) + 1
    return name.strip(), at


def _begins_with_card(field: str) -> bool:
    words = cards_of(plain(field))
    return bool(words) and find_card(words[0][0]) is not None
