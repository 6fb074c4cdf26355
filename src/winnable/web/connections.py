"""Connections to the server: of very many, those that ask nothing are closed, so that the page stays alive.

A program may open connections and never ask anything. Were new ones refused then, it would be the page that
is refused; so the connection that has been silent the longest makes room.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["MOST_CONNECTIONS", "Connection"]

MOST_CONNECTIONS: Final = 400


class Connection(H11Protocol):
    """One connection, by h11."""

    # All open ones, the one that was silent the longest first.
    _open: ClassVar[OrderedDict[Connection, None]] = OrderedDict()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Takes its place, perhaps that of a silent one."""
        super().connection_made(transport)
        self._open[self] = None
        if len(self._open) > MOST_CONNECTIONS:
            silent = next((one for one in self._open if one.is_silent and one is not self), None)
            if silent is not None:
                del self._open[silent]  # it hears of its end only later
                silent.transport.abort()

    def data_received(self, data: bytes) -> None:
        """It is not silent."""
        if self in self._open:
            self._open.move_to_end(self)
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._open.pop(self, None)
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """Is no request of it being answered?"""
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete
