"""When a share is known well enough: an interval that holds whenever one stops, of units in their order.

Units end in any order, the quick ones first. So that the order in which they end decides nothing, only those
count that have no gap before them, and the interval is looked at after fixed numbers of them. What a limit
left undecided counts as lost in the lower end and as won in the upper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Final

from winnable.intervals import anytime_interval
from winnable.studies.experiments.plan import StopRule
from winnable.studies.experiments.statistics import both_ways
from winnable.studies.experiments.store import Block, Store

__all__ = ["Stopping"]

_FIRST_LOOK: Final = 10  # units
_LOOKS: Final = 50  # the next look comes after a part so large of the units so far


@dataclass(slots=True)
class _Cell:
    """A game and player: its blocks in order, and how far its units have no gap."""

    blocks: list[Block]
    at: int = 0  # block
    number: int = 0  # of the next unit in it
    won: int = 0
    unknown: int = 0
    units: int = 0
    next_look: int = _FIRST_LOOK
    stopped: bool = field(default=False)


class Stopping:
    """Follows the units of a file by its stop rule; does nothing where there is none."""

    def __init__(self, store: Store, rule: StopRule | None, blocks: list[Block]) -> None:
        self._store = store
        self._rule = rule
        self._cells: dict[tuple[str, str, str], _Cell] = {}
        self._of = {block.id: block.cell for block in blocks}
        if rule is not None:
            for block in blocks:
                self._cells.setdefault(block.cell, _Cell([])).blocks.append(block)

    def begin(self) -> list[int]:
        """The blocks that need no more units by what is in the file."""
        return [number for cell in self._cells.values() for number in self._look(cell)]

    def look(self, block: int) -> list[int]:
        """The same, after units of a block were done."""
        return [] if self._rule is None else self._look(self._cells[self._of[block]])

    def _look(self, cell: _Cell) -> list[int]:
        while cell.at < len(cell.blocks) and not cell.stopped and self._follow(cell, cell.blocks[cell.at]):
            cell.at, cell.number = cell.at + 1, 0
        return [block.id for block in cell.blocks] if cell.stopped else []

    def _follow(self, cell: _Cell, block: Block) -> bool:
        """Counts the units of a block as far as there is no gap, or until there are enough; were it all?"""
        query = "SELECT number, outcome FROM results WHERE block = ? AND number >= ? ORDER BY number"
        for number, outcome in self._store.rows(query, block.id, cell.number):
            if number != cell.number:
                return False
            cell.number += 1
            cell.units += 1
            cell.won += outcome in ("solved", "won")
            cell.unknown += outcome in ("unknown", "failed")
            if cell.units == cell.next_look and self._enough(cell):
                cell.stopped = True
                return False
        return cell.number == block.units

    def _enough(self, cell: _Cell) -> bool:
        assert self._rule is not None
        cell.next_look += max(1, cell.units // _LOOKS)
        of = partial(anytime_interval, level=self._rule.level)
        low, high = both_ways(of, cell.won, cell.unknown, cell.units)
        return (high - low) / 2 <= self._rule.half_width
