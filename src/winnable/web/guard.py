"""Who may ask, and how much: the outermost layer of the server, before any route and any file.

A page of another origin must not read a game or start a search, not even by rebinding its own name to this
machine: then its requests have no Origin, and only Host tells. So Host must be one of ours with our port,
Origin ours if there is one, and whatever changes something needs the token that only our own page was given.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HEADERS", "TOKEN_HEADER", "Guard", "is_local", "local_hosts"]

TOKEN_HEADER: Final = "x-winnable-token"
_SAFE: Final = ("GET", "HEAD")

# The page draws with elements and attributes of its own; nothing else may run, load or frame it.
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS: Final[dict[str, str]] = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def local_hosts(port: int, host: str = "127.0.0.1") -> frozenset[str]:
    """What Host may say: this machine by its usual names, and the address that the server was told."""
    names = {"127.0.0.1", "localhost", "[::1]", f"[{host}]" if ":" in host else host}
    return frozenset(f"{name}:{port}" for name in names) | (frozenset(names) if port == 80 else frozenset())


def _in_numbers(host: str, port: int) -> bool:
    """Is it an address in numbers, such as 192.168.1.5, with this port?"""
    name, _, given = host.rpartition(":")
    if given != str(port):
        return False
    try:
        ip_address(name[1:-1] if name[:1] == "[" and name[-1:] == "]" else name)
    except ValueError:
        return False
    return True


def is_local(host: str) -> bool:
    """Is it an address that only this machine reaches?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class Guard:
    """ASGI middleware.

    Args:
        app: what is guarded.
        hosts: what Host may be, with the port; see :func:`local_hosts`.
        token: what a request that changes something must bear.
        most_bytes: how long a body may be.
        port: with it Host may also be any address in numbers at this port: a page of another site can bind
            its name to our address, but not an address to another.
        reads: must a request that only reads from the API bear the token, too?
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Iterable[str],
        token: str,
        most_bytes: int = 2_000_000,
        port: int | None = None,
        reads: bool = False,
    ) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.token = token
        self.most_bytes = most_bytes
        self.port = port
        self.reads = reads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or hands on what may be asked."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], scope["path"], headers)
        if refusal is not None:
            await _answer(send, *refusal)
            return
        body = _Body(receive, self.most_bytes, self._too_long)
        await self.app(scope, body.receive, _with_headers(send))

    def _refusal(self, method: str, path: str, headers: Headers) -> tuple[int, str] | None:
        """The status and the sentence of a refusal."""
        host = headers.getlist("host")
        if len(host) != 1 or not self._is_ours(host[0].lower()):
            return 421, "this server answers only under its own address"
        origin = headers.get("origin")
        if origin is not None and not self._is_own_origin(origin.lower()):
            return 403, "a page of another origin may not ask here"
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "a page of another site may not ask here"
        if method in _SAFE and not (self.reads and path.startswith("/api/")):
            return None
        if not hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self.token.encode()):
            return 403, f"the token of this server is missing, or of an earlier start; {self._mend}"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.most_bytes:
            return 413, self._too_long
        return None

    def _is_ours(self, host: str) -> bool:
        """Is it an address of this server, with the port?"""
        return host in self.hosts or (self.port is not None and _in_numbers(host, self.port))

    def _is_own_origin(self, origin: str) -> bool:
        scheme, _, host = origin.partition("://")
        return scheme == "http" and self._is_ours(host)

    @property
    def _mend(self) -> str:
        return "open the link that the server printed" if self.reads else "load the page again"

    @property
    def _too_long(self) -> str:
        return f"a request may have {self.most_bytes} bytes"


class _Body:
    """Counts the bytes that come: headers lie, and a body in chunks has no length."""

    def __init__(self, receive: Receive, most: int, too_long: str) -> None:
        self._receive = receive
        self._left = most
        self._too_long = too_long

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(413, self._too_long)  # routes read the whole body before they answer
        return message


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name for name, _ in message["headers"]}
            own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *(pair for pair in own if pair[0] not in known)]
        await send(message)

    return sending


async def _answer(send: Send, status: int, what: str) -> None:
    """A refusal, in the form of every error."""
    body = msgspec.json.encode({"error": {"what": what}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    sending = _with_headers(send)
    await sending({"type": "http.response.start", "status": status, "headers": headers})
    await sending({"type": "http.response.body", "body": body})
