"""What the lines of an Undead board can still show, cell by cell: the arithmetic behind the reasons.

Cells are squares by number, in reading order from 0. What a cell may hold is a text of the letters g, v
and z; a cell that is filled has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from winnable._core import UndeadLine, UndeadPosition

__all__ = [
    "MONSTERS",
    "Choice",
    "LineSum",
    "candidates_of",
    "difference_sum",
    "seen_from",
    "sighting_sum",
]

MONSTERS: Final = "gvz"

# A cell and a monster that it might hold.
Choice = tuple[int, str]

# Which monsters are seen from the first and from the second end, by the part of the line.
_SEEN: Final = {
    "before": ("vz", "gz"),
    "between": ("gz", "gz"),
    "after": ("gz", "vz"),
    "straight": ("vz", "vz"),
}


def candidates_of(position: UndeadPosition) -> list[str]:
    """For each square what it may hold when nothing has been ruled out yet; empty for mirrors."""
    return [
        MONSTERS if letter == "." else letter if letter in MONSTERS else "" for letter in position.squares
    ]


class LineSum:
    """A sum over the cells of a line: a monster in a cell adds its own number, and ``target`` is wanted."""

    def __init__(self, target: int, adds: dict[int, dict[str, int]], candidates: Sequence[str]) -> None:
        self.target = target
        self._adds = adds
        self._choices = {cell: {adds[cell][m] for m in candidates[cell]} for cell in adds}
        self._least = {cell: min(choices) for cell, choices in self._choices.items()}
        self._most = {cell: max(choices) for cell, choices in self._choices.items()}
        self.least = sum(self._least.values())
        self.most = sum(self._most.values())

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the sum is made of, in order along the line."""
        return tuple(self._adds)

    @property
    def possible(self) -> tuple[int, ...]:
        """What the sum can be, in order. Where a cell counts twice, there may be gaps."""
        sums = {0}
        for choices in self._choices.values():
            sums = {done + more for done in sums for more in choices}
        return tuple(sorted(sums))

    @property
    def sure(self) -> tuple[int, ...]:
        """The cells that add to the sum whatever they hold."""
        return tuple(cell for cell, least in self._least.items() if least > 0)

    def least_with(self, cell: int, monster: str) -> int:
        """The least that the sum can be with this monster in this cell."""
        return self.least - self._least[cell] + self._adds[cell][monster]

    def most_with(self, cell: int, monster: str) -> int:
        """The most that the sum can be with this monster in this cell."""
        return self.most - self._most[cell] + self._adds[cell][monster]

    def too_much(self, choices: Iterable[Choice]) -> list[Choice]:
        """Those choices with which the sum would be more than its target."""
        return [(c, m) for c, m in choices if c in self._adds and self.least_with(c, m) > self.target]

    def too_little(self, choices: Iterable[Choice]) -> list[Choice]:
        """Those choices with which the sum would be less than its target."""
        return [(c, m) for c, m in choices if c in self._adds and self.most_with(c, m) < self.target]


def sighting_sum(line: UndeadLine, end: int, candidates: Sequence[str]) -> LineSum:
    """What is seen from a line's end (0 or 1); ValueError where that sighting is hidden."""
    target = line.sightings[end]
    if target is None:
        raise ValueError("a hidden sighting has no sum")
    return LineSum(target, seen_from(line, end), candidates)


def seen_from(line: UndeadLine, end: int) -> dict[int, dict[str, int]]:
    """How often each monster would be seen from a line's end (0 or 1), for each cell of the line."""
    adds: dict[int, dict[str, int]] = {}
    for cell, part in zip(line.cells, line.parts, strict=True):
        adding = adds.setdefault(cell, dict.fromkeys(MONSTERS, 0))
        for monster in _SEEN[part][end]:
            adding[monster] += 1
    return adds


def difference_sum(line: UndeadLine, end: int, candidates: Sequence[str]) -> LineSum:
    """How much more is seen from a line's end (0 or 1) than from its other one.

    That is vampires less ghosts before the first mirror, seen from that end, and ghosts less vampires
    behind the last. ValueError where a sighting is hidden.
    """
    here, there = line.sightings[end], line.sightings[1 - end]
    if here is None or there is None:
        raise ValueError("a hidden sighting has no difference")
    signs = {"before": 1, "after": -1} if end == 0 else {"before": -1, "after": 1}
    adds: dict[int, dict[str, int]] = {}
    for cell, part in zip(line.cells, line.parts, strict=True):
        if part in signs:
            adding = adds.setdefault(cell, dict.fromkeys(MONSTERS, 0))
            adding["v"] += signs[part]
            adding["g"] -= signs[part]
    return LineSum(here - there, adds, candidates)
