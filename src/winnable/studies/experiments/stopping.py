"""When a share is known well enough: an interval that holds whenever one stops, of units in their order.

Units end in any order, the quick ones first. So that the order in which they end decides nothing, only those
count that have no gap before them, and the interval is looked at after fixed numbers of them. What a limit
left undecided counts as lost in the lower end and as won in the upper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from winnable.intervals import ConfidenceSequence
from winnable.studies.experiments.plan import StopRule
from winnable.studies.experiments.store import Block, Store

__all__ = ["Part", "Share", "Stopping", "whole_cells"]

_FIRST_LOOK: Final = 10  # units
_LOOKS: Final = 50  # the next look comes after a part so large of the units so far


class Part(NamedTuple):
    """Units of a block, from ``first`` to ``last``, both included."""

    block: int
    first: int
    last: int


class Share:
    """Units counted in their order, until their share of wins is known as well as a rule asks for.

    What decides is the interval of the units so far alone, so that whoever has the file can compute it.
    """

    def __init__(self, rule: StopRule | None) -> None:
        self.enough = False
        self._rule = rule
        self._counted = ConfidenceSequence() if rule is None else ConfidenceSequence(rule.level)
        self._next_look = _FIRST_LOOK

    def add(self, outcome: str) -> bool:
        """Counts one unit; are there enough now?"""
        self._counted.count(None if outcome in ("unknown", "failed") else outcome in ("solved", "won"))
        if self._rule is not None and self._counted.trials == self._next_look:
            self._next_look += max(1, self._counted.trials // _LOOKS)
            low, high = self._counted.newest
            self.enough = (high - low) / 2 <= self._rule.half_width
        return self.enough


@dataclass(slots=True)
class _Cell:
    """What is counted together: its parts in order, and how far its units have no gap."""

    parts: Sequence[Part]
    share: Share
    at: int = 0  # part
    number: int = field(default=-1)  # of the next unit in it; its first where below that


def whole_cells(blocks: Iterable[Block]) -> list[list[Part]]:
    """All units of every game and player."""
    cells: dict[tuple[str, str, str], list[Part]] = {}
    for block in blocks:
        cells.setdefault(block.cell, []).append(Part(block.id, 0, block.units - 1))
    return list(cells.values())


class Stopping:
    """Follows units by the stop rule of their file; does nothing where there is none.

    Args:
        store: the file.
        rule: its rule.
        cells: the units that are counted together, in their order.
    """

    def __init__(self, store: Store, rule: StopRule | None, cells: Iterable[Sequence[Part]]) -> None:
        self._store = store
        self._cells = [] if rule is None else [_Cell(parts, Share(rule)) for parts in cells]
        self._of: dict[int, list[_Cell]] = {}
        for cell in self._cells:
            for block in dict.fromkeys(part.block for part in cell.parts):
                self._of.setdefault(block, []).append(cell)

    def begin(self) -> list[int]:
        """The blocks that need no more units by what is in the file."""
        return self._needed_no_more(self._cells)

    def look(self, block: int) -> list[int]:
        """The same, after units of a block were done."""
        return self._needed_no_more(self._of.get(block, ()))

    def _needed_no_more(self, cells: Iterable[_Cell]) -> list[int]:
        for cell in cells:
            self._look(cell)
        ended = [part.block for cell in cells if cell.share.enough for part in cell.parts]
        return [block for block in dict.fromkeys(ended) if all(cell.share.enough for cell in self._of[block])]

    def _look(self, cell: _Cell) -> None:
        while cell.at < len(cell.parts) and not cell.share.enough and self._follow(cell, cell.parts[cell.at]):
            cell.at, cell.number = cell.at + 1, -1

    def _follow(self, cell: _Cell, part: Part) -> bool:
        """Counts the units of a part as far as there is no gap, or until there are enough; were it all?"""
        cell.number = max(cell.number, part.first)
        query = (
            "SELECT number, outcome FROM results WHERE block = ? AND number BETWEEN ? AND ? ORDER BY number"
        )
        for number, outcome in self._store.rows(query, part.block, cell.number, part.last):
            if number != cell.number:
                return False
            cell.number += 1
            if cell.share.add(outcome):
                return False
        return cell.number > part.last
