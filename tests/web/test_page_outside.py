"""Families that the package does not know are played on the page: one of cards, and the example."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import context_of
from .outside import small_golf
from .serving import WINNABLE
from .test_page import by_mouse, made, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright.sync_api")

HERE = Path(__file__).parent
FOLDERS = (HERE / "outside", HERE.parents[1] / "examples" / "peg_solitaire")
POINTS = "[winnable.families]\npegs = peg_solitaire:FAMILY\nsmall_golf = small_golf:FAMILY\n"


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page of a server that finds both families as it finds any package that is installed."""
    packages = tmp_path_factory.mktemp("packages")
    info = packages / "outside-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    before = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join([*map(str, (packages, *FOLDERS)), before])
    running = subprocess.Popen(
        [*WINNABLE, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": path, "XDG_DATA_HOME": str(packages)},
    )
    assert running.stdout is not None
    context = context_of(browser, viewport={"width": 1000, "height": 760})
    problems: list[str] = []
    try:
        address = next(word for word in running.stdout.readline().split() if word.startswith("http://"))
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        page.wait_for_selector(".card")
        yield page
        assert not problems
    finally:
        context.close()
        running.terminate()
        running.wait(60)
        running.stdout.close()


def choose(page: Page, game: str, deal: int) -> None:
    page.select_option("#game", game)
    page.fill("#deal", str(deal))
    page.press("#deal", "Enter")


def test_a_card_game_is_played_by_dragging(page: Page) -> None:
    game = small_golf.FAMILY.game("small_golf")
    deal, moves = next((deal, line) for deal in range(1, 50) if (line := won_line(game, game.start(deal))))
    choose(page, "small_golf", deal)
    page.wait_for_selector(f".words:has-text('Winnable: {len(moves)} moves')")
    position = game.start(deal)
    for number, text in enumerate(moves, 1):
        scene = small_golf.scene(game, position)
        by_mouse(page, next(move for move in scene.moves if move.text == text))
        made(page, number)
        position = game.play(position, text)
    page.wait_for_selector(".words:has-text('Won')")


def won_line(game: small_golf.SmallGolf, position: small_golf.Table) -> list[str] | None:
    """The first win in the order of the moves."""
    if not any(position[:3]):
        return []
    for move in game.legal_moves(position):
        line = won_line(game, game.play(position, move))
        if line is not None:
            return [move, *line]
    return None


def test_pegs_are_moved_by_mouse_and_by_keys(page: Page) -> None:
    choose(page, "peg_solitaire", 5)
    page.wait_for_selector(".words:has-text('Winnable: 13 moves')")
    page.click("[role=gridcell][aria-label^='row 5, column 2']")
    assert page.locator(".cell.target").count() == 1
    page.click(".cell.target")
    made(page, 1)
    assert page.locator("move-tree .move b").all_inner_texts() == ["12-5"]
    page.click("#undo")
    wait_until(page, "document.querySelector('move-tree .here')?.textContent == 'Start'")
    page.focus("[role=gridcell][tabindex='0']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_until(page, "document.querySelectorAll('.cell.lifted').length == 1")


@pytest.mark.slow
def test_where_pegs_move_nothing_is_filled_in(page: Page) -> None:
    """Also after a puzzle whose board is as large."""
    page.context.add_init_script("localStorage.clear()")
    other = page.context.new_page()
    other.goto(f"{page.url.partition('#')[0]}#deal/undead:size=5x5/seed:1")
    other.wait_for_selector("#marks button")
    assert other.locator(".clue[aria-label]").count() == 20
    other.select_option("#game", "peg_solitaire")
    other.fill("#deal", "5")
    other.press("#deal", "Enter")
    other.wait_for_selector(".words:has-text('Winnable: 13 moves')")
    assert other.locator("#marks button").count() == 0
    assert other.locator(".clue[aria-label]").count() == 0
    other.click("[role=gridcell][aria-label^='row 5, column 2']", button="right")
    assert other.locator("[role=menu]").count() == 0
    other.keyboard.press("Delete")
    other.wait_for_timeout(200)
    assert not other.inner_text("#error")
    other.close()
