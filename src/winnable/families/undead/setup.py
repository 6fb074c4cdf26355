"""Setups of Undead: a board as somebody wrote it, not yet known to be one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from winnable._core import UndeadGame as CoreGame
from winnable._core import UndeadLine, UndeadPosition
from winnable.errors import InputError, Place, Written, quote

if TYPE_CHECKING:
    from winnable.families.undead.game import UndeadGame
    from winnable.families.undead.notes import UndeadNotes

# Where something was written: a square or a sighting by its number, a total by its kind (0 to 2),
# the size, or the board as a whole. The second number is always 0.
UndeadSlot = tuple[Literal["size", "total", "grid", "sighting", "board"], int, int]
BOARD: Final[UndeadSlot] = ("board", 0, 0)

MONSTERS: Final = "gvz"
MIRRORS: Final = "\\/"
_LETTERS: Final = frozenset("." + MONSTERS + MIRRORS)
KINDS: Final = ("ghosts", "vampires", "zombies")
MOST_SIDE: Final = 100  # squares in a row or column
MOST_NUMBER: Final = 999_999  # of a total or a sighting: more than any board can ask for
_MOST_DIGITS: Final = 30  # of a number that is written out in an error
_MOST_BITS: Final = 10_000


class Sides(NamedTuple):
    """Something for each sighting, side by side in reading order: left to right, top to bottom."""

    top: tuple[int | None, ...]
    right: tuple[int | None, ...]
    bottom: tuple[int | None, ...]
    left: tuple[int | None, ...]

    @classmethod
    def of(cls, sightings: Sequence[int | None], width: int, height: int) -> Sides:
        """From clockwise order, which goes along the bottom from the right and up the left side."""
        corner = width + height
        return cls(
            tuple(sightings[:width]),
            tuple(sightings[width:corner]),
            tuple(reversed(sightings[corner : corner + width])),
            tuple(reversed(sightings[corner + width :])),
        )

    def clockwise(self) -> tuple[int | None, ...]:
        """All of them clockwise from the top left."""
        return (*self.top, *self.right, *reversed(self.bottom), *reversed(self.left))


class UndeadSetup(Written[UndeadSlot]):
    """A board and what is filled in, loose.

    ``board`` has a letter for each square in reading order: ``.`` for a cell, ``g v z`` for a monster that
    the puzzle shows, ``\\`` and ``/`` for mirrors. ``squares`` has the same with what is filled in.
    ``totals`` are ghosts, vampires and zombies; ``sightings`` go clockwise from the top left, None where one
    is hidden. ``grade`` is the one that a game ID names (e, n, t), else empty, and ``notes`` are what a save
    file has beside the board: pencil marks, and how ``squares`` came about. These two, ``places`` and
    ``source`` do not count for equality.
    """

    __slots__ = ("board", "grade", "height", "notes", "sightings", "squares", "totals", "width")

    def __init__(
        self,
        width: int,
        height: int,
        board: str,
        totals: tuple[int, int, int],
        sightings: Iterable[int | None],
        squares: str | None = None,
        *,
        grade: str = "",
        notes: UndeadNotes | None = None,
        places: Mapping[UndeadSlot, Place] | None = None,
        source: str | None = None,
    ) -> None:
        self.width = width
        self.height = height
        self.board = board
        self.totals = totals
        self.sightings: tuple[int | None, ...] = tuple(sightings)
        self.squares = board if squares is None else squares
        self.grade = grade
        self.notes = notes
        super().__init__(places, source)

    @classmethod
    def of(cls, position: UndeadPosition, *, notes: UndeadNotes | None = None) -> UndeadSetup:
        """The setup of a position, with what is noted beside it."""
        ghosts, vampires, zombies = position.totals
        return cls(
            position.width,
            position.height,
            position.board,
            (ghosts, vampires, zombies),
            position.sightings,
            position.squares,
            notes=notes,
        )

    @property
    def sides(self) -> Sides:
        """The sightings side by side."""
        return Sides.of(self.sightings, self.width, self.height)

    def shown(self) -> str:
        """Every square as texts show it: a monster that the puzzle gives in upper case, one that is filled
        in in lower case."""
        pairs = zip(self.board, self.squares, strict=True)
        return "".join(given.upper() if given in MONSTERS else square for given, square in pairs)

    def position(self, core: CoreGame) -> UndeadPosition:
        """The position; InputError, with the place, for a board that is none or a line that its givens and
        sightings make impossible by themselves."""
        self._check_numbers()
        self._check_squares()
        try:
            position = core.position(
                self.width, self.height, self.board, self.totals, self.sightings, self.squares
            )
        except ValueError as error:
            if len(error.args) != 4:
                raise self._error(BOARD, str(error)) from None
            part, index, what, expected = error.args
            raise self._error((part, index, 0), what, expected) from None
        line = position.start.impossible_line
        if line is not None:
            raise self._impossible(line)
        return position

    def _check_numbers(self) -> None:
        for kind, total in enumerate(self.totals):
            if not 0 <= total <= MOST_NUMBER:
                what = f"a total of {_spell(total)} {KINDS[kind]}"
                raise self._error(("total", kind, 0), what, "a count of monsters")
        for i, sighting in enumerate(self.sightings):
            if sighting is not None and not 0 <= sighting <= MOST_NUMBER:
                what = f"a sighting of {_spell(sighting)}"
                raise self._error(("sighting", i, 0), what, "a count of monsters")
        if self.width < 1 or self.height < 1 or max(self.width, self.height) > MOST_SIDE:
            what = f"a board of {_spell(self.width)}x{_spell(self.height)}"
            raise self._error(("size", 0, 0), what, f"1x1 to {MOST_SIDE}x{MOST_SIDE}")

    def _check_squares(self) -> None:
        """Nothing may be filled in over a given or a mirror."""
        for i, letters in enumerate((self.board, self.squares)):
            if not _LETTERS.issuperset(letters):
                at = next(at for at, letter in enumerate(letters) if letter not in _LETTERS)
                which = "the grid" if i == 0 else "what is filled in"
                raise self._error(("grid", at, 0), f"{quote(letters[at])} in {which}", r"one of . g v z \ /")
        if len(self.squares) != len(self.board):
            what = f"{len(self.squares)} squares are filled in or open, and the grid has {len(self.board)}"
            raise self._error(BOARD, what, "as many")
        if self.squares == self.board:
            return
        for at, (given, square) in enumerate(zip(self.board, self.squares, strict=True)):
            if given not in (".", square) or (given == "." and square in MIRRORS):
                where = f"row {at // self.width + 1}, column {at % self.width + 1}"
                what = f"{quote(square)} in {where}, where the grid has {quote(given)}"
                raise self._error(("grid", at, 0), what, "what the puzzle shows, as it is")

    def _impossible(self, line: UndeadLine) -> InputError:
        """Which of a line's sightings cannot be met, or that the two do not go together."""
        givens = " with these givens" if any(self.board[cell] in MONSTERS for cell in line.cells) else ""
        found = impossible_side(line, self.board)
        if found is None:
            first: UndeadSlot = ("sighting", line.ends[0], 0)
            return self._error(first, at_odds(line) + givens, "sightings that go together")
        side, counts = found
        what = f"{line.labels[side]} cannot see {_monsters(line.sightings[side] or 0)}{givens}"
        expected = f"{spell_counts(counts)} on its line to {line.labels[1 - side]}"
        return self._error(("sighting", line.ends[side], 0), what, expected)

    def _error(self, slot: UndeadSlot, what: str, expected: str | None = None) -> InputError:
        """An InputError where the slot was read, or else where the board begins."""
        return self.error(slot if slot in self.places else BOARD, what, expected=expected)

    def position_in(self, game: UndeadGame) -> UndeadPosition:
        """The legal position that it is in a game; InputError names what is wrong and where."""
        return game.position(self)

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, UndeadSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        return f"<UndeadSetup {self.width}x{self.height} {self.squares}>"

    def _value(self) -> tuple[object, ...]:
        return self.width, self.height, self.board, self.totals, self.sightings, self.squares


def impossible_side(line: UndeadLine, squares: str) -> tuple[int, list[int]] | None:
    """Which end of a line, 0 or 1, has a sighting that no filling of the open cells can meet, and what can be
    seen from there; None if each can be met without the other.

    ``squares`` has the letter of every square of the board.
    """
    for side in (0, 1):
        counts = seen_counts(line, squares, side)
        if line.sightings[side] is not None and line.sightings[side] not in counts:
            return side, counts
    return None


def at_odds(line: UndeadLine) -> str:
    """In words that the sightings of a line do not go together."""
    (first, second), (a, b) = line.labels, line.sightings
    return f"{first} cannot see {a} while {second}, at the line's other end, sees {b}"


def seen_counts(line: UndeadLine, squares: str, side: int) -> list[int]:
    """How many monsters can be seen along a line from its end 0 or 1, as its open cells are filled in one
    way or another; ascending.

    ``squares`` has the letter of every square of the board.
    """
    parts: dict[int, list[str]] = {}
    for cell, part in zip(line.cells, line.parts, strict=True):
        parts.setdefault(cell, []).append(part)
    counts = {0}
    for cell, crossed in parts.items():
        monsters = MONSTERS if squares[cell] == "." else squares[cell]
        steps = {sum(_is_seen(monster, part, side) for part in crossed) for monster in monsters}
        counts = {count + step for count in counts for step in steps}
    return sorted(counts)


def _is_seen(monster: str, part: str, side: int) -> bool:
    direct = part in ("straight", ("before", "after")[side])
    return monster == "z" or monster == ("v" if direct else "g")


def _monsters(count: int) -> str:
    return f"{count} monster" + ("" if count == 1 else "s")


def spell_counts(counts: Sequence[int]) -> str:
    """`3`, `2 to 7`, `0 or 2`."""
    if len(counts) == 1:
        return str(counts[0])
    if counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return ", ".join(map(str, counts[:-1])) + f" or {counts[-1]}"


def _spell(number: int) -> str:
    """A number as it stood, cut where it is very long."""
    if abs(number) < 10**_MOST_DIGITS:
        return str(number)
    if number.bit_length() > _MOST_BITS:  # Python writes out no number of more than 4300 digits
        return f"a number of more than {_MOST_DIGITS} digits"
    return quote(str(number))[1:-1]
