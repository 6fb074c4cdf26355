"""Listening for browsers: a port, who may ask, the address to tell, and answering until told to end.

The board and the page of a study are served alike.
"""

from __future__ import annotations

import errno
import secrets
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple

import uvicorn
from starlette.types import ASGIApp

from winnable.errors import InputError
from winnable.web.connections import MOST_CONNECTIONS, Connection
from winnable.web.guard import is_local, local_hosts

__all__ = ["Access", "answer"]

_MOST_AT_ONCE = 2 * MOST_CONNECTIONS  # beyond, a request is told to come again; silent ones give way before


class Access(NamedTuple):
    """Who may ask: with this token, by these names for Host, and with ``port`` by any address in numbers at
    that port. ``local``: it is for this machine alone."""

    token: str
    hosts: frozenset[str]
    port: int | None
    local: bool


def answer(
    make: Callable[[Access], ASGIApp],
    *,
    host: str,
    port: int | None,
    usual: int,
    on_start: Callable[[str], None],
) -> None:
    """Serves an application until it is interrupted.

    Args:
        make: the application for those who may ask.
        host: the address to listen at.
        port: None: the ``usual`` one, or another where that is taken.
        on_start: called with the page's address when the page can be loaded. Where others can reach it, the
            address holds the token, which is not in the page then.

    Raises:
        InputError: an address or a port that cannot be had.
    """
    listening = _listen(host, usual if port is None else port, or_another=port is None)
    port = listening.getsockname()[1]
    token, local = secrets.token_urlsafe(24), is_local(host)
    access = Access(token, local_hosts(port, host), port if _is_any(host) else None, local)
    url = _url(host, port) + ("" if local else f"#token={token}")
    config = uvicorn.Config(
        make(access),
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Connection,
        loop="asyncio",
        ws="none",
        limit_concurrency=_MOST_AT_ONCE,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
    )
    _Announcing(config, lambda: on_start(url)).run(sockets=[listening])


def _listen(host: str, port: int, *, or_another: bool) -> socket.socket:
    """A socket at this port, or at a free one where the port is taken; InputError where there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0) if or_another else (port,):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRINUSE and or_another and wanted:
                continue
            what = f"cannot listen at {host} port {wanted}: {error.strerror or error}"
            raise InputError(what, expected="an address of this machine, and a free port") from None
        return listening
    raise AssertionError("port 0 is never taken")


def _is_any(host: str) -> bool:
    """Does it stand for every address of this machine?"""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _url(host: str, port: int) -> str:
    """The page's address; where the server listens at every one, that by which others reach this machine."""
    if _is_any(host):
        host = _own_address(host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address(every: str) -> str:
    """This machine's address in its network, or its own name for itself where it is in none."""
    six = ":" in every
    with socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(
                ("2001:db8::1" if six else "192.0.2.1", 9)
            )  # sends nothing: only the way is looked up
        except OSError:
            return "::1" if six else "127.0.0.1"
        address: str = asking.getsockname()[0]
        return address


class _Announcing(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_start()
