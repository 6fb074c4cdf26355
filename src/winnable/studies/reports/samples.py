"""What was measured, in columns: the units of each game and player, and what comes of each of its boards.

A million units take some 40 bytes each, and one game is held at a time.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from winnable.studies.experiments.players import Player
from winnable.studies.experiments.store import Block, Store, Terms

__all__ = ["LOST", "MEASURED", "OPEN", "WON", "Boards", "Sample", "Values", "samples_of"]

WON, LOST, OPEN = 1, 0, 2  # what a unit came to; open: at a limit, or failed
_CODES: Final = {"solved": WON, "won": WON, "unsolvable": LOST, "lost": LOST, "unknown": OPEN, "failed": OPEN}
# The measures that reports use. `length` is of wins alone; the others are of what a limit ended, too.
MEASURED: Final = ("seconds", "expanded", "peak_bytes", "length")
_NONE: Final = math.nan


class Values(NamedTuple):
    """A measure of boards: the values in order, and for each whether it only is a lower bound, as a limit was
    reached."""

    values: array[float]
    bounds: bytearray

    @property
    def least_bound(self) -> float:
        """The smallest of the values that are lower bounds; infinite where none is."""
        return min((v for v, bound in zip(*self, strict=True) if bound), default=math.inf)


class Boards(NamedTuple):
    """What came of the boards of a sample, in the order of their first unit; a board that was measured
    several times has shares of its units.

    ``won`` and ``open`` are shares of the board's units; a measure is their mean, NaN where none was taken.
    """

    won: array[float]
    open: array[float]
    seconds: array[float]
    expanded: array[float]
    peak_bytes: array[float]
    length: array[float]


@dataclass(slots=True)
class _Columns:
    """The columns of a sample's units: the place of the board among them, what it came to, and measures."""

    board: array[int] = field(default_factory=lambda: array("q"))
    came: bytearray = field(default_factory=bytearray)
    seconds: array[float] = field(default_factory=lambda: array("d"))
    expanded: array[float] = field(default_factory=lambda: array("d"))
    peak_bytes: array[float] = field(default_factory=lambda: array("d"))
    length: array[float] = field(default_factory=lambda: array("d"))


class Sample:
    """The units of a game and a player under the same terms that were done; ``policy``: is it one?"""

    def __init__(self, game: str, label: str, terms: Terms, *, policy: bool = False) -> None:
        self.game = game
        self.label = label
        self.terms = terms
        self.policy = policy
        self.units = _Columns()
        self.places: dict[tuple[str, int], int] = {}  # of boards, by source and number
        self._values: dict[str, Values] = {}

    def __len__(self) -> int:
        return len(self.units.came)

    @property
    def open(self) -> int:
        """Units that a limit or a failure left open."""
        return self.units.came.count(OPEN)

    @cached_property
    def boards(self) -> Boards:
        """What came of each board."""
        units, count = self.units, len(self.places)
        if count == len(self):  # each measured once: the columns are the boards'
            won = array("d", (came == WON for came in units.came))
            open_ = array("d", (came == OPEN for came in units.came))
            return Boards(won, open_, *(getattr(units, name) for name in MEASURED))
        shares = [self._means((came == what for came in units.came), count) for what in (WON, OPEN)]
        measures = [self._means(getattr(units, name), count) for name in MEASURED]
        return Boards(*shares, *measures)

    def values(self, measure: str) -> Values:
        """The boards of which a measure was taken, rising."""
        if measure not in self._values:
            taken = [
                (value, is_open > 0 and measure != "length")
                for value, is_open in zip(getattr(self.boards, measure), self.boards.open, strict=True)
                if value == value
            ]
            taken.sort()
            found = array("d", (v for v, _ in taken)), bytearray(bound for _, bound in taken)
            self._values[measure] = Values(*found)
        return self._values[measure]

    def _means(self, values: Sequence[float] | Iterator[bool], boards: int) -> array[float]:
        sums, counts = array("d", bytes(8 * boards)), array("q", bytes(8 * boards))
        for place, value in zip(self.units.board, values, strict=True):
            if value == value:
                sums[place] += value
                counts[place] += 1
        return array("d", (s / n if n else _NONE for s, n in zip(sums, counts, strict=True)))

    def read(self, store: Store, block: Block, measures: Sequence[str]) -> None:
        """Adds the units of a block."""
        chosen = ", ".join(name if name in measures else "NULL" for name in MEASURED)
        query = f"SELECT number, outcome, {chosen} FROM results WHERE block = ? ORDER BY number"
        units, places, source = self.units, self.places, block.run.source
        first, deals = block.run.first, block.run.last - block.run.first + 1
        for number, outcome, seconds, expanded, peak_bytes, length in store.rows(query, block.id):
            key = source, first + number % deals
            units.board.append(places.setdefault(key, len(places)))
            units.came.append(_CODES[outcome])
            units.seconds.append(_NONE if seconds is None else seconds)
            units.expanded.append(_NONE if expanded is None else expanded)
            units.peak_bytes.append(_NONE if peak_bytes is None else peak_bytes)
            units.length.append(_NONE if length is None or units.came[-1] != WON else length)


def samples_of(store: Store) -> Iterator[tuple[str, list[Sample]]]:
    """Each game, or group of its deals, with its samples, in the order in which they were asked for; empty
    ones are there, too.

    A player whose units have other limits or another seed is another sample, and its label says the limits.
    """
    blocks, measures = store.blocks(), store.measures
    apart: dict[str, list[Block]] = {}
    for block in blocks:
        apart.setdefault(block.shown, []).append(block)
    for shown, of in apart.items():
        cells: dict[tuple[str, str, str], Sample] = {}
        for block in of:
            policy = Player.of(block.player).kind == "policy"
            made = Sample(block.game, block.called, Terms.of(block.terms), policy=policy)
            cells.setdefault(block.cell, made).read(store, block, measures)
        yield shown, list(cells.values())
