"""The units of a study in a file that may have more: put there where they are missing, and read in order.

A command that asks for 200 deals of a file with 1000 is answered by those 200, as if there were no others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from winnable.studies.experiments.blocks import (
    Wanted,
    kept_of_study,
    put_study,
    runs_in_order,
    stop_rule,
    wanted_of,
)
from winnable.studies.experiments.plan import Kept, StopRule, Study
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.starts import deal_of, first_of
from winnable.studies.experiments.stopping import Part, Share
from winnable.studies.experiments.store import Block, Store

__all__ = ["Asked", "AskedUnits", "ask"]


@dataclass(frozen=True)
class AskedUnits:
    """What one player does of one game, in the order in which the study names it; a position that it names
    twice is there twice, though it is measured once."""

    store: Store
    game: str
    player: Player
    parts: tuple[Part, ...]
    rule: StopRule | None
    _blocks: dict[int, Block]
    _kept: tuple[Kept, ...]

    def rows(self, *columns: str) -> Iterator[tuple[Any, ...]]:
        """Of each unit its place in the order, from 0, its outcome and some measures: as far as all before it
        are done, and a stop rule needs them."""
        share, place = Share(self.rule), 0
        chosen = ", ".join(f'"{name}"' for name in ("number", "outcome", *columns))
        query = f"SELECT {chosen} FROM results WHERE block = ? AND number BETWEEN ? AND ? ORDER BY number"
        for block, first, last in self.parts:
            awaited = first
            for number, outcome, *values in self.store.rows(query, block, first, last):
                if number != awaited:
                    return
                yield place, outcome, *values
                awaited, place = awaited + 1, place + 1
                if self.rule is not None and share.add(outcome):
                    return
            if awaited <= last:
                return

    def label(self, place: int) -> str:
        """What the deal or position at a place in the order is called."""
        if self._kept:
            return self._kept[place % len(self._kept)].label
        sizes = [part.last - part.first + 1 for part in self.parts]
        ends = list(accumulate(sizes))
        at = bisect_right(ends, place)
        part = self.parts[at]
        block = self._blocks[part.block]
        _, deal = block.place(part.first + place - (ends[at] - sizes[at]))
        return str(deal_of(block.run.source, deal))


class Asked:
    """The units of a study, for each game and player: ``units``, in the order of ``study.pairs()``."""

    def __init__(self, units: Sequence[AskedUnits]) -> None:
        self.units = units

    @property
    def cells(self) -> list[Sequence[Part]]:
        """The parts of blocks that are counted together."""
        return [one.parts for one in self.units]

    @property
    def needed(self) -> dict[int, int]:
        """Of each block the number below which the units are."""
        found: dict[int, int] = {}
        for one in self.units:
            for part in one.parts:
                found[part.block] = max(found.get(part.block, 0), part.last + 1)
        return found


def ask(store: Store, study: Study) -> Asked:
    """Puts the units of a study into a file that does not have them, and says where all of them are.

    Raises:
        InputError: the file has another stop rule, other measures, or another player of the same name.
    """
    kept = kept_of_study(study)
    numbers = store.change(lambda open_: put_study(open_, store, study, kept))
    blocks, rule = store.blocks(), stop_rule(store)
    by_number = {block.id: block for block in blocks}
    units = []
    for deals, player in study.pairs():
        runs = first_of(runs_in_order(deals, study.seed, numbers.of.get(deals, ())), player.deals)
        parts = [part for run in runs for part in _parts(wanted_of(study, deals, player, run), blocks)]
        there = tuple(kept.get(deals, ()))
        units.append(AskedUnits(store, deals.game, player, tuple(parts), rule, by_number, there))
    asked = Asked(units)
    if rule is not None:  # what had enough for others may be too little for these
        again = [(block,) for block in asked.needed]
        store.change(lambda open_: open_.executemany("UPDATE blocks SET stopped = 0 WHERE id = ?", again))
    return asked


def _parts(wanted: Wanted, blocks: Sequence[Block]) -> Iterator[Part]:
    """Where the units of a rectangle of deals and repetitions lie, in its order: no two blocks share one."""
    cell = (wanted.game, wanted.player.identity, wanted.terms)
    of_cell = [block for block in blocks if block.cell == cell and block.run.source == wanted.run.source]
    for repetition in range(wanted.repetition, wanted.repetition + wanted.repetitions):
        found = []
        for block in of_cell:
            first, last = max(wanted.run.first, block.run.first), min(wanted.run.last, block.run.last)
            if first <= last and block.repetition <= repetition < block.repetition + block.repetitions:
                found.append((first, last, block))
        for first, last, block in sorted(found, key=lambda one: one[0]):
            yield Part(block.id, block.number(repetition, first), block.number(repetition, last))
