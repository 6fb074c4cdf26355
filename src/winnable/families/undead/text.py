r"""Boards of Undead drawn as text, with the sightings around them.

    ghosts 3 vampires 4 zombies 2
      0 3 3 0
    3 \ . . / 2
    2 . \ . . 1
    0 . / . / 1
    0 \ . / . 0
      0 3 1 0

A ``.`` is an open cell; ``g v z`` are filled in, and ``G V Z`` are given by the puzzle; ``-`` is a sighting
that is not shown. Read are also: the totals on lines of their own, as ``Number of Ghosts: 3`` or ``G: 3``;
frames of lines, pipes and pluses; squares that stand together, ``3 \../ 2``; labels ``D1 L1 U1 R1`` beside
the sightings; and a line ``took 0.00696 seconds``. A ``#`` begins a line of comment. Boards in one text are
parted by a line of dashes, or by the next one's totals.

A board may also be one that is drawn on a terminal (see ``drawn``), with its totals below it.

Open cells may also be blank, ``3 \     / 2``, where squares stand in the columns of the sightings above, and
mirrors may be the diagonals that boxes are drawn with, or other characters that look like slashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from winnable._core import UndeadGame as CoreGame
from winnable.errors import InputError, Place, quote
from winnable.families.undead.drawn import DrawnGrid, begins_grid, is_tail
from winnable.families.undead.marks import MARKS
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.setup import BOARD, KINDS, MONSTERS, MOST_SIDE, UndeadSetup, UndeadSlot
from winnable.text.lines import is_comment, is_separator, words_of
from winnable.text.phrases import counted

HIDDEN: Final = "-"

_TOTAL: Final = re.compile(
    r"[\s,;]*(?:number\s+of\s+)?(ghosts?|vampires?|zombies?|[gvz](?=\s*[:=]))\b\s*[:=]?\s*([^\s,;]*)",
    re.IGNORECASE,
)
_TIME: Final = re.compile(r"took\s+[0-9.e-]+\s+seconds")
_SLASHES: Final = "\u2571\uff0f\u2044\u2215\u29f8\u27cb"  # characters that look like /
_BACKSLASHES: Final = "\u2572\uff3c\u2216\u29f5\u29f9\u27cd"
_MIRRORS: Final = str.maketrans(dict.fromkeys(_SLASHES, "/") | dict.fromkeys(_BACKSLASHES, "\\"))
_FRAME: Final = re.compile(
    "[|\u2500-\u2570\u2574-\u257f]"
)  # pipes, and what boxes are drawn with, no diagonals
_ASIDE: Final = re.compile(r"[-+=]{2,}|\+|[DLUR][0-9]+")  # what frames and labels are made of
_PIECE: Final = re.compile(r"[0-9]+|.")
_SQUARES: Final = ".gvzGVZ\\/"
_LONGEST_NUMBER: Final = 6
_BLANKS: Final = "an open cell is a . or a blank in the column of the sighting above it"
_TOTALS_LINE: Final = "a line such as ghosts 3 vampires 4 zombies 2"

# A piece of a line, such as a square or a sighting, and its place.
_Piece = tuple[str, Place]


def format_board(setup: UndeadSetup) -> str:
    """The board as text, with its totals above."""
    sides, width, shown = setup.sides, setup.width, setup.shown()
    rows = [["", *map(_spell, sides.top), ""]]
    for row, (left, right) in enumerate(zip(sides.left, sides.right, strict=True)):
        rows.append([_spell(left), *shown[row * width : (row + 1) * width], _spell(right)])
    rows.append(["", *map(_spell, sides.bottom), ""])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        " ".join(word.rjust(size) for word, size in zip(row, widths, strict=True)).rstrip() for row in rows
    )
    totals = " ".join(f"{kind} {total}" for kind, total in zip(KINDS, setup.totals, strict=True))
    return "\n".join((totals, *lines)) + "\n"


def parse_boards(
    lines: Iterable[str], source: str | None = None, first_line: int = 1
) -> Iterator[UndeadSetup]:
    """The boards in ``lines``, each as soon as its last line is read; InputError with the place.

    ``first_line`` is the number of the first of the lines.
    """
    for drawing in parse_drawings(lines, source, first_line):
        yield drawing.setup()


def parse_drawings(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[Drawing]:
    """As ``parse_boards``, but totals and sightings may be missing."""
    drawing = Drawing(source)
    found = False
    for number, raw in enumerate(lines, first_line):
        line = raw.rstrip("\r\n")
        if is_comment(line) or _TIME.fullmatch(line.strip()):
            continue
        if drawing.is_ended_by(line):
            yield drawing.laid_out()
            drawing, found = Drawing(source), True
        drawing.read(line, number)
    if drawing.begun:
        yield drawing.laid_out()
    elif not found:
        raise drawing.error("there is no board here", Place(first_line, 1), _TOTALS_LINE)


def has_header(line: str) -> bool:
    """Does a line begin with totals, as in ``ghosts 3`` or ``Number of Ghosts: 3``?"""
    return _TOTAL.match(line) is not None


def looks_like_board(line: str) -> bool:
    """Could this be a line of a board: totals, sightings, squares, or a part of its frame?"""
    if has_header(line) or _FRAME.search(line) or begins_grid(line):
        return True
    words = line.translate(_MIRRORS).split()
    pieces = "".join(word for word in words if _ASIDE.fullmatch(word) is None)
    return bool(words) and not pieces.strip(_SQUARES + HIDDEN + "0123456789")


class Row(NamedTuple):
    """A row of squares, and the sightings beside it where they are written."""

    squares: list[_Piece]
    left: _Piece | None
    right: _Piece | None


class Drawing:
    """A board as it was drawn, read line by line. Sightings and totals may be missing."""

    def __init__(self, source: str | None) -> None:
        self.source = source
        self.totals: dict[int, _Piece] = {}
        self.rows: list[Row] = []
        self.top: list[_Piece] | None = None
        self.bottom: list[_Piece] | None = None
        self._first: Place | None = None
        self._drawn: DrawnGrid | None = None  # as terminals show it, until it is laid out
        self._marks = ""  # the player's, as text

    @property
    def begun(self) -> bool:
        """Has a line of it been read?"""
        return self._first is not None

    @property
    def complete(self) -> bool:
        """Has its last line been read, or, without sightings above, any row?"""
        return bool(self.rows) and (self.bottom is not None or self.top is None)

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self._first or Place(1, 1)

    @property
    def has_clues(self) -> bool:
        """Are there totals or sightings?"""
        beside = any(row.left or row.right for row in self.rows)
        return bool(self.totals or self.top or self.bottom or beside)

    def is_ended_by(self, line: str) -> bool:
        """Is the board over before this line?"""
        if self._drawn is not None:
            whole = is_separator(line) or self._drawn.is_ended_by(line)
            return whole or (has_header(line) and not is_tail(line))
        return (self.complete and is_separator(line)) or (bool(self.rows) and has_header(line))

    def laid_out(self) -> Drawing:
        """This board when its last line is read; InputError, with the place, for a drawing that is none."""
        if self._drawn is not None:
            parts = self._drawn.parts()
            self.top, self.bottom, self._marks = parts.top, parts.bottom, parts.marks
            self.rows = [Row(squares, left, right) for left, *squares, right in parts.rows]
            self.totals |= parts.totals
            self._drawn = None
        return self

    def read(self, line: str, number: int) -> None:
        """Takes in one line; InputError with the place."""
        if self._drawn is None and begins_grid(line) and self.top is None and not self.rows:
            self._drawn = DrawnGrid(self.source)
            self._first = self._first or Place(number, 1)
        if self._drawn is not None:
            self._drawn.read(line, number)
            return
        if has_header(line):
            self._read_totals(line, number)
            return
        pieces = _pieces(line, number)
        if not pieces:
            return
        self._first = self._first or pieces[0][1]
        if self.top is not None and self.bottom is None:
            pieces = _with_blanks(pieces, self.top)
        if not all(map(_is_sighting, pieces)):
            self._read_row(pieces)
        elif self.top is None and not self.rows:
            self.top = pieces
        elif self.rows and self.bottom is None:
            self.bottom = pieces
        else:
            what, expected = "a line of sightings too many", "one above the board and one below"
            raise self.error(what, pieces[0][1], expected, "put --- between two boards")

    def squares(self) -> str:
        """All squares, in reading order; InputError if the rows are not all as long."""
        if not self.rows:
            raise self.error("this board has no rows", self.place, "rows of . / \\ and monsters")
        width = len(self.rows[0].squares)
        for number, row in enumerate(self.rows, 1):
            if len(row.squares) != width:
                at = row.squares[min(width, len(row.squares) - 1)][1]
                what = f"row {number} has {counted(len(row.squares), 'square')}"
                raise self.error(what, at, f"{width}, as row 1 has", _BLANKS)
        return "".join(letter for row in self.rows for letter, _ in row.squares)

    def setup(self) -> UndeadSetup:
        """The board; InputError, with the place, for one that is not whole."""
        shown, totals = self.squares(), self._whole_totals()
        width, height = len(self.rows[0].squares), len(self.rows)
        top = self._across(self.top, width, "above")
        bottom = self._across(self.bottom, width, "below")
        left = [self._beside(row.left, number, "left") for number, row in enumerate(self.rows, 1)]
        right = [self._beside(row.right, number, "right") for number, row in enumerate(self.rows, 1)]
        around = (*top, *right, *reversed(bottom), *reversed(left))
        places: dict[UndeadSlot, Place] = {BOARD: self.place}
        places.update({("total", kind, 0): at for kind, (_, at) in self.totals.items()})
        places.update({("sighting", i, 0): at for i, (_, at) in enumerate(around)})
        squares = (at for row in self.rows for _, at in row.squares)
        places.update({("grid", i, 0): at for i, at in enumerate(squares)})
        setup = UndeadSetup(
            width,
            height,
            given_board(shown),
            totals,
            [self._sighting(piece) for piece in around],
            shown.lower(),
            places=places,
            source=self.source,
        )
        setup.notes = _notes(setup, self._marks) if self._marks else None
        return setup

    def error(self, what: str, at: Place, expected: str, mend: str | None = None) -> InputError:
        """An InputError at a place of this text."""
        return InputError(
            what, expected=expected, mend=mend, source=self.source, line=at.line, column=at.column
        )

    def _read_totals(self, line: str, number: int) -> None:
        at = 0
        while at < len(line.rstrip()):
            found = _TOTAL.match(line, at)
            if found is None:
                here = Place(number, at + 1 + len(line[at:]) - len(line[at:].lstrip()))
                raise self.error(f"{quote(line[at:].strip())} after the totals", here, _TOTALS_LINE)
            self._first = self._first or Place(number, found.start(1) + 1)
            kind = MONSTERS.index(found[1][0].lower())
            if kind in self.totals:
                what = f"the number of {KINDS[kind]} is given twice"
                raise self.error(what, Place(number, found.start(1) + 1), "each of them once")
            self.totals[kind] = found[2], Place(number, found.start(2) + 1)
            at = found.end()

    def _read_row(self, pieces: list[_Piece]) -> None:
        if self.bottom is not None:
            what = "a row too many: the sightings below the board have been read"
            raise self.error(what, pieces[0][1], "the end of the board", "put --- between two boards")
        if len(self.rows) == MOST_SIDE:
            raise self.error("this board has no end", pieces[0][1], f"at most {MOST_SIDE} rows")
        left = pieces[0] if _is_sighting(pieces[0]) else None
        right = pieces[-1] if _is_sighting(pieces[-1]) else None
        squares = pieces[left is not None : len(pieces) - (right is not None)]
        for letter, at in squares:
            if letter not in _SQUARES:
                raise self.error(f"{quote(letter)} in the grid", at, "one of . / \\ g v z G V Z")
        self.rows.append(Row(squares, left, right))

    def _whole_totals(self) -> tuple[int, int, int]:
        for kind, name in enumerate(KINDS):
            text, at = self.totals.get(kind, ("", self.place))
            if not text:
                raise self.error(f"the number of {name} is missing", at, _TOTALS_LINE)
            if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
                raise self.error(f"the number of {name} is {quote(text)}", at, "a count of monsters")
        ghosts, vampires, zombies = (int(self.totals[kind][0]) for kind in range(3))
        return ghosts, vampires, zombies

    def _across(self, pieces: list[_Piece] | None, width: int, where: str) -> list[_Piece]:
        expected = f"{width}, each a number or {HIDDEN}"
        if pieces is None:
            raise self.error(f"the sightings {where} the board are missing", self.place, expected)
        if len(pieces) != width:
            at = pieces[min(width, len(pieces) - 1)][1]
            raise self.error(f"{counted(len(pieces), 'sighting')} {where} the board", at, expected)
        return pieces

    def _beside(self, piece: _Piece | None, number: int, side: str) -> _Piece:
        if piece is None:
            squares = self.rows[number - 1].squares
            at = squares[0 if side == "left" else -1][1]
            raise self.error(f"row {number} has no sighting on its {side}", at, f"a number or {HIDDEN}")
        return piece

    def _sighting(self, piece: _Piece) -> int | None:
        text, at = piece
        if len(text) > _LONGEST_NUMBER:
            raise self.error(f"a sighting of {quote(text)}", at, "a count of monsters")
        return None if text == HIDDEN else int(text)


def given_board(shown: str) -> str:
    """The puzzle's own squares: of the monsters only those in upper case."""
    return "".join("." if letter in MONSTERS else letter.lower() for letter in shown)


def _notes(setup: UndeadSetup, marks: str) -> UndeadNotes | None:
    """What a player noted on a board; None on one that is not legal, which is an error of whoever uses it."""
    try:
        position = setup.position(CoreGame())
    except InputError:
        return None
    return MARKS.made(position, MARKS.none(position), marks)


def _pieces(line: str, number: int) -> list[_Piece]:
    """The squares and sightings of a line, without its frame and labels."""
    cleared = _FRAME.sub(" ", line.translate(_MIRRORS))
    return [
        (found[0], Place(number, column + found.start()))
        for word, column in words_of(cleared, 0)
        if _ASIDE.fullmatch(word) is None
        for found in _PIECE.finditer(word)
    ]


def _with_blanks(pieces: list[_Piece], top: list[_Piece]) -> list[_Piece]:
    """The pieces of a line, with a ``.`` for each blank in a column of the sightings above the board.

    As they are where nothing is blank, and where no sighting stands on either side or the squares between do
    not keep to the columns: only whoever drew them can say then which are blank.
    """
    columns = [_column(piece) for piece in top]
    left = [piece for piece in pieces if _column(piece) < columns[0]]
    right = [piece for piece in pieces if _column(piece) > columns[-1]]
    found = {_column(piece): piece for piece in pieces[len(left) : len(pieces) - len(right)]}
    is_row = len(left) == len(right) == 1 and not any(map(_is_sighting, found.values()))
    if not is_row or not found.keys() < set(columns):
        return pieces
    line = left[0][1].line
    return [*left, *(found.get(column, (".", Place(line, column))) for column in columns), *right]


def _column(piece: _Piece) -> int:
    """The column that a piece ends in: sightings of several digits end where their squares stand."""
    text, place = piece
    return place.column + len(text) - 1


def _is_sighting(piece: _Piece) -> bool:
    return piece[0] == HIDDEN or (piece[0].isascii() and piece[0].isdigit())


def _spell(sighting: int | None) -> str:
    return HIDDEN if sighting is None else str(sighting)
