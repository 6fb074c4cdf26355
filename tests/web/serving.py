"""A server in the test's own process, asked without a network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx

from winnable.web.app import Server, application
from winnable.web.boards import Boards
from winnable.web.guard import TOKEN_HEADER, local_hosts
from winnable.web.jobs import Jobs
from winnable.web.keeper import Keeper
from winnable.web.store import Store

TOKEN = "the-token-of-this-start"
HOST = "127.0.0.1:8617"

T = TypeVar("T")

Client = httpx.AsyncClient


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
    server = Server(Boards(keeper=keeper), Jobs(workers))
    app = application(server, token=TOKEN, hosts=local_hosts(8617), **options)
    if workers:
        await server.jobs.start()
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
    """Runs a coroutine in a thread of its own: while a browser is open there is a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def begin(client: Client, text: str, game: str = "", **more: Any) -> dict[str, Any]:
    reply = await client.post("/api/boards", json={"text": text, "game": game, **more})
    assert reply.status_code == 200, reply.text
    board: dict[str, Any] = reply.json()
    return board


async def answer(client: Client, board: str, question: str, **more: Any) -> dict[str, Any]:
    """A question's last state."""
    reply = await client.post(f"/api/boards/{board}/ask", json={"question": question, "page": "p", **more})
    assert reply.status_code == 200, reply.text
    job: dict[str, Any] = reply.json()
    while job["state"] in ("queued", "running"):
        await asyncio.sleep(0.02)
        job = (await client.get(f"/api/jobs/{job['id']}")).json()
    return job
