"""The page in a real browser: games are played by mouse, keyboard and touch, and asked about."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from registered import start_of
from sizes import PATIENCE
from winnable.analysis.scenes import scene_of
from winnable.registry import get_game
from winnable.session import Session
from won_lines import before_the_end, won_lines

from .conftest import context_of, data_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright.sync_api")

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
SOLVED = ("12v", "13v", "21v", "23g", "24z", "31g", "33z", "42v", "44g")  # row, column, monster


KEPT = "localStorage.getItem(`game ${localStorage.getItem('last game')}`)"  # the game as the browser keeps it


def load(page: Page, text: str, game: str = "") -> None:
    """Pastes a text."""
    page.click("#tab-paste")
    page.fill("#pasted", text)
    page.select_option("#pasted-game", game)
    page.click("#paste button:has-text('Load')")
    page.click("#tab-moves")
    wait_until(page, "document.getElementById('pasted').value === ''")  # the game is there


def near_the_end(name: str, left: int) -> tuple[str, list[str]]:
    """A saved game so many moves before its win, and these moves."""
    session = Session(get_game(name), before_the_end(name, left), open_cards=True)
    return session.save(), list(won_lines()[name][1][-left:])


def hands(name: str, position: Any, text: str) -> Any:
    """A move as hands make it."""
    scene = scene_of(get_game(name), position, open_cards=True)
    return next(move for move in scene.moves if move.text == text)


def centre(page: Page, pile: str, index: int | None = None) -> tuple[float, float]:
    """The visible part of a card, or of the last one of a pile, or of its empty place; where it will lie,
    wherever it may be on its way."""
    places = page.locator(f'[data-pile="{pile}"]')
    card = places.last if index is None else page.locator(f'.card[data-pile="{pile}"][data-index="{index}"]')
    x, y, width, height = card.evaluate(
        """(card) => {
             const felt = card.parentElement.getBoundingClientRect();
             const style = card.style;
             return [felt.left + parseFloat(style.left), felt.top + parseFloat(style.top),
                     parseFloat(style.width), parseFloat(style.height)];
           }"""
    )
    return x + width / 2, y + min(10, height / 2)


def by_mouse(page: Page, move: Any) -> None:
    x, y = centre(page, move.source, move.index)
    if not move.target:
        page.mouse.click(x, y)
        return
    to = centre(page, move.target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9)
    page.mouse.move(to[0], to[1], steps=3)
    page.mouse.up()


def by_clicks(page: Page, move: Any) -> None:
    page.mouse.click(*centre(page, move.source, move.index))
    if move.target:
        page.mouse.click(*centre(page, move.target))


def by_touch(page: Page, move: Any) -> None:
    page.touchscreen.tap(*centre(page, move.source, move.index))
    if move.target:
        page.touchscreen.tap(*centre(page, move.target))


def rests(page: Page, pile: str, index: int | None = None) -> None:
    """Waits until a card stays where it is."""
    before, now = None, centre(page, pile, index)
    while now != before:
        page.wait_for_timeout(100)
        before, now = now, centre(page, pile, index)


def wait_until(page: Page, expression: str, seconds: float = PATIENCE) -> None:
    """Waits until an expression is true; the page may not evaluate any itself, so it is asked from here."""
    until(page, lambda: page.evaluate(expression), f"never: {expression}", seconds)


def taken(page: Page, held: list[Any], number: int = 1) -> None:
    """Waits until so many requests were held."""
    until(page, lambda: len(held) >= number, "nothing was asked of the server")


def until(page: Page, what: Callable[[], Any], otherwise: str, seconds: float = PATIENCE) -> None:
    """Waits for anything, while the page goes on."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, otherwise
        page.wait_for_timeout(20)


def made(page: Page, number: int) -> None:
    """Waits for a number of moves in the list."""
    wait_until(page, f"document.querySelectorAll('move-tree .move').length == {number}")


@pytest.mark.parametrize(
    ("name", "left", "hand"),
    [
        ("freecell", 9, by_mouse),
        ("pyramid", 7, by_clicks),
        *[
            pytest.param(*what, marks=pytest.mark.slow)
            for what in (("freecell", 9, by_clicks), ("simple_simon", 5, by_mouse), ("pyramid", 7, by_mouse))
        ],
    ],
)
def test_a_game_is_won_by_mouse(page: Page, name: str, left: int, hand: Callable[[Page, Any], None]) -> None:
    save, moves = near_the_end(name, left)
    load(page, save)
    page.wait_for_selector(".words:has-text('Winnable')")
    game, position = get_game(name), before_the_end(name, left)
    for number, text in enumerate(moves, 1):
        hand(page, hands(name, position, text))
        made(page, number)
        position = game.play(position, game.notation.parse(position, text))
    page.wait_for_selector(".words:has-text('Won')")


def test_a_game_is_won_by_touch_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    save, moves = near_the_end("freecell", 6)
    load(page, save)
    game, position = get_game("freecell"), before_the_end("freecell", 6)
    page.wait_for_selector(".words:has-text('Winnable')")
    page.evaluate("document.getElementById('table').scrollIntoView()")
    for number, text in enumerate(moves, 1):
        by_touch(page, hands("freecell", position, text))
        made(page, number)
        position = game.play(position, game.notation.parse(position, text))
    page.wait_for_selector(".words:has-text('Won')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_won_by_typing(page: Page) -> None:
    save, moves = near_the_end("eight_off", 8)
    load(page, save)
    page.wait_for_selector(".words:has-text('Winnable')")
    page.focus("#table")
    for number, text in enumerate(moves, 1):
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        made(page, number)
        page.focus("#table")
    page.wait_for_selector(".words:has-text('Won')")


def test_cards_are_moved_by_keys_alone(page: Page) -> None:
    page.focus("#table")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")  # lifts the last card of column 1
    assert page.locator(".card.lifted").count() == 1
    page.keyboard.press("ArrowUp")
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    wait_until(page, "document.activeElement.ariaLabel.startsWith('cell a')")
    page.keyboard.press("Enter")
    made(page, 1)
    assert page.locator("move-tree .move b").inner_text() == "1a"


def test_undead_is_filled_in_by_keys(page: Page) -> None:
    load(page, SAMPLE)
    page.wait_for_selector(".cell")
    for number, (row, column, letter) in enumerate(SOLVED, 1):
        page.click(f'.cell[aria-label^="row {row}, column {column}:"]')
        page.keyboard.press(letter)
        made(page, number)
    page.wait_for_selector(".words:has-text('Solved')")


@pytest.mark.slow
def test_the_light_of_a_clue(page: Page) -> None:
    load(page, SAMPLE)
    page.click(".clue[aria-label^='above column 2']")
    page.wait_for_selector(".light .beam", state="attached")
    assert "D2 looks along the line" in page.inner_text("#told")
    page.click(".clue[aria-label^='above column 2']")
    page.wait_for_selector(".light", state="detached")


# --- undo, redo, the tree ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_smaller_board_can_be_reached_by_keys(page: Page) -> None:
    large = data_of("undead/shifted/solvable.txt").splitlines()[0].split()[-1]
    load(page, large, "undead")
    page.locator(".cell").last.click()
    load(page, SAMPLE, "undead")
    page.wait_for_function("() => document.querySelectorAll('.cell').length === 16")
    assert page.locator('.cell[tabindex="0"]').count() == 1


def test_the_page_of_another_machine(server: str, browser: Browser) -> None:
    """Browsers keep some functions from pages that are not of this machine."""
    context = context_of(browser)
    page = context.new_page()
    page.add_init_script("delete Crypto.prototype.randomUUID")
    page.goto(server)
    page.wait_for_selector(".card")
    context.close()


def test_undo_redo_and_variations(page: Page) -> None:
    for text in ("1a", "2b"):
        page.fill("#move", text)
        page.press("#move", "Enter")
    made(page, 2)
    page.click("#undo")
    wait_until(page, "document.querySelector('.move.here b').textContent == '1a'")
    page.fill("#move", "3b")
    page.press("#move", "Enter")
    made(page, 3)
    assert page.locator(".variation .move b").all_inner_texts() == ["3b"]
    page.focus("#table")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.wait_for_selector(".move.here", state="detached")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    wait_until(page, "document.querySelector('.move.here b')?.textContent == '3b'")


def test_nothing_is_lost_by_loading_again(page: Page) -> None:
    for text in ("1a", "2b", "3c"):
        page.fill("#move", text)
        page.press("#move", "Enter")
    made(page, 3)
    page.reload()
    made(page, 3)
    assert page.locator(".move.here b").inner_text() == "3c"


def test_an_illegal_move_is_answered_in_a_sentence(page: Page) -> None:
    before = page.locator(".card").count()
    page.fill("#move", "1h")
    page.press("#move", "Enter")
    wait_until(page, "document.getElementById('error').textContent != ''")
    assert page.locator(".card").count() == before
    assert page.locator("move-tree .move").count() == 0


def test_a_drop_that_is_not_legal_goes_back(page: Page) -> None:
    x, y = centre(page, "column 1")
    to = centre(page, "column 2")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to[0], to[1], steps=4)
    page.mouse.up()
    wait_until(page, "document.getElementById('error').textContent != ''")
    assert centre(page, "column 1") == (x, y)


# --- questions ---------------------------------------------------------------------------------------------


def test_the_verdict_of_a_deal_that_cannot_be_won(page: Page) -> None:
    page.fill("#deal", "11982")
    page.click("#new button:has-text('Deal')")
    page.wait_for_selector(".words:has-text('Cannot be won (proved)')")


@pytest.mark.slow
def test_no_move_is_blamed_unless_the_place_before_it_is_won(page: Page) -> None:
    page.focus("#table")
    page.keyboard.press("e")  # so that nothing is known of the start
    page.fill("#deal", "11982")
    page.click("#new button:has-text('Deal')")
    page.wait_for_selector("#live:has-text('11982')", state="attached")
    page.fill("#move", "1a")
    page.press("#move", "Enter")
    page.wait_for_selector(".move.here")
    page.focus("#table")
    page.keyboard.press("e")
    page.wait_for_selector(".words:has-text('Cannot be won from here (proved)')")
    page.click("#undo")
    page.wait_for_selector(".words:has-text('Cannot be won (proved)')")


def test_a_hint_points_at_its_move(page: Page) -> None:
    page.focus("#table")
    page.keyboard.press("h")
    page.wait_for_selector(".arrow .head")
    assert re.match(r"\w\w: ", page.inner_text("#answer"))
    assert page.locator(".card.hinted").count() >= 1
    page.keyboard.press("Shift+h")
    page.wait_for_selector(".move")


def test_every_legal_move_with_its_verdict(page: Page) -> None:
    page.click("#ranked")
    page.wait_for_selector(".ranked[aria-busy=false] li.solved")
    assert page.locator(".ranked li").count() > 5
    page.click(".ranked li.solved button >> nth=0")
    made(page, 1)


@pytest.mark.slow
def test_the_solution_is_played(page: Page) -> None:
    save, moves = near_the_end("freecell", 5)
    load(page, save)
    page.wait_for_selector(".words:has-text('Winnable')")
    page.click("#solution")
    page.click("#solution-run")
    page.wait_for_selector(".words:has-text('Won')")
    assert page.locator("move-tree .move").count() <= len(moves)


@pytest.mark.slow
def test_the_solution_is_played_where_cards_go_home_by_themselves(page: Page) -> None:
    save, moves = near_the_end("freecell", 9)
    load(page, save)
    page.click("#tab-settings")
    page.select_option("#autoplay", "max")
    page.click("#tab-moves")
    page.wait_for_selector(".words:has-text('Winnable')")
    page.click("#solution")
    page.click("#solution-run")
    page.wait_for_selector(".words:has-text('Won')")
    assert page.locator("move-tree .move").count() == len(moves)


@pytest.mark.slow
def test_off_is_off(page: Page) -> None:
    page.wait_for_selector(".words:has-text('Winnable')")
    page.fill("#move", "1a")
    page.press("#move", "Enter")
    made(page, 1)
    page.focus("#table")
    page.keyboard.press("e")
    for _ in range(2):
        page.wait_for_selector(".words:has-text('Press E')")
        assert "innable:" not in page.inner_text("body")
        assert not re.search("[●✕]", page.inner_text("move-tree"))
        page.reload()
        page.wait_for_selector(".card")


def test_nonsense_is_named(page: Page) -> None:
    page.click("#tab-paste")
    page.fill("#pasted", "nonsense")
    page.click("#paste button:has-text('Load')")
    wait_until(page, "document.getElementById('error').textContent.includes('nonsense')")
    assert page.locator(".card").count() > 50


# --- what is hidden ----------------------------------------------------------------------------------------


def test_no_hidden_card_reaches_the_page(open_page: Callable[..., Page]) -> None:
    start = quote("#winnable game 1\ngame: spider\nstart: 5\nmoves:\nend\n", safe="#")
    received: list[str] = []
    page = open_page(start, received=received)
    page.wait_for_selector(".card[data-pile='stock']")
    page.wait_for_selector(".words:has-text('%')")
    game = get_game("spider")
    columns = game.setup(start_of(game)("5")).columns
    tops = {str(column[-1]) for column in columns}
    found = set(re.findall(r'"([A2-9TJQK][CDHS])"', "".join(received)))
    assert found == tops
    assert page.is_hidden("#undo")
    shown = {card.get_attribute("data-card") for card in page.locator(".card").all()}
    assert shown == tops | {"??"}


# --- looks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (360, 740),
        (1280, 800),
        *[pytest.param(*size, marks=pytest.mark.slow) for size in ((900, 760), (3840, 2160))],
    ],
)
def test_every_card_can_be_read(open_page: Callable[..., Page], width: int, height: int) -> None:
    page = open_page(viewport={"width": width, "height": height})
    boxes = page.evaluate(
        """[...document.querySelectorAll('.card')].map((card) => {
             const box = card.getBoundingClientRect();
             const felt = document.getElementById('table').getBoundingClientRect();
             return [card.dataset.pile, Number(card.dataset.index), box.top, box.left, box.width, felt.right];
           })"""
    )
    for pile, index, top, left, wide, right in boxes:
        assert left >= 0
        assert left + wide <= right + 1
        above = [box for box in boxes if box[0] == pile and box[1] == index - 1]
        for before in above:
            assert top - before[2] >= min(0.2 * wide, 13), (pile, index)


@pytest.mark.slow
def test_the_colours_of_the_suits(page: Page) -> None:
    colours = "[...'CDHS'].map((s) => getComputedStyle(document.querySelector('.suit-' + s)).color)"
    page.wait_for_selector(".suit-C")
    two = page.evaluate(colours)
    assert two[0] == two[3] != two[1] == two[2]
    page.click("#tab-settings")
    for choice in ("four", "safe"):
        page.select_option("#setting-suits", choice)
        assert len(set(page.evaluate(colours))) == 4


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("ms:617", "dark"),
        (SAMPLE, "light"),
        ("kpat:5", "dark"),
        *[
            pytest.param(text, scheme, marks=pytest.mark.slow)
            for text, scheme in (("ms:617", "light"), (SAMPLE, "dark"), ("kpat:5", "light"))
        ],
    ],
)
def test_axe_finds_nothing(open_page: Callable[..., Page], text: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(color_scheme=scheme)
    load(page, text, {"ms:617": "freecell", "kpat:5": "spider"}.get(text, ""))
    page.wait_for_selector(".words")
    found = axe.Axe().run(page).response["violations"]
    serious = [problem for problem in found if problem["impact"] in ("serious", "critical")]
    assert not serious, [
        (problem["id"], [node["html"][:120] for node in problem["nodes"]]) for problem in serious
    ]


# --- room --------------------------------------------------------------------------------------------------

# Which tabs reach out of their strip, or into each other.
CUT = """() => {
  const strip = document.querySelector("#tabs").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#tabs [role=tab]")].map((tab) => {
    const range = document.createRange();
    range.selectNodeContents(tab);
    return range.getBoundingClientRect();
  }).filter((box) => box.width);
  return boxes.filter((box, i) => box.left < strip.left || box.right > strip.right
    || (i > 0 && box.left < boxes[i - 1].right && box.top < boxes[i - 1].bottom)).length;
}"""
HEADER = "document.querySelector('header').offsetHeight"
CARD = "document.querySelector('.card').offsetWidth"


@pytest.mark.slow
def test_tabs_and_header_have_room(page: Page) -> None:
    assert page.evaluate(CUT) == 0
    for text, game, title in ((SAMPLE, "", "Undead"), ("5", "pyramid", "Pyramid")):
        load(page, text, game)
        wait_until(page, f"document.querySelector('#title').textContent == '{title}'")
        assert page.evaluate(CUT) == 0
        assert page.evaluate(HEADER) < 50
    assert page.locator("#tab-settings").get_attribute("aria-label") == "Settings"
    load(page, "617", "freecell")
    page.set_viewport_size({"width": 1280, "height": 660})  # as with the graph of a review below
    wait_until(page, f"{CARD} >= 58")


@pytest.mark.slow
def test_a_phone_has_room_for_tabs_and_bar(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    assert page.evaluate(CUT) == 0
    assert page.evaluate(HEADER) < 60
    assert (
        page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('header'))"
        )
        == 0
    )


@pytest.mark.slow
def test_twelve_tabs_load_while_each_has_a_search(server: str, browser: Browser) -> None:
    """A browser has six connections to a server: no page may hold one for itself."""
    context = context_of(browser)
    try:
        for deal in range(1, 13):
            page = context.new_page()
            page.goto(f"{server}#deal/freecell:cells=2/ms:{deal}")
            page.wait_for_selector(".card")
            wait_until(page, f"document.title.includes('ms:{deal}')")
    finally:
        context.close()
