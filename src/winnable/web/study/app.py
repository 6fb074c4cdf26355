"""The server of a study's page: the page, its two answers, the guard. It changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from winnable import __version__
from winnable.errors import InputError
from winnable.studies.experiments.store import Store, UnbegunError
from winnable.studies.reports.html import STYLE
from winnable.web.files import PageFiles
from winnable.web.guard import Guard
from winnable.web.listening import Access, answer
from winnable.web.replies import on_http_error, page_of, reply
from winnable.web.study.live import Live
from winnable.web.study.reading import PATIENCE

__all__ = ["application", "serve_study"]

_PORT: Final = 8618
_STATIC: Final = Path(__file__).parents[1] / "static"
_OWN: Final = _STATIC / "study"
_AT: Final = f"{__version__}/study"


def application(live: Live, access: Access) -> ASGIApp:
    """The whole, as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await live.stop()

    async def study(request: Request) -> Response:
        return reply(await live.study())

    async def report(request: Request) -> Response:
        return Response(live.report, media_type="application/json")

    async def sheet(request: Request) -> Response:
        return Response(STYLE, media_type="text/css", headers={"cache-control": "no-cache"})

    shared, own = PageFiles(_STATIC), PageFiles(_OWN)
    app = Starlette(
        routes=[
            Route("/", page_of(_OWN, own, access.token if access.local else "", at=_AT)),
            Route("/api/study", study),
            Route("/api/report", report),
            Route(f"/{_AT}/report.css", sheet),
            Route(f"/{_AT}/{{name}}", own.__call__),
            Route(f"/{__version__}/{{name}}", shared.__call__),
        ],
        exception_handlers={HTTPException: on_http_error},
        lifespan=lifespan,
    )
    return Guard(app, hosts=access.hosts, token=access.token, port=access.port, reads=not access.local)


def serve_study(
    file: Path, *, host: str, port: int | None, on_start: Callable[[str], None], on_wait: Callable[[], None]
) -> None:
    """Serves the page of a study until it is interrupted.

    Args:
        file: of the study; it need not be there yet, but the folder must be.
        host: the address to listen at.
        port: None: 8618, or another one where that is taken.
        on_start: called with the page's address when the page can be loaded.
        on_wait: called before that where the file is not there yet.

    Raises:
        InputError: a file that is no study or cannot be read, or an address or a port that cannot be had.
    """
    if not file.absolute().parent.is_dir():
        raise InputError("no such folder", expected="one in which the file is, or will be", source=str(file))
    try:
        if file.exists():
            Store(file, write=False, patience=PATIENCE).close()
        else:
            on_wait()
    except UnbegunError:
        on_wait()
    live = Live(file, str(file))
    answer(lambda access: application(live, access), host=host, port=port, usual=_PORT, on_start=on_start)
