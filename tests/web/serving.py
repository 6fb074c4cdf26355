"""A server in the test's own process, asked without a network.

Its worker is one that an earlier test's server has left in good order, if there is one: to start a process
takes longer than most questions.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import httpx

from sizes import PATIENCE
from winnable.web.app import Server, application
from winnable.web.boards import Boards
from winnable.web.guard import TOKEN_HEADER, local_hosts
from winnable.web.jobs import Asking, Jobs
from winnable.web.keeper import Keeper
from winnable.web.store import Store

TOKEN = "the-token-of-this-start"
HOST = "127.0.0.1:8617"

# Workers stand behind everything else on the machine, on which other tests run: these do not.
EAGER = ("-c", "import os; os.nice = lambda by: 0; from winnable.web.worker import main; main()")
# The command `winnable` with such workers, in a process of its own.
WINNABLE = [
    sys.executable,
    "-c",
    f"from winnable.web.jobs import Jobs; Jobs.worker = {EAGER!r}; "
    "from winnable.__main__ import main; main()",
]

T = TypeVar("T")

Client = httpx.AsyncClient


class LentWorkers(Jobs):
    """Questions whose workers outlive the server, but for those that it left at work."""

    idle: ClassVar[list[Process]] = []

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._busy: set[Process] = set()

    async def _spawn(self) -> Process:
        while self.idle:
            if (process := self.idle.pop()).returncode is None:
                return process
        return await super()._spawn()

    async def _search(self, process: Process, asking: Asking) -> bool:
        self._busy.add(process)
        useful = await super()._search(process, asking)
        self._busy.remove(process)
        return useful

    async def _dismiss(self, process: Process) -> None:
        if process in self._busy or process.returncode is not None:
            await super()._dismiss(process)
        else:
            self.idle.append(process)


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The loop of all tests' servers: a process can only be talked to in the loop that it was started in. In
    a thread of its own, since where a browser is open there is a loop already."""
    made = asyncio.new_event_loop()
    threading.Thread(target=made.run_forever, daemon=True).start()
    return made


async def end_workers() -> None:
    """Ends those that no test has any more."""
    while LentWorkers.idle:
        process = LentWorkers.idle.pop()
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def serving(
    *,
    workers: int = 1,
    headers: dict[str, str] | None = None,
    data: Path | None = None,
    **options: Any,
) -> AsyncIterator[Client]:
    """A client of a server with its workers; it has the token unless ``headers`` say otherwise. ``data`` is
    the folder where it keeps games, ``options`` are for the application. No workers: nothing is answered."""
    keeper = Keeper(None if data is None else Store(data))
    server = Server(Boards(keeper=keeper), LentWorkers(workers))
    app = application(server, token=TOKEN, hosts=local_hosts(8617), **options)
    if workers:
        await server.jobs.start(warm=False)
    try:
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]  # ASGI's scope is a mapping there
        given = {TOKEN_HEADER: TOKEN} if headers is None else headers
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=given) as client:
            yield client
    finally:
        await server.jobs.stop()
        await keeper.stop()


def with_client(test: Callable[[Client], Awaitable[Any]], **options: Any) -> Any:
    """Runs a test that asks a server."""

    async def ask() -> Any:
        async with serving(**options) as client:
            return await test(client)

    return run(ask())


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end, and nothing that it began beyond that."""

    async def alone() -> T:
        try:
            return await work
        finally:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

    return asyncio.run_coroutine_threadsafe(alone(), loop()).result()


async def begin(client: Client, text: str, game: str = "", **more: Any) -> dict[str, Any]:
    reply = await client.post("/api/boards", json={"text": text, "game": game, **more})
    assert reply.status_code == 200, reply.text
    board: dict[str, Any] = reply.json()
    return board


async def answer(client: Client, board: str, question: str, **more: Any) -> dict[str, Any]:
    """A question's last state; it has as long as it needs, unless the test says how long."""
    asked = {"question": question, "page": "p", "seconds": PATIENCE, **more}
    return await ended(client, f"/api/boards/{board}/ask", asked)


async def ended(client: Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """The last state of the job that a request begins."""
    reply = await client.post(path, json=body)
    assert reply.status_code == 200, reply.text
    job: dict[str, Any] = reply.json()
    while job["state"] in ("queued", "running"):
        await asyncio.sleep(0.02)
        job = (await client.get(f"/api/jobs/{job['id']}")).json()
    return job
