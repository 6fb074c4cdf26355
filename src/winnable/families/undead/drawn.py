r"""Boards of Undead as they are drawn on a terminal, taken apart again.

            D1    D2    D3   D4
            [0]    3   ~3~    0
     R1  3  [\]   (gv)  v?    /   2  L1
     R2  2  *v*    \    gz    .   1  L2

The letters are in their columns, each square is one word. ``G V Z`` are given by the puzzle. What a square
may still hold, ``gz`` or ``v?``, follows from the puzzle and is left out; what stands in round brackets are
the player's pencil marks, ``(gv!z)``, behind ``!`` what is struck out. Brackets and stars point something
out, and waves say that a sighting is marked as done. On a narrow terminal the labels above and below stand
upright, a letter over its number, and a board that is still too wide is folded: below its left part comes
what is to the right of it. Below the board are the totals, ``ghosts 0 of 3, vampires 1 of 4, zombies 0 of
2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from winnable.errors import InputError, Place, quote
from winnable.families.undead.setup import KINDS, MONSTERS
from winnable.text.drawn import is_talk
from winnable.text.phrases import counted

__all__ = ["DrawnGrid", "GridParts", "begins_grid", "is_tail"]

_WORD: Final = re.compile(r"\[[^\]\s]*\]|\*[^*\s]*\*|[^\s\[*]+|.")
_ABOVE: Final = re.compile(r"\s*D(?:[0-9]+(?:\s+D[0-9]+)*|(?:\s+D)*)\s*")
_BELOW: Final = re.compile(r"\s*U(?:[0-9]+(?:\s+U[0-9]+)*|(?:\s+U)*)\s*")
_UPRIGHT: Final = re.compile(r"\s*([DU])(?:\s+\1)*\s*")
_BESIDE: Final = re.compile(r"[RL][0-9]+")
_SQUARE: Final = re.compile(r"([.gvzGVZ/\\]|[gvz]+\?|[gvz]{2,3}|!)?(?:\(([gvz]*)(?:!([gvz]+))?\))?")
_SIGHTING: Final = re.compile(r"(~?)([0-9]+|-)\1")
_TOTAL: Final = re.compile(r"\b(ghost|vampire|zombie)s?\s+([0-9]+)\s+of\s+([0-9]+)")
_TAIL: Final = re.compile(r"\s*(?:ghost|vampire|zombie)s?\s+[0-9]+(?:\s+of\b|\s*$)")

# A word and its place.
Piece = tuple[str, Place]


def begins_grid(line: str) -> bool:
    """Are these the labels above a drawn board, ``D1 D2 D3``, or the letters of upright ones?"""
    return _ABOVE.fullmatch(line) is not None


def is_tail(line: str) -> bool:
    """Are these the totals below a drawn board, or the first of them?"""
    return _TAIL.match(line) is not None


class GridParts(NamedTuple):
    """What a drawn board consists of: the sightings above it, its rows with one sighting at each end, the
    sightings below it; the totals by kind; and the player's marks as text, as sessions have them."""

    top: list[Piece]
    rows: list[list[Piece]]
    bottom: list[Piece]
    totals: dict[int, Piece]
    marks: str


class DrawnGrid:
    """A drawn board that is being read, line by line."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._lines: list[tuple[int, str]] = []
        self._tail: list[tuple[int, str]] = []
        self._marks: list[str] = []

    def is_ended_by(self, line: str) -> bool:
        """Does this line begin another drawing?"""
        return begins_grid(line) and bool(self._tail or (self._lines and line.split()[0] == "D1"))

    def read(self, line: str, number: int) -> None:
        """Takes in one line."""
        if self._tail or is_tail(line):
            self._tail.append((number, line))
        elif not is_talk(line):
            self._lines.append((number, line))

    def parts(self) -> GridParts:
        """The whole board; InputError, with the place, for what is no part of one."""
        bands = [list(_rows(band)) for band in self._bands()]
        rows = [_words(*line) for line in bands[0]]
        if len(rows) < _LEAST:
            raise self._error(self._place(), "this drawing has no rows", "sightings, squares, and sightings")
        for band in bands[1:]:
            beside = len(band) == len(rows) - 2  # sightings and labels at the right, with nothing above them
            if len(band) != len(rows) and not beside:
                what = f"this part of a folded board has {counted(len(band), 'line')}"
                raise self._error(Place(band[0][0], 1), what, f"{len(rows)}, as its first part has")
            for row, line in zip(rows[1:-1] if beside else rows, band, strict=True):
                row.extend(_words(*line))
        top, *squares, bottom = rows
        above, below = self._sightings(top, "D"), self._sightings(bottom, "U")
        inner = [self._row(number, words) for number, words in enumerate(squares, 1)]
        return GridParts(above, inner, below, self._totals(inner), ";".join(self._marks))

    def _bands(self) -> Iterator[list[tuple[int, str]]]:
        """The parts of a folded board: blank lines stand between them."""
        for blank, lines in groupby(self._lines, key=lambda line: not line[1].strip()):
            if not blank:
                yield list(lines)

    def _row(self, number: int, words: Sequence[Piece]) -> list[Piece]:
        """A row without its labels: the sighting on its left, its squares, the sighting on its right."""
        kept = [word for word in words if _BESIDE.fullmatch(word[0]) is None]
        if len(kept) < _LEAST:
            at = words[0][1] if words else self._place()
            raise self._error(at, f"row {number} has nothing in it", "sightings at its ends, squares between")
        (left,) = self._sightings(kept[:1], f"R{number}")
        (right,) = self._sightings(kept[-1:], f"L{number}")
        squares = [self._square(word, number, column) for column, word in enumerate(kept[1:-1], 1)]
        return [left, *squares, right]

    def _square(self, word: Piece, row: int, column: int) -> Piece:
        """The letter of a square; its marks are noted."""
        text, place = word
        bare = text.strip("[]") if text.startswith("[") else text.strip("*")
        found = _SQUARE.fullmatch(bare)
        if found is None or not bare:
            raise self._error(
                place, f"{quote(text)} in the grid", "one of . / \\ g v z G V Z, or marks in ( )"
            )
        pencil, struck = found[2], found[3]
        if pencil or struck:
            may = f"?{pencil}" if pencil else ""
            self._marks.append(f"r{row}c{column}{may}{f'!{struck}' if struck else ''}")
        held = found[1] or "."
        return held if len(held) == 1 and held != "!" else ".", place

    def _sightings(self, words: Sequence[Piece], label: str) -> list[Piece]:
        """Sightings without what surrounds them; ``label`` is that of the one, or the letter of them all."""
        out = []
        for number, (text, place) in enumerate(words, 1):
            found = _SIGHTING.fullmatch(text.strip("[]"))
            if found is None:
                raise self._error(place, f"{quote(text)} is no sighting", "a number, or - where it is hidden")
            if found[1]:
                self._marks.append(f"{label if len(label) > 1 else f'{label}{number}'}=done")
            out.append((found[2], place))
        return out

    def _totals(self, rows: Sequence[Sequence[Piece]]) -> dict[int, Piece]:
        """The totals, each with its place; InputError where more or fewer monsters are said to be placed than
        are drawn."""
        text = "\n".join(line for _, line in self._tail)
        totals: dict[int, Piece] = {}
        for found in _TOTAL.finditer(text):
            kind = next(i for i, name in enumerate(KINDS) if name.startswith(found[1]))
            before = text[: found.start(3)]
            number = self._tail[before.count("\n")][0]
            place = Place(number, len(before) - (before.rfind("\n") + 1) + 1)
            drawn = sum(letter.lower() == MONSTERS[kind] for row in rows for letter, _ in row)
            if int(found[2]) != drawn:
                what = f"{found[2]} {KINDS[kind]} are placed, but {drawn} are drawn"
                raise self._error(place, what, "the line that belongs to this drawing")
            totals.setdefault(kind, (found[3], place))
        return totals

    def _place(self) -> Place:
        return Place(self._lines[0][0], 1)

    def _error(self, at: Place, what: str, expected: str) -> InputError:
        return InputError(what, expected=expected, source=self._source, line=at.line, column=at.column)


_LEAST: Final = 3  # lines of a board with one row, and words of a row with one square


def _rows(band: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines of a part of a board without the labels above and below it."""
    lines = iter(band)
    for number, line in lines:
        if _ABOVE.fullmatch(line) or _BELOW.fullmatch(line):
            if _UPRIGHT.fullmatch(line):
                next(lines, None)  # the numbers of upright labels
            continue
        yield number, line


def _words(number: int, line: str) -> list[Piece]:
    return [
        (found[0], Place(number, found.start() + 1)) for found in _WORD.finditer(line) if found[0].strip()
    ]
