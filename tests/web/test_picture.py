"""Pictures of games sent to the server: read, doubted, and answered."""

from __future__ import annotations

import base64
import io
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="install winnable[vision]")
Image = pytest.importorskip("PIL.Image", reason="install winnable[vision]")

from screen.tables import KnowingReader, lay_out_of, truth_of  # noqa: E402
from winnable import get_game  # noqa: E402
from winnable.analysis.scenes import scene_of  # noqa: E402
from winnable.screen import readout  # noqa: E402
from winnable.text.boards import write_position  # noqa: E402

from .serving import Client, begin, with_client  # noqa: E402

FIRST, SECOND = ("column 1", 1), ("column 4", 2)


def sent(image: Any) -> str:
    """A picture as the page sends it."""
    out = io.BytesIO()
    image.save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


@pytest.fixture
def noise() -> str:
    return sent(
        Image.fromarray(np.arange(300 * 400 * 3, dtype=np.uint32).reshape(300, 400, 3).astype(np.uint8))
    )


@pytest.fixture
def doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eyes see FreeCell deal 617, two cards of which look alike."""
    game = get_game("freecell")
    scene = scene_of(game, game.deal(617))
    truth = truth_of(scene)
    alike = {str(truth[spot]): 0.49 for spot in (FIRST, SECOND)}
    reader = KnowingReader(scene, {FIRST: alike, SECOND: alike})
    monkeypatch.setattr(
        readout,
        "read_picture",
        lambda picture, game="": readout.read_table(picture, "freecell", [reader], lay_out=lay_out_of(scene)),
    )


def test_doubts_are_answered_and_the_game_begins(noise: str, doubtful: None) -> None:
    game = get_game("freecell")
    right = str(truth_of(scene_of(game, game.deal(617)))[FIRST])

    async def ask(client: Client) -> None:
        first = (await client.post("/api/pictures", json={"image": noise})).json()
        assert (first["position"], first["game"], first["problems"]) == ("", "freecell", [])
        assert [(doubt["pile"], doubt["number"]) for doubt in first["doubts"]] == [
            ("column 1", 2),
            ("column 4", 3),
        ]
        assert all(len(doubt["box"]) == 4 for doubt in first["doubts"])
        assert "?" in first["seen"]
        told = [{"pile": "column 1", "number": 2, "card": right}]
        second = (await client.post("/api/pictures", json={"image": noise, "told": told})).json()
        assert second["doubts"] == []
        assert second["position"] == write_position(game, game.deal(617))
        board = await begin(client, second["position"], second["game"])
        assert board["title"] == "FreeCell"

    with_client(ask, workers=0)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"pile": "column 9", "number": 1, "card": "TH"}, "no card lies face up at column 9, card 1"),
        ({"pile": "column 1", "number": 1.5, "card": "TH"}, "no whole number"),
        ({"pile": "column 1", "number": 1, "card": "XX"}, "unknown card 'XX'"),
    ],
)
def test_answers_that_make_no_sense(noise: str, doubtful: None, told: Any, message: str) -> None:
    async def ask(client: Client) -> None:
        reply = await client.post("/api/pictures", json={"image": noise, "told": [told]})
        assert reply.status_code == 422
        assert message in reply.json()["error"]["what"]

    with_client(ask, workers=0)


def test_what_is_no_picture_of_a_game(noise: str) -> None:
    async def ask(client: Client) -> None:
        black = sent(Image.new("RGB", (400, 300)))
        for image, status, message in (
            (base64.b64encode(b"no picture").decode(), 422, "not a picture"),
            ("", 422, "the file is empty"),
            ("%%%", 400, "base64"),
            (black, 422, "the picture is all black"),
            (noise, 422, ""),
        ):
            reply = await client.post("/api/pictures", json={"image": image})
            assert reply.status_code == status
            assert message in reply.json()["error"]["what"]
        unknown = await client.post("/api/pictures", json={"image": noise, "game": "nogame"})
        assert "unknown game 'nogame'" in unknown.json()["error"]["what"]
        token = await client.post("/api/pictures", json={"image": noise}, headers={"x-winnable-token": "no"})
        assert token.status_code == 403

    with_client(ask, workers=0)
