"""The file of a study: one SQLite database with what is to be measured, what was, and where.

A *block* is a run of deals of one game for one player under the same terms, some repetitions of it. Its units
are numbered from 0: all deals of the first repetition, then all of the next. A unit's row is written once,
when it is done, in one transaction with the end of the claim on it (``queue``).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from winnable.errors import InputError, quote
from winnable.search.api import Limits
from winnable.studies.experiments.players import MEASURES
from winnable.studies.experiments.starts import Kept, Run

__all__ = ["COLUMNS", "Block", "Store", "Terms", "UnbegunError"]

T = TypeVar("T")

_APPLICATION: Final = 0x574E5354  # "WNST"
_VERSION: Final = 1
_BUSY: Final = 60.0  # seconds to wait for another program's transaction
_LARGEST: Final = 2**63 - 1
_BESIDE: Final = 2**16  # bytes of the index of a write-ahead log

# Of a row of `results` beside its place: the outcome, the measures, and what became of it.
COLUMNS: Final = ("outcome", *MEASURES, "why", "run", "machine")

_SCHEMA: Final = f"""
CREATE TABLE studies (id INTEGER PRIMARY KEY, added TEXT NOT NULL, source TEXT, text TEXT NOT NULL);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (id INTEGER PRIMARY KEY, spelled TEXT NOT NULL UNIQUE);
CREATE TABLE players (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, label TEXT NOT NULL UNIQUE);
CREATE TABLE terms (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE);
CREATE TABLE kept (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, label TEXT NOT NULL,
    text TEXT NOT NULL, is_deal INTEGER NOT NULL, UNIQUE (game, text));
CREATE TABLE blocks (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games,
    player INTEGER NOT NULL REFERENCES players, terms INTEGER NOT NULL REFERENCES terms,
    source TEXT NOT NULL, first TEXT NOT NULL, deals INTEGER NOT NULL,
    repetition INTEGER NOT NULL, repetitions INTEGER NOT NULL, units INTEGER NOT NULL,
    next INTEGER NOT NULL DEFAULT 0, stopped INTEGER NOT NULL DEFAULT 0);
CREATE TABLE batches (id INTEGER PRIMARY KEY AUTOINCREMENT, block INTEGER NOT NULL REFERENCES blocks,
    first INTEGER NOT NULL, last INTEGER NOT NULL, run INTEGER REFERENCES runs,
    tries INTEGER NOT NULL DEFAULT 0, why TEXT);
CREATE TABLE runs (id INTEGER PRIMARY KEY, started TEXT NOT NULL, version TEXT NOT NULL, source_commit TEXT,
    workers TEXT NOT NULL, lock TEXT NOT NULL);
CREATE TABLE machines (id INTEGER PRIMARY KEY, facts TEXT NOT NULL UNIQUE);
CREATE TABLE results (block INTEGER NOT NULL REFERENCES blocks, number INTEGER NOT NULL,
    outcome TEXT NOT NULL, {", ".join(f'"{name}" {kind}' for name, kind in MEASURES.items())}, why TEXT,
    run INTEGER NOT NULL REFERENCES runs, machine INTEGER REFERENCES machines,
    PRIMARY KEY (block, number)) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every unit of a block: its limits, the seed of what is drawn, what becomes of the
    hidden cards (``""``, they lie as they are, or one of ``plan.HIDDEN``), and the group of deals that it is
    counted with, if it is not the whole game."""

    limits: Limits
    seed: int
    hidden: str = ""
    group: str = ""

    @property
    def identity(self) -> str:
        """The same text for the same terms."""
        limits = self.limits
        data = {"nodes": limits.nodes, "seconds": limits.seconds, "bytes": limits.bytes, "seed": self.seed}
        more = {"hidden": self.hidden, "group": self.group}
        return json.dumps(data | {name: value for name, value in more.items() if value})

    @classmethod
    def of(cls, identity: str) -> Terms:
        """The terms that an ``identity`` tells."""
        data = json.loads(identity)
        limits = Limits(data["nodes"], data["seconds"], data["bytes"])
        return cls(limits, data["seed"], data.get("hidden", ""), data.get("group", ""))


@dataclass(frozen=True, slots=True)
class Block:
    """A row of ``blocks``, with the names that it refers to."""

    id: int
    game: str
    player: str  # identity
    label: str
    terms: str  # identity
    run: Run
    repetition: int
    repetitions: int
    units: int
    next: int
    stopped: bool

    @property
    def called(self) -> str:
        """What tables call the player: by its label, and what becomes of hidden cards."""
        hidden = Terms.of(self.terms).hidden
        return f"{self.label}, hidden cards {hidden}" if hidden else self.label

    @property
    def cell(self) -> tuple[str, str, str]:
        """What is counted together: the game, the player and the terms."""
        return self.game, self.player, self.terms

    @property
    def shown(self) -> str:
        """What tables call its deals: their group, or the game."""
        return Terms.of(self.terms).group or self.game

    def place(self, number: int) -> tuple[int, int]:
        """The repetition and the deal's number in its source, of the unit with this number."""
        deals = self.run.last - self.run.first + 1
        return self.repetition + number // deals, self.run.first + number % deals

    def number(self, repetition: int, deal: int) -> int:
        """The number of the unit at a place."""
        deals = self.run.last - self.run.first + 1
        return (repetition - self.repetition) * deals + deal - self.run.first

    def has(self, source: str, repetition: int, deal: int) -> bool:
        """Is a unit in it?"""
        return (
            source == self.run.source
            and self.run.first <= deal <= self.run.last
            and self.repetition <= repetition < self.repetition + self.repetitions
        )


_BLOCKS: Final = (
    "SELECT b.id, g.spelled, p.identity, p.label, t.identity, b.source, b.first, b.deals, b.repetition, "
    "b.repetitions, b.units, b.next, b.stopped FROM blocks b JOIN games g ON g.id = b.game "
    "JOIN players p ON p.id = b.player JOIN terms t ON t.id = b.terms"
)


class UnbegunError(InputError):
    """A file of no tables: a study that is just being begun has it, before it has its own."""


class Store:
    """The file of a study, open; every method is one transaction, and an error of SQLite one line.

    Args:
        path: the file; none for a temporary one, which nobody else sees and which is gone with the store.
        write: may it be changed? Then it must be there, unless ``create``.
        create: make it if it is not there; an empty file is taken for none.
        patience: seconds to wait for another program's transaction.

    Raises:
        UnbegunError: the file has nothing in it yet.
        InputError: there is no such file, it is none of ours, or it cannot be used so.
    """

    def __init__(
        self, path: Path | None, *, write: bool = True, create: bool = False, patience: float = _BUSY
    ) -> None:
        self.path = path
        self._patience = patience
        with self.told():
            self._open = self._temporary() if path is None else self._connect(path, write, create)
        try:
            with self.told():
                self._check(create or path is None)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file; the last one that does leaves a file without journal."""
        with suppress(sqlite3.Error):
            self._open.close()

    def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self.told():
            return self._open.execute(sql, values).fetchall()

    def one(self, sql: str, *values: object) -> tuple[Any, ...]:
        """The first row of a query; an empty one where there is none."""
        return next(iter(self.read(sql, *values)), ())

    def rows(self, sql: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, one by one."""
        with self.told():
            yield from self._open.execute(sql, values)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """All that is read within is of the same moment, whatever runs meanwhile write."""
        self.read("BEGIN")
        try:
            yield
        finally:
            self.read("ROLLBACK")

    def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does something in one transaction, all of it or nothing."""
        with self.told():
            self._open.execute("BEGIN IMMEDIATE")
            try:
                done = work(self._open)
                self._open.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._open.execute("ROLLBACK")
                raise
            return done

    def blocks(self) -> list[Block]:
        """All blocks in their order."""
        return [_block(row) for row in self.rows(f"{_BLOCKS} ORDER BY b.id")]

    def fact(self, name: str) -> str | None:
        """What the file says of itself under a name."""
        row = self.one("SELECT value FROM facts WHERE name = ?", name)
        return str(row[0]) if row else None

    @property
    def measures(self) -> tuple[str, ...]:
        """What is measured of a unit beside its outcome."""
        return tuple(json.loads(self.fact("measures") or "[]"))

    def kept(self, game: str, first: int, last: int) -> list[Kept]:
        """The positions that are kept of a game with these numbers."""
        query = (
            "SELECT k.label, k.text, k.is_deal FROM kept k JOIN games g ON g.id = k.game "
            "WHERE g.spelled = ? AND k.id BETWEEN ? AND ? ORDER BY k.id"
        )
        return [Kept(label, text, bool(deal)) for label, text, deal in self.rows(query, game, first, last)]

    # --- within --------------------------------------------------------------------------------------------

    def _temporary(self) -> sqlite3.Connection:
        """A database that SQLite keeps in memory, and on the disk what is too much for that."""
        found = self._connected("file:")
        found.execute("PRAGMA journal_mode = MEMORY")
        return found

    def _connect(self, path: Path, write: bool, create: bool) -> sqlite3.Connection:
        if not create and not path.is_file():
            what = "no such file" if not path.exists() else "no file"
            raise InputError(what, expected="the file of a study", source=str(path))
        from urllib.parse import quote as url_quote

        address = f"file:{url_quote(str(path.absolute()))}"
        if write:
            return self._connected(f"{address}?mode={'rwc' if create else 'rw'}")
        if os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK):
            try:
                found = self._connected(f"{address}?mode=rw")  # the last to close it takes the journal away
                found.execute("PRAGMA query_only = ON")
                return found
            except sqlite3.OperationalError as error:
                if _is_busy(error):
                    raise  # what is being written must not be read as if it were at rest
        if _has_journal(path):
            return self._connected(f"{address}?mode=ro")
        return self._connected(f"{address}?mode=ro&immutable=1")  # where nothing may be written

    def _connected(self, address: str) -> sqlite3.Connection:
        found = sqlite3.connect(
            address, uri=True, timeout=self._patience, isolation_level=None, check_same_thread=False
        )
        try:
            found.execute("PRAGMA foreign_keys = OFF")  # rows refer to what the same file never deletes
            found.execute("PRAGMA application_id").fetchone()
        except BaseException:
            found.close()
            raise
        return found

    def _check(self, create: bool) -> None:
        (application,) = self._open.execute("PRAGMA application_id").fetchone()
        (tables,) = self._open.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if create and application == 0 and tables == 0:
            self._create()
        elif application != _APPLICATION:
            error = InputError if application or tables else UnbegunError
            raise error("no study", expected="a file that winnable study run made", source=self._source)
        (version,) = self._open.execute("PRAGMA user_version").fetchone()
        if version > _VERSION:
            expected = f"format {_VERSION} or older"
            raise InputError("made by a newer Winnable", expected=expected, source=self._source)
        self._open.execute("PRAGMA synchronous = NORMAL")  # a crash of the program loses nothing

    def _create(self) -> None:
        if self.path is not None:
            self._open.execute("PRAGMA journal_mode = WAL")
        self._open.execute("BEGIN IMMEDIATE")  # of two that start, one makes the tables
        if self._open.execute("PRAGMA user_version").fetchone() == (0,):
            for statement in _SCHEMA.split(";\n"):
                self._open.execute(statement)
            self._open.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._open.execute(f"PRAGMA user_version = {_VERSION}")
        self._open.execute("COMMIT")

    @contextmanager
    def told(self) -> Iterator[None]:
        """Errors of SQLite within become one line that says what to do."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._told(error) from error

    def _on_full_disk(self) -> bool:
        """Is there no room for the small files beside it? Of that SQLite only says that it failed."""
        try:
            if self.path is None:
                return False
            there = os.statvfs(self.path.absolute().parent)
            return there.f_bavail * there.f_frsize < _BESIDE
        except OSError:
            return False

    @property
    def _source(self) -> str | None:
        return None if self.path is None else str(self.path)

    def _told(self, error: sqlite3.Error) -> InputError:
        code = _code(error)
        source = self._source or "the temporary file of this run"
        if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and self._on_full_disk()):
            mend = "what was written stands: make room and run it again"
            return InputError("the disk is full", mend=mend, source=source)
        if _is_busy(error):
            return InputError("another program is using it", mend="try again", source=source)
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            what = "damaged, or no study at all" if code == sqlite3.SQLITE_CORRUPT else "no study"
            mend = "what can still be read of it: winnable study merge NEW.db " + quote(source)
            return InputError(
                what,
                expected="a file that winnable study run made",
                mend=mend if code == sqlite3.SQLITE_CORRUPT else None,
                source=source,
            )
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
            return InputError("cannot be written", expected="a file and a folder to write in", source=source)
        return InputError(f"cannot be used: {error}", source=source)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_busy(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _has_journal(path: Path) -> bool:
    journal = Path(f"{path}-wal")
    return journal.exists() and journal.stat().st_size > 0


def _block(row: tuple[Any, ...]) -> Block:
    number, game, player, label, terms, source, first, deals, *rest = row
    run = Run(source, int(first), int(first) + deals - 1)
    repetition, repetitions, units, after, stopped = rest
    return Block(
        number, game, player, label, terms, run, repetition, repetitions, units, after, bool(stopped)
    )
