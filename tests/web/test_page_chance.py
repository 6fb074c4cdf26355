"""The chance of a win on the page: in the verdict bar, which narrows, and of each move."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from winnable.registry import get_game

from .conftest import CHROMIUM
from .test_page import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")

COST = "document.querySelector('.cost').textContent"
GAMES = f"Number({COST}.match(/^[0-9,]+(?= game)/)?.[0].replace(',', '') ?? 0)"
WIDTH = "parseFloat(document.querySelector('verdict-bar .range').style.width)"
RANKS = re.split(" ", "ace two three four five six seven eight nine ten jack queen king")
WORDS = re.compile(f"({'|'.join(RANKS)}) of (clubs|diamonds|hearts|spades)")


def start(game: str, deal: str, cards: str = "") -> str:
    return quote(f"#winnable game 1\ngame: {game}\n{cards}start: {deal}\nmoves:\nend\n", safe="#")


def games_of(page: Page) -> int:
    return int(page.evaluate(GAMES))


def ends_of(page: Page) -> tuple[float, float]:
    """Of the band, in percent."""
    left, width = page.evaluate(
        "(({ left, width }) => [left, width])(document.querySelector('verdict-bar .range').style)"
    )
    return float(left.rstrip("%")), float(left.rstrip("%")) + float(width.rstrip("%"))


def test_the_band_narrows_and_no_hidden_card_is_sent(open_page: Callable[..., Page]) -> None:
    """It has as long as it needs: how many games a machine plays in half a minute, which is the page's first
    limit, is not the question."""
    received: list[str] = []
    size = {"width": 1280, "height": 800}
    page = open_page(start("spider", "5"), received=received, viewport=size, seconds=600)
    wait_until(page, f"{GAMES} > 0")
    low, high = ends_of(page)
    assert page.evaluate("getComputedStyle(document.querySelector('verdict-bar .band')).opacity") == "1"
    assert re.fullmatch(r"Chance \d+ % \(\d+ to \d+\)", page.inner_text(".words"))
    assert " by the policy fast" in page.inner_text(".cost")
    assert 0 <= low < high <= 100
    wait_until(page, f"{WIDTH} < {high - low}")  # sooner or later: a first win or loss may widen it
    low, high = ends_of(page)
    assert 0 <= low < high <= 100
    game = get_game("spider")
    text = game.notation.format(game.deal("5"), game.legal_moves(game.deal("5"))[0])
    page.fill("#move", text)
    page.press("#move", "Enter")
    page.wait_for_selector("move-tree .move")
    wait_until(page, f"{GAMES} > 0")  # of the next place
    columns = game.setup(game.deal("5")).columns
    shown = {card.get_attribute("data-card") for card in page.locator(".card").all()} - {"??"}
    seen = {str(column[-1]) for column in columns} | shown
    everything = "".join(received)
    assert '"state":"running"' in everything
    assert set(re.findall(r'"([A2-9TJQK][CDHS])"', everything)) == seen
    assert {card_of(*said) for said in WORDS.findall(everything)} <= seen


def card_of(rank: str, suit: str) -> str:
    return "A23456789TJQK"[RANKS.index(rank)] + suit[0].upper()


@pytest.mark.slow
def test_it_stops_by_itself_and_goes_deeper(open_page: Callable[..., Page]) -> None:
    """Scorpion is played at random alone, which is quick."""
    page = open_page(start("scorpion", "5"))
    page.wait_for_selector(".cost:has-text('within 2 points')")
    games, (low, high) = games_of(page), ends_of(page)
    assert high - low <= 4
    assert games >= 5
    page.reload()
    page.wait_for_selector(".cost:has-text('within 2 points')")
    assert games_of(page) == games  # at once, and no less
    page.wait_for_timeout(500)  # a button whose meaning has just changed takes no click
    page.click("verdict-bar button:has-text('Go deeper')")
    wait_until(page, f"{GAMES} > {games}")


@pytest.mark.slow
def test_off_is_off_where_chances_are_shown(open_page: Callable[..., Page]) -> None:
    page = open_page(start("scorpion", "5"))
    wait_until(page, f"{GAMES} > 0")
    page.focus("#table")
    page.keyboard.press("e")
    page.wait_for_selector(".words:has-text('Press E')")
    assert page.is_hidden("verdict-bar .band")
    assert "Chance" not in page.inner_text("body")
    page.keyboard.press("e")
    page.wait_for_selector("verdict-bar .band")
    assert games_of(page) > 0


@pytest.mark.slow
def test_a_page_that_is_not_looked_at_pauses(open_page: Callable[..., Page]) -> None:
    page = open_page(start("spider", "5"))
    wait_until(page, f"{GAMES} > 0")
    look = "(away) => { Object.defineProperty(document, 'hidden', { value: away, configurable: true });"
    look += " document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(look, True)
    page.wait_for_selector(".cost:has-text('paused')")
    games = games_of(page)
    page.evaluate(look, False)
    page.wait_for_selector(".cost:not(:has-text('paused'))")
    wait_until(page, f"{GAMES} > {games}")


@pytest.mark.slow
def test_a_lost_game_says_why(open_page: Callable[..., Page]) -> None:
    page = open_page()
    rows = "".join(
        f"Column {number}:{' 6S 5S 4S 3S 2S AS' if number == 1 else ''}\n" for number in range(1, 11)
    )
    stock = "".join(f"Row {number}:{' ??' * 10}\n" for number in (1, 2))
    page.click("[role=tab]:has-text('Paste')")
    page.fill("#pasted", f"Runs: C-1 D-2 H-2 S-1\n{rows}{stock}")
    page.select_option("#pasted-game", "spider")
    page.click("#paste button:has-text('Load')")
    page.wait_for_selector(".words:has-text('Lost, whatever lies hidden')")
    assert "can never fill 10 columns" in page.inner_text(".cost")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_pyramid_is_played_unseen_on_request(open_page: Callable[..., Page], scheme: str) -> None:
    axe: Any = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(start("pyramid", "5"), color_scheme=scheme)
    page.click("button:has-text('Hide the cards')")
    wait_until(page, f"{GAMES} > 0")
    assert page.is_hidden("#undo")
    assert page.is_hidden("button:has-text('Hide the cards')")
    page.reload()
    wait_until(page, f"{GAMES} > 0")  # the link keeps it unseen
    page.click("#ranked")
    page.wait_for_selector(".chances li.worse")
    rows = page.locator(".chances .told").all_inner_texts()
    assert any(re.search(r"worse by \d+ points \(\d+ to \d+\)", row) for row in rows)
    found = axe.Axe().run(page).response["violations"]
    assert not [problem["id"] for problem in found if problem["impact"] in ("serious", "critical")]
