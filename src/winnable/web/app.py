"""The server's application: the table of routes over http, the page's files, the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as WebRoute
from starlette.types import ASGIApp

from winnable import __version__
from winnable.errors import InputError
from winnable.web.board_routes import BoardRoutes
from winnable.web.boards import Boards
from winnable.web.choice_routes import ChoiceRoutes
from winnable.web.files import PageFiles
from winnable.web.guard import Guard
from winnable.web.job_routes import JobRoutes
from winnable.web.jobs import Jobs
from winnable.web.picture_routes import PictureRoutes
from winnable.web.replies import failure, on_http_error, page_of, reply
from winnable.web.routes import REVISION_HEADER, Route, document
from winnable.web.search_routes import SearchRoutes
from winnable.web.share_routes import ShareRoutes
from winnable.web.store_routes import StoreRoutes

__all__ = ["Server", "application"]

STATIC: Final = Path(__file__).parent / "static"


class Server:
    """What the routes share, open boards and questions, and their one table."""

    def __init__(self, boards: Boards, jobs: Jobs) -> None:
        self.boards = boards
        self.jobs = jobs
        self.routes: list[Route] = [
            *BoardRoutes(boards).routes(),
            *JobRoutes(boards, jobs).routes(),
            *StoreRoutes(boards).routes(),
            *SearchRoutes(boards).routes(),
            *ChoiceRoutes(jobs).routes(),
            *ShareRoutes(boards).routes(),
            *PictureRoutes(jobs).routes(),
        ]


# --- over http ---------------------------------------------------------------------------------------------


def _endpoint(route: Route, boards: Boards) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        given: dict[str, Any] = dict(request.path_params)
        if route.body is not None:
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise HTTPException(415, "a body is application/json")
            try:
                given["body"] = msgspec.json.decode(await request.body(), type=route.body)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise HTTPException(400, str(error)) from None
        if route.revised:
            given["revision"] = request.headers.get(REVISION_HEADER, "")
        try:
            if "board" in given:
                await boards.awake(given["board"])
            answer = await route.answers(**given)
        except InputError as error:
            return failure(422, error)
        if route.event is not None:
            return StreamingResponse(
                answer, media_type="text/event-stream", headers={"cache-control": "no-store"}
            )
        return reply(answer)

    return endpoint


def application(
    server: Server, *, token: str, hosts: frozenset[str], port: int | None = None, local: bool = True
) -> ASGIApp:
    """The whole, as an ASGI application.

    Args:
        token: what requests that change something must bear.
        hosts: what Host may be, with the port.
        port: with it Host may also be any address in numbers, which no name can be bound anew to.
        local: is it for this machine alone? Else the page does not hold the token, which comes with the link
            that its player was given, and whoever asks about games needs it, too.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.jobs.start()
        try:
            yield
        finally:
            try:
                await server.jobs.stop()
            finally:
                await server.boards.keeper.stop()

    api = reply(document(server.routes, __version__))

    async def openapi(request: Request) -> Response:
        return Response(api.body, media_type="application/json")

    by_path: dict[str, list[Route]] = {}
    for route in server.routes:
        by_path.setdefault(route.path, []).append(route)
    routes = [
        WebRoute(path, _any_of(of_path, server.boards), methods=[route.method for route in of_path])
        for path, of_path in by_path.items()
    ]
    files = PageFiles(STATIC)
    app = Starlette(
        routes=[
            WebRoute("/", page_of(STATIC, files, token if local else "")),
            WebRoute("/openapi.json", openapi),
            *routes,
            WebRoute(f"/{__version__}/{{name}}", files.__call__),
        ],
        exception_handlers={HTTPException: on_http_error},
        lifespan=lifespan,
    )
    return Guard(app, hosts=hosts, token=token, port=port, reads=not local)


def _any_of(routes: list[Route], boards: Boards) -> Callable[[Request], Awaitable[Response]]:
    """One endpoint for the methods of a path, so that another method is told which there are."""
    by_method = {route.method: _endpoint(route, boards) for route in routes}

    async def endpoint(request: Request) -> Response:
        return await by_method["GET" if request.method == "HEAD" else request.method](request)

    return endpoint
