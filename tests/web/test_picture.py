"""Pictures of games sent to the server: read, doubted, and answered."""

from __future__ import annotations

import asyncio
import base64
import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="install winnable[vision]")
Image = pytest.importorskip("PIL.Image", reason="install winnable[vision]")

from screen.tables import KnowingReader, lay_out_of, truth_of  # noqa: E402
from sizes import PATIENCE  # noqa: E402
from winnable import get_game  # noqa: E402
from winnable.analysis.scenes import scene_of  # noqa: E402
from winnable.errors import InputError  # noqa: E402
from winnable.render.png import png_of  # noqa: E402
from winnable.render.style import Style  # noqa: E402
from winnable.render.svg import draw  # noqa: E402
from winnable.screen import readout  # noqa: E402
from winnable.session import Session  # noqa: E402
from winnable.text.boards import write_position  # noqa: E402
from winnable.web.jobs import Jobs  # noqa: E402
from winnable.web.pictures import read_for_page  # noqa: E402
from winnable.web.wire import CardTold, ReadPicture  # noqa: E402

from . import serving  # noqa: E402
from .serving import Client, answer, begin, ended, with_client  # noqa: E402

DEAL = "seed:617"  # none of Microsoft's, whose doubtful cards would be known
FIRST, SECOND = ("column 1", 1), ("column 4", 2)


def png(image: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def sent(picture: bytes) -> str:
    """A picture as the page sends it."""
    return base64.b64encode(picture).decode()


@pytest.fixture
def noise() -> bytes:
    return png(Image.fromarray(np.arange(90 * 120 * 3, dtype=np.uint32).reshape(90, 120, 3).astype(np.uint8)))


async def read(client: Client, **body: Any) -> dict[str, Any]:
    """What a server says of a picture in the end; on a busy machine that may take long."""
    return await ended(client, "/api/pictures", {"page": "p", "seconds": PATIENCE, **body})


@pytest.fixture
def doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eyes see a deal of FreeCell, two cards of which look alike."""
    game = get_game("freecell")
    scene = scene_of(game, game.deal(DEAL))
    truth = truth_of(scene)
    alike = {str(truth[spot]): 0.49 for spot in (FIRST, SECOND)}
    reader = KnowingReader(scene, {FIRST: alike, SECOND: alike})
    monkeypatch.setattr(
        readout,
        "read_picture",
        lambda picture, game="": readout.read_table(picture, "freecell", [reader], lay_out=lay_out_of(scene)),
    )


def test_doubts_are_answered(noise: bytes, doubtful: None) -> None:
    game = get_game("freecell")
    right = str(truth_of(scene_of(game, game.deal(DEAL)))[FIRST])
    first = read_for_page(ReadPicture("p", noise))
    assert (first["position"], first["game"], first["problems"]) == ("", "freecell", [])
    assert [(doubt["pile"], doubt["number"]) for doubt in first["doubts"]] == [
        ("column 1", 2),
        ("column 4", 3),
    ]
    for doubt in first["doubts"]:
        assert len(doubt["box"]) == len(doubt["visible"]) == 4
    assert "?" in first["seen"]
    second = read_for_page(ReadPicture("p", noise, told=(CardTold("column 1", 2.0, right),)))
    assert second["doubts"] == []
    assert second["position"] == write_position(game, game.deal(DEAL))


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (CardTold("column 9", 1.0, "TH"), "no card lies face up at column 9, card 1"),
        (CardTold("column 1", 1.5, "TH"), "no whole number"),
        (CardTold("column 1", 1.0, "XX"), "unknown card 'XX'"),
    ],
)
def test_answers_that_make_no_sense(noise: bytes, doubtful: None, told: CardTold, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_for_page(ReadPicture("p", noise, told=(told,)))


def test_a_picture_becomes_a_game() -> None:
    scene = Session.of_deal(get_game("undead"), "seed:3").scene()
    drawn = png_of(draw(scene, Style()), zoom=1.5)

    async def ask(client: Client) -> None:
        job = await read(client, image=sent(drawn))
        assert (job["state"], job["question"], job["error"]) == ("done", "picture", "")
        board = await begin(client, job["data"]["position"], job["data"]["game"])
        assert board["title"] == "Undead"

    with_client(ask)


def test_what_is_no_picture_of_a_game(noise: bytes) -> None:
    async def ask(client: Client) -> None:
        for image, message in (
            (b"no picture", "not a picture"),
            (b"", "the file is empty"),
            (png(Image.new("RGB", (400, 300))), "the picture is all black"),
            (noise, "no table is seen"),
        ):
            job = await read(client, image=sent(image))
            assert job["state"] == "failed"
            assert message in job["error"]
        unknown = await read(client, image=sent(noise), game="nogame")
        assert "unknown game 'nogame'" in unknown["error"]
        for body, status in (
            ({"image": "%%%"}, 400),
            ({"image": sent(noise), "seconds": 0}, 422),
            ({"image": sent(noise), "seconds": 1e9}, 422),
        ):
            reply = await client.post("/api/pictures", json={"page": "p", **body})
            assert reply.status_code == status
        body = {"page": "p", "image": sent(noise)}
        token = await client.post("/api/pictures", json=body, headers={"x-winnable-token": "no"})
        assert token.status_code == 403

    with_client(ask)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Workers for which reading a picture is what a line of Python says."""

    def put(reading: str) -> None:
        async def spawn(_: Jobs) -> asyncio.subprocess.Process:
            code = (
                "import os, time, winnable.web.worker as w; os.nice = lambda by: 0; "
                f"w.read_for_page = lambda asked: {reading}; w.main()"
            )
            pipe = asyncio.subprocess.PIPE
            limit = str(10**10)
            return await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, limit, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
            )

        monkeypatch.setattr(Jobs, "_spawn", spawn)
        monkeypatch.setattr(serving, "LentWorkers", Jobs)  # no worker of an earlier test

    return put


def test_a_slow_picture_holds_nothing_up_and_is_ended(worker: Callable[[str], None], noise: bytes) -> None:
    async def ask(client: Client) -> None:
        body = {"page": "p", "image": sent(noise)}
        job = (await client.post("/api/pictures", json=body)).json()
        assert job["state"] in ("queued", "running")
        board = await begin(client, "617", "freecell")  # meanwhile
        newer = await read(client, image=sent(noise), seconds=0.5)
        assert newer["error"] == "this took longer than 0.5 s, and was ended"
        assert (await client.get(f"/api/jobs/{job['id']}")).json()["state"] == "cancelled"
        assert (await answer(client, board["id"], "verdict"))["state"] == "done"  # by a new worker

    worker("time.sleep(600)")
    with_client(ask)


def test_a_picture_that_takes_too_much_memory(worker: Callable[[str], None], noise: bytes) -> None:
    async def ask(client: Client) -> None:
        job = await read(client, image=sent(noise))
        assert (job["state"], job["error"]) == ("failed", "the reading of the picture ran out of memory")

    worker("bytearray(10**12)")
    with_client(ask)
