"""What a hostile program or page can do to a server that runs: it is refused, and the page stays alive."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from sizes import PATIENCE
from winnable.web.connections import MOST_CONNECTIONS
from winnable.web.guard import TOKEN_HEADER


@contextmanager
def connected(server: str) -> Iterator[HTTPConnection]:
    host = urlsplit(server)
    connection = HTTPConnection(host.hostname or "", host.port, timeout=PATIENCE)
    try:
        yield connection
    finally:
        connection.close()


def token_of(server: str) -> str:
    with connected(server) as connection:
        connection.request("GET", "/")
        page = connection.getresponse().read().decode()
    found = re.search(r'name="winnable-token" content="([^"]+)"', page)
    assert found is not None
    return found[1]


def is_alive(server: str) -> bool:
    """Does the page load, and can a game be begun?"""
    with connected(server) as connection:
        headers = {TOKEN_HEADER: token_of(server), "content-type": "application/json"}
        body = json.dumps({"text": "617", "game": "freecell"})
        connection.request("POST", "/api/boards", body, headers)
        reply = connection.getresponse()
        return reply.status == 200 and json.loads(reply.read())["title"] == "FreeCell"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "rebound.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/games", "/openapi.json", "/nothing", "/0/main.js"])
def test_a_foreign_page_is_refused_everywhere(
    server: str, path: str, headers: dict[str, str], status: int
) -> None:
    with connected(server) as connection:
        connection.request("GET", path, headers=headers)
        reply = connection.getresponse()
        assert (reply.status, reply.getheader("access-control-allow-origin")) == (status, None)
        assert "error" in json.loads(reply.read())


def test_a_hundred_megabytes_are_refused(server: str) -> None:
    """Whether they are announced or not: nothing of that length is read into memory."""
    token = token_of(server)
    for announced in (True, False):
        with connected(server) as connection:
            connection.putrequest("POST", "/api/boards")
            connection.putheader(TOKEN_HEADER, token)
            connection.putheader("content-type", "application/json")
            if announced:
                connection.putheader("content-length", "100000000")
            else:
                connection.putheader("transfer-encoding", "chunked")
            connection.endheaders()
            try:
                for _ in range(100):
                    block = b" " * 1_000_000
                    connection.send(block if announced else b"%x\r\n%s\r\n" % (len(block), block))
            except (BrokenPipeError, ConnectionResetError):
                pass  # the server has answered, and closed
            try:
                status = connection.getresponse().status
            except ConnectionResetError:  # it closed before all was sent, and the answer went with that
                continue
            assert status == 413
    assert is_alive(server)


def test_a_thousand_connections_leave_the_page_alive(server: str) -> None:
    host = urlsplit(server)
    with ExitStack() as open_ones:
        silent = []
        for number in range(1000):
            connection = socket.create_connection((host.hostname, host.port), 60)
            open_ones.enter_context(connection)
            if number % 2:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: ")  # and never goes on
            silent.append(connection)
        assert is_alive(server)
        with connected(server) as late:
            late.request("GET", "/api/games")
            assert late.getresponse().status == 200
        silent[0].settimeout(60)
        assert silent[0].recv(1) == b"", "the first one had to make room"
    assert MOST_CONNECTIONS < 1000
    assert is_alive(server)


def test_what_is_no_http_is_refused(server: str) -> None:
    host = urlsplit(server)
    with socket.create_connection((host.hostname, host.port), 60) as connection:
        connection.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        assert b" 400 " in connection.recv(1000)
    assert is_alive(server)
