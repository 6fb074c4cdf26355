"""Boards of FreeCell and its kin as they are drawn on a terminal (see ``winnable.text.drawn``).

The cells stand under their letters, and right of them or beside the columns the foundations, each with the
card on top or its suit in brackets. Where letters are missing the foundations are the last four places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from winnable.cards import CARDS, SUIT_LETTERS, SUIT_SYMBOLS, Card, Rank, parse_card, parse_suit
from winnable.errors import Place, quote
from winnable.families.patience.setup import (
    BOARD,
    RANKS,
    SUITS,
    Setup,
    Slot,
    cell_slot,
    column_slot,
    foundation_slot,
)
from winnable.families.patience.words import CELL_LETTERS
from winnable.text.drawn import Drawing, Drawn, are_places, is_labels, words_drawn
from winnable.text.lines import parse_at
from winnable.text.typed import unquoted

__all__ = ["DrawnBoard", "begins_drawing", "may_stand_above"]

T = TypeVar("T")

_SUITS: Final = SUIT_LETTERS + SUIT_SYMBOLS
_BESIDE: Final = "four foundations there, and nothing else"
_PLACES: Final = "the cards of four foundations, or their suits in brackets"


def begins_drawing(line: str) -> bool:
    """Is this a line that only a drawing has: labels above its columns, or places of which one shows a suit
    in brackets?"""
    words = words_drawn(unquoted(line), 1)
    signs = {word.sign for word in words if word.is_empty} - {""}
    return is_labels(line, CELL_LETTERS) or (are_places(words) and not signs.isdisjoint(_SUITS))


def may_stand_above(lines: Sequence[tuple[str, int]]) -> bool:
    """Can these lines, with their numbers, be what a drawing has above the labels of its columns?"""
    return len(lines) <= 1 and all(are_places(words_drawn(unquoted(line), 1)) for line, _ in lines)


class DrawnBoard:
    """A drawn board that is being read, line by line."""

    def __init__(self, source: str | None, above: Sequence[tuple[str, int]] = ()) -> None:
        self._source = source
        self._drawing = Drawing(source, CELL_LETTERS)
        self._places: dict[Slot, Place] = {}
        for line, number in above:
            self._drawing.read(line, number)

    @property
    def begun(self) -> bool:
        return self._drawing.place is not None

    def is_ended_by(self, line: str) -> bool:
        """Does this line begin another drawing?"""
        is_first = unquoted(line).split()[:1] in (["a"], ["1"])
        return bool(self._drawing.columns) and is_first and is_labels(line, CELL_LETTERS)

    def read(self, raw: str, number: int) -> None:
        """Takes in one line; InputError with the place."""
        self._drawing.read(raw, number)

    def finish(self) -> Setup:
        """The board; InputError, with the place, for what is no card or no foundation."""
        drawing = self._drawing
        self._places[BOARD] = drawing.place or Place(1, 1)
        unlabelled, foundations = drawing.others[:-SUITS], drawing.others[-SUITS:]
        if drawing.cells and unlabelled:
            word = drawing.others[SUITS]
            mend = "take out blank lines between the rows"
            raise drawing.error(word, f"{quote(word.text)} lies outside of the columns", _BESIDE, mend)
        cells = [self._card_at(word, cell_slot(i)) for i, word in enumerate([*drawing.cells, *unlabelled])]
        columns = [self._column(i, words) for i, words in enumerate(drawing.columns)]
        tops = self._tops(foundations)
        visible = {card for card in cells if card is not None}.union(*columns)
        base = _base(tops, visible)
        counts = [0 if top is None else (top - base) % RANKS + 1 for top in tops]
        return Setup(columns, cells, counts, base, places=self._places, source=self._source)

    def _card_at(self, word: Drawn, slot: Slot) -> Card | None:
        self._places[slot] = word.place
        return None if word.is_empty else self._parse(parse_card, word.text, word)

    def _column(self, column: int, words: Sequence[Drawn]) -> list[Card]:
        self._places[column_slot(column)] = words[0].place if words else self._places[BOARD]
        cards = [self._card_at(word, column_slot(column, depth)) for depth, word in enumerate(words)]
        return [card for card in cards if card is not None]

    def _tops(self, words: Sequence[Drawn]) -> list[Rank | None]:
        """The rank on top of each foundation, by suit; those that are not drawn are empty."""
        tops: list[Rank | None] = [None] * SUITS
        seen = set()
        for word in words:
            if word.is_empty:
                suit, top = self._parse(parse_suit, word.sign, word), None
            else:
                card = self._parse(parse_card, word.text, word)
                if not card.known:
                    raise self._drawing.error(word, f"{quote(word.text)} is no foundation", _PLACES)
                suit, top = card.suit, card.rank
            if suit in seen:
                what = f"foundation {suit.letter} is given twice"
                raise self._drawing.error(word, what, "each suit once", "put --- between two boards")
            seen.add(suit)
            self._places[foundation_slot(suit)] = word.place
            tops[suit] = top
        return tops

    def _parse(self, parse: Callable[[str], T], text: str, word: Drawn) -> T:
        return parse_at(parse, text, self._source, *word.place)


def _base(tops: Sequence[Rank | None], visible: set[Card]) -> Rank:
    """The rank that the foundations begin with: where what lies on all of them is just what is seen nowhere
    else, it follows from that; else the ace."""
    missing = {card for card in CARDS if card not in visible}
    bases = {
        Rank((top - sum(card.suit == suit for card in missing) + 1) % RANKS)
        for suit, top in enumerate(tops)
        if top is not None
    }
    if len(bases) != 1:
        return Rank.ACE
    (base,) = bases
    home = {
        Card.of((base + i) % RANKS, suit)
        for suit, top in enumerate(tops)
        if top is not None
        for i in range((top - base) % RANKS + 1)
    }
    return base if home == missing else Rank.ACE
