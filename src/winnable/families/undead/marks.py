"""Marks as text, for sessions and their saves.

``r1c2?gv`` pencils a ghost and a vampire into a square, and nothing else; ``r1c2!z`` says that it holds no
zombie, ``r1c2?gv!z`` both, and ``r1c2?`` takes its marks away. ``fill`` pencils every monster into every open
square that it is not ruled out of, and ``clear`` takes all these marks away. ``D3=done`` marks a sighting as
done, and ``D3=open`` takes that back. ``;`` joins several into one. Marks of squares that are filled are
passed over: a monster takes the pencil marks of its square away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from winnable._core import UndeadPosition
from winnable.errors import InputError, quote
from winnable.families.undead.notes import SaveStep, UndeadNotes, cells_of, square_name
from winnable.families.undead.setup import MIRRORS, MONSTERS

__all__ = ["MARKS", "UndeadMarks"]

_SQUARE: Final = re.compile(r"r([1-9][0-9]{0,2})c([1-9][0-9]{0,2})(?=[?!])(?:\?([gvz]*))?(?:!([gvz]*))?")
_SIGHTING: Final = re.compile(r"([DULR][1-9][0-9]{0,2})=(done|open)")
_EXPECTED: Final = "a square and its marks, as r1c2?gv!z, a sighting, as D3=done, fill or clear"


class UndeadMarks:
    """Satisfies :class:`winnable.text.marks.MarkKind`."""

    example: Final = "r1c2?gv!z"

    def none(self, position: UndeadPosition) -> UndeadNotes:
        """The notes of somebody who filled in what stands in ``position``, and marked nothing."""
        return UndeadNotes.filled_in(position.board, position.squares)

    def made(self, position: UndeadPosition, notes: UndeadNotes, text: str) -> UndeadNotes:
        """The notes after one more mark, with the moves that make it in sgt's program, which knows no "not".

        InputError for a text that is no mark on this board.
        """
        pencil, struck, done = dict(notes.pencil), dict(notes.struck), set(notes.marked)
        for part in text.split(";"):
            if found := _SQUARE.fullmatch(part):
                square = _square(position, int(found[1]), int(found[2]))
                if position.squares[square] == ".":
                    name = square_name(position.width, square)
                    _set(pencil, struck, name, found[3] or "", found[4] or "")
            elif found := _SIGHTING.fullmatch(part):
                _check_sighting(position, found[1])
                done = done | {found[1]} if found[2] == "done" else done - {found[1]}
            elif part == "fill":
                pencil = {name: left for name in _open(position) if (left := _but(struck.get(name, "")))}
            elif part == "clear":
                pencil, struck = {}, {}
            else:
                raise InputError(f"{quote(part)} is no mark", expected=_EXPECTED)
        after = replace(notes, pencil=pencil, struck=struck, marked=frozenset(done))
        move = ";".join(_as_in_sgt(position, notes, after))
        if not move:
            return after
        steps = (*notes.steps[: notes.at], SaveStep("MOVE", move))
        return replace(after, steps=steps, at=len(steps))

    def entered(self, position: UndeadPosition) -> tuple[UndeadPosition, list[str]]:
        """The puzzle as it begins, and the moves that fill in what stands there, in reading order."""
        filled = [
            f"{square_name(position.width, at)}={held}"
            for at, (given, held) in enumerate(zip(position.board, position.squares, strict=True))
            if given != held
        ]
        return position.start, filled

    def written(self, notes: UndeadNotes) -> str:
        """The one mark that makes these notes of none."""
        names = sorted({*notes.pencil, *notes.struck}, key=_in_reading_order)
        parts = [_square_mark(name, notes.pencil.get(name, ""), notes.struck.get(name, "")) for name in names]
        return ";".join([*parts, *(f"{label}=done" for label in sorted(notes.marked))])


def _set(pencil: dict[str, str], struck: dict[str, str], name: str, may: str, may_not: str) -> None:
    if set(may) & set(may_not):
        what = f"{_square_mark(name, may, may_not)} marks a monster both ways"
        raise InputError(what, expected="each monster behind ? or behind !")
    for marks, letters in ((pencil, may), (struck, may_not)):
        marks.pop(name, None)
        if letters:
            marks[name] = "".join(monster for monster in MONSTERS if monster in letters)


def _square_mark(name: str, may: str, may_not: str) -> str:
    return f"{name}{f'?{may}' if may or not may_not else ''}{f'!{may_not}' if may_not else ''}"


def _square(position: UndeadPosition, row: int, column: int) -> int:
    """The number of an open square of the puzzle; InputError where none can be marked."""
    if row > position.height or column > position.width:
        expected = f"rows 1 to {position.height} and columns 1 to {position.width}"
        raise InputError(f"r{row}c{column} is not on this board", expected=expected)
    square = (row - 1) * position.width + column - 1
    given = position.board[square]
    if given != ".":
        what = f"r{row}c{column} is {'a mirror' if given in MIRRORS else 'given'}, and takes no marks"
        raise InputError(what, expected="a square to fill in")
    return square


def _check_sighting(position: UndeadPosition, label: str) -> None:
    if label not in position.labels:
        raise InputError(
            f"no sighting is called {quote(label)}",
            expected=f"D or U with 1 to {position.width}, L or R with 1 to {position.height}",
        )


def _open(position: UndeadPosition) -> Iterator[str]:
    """The names of the squares that are not filled."""
    return (square_name(position.width, at) for at, held in enumerate(position.squares) if held == ".")


def _but(letters: str) -> str:
    return "".join(monster for monster in MONSTERS if monster not in letters)


def _in_reading_order(name: str) -> tuple[int, int]:
    row, _, column = name[1:].partition("c")
    return int(row), int(column)


def _as_in_sgt(position: UndeadPosition, before: UndeadNotes, after: UndeadNotes) -> Iterator[str]:
    """Pencil marks and sightings that change, as sgt's moves toggle them."""
    for cell, square in enumerate(cells_of(position.board)):
        name = square_name(position.width, square)
        changed = set(before.pencil.get(name, "")) ^ set(after.pencil.get(name, ""))
        yield from (f"{monster}{cell}" for monster in MONSTERS if monster in changed)
    for label in sorted(before.marked ^ after.marked):
        yield f"D{_beside(position, label)}"


def _beside(position: UndeadPosition, label: str) -> str:
    """The column and row of a sighting, where the edges are 0 and one beyond the last."""
    places: Mapping[str, str] = {
        "D": f"{label[1:]},0",
        "U": f"{label[1:]},{position.height + 1}",
        "L": f"{position.width + 1},{label[1:]}",
        "R": f"0,{label[1:]}",
    }
    return places[label[0]]


MARKS: Final = UndeadMarks()
