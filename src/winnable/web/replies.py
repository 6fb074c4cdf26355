"""What a server sends: answers in JSON, errors in one form, and the page itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from winnable import __version__
from winnable.errors import InputError
from winnable.web.files import PageFiles
from winnable.web.routes import ERRORS
from winnable.web.wire import Failure

__all__ = ["failure", "on_http_error", "page_of", "reply"]


def reply(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def failure(status: int, error: InputError) -> Response:
    """An error as JSON."""
    return reply(Failure(error.data()), status)


async def on_http_error(request: Request, error: Exception) -> Response:
    """The answer where a route raised a status."""
    assert isinstance(error, HTTPException)
    what = error.detail or ERRORS.get(error.status_code, "this cannot be answered")
    response = failure(error.status_code, InputError(what))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def page_of(
    folder: Path, files: PageFiles, token: str, *, at: str = __version__
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint for the page ``index.html`` of a folder, with links to its files, which are ``at`` this
    address, and the token."""
    text = (folder / "index.html").read_text(encoding="utf-8")
    page = text.replace("LINKS", files.links(at)).replace("VERSION", __version__).replace("TOKEN", token)

    async def show(request: Request) -> Response:
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    return show
