"""What a player of Undead has noted beside the board, and how the board came about, as sgt's program has it.

In a move of that program ``G3 V3 Z3`` put a monster into a cell and ``E3`` empties it; the cells are counted
from 0 in reading order, mirrors left out, givens not. ``g3 v3 z3`` set a pencil mark or take it away, ``M``
sets all of them, and ``D2,0`` marks a sighting as done by its column and row, where the edges are 0 and one
beyond the last. ``;`` stands between several in one move; SOLVE is a move that begins with ``S``, and RESTART
goes back to the start. That program keeps the marks below a monster without showing them, and takes them away
when the cell is emptied; here they go when the monster comes. It lets a move replace a given, which is
refused here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from winnable._core import UndeadMove, UndeadPosition
from winnable.errors import quote
from winnable.families.undead.setup import MIRRORS, MONSTERS

__all__ = ["STEP_KEYS", "Filling", "Play", "SaveStep", "UndeadNotes", "cells_of", "square_name"]

STEP_KEYS: Final = ("MOVE", "SOLVE", "RESTART")

_FILL: Final = re.compile(r"([GVZEgvz])([0-9]{1,5})")
_MARK: Final = re.compile(r"D([0-9]{1,4}),([0-9]{1,4})")


class SaveStep(NamedTuple):
    """One state after another: the key MOVE, SOLVE or RESTART, and its value."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class UndeadNotes:
    """What is noted beside a board; satisfies :class:`winnable.text.readers.Notes`.

    ``steps`` are all that were ever made, as they are written, and ``at`` is how many of them stand: after
    undo there are more. ``pencil`` has the letters that are pencilled into open cells, by the cell's name
    (``{"r1c2": "gv"}``), ``struck`` those that the player has ruled out there, and ``marked`` the labels of
    the sightings that are marked as done. ``details`` are the other keys of a save file: PARAMS, SEED, UI,
    TIME. ``game_id`` is the board's ID as it was written.
    """

    steps: tuple[SaveStep, ...] = ()
    at: int = 0
    pencil: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    details: Mapping[str, str] = field(default_factory=dict)
    game_id: str = ""
    struck: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def filled_in(cls, board: str, squares: str) -> UndeadNotes:
        """Those of somebody who filled in ``squares``, one after the other, and noted nothing."""
        number = {square: cell for cell, square in enumerate(cells_of(board))}
        steps = tuple(
            SaveStep("MOVE", f"{letter.upper()}{number[square]}")
            for square, letter in enumerate(squares)
            if letter in MONSTERS and board[square] == "."
        )
        return cls(steps, len(steps))

    def played(self, position: UndeadPosition, move: UndeadMove) -> UndeadNotes:
        """After a move more, made in ``position``; what had been taken back is gone for good."""
        square = move.row * position.width + move.column
        cell = cells_of(position.board).index(square)
        steps = (*self.steps[: self.at], SaveStep("MOVE", f"{move.monster.upper()}{cell}"))
        name = square_name(position.width, square)
        pencil, struck = (
            {other: letters for other, letters in marks.items() if other != name}
            for marks in (self.pencil, self.struck)
        )
        return replace(self, steps=steps, at=len(steps), pencil=pencil, struck=struck)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold; ``steps`` are pairs of a key and a text."""
        return {
            "pencil": dict(self.pencil),
            "struck": dict(self.struck),
            "done": sorted(self.marked),
            "steps": [list(step) for step in self.steps],
            "at": self.at,
        }


def cells_of(board: str) -> list[int]:
    """The squares that are no mirrors, in reading order: where the numbers of moves count."""
    return [at for at, letter in enumerate(board) if letter not in MIRRORS]


def square_name(width: int, square: int) -> str:
    """``r2c3`` for a square by its number in reading order, from 0."""
    return f"r{square // width + 1}c{square % width + 1}"


class Filling(NamedTuple):
    """A monster that a move puts into a square; ``at`` is the offset in the move's text."""

    at: int
    monster: str
    square: int


class Play:
    """A board that is played on by the moves of save files."""

    def __init__(self, width: int, height: int, board: str) -> None:
        self.width, self.height, self._board = width, height, board
        self._cells = cells_of(board)
        self.restart()

    def restart(self) -> None:
        """Takes everything away but the givens."""
        self.squares = list(self._board)
        self._pencil: dict[int, str] = {}
        self._marked: set[str] = set()

    def notes(self, steps: Sequence[SaveStep], at: int) -> UndeadNotes:
        """What is noted now, after ``at`` of the steps."""
        pencil = {square_name(self.width, square): self._pencil[square] for square in sorted(self._pencil)}
        return UndeadNotes(tuple(steps), at, pencil, frozenset(self._marked))

    def make(self, text: str) -> list[Filling]:
        """Makes one move; the monsters that it puts into cells.

        Raises:
            ValueError: with offset, what and expected, for a text that is no move here.
        """
        fillings: list[Filling] = []
        at = 0
        for part in text.removesuffix(";").split(";") if text else ():
            found = _FILL.fullmatch(part)
            if found is not None:
                letter, square = found[1], self._square(int(found[2]), at + 1)
                if letter in MONSTERS:
                    self._mark(letter, square)
                else:
                    self._fill(letter, square, at)
                if letter in "GVZ":
                    fillings.append(Filling(at, letter.lower(), square))
            elif part == "M":
                self._pencil = {cell: MONSTERS for cell in self._cells if self.squares[cell] == "."}
            elif mark := _MARK.fullmatch(part):
                self._marked ^= {self._label(int(mark[1]), int(mark[2]), at + 1)}
            elif part != "S":
                raise ValueError(at, f"{quote(part)} is no move", "G, V, Z or E and the number of a cell")
            at += len(part) + 1
        return fillings

    def _mark(self, letter: str, square: int) -> None:
        """Sets a mark or takes it away; in a cell that is filled none shows, now or later."""
        if self.squares[square] != ".":
            return
        marks = "".join(sorted(set(self._pencil.pop(square, "")) ^ {letter}))
        if marks:
            self._pencil[square] = marks

    def _fill(self, letter: str, square: int, at: int) -> None:
        given = self._board[square]
        if given == ".":
            self.squares[square] = "." if letter == "E" else letter.lower()
            self._pencil.pop(square, None)
        elif letter.lower() != given:
            where = square_name(self.width, square)
            raise ValueError(at, f"{where} is given, and stays {given}", "a move in another cell")

    def _square(self, number: int, at: int) -> int:
        if number >= len(self._cells):
            raise ValueError(at, f"there is no cell {number}", f"0 to {len(self._cells) - 1}")
        return self._cells[number]

    def _label(self, column: int, row: int, at: int) -> str:
        """The sighting at a place beside the board."""
        width, height = self.width, self.height
        if 1 <= column <= width and row in (0, height + 1):
            return f"{'D' if row == 0 else 'U'}{column}"
        if 1 <= row <= height and column in (0, width + 1):
            return f"{'L' if column else 'R'}{row}"
        raise ValueError(at, f"there is no sighting at {column},{row}", "a place beside the board")
