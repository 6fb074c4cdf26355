"""Starts the server of the board."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from starlette.types import ASGIApp

from winnable.web.app import Server, application
from winnable.web.boards import Boards
from winnable.web.jobs import Jobs
from winnable.web.keeper import Keeper
from winnable.web.listening import Access, answer
from winnable.web.memory import machine_megabytes, most_megabytes
from winnable.web.store import Store, data_folder

__all__ = ["serve"]

_PORT = 8617


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    workers: int | None = None,
    data: Path | None = None,
    read_only: bool = False,
    on_start: Callable[[str], None] = lambda url: None,
) -> None:
    """Serves until it is interrupted.

    Args:
        host: the address to listen at.
        port: None: 8617, or another one where that is taken.
        workers: how many questions are searched at once; None: one for each core. Together they may hold half
            of the machine's memory, each of them at least 500 MB and at most 4 GB.
        data: the folder in which games are kept; None: the user's data folder.
        read_only: nothing is written to disk, so that games are in memory and in the browser only.
        on_start: called with the page's address when the page can be loaded. Where others can reach it, the
            address holds the token, which is not in the page then.

    Raises:
        InputError: an address or a port that cannot be had.
    """

    def make(access: Access) -> ASGIApp:
        at_once = workers or os.cpu_count() or 1
        memory = most_megabytes(at_once, machine_megabytes())
        store = None if read_only else Store(data or data_folder())
        server = Server(Boards(keeper=Keeper(store)), Jobs(at_once, most_megabytes=memory))
        return application(server, **access._asdict())

    answer(make, host=host, port=port, usual=_PORT, on_start=on_start)
