"""What was seen of a puzzle on squares: every square, the numbers around them, and how sure each is.

Letters are those of scenes: ``g v z`` for ghosts, vampires and zombies, ``/`` and ``\\`` for mirrors,
nothing for an open square, and ``?`` for one that could not be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from winnable.errors import InputError
from winnable.results import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from winnable.scene import Side
    from winnable.screen.seen import Box

__all__ = ["CERTAIN", "MONSTERS", "NAMES", "BoardDoubt", "SeenBoard", "SeenNumber", "SeenSquare"]

CERTAIN: Final = 0.95  # what is less probable than this is a doubt
MONSTERS: Final = "gvz"
NAMES: Final = ("ghosts", "vampires", "zombies")
_UNREAD: Final = "?"

State = Literal["open", "broken", "done"]


@dataclass(frozen=True, slots=True)
class SeenSquare:
    """A square: what it ``holds``, what is pencilled in, and whether the program's cursor is on it: to put
    something there (``cell``) or to pencil it in (``pencil``)."""

    row: int
    column: int
    box: Box
    holds: str = ""
    confidence: float = 1.0
    others: tuple[str, ...] = ()
    pencil: str = ""
    cursor: Literal["", "cell", "pencil"] = ""

    @property
    def is_mirror(self) -> bool:
        """Is a mirror read in it?"""
        return self.holds in ("/", "\\")

    @property
    def name(self) -> str:
        """As moves and notes call it: r1c1."""
        return f"r{self.row + 1}c{self.column + 1}"


@dataclass(frozen=True, slots=True)
class SeenNumber:
    """A number beside the board at ``side`` and ``at``, counted from 0, or above it the total of a monster
    (``name``). ``value`` is None where it could not be read, or where nothing is written (``hidden``).
    ``state``: shown as one that cannot be right any more, or as one that the player is done with."""

    name: str
    box: Box
    value: int | None
    confidence: float = 1.0
    others: tuple[int, ...] = ()
    state: State = "open"
    hidden: bool = False
    side: Side | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class BoardDoubt:
    """Something that is not certain: what it is, what it was taken for, and what else it may be."""

    name: str
    box: Box
    value: str
    confidence: float
    others: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "name": self.name,
            "value": self.value,
            "confidence": round(self.confidence, 4),
            "others": list(self.others),
            "box": self.box.data(),
        }

    def text(self) -> str:
        """In one line: ``D3: 6 (61 %), or 8``."""
        others = f", or {' or '.join(self.others)}" if self.others else ""
        return f"{self.name}: {self.value or 'nothing'} ({self.confidence:.0%}){others}"


@dataclass(frozen=True, slots=True)
class SeenBoard(Result):
    """A whole board, read. ``squares`` are in reading order, ``clues`` clockwise from the top left,
    ``totals`` those of ghosts, vampires and zombies. ``letters``: the program shows letters instead of
    pictures.

    ``problems`` say why what was read is no board, a line each.
    """

    columns: int
    rows: int
    box: Box
    squares: tuple[SeenSquare, ...]
    clues: tuple[SeenNumber, ...]
    totals: tuple[SeenNumber, ...]
    letters: bool = False
    problems: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def game(self) -> str:
        """As every command takes it."""
        return "undead"

    @property
    def holds(self) -> tuple[str, ...]:
        """What stands on every square, in reading order."""
        return tuple(square.holds for square in self.squares)

    @property
    def cursor(self) -> SeenSquare | None:
        """The square on which the program's cursor is, if it shows one."""
        return next((square for square in self.squares if square.cursor), None)

    def square(self, row: int, column: int) -> SeenSquare:
        """The square in a row and a column, both counted from 0."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise InputError(
                f"no square is in row {row + 1}, column {column + 1}",
                expected=f"rows 1 to {self.rows}, columns 1 to {self.columns}",
            )
        return self.squares[row * self.columns + column]

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """Where to click for the square in a row and a column, counted from 0, in pixels of the picture."""
        return self.square(row, column).box.middle

    @property
    def doubts(self) -> tuple[BoardDoubt, ...]:
        """What of the puzzle and of what is filled in is not certain."""
        return tuple(self._doubts())

    def _doubts(self) -> Iterator[BoardDoubt]:
        for number in (*self.totals, *self.clues):
            if number.confidence < CERTAIN:
                value = _UNREAD if number.value is None else str(number.value)
                others = tuple(map(str, number.others))
                yield BoardDoubt(number.name, number.box, value, number.confidence, others)
        for square in self.squares:
            if square.confidence < CERTAIN:
                yield BoardDoubt(square.name, square.box, square.holds, square.confidence, square.others)

    @property
    def certain(self) -> bool:
        """Is everything sure, and is it a board?"""
        return not self.problems and next(self._doubts(), None) is None

    @property
    def game_id(self) -> str:
        """The puzzle as a game ID, without what is filled in; empty where it is not certain."""
        return self._id() if self.certain else ""

    @property
    def position(self) -> str:
        """The board with what is filled in, as text that every command reads; empty where not certain."""
        return self.seen if self.certain else ""

    @property
    def seen(self) -> str:
        """The board as text, with ``?`` for what is not certain: then no command reads it."""
        clues = [_spelled(clue) for clue in self.clues]
        top, rest = clues[: self.columns], clues[self.columns :]
        right, rest = rest[: self.rows], rest[self.rows :]
        bottom, left = rest[: self.columns][::-1], rest[self.columns :][::-1]
        table = [["", *top, ""]]
        for row in range(self.rows):
            squares = self.squares[row * self.columns : (row + 1) * self.columns]
            table.append([left[row], *map(_shown, squares), right[row]])
        table.append(["", *bottom, ""])
        width = max(len(word) for row in table for word in row)
        lines = [" ".join(word.rjust(width) for word in row).rstrip() for row in table]
        totals = " ".join(f"{total.name} {_spelled(total)}" for total in self.totals)
        return "\n".join((totals, *lines)) + "\n"

    def _id(self) -> str:
        board, gap = "", 0
        for square in self.squares:
            if square.is_mirror:
                board += _run(gap) + ("R" if square.holds == "/" else "L")
                gap = 0
            else:
                gap += 1
        totals = ",".join(_spelled(total) for total in self.totals)
        clues = ",".join(_spelled(clue) for clue in self.clues)
        return f"{self.columns}x{self.rows}:{totals},{board + _run(gap)},{clues}"

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold; rows and columns count from 0, boxes are in pixels."""
        return {
            "game": self.game,
            "certain": self.certain,
            "game_id": self.game_id or None,
            "position": self.position or None,
            "seen": self.seen,
            "columns": self.columns,
            "rows": self.rows,
            "box": self.box.data(),
            "letters": self.letters,
            "squares": [
                {
                    "name": square.name,
                    "holds": square.holds,
                    "pencil": square.pencil,
                    "cursor": square.cursor,
                    "confidence": round(square.confidence, 4),
                    "box": square.box.data(),
                }
                for square in self.squares
            ],
            "numbers": [
                {
                    "name": number.name,
                    "value": number.value,
                    "hidden": number.hidden,
                    "state": number.state,
                    "confidence": round(number.confidence, 4),
                    "box": number.box.data(),
                }
                for number in (*self.totals, *self.clues)
            ],
            "doubts": [doubt.data() for doubt in self.doubts],
            "problems": list(self.problems),
            "stats": {"seconds": round(self.seconds, 4)},
        }

    def text(self) -> str:
        """The board, then what is doubtful and what is wrong, a line each behind a ``#``."""
        lines = [f"# {self.game}", *self.seen.splitlines()]
        lines += [f"# doubtful: {doubt.text()}" for doubt in self.doubts]
        lines += [f"# wrong: {problem}" for problem in self.problems]
        return "\n".join(lines) + "\n"


def _spelled(number: SeenNumber) -> str:
    if number.confidence < CERTAIN:
        return _UNREAD
    return "-" if number.value is None else str(number.value)


def _shown(square: SeenSquare) -> str:
    return _UNREAD if square.confidence < CERTAIN else square.holds or "."


def _run(gap: int) -> str:
    """So many open squares in a game ID: a letter for each 26 of them, and one for the rest."""
    return "z" * (gap // 26) + (chr(ord("a") + gap % 26 - 1) if gap % 26 else "")
