"""The games of a terminal, kept where the page keeps its own: each can be gone on with in the other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final

from winnable.session import Session
from winnable.session.tree import Node
from winnable.web.kept import Record, record_of, row_of
from winnable.web.store import Row, Store, StoreError, new_id

__all__ = ["Kept", "is_saved_game", "kept_games"]

_SAVED: Final = "winnable game"  # begins a saved game
_MOST_PAUSE = 300.0  # seconds between two lines that still count as play


class Kept:
    """What is kept of one game: its moves, its time, its help.

    Args:
        session: the game.
        store: where it is kept after each change; None: nowhere.
        row: as it was kept, if it is gone on with.
    """

    def __init__(self, session: Session[Any, Any], store: Store | None, row: Row | None = None) -> None:
        self.session, self.store = session, store
        self.record = Record.of_new(session) if row is None else record_of(row)
        self._id, self._stamp = (new_id(), "") if row is None else (row.id, row.stamp)
        self._revision = 0 if row is None else row.revision
        self._last = time.monotonic()
        self.trouble = ""

    def changed(self) -> None:
        """Keeps the game as it is now; ``trouble`` says what is wrong where that fails."""
        now = time.monotonic()
        self.record.tick(min(now - self._last, _MOST_PAUSE))
        self._last = now
        self.record.note(self.session)
        self._revision += 1
        self._write()

    def helped(self, question: str, node: Node[Any, Any]) -> None:
        """A question was answered at a place."""
        self.record.answered(question, " ".join(text for one in node.way() for text in one.texts))

    def undone(self) -> None:
        """A move was taken back."""
        self.record.undone += 1

    def _write(self) -> None:
        if self.store is None:
            return
        row = row_of(
            self.session,
            self.record,
            self._id,
            stamp=self._stamp,
            revision=self._revision,
            text=self.session.save(),
        )
        try:
            (written,) = self.store.put([row])
        except StoreError as error:
            self.trouble = str(error)
        else:
            self.trouble = self.store.notice
            self._id, self._stamp = written.id, written.stamp


def kept_games(store: Store, most: int) -> list[Row]:
    """The games that are kept and not yet won, those played last first; StoreError where they cannot be
    read."""
    return [row for row in store.listed("", most)[0] if not row.won]


def is_saved_game(path: Path) -> bool:
    """Does the file hold a saved game, which another one may replace?"""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(len(_SAVED)) == _SAVED
    except OSError:
        return False
