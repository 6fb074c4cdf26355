"""Putting work into a file: the units of a study that it does not have yet, as blocks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from winnable.errors import InputError
from winnable.registry import get_game
from winnable.studies.experiments.plan import MOST, GameDeals, StopRule, Study
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.starts import KEPT, Kept, Run, first_of, kept_starts, numbered_runs
from winnable.studies.experiments.store import Block, Store, Terms

__all__ = [
    "Added",
    "Wanted",
    "add_study",
    "kept_of_study",
    "missing_units",
    "number_of",
    "put_blocks",
    "put_study",
    "runs_in_order",
    "stop_rule",
    "wanted_of",
    "without",
]


class Wanted(NamedTuple):
    """Deals of one source that a player is to play under some terms, some repetitions from one on."""

    game: str
    player: Player
    terms: str
    run: Run
    repetition: int
    repetitions: int


def add_study(store: Store, study: Study, *, create: bool = False) -> int:
    """Puts the units of a study into a file that does not have them; how many there were.

    Args:
        create: only where the file has no study yet: else nothing is put, and the answer is 0.

    Raises:
        InputError: other measures than those of the file, a player of another name, or deals that cannot be
            read or made.
    """
    if create and store.fact("title") is not None:
        return 0
    kept = kept_of_study(study)

    def add(open_: sqlite3.Connection) -> int:
        (there,) = open_.execute("SELECT count(*) FROM studies").fetchone()
        return 0 if create and there else put_study(open_, store, study, kept).units

    return store.change(add)


def missing_units(store: Store, study: Study) -> int:
    """How many units a study has that the file does not; the file stays as it is."""
    if store.one("SELECT 1 FROM studies WHERE text = ?", study.text):
        return 0
    kept = kept_of_study(study)

    def count(open_: sqlite3.Connection) -> int:
        raise _Counted(put_study(open_, store, study, kept).units)

    try:
        return store.change(count)
    except _Counted as counted:
        return counted.units


class _Counted(Exception):  # noqa: N818 - takes a transaction back, no error
    def __init__(self, units: int) -> None:
        super().__init__()
        self.units = units


def kept_of_study(study: Study) -> dict[GameDeals, list[Kept]]:
    """The positions in hand, of files, of puzzles and of levels, some of which take long to make."""
    return {
        deals: list(kept_starts(deals, study, get_game(deals.game)))
        for deals in study.games
        if deals.files or deals.generate or deals.level or deals.positions
    }


class Added(NamedTuple):
    """What was put: how many units were new, and the numbers of kept positions, in their order."""

    units: int
    of: dict[GameDeals, list[int]]


def put_study(
    open_: sqlite3.Connection, store: Store, study: Study, kept: Mapping[GameDeals, Sequence[Kept]]
) -> Added:
    """Puts the units of a study that are not there, within a transaction; errors as of ``add_study``."""
    (there,) = open_.execute("SELECT count(*) FROM studies").fetchone()
    _put_facts(open_, store, study, first=not there)
    numbers = {deals: _put_kept(open_, deals.game, positions) for deals, positions in kept.items()}
    found = put_blocks(open_, store.blocks(), _wanted(study, numbers))
    (known,) = open_.execute("SELECT count(*) FROM studies WHERE text = ?", (study.text,)).fetchone()
    if not known:
        added = datetime.now(UTC).isoformat(timespec="seconds")
        row = (added, None if study.source is None else Path(study.source).name, study.text)
        open_.execute("INSERT INTO studies (added, source, text) VALUES (?, ?, ?)", row)
    return Added(found, numbers)


def _put_facts(open_: sqlite3.Connection, store: Store, study: Study, *, first: bool) -> None:
    rule = study.stop
    facts = {
        "title": study.title,
        "measures": json.dumps(study.measures),
        "stop": json.dumps(None if rule is None else [rule.half_width, rule.level]),
    }
    if first:
        open_.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
        return
    for name in ("measures", "stop"):
        (value,) = open_.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        if value != facts[name]:
            there, here = _told(name, value), _told(name, facts[name])
            expected, source = f"as in the file: {there}", study.source or str(store.path)
            raise InputError(f"{name}: {here}", expected=expected, mend="or another file", source=source)


def _told(name: str, value: str) -> str:
    found = json.loads(value)
    if name == "stop":
        return "none" if found is None else f"half_width {found[0]:g}, level {found[1]:g}"
    return ", ".join(map(str, found))


def stop_rule(store: Store) -> StopRule | None:
    """The stop rule of a file, if it has one."""
    found = json.loads(store.fact("stop") or "null")
    return None if found is None else StopRule(*found)


def _wanted(study: Study, kept: Mapping[GameDeals, Sequence[int]]) -> Iterable[Wanted]:
    """Every run of deals of every game for every player, each position once."""
    for deals, player in study.pairs():
        runs = runs_in_order(deals, study.seed, sorted(set(kept.get(deals, ()))))
        for run in first_of(runs, player.deals):
            yield wanted_of(study, deals, player, run)


def wanted_of(study: Study, deals: GameDeals, player: Player, run: Run) -> Wanted:
    """What a study wants of a player, of one run of deals."""
    terms = Terms(study.limits, study.seed, deals.hidden, deals.group).identity
    return Wanted(deals.game, player, terms, run, 0, study.repetitions)


def runs_in_order(deals: GameDeals, seed: int, kept: Sequence[int]) -> list[Run]:
    """The deals as runs; ``kept`` are the numbers of positions that have a row of their own."""
    groups = groupby(enumerate(kept), lambda pair: pair[1] - pair[0])
    found = [[number for _, number in group] for _, group in groups]
    return [*numbered_runs(deals, seed), *(Run(KEPT, group[0], group[-1]) for group in found)]


def _put_kept(open_: sqlite3.Connection, game: str, kept: Sequence[Kept]) -> list[int]:
    """The rows of positions, new or there already."""
    number = number_of(open_, "games", "spelled", game)
    query = "INSERT OR IGNORE INTO kept (game, label, text, is_deal) VALUES (?, ?, ?, ?)"
    open_.executemany(query, [(number, one.label, one.text, one.is_deal) for one in kept])
    find = "SELECT id FROM kept WHERE game = ? AND text = ?"
    return [open_.execute(find, (number, one.text)).fetchone()[0] for one in kept]


def put_blocks(open_: sqlite3.Connection, blocks: Iterable[Block], wanted: Iterable[Wanted]) -> int:
    """Puts what is wanted and not there, within a transaction; how many units that were."""
    taken = list(blocks)
    before = sum(block.units for block in taken)
    for one in wanted:
        taken += [_put(open_, new) for new in without(one, taken)]
    return sum(block.units for block in taken) - before


def _put(open_: sqlite3.Connection, new: Wanted) -> Block:
    """Puts one block."""
    deals = new.run.last - new.run.first + 1
    units = deals * new.repetitions
    if units > MOST:
        raise InputError(f"{units} units of one player", expected=f"at most {MOST}")
    columns = (
        number_of(open_, "games", "spelled", new.game),
        _player_number(open_, new.player),
        number_of(open_, "terms", "identity", new.terms),
        new.run.source,
        str(new.run.first),
        deals,
        new.repetition,
        new.repetitions,
        units,
    )
    row = open_.execute(
        "INSERT INTO blocks (game, player, terms, source, first, deals, repetition, repetitions, units) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        columns,
    )
    number, who = row.lastrowid or 0, new.player
    repeated = new.repetition, new.repetitions
    return Block(number, new.game, who.identity, who.label, new.terms, new.run, *repeated, units, 0, False)


def without(wanted: Wanted, blocks: Iterable[Block]) -> list[Wanted]:
    """What is wanted and in none of the blocks: at most two parts more for each block that it touches."""
    cell = (wanted.game, wanted.player.identity, wanted.terms)
    left = [wanted]
    for block in blocks:
        if block.cell == cell and block.run.source == wanted.run.source:
            left = [part for one in left for part in _cut(one, block)]
    return left


def _cut(wanted: Wanted, block: Block) -> list[Wanted]:
    """The parts of a rectangle of deals and repetitions outside another."""
    first, last = max(wanted.run.first, block.run.first), min(wanted.run.last, block.run.last)
    begin = max(wanted.repetition, block.repetition)
    end = min(wanted.repetition + wanted.repetitions, block.repetition + block.repetitions)
    if first > last or begin >= end:
        return [wanted]
    run = wanted.run
    parts = [
        wanted._replace(run=run._replace(last=first - 1)) if run.first < first else None,
        wanted._replace(run=run._replace(first=last + 1)) if run.last > last else None,
    ]
    middle = wanted._replace(run=Run(run.source, first, last))
    if wanted.repetition < begin:
        parts.append(middle._replace(repetitions=begin - wanted.repetition))
    if wanted.repetition + wanted.repetitions > end:
        more = wanted.repetition + wanted.repetitions - end
        parts.append(middle._replace(repetition=end, repetitions=more))
    return [part for part in parts if part is not None]


def _player_number(open_: sqlite3.Connection, player: Player) -> int:
    query = "SELECT id FROM players WHERE identity = ?"
    row = open_.execute(query, (player.identity,)).fetchone()
    if row is not None:
        return int(row[0])
    label = player.label or player.words()
    if open_.execute("SELECT 1 FROM players WHERE label = ?", (label,)).fetchone():
        raise InputError(f"the file has another player {label!r}", expected="another name for this one")
    insert = "INSERT INTO players (identity, label) VALUES (?, ?)"
    return int(open_.execute(insert, (player.identity, label)).lastrowid or 0)


def number_of(open_: sqlite3.Connection, table: str, column: str, value: str) -> int:
    """The row of a value in a table of such; a new one where there is none."""
    open_.execute(f"INSERT OR IGNORE INTO {table} ({column}) VALUES (?)", (value,))
    row = open_.execute(f"SELECT id FROM {table} WHERE {column} = ?", (value,)).fetchone()
    return int(row[0])
