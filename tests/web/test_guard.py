"""Who may ask the server: our own page, and nobody else's."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from winnable.web.guard import TOKEN_HEADER, is_local, local_hosts

from .serving import HOST, TOKEN, Client, begin, with_client

PATHS = ("/", "/api/games", "/openapi.json", "/api/boards/x", "/no/such/page")


def status(method: str, path: str, headers: dict[str, str], content: bytes = b"") -> int:
    async def ask(client: Client) -> int:
        reply = await client.request(method, path, headers=headers, content=content)
        if reply.status_code >= 400:
            assert reply.json()["error"]["what"]
        return reply.status_code

    found: int = with_client(ask, headers={})
    return found


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8617", "127.0.0.1:80", "127.0.0.1", "localhost.evil.example:8617", ""],
)
def test_a_rebound_name_is_refused_everywhere(path: str, host: str) -> None:
    assert status("GET", path, {"host": host}) == 421


@pytest.mark.parametrize("host", sorted(local_hosts(8617)))
def test_this_machine_goes_by_its_usual_names(host: str) -> None:
    assert status("GET", "/api/games", {"host": host}) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8617"},
        {"origin": "http://127.0.0.1:80"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", PATHS)
def test_another_page_is_refused_everywhere(path: str, headers: dict[str, str]) -> None:
    assert status("GET", path, headers) == 403


@pytest.mark.parametrize("token", ["", "another", TOKEN[:-1], TOKEN + "x", "é"])
def test_what_changes_something_needs_the_token(token: str) -> None:
    headers = {"content-type": "application/json"}
    body = b'{"text": "617", "game": "freecell"}'
    assert status("POST", "/api/boards", headers, body) == 403
    assert (
        status("POST", "/api/boards", {**headers, TOKEN_HEADER: token}, body) == 403
        if token.isascii()
        else True
    )
    assert status("POST", "/api/boards", {**headers, TOKEN_HEADER: TOKEN}, body) == 200


def test_a_long_body_is_refused_whatever_its_headers_say() -> None:
    async def ask(client: Client) -> None:
        long = b'{"text": "' + b"x" * 3_000_000 + b'"}'
        kind = {"content-type": "application/json"}

        async def in_chunks() -> Any:
            for start in range(0, len(long), 100_000):
                yield long[start : start + 100_000]

        for content, headers in (
            (long, kind),
            (in_chunks(), kind),
            (in_chunks(), {**kind, "content-length": "10"}),
        ):
            reply = await client.post("/api/boards", content=content, headers=headers)
            assert reply.status_code == 413
            assert reply.json()["error"]["what"] == "a request may have 2000000 bytes"
        assert (await begin(client, "617", "freecell"))["deal"] == "ms:617"

    with_client(ask)


def test_every_answer_forbids_what_the_page_does_not_need() -> None:
    async def ask(client: Client) -> None:
        for path, headers in (("/", {}), ("/api/games", {}), ("/no", {}), ("/", {"host": "evil.example"})):
            reply: httpx.Response = await client.get(path, headers=headers)
            policy = reply.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert reply.headers["x-content-type-options"] == "nosniff"
            assert not any(name.startswith("access-control") for name in reply.headers)

    with_client(ask)


def test_the_token_stands_in_the_page_alone() -> None:
    async def ask(client: Client) -> None:
        assert TOKEN in (await client.get("/", headers={"host": HOST})).text
        assert TOKEN not in (await client.get("/openapi.json")).text

    with_client(ask)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("board.example", False),
    ],
)
def test_which_addresses_are_of_this_machine_alone(host: str, local: bool) -> None:
    assert is_local(host) is local
