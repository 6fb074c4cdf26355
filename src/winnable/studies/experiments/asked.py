"""The units of a study in a file that may have more: put there where they are missing, and read in order.

A command that asks for 200 deals of a file with 1000 is answered by those 200, as if there were no others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
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

    @cached_property
    def _ends(self) -> list[int]:
        """Of each part the place after its last unit."""
        return list(accumulate(part.last - part.first + 1 for part in self.parts))

    def __len__(self) -> int:
        return self._ends[-1] if self.parts else 0

    def rows(self, *columns: str, since: int = 0) -> Iterator[tuple[Any, ...]]:
        """Of each unit its place in the order, from 0, its outcome and some measures: as far as all before it
        are done, and a stop rule needs them. ``since``: from this place on, where there is no stop rule."""
        share, place = Share(self.rule), since
        chosen = ", ".join(f'"{name}"' for name in ("number", "outcome", *columns))
        query = f"SELECT {chosen} FROM results WHERE block = ? AND number BETWEEN ? AND ? ORDER BY number"
        for at in range(bisect_right(self._ends, since), len(self.parts)):
            block, _, last = self.parts[at]
            awaited = last + 1 - (self._ends[at] - place)
            for number, outcome, *values in self.store.rows(query, block, awaited, last):
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
        at = bisect_right(self._ends, place)
        part = self.parts[at]
        block = self._blocks[part.block]
        _, deal = block.place(part.last + 1 - (self._ends[at] - place))
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
        parts = list(_parts([wanted_of(study, deals, player, run) for run in runs], blocks))
        there = tuple(kept.get(deals, ()))
        units.append(AskedUnits(store, deals.game, player, tuple(parts), rule, by_number, there))
    asked = Asked(units)
    if rule is not None:  # what had enough for others may be too little for these
        again = [(block,) for block in asked.needed]
        store.change(lambda open_: open_.executemany("UPDATE blocks SET stopped = 0 WHERE id = ?", again))
    return asked


def _parts(wanted: Sequence[Wanted], blocks: Sequence[Block]) -> Iterator[Part]:
    """Where the units of some runs of deals lie: of all deals the first repetition, then the next; no two
    blocks share one."""
    if not wanted:
        return
    spans = [_spans(one, blocks) for one in wanted]
    edges = {edge for of_run in spans for block, _, _ in of_run for edge in _repetitions(block)}
    first, last = wanted[0].repetition, wanted[0].repetition + wanted[0].repetitions
    for begin, end in pairwise(sorted({first, last, *(edge for edge in edges if first < edge < last)})):
        here = [one for of_run in spans for one in of_run if begin in range(*_repetitions(one[0]))]
        if len(here) == 1 and here[0][1:] == here[0][0].run[1:]:  # one part for all, however many
            block, low, high = here[0]
            yield Part(block.id, block.number(begin, low), block.number(end - 1, high))
            continue
        for repetition in range(begin, end):
            for block, low, high in here:
                yield Part(block.id, block.number(repetition, low), block.number(repetition, high))


def _spans(wanted: Wanted, blocks: Sequence[Block]) -> list[tuple[Block, int, int]]:
    """The blocks that have deals of a run, each with the first and the last of them, by deal."""
    cell = (wanted.game, wanted.player.identity, wanted.terms)
    found = []
    for block in blocks:
        if block.cell == cell and block.run.source == wanted.run.source:
            first, last = max(wanted.run.first, block.run.first), min(wanted.run.last, block.run.last)
            if first <= last:
                found.append((block, first, last))
    return sorted(found, key=lambda one: one[1])


def _repetitions(block: Block) -> tuple[int, int]:
    """The first repetition of a block, and the one after its last."""
    return block.repetition, block.repetition + block.repetitions
