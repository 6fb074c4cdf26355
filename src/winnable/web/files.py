"""The page's files: modules, style sheets and the icon, from memory, compressed for browsers that take that.

There is no build step. The style sheets go out as one, as each file that a page waits for is a round trip;
the modules are named in the page ahead of their use.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["PageFiles"]

_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_SHEET: Final = "all.css"


class _File(NamedTuple):
    """A file as it is sent: plain and compressed."""

    text: bytes
    packed: bytes
    tag: str
    kind: str


class PageFiles:
    """An endpoint for the files of a folder, by ``name``. A file is read again when it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[object, _File]] = {}

    async def __call__(self, request: Request) -> Response:
        """The file, or 304 where the browser has it already."""
        file = self._file(request.path_params["name"])
        if file is None:
            raise HTTPException(404, "there is no such page")
        headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.text, headers=headers, media_type=file.kind)
        return Response(file.packed, headers=headers | {"content-encoding": "gzip"}, media_type=file.kind)

    def links(self, at: str) -> str:
        """What the head of the page says of them, which are at this address."""
        lines = [f'<link rel="stylesheet" href="/{at}/{_SHEET}">']
        modules = sorted(self._folder.glob("*.js"))
        lines += [f'<link rel="modulepreload" href="/{at}/{one.name}">' for one in modules]
        return "\n".join(lines)

    def _file(self, name: str) -> _File | None:
        if name == _SHEET:
            sheets = sorted(self._folder.glob("*.css"), key=lambda sheet: (sheet.stem != "main", sheet.name))
            return self._made(name, sheets)
        files = [one for one in self._folder.iterdir() if one.name == name and one.suffix in _TYPES]
        return self._made(name, files) if files else None

    def _made(self, name: str, parts: list[Path]) -> _File:
        states = [(part.name, (state := part.stat()).st_mtime_ns, state.st_size) for part in parts]
        known = self._known.get(name)
        if known is not None and known[0] == states:
            return known[1]
        text = b"\n".join(part.read_bytes() for part in parts)
        tag = f'"{hashlib.sha256(text).hexdigest()[:24]}"'
        kind = f"{_TYPES[Path(name).suffix]}; charset=utf-8"
        file = _File(text, gzip.compress(text, 6, mtime=0), tag, kind)
        self._known[name] = (states, file)
        return file
