"""The page in a real browser: games are chosen, links opened, texts pasted and dropped, games taken off."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from winnable.registry import get_game
from winnable.session import Session
from won_lines import won_lines

from .conftest import data_of
from .test_page import KEPT, SAMPLE, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api")


def dialog(page: Page) -> None:
    page.click("#bar button:has-text('New game')")
    page.wait_for_selector("dialog.newgame .about h3")


def shown(page: Page, game: str, deal: str = "") -> None:
    """Waits for a game in the bar."""
    wait_until(page, f"document.querySelector('#game').value == '{game}'")
    if deal:
        wait_until(page, f"document.querySelector('#deal').value == '{deal}'")


# --- the dialog ---------------------------------------------------------------------------------------------


def test_a_game_is_found_and_its_rules_are_set(page: Page) -> None:
    dialog(page)
    page.fill("dialog.newgame input[type=search]", "suit king cells")
    titles = page.locator(".games label:visible b")
    assert titles.all_text_contents() == ["Eight Off", "Seahaven Towers"]
    page.fill("dialog.newgame input[type=search]", "nothing like that")
    assert page.locator(".games > p").inner_text() == "No game has these words."
    page.fill("dialog.newgame input[type=search]", "")
    page.click("dialog.newgame summary")
    page.fill("[data-option=cells]", "9")
    page.wait_for_selector(".said.wrong:has-text(\"'9' is not a number from 0 to 8\")")
    assert page.locator("dialog.newgame button:has-text('Random deal')").is_disabled()
    page.fill("[data-option=cells]", "3")
    page.check("[data-option=foundation_return]")
    wait_until(
        page, "document.querySelector('footer code').textContent == 'freecell:cells=3,foundation_return=true'"
    )
    wait_until(page, "!document.querySelector('.said.wrong')")
    page.fill("[aria-label='Deal number']", "31465")
    page.keyboard.press("Enter")
    shown(page, "freecell:cells=3,foundation_return=true", "ms:31465")
    assert page.locator(".slot[data-pile^=cell], .card[data-pile^=cell]").count() == 3
    dialog(page)  # which shows the game as it is
    assert page.locator("[data-option=cells]").input_value() == "3"
    page.click("button:has-text('As usual')")
    wait_until(page, "document.querySelector('footer code').textContent == 'freecell'")
    assert page.locator("[data-option=cells]").input_value() == "4"


def test_rules_that_were_just_changed_hold_for_the_deal(page: Page) -> None:
    """Even before the server has said that they make a game, and where they make none."""
    dialog(page)
    page.fill("[aria-label='Deal number']", "31465")
    change_and_deal = """(cells) => {
      const option = document.querySelector("[data-option=cells]");
      option.value = cells;
      option.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("dialog.newgame form.line").requestSubmit();
    }"""
    page.evaluate(change_and_deal, "9")
    page.wait_for_selector(".said.wrong:has-text(\"'9' is not a number from 0 to 8\")")
    page.wait_for_timeout(200)
    assert page.input_value("#deal") == "ms:617"
    page.evaluate(change_and_deal, "3")
    shown(page, "freecell:cells=3", "ms:31465")
    assert page.is_hidden("dialog.newgame")


@pytest.mark.slow
def test_presets_variants_and_the_deal_of_the_day(page: Page) -> None:
    dialog(page)
    page.click(".presets button:text-is('proved impossible')")
    shown(page, "freecell", "ms:11982")
    page.wait_for_selector(".words:has-text('Cannot be won (proved)')")
    dialog(page)
    page.check(".games input[value=pyramid]")
    page.select_option(".about select >> nth=0", "pyramid:hoyle")
    wait_until(page, "document.querySelector('footer code').textContent == 'pyramid:hoyle'")
    page.click("button:has-text('Deal of the day')")
    shown(page, "pyramid:hoyle")
    assert page.locator("#deal").input_value().startswith("ms:")
    page.wait_for_selector(".words:has-text('Winnable')")


@pytest.mark.slow
def test_the_cards_of_a_hidden_game_may_be_opened(page: Page) -> None:
    dialog(page)
    page.check(".games input[value=spider]")
    page.check("text=all cards known, and moves may be taken back")
    page.fill("[aria-label='Deal number']", "101")
    page.select_option("[aria-label='Kind of number']", "pysol")
    page.click("dialog.newgame button:text-is('Deal')")
    shown(page, "spider", "pysol:101")
    assert page.locator("#undo").is_visible()
    wait_until(page, "location.hash == '#deal/spider/pysol:101/open'")


@pytest.mark.slow
def test_a_puzzle_is_made_and_a_search_is_cancelled(page: Page) -> None:
    dialog(page)
    page.check(".games input[value=undead]")
    page.wait_for_selector("summary:has-text('What the puzzle is like')")
    page.click("dialog.newgame summary")
    page.fill("[data-option=size]", "4x4")
    page.select_option("[data-option=grade]", "tricky")
    wait_until(page, "document.querySelector('footer code').textContent == 'undead:size=4x4,grade=tricky'")
    page.click("button:has-text('Random deal')")
    page.wait_for_selector(".cell")
    shown(page, "undead:size=4x4,grade=tricky")
    dialog(page)
    page.check(".games input[value=freecell]")
    page.wait_for_selector("summary:text-is('Rules')")
    page.click("dialog.newgame summary")
    page.fill("[data-option=cells]", "0")
    page.fill("[data-option=columns]", "4")
    wait_until(page, "document.querySelector('footer code').textContent == 'freecell:columns=4,cells=0'")
    page.click("button:has-text('Winnable deal')")
    page.wait_for_selector(".said:has-text('tried ')")
    page.click("footer button:has-text('Cancel')")
    assert page.locator(".said").inner_text() == "Cancelled."
    assert page.locator("footer button").is_hidden()


# --- links --------------------------------------------------------------------------------------------------


def long_game() -> str:
    """A won game with a variation and a comment, as saved."""
    deal, moves = won_lines()["freecell"]
    session = Session.of_deal(get_game("freecell"), deal)
    session.play("8a")
    session.comment("ein Versuch: äöü €")
    session.undo()
    for move in moves:
        session.play(move)
    session.undo()
    return session.save()


@pytest.mark.slow
def test_a_long_link_comes_back_as_it_was(open_page: Callable[..., Page]) -> None:
    save = long_game()
    first = open_page(f"#{quote(save)}")
    wait_until(first, "location.hash.startsWith('#game/')")
    link = first.evaluate("location.hash")
    assert re.fullmatch(r"#game/[\w-]+", link)
    assert len(link) < len(save)
    packed = link.removeprefix("#game/")
    unpacked = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    assert unpacked == save
    second = open_page(link)
    wait_until(second, "document.querySelectorAll('move-tree .move').length > 20")
    assert second.evaluate(f"JSON.parse({KEPT}).text") == save


def test_the_link_follows_the_game_and_goes_back(page: Page) -> None:
    wait_until(page, "location.hash == '#deal/freecell/ms:617'")
    page.fill("#deal", "5")
    page.keyboard.press("Enter")
    wait_until(page, "location.hash == '#deal/freecell/ms:5'")
    page.fill("#move", "1a")
    page.keyboard.press("Enter")
    wait_until(page, "location.hash.startsWith('#game/')")
    page.go_back()
    shown(page, "freecell", "ms:617")
    page.evaluate("location.hash = '#deal/spider/kpat:101'")  # as one that is typed in
    shown(page, "spider", "kpat:101")
    wait_until(page, "location.hash == '#deal/spider/kpat:101/unseen'")
    page.go_back()  # its other spelling is no step of its own
    shown(page, "freecell", "ms:617")
    page.evaluate("location.hash = '#game/AAAA'")
    page.wait_for_selector("#error:has-text('The game here stays.')")


def test_a_link_of_a_game_played_unseen_names_no_hidden_card(open_page: Callable[..., Page]) -> None:
    page = open_page("#deal/spider/kpat:101/unseen")
    shown(page, "spider", "kpat:101")
    page.fill("#move", "deal")
    page.keyboard.press("Enter")
    wait_until(page, "location.hash.startsWith('#game/')")
    packed = page.evaluate("location.hash").removeprefix("#game/")
    save = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    assert "start: kpat:101" in save
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", save)


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#game/%%%", "it was changed on its way"),
        ("#game/AAAA", "it was cut off or changed on its way"),
        ("#deal/freecel/ms:1", "unknown game 'freecel'"),
        *[
            pytest.param(*what, marks=pytest.mark.slow)
            for what in (
                ("#deal/freecell", "a game and a deal were expected"),
                ("#hello", "it begins with none of"),
            )
        ],
    ],
)
def test_a_broken_link_says_so_and_opens_a_first_game(
    open_page: Callable[..., Page], fragment: str, said: str
) -> None:
    page = open_page(fragment)
    page.wait_for_selector("#error:has-text('This link holds no game')")
    error = page.locator("#error").inner_text()
    assert said in error
    assert error.endswith("A first game is here instead.")
    shown(page, "freecell", "ms:617")


@pytest.mark.slow
def test_a_link_that_unfolds_without_end_is_refused(open_page: Callable[..., Page]) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(b"winnable game 1\n" * 500_000) + squeeze.flush()
    page = open_page("#game/" + base64.urlsafe_b64encode(packed).decode().rstrip("="))
    page.wait_for_selector("#error:has-text('it unfolds to more than 2,000,000 characters')")


# --- pasting and dropping -----------------------------------------------------------------------------------

DROP = """([name, text]) => {
  const held = new DataTransfer();
  if (name) held.items.add(new File([text], name)); else held.setData("text", text);
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }));
}"""
PASTE = """(text) => {
  const held = new DataTransfer();
  held.setData("text", text);
  const how = { clipboardData: held, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new ClipboardEvent("paste", how));
}"""


def test_three_formats_are_pasted_and_one_is_dropped(page: Page) -> None:
    page.evaluate(PASTE, SAMPLE)
    shown(page, "undead")
    page.evaluate(PASTE, data_of("freecell/rows-617.txt"))
    shown(page, "freecell")
    wait_until(page, "document.querySelector('#text').textContent.includes('column 1: 7D TD TH KD 4C 4S JD')")
    page.evaluate(PASTE, '{"game": "spider", "deal": "kpat:101", "moves": ["20", "deal"]}')
    shown(page, "spider", "kpat:101")
    page.evaluate(DROP, ["game.txt", long_game()])
    shown(page, "freecell", won_lines()["freecell"][0])


@pytest.mark.slow
def test_moves_are_pasted_into_the_game_that_is_there(page: Page) -> None:
    page.evaluate(PASTE, data_of("freecell/fc-solve-m.txt"))
    wait_until(page, "document.querySelectorAll('move-tree .move').length > 50")


def test_nonsense_is_told_what_was_tried(page: Page) -> None:
    page.click("#tab-paste")
    page.fill("#pasted", "hello world\nthis is no game")
    page.click("#paste button:has-text('Load')")
    page.wait_for_selector("#tried dd")
    said = page.locator("#tried").inner_text()
    assert "No format fits. 16 were tried" in said
    assert "save file of sgt-puzzles: it would begin with SAVEFILE" in said
    assert "moves from here: " in said
    page.evaluate(DROP, ["big.txt", "7D " * 600_000])
    page.wait_for_selector("#tried:has-text('big.txt has 1.8 MB; a file may have 1.5 MB.')")
    shown(page, "freecell", "ms:617")


# --- off the page -------------------------------------------------------------------------------------------


def test_a_game_is_shared(page: Page) -> None:
    page.click("#bar button:has-text('Share')")
    wait_until(page, "document.querySelector('dialog.share input').value.endsWith('#deal/freecell/ms:617')")
    page.wait_for_selector("dialog.share textarea")
    assert page.locator("dialog.share textarea").input_value().startswith("Foundations:")
    page.select_option("dialog.share select", "json")
    assert page.locator("dialog.share textarea").input_value().startswith('{"game": "freecell"')

    def saved(words: str) -> tuple[str, bytes]:
        with page.expect_download() as download:
            page.click(f"dialog.share button:has-text('{words}')")
        return download.value.suggested_filename, Path(download.value.path()).read_bytes()

    name, data = saved("Save SVG")
    assert name == "freecell-ms-617.svg"
    assert b"<svg" in data[:200]
    name, data = saved("Save PNG")
    assert name.endswith(".png")
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") > 1000  # twice as wide as the picture
    name, data = saved("Save file")
    assert data.decode() == "winnable game 1\ngame: freecell\nstart: ms:617\nmoves:\nend\n"
    page.click("dialog.share button:has-text('Find one')")
    page.wait_for_selector("dialog.share [aria-label=notation]")
    page.select_option("dialog.share [aria-label=notation]", "words")
    assert "from column" in page.locator("dialog.share textarea").last.input_value()


@pytest.mark.slow
def test_a_game_played_unseen_is_shared_without_its_cards(open_page: Callable[..., Page]) -> None:
    received: list[str] = []
    page = open_page("#deal/spider:suits=2/kpat:101", received=received)
    shown(page, "spider:suits=2", "kpat:101")
    page.click("#bar button:has-text('Share')")
    page.wait_for_selector("dialog.share textarea")
    assert page.locator("dialog.share h3").all_inner_texts()[-1] == "Picture of the board"
    assert page.locator("dialog.share textarea").input_value().count("??") == 94
    page.click("dialog.share button:has-text('Save SVG')")
    page.wait_for_timeout(300)
    [told] = [text for text in received if text.startswith('{"forms"')]
    assert told.count("??") == 3 * 94  # each card that is not seen, in each of the three forms
