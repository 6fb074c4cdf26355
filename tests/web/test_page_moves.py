"""The moves on the page: variations, checkpoints, comments, deletions, and a solution that is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .test_page import KEPT, load, made, near_the_end, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api")

TREE = """winnable game 1
game: freecell
start: ms:617
moves:
1. 1a 2b 3c (4c 1d) (5c 5d 83)
end
"""


def texts(page: Page, where: str = "move-tree") -> list[str]:
    found: list[str] = page.locator(f"{where} .move b").all_inner_texts()
    return found


def menu(page: Page, move: str, entry: str) -> None:
    """Chooses something to do with a move."""
    page.locator("move-tree .move", has=page.locator(f"b:text-is('{move}')")).click(button="right")
    page.click(f".menu [role=menuitem]:has-text('{entry}')")


def test_variations_are_made_main_deleted_and_put_back(page: Page) -> None:
    load(page, TREE)
    made(page, 8)
    assert texts(page) == ["1a", "2b", "3c", "4c", "1d", "5c", "5d", "83"]
    menu(page, "4c", "main line")
    wait_until(page, "document.querySelectorAll('move-tree .move b')[2].textContent == '4c'")
    assert texts(page) == ["1a", "2b", "4c", "3c", "5c", "5d", "83", "1d"]
    page.locator("move-tree .move", has=page.locator("b:text-is('5c')")).click(button="right")
    page.hover(".menu [role=menuitem]:has-text('Delete from here, 3 moves')")
    assert page.locator(".doomed").count() == 3
    page.keyboard.press("Escape")
    assert page.locator(".doomed").count() == 0
    menu(page, "5c", "Delete")
    made(page, 5)
    assert "3 moves were deleted" in page.inner_text(".deleted")
    page.click(".deleted button")
    made(page, 8)
    assert texts(page) == ["1a", "2b", "4c", "3c", "5c", "5d", "83", "1d"]
    assert page.is_hidden(".deleted")


@pytest.mark.slow
def test_variations_by_keys(page: Page) -> None:
    load(page, TREE)
    made(page, 8)
    page.focus("move-tree")
    here = "document.querySelector('move-tree .here')?.textContent"
    page.keyboard.press("Home")
    wait_until(page, f"{here} == 'Start'")
    steps = ["Right 1a", "Right 2b", "Right 3c", "Down 4c", "Down 5c", "End 83", "Left 5d", "Left 5c"]
    for key, after in (step.split() for step in steps):
        page.keyboard.press(key if key == "End" else f"Arrow{key}")
        wait_until(page, f"{here}.includes('{after}')")
    page.keyboard.press("Shift+Enter")
    wait_until(page, "document.querySelectorAll('move-tree .move b')[2].textContent == '5c'")
    page.keyboard.press("Delete")
    made(page, 5)
    wait_until(page, f"{here}.includes('2b')")
    page.keyboard.press("-")
    made(page, 3)
    assert page.inner_text(".opener") == "(1 more)"
    page.keyboard.press("+")
    made(page, 5)


@pytest.mark.slow
def test_checkpoints_and_comments_are_kept(page: Page) -> None:
    load(page, TREE)
    made(page, 8)
    page.focus("move-tree")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("b")
    page.wait_for_selector(".checkpoints button:has-text('move 1')")
    page.keyboard.press("c")
    page.fill("dialog textarea", "before it\ngot hard")
    page.click("dialog button:has-text('Keep')")
    page.wait_for_selector("move-tree i:has-text('got hard')")
    page.keyboard.press("End")
    wait_until(page, "document.querySelector('move-tree .here b').textContent == '3c'")
    page.keyboard.press("Shift+b")
    wait_until(page, "document.querySelector('move-tree .here b').textContent == '1a'")
    wait_until(page, f"JSON.parse({KEPT}).text.includes('1a {{before it\\\\ngot hard}} *')")


def test_a_solution_is_stepped_and_paused(page: Page) -> None:
    save, moves = near_the_end("freecell", 7)
    load(page, save)
    page.wait_for_selector(".words:has-text('Winnable')")
    page.focus("#table")
    page.keyboard.press("s")
    page.wait_for_selector(".player .solution span")
    count = page.locator(".player .solution span").count()
    assert 0 < count <= len(moves)
    made(page, count)
    assert page.locator("move-tree .here").inner_text() == "Start"
    page.click("button[aria-label='A move on']")
    wait_until(page, "document.querySelectorAll('.player .made').length == 1")
    page.click("button[aria-label='A move back']")
    wait_until(page, "document.querySelectorAll('.player .made').length == 0")
    page.locator(".player input").fill("0")
    page.click("#solution-run")
    wait_until(page, "document.querySelectorAll('.player .made').length > 0")
    page.click("#solution-run")  # pause
    assert page.get_attribute("#solution-run", "aria-label") == "Play"
    page.click("button[aria-label='Last']")
    page.wait_for_selector(".words:has-text('Won')")
    assert page.is_disabled("#solution-run")


@pytest.mark.slow
def test_an_unseen_game_is_a_log(open_page: Any) -> None:
    page = open_page("#" + "winnable game 1%0Agame: spider%0Astart: 5%0Amoves:%0Aend%0A")
    page.fill("#move", "d")
    page.locator(".card.liftable").first.wait_for()
    assert page.is_hidden("#solution")
    page.locator("move-tree .start").click(button="right")
    assert page.locator(".menu [role=menuitem]").all_inner_texts() == [
        "Checkpoint",
        "Comment",
        "Copy the moves to here",
    ]


@pytest.mark.slow
def test_a_move_of_the_last_game_does_not_bring_it_back(page: Page) -> None:
    """Moves that are on their way, or wait for one that is, when another game is begun."""
    load(page, TREE)
    made(page, 8)
    page.evaluate(
        """() => {
             const { fetch } = window;
             window.fetch = async (...asked) => {
               const slow = String(asked[0]).endsWith("/undo") || String(asked[0]).endsWith("/redo");
               const reply = await fetch(...asked);
               if (slow) await new Promise((done) => setTimeout(done, 700));
               window.slow = (window.slow ?? 0) + slow;
               return reply;
             };
           }"""
    )
    page.click("#undo")
    page.click("#undo")
    page.fill("#deal", "618")
    page.press("#deal", "Enter")
    wait_until(page, "document.title.includes('618')")
    wait_until(page, "window.slow == 1")
    page.wait_for_timeout(300)
    assert "618" in page.title()
    assert page.locator("#error").inner_text() == ""
