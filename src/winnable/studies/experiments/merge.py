"""Putting files of studies together, each unit once: measured on several machines, or in parts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from winnable.errors import InputError
from winnable.studies.experiments.blocks import Wanted, number_of, put_blocks
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.queue import live_runs
from winnable.studies.experiments.starts import KEPT, Run
from winnable.studies.experiments.store import COLUMNS, Block, Store

__all__ = ["Merged", "merge"]

_FACTS: Final = ("measures", "stop")
_NAMES: Final = ", ".join(f'"{name}"' for name in COLUMNS)
_INSERT: Final = (
    f"INSERT OR IGNORE INTO results (block, number, {_NAMES}) VALUES ({', '.join('?' * (len(COLUMNS) + 2))})"
)
_MOST_GAP: Final = 4096  # units of a batch that is free


@dataclass(slots=True)
class Merged:
    """``units`` that are new to the file, asked for or done; ``results`` that are; ``there`` were there, and
    stay as they were. ``unread``: why some of the other file could not be read, if so."""

    units: int = 0
    results: int = 0
    there: int = 0
    unread: list[str] = field(default_factory=list)


def merge(into: Store, other: Store) -> Merged:
    """Puts what another file has into one; where that has a unit's result already, it stays.

    Raises:
        InputError: a run is at work on ``into``, or the studies measure something else.
    """
    if live_runs(into):
        raise InputError("a run is at work on it", mend="merge when it has ended", source=str(into.path))
    found = Merged()
    into.change(lambda open_: _merge(open_, into, other, found))
    return found


def _merge(open_: sqlite3.Connection, into: Store, other: Store, found: Merged) -> None:
    _merge_facts(open_, into, other)
    theirs = other.blocks()
    places = {block.id: _places(open_, other, block) for block in theirs}
    wanted = [one for block in theirs for one in _wanted(block, places[block.id])]
    found.units = put_blocks(open_, into.blocks(), wanted)
    target = _Target(into.blocks())
    runs, machines = _merge_runs(open_, other), _merge_machines(open_, other)
    chosen = f"SELECT number, {_NAMES} FROM results WHERE block = ? ORDER BY number"
    for block in theirs:
        try:
            for number, *values, run, machine in other.rows(chosen, block.id):
                repetition, deal = block.place(number)
                place = target.find(block, repetition, places[block.id].get(deal, deal))
                row = (*place, *values, runs[run], machines.get(machine))
                new = open_.execute(_INSERT, row).rowcount
                found.results += new
                found.there += 1 - new
        except InputError as error:  # the rest of a damaged file may be whole
            found.unread.append(str(error))
    _queue_anew(open_, into)


def _merge_facts(open_: sqlite3.Connection, into: Store, other: Store) -> None:
    if into.fact("title") is None:
        rows = other.read("SELECT name, value FROM facts")
        open_.executemany("INSERT INTO facts VALUES (?, ?)", rows)
    for name in _FACTS:
        if into.fact(name) != other.fact(name):
            what = f"it has other {name}: {other.fact(name)}"
            raise InputError(what, expected=f"{into.fact(name)}", source=str(other.path))
    texts = {text for (text,) in into.read("SELECT text FROM studies")}
    for row in other.read("SELECT added, source, text FROM studies"):
        if row[2] not in texts:
            open_.execute("INSERT INTO studies (added, source, text) VALUES (?, ?, ?)", row)


def _places(open_: sqlite3.Connection, other: Store, block: Block) -> dict[int, int]:
    """The numbers here of the positions that another file keeps, by theirs; empty for numbered deals."""
    if block.run.source != KEPT:
        return {}
    game = number_of(open_, "games", "spelled", block.game)
    places = {}
    for theirs, one in enumerate(other.kept(block.game, block.run.first, block.run.last), block.run.first):
        row = (game, one.label, one.text, one.is_deal)
        open_.execute("INSERT OR IGNORE INTO kept (game, label, text, is_deal) VALUES (?, ?, ?, ?)", row)
        query = "SELECT id FROM kept WHERE game = ? AND text = ?"
        places[theirs] = open_.execute(query, (game, one.text)).fetchone()[0]
    return places


def _wanted(block: Block, places: dict[int, int]) -> Iterator[Wanted]:
    """The units of a block, with the numbers of positions as they are here."""
    player = Player.of(block.player)
    player = Player(player.kind, player.name, player.parameters, block.label)
    runs = [block.run]
    if places:
        groups = groupby(enumerate(sorted(places.values())), lambda pair: pair[1] - pair[0])
        numbers = [[number for _, number in group] for _, group in groups]
        runs = [Run(KEPT, group[0], group[-1]) for group in numbers]
    for run in runs:
        yield Wanted(block.game, player, block.terms, run, block.repetition, block.repetitions)


class _Target:
    """Finds the block of a unit, and its number there."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks: dict[tuple[Any, ...], list[Block]] = {}
        for block in blocks:
            self._blocks.setdefault((*block.cell, block.run.source), []).append(block)
        self._last: Block | None = None

    def find(self, like: Block, repetition: int, deal: int) -> tuple[int, int]:
        last = self._last
        if last is None or last.cell != like.cell or not last.has(like.run.source, repetition, deal):
            several = self._blocks[(*like.cell, like.run.source)]
            last = self._last = next(b for b in several if b.has(like.run.source, repetition, deal))
        deals = last.run.last - last.run.first + 1
        return last.id, (repetition - last.repetition) * deals + deal - last.run.first


def _merge_runs(open_: sqlite3.Connection, other: Store) -> dict[int, int]:
    """The runs of another file get numbers here; they have no lock, so that none is taken for alive."""
    rows = other.read("SELECT id, started, version, source_commit, workers FROM runs")
    insert = "INSERT INTO runs (started, version, source_commit, workers, lock) VALUES (?, ?, ?, ?, '')"
    return {number: open_.execute(insert, row).lastrowid or 0 for number, *row in rows}


def _merge_machines(open_: sqlite3.Connection, other: Store) -> dict[int, int]:
    rows = other.read("SELECT id, facts FROM machines")
    return {number: number_of(open_, "machines", "facts", facts) for number, facts in rows}


def _queue_anew(open_: sqlite3.Connection, into: Store) -> None:
    """What is left of each block: the gaps between results as free batches, and what comes after the last."""
    tries = {
        (block, first): (number, why)
        for block, first, last, number, why in open_.execute(
            "SELECT block, first, last, tries, why FROM batches WHERE tries > 0"
        )
    }
    open_.execute("DELETE FROM batches")
    for block in into.blocks():
        expected = 0
        query = "SELECT number FROM results WHERE block = ? ORDER BY number"
        gaps = []
        for (number,) in open_.execute(query, (block.id,)):
            gaps += [
                (first, min(first + _MOST_GAP, number) - 1) for first in range(expected, number, _MOST_GAP)
            ]
            expected = number + 1
        insert = "INSERT INTO batches (block, first, last, tries, why) VALUES (?, ?, ?, ?, ?)"
        for first, last in gaps:
            open_.execute(insert, (block.id, first, last, *(tries.get((block.id, first), (0, None)))))
        open_.execute("UPDATE blocks SET next = ? WHERE id = ?", (expected, block.id))
