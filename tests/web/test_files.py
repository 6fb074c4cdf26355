"""The page's files: what they weigh on their way, and that a browser gets each once."""

from __future__ import annotations

import gzip
import re
from typing import Any

from winnable.web.app import STATIC

from .serving import Client, with_client

MOST = 300_000  # bytes


def test_the_page_is_light_and_whole() -> None:
    async def ask(client: Client) -> None:
        page = (await client.get("/")).text
        links = re.findall(r'(?:href|src)="(/[^"]+)"', page)
        sent = len(page.encode())
        for link in dict.fromkeys(links):
            async with client.stream("GET", link) as reply:
                assert reply.status_code == 200, link
                packed = b"".join([part async for part in reply.aiter_raw()])
            assert reply.headers["content-encoding"] == "gzip"
            sent += len(packed)
            if link.endswith(".js"):
                assert gzip.decompress(packed) == (STATIC / link.rpartition("/")[2]).read_bytes()
        modules = {path.name for path in STATIC.glob("*.js")}
        assert {link.rpartition("/")[2] for link in links if link.endswith(".js")} == modules
        assert sent < MOST

    with_client(ask)


def test_all_style_sheets_are_one_with_the_main_one_first() -> None:
    async def ask(client: Client) -> None:
        sheet = (await client.get(await address(client, "all.css"))).text
        assert sheet.startswith((STATIC / "main.css").read_text())
        for path in STATIC.glob("*.css"):
            assert path.read_text() in sheet

    with_client(ask)


def test_what_the_browser_has_is_not_sent_again() -> None:
    async def ask(client: Client) -> None:
        at = await address(client, "page.js")
        first = await client.get(at)
        assert (await client.get(at, headers={"if-none-match": first.headers["etag"]})).status_code == 304
        plain = await client.get(at, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == first.text

    with_client(ask)


def test_nothing_else_is_there() -> None:
    async def ask(client: Client) -> None:
        folder = (await address(client, "page.js")).rpartition("/")[0]
        for name in ("index.html", "none.js", "..%2fapp.py", "%2e%2e/app.py", "__init__.py"):
            reply: Any = await client.get(f"{folder}/{name}")
            assert reply.status_code in (403, 404), name

    with_client(ask)


async def address(client: Client, name: str) -> str:
    """Of a file of the page."""
    page = (await client.get("/")).text
    found = re.search(rf'"(/[^"]+/{name})"', page)
    assert found is not None
    return found[1]
