r"""Boards of Undead as the two dictionaries of the dissertation on it, in JSON.

    {"paths": {"D1": ["\\", ".", "\\"], ..., "R1": ["\\", ".", "\\"], ...},
     "visible": {"D1": 0, ..., "R1": 3, ...}, "ghosts": 3, "vampires": 4, "zombies": 2}

A path is labelled by the way it starts and its number in reading order: D1 downwards from the top, L1 to the
left from the right side, U1 upwards from below, R1 to the right from the left side. It holds every square
on its way from there: ``.`` for an open cell, ``g v z`` for what is filled in, ``G V Z`` for what the puzzle
gives, and the mirrors, by which a reader finds the way. ``visible`` is what is seen along it, null where that
is not shown. Squares on no path, inside closed rings of mirrors, stand by their names in ``elsewhere``:
``{"r2c3": "."}``; the dissertation has no place for them. Without them the key is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from winnable._core import UndeadPosition
from winnable.errors import quote
from winnable.families.undead.json import UndeadReader
from winnable.families.undead.setup import BOARD, KINDS, MOST_SIDE, UndeadSetup, UndeadSlot
from winnable.families.undead.text import given_board
from winnable.text.json_reader import JsonPlaces
from winnable.text.json_text import Path

KEYS: Final = ("deal", "game", "paths", "visible", "elsewhere", *KINDS)

_SQUARES: Final = ".gvzGVZ\\/"
_NAME: Final = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})")
# Row and column of a step by the letter of its direction.
_STEPS: Final = {"D": (1, 0), "L": (0, -1), "U": (-1, 0), "R": (0, 1)}
_OFF_SLASH: Final = {"D": "L", "L": "D", "U": "R", "R": "U"}
_OFF_BACKSLASH: Final = {"D": "R", "L": "U", "U": "L", "R": "D"}


def path_labels(width: int, height: int) -> tuple[str, ...]:
    """D1 on, L1 on, U1 on, R1 on: the order of the dissertation."""
    counts = (("D", width), ("L", height), ("U", width), ("R", height))
    return tuple(f"{way}{i}" for way, count in counts for i in range(1, count + 1))


def ends_of(width: int, height: int) -> dict[str, int]:
    """The number of each sighting, clockwise from the top left, by its label."""
    around = width + height
    below = {f"U{i}": around + width - i for i in range(1, width + 1)}
    left = {f"R{i}": 2 * around - i for i in range(1, height + 1)}
    above = {f"D{i}": i - 1 for i in range(1, width + 1)}
    return above | {f"L{i}": width + i - 1 for i in range(1, height + 1)} | below | left


def to_data(position: UndeadPosition, game: str | None = None) -> dict[str, Any]:
    """The position as a value that JSON can hold; ``game`` is left out if None."""
    setup = UndeadSetup.of(position)
    shown, ends = setup.shown(), ends_of(setup.width, setup.height)
    squares: dict[int, list[int]] = {}
    for line in position.lines:
        first, second = line.ends
        squares[second] = line.squares[::-1]
        squares[first] = line.squares
    labels = path_labels(setup.width, setup.height)
    value: dict[str, Any] = {} if game is None else {"game": game}
    value["paths"] = {label: [shown[square] for square in squares[ends[label]]] for label in labels}
    value["visible"] = {label: setup.sightings[ends[label]] for label in labels}
    value |= dict(zip(KINDS, setup.totals, strict=True))
    missed = sorted(set(range(len(shown))).difference(*squares.values()))
    if missed:
        names = (f"r{at // setup.width + 1}c{at % setup.width + 1}" for at in missed)
        value["elsewhere"] = {name: shown[at] for name, at in zip(names, missed, strict=True)}
    return value


def read_paths(reader: UndeadReader, data: dict[str, Any]) -> UndeadSetup:
    """The board of an object with these keys; InputError with the place for what does not fit together."""
    grid = _Grid(reader, data)
    labels = path_labels(grid.width, grid.height)
    for label in labels:
        grid.follow(label)
    grid.add_elsewhere(data.get("elsewhere", {}))
    visible = reader.named(("visible",), data.get("visible"), labels)
    ends = ends_of(grid.width, grid.height)
    sightings: list[int | None] = [None] * len(labels)
    paths: dict[UndeadSlot, Path] = {BOARD: ()}
    for label, end in ends.items():
        sightings[end] = reader.sighting(("visible", label), visible[label])
        paths["sighting", end, 0] = ("visible", label)
    for kind, name in enumerate(KINDS):
        if name not in data:
            raise reader.text.error((), f"the number of {name} is missing", f'a key "{name}"')
        paths["total", kind, 0] = (name,)
    shown = grid.shown()
    return UndeadSetup(
        grid.width,
        grid.height,
        given_board(shown),
        reader.totals((), data),
        sightings,
        shown.lower(),
        places=JsonPlaces(reader.text, paths),
        source=reader.text.source,
    )


class _Grid:
    """The squares of a board, as its paths tell of them one after the other."""

    def __init__(self, reader: UndeadReader, data: dict[str, Any]) -> None:
        self._reader = reader
        paths = data["paths"]
        if not isinstance(paths, dict):
            raise reader.text.error(("paths",), "paths is not an object", "a list for each of D1, L1, U1, R1")
        self.width, self.height = _highest(paths, "D"), _highest(paths, "R")
        if not 1 <= self.width <= MOST_SIDE or not 1 <= self.height <= MOST_SIDE:
            what = f"{self.width} paths from the top, {self.height} from the left"
            raise reader.text.error(("paths",), what, f"1 to {MOST_SIDE} of each, D1 on and R1 on")
        self._paths = reader.named(("paths",), paths, path_labels(self.width, self.height))
        self._squares: dict[tuple[int, int], str] = {}

    def follow(self, label: str) -> None:
        """Walks along a path from its edge, and notes its squares."""
        path = ("paths", label)
        letters = self._reader.items(path, self._paths[label])
        way, number = label[0], int(label[1:]) - 1
        row, column = {
            "D": (0, number),
            "L": (number, self.width - 1),
            "U": (self.height - 1, number),
            "R": (number, 0),
        }[way]
        for i, letter in enumerate(letters):
            if not self._inside(row, column):
                what = f"{label} goes on beyond the edge of the board"
                raise self._reader.text.error((*path, i), what, f"{i} squares", "write its mirrors, too")
            self._note(row, column, letter, (*path, i))
            if letter == "/":
                way = _OFF_SLASH[way]
            elif letter == "\\":
                way = _OFF_BACKSLASH[way]
            row, column = row + _STEPS[way][0], column + _STEPS[way][1]
        if self._inside(row, column):
            what = f"{label} ends in the middle of the board, before {_name(row, column)}"
            raise self._reader.text.error(path, what, "every square on its way, mirrors too")

    def add_elsewhere(self, value: object) -> None:
        """Takes in the squares that are on no path."""
        path: Path = ("elsewhere",)
        if not isinstance(value, dict):
            raise self._reader.text.error(path, "elsewhere is not an object", 'one such as {"r2c3": "."}')
        for name, letter in value.items():
            found = _NAME.fullmatch(name)
            row, column = (int(found[1]) - 1, int(found[2]) - 1) if found else (-1, -1)
            if not self._inside(row, column):
                expected = f"a square such as r1c1, up to {_name(self.height - 1, self.width - 1)}"
                raise self._reader.text.error(
                    (*path, name), f"{quote(name)} is no square", expected, key=True
                )
            self._note(row, column, letter, (*path, name))

    def shown(self) -> str:
        """Every square, in reading order; InputError if one has not been told of."""
        for row in range(self.height):
            for column in range(self.width):
                if (row, column) not in self._squares:
                    where = _name(row, column)
                    what = f"{where} is on no path"
                    raise self._reader.text.error((), what, f'a key "elsewhere" with {{"{where}": "."}}')
        return "".join(letter for _, letter in sorted(self._squares.items()))

    def _note(self, row: int, column: int, letter: object, path: Path) -> None:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in _SQUARES:
            raise self._reader.text.error(path, "this is no square", "one of . / \\ g v z G V Z, as a text")
        there = self._squares.setdefault((row, column), letter)
        if there != letter:
            what = f"{_name(row, column)} is {quote(letter)} here, and {quote(there)} on another path"
            raise self._reader.text.error(path, what, "the same square on every path")

    def _inside(self, row: int, column: int) -> bool:
        return 0 <= row < self.height and 0 <= column < self.width


def _highest(labels: Iterable[str], way: str) -> int:
    """The highest number of a label that begins with this letter; 0 if there is none."""
    found = (re.fullmatch(way + "([0-9]{1,6})", label) for label in labels)
    return max((int(label[1]) for label in found if label is not None), default=0)


def _name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"
