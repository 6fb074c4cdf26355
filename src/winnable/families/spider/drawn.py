"""Boards of Spider and its kin as they are drawn on a terminal (see ``winnable.text.drawn``).

Above the columns lie the stock, if the game has one, and the runs that have left, each with the king that
ends it. Cards that lie face down are in small letters or outlined suits where they are known, else
``##``. Below stand how many cards the stock has, and where they are known which: ``stock from its top: 7D
TD ...``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from winnable.cards import UNKNOWN, Card, Rank, parse_card
from winnable.errors import InputError, Place, quote
from winnable.families.spider.setup import BOARD, RUNS, SpiderSetup, SpiderSlot
from winnable.text.drawn import Drawing, Drawn, are_places, is_labels, lies_face_down, words_drawn
from winnable.text.lines import parse_at
from winnable.text.phrases import counted

__all__ = ["DrawnTable", "begins_drawing", "may_stand_above"]

_COPY: Final = "copy the drawing with the line below it, such as stock 50; runs 0 of 8"


def begins_drawing(line: str) -> bool:
    """Are these the numbers above the columns, or a stock and places for runs?"""
    words = words_drawn(line, 1)
    return is_labels(line) or (sum(word.is_empty for word in words) > 1 and are_places(words))


def may_stand_above(lines: Sequence[tuple[str, int]]) -> bool:
    """Can these lines, with their numbers, be what a drawing has above the numbers of its columns?"""
    return len(lines) <= 1 and all(are_places(words_drawn(line, 1)) for line, _ in lines)


class DrawnTable:
    """A drawn board that is being read, line by line."""

    def __init__(self, source: str | None, above: Sequence[tuple[str, int]] = ()) -> None:
        self._source = source
        self._drawing = Drawing(source)
        self._places: dict[SpiderSlot, Place] = {}
        for line, number in above:
            self._drawing.read(line, number)

    @property
    def begun(self) -> bool:
        return self._drawing.place is not None

    def is_ended_by(self, line: str) -> bool:
        """Does this line begin another drawing?"""
        is_first = line.split()[:1] == ["1"] and is_labels(line)
        return bool(self._drawing.columns) and (
            is_first or (self._drawing.has_counts and begins_drawing(line))
        )

    def read(self, line: str, number: int) -> None:
        """Takes in one line; InputError with the place."""
        self._drawing.read(line, number)

    def finish(self) -> SpiderSetup:
        """The board; InputError, with the place, for what is no card, or what is not as it is counted."""
        drawing = self._drawing
        self._places[BOARD] = drawing.place or Place(1, 1)
        columns = [self._column(i, words) for i, words in enumerate(drawing.columns)]
        down = [sum(lies_face_down(word.text) for word in words) for words in drawing.columns]
        self._check_order()
        counts = drawing.counts
        if "runs" not in counts:
            what = "how many runs have left, and cards are in the stock, is not told"
            raise self._error(self._places[BOARD], what, "a line of counts below the cards", _COPY)
        others = list(drawing.others)
        stock: list[Card] = []
        if "stock" in counts:
            stock = self._stock(others[:1], counts["stock"])
            del others[:1]
        runs = self._runs(others, counts["runs"])
        return SpiderSetup(columns, down, stock, runs, places=self._places, source=self._source)

    def _column(self, column: int, words: Sequence[Drawn]) -> list[Card]:
        self._places["column", column, -1] = words[0].place if words else self._places[BOARD]
        cards = [self._card(word, ("column", column, depth)) for depth, word in enumerate(words)]
        return [card for card in cards if card is not None]

    def _check_order(self) -> None:
        for column, words in enumerate(self._drawing.columns, 1):
            faces = [lies_face_down(word.text) for word in words]
            for above, below, word in zip(faces, faces[1:], words[1:], strict=False):
                if below and not above:
                    what = f"{quote(word.text)} lies face down on a face-up card in column {column}"
                    raise self._error(word.place, what, "the face-down cards of a column above its others")

    def _stock(self, top: Sequence[Drawn], count: int) -> list[Card]:
        """The stock, next dealt first: as it is listed, or its top and unknown cards below it."""
        listed = self._drawing.stock
        words = list(top) if listed is None else listed
        cards = [self._card(word, ("stock", i, 0)) for i, word in enumerate(words)]
        known = [card for card in cards if card is not None]
        if len(known) > count or (listed is not None and len(known) < count):
            what = f"the stock has {counted(len(known), 'card')}, and {count} are counted"
            raise self._error(words[0].place, what, "as many", _COPY)
        return known + [UNKNOWN] * (count - len(known))

    def _runs(self, words: Sequence[Drawn], count: int) -> list[int]:
        """How many runs of each suit have left, by the kings that end them."""
        runs = [0, 0, 0, 0]
        for word in words:
            card = self._card(word, RUNS)
            if card is not None and (not card.known or card.rank != Rank.KING):
                raise self._error(
                    word.place, f"{quote(word.text)} is no run", "the king of a run that has left"
                )
            if card is not None:
                runs[card.suit] += 1
        if sum(runs) != count:
            what = f"{counted(sum(runs), 'run')} that left are drawn, and {count} counted"
            raise self._error(self._places[BOARD], what, "as many", _COPY)
        return runs

    def _card(self, word: Drawn, slot: SpiderSlot) -> Card | None:
        self._places[slot] = word.place
        return None if word.is_empty else parse_at(parse_card, word.text, self._source, *word.place)

    def _error(self, at: Place, what: str, expected: str, mend: str | None = None) -> InputError:
        return InputError(
            what, expected=expected, mend=mend, source=self._source, line=at.line, column=at.column
        )
