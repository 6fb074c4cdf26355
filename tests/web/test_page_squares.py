"""Puzzles on squares in a real browser: marks, light, mistakes and steps, by mouse, keys alone and touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from winnable.registry import get_game
from winnable.session import Session

from .conftest import data_of
from .test_page import KEPT, SAMPLE, SOLVED, load, made, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


def cell(row: int, column: int) -> str:
    return f'.cell[aria-label^="row {row}, column {column}:"]'


def label(page: Page, row: int, column: int) -> str:
    return page.locator(cell(row, column)).get_attribute("aria-label") or ""


def labelled(page: Page, row: int, column: int, said: str) -> None:
    """Waits until a square is said to hold this."""
    page.wait_for_selector(f'.cell[aria-label="row {row}, column {column}: {said}"]')


@pytest.fixture
def board(page: Page) -> Page:
    """A page with the sample puzzle."""
    load(page, SAMPLE)
    page.wait_for_selector(cell(1, 2))
    return page


def kept(page: Page, text: str) -> None:
    """Waits until the browser keeps a save with this in it."""
    wait_until(page, f"{KEPT}?.includes('{text}')")


# --- marks -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_marks_and_done_clues_survive_rotation_and_reload(board: Page) -> None:
    page = board
    page.click(cell(1, 2))
    for key in ("Shift+g", "Shift+3", "Alt+v"):
        page.keyboard.press(key)
    labelled(page, 1, 2, "empty, pencil ghost and zombie, not vampire")
    page.click(".clue[aria-label^='left of row 2']", button="right")
    page.wait_for_selector(".clue.done[aria-label^='left of row 2'][aria-label$=', done']")
    page.set_viewport_size({"width": 740, "height": 360})
    labelled(page, 1, 2, "empty, pencil ghost and zombie, not vampire")
    assert page.locator(".clue.done").count() == 1
    kept(page, "R2=done")
    page.evaluate("history.replaceState(null, '', location.pathname)")
    page.reload()
    labelled(page, 1, 2, "empty, pencil ghost and zombie, not vampire")
    assert page.locator(".clue.done").count() == 1
    assert page.locator(f"{cell(1, 2)} .pencil").count() == 3
    assert page.locator(f"{cell(1, 2)} .struck").count() == 1


@pytest.mark.slow
def test_keys_in_quick_succession_are_all_heard(board: Page) -> None:
    page = board
    page.click(cell(1, 2))
    page.evaluate(
        """() => {
             for (const [code, more] of [["KeyG", {shiftKey: true}], ["KeyV", {altKey: true}],
                                         ["KeyZ", {shiftKey: true}], ["KeyG", {altKey: true}]]) {
               const key = code[3].toLowerCase();
               const init = {key, code, bubbles: true, cancelable: true, ...more};
               document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init));
             }
           }"""
    )
    kept(page, "r1c2?z!gv>")
    labelled(page, 1, 2, "empty, pencil zombie, not ghost and vampire")


@pytest.mark.slow
def test_a_monster_takes_the_marks_and_undo_gives_them_back(board: Page) -> None:
    page = board
    page.click(cell(1, 2))
    page.keyboard.press("Shift+v")
    labelled(page, 1, 2, "empty, pencil vampire")
    page.keyboard.press("g")
    labelled(page, 1, 2, "ghost")
    page.keyboard.press("v")  # another one in its place
    labelled(page, 1, 2, "vampire")
    page.keyboard.press("Delete")
    labelled(page, 1, 2, "empty, pencil vampire")
    for said in ("vampire", "empty, pencil vampire", "empty"):
        page.click("#undo")
        labelled(page, 1, 2, said)
    assert page.is_disabled("#undo")
    page.click("#redo")
    labelled(page, 1, 2, "empty, pencil vampire")


@pytest.mark.slow
def test_after_a_click_on_a_key_the_keyboard_is_on_the_board(board: Page) -> None:
    page = board
    page.click(cell(1, 2))
    page.click("#marks [data-key='z']")
    labelled(page, 1, 2, "zombie")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("v")
    labelled(page, 1, 3, "vampire")


@pytest.mark.slow
def test_an_entry_in_the_middle_is_emptied_and_put_back(board: Page) -> None:
    page = board
    for column, key in ((2, "g"), (3, "z")):
        page.click(cell(1, column))
        page.keyboard.press(key)
        labelled(page, 1, column, {"g": "ghost", "z": "zombie"}[key])
    page.click(cell(1, 2))
    page.keyboard.press("Backspace")
    labelled(page, 1, 2, "empty")
    assert label(page, 1, 3).endswith("zombie")
    page.keyboard.press("Control+z")
    labelled(page, 1, 2, "ghost")
    page.keyboard.press("Control+y")
    labelled(page, 1, 2, "empty")


@pytest.mark.slow
def test_all_marks_are_filled_in_and_cleared(board: Page) -> None:
    page = board
    page.click("button:has-text('Fill marks')")
    labelled(page, 3, 3, "empty, pencil ghost and vampire and zombie")
    page.click("button:has-text('Clear marks')")
    labelled(page, 3, 3, "empty")
    page.click("#undo")
    labelled(page, 3, 3, "empty, pencil ghost and vampire and zombie")


@pytest.mark.slow
def test_marks_by_the_menu_of_the_right_button(board: Page) -> None:
    page = board
    page.click(cell(2, 1), button="right")
    page.click(".menu >> text=Pencil ghost")
    labelled(page, 2, 1, "empty, pencil ghost")
    page.click(cell(2, 1), button="right")
    page.click(".menu >> text=Not ghost")
    labelled(page, 2, 1, "empty, not ghost")


# --- games -------------------------------------------------------------------------------------------------


def go(page: Page, row: int, column: int) -> None:
    """To a square by arrow keys alone, from wherever the keyboard is."""
    x, y = map(int, str(page.evaluate("document.activeElement.dataset.at")).split())
    for key, times in (
        ("ArrowDown", row - 1 - y), ("ArrowUp", y - row + 1), ("ArrowRight", column - 1 - x),
        ("ArrowLeft", x - column + 1),
    ):  # fmt: skip
        for _ in range(times):
            page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.at") == f"{column - 1} {row - 1}"


def test_a_whole_game_with_marks_by_keys_alone(board: Page) -> None:
    page = board
    page.evaluate("document.activeElement.blur()")
    for _ in range(12):  # to the board, which is one stop
        page.keyboard.press("F6")
        if page.evaluate("document.activeElement.matches('.cell')"):
            break
    assert page.locator(".squares [tabindex='0']").count() == 1
    go(page, 1, 2)
    page.keyboard.press("Enter")  # pencil
    page.keyboard.press("g")
    labelled(page, 1, 2, "empty, pencil ghost")
    page.keyboard.press("g")
    labelled(page, 1, 2, "empty")
    page.keyboard.press("Space")
    go(page, 2, 0)
    assert page.evaluate("document.activeElement.ariaLabel") == "left of row 2: sees 2, now 0 to 2"
    page.keyboard.press("l")
    page.wait_for_selector(".light .beam", state="attached")
    page.keyboard.press("d")
    page.wait_for_selector(".clue.done")
    page.keyboard.press("l")
    page.wait_for_selector(".light", state="detached")
    for number, (row, column, letter) in enumerate(SOLVED, 1):
        go(page, int(row), int(column))
        page.keyboard.press(letter)
        made(page, number)
    page.wait_for_selector(".words:has-text('Solved')")
    assert page.locator(".clue.met").count() == 16


@pytest.mark.slow
def test_a_game_by_touch_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    load(page, data_of("undead/7x7de.txt").split()[0], "undead")
    page.wait_for_selector(cell(7, 7), state="attached")
    size = page.locator(cell(1, 1)).bounding_box()
    assert size is not None
    assert size["width"] >= 36
    load(page, SAMPLE)
    wait_until(page, "document.querySelectorAll('.cell').length == 16")
    page.evaluate("document.getElementById('grid').scrollIntoView()")
    for key in page.locator("#marks .key").all():
        box = key.bounding_box()
        assert box is not None
        assert box["height"] >= 56
        assert box["y"] + box["height"] <= 740
    page.tap(cell(2, 1))
    page.tap("#marks [data-key='may']")
    page.tap("#marks [data-key='z']")
    labelled(page, 2, 1, "empty, pencil zombie")
    page.tap("#marks [data-key='not']")
    page.tap("#marks [data-key='z']")
    labelled(page, 2, 1, "empty, not zombie")
    page.tap("#marks [data-key='not']")
    for number, (row, column, letter) in enumerate(SOLVED, 1):
        page.tap(cell(int(row), int(column)))
        page.tap(f"#marks [data-key='{letter}']")
        made(page, number)
    page.wait_for_selector(".words:has-text('Solved')")
    assert page.locator("#marks [data-key='g']").get_attribute("aria-label") == "ghost: 3 of 3 placed"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_a_long_press_opens_the_marks(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    load(page, SAMPLE)
    page.evaluate("document.getElementById('grid').scrollIntoView()")
    touch(page, cell(2, 1), 700)
    page.tap(".menu >> text=Pencil vampire")
    labelled(page, 2, 1, "empty, pencil vampire")
    touch(page, ".clue[aria-label^='left of row 2']", 700)
    page.wait_for_selector(".clue.done")
    page.wait_for_timeout(200)  # a press that were taken for a second one would open it again
    assert page.locator(".clue.done").count() == 1
    assert page.locator(".light").count() == 0


def touch(page: Page, selector: str, milliseconds: int) -> None:
    """A finger that rests on something."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(milliseconds)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# --- light, mistakes, steps --------------------------------------------------------------------------------


@pytest.mark.slow
def test_light_is_dashed_behind_a_mirror_and_counts_what_is_seen(board: Page) -> None:
    page = board
    page.click(cell(1, 3))
    page.keyboard.press("v")
    labelled(page, 1, 3, "vampire")
    page.click(".clue[aria-label^='right of row 2']")
    page.wait_for_selector(".beam.mirrored", state="attached")
    page.click(".clue[aria-label^='above column 3']")
    wait_until(page, "document.querySelector('.badge text')?.textContent == '1'")
    page.click(cell(2, 1))
    page.keyboard.press("z")
    labelled(page, 2, 1, "zombie")
    page.wait_for_selector(".light .beam", state="attached")  # the light stays on


@pytest.mark.slow
def test_mistakes_are_shown_at_once_when_asked_or_never(board: Page) -> None:
    page = board
    for row, column in ((1, 2), (3, 1), (3, 3), (4, 2)):
        page.click(cell(row, column))
        page.keyboard.press("z")
        labelled(page, row, column, "zombie")
    assert page.locator(".clue.broken sup").first.inner_text() == "!"
    assert page.locator("#marks .over").inner_text().split() == ["4/2!"]
    page.click("#check")
    wait_until(page, "document.getElementById('told').textContent == '3 squares cannot be right.'")
    assert page.locator(".cell.wrong").count() == 3
    assert label(page, 1, 2).endswith("zombie, cannot be right")
    page.click("#tab-settings")
    page.select_option("#setting-errors", "check")
    assert page.locator(".clue.broken, .clue.met, #marks .over").count() == 0
    assert page.is_visible("#check")
    page.select_option("#setting-errors", "off")
    assert not page.is_visible("#check")


def test_steps_are_shown_applied_and_gone_through(board: Page) -> None:
    page = board
    page.focus("#grid [tabindex='0']")
    page.keyboard.press("h")
    page.wait_for_selector("#step p")
    assert "zero line" in page.inner_text("#step p")
    assert page.locator(".cell.hinted").count() >= 2
    assert page.locator(".light .beam").count() == 1
    assert page.locator("move-tree .move:not(.start)").count() <= 1  # nothing was played
    page.click("#step button:text-is('On')")
    assert page.inner_text("#step p").startswith("2 of")
    page.click("#step button:text-is('Back')")
    while page.locator("#step p").count():
        number = page.inner_text("#step p").partition(" ")[0]
        page.locator("#step .buttons button").first.click()
        wait_until(page, f"!document.getElementById('step').textContent.startsWith('{number} of')")
    assert page.inner_text("#step") == "These steps solve the puzzle."
    page.wait_for_selector(".words:has-text('Solved')")


@pytest.mark.slow
def test_a_step_strikes_marks_out(page: Page) -> None:
    session = Session(get_game("undead"), solved_but_for_what_is_struck())
    load(page, session.save())
    page.wait_for_selector(".cell")
    page.click("#tab-steps")
    page.click("text=Explain from here")
    page.wait_for_selector("#step p")
    for _ in range(40):
        if page.locator("#step .buttons button").first.inner_text() == "Strike out":
            break
        page.click("#step button:text-is('On')")
    assert page.locator(".cell.step .struck").count() > 0
    page.locator("#step .buttons button").first.click()
    kept(page, "!")
    page.click("#step button:text-is('Close')")
    assert page.locator(".cell .struck").count() > 0


def solved_but_for_what_is_struck() -> Any:
    """A board whose explanation rules something out before it fills in."""
    game = get_game("undead")
    return game.deal("seed:3")


@pytest.mark.slow
def test_the_position_as_text(board: Page) -> None:
    page = board
    page.click(cell(1, 2))
    page.keyboard.press("Shift+v")
    labelled(page, 1, 2, "empty, pencil vampire")
    page.click("#tab-text")
    wait_until(page, "document.getElementById('text').textContent.includes('(v)')")
    lines = page.inner_text("#text").splitlines()
    assert lines[2].split() == ["R1", "3", "\\", "(v)", ".", "/", "2", "L1"]
    assert "ghost 0 of 3" in page.inner_text("#text")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_that_axe_finds(open_page: Callable[..., Page], scheme: str) -> None:
    page = open_page(viewport=WIDE, color_scheme=scheme)
    load(page, SAMPLE)
    page.click(cell(1, 2))
    page.keyboard.press("Shift+v")
    page.click("#next-step")
    page.wait_for_selector("#step p")
    found = axe.Axe().run(page)
    serious = [one for one in found.response["violations"] if one["impact"] in ("serious", "critical")]
    assert not serious, found.generate_report()


@pytest.mark.slow
def test_why_there_are_no_steps_goes_with_the_place(board: Page) -> None:
    page = board
    failed = '{"id": "x", "board": "", "place": "", "question": "explain", "state": "failed", "error": "No."}'
    page.route("**/ask", lambda route: route.fulfill(body=failed, content_type="application/json"))
    page.click("#next-step")
    page.wait_for_selector("#step:has-text('No.')")
    page.unroute("**/ask")
    page.select_option("#game", "freecell")
    page.fill("#deal", "617")
    page.press("#deal", "Enter")
    page.wait_for_selector(".card")
    assert page.is_hidden("#step")
