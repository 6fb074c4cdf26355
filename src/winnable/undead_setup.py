"""Setups of Undead: a board as somebody wrote it, not yet known to be one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from winnable._core import UndeadGame as CoreGame
from winnable._core import UndeadPosition
from winnable.errors import InputError, Place, Written

# Where something was written: a square or a sighting by its number, a total by its kind (0 to 2),
# the size, or the board as a whole. The second number is always 0.
UndeadSlot = tuple[Literal["size", "total", "grid", "sighting", "board"], int, int]
BOARD: Final[UndeadSlot] = ("board", 0, 0)


class UndeadSetup(Written[UndeadSlot]):
    """A board and what is filled in, loose.

    ``board`` has a letter for each square in reading order: ``.`` for a cell, ``g v z`` for a monster that
    the puzzle shows, ``\\`` and ``/`` for mirrors. ``squares`` has the same with what is filled in.
    ``totals`` are ghosts, vampires and zombies; ``sightings`` go clockwise from the top left, None where one
    is hidden. ``grade`` is the one that a game ID names (e, n, t), else empty; neither it nor ``places`` and
    ``source`` count for equality.
    """

    __slots__ = ("board", "grade", "height", "sightings", "squares", "totals", "width")

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
        super().__init__(places, source)

    @classmethod
    def of(cls, position: UndeadPosition) -> UndeadSetup:
        """The setup of a position."""
        ghosts, vampires, zombies = position.totals
        return cls(
            position.width,
            position.height,
            position.board,
            (ghosts, vampires, zombies),
            position.sightings,
            position.squares,
        )

    def position(self, core: CoreGame) -> UndeadPosition:
        """The position; InputError, with the place, for a board that is none or a line that its givens and
        sightings make impossible by themselves."""
        try:
            position = core.position(
                self.width, self.height, self.board, self.totals, self.sightings, self.squares
            )
        except ValueError as error:
            if len(error.args) != 4:
                raise InputError(str(error), source=self.source) from None
            part, index, what, expected = error.args
            raise self.error((part, index, 0), what, expected=expected) from None
        line = position.start.impossible_line
        if line is not None:
            first, second = line.labels
            seen = " and ".join("hidden" if n is None else str(n) for n in line.sightings)
            raise self.error(
                ("sighting", line.ends[0], 0),
                f"no monsters on the line from {first} to {second} can be seen as {seen}",
                expected="sightings that go together",
            )
        return position

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, UndeadSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        return f"<UndeadSetup {self.width}x{self.height} {self.squares}>"

    def _value(self) -> tuple[object, ...]:
        return self.width, self.height, self.board, self.totals, self.sightings, self.squares
