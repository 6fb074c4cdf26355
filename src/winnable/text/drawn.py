"""Tables of cards as ``winnable show`` and the board of a terminal draw them, taken apart again.

      a   b   c   d
    [ ]  KC [ ] [ ]  AC [D] [H] [S]

      1   2   3   4   5   6   7   8
     7D  AD  5C  3S  5S  8C  2D  AH
     TD  7S  QD      6D  8H  ##  KH

A place without a card is ``[ ]``, with the suit or the rank that may go there between the brackets. The
number of a column stands above its cards, and what lies under no number lies beside the columns. A drawing
that was too wide for its terminal is folded: its left part comes first, what is to the right of it below. The
counts ``stock 50; runs 0 of 8`` end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from winnable.cards import find_card
from winnable.errors import InputError, Place, quote
from winnable.text.typed import unquoted

__all__ = [
    "Drawing",
    "Drawn",
    "are_places",
    "counts_of",
    "is_counts",
    "is_drawn_line",
    "is_labels",
    "is_talk",
    "is_triangle",
    "lies_face_down",
    "stock_listed",
    "words_drawn",
]

_WORD: Final = re.compile(r"\[.?\]|[^\s\[]+|\[")
_PLACE: Final = 3  # letters of an empty place
_SURE: Final = 4  # numbers in a row that are labels and no moves, or rows that are a pyramid's
_COUNTED: Final = ("stock", "waste", "pass", "score", "cards", "runs")
_LISTED: Final = ["stock", "from", "its", "top:"]
_COUNT: Final = r"[a-z]+ [0-9]+(?: of [0-9]+)?"
_COUNTS: Final = re.compile(rf"\s*(?:{'|'.join(_COUNTED)}) [0-9]+(?:;|\s+of\b|\s*$)")
_ONE: Final = re.compile(r"([a-z]+) ([0-9]+)")
_TALK: Final = re.compile(r"[^\W\d_]{4,}")  # no card, label or number has such a word in it
_DOWN: Final = re.compile(r"[0-9atjqk]{1,2}[cdhs\u2661\u2662\u2664\u2667]|##|\?\?")
# More columns than any table has: what is wider is something else.
_MOST: Final = 64


class Drawn(NamedTuple):
    """A word of a drawing: a card, an empty place or a label, and where it stands."""

    text: str
    place: Place

    @property
    def end(self) -> int:
        """The column after its last letter."""
        return self.place.column + len(self.text)

    @property
    def is_empty(self) -> bool:
        """Is this a place without a card?"""
        return len(self.text) == _PLACE and self.text[0] == "["

    @property
    def sign(self) -> str:
        """What an empty place shows: a suit, a rank, or nothing."""
        return self.text.strip("[ ]")

    def is_under(self, label: Drawn) -> bool:
        """Do the two share a column of letters?"""
        return self.place.column < label.end and label.place.column < self.end


def words_drawn(line: str, number: int) -> list[Drawn]:
    """The words of a line with their places; an empty place is one word."""
    return [Drawn(found[0], Place(number, found.start() + 1)) for found in _WORD.finditer(line)]


def is_labels(line: str, labels: Sequence[str] = ()) -> bool:
    """Is this the line of labels above a drawing's columns, ``1 2 3``, or the first of ``labels``?"""
    words = unquoted(line).split()
    if labels and words == list(labels[: len(words)]):
        return bool(words)
    return len(words) > 1 and words == [str(n) for n in range(1, len(words) + 1)]


def is_drawn_line(line: str) -> bool:
    """Can only a drawing have this line: labels in a row, ``a b c d``, ``1 2 3 4`` or ``D1 D2 D3``, or cards
    and several empty places?"""
    words = [word.text for word in words_drawn(line, 1)]
    letters = "".join(words) if all(len(word) == 1 and word.isalpha() for word in words) else ""
    if letters.startswith("a") and len(letters) > 1 and letters == "".join(sorted(set(letters))):
        return True
    if words[:1] in (["D1"], ["D"]) and len(words) > 1:
        return words == [f"D{i}" for i in range(1, len(words) + 1)] or set(words) == {"D"}
    if is_labels(line):
        return len(words) >= _SURE
    empty = sum(word.is_empty for word in words_drawn(line, 1))
    return empty > 1 and all(word[0] == "[" or find_card(word) is not None for word in words)


def is_triangle(lines: Sequence[str]) -> bool:
    """Do the lines down to the first empty one have one word, two, three and so on, or so many the other way
    round, as a pyramid has?"""
    lengths = [len(line.split()) for line in takewhile(str.strip, lines)]
    return len(lengths) >= _SURE and sorted(lengths) == list(range(1, len(lengths) + 1))


def is_counts(line: str) -> bool:
    """Are these the counts below a drawing, ``stock 50; runs 0 of 8``, or the first line of them?"""
    return _COUNTS.match(line) is not None


def counts_of(lines: Iterable[str]) -> dict[str, int]:
    """The numbers in the counts below a drawing, by their names; the line may go on where it was broken."""
    found = re.match(rf"{_COUNT}(?:; {_COUNT})*", " ".join(" ".join(lines).split()))
    return {} if found is None else {one[1]: int(one[2]) for one in _ONE.finditer(found[0])}


def stock_listed(lines: Sequence[tuple[int, str]]) -> list[Drawn] | None:
    """The cards of the stock, the next one first, where these lines below a drawing, with their numbers, list
    them: ``stock from its top: 7D TD ...``, broken wherever the terminal ended."""
    words = [word for number, line in lines for word in words_drawn(line, number)]
    texts = [word.text for word in words]
    for at in range(len(words)):
        begin = at + len(_LISTED)
        if texts[at:begin] == _LISTED:
            return list(takewhile(lambda word: find_card(word.text) is not None, words[begin:]))
    return None


def are_places(words: Iterable[Drawn]) -> bool:
    """Are these cards and empty places, and nothing else?"""
    return all(word.is_empty or find_card(word.text) is not None for word in words)


def is_talk(line: str) -> bool:
    """Is this prose beside a drawing, such as a verdict or what a player typed, and no part of it?"""
    return _TALK.search(line) is not None or line.lstrip().startswith(">")


def lies_face_down(text: str) -> bool:
    """Does a drawing show this card face down: ``##``, or in small letters or outlined suits where it is
    known?"""
    return _DOWN.fullmatch(text) is not None


class Drawing:
    """A table that is being read line by line.

    Args:
        source: the file, for errors.
        labels: those of the cells, the first piles above the columns, if there are any.
    """

    def __init__(self, source: str | None, labels: Sequence[str] = ()) -> None:
        self.source = source
        self.cells: list[Drawn] = []
        self.columns: list[list[Drawn]] = []
        self.others: list[Drawn] = []  # the other piles, above the columns and beside them
        self.place: Place | None = None  # where it begins
        self._names = labels
        self._labels: list[Drawn] = []  # those of the columns that are read now
        self._cells_follow = 0
        self._row_ended = False  # has a blank line ended the columns?
        self._tail: list[tuple[int, str]] = []
        self._tail_ended = False

    @property
    def counts(self) -> dict[str, int]:
        """The numbers below the drawing, by their names."""
        return counts_of(line for _, line in self._tail)

    @property
    def stock(self) -> list[Drawn] | None:
        """The cards of the stock, the next one first, where they are listed below the drawing."""
        return stock_listed(self._tail)

    @property
    def has_counts(self) -> bool:
        """Have the counts below the drawing begun?"""
        return bool(self._tail)

    def read(self, line: str, number: int) -> None:
        """Takes in one line; InputError, with the place, for what stands where nothing can."""
        if not line.strip():
            self._row_ended, self._tail_ended = bool(self._labels), bool(self._tail)
            return
        self.place = self.place or Place(number, 1)
        words = words_drawn(line, number)
        if not self._tail_ended and (self._tail or is_counts(line)):
            self._tail.append((number, line))
        elif is_talk(line):
            self._row_ended = bool(self._labels)
        elif self._tail_ended:
            what, mend = f"{quote(words[0].text)} stands below a drawing", "put --- between two positions"
            raise self.error(words[0], what, "nothing there", mend)
        elif self._is_cells(words):
            self._cells_follow, self._labels = len(words), []
        elif self._are_columns(words):
            self._labels, self._row_ended = words, False
            self.columns += [[] for _ in words]
        elif self._cells_follow:
            self.cells += words[: self._cells_follow]
            self.others += words[self._cells_follow :]
            self._cells_follow = 0
        elif self._labels and not self._row_ended:
            self._read_row(words)
        else:
            self.others += words

    def error(self, word: Drawn, what: str, expected: str, mend: str | None = None) -> InputError:
        """An InputError at the place of a word."""
        line, column = word.place
        return InputError(what, expected=expected, mend=mend, source=self.source, line=line, column=column)

    def _is_cells(self, words: Sequence[Drawn]) -> bool:
        first = len(self.cells)
        expected = self._names[first : first + len(words)]
        return bool(expected) and [word.text for word in words] == list(expected)

    def _are_columns(self, words: Sequence[Drawn]) -> bool:
        first = len(self.columns) + 1
        return [word.text for word in words] == [str(n) for n in range(first, first + len(words))]

    def _read_row(self, words: Sequence[Drawn]) -> None:
        """A row of cards, each in the column whose number it stands under, or right of all of them."""
        if len(self.columns) > _MOST:
            raise self.error(words[0], "this drawing has no end", f"at most {_MOST} columns")
        columns = [self._column_of(word) for word in words]
        if None in columns and len(words) == len(self._labels):  # not set out, but one card for each column
            columns = [*range(len(words))]
        for word, column in zip(words, columns, strict=True):
            if column is None:
                what = f"{quote(word.text)} does not stand under the number of a column"
                raise self.error(word, what, "each card under its number", "copy the drawing as it stands")
            if column < len(self._labels):
                self._lay(word, len(self.columns) - len(self._labels) + column)
            else:
                self.others.append(word)

    def _column_of(self, word: Drawn) -> int | None:
        """The number, from 0, of the one label that a word stands under; their number, if it stands right of
        all of them; else None."""
        if word.place.column >= self._labels[-1].end:
            return len(self._labels)
        under = [i for i, label in enumerate(self._labels) if word.is_under(label)]
        return under[0] if len(under) == 1 else None

    def _lay(self, word: Drawn, column: int) -> None:
        cards = self.columns[column]
        if cards and (word.is_empty or cards[-1].is_empty or word.place.line != cards[-1].place.line + 1):
            what = f"{quote(word.text)} does not hang on the card above it in column {column + 1}"
            raise self.error(word, what, "the cards of a column under each other, without a gap")
        cards.append(word)
