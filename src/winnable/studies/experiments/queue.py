"""Who does which units: claims on batches, and what ends them.

A batch is a row as long as somebody works on it or it was given back; its end and its results are written in
one transaction, so that no unit is lost and none is written twice, however a run ends. A run is alive as
long as it holds the lock on a file of its own beside the study: the system lets go of it with the process,
whatever ended that, and no clock is asked. What dead runs have claimed is free again.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from winnable.errors import InputError
from winnable.studies.experiments.provenance import Machine, commit, version
from winnable.studies.experiments.store import Store

__all__ = ["MOST_TRIES", "Batch", "Queue", "alive", "live_runs", "taking_part"]

MOST_TRIES: Final = 2  # of a unit that ends its worker or raises an error
# What a run is to do: of each block the units below a number.
_TODO: Final = """
DROP VIEW IF EXISTS temp.todo;
DROP TABLE IF EXISTS temp.asked;
CREATE TEMP TABLE asked (block INTEGER PRIMARY KEY, units INTEGER NOT NULL);
CREATE TEMP VIEW todo AS """
_ALL: Final = "SELECT id, next, units, stopped FROM main.blocks"
_ASKED: Final = (
    "SELECT b.id, b.next, min(b.units, a.units) AS units, b.stopped "
    "FROM temp.asked a JOIN main.blocks b ON b.id = a.block"
)
_FREE: Final = (
    "SELECT b.id, b.block, b.first, b.last, b.tries FROM batches b JOIN todo k ON k.id = b.block "
    "WHERE b.run IS NULL AND NOT k.stopped AND b.first < k.units ORDER BY b.tries, b.id LIMIT 1"
)
# The block of which the least part was handed out: players and games come on together.
_NEXT: Final = (
    "SELECT id, next, units FROM todo WHERE next < units AND NOT stopped "
    "ORDER BY 1.0 * next / units, id LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class Batch:
    """Units of a block that one worker does at a time, from ``first`` to ``last``, both included."""

    id: int
    block: int
    first: int
    last: int
    tries: int = 0

    def __len__(self) -> int:
        return self.last - self.first + 1


@contextmanager
def taking_part(store: Store, workers: str, asked: Mapping[int, int] | None = None) -> Iterator[Queue]:
    """A run of its own, alive as long as this lasts; what it has claimed in the end is free again.

    ``asked``: it does only these blocks, of each the units below a number.
    """
    with ExitStack() as stack:
        lock, made_from = "", None
        if store.path is not None:  # of a temporary one nobody asks
            lock, made_from = f"{store.path.name}.run-{os.urandom(6).hex()}", commit()
            stack.enter_context(_locked(_beside(store.path, lock)))
        row = (datetime.now(UTC).isoformat(timespec="seconds"), version(), made_from, workers, lock)

        def begin(open_: sqlite3.Connection) -> int:
            insert = (
                "INSERT INTO runs (started, version, source_commit, workers, lock) VALUES (?, ?, ?, ?, ?)"
            )
            return open_.execute(insert, row).lastrowid or 0

        queue = Queue(store, store.change(begin), asked)
        queue.free_the_dead()
        try:
            yield queue
        finally:
            with suppress(InputError):  # of a file that cannot be written; the next run frees them
                queue.let_go()


def alive(store: Store, lock: str) -> bool:
    """Does a run hold its lock?"""
    if store.path is None:
        return False
    path = _beside(store.path, lock)
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)  # two that ask at once are in nobody's way
    except OSError:
        return True
    finally:
        os.close(file)
    with suppress(OSError):
        path.unlink()  # what a run left that was killed
    return False


def _beside(path: Path, lock: str) -> Path:
    """The file of a run's lock: the same one whatever name the study was opened by."""
    return path.resolve().with_name(lock)


def live_runs(store: Store) -> list[int]:
    """The runs that are at work on a file now."""
    query = "SELECT id, lock FROM runs WHERE lock <> ''"
    return [number for number, lock in store.read(query) if alive(store, lock)]


class Queue:
    """The work of a file, as one run takes it; ``asked`` as for ``taking_part``."""

    def __init__(self, store: Store, run: int, asked: Mapping[int, int] | None = None) -> None:
        self.store = store
        self.run = run
        self._machines: dict[Machine, int] = {}
        self._insert = _insert(("block", "run", "machine", "number", "outcome", *store.measures))
        self.turn_to(asked)

    def turn_to(self, asked: Mapping[int, int] | None) -> None:
        """From now on it does these blocks, of each the units below a number; all there are for None."""
        self.store.change(lambda open_: _put_todo(open_, asked))

    def claim(self, size: Callable[[int], int]) -> Batch | None:
        """A batch for a worker; None where there is none left to take.

        ``size``: how many units it has at most, of a block.
        """

        def take(open_: sqlite3.Connection) -> Batch | None:
            if row := open_.execute(_FREE).fetchone():
                return self._take_free(open_, Batch(*row), size)
            if not (row := open_.execute(_NEXT).fetchone()):
                return None
            block, first, units = row
            last = min(units, first + size(block)) - 1
            open_.execute("UPDATE blocks SET next = ? WHERE id = ?", (last + 1, block))
            return self._put(open_, Batch(0, block, first, last))

        return self.store.change(take)

    def _take_free(self, open_: sqlite3.Connection, batch: Batch, size: Callable[[int], int]) -> Batch:
        """A batch that was given back, or its first part where it is longer than asked for."""
        last = batch.first + size(batch.block) - 1
        if last >= batch.last:
            open_.execute("UPDATE batches SET run = ? WHERE id = ?", (self.run, batch.id))
            return batch
        open_.execute("UPDATE batches SET first = ? WHERE id = ?", (last + 1, batch.id))
        return self._put(open_, replace(batch, last=last))

    def _put(self, open_: sqlite3.Connection, batch: Batch) -> Batch:
        insert = "INSERT INTO batches (block, first, last, run, tries) VALUES (?, ?, ?, ?, ?)"
        row = (batch.block, batch.first, batch.last, self.run, batch.tries)
        return replace(batch, id=open_.execute(insert, row).lastrowid or 0)

    def finish(self, batch: Batch, rows: Sequence[tuple[Any, ...]], machine: Machine) -> bool:
        """Writes the results of a batch, of each unit the outcome and what is measured; False, and nothing
        is written, where it is this run's no more."""

        def end(open_: sqlite3.Connection) -> bool:
            if not self._end(open_, batch):
                return False
            of = (batch.block, self.run, self._machine(open_, machine))
            numbers = range(batch.first, batch.last + 1)
            written = [(*of, n, *row) for n, row in zip(numbers, rows, strict=True)]
            open_.executemany(self._insert, written)
            return True

        return self.store.change(end)

    def shorten(self, batch: Batch, units: int) -> Batch:
        """The batch with so many of its units; the others are free again."""
        kept = replace(batch, last=batch.first + units - 1)

        def cut(open_: sqlite3.Connection) -> None:
            update = "UPDATE batches SET last = ? WHERE id = ? AND run = ?"
            if open_.execute(update, (kept.last, batch.id, self.run)).rowcount:
                free = "INSERT INTO batches (block, first, last, tries) VALUES (?, ?, ?, ?)"
                open_.execute(free, (batch.block, kept.last + 1, batch.last, batch.tries))

        self.store.change(cut)
        return kept

    def give_back(self, batch: Batch, why: str) -> bool:
        """Of a batch that ended its worker or raised an error: its units are tried one by one, and one that
        was tried twice is written as failed. Was that so?"""
        failed = len(batch) == 1 and batch.tries + 1 >= MOST_TRIES

        def end(open_: sqlite3.Connection) -> None:
            if not self._end(open_, batch):
                return
            if failed:
                row = (batch.block, batch.first, "failed", why, self.run)
                open_.execute(_insert(("block", "number", "outcome", "why", "run")), row)
                return
            insert = "INSERT INTO batches (block, first, last, tries, why) VALUES (?, ?, ?, ?, ?)"
            numbers = range(batch.first, batch.last + 1)
            open_.executemany(insert, ((batch.block, n, n, batch.tries + 1, why) for n in numbers))

        self.store.change(end)
        return failed

    def stop(self, blocks: Sequence[int]) -> None:
        """Nothing more is taken of these blocks."""
        self.store.change(
            lambda open_: open_.executemany(
                "UPDATE blocks SET stopped = 1 WHERE id = ?", [(n,) for n in blocks]
            )
        )

    def retry_failed(self) -> int:
        """Asks anew for the units that were written as failed, but where a stop rule has enough; how many."""

        def ask(open_: sqlite3.Connection) -> int:
            failed = "outcome = 'failed' AND block NOT IN (SELECT id FROM blocks WHERE stopped)"
            asked = f"SELECT block, number, number, why FROM results WHERE {failed}"
            open_.execute(f"INSERT INTO batches (block, first, last, why) {asked}")
            return open_.execute(f"DELETE FROM results WHERE {failed}").rowcount

        return self.store.change(ask)

    def let_go(self) -> None:
        """Frees what this run has claimed."""
        self._free([self.run])

    def free_the_dead(self) -> None:
        """Frees what runs have claimed that are not alive."""
        query = "SELECT DISTINCT r.id, r.lock FROM batches b JOIN runs r ON r.id = b.run WHERE r.id <> ?"
        found = self.store.read(query, self.run)
        dead = [number for number, lock in found if not alive(self.store, lock)]
        if dead:
            self._free(dead)

    def others_work(self) -> bool:
        """Is there a batch of another run, whose end must be waited for?"""
        query = (
            "SELECT 1 FROM batches b JOIN todo k ON k.id = b.block "
            "WHERE b.run <> ? AND NOT k.stopped AND b.first < k.units LIMIT 1"
        )
        return bool(self.store.one(query, self.run))

    def _free(self, runs: Sequence[int]) -> None:
        self.store.change(
            lambda open_: open_.executemany(
                "UPDATE batches SET run = NULL WHERE run = ?", [(number,) for number in runs]
            )
        )

    def _end(self, open_: sqlite3.Connection, batch: Batch) -> bool:
        query = "DELETE FROM batches WHERE id = ? AND run = ?"
        return open_.execute(query, (batch.id, self.run)).rowcount == 1

    def _machine(self, open_: sqlite3.Connection, machine: Machine) -> int:
        if machine not in self._machines:
            open_.execute("INSERT OR IGNORE INTO machines (facts) VALUES (?)", (machine.text(),))
            query = "SELECT id FROM machines WHERE facts = ?"
            self._machines[machine] = open_.execute(query, (machine.text(),)).fetchone()[0]
        return self._machines[machine]


def _insert(columns: Sequence[str]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    return f"INSERT INTO results ({names}) VALUES ({', '.join('?' * len(columns))})"


def _put_todo(open_: sqlite3.Connection, asked: Mapping[int, int] | None) -> None:
    for statement in (_TODO + (_ALL if asked is None else _ASKED)).split(";"):
        open_.execute(statement)
    if asked is not None:
        open_.executemany("INSERT INTO temp.asked VALUES (?, ?)", asked.items())


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """A file with a lock on it that the system lets go of with this process."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        what = f"nothing can be written beside it: {(error.strerror or str(error)).lower()}"
        raise InputError(what, expected="a folder to write in", source=str(path.parent)) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(file)
