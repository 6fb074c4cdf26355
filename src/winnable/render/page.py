"""Letters at places of a page of fixed-width text, each with its look; pages that are too wide are folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

__all__ = ["Line", "Look", "Page", "Span", "Word", "plain"]

# What a piece of text is, for whoever paints it; a page without paint shows the same letters.
Look = Literal[
    "", "clubs", "diamonds", "hearts", "spades", "hidden", "empty", "label", "met", "broken", "first",
    "second", "third",
]  # fmt: skip


class Span(NamedTuple):
    """A piece of a line, all of one look."""

    text: str
    look: Look = ""


Line = tuple[Span, ...]
Word = tuple[str, Look]
_Letter = tuple[str, Look]
_BLANK: Final[_Letter] = (" ", "")


def plain(lines: Iterable[Line]) -> str:
    """The lines without their looks; no newline at the end."""
    return "\n".join("".join(span.text for span in line) for line in lines)


class Page:
    """A page that grows with what is written on it."""

    def __init__(self) -> None:
        self._rows: list[list[_Letter]] = []

    def write(self, row: int, column: int, text: str, look: Look = "") -> None:
        """Writes a text at a place, over what stands there."""
        while len(self._rows) <= row:
            self._rows.append([])
        line = self._rows[row]
        line += [_BLANK] * (column + len(text) - len(line))
        line[column : column + len(text)] = [(letter, look) for letter in text]

    @property
    def width(self) -> int:
        """Of the longest line, blanks at its end left out."""
        return max((len(_stripped(row)) for row in self._rows), default=0)

    def lines(self, width: int | None = None) -> list[Line]:
        """The lines; of a page that is wider than ``width``, its left part first and then, below it, what is
        to its right. No word is cut if that can be avoided."""
        rows = [_stripped(row) for row in self._rows]
        out: list[list[_Letter]] = []
        while width is not None and max(map(len, rows), default=0) > width:
            cut = _cut(rows, width)
            out += _band([row[:cut] for row in rows])
            out.append([])
            rows = [row[cut:] for row in rows]
        out += _band(rows) if out else rows
        return [tuple(_spans(_stripped(row))) for row in out]


def _stripped(row: Sequence[_Letter]) -> list[_Letter]:
    end = len(row)
    while end and row[end - 1][0] == " ":
        end -= 1
    return list(row[:end])


def _cut(rows: Sequence[Sequence[_Letter]], width: int) -> int:
    """Where to part rows: as far to the right as they fit and no word is cut, else where they must be."""

    def cuts_a_word(column: int) -> bool:
        pairs = [(row[column - 1][0], row[column][0]) for row in rows if len(row) > column]
        return any(
            (" " not in pair and pair != ("]", "[")) or pair in (("[", " "), (" ", "]")) for pair in pairs
        )

    return next((column for column in range(width, 0, -1) if not cuts_a_word(column)), width)


def _band(rows: Sequence[Sequence[_Letter]]) -> list[list[_Letter]]:
    """A part of a page without the blank rows above and below it."""
    left = [_stripped(row) for row in rows]
    while left and not left[0]:
        left.pop(0)
    while left and not left[-1]:
        left.pop()
    return left


def _spans(row: Iterable[_Letter]) -> Iterable[Span]:
    for look, letters in groupby(row, key=lambda letter: letter[1]):
        yield Span("".join(letter for letter, _ in letters), look)
