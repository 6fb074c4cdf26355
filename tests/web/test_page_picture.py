"""The page in a real browser: a picture of a game is dropped, and its doubts are answered."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numpy", reason="install winnable[vision]")
pytest.importorskip("PIL", reason="install winnable[vision]")

from winnable import get_game
from winnable.analysis.scenes import scene_of
from winnable.render.drawing import Drawing
from winnable.text.boards import write_position

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

DROP = """(base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const held = new DataTransfer();
  held.items.add(new File([bytes], "table.png", { type: "image/png" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }));
}"""
DOUBT = {
    "name": "column 1, card 2", "pile": "column 1", "number": 2, "value": "AD", "confidence": 0.5,
    "others": ["AH"], "why": "", "box": [10, 10, 40, 60], "visible": [10, 10, 40, 15],
}  # fmt: skip


def picture() -> str:
    from winnable.render.png import png_of

    return base64.b64encode(png_of(Drawing(120, 90, '<rect width="50" height="70" fill="red"/>'))).decode()


def test_a_doubtful_card_is_shown_and_answered(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 360, "height": 740})  # a phone
    game = get_game("freecell")
    board = write_position(game, game.deal(11982))
    asked: list[Any] = []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        done = bool(asked[-1]["told"])
        told = {"game": "freecell", "seen": board, "problems": [], "notes": []}
        told |= {"position": board if done else "", "doubts": [] if done else [DOUBT]}
        route.fulfill(json={"id": "1", "state": "done", "data": told, "error": ""})

    page.route("**/api/pictures", answer)
    page.evaluate(DROP, picture())
    page.wait_for_selector("#doubts canvas")
    assert "column 1, card 2: AD or AH" in page.locator("#doubts").inner_text()
    shown = page.locator("#doubts canvas").bounding_box()
    assert shown is not None
    assert shown["width"] / shown["height"] == pytest.approx(40 / 15, rel=0.05)  # what is not covered
    assert shown["y"] + shown["height"] <= 740  # without scrolling
    page.fill("#doubts input", "AH")
    page.click("#doubts button")
    first = scene_of(game, game.deal(11982)).pile("column 1").cards[0]
    page.wait_for_function(
        "card => document.querySelector('#text').textContent.includes(`column 1: ${card}`)", arg=str(first)
    )
    assert [len(one["told"]) for one in asked] == [0, 1]
    assert asked[1]["told"] == [{"pile": "column 1", "number": 2, "card": "AH"}]


def test_a_picture_without_a_game_is_told(page: Page) -> None:
    page.evaluate(DROP, picture())
    page.wait_for_selector("#tried .wrong")
    assert page.locator("#tried").inner_text()
