"""The server's application: routes over :class:`~winnable.session.Session`, the page's files, the guard."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount
from starlette.routing import Route as WebRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from winnable import __version__
from winnable.analysis.verdicts import PositionVerdict
from winnable.errors import InputError
from winnable.plain import to_data
from winnable.search.api import StopReason, Verdict
from winnable.web.boards import Boards, OpenBoard, begin
from winnable.web.guard import Guard
from winnable.web.jobs import Asking, Jobs
from winnable.web.listing import Listing, listing
from winnable.web.routes import ERRORS, Route, document
from winnable.web.wire import (
    Asked,
    Autoplaying,
    Begin,
    Board,
    Commented,
    Failure,
    Job,
    Moved,
    Played,
    Shown,
    Text,
)

__all__ = ["Board", "Server", "application"]

STATIC: Final = Path(__file__).parent / "static"
_AT_ONCE: Final = 0.03  # seconds that a question may take to be answered in its own reply
_ALIVE: Final = 15.0  # seconds after which a silent stream says that it is alive


class Server:
    """What the routes share: open boards and questions."""

    def __init__(self, boards: Boards, jobs: Jobs) -> None:
        self.boards = boards
        self.jobs = jobs
        change = self._change
        self.routes = [
            Route("GET", "/api/games", "The games, with their rules and variants.", Listing, self.games),
            Route("POST", "/api/boards", "Begins a game.", Board, self.begin, Begin),
            Route("GET", "/api/boards/{board}", "The game as it stands.", Board, self.show),
            Route("POST", "/api/boards/{board}/play", "Makes a move.", Board, change(_play), Played),
            Route("POST", "/api/boards/{board}/undo", "Goes back a move.", Board, change(_undo)),
            Route("POST", "/api/boards/{board}/redo", "Goes on a move.", Board, change(_redo)),
            Route("POST", "/api/boards/{board}/goto", "Goes to a place.", Board, change(_goto), Moved),
            Route(
                "POST",
                "/api/boards/{board}/promote",
                "Makes a variation the main line.",
                Board,
                change(_promote),
                Moved,
            ),
            Route(
                "POST",
                "/api/boards/{board}/delete",
                "Takes a move out, with what follows.",
                Board,
                change(_delete),
                Moved,
            ),
            Route(
                "POST",
                "/api/boards/{board}/comment",
                "Writes a comment.",
                Board,
                change(_comment),
                Commented,
            ),
            Route(
                "POST",
                "/api/boards/{board}/autoplay",
                "Sets what moves by itself.",
                Board,
                change(_autoplay),
                Autoplaying,
            ),
            Route("GET", "/api/boards/{board}/light/{clue}", "What a clue looks along.", Shown, self.light),
            Route("GET", "/api/boards/{board}/save", "The game as text.", Text, self.save),
            Route("POST", "/api/boards/{board}/ask", "Asks about a place.", Job, self.ask, Asked),
            Route("GET", "/api/jobs/{job}", "How far a question is.", Job, self.job),
            Route("DELETE", "/api/jobs/{job}", "Takes a question back.", Job, self.cancel),
            Route("GET", "/api/jobs/{job}/events", "The same, as it goes on.", None, self.events, event=Job),
        ]

    # --- boards --------------------------------------------------------------------------------------------

    async def games(self) -> Listing:
        return await run_in_threadpool(listing)

    async def begin(self, body: Begin) -> Board:
        session = await run_in_threadpool(begin, body)
        return self.boards.add(session).board()

    def _board(self, board: str) -> OpenBoard:
        found = self.boards.get(board)
        if found is None:
            raise HTTPException(404, "this game is not open here; load it again")
        return found

    async def show(self, board: str) -> Board:
        return self._board(board).board()

    async def save(self, board: str) -> Text:
        return Text(self._board(board).session.save())

    async def light(self, board: str, clue: str) -> Shown:
        return Shown(to_data(self._board(board).session.scene(line_at=clue)))

    def _change(self, make: Callable[[OpenBoard, Any], None]) -> Callable[..., Awaitable[Board]]:
        async def change(board: str, body: Any = None) -> Board:
            opened = self._board(board)
            make(opened, body)
            opened.changed()
            return opened.board()

        return change

    # --- questions -----------------------------------------------------------------------------------------

    async def ask(self, board: str, body: Asked) -> Job:
        """A question; one that is answered at once is answered here."""
        opened = self._board(board)
        for name, value, most in (
            ("seconds", body.seconds, self.jobs.most_seconds),
            ("megabytes", body.megabytes, self.jobs.most_megabytes),
            ("games", body.games, 100_000),
        ):
            if not (math.isfinite(value) and 0 < value <= most):
                raise InputError(f"{name} is {value}", expected=f"more than 0, and at most {most:g}")
        session = opened.session
        place = opened.number(session.here)
        asking = await self.jobs.ask(opened.id, place, session.save(), body, partial(_learn, opened))
        with suppress(TimeoutError):
            await asyncio.wait_for(asking.end(), _AT_ONCE)
        return self.jobs.job(asking)

    def _asking(self, job: str) -> Asking:
        found = self.jobs.get(job)
        if found is None:
            raise HTTPException(404, "this question is not known here; ask again")
        return found

    async def job(self, job: str) -> Job:
        return self.jobs.job(self._asking(job))

    async def cancel(self, job: str) -> Job:
        asking = self._asking(job)
        self.jobs.cancel(asking)
        return self.jobs.job(asking)

    async def events(self, job: str) -> AsyncIterator[bytes]:
        return self._stream(self._asking(job))

    async def _stream(self, asking: Asking) -> AsyncIterator[bytes]:
        """Server-sent events, numbered; where the reader leaves, the question is taken back."""
        try:
            number = 0
            while True:
                seen = asking.version
                number += 1
                yield b"id: %d\ndata: %s\n\n" % (number, msgspec.json.encode(self.jobs.job(asking)))
                if asking.ended:
                    return
                while asking.version == seen and not asking.ended:
                    try:
                        await asyncio.wait_for(asking.news(seen), _ALIVE)
                    except TimeoutError:
                        yield b": still at it\n\n"
        finally:
            self.jobs.cancel(asking)


def _learn(opened: OpenBoard, asking: Asking) -> None:
    """Takes down what an answer says of the place that was asked about."""
    if asking.asked.question in ("verdict", "solution") and asking.data is not None:
        data = asking.data
        answer = PositionVerdict(
            Verdict(data["verdict"]),
            StopReason(data["reason"]),
            tuple(data["moves"]),
            "; ".join(data["why"]),
            data["stats"]["expanded"],
        )
        try:
            place = opened.place(asking.place)
        except InputError:  # deleted meanwhile
            return
        opened.known.tell(place, answer)


def _play(board: OpenBoard, body: Played) -> None:
    board.session.play(body.move, autoplay=body.autoplay or None)


def _undo(board: OpenBoard, _: None) -> None:
    board.session.undo()


def _redo(board: OpenBoard, _: None) -> None:
    board.session.redo()


def _goto(board: OpenBoard, body: Moved) -> None:
    board.session.goto(board.place(body.place))


def _promote(board: OpenBoard, body: Moved) -> None:
    board.session.promote(board.place(body.place))


def _delete(board: OpenBoard, body: Moved) -> None:
    board.session.delete(board.place(body.place))


def _comment(board: OpenBoard, body: Commented) -> None:
    board.session.comment(body.comment, board.place(body.place))


def _autoplay(board: OpenBoard, body: Autoplaying) -> None:
    board.session.set_autoplay(body.autoplay)


# --- over http ---------------------------------------------------------------------------------------------


def _reply(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _failure(status: int, error: InputError) -> Response:
    return _reply(Failure(error.data()), status)


def _endpoint(route: Route) -> Callable[[Request], Awaitable[Response]]:
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
        try:
            answer = await route.answers(**given)
        except InputError as error:
            return _failure(422, error)
        if route.event is not None:
            return StreamingResponse(
                answer, media_type="text/event-stream", headers={"cache-control": "no-store"}
            )
        return _reply(answer)

    return endpoint


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    what = error.detail or ERRORS.get(error.status_code, "this cannot be answered")
    response = _failure(error.status_code, InputError(what))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _page(token: str) -> Callable[[Request], Awaitable[Response]]:
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    page = text.replace("VERSION", __version__).replace("TOKEN", token)

    async def show(request: Request) -> Response:
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    return show


def application(server: Server, *, token: str, hosts: frozenset[str]) -> ASGIApp:
    """The whole, as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.jobs.start()
        try:
            yield
        finally:
            await server.jobs.stop()

    api = _reply(document(server.routes, __version__))

    async def openapi(request: Request) -> Response:
        return Response(api.body, media_type="application/json")

    by_path: dict[str, list[Route]] = {}
    for route in server.routes:
        by_path.setdefault(route.path, []).append(route)
    routes = [
        WebRoute(path, _any_of(of_path), methods=[route.method for route in of_path])
        for path, of_path in by_path.items()
    ]
    app = Starlette(
        routes=[
            WebRoute("/", _page(token)),
            WebRoute("/openapi.json", openapi),
            *routes,
            Mount(f"/{__version__}", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={HTTPException: _on_http_error},
        lifespan=lifespan,
    )
    return Guard(app, hosts=hosts, token=token)


def _any_of(routes: list[Route]) -> Callable[[Request], Awaitable[Response]]:
    """One endpoint for the methods of a path, so that another method is told which there are."""
    by_method = {route.method: _endpoint(route) for route in routes}

    async def endpoint(request: Request) -> Response:
        return await by_method["GET" if request.method == "HEAD" else request.method](request)

    return endpoint
