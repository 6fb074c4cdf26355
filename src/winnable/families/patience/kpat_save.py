"""Saved games of KPatience, of FreeCell and its kin: the position that the game was saved at.

An XML element ``kpat-game`` holds the states of a game one after the other, as ``DealerScene::saveFile`` in
KPatience's ``src/dealer.cpp`` writes them; one is ``current``. A state has moves, each of which puts cards
onto a pile at a position; the first one lays down all cards. The piles are ``store0`` on (the columns),
``freecell0`` on and ``target0`` on (the foundations), as in its ``src/freecell.cpp``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from winnable.cards import Card
from winnable.errors import InputError, Place
from winnable.families.patience.setup import BOARD, SUITS, Setup, Slot

if TYPE_CHECKING:
    from xml.etree import ElementTree

__all__ = ["looks_like_kpat_save", "parse_kpat_saves"]

_RANKS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_PILE: Final = re.compile(r"(store|freecell|target)([0-9]{1,2})")
_EXPECTED: Final = "a saved game of FreeCell or of a game like it, as KPatience writes it"

_Piles = dict[str, list[tuple[str, Card]]]  # the cards of each pile, with their numbers in the file


def looks_like_kpat_save(line: str) -> bool:
    """May this be the first line of a saved game of KPatience?"""
    return line.lstrip("\ufeff \t").startswith(("<?xml", "<kpat-game", "<!DOCTYPE kpat"))


def parse_kpat_saves(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[Setup]:
    """The position of the one game that ``lines`` have saved; InputError for any other XML."""
    from xml.etree import ElementTree

    text = "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)

    def error(what: str) -> InputError:
        return InputError(what, expected=_EXPECTED, source=source, line=first_line, column=1)

    if "<!ENTITY" in text:
        raise error("this XML defines entities")
    try:
        game = ElementTree.fromstring(text.lstrip("\ufeff \t\n").encode())
    except ElementTree.ParseError:
        raise error("this is no whole XML") from None
    if game.tag != "kpat-game":
        raise error(f"this XML is of another kind: {game.tag}")
    try:
        setup = _setup(_current(game), {BOARD: Place(first_line, 1)}, source)
    except (KeyError, ValueError):
        kind, deal = game.get("game-type", "another game"), game.get("deal-number", "?")
        raise error(f"KPatience's deal {deal} of {kind} has other piles or cards than FreeCell") from None
    yield setup


def _current(game: ElementTree.Element) -> _Piles:
    """The piles as they lie in the state that is on the table."""
    piles: _Piles = {}
    for state in game.iter("state"):
        for move in state.iter("move"):
            name, at = move.attrib["pile"], int(move.attrib["position"])
            cards = [(card.attrib["id"], _card(card)) for card in move.iter("card")]
            moved = {number for number, _ in cards}
            for pile in piles.values():
                pile[:] = [one for one in pile if one[0] not in moved]
            piles.setdefault(name, [])[at:at] = cards
        if state.get("current") == "true":
            break
    return piles


def _card(element: ElementTree.Element) -> Card:
    return Card.of(_RANKS.index(element.attrib["rank"]), _SUITS.index(element.attrib["suit"]))


def _setup(piles: _Piles, places: dict[Slot, Place], source: str | None) -> Setup:
    """The piles as a position; ValueError for piles of another game."""
    columns: dict[int, list[Card]] = {}
    cells: dict[int, Card] = {}
    counts = [0] * SUITS
    for name, pile in piles.items():
        found = _PILE.fullmatch(name)
        cards = [card for _, card in pile]
        if found is None:
            raise ValueError(name)
        if found[1] == "store":
            columns[int(found[2])] = cards
        elif found[1] == "freecell" and cards:
            cells[int(found[2])] = cards[-1]
        elif cards:
            counts[cards[-1].suit] = len(cards)
    return Setup(
        [columns.get(i, []) for i in range(max(columns, default=-1) + 1)],
        [cells.get(i) for i in range(max(cells, default=-1) + 1)],
        counts,
        places=places,
        source=source,
    )
