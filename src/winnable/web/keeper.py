"""Keeps the open games on disk: soon after each change, never in the way of an answer.

All that touches the disk happens in one thread beside the event loop. When it fails, the games stay in memory
as they are, pages are told in one sentence, and it is tried again, ever more seldom, until it succeeds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, Protocol, TypeVar

from winnable.web.store import Row, Store, StoreError

__all__ = ["Keeper", "Kept"]

T = TypeVar("T")

_SOON: Final = 0.15  # seconds after a change; what follows within them is written with it
_AGAIN: Final = (2.0, 60.0)  # seconds to wait after a failure: the first time, and at most
_AT_THE_END: Final = 5.0  # seconds that the last writing may take


class Kept(Protocol):
    """An open game, as far as it is kept."""

    id: str

    def row(self) -> Row:
        """What is to be written."""
        ...

    def written(self, row: Row) -> None:
        """It was written so."""
        ...


class Keeper:
    """Writes the games that have changed.

    Args:
        store: where to; None where nothing is to be written: games are then in memory only.
    """

    def __init__(self, store: Store | None = None) -> None:
        self.store = store
        self._trouble = ""
        self._changed: dict[str, Kept] = {}
        self._thread = ThreadPoolExecutor(1, "store")
        self._writing: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()
        self._one = asyncio.Lock()  # a game is written down after its last writing is known

    @property
    def warning(self) -> str:
        """What a player must know about the saving of games; empty if all is well."""
        if self._trouble:
            return f"{self._trouble} They go on in memory and in this browser, and saving is tried again."
        return "" if self.store is None else self.store.notice

    def changed(self, game: Kept) -> None:
        """A game has changed: it is written soon."""
        if self.store is None:
            return
        self._changed[game.id] = game
        if self._writing is None or self._writing.done():
            self._writing = asyncio.get_running_loop().create_task(self._write_soon())

    def waiting(self, game_id: str) -> Kept | None:
        """A game that is still to be written, by its id."""
        return self._changed.get(game_id)

    async def do(self, work: Callable[[Store], T]) -> T:
        """Does something with the store, in its thread, after what is being written; StoreError if it fails,
        or if there is none."""
        store = self.store
        if store is None:
            raise StoreError("This server keeps no games: it was started with --read-only.")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, store)

    async def find(self, game_id: str) -> Row | None:
        """A kept game by its id; None as well where the store cannot be read now, which pages are told."""
        if self.store is None:
            return None
        try:
            return await self.do(lambda store: store.get(game_id))
        except StoreError as error:
            self._trouble = str(error)
            return None

    async def flush(self) -> bool:
        """Writes what has changed now; was there nothing left to write?"""
        async with self._one:
            games, self._changed = self._changed, {}
            left = games
            try:
                written = [(game, row) for game in games.values() if (row := _row_of(game)) is not None]
                if written:
                    rows = await self.do(lambda store: store.put([row for _, row in written]))
                    for (game, _), row in zip(written, rows, strict=True):
                        game.written(row)
                self._trouble = ""
                left = {}
            except StoreError as error:
                self._trouble = str(error)
            finally:
                self._changed = {**left, **self._changed}
            return not left

    async def stop(self) -> None:
        """Writes what is left, and lets go of the file."""
        self._ending.set()
        if self._writing is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._writing, _AT_THE_END)
        if self.store is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self.store.close)
        self._thread.shutdown(wait=False)

    async def _write_soon(self) -> None:
        """Until everything is written; after the end has come, once more at most."""
        wait, again = _SOON, _AGAIN[0]
        while self._changed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), wait)
            if await self.flush():
                wait = _SOON
                again = _AGAIN[0]
            elif self._ending.is_set():
                logging.getLogger(__name__).error("%s", self._trouble)
                return
            else:
                wait, again = again, min(2 * again, _AGAIN[1])


def _row_of(game: Kept) -> Row | None:
    """What is to be written of a game; None where that cannot be said, which must not keep others from it."""
    try:
        return game.row()
    except Exception:
        logging.getLogger(__name__).exception("a game cannot be saved")
        return None
