"""The games of this player on disk: one SQLite file in the user's data folder.

Everything here blocks and is for one thread: :mod:`winnable.web.keeper` calls it from a thread of its own.
The file may be used by several servers at once. A damaged file is moved aside, never deleted, and a new one
is begun; one that a newer Winnable made is left alone.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Final, TypeVar

__all__ = ["Row", "Store", "StoreError", "data_folder", "new_id"]

T = TypeVar("T")

FILE: Final = "games.sqlite3"
_VERSION: Final = 1
_APPLICATION: Final = 0x57696E6E  # "Winn", so that a file of another program is not taken for one of ours
_BUSY: Final = 2.0  # seconds that another server may hold the file
_DELETED_FOR: Final = 30 * 86400.0  # seconds that a deleted game can be had back

_SCHEMA: Final = """
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  game TEXT NOT NULL,          -- as spelled: freecell:cells=3
  title TEXT NOT NULL,
  deal TEXT NOT NULL,
  daily TEXT NOT NULL,         -- the day whose deal it is, 2026-11-29, or nothing
  started REAL NOT NULL,       -- seconds since 1970, as all times here
  changed REAL NOT NULL,
  seconds REAL NOT NULL,       -- that it was played
  ending TEXT NOT NULL,        -- open, stuck, given up, won, won with help
  moves INTEGER NOT NULL,      -- of the line that won, or where its player stands
  moved INTEGER NOT NULL,      -- was there a move at all?
  undone INTEGER NOT NULL,
  hints INTEGER NOT NULL,
  shown INTEGER NOT NULL,      -- was a whole line shown?
  counted INTEGER NOT NULL,    -- by the statistics
  won REAL NOT NULL,
  given_up REAL NOT NULL,
  revision INTEGER NOT NULL,
  stamp TEXT NOT NULL,         -- of the last writing, to see those of other servers
  text TEXT NOT NULL,          -- the session; empty once it is deleted for good
  deleted REAL NOT NULL DEFAULT 0,
  reset REAL NOT NULL DEFAULT 0 -- when the statistics were told to forget it
) WITHOUT ROWID;
CREATE INDEX games_by_change ON games (changed);
"""


class StoreError(Exception):
    """The file cannot be read or written now; a sentence for the player."""


def data_folder() -> Path:
    """Where the user's data are by this system's custom."""
    from platformdirs import user_data_path

    return user_data_path("winnable", appauthor=False)


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_urlsafe(12)


@dataclass(frozen=True, slots=True)
class Row:
    """A game as it is kept; the columns of the table."""

    id: str
    game: str
    title: str
    deal: str
    daily: str
    started: float
    changed: float
    seconds: float
    ending: str
    moves: int
    moved: bool
    undone: int
    hints: int
    shown: bool
    counted: bool
    won: float
    given_up: float
    revision: int
    stamp: str
    text: str
    deleted: float = 0.0
    reset: float = 0.0


_COLUMNS: Final = tuple(field.name for field in fields(Row))
_FLAGS: Final = ("moved", "shown", "counted")
_KEPT: Final = ("id", "started", "deleted", "reset")  # what a later writing leaves as it is
_SELECT: Final = f"SELECT {', '.join(_COLUMNS)} FROM games"
_LIGHT: Final = _SELECT.replace(" text", " '' AS text")  # without the moves
_PUT: Final = (
    f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    "ON CONFLICT (id) DO UPDATE SET "
    "deleted = CASE WHEN excluded.revision > revision THEN 0 ELSE deleted END, "  # played on
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name not in _KEPT)
)


class Store:
    """The file. It is opened when it is first needed, and again after anything went wrong.

    Args:
        folder: where it lies; made if it is not there.
        now: the time, for tests.
    """

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.time) -> None:
        self.path = folder / FILE
        self.notice = ""  # what the player should know that is no error any more
        self._now = now
        self._open: sqlite3.Connection | None = None
        self._inode = 0  # of the file that was opened last

    def close(self) -> None:
        """Lets go of the file."""
        if self._open is not None:
            with suppress(sqlite3.Error):
                self._open.close()
            self._open = None

    # --- games ---------------------------------------------------------------------------------------------

    def put(self, rows: Sequence[Row]) -> list[Row]:
        """Writes games, all or none, each with a new stamp.

        A row's stamp says which writing it goes on from. Where another server has written the game since,
        that one is left as it is, and this row is kept beside it under a new id.

        Returns:
            the rows as they are written now, in the same order.
        """
        return self._do(lambda open_: self._put(open_, rows), writes=True)

    def _put(self, open_: sqlite3.Connection, rows: Sequence[Row]) -> list[Row]:
        written = []
        for row in rows:
            found = open_.execute("SELECT stamp FROM games WHERE id = ?", (row.id,)).fetchone()
            name = row.id if found is None or found[0] == row.stamp else new_id()
            written.append(replace(row, id=name, stamp=secrets.token_hex(6)))
        open_.executemany(_PUT, map(astuple, written))
        return written

    def get(self, game_id: str) -> Row | None:
        """A game by its id, if there is one with its moves."""
        rows = self._do(
            lambda open_: _rows(open_.execute(f"{_SELECT} WHERE id = ? AND text <> ''", (game_id,)))
        )
        return rows[0] if rows else None

    def listed(self, search: str, most: int) -> tuple[list[Row], int]:
        """The games that are not deleted, the last changed first, without their moves.

        Args:
            search: words that each stand in the game's title, name, deal, day or ending.
            most: how many rows at most.

        Returns:
            the rows, and how many there are in all.
        """
        words = search.split()
        where = "deleted = 0 AND text <> ''" + len(words) * (
            " AND (title || ' ' || game || ' ' || deal || ' ' || daily || ' ' || ending) LIKE ? ESCAPE '\\'"
        )
        likes = [f"%{_literal(word)}%" for word in words]

        def find(open_: sqlite3.Connection) -> tuple[list[Row], int]:
            (number,) = open_.execute(f"SELECT count(*) FROM games WHERE {where}", likes).fetchone()
            query = f"{_LIGHT} WHERE {where} ORDER BY changed DESC, id LIMIT ?"
            return _rows(open_.execute(query, [*likes, most])), number

        return self._do(find)

    def delete(self, game_id: str) -> bool:
        """Takes a game from the list; for thirty days it can be had back. Was it there?"""
        return (
            self._change("UPDATE games SET deleted = ? WHERE id = ? AND deleted = 0", self._now(), game_id)
            > 0
        )

    def restore(self, game_id: str) -> bool:
        """Has a deleted game back. Was it there?"""
        sql = "UPDATE games SET deleted = 0 WHERE id = ? AND text <> ''"
        return self._change(sql, game_id) > 0

    # --- statistics ----------------------------------------------------------------------------------------

    def played(self) -> list[Row]:
        """The games that the statistics count, in the order in which they were begun, without their moves;
        deleted ones as well."""
        query = f"{_LIGHT} WHERE counted AND moved AND reset = 0 ORDER BY started, id"
        return self._do(lambda open_: _rows(open_.execute(query)))

    def reset(self, game: str) -> float:
        """Makes the statistics forget what was begun so far: of one game as spelled, or of all for an empty
        name. Returns what :meth:`unreset` takes to have that back."""
        when = self._now()
        self._change("UPDATE games SET reset = ? WHERE reset = 0 AND (? = '' OR game = ?)", when, game, game)
        return when

    def unreset(self, when: float) -> int:
        """Takes a reset back; how many games it was of."""
        return self._change("UPDATE games SET reset = 0 WHERE reset = ?", when)

    # --- within --------------------------------------------------------------------------------------------

    def _change(self, sql: str, *values: object) -> int:
        return self._do(lambda open_: open_.execute(sql, values).rowcount, writes=True)

    def _do(self, work: Callable[[sqlite3.Connection], T], *, writes: bool = False) -> T:
        """Does something in one transaction; a damaged file is moved aside, and it is done with a new one."""
        try:
            return self._within(work, writes)
        except sqlite3.Error as error:
            self.close()
            if not _is_damage(error):
                raise self._told(error) from error
        except OSError as error:
            self.close()
            raise self._told(error) from error
        try:
            if _inode(self.path) == self._inode:  # else another server has moved it
                self._move_aside()
            return self._within(work, writes)
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise self._told(error) from error

    def _within(self, work: Callable[[sqlite3.Connection], T], writes: bool) -> T:
        open_ = self._connected()
        open_.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        try:
            done = work(open_)
            open_.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                open_.execute("ROLLBACK")
            raise
        return done

    def _connected(self) -> sqlite3.Connection:
        """The connection to the file that lies there now: someone may have deleted it, or moved it aside."""
        if self._open is not None and self._inode == _inode(self.path):
            return self._open
        self.close()
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # games are their player's alone
        self._inode = _inode(self.path)
        open_ = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
        try:
            self._set_up(open_)
        except BaseException:
            open_.close()
            raise
        self._open = open_
        return open_

    def _set_up(self, open_: sqlite3.Connection) -> None:
        open_.execute("PRAGMA journal_mode = WAL")
        open_.execute("PRAGMA synchronous = NORMAL")  # a crash of the program loses nothing
        open_.execute("BEGIN IMMEDIATE")  # of two servers that start, one makes the table
        (version,) = open_.execute("PRAGMA user_version").fetchone()
        (application,) = open_.execute("PRAGMA application_id").fetchone()
        if version > _VERSION or application not in (0, _APPLICATION):
            raise StoreError(
                f"{self.path} was made by a newer Winnable or another program; it is left as it is."
            )
        if version == 0:
            for statement in _SCHEMA.split(";\n"):
                open_.execute(statement)
            open_.execute(f"PRAGMA application_id = {_APPLICATION}")
            open_.execute(f"PRAGMA user_version = {_VERSION}")
        if open_.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise _Damaged
        old = "deleted > 0 AND deleted < ?"
        before = self._now() - _DELETED_FOR
        open_.execute(f"DELETE FROM games WHERE {old} AND NOT (counted AND moved)", (before,))
        open_.execute(f"UPDATE games SET text = '' WHERE {old}", (before,))  # the statistics keep it
        open_.execute("COMMIT")

    def _move_aside(self) -> None:
        """The damaged file gets another name, with its journals, for someone to look at."""
        when = time.strftime("%Y-%m-%dT%H%M%S", time.localtime(self._now()))
        aside = next(path for path in _names(self.path, when) if not path.exists())
        self.path.rename(aside)
        for end in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                Path(f"{self.path}{end}").rename(f"{aside}{end}")
        self.notice = f"The file of your saved games was damaged. It is now {aside}, and a new one was begun."

    def _told(self, error: Exception) -> StoreError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) == 28:
            return StoreError("Games cannot be saved, because the disk is full.")
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StoreError(f"Games cannot be saved: another program is using {self.path}.")
        if isinstance(error, sqlite3.Error) and code not in (
            sqlite3.SQLITE_READONLY,
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_PERM,
        ):
            return StoreError(f"Games cannot be saved in {self.path}: {error}.")
        return StoreError(f"Games cannot be saved: {self.path} cannot be written.")


class _Damaged(sqlite3.DatabaseError):
    """The file is not what SQLite wrote."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _rows(found: Iterable[tuple[object, ...]]) -> list[Row]:
    rows = []
    for values in found:
        named = dict(zip(_COLUMNS, values, strict=True))
        named.update({name: bool(named[name]) for name in _FLAGS})
        rows.append(Row(**named))  # type: ignore[arg-type]  # the columns have these types
    return rows


def _literal(word: str) -> str:
    """A word in LIKE, where % and _ mean themselves."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def _names(path: Path, when: str) -> Iterator[Path]:
    yield path.with_name(f"games-damaged-{when}.sqlite3")
    number = 2
    while True:
        yield path.with_name(f"games-damaged-{when}-{number}.sqlite3")
        number += 1
