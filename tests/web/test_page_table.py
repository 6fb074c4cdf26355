"""The card table in a real browser: hands, fingers, keys, flights, words for screen readers, looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from winnable.registry import get_game
from winnable.session import Session
from won_lines import before_the_end, won_lines

from .test_page import (
    by_clicks,
    by_mouse,
    by_touch,
    centre,
    hands,
    load,
    made,
    near_the_end,
    rests,
    taken,
    wait_until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytest.importorskip("playwright.sync_api")

# Counts flights, and keeps what live regions said.
WATCH = """
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.flights += 1; return animate.apply(this, given); };
  window.heard = [];
  addEventListener("DOMContentLoaded", () => {
    const live = document.getElementById("live");
    const hear = () => live.textContent && window.heard.push(live.textContent);
    new MutationObserver(hear).observe(live, { childList: true });
  });
"""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def at(page: Page, pile: str) -> str:
    """The last card of a pile as it is drawn; empty if there is none."""
    cards = page.locator(f'.card[data-pile="{pile}"]')
    return str(cards.last.get_attribute("data-card")) if cards.count() else ""


def count_of(pile: str) -> str:
    """How many cards of a pile are drawn, as an expression."""
    return f"document.querySelectorAll('.card[data-pile=\"{pile}\"]').length"


def drag(page: Page, source: tuple[float, float], target: tuple[float, float]) -> None:
    page.mouse.move(*source)
    page.mouse.down()
    page.mouse.move(*target, steps=4)
    page.mouse.up()


def refused(page: Page, why: str) -> None:
    """Waits until this is told; what was told before may stand there until then."""
    wait_until(page, f"document.getElementById('error').textContent.includes({why!r})")


def watched(open_page: Callable[..., Page], fragment: str = "", **options: Any) -> Page:
    page = open_page(**{"viewport": {"width": 1280, "height": 800}, **options})
    page.add_init_script(WATCH)
    page.goto(page.url.partition("#")[0] + fragment)
    page.reload()
    page.wait_for_selector(".card")
    return page


def saved(game: str, start: str, moves: str) -> str:
    return f"winnable game 1\ngame: {game}\nstart: {start}\nmoves:\n{moves}\nend\n"


# --- by mouse ----------------------------------------------------------------------------------------------


def test_clicks_lift_lay_put_down_and_send_home(page: Page) -> None:
    save, moves = near_the_end("freecell", 6)
    load(page, save)
    game, position = get_game("freecell"), before_the_end("freecell", 6)
    home = hands("freecell", position, next(text for text in game_texts(game, position) if text[1] == "h"))
    spot = centre(page, home.source, home.index)
    page.mouse.click(*spot)
    assert page.locator(".card.lifted").count() == 1
    assert page.locator(".target").count() >= 1
    page.wait_for_timeout(400)
    page.mouse.click(*spot)  # later it is put down
    assert page.locator(".lifted, .target").count() == 0
    page.wait_for_timeout(400)
    page.mouse.click(*spot)
    page.keyboard.press("Escape")
    assert page.locator(".lifted").count() == 0
    page.mouse.dblclick(*spot)  # at once it goes home
    made(page, 1)
    assert page.locator("move-tree .move b").inner_text() == home.text
    assert moves


def game_texts(game: Any, position: Any) -> list[str]:
    return [game.notation.format(position, move) for move in game.legal_moves(position)]


@pytest.mark.slow
def test_one_tap_plays_where_there_is_one_place(page: Page) -> None:
    load(page, "ms:5", "beleaguered_castle")
    page.evaluate("document.getElementById('setting-tap').click()")
    page.mouse.click(*centre(page, "column 1"))
    made(page, 1)


def test_a_drop_that_overlaps_a_little_lands(page: Page) -> None:
    card = page.locator('.card[data-pile="column 1"]').last.bounding_box()
    cell = page.locator('.slot[data-pile="cell a"]').bounding_box()
    assert card
    assert cell
    grip = (card["x"] + 10, card["y"] + 10)
    away = (cell["x"] + 10 - 0.6 * card["width"], cell["y"] + 10 + 0.1 * card["height"])
    drag(page, grip, away)
    made(page, 1)
    assert page.locator("move-tree .move b").inner_text() == "1a"


@pytest.mark.parametrize(
    ("game", "source", "target", "why"),
    [
        ("freecell", "column 1", "column 2", "cannot go on"),
        *[
            pytest.param(*what, marks=pytest.mark.slow)
            for what in (
                ("pyramid", "row 7 card 1", "row 7 card 2", "do not make thirteen"),
                (
                    "spider",
                    "column 1",
                    "column 2",
                    "The jack of clubs cannot go on the nine of clubs: it goes on a queen.",
                ),
            )
        ],
    ],
)
def test_an_illegal_drop_is_answered_beside_the_pile(
    page: Page, game: str, source: str, target: str, why: str
) -> None:
    load(page, "5", game)
    wait_until(page, f"document.getElementById('title').textContent == '{get_game(game).info.title}'")
    spot = centre(page, source)
    drag(page, spot, centre(page, target))
    refused(page, why)
    assert why in page.inner_text(".bubble")
    assert centre(page, source) == spot
    assert page.locator("move-tree .move").count() == 0
    assert page.locator(".lifted, .target").count() == 0


@pytest.mark.slow
def test_spider_by_mouse(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    load(page, "kpat:5", "spider")
    page.wait_for_selector('.card[data-pile="stock"]')
    session = Session.of_deal(get_game("spider"), "kpat:5")
    for number in range(1, 9):
        text = "deal" if number == 6 else session.legal()[0]
        move = next(move for move in session.scene().moves if move.text == text)
        by_mouse(page, move)
        made(page, number)
        session.play(text)
        for pile in session.scene().piles:
            if pile.role == "tableau" and pile.cards:
                assert at(page, pile.name) == str(pile.cards[-1]), (number, text, pile.name)


# --- the right button --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_covered_card_is_shown_and_a_free_one_tells_its_moves(page: Page) -> None:
    page.wait_for_selector(".words:has-text('Winnable')")
    covered = page.locator('.card[data-pile="column 1"][data-index="2"]')
    box = covered.bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 5)
    page.mouse.down(button="right")
    whole = """(card) => { const b = card.getBoundingClientRect();
                 return card.contains(document.elementFromPoint(b.left + b.width / 2, b.bottom - 8)); }"""
    assert covered.evaluate(whole)
    page.mouse.up(button="right")
    assert not covered.evaluate(whole)
    assert page.locator(".menu").count() == 0
    page.fill("#move", "1a")  # so that something is known of a move
    page.press("#move", "Enter")
    page.wait_for_selector(".move.here:has-text('●')")
    page.click("#undo")
    wait_until(page, "!document.querySelector('.move.here')")
    page.mouse.click(*centre(page, "column 1"), button="right")
    page.wait_for_selector(".menu [role=menuitem]")
    assert re_any(page.locator(".menu [role=menuitem]").all_inner_texts(), "● to cell a, won in")
    page.keyboard.press("Escape")
    assert page.locator(".menu").count() == 0
    page.focus("#table")
    page.keyboard.press("Shift+F10")
    page.keyboard.press("Enter")  # its first move
    wait_until(page, "document.querySelector('.move.here') !== null")
    assert page.evaluate("document.getElementById('table').contains(document.activeElement)")


def re_any(texts: list[str], part: str) -> bool:
    return any(part in text for text in texts)


def right_drag(page: Page, source: str, target: str) -> None:
    page.mouse.move(*centre(page, source))
    page.mouse.down(button="right")
    page.mouse.move(*centre(page, target), steps=4)
    page.mouse.up(button="right")


@pytest.mark.slow
def test_arrows_of_the_player_stay(page: Page) -> None:
    heads = page.locator(".head.own")
    right_drag(page, "column 1", "column 5")
    right_drag(page, "column 2", "cell a")
    assert heads.count() == 2
    page.mouse.click(*centre(page, "column 1"))
    page.keyboard.press("Escape")
    assert heads.count() == 2
    page.fill("#move", "1a")
    page.press("#move", "Enter")
    made(page, 1)
    assert heads.count() == 0  # they are of the position before
    page.click("#undo")
    wait_until(page, "document.querySelectorAll('.head.own').length == 2")
    page.reload()
    wait_until(page, "document.querySelectorAll('.head.own').length == 2")
    right_drag(page, "column 1", "column 5")  # the same again
    assert heads.count() == 1
    page.click("#arrows")
    assert heads.count() == 0
    page.click("#arrows:has-text('Arrows back')")
    assert heads.count() == 1


# --- flights -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_second_flight_after_a_drop(open_page: Callable[..., Page]) -> None:
    page = watched(open_page)
    drag(page, centre(page, "column 1"), centre(page, "cell a"))
    made(page, 1)
    assert page.evaluate("flights") == 0
    assert page.locator(".card.last").count() == 1
    page.mouse.click(*centre(page, "column 2"))
    page.mouse.click(*centre(page, "cell b"))
    made(page, 2)
    assert page.evaluate("flights") == 1


@pytest.mark.slow
def test_a_supermove_flies_on_when_the_server_answers(open_page: Callable[..., Page]) -> None:
    page = watched(open_page)
    page.evaluate(
        """() => {
             const animate = Element.prototype.animate;
             Element.prototype.animate = function (frames, timing) {
               return animate.call(this, frames, { ...timing, duration: 60000 });
             };
           }"""
    )
    session, move = next(
        (session, move)
        for session in (
            Session(get_game("freecell"), before_the_end("freecell", left)) for left in range(8, 60)
        )
        for move in session.scene().moves
        if move.target.startswith("column") and len(session.scene().pile(move.source).cards) - move.index > 2
    )
    load(page, session.save())
    wait_until(page, f"{count_of(move.source)} == {len(session.scene().pile(move.source).cards)}")
    page.evaluate("document.activeElement.blur()")
    by_clicks(page, move)
    made(page, 1)
    moved = len(session.scene().pile(move.source).cards) - move.index
    running = "document.getElementById('table').getAnimations({ subtree: true })"
    assert page.evaluate(f"{running}.length") == moved
    delays = page.evaluate(f"{running}.map((one) => one.effect.getTiming().delay)")
    assert delays[0] == 0
    assert delays == sorted(delays)
    assert delays[1] == pytest.approx(90)
    assert page.locator(".card.last").count() == moved
    page.mouse.move(5, 790)
    page.mouse.down()
    assert page.evaluate(f"{running}.length") == 0
    page.mouse.up()


@pytest.mark.slow
def test_nothing_flies_where_motion_is_unwanted(open_page: Callable[..., Page]) -> None:
    page = watched(open_page, reduced_motion="reduce")
    page.evaluate(  # an outline is gone again after a second, whether this has looked by then or not
        """() => {
          window.moved = new Set();
          const see = () => document.querySelectorAll(".card.moved").forEach((card) => moved.add(card));
          const what = { subtree: true, attributeFilter: ["class"] };
          new MutationObserver(see).observe(document.getElementById("table"), what);
        }"""
    )
    page.mouse.click(*centre(page, "column 1"))
    page.mouse.click(*centre(page, "cell a"))
    made(page, 1)
    assert page.evaluate("moved.size") == 1
    page.wait_for_selector(".card.moved", state="detached")
    assert page.evaluate("flights") == 0


@pytest.mark.slow
def test_fast_undo_leaves_cards_where_the_scene_has_them(page: Page) -> None:
    deal, moves = won_lines()["freecell"]
    session = Session.of_deal(get_game("freecell"), deal)
    for move in moves[:30]:
        session.play(move)
    load(page, session.save())
    made(page, 30)
    for _ in range(30):
        page.keyboard.press("Control+z")
    wait_until(page, "!document.querySelector('.move.here')")
    start = Session.of_deal(get_game("freecell"), deal).scene()
    for pile in start.piles:
        shown = page.locator(f'.card[data-pile="{pile.name}"]')
        assert [card.get_attribute("data-card") for card in shown.all()] == list(map(str, pile.cards))
    assert page.evaluate("[...document.querySelectorAll('.card')].every((card) => !card.style.transform)")


def test_a_move_is_shown_before_the_server_answers(page: Page) -> None:
    held: list[Route] = []
    page.route("**/play", lambda route: held.append(route))  # noqa: PLW0108 Playwright marks it
    card = at(page, "column 1")
    drag(page, centre(page, "column 1"), centre(page, "cell a"))
    assert at(page, "cell a") == card
    page.mouse.click(*centre(page, "column 2"))  # is not lost, but waits for the answer
    assert page.locator(".move, .lifted").count() == 0
    taken(page, held)
    held.pop().continue_()
    made(page, 1)
    wait_until(page, "document.querySelectorAll('.lifted').length == 1")
    page.keyboard.press("Escape")
    page.mouse.click(*centre(page, "column 2"))
    page.mouse.click(*centre(page, "cell b"))
    assert at(page, "cell b") != ""
    taken(page, held)
    refusal = '{"error": {"what": "this cannot be", "expected": null, "mend": null}}'
    held.pop().fulfill(status=422, body=refusal, content_type="application/json")
    refused(page, "this cannot be")
    assert at(page, "cell b") == ""


@pytest.mark.slow
def test_what_went_home_by_itself_comes_back_with_its_move(page: Page) -> None:
    session = Session.of_deal(get_game("freecell"), 5, autoplay="max")
    while len(session.here.moves) < 2:
        session.play(session.legal()[session.here.number % len(session.legal())])
    number, last = session.here.number, session.here
    session.undo()
    load(page, session.save())
    page.evaluate("document.getElementById('tab-settings').click()")
    page.select_option("#autoplay", "max")
    page.fill("#move", last.text)
    page.press("#move", "Enter")
    wait_until(
        page,
        f"document.querySelectorAll('.move').length == {number} && document.querySelector('.move.here b')",
    )
    wait_until(page, f"document.querySelector('.move.here').innerText.includes('+{len(last.moves) - 1}')")
    page.click("#undo")
    here = "document.querySelector('.move.here b')?.textContent ?? ''"
    wait_until(page, f"({here}) !== {last.text!r}")
    assert page.evaluate(here) == session.here.text
    for pile in session.scene().piles:
        if pile.cards and pile.role != "foundation":
            assert page.evaluate(count_of(pile.name)) == len(pile.cards), pile.name


# --- by keyboard -------------------------------------------------------------------------------------------


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.ariaLabel ?? ''"))


def go_to(page: Page, pile: str, rows: dict[str, float], index: int | None = None) -> None:
    """By arrows alone."""
    here = "document.activeElement.dataset.pile"
    for _ in range(30):
        now = page.evaluate(here)
        if rows[now] == rows[pile]:
            break
        page.keyboard.press("PageUp" if rows[pile] < rows[now] else "PageDown")
    for _ in range(30):
        if page.evaluate(here) == pile:
            break
        page.keyboard.press("ArrowRight")
    while index is not None and page.evaluate("Number(document.activeElement.dataset.index)") > index:
        page.keyboard.press("ArrowUp")


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("freecell", 6),
        *[pytest.param(*what, marks=pytest.mark.slow) for what in (("pyramid", 5), ("simple_simon", 4))],
    ],
)
def test_a_game_is_won_by_keys_alone(page: Page, name: str, left: int) -> None:
    save, moves = near_the_end(name, left)
    load(page, save)
    game, position = get_game(name), before_the_end(name, left)
    page.wait_for_selector(".words:has-text('Winnable')")
    for number, text in enumerate(moves, 1):
        move = hands(name, position, text)
        rows = {pile.name: pile.y for pile in Session(game, position, open_cards=True).scene().piles}
        page.focus("#table")
        go_to(page, move.source, rows, move.index)
        page.keyboard.press("Enter")
        if move.target and page.locator(".lifted").count():
            go_to(page, move.target, rows)
            page.keyboard.press("Enter")
        made(page, number)
        position = game.play(position, game.notation.parse(position, text))
    page.wait_for_selector(".words:has-text('Won')")


@pytest.mark.slow
def test_a_moves_letters_are_typed(page: Page) -> None:
    page.focus("#table")
    page.keyboard.press("1")
    assert page.inner_text(".typed") == "1"
    page.keyboard.press("Escape")
    assert page.locator(".typed").count() == 0
    page.keyboard.press("4")  # begins a move here, though it is a key of the page elsewhere
    assert page.inner_text(".typed") == "4"
    page.keyboard.press("Backspace")
    page.keyboard.type("1a")
    made(page, 1)
    page.keyboard.type("12")
    refused(page, "cannot go on")
    page.keyboard.type("a1")
    refused(page, "The jack of diamonds cannot go on the four of spades")
    assert page.locator(".typed").count() == 0
    page.keyboard.press("Home")  # the first column: its card is lifted, and one letter says whereto
    page.keyboard.press("Enter")
    before = page.locator("move-tree .move").count()
    page.keyboard.press("c")
    made(page, before + 1)
    assert page.locator("move-tree .move.here b").inner_text() == "1c"


@pytest.mark.slow
def test_every_depth_is_lifted_by_keys(page: Page) -> None:
    game = get_game("simple_simon")
    sessions = (Session(game, before_the_end("simple_simon", left)) for left in range(2, 60))
    session, pile = next(
        (session, pile)
        for session in sessions
        for pile in session.scene().piles
        if len(session.scene().lifts(pile.name)) > 1
    )
    scene = session.scene()
    load(page, session.save())
    wait_until(page, f"{count_of(pile.name)} == {len(pile.cards)}")
    page.focus("#table")
    go_to(page, pile.name, {pile.name: pile.y for pile in scene.piles})
    lifted = "document.querySelectorAll('.lifted').length"
    found = []
    page.keyboard.press("+")
    for _ in scene.lifts(pile.name):
        found.append(page.evaluate(lifted))
        page.keyboard.press("+")
    assert found == [len(pile.cards) - index for index in reversed(scene.lifts(pile.name))]
    page.keyboard.press("-")
    assert page.evaluate(lifted) == found[-2]


@pytest.mark.slow
def test_keys_draw_and_read(page: Page) -> None:
    load(page, "5", "pyramid")
    page.focus("#table")
    page.keyboard.press("d")
    made(page, 1)
    assert at(page, "waste") != ""
    page.keyboard.press("l")
    wait_until(page, "document.getElementById('live').textContent.includes('May go to')")
    page.keyboard.press("p")
    assert page.evaluate("document.activeElement.id") == "text"
    load(page, "617", "freecell")
    for asked, said in (
        ("p 7h", "Seven of hearts: column 6, 4 of 6."),
        ("c 1", "Column 1: seven of diamonds, ten of diamonds"),
        ("m", "legal moves: "),
        ("1a 2b", ""),
    ):
        page.fill("#move", asked)
        page.press("#move", "Enter")
        wait_until(page, f"document.getElementById('live').textContent.includes({said!r})")
    made(page, 2)


@pytest.mark.slow
def test_controls_leave_the_keys_as_they_were(page: Page) -> None:
    page.fill("#move", "1a 2b")
    page.press("#move", "Enter")
    made(page, 2)
    page.focus("#table")
    here = focused(page)
    for control in (
        "verdict-bar button >> text=on",
        "#tab-text",
        "#tab-settings",
        "#setting-large",
        "#setting-tap",
    ):
        page.click(control)
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.getElementById('table').contains(document.activeElement)"), control
        assert focused(page) != here, control
        here = focused(page)
    page.evaluate("document.activeElement.blur()")
    for control in ("#tab-moves", "#tab-settings", "#setting-large"):  # without a focus arrows walk the moves
        page.click(control)
        page.keyboard.press("ArrowLeft")
        wait_until(page, "(document.querySelector('.move.here b')?.textContent ?? '1a') == '1a'")
    wait_until(page, "document.querySelectorAll('.move.here').length == 0")


# --- for screen readers ------------------------------------------------------------------------------------


def test_the_same_words_are_said_again(page: Page) -> None:
    """Two equal changes are two of the live region, which is empty in between."""
    page.wait_for_selector(".words:has-text('Winnable')")
    page.evaluate(
        """() => {
          const live = document.getElementById("live");
          window.heard = [];
          new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    page.focus("#table")
    for count in (1, 2):
        page.keyboard.press("i")
        wait_until(page, f"window.heard.filter((text) => text.includes('Winnable')).length === {count}")
    first, between, second = page.evaluate("window.heard.slice(-3)")
    assert first == second != ""
    assert between == ""


@pytest.mark.slow
def test_labels_and_what_is_said(open_page: Callable[..., Page]) -> None:
    page = watched(open_page)
    page.focus("#table")
    assert focused(page) == "jack of diamonds, lifts 1, column 1, seventh of seven"
    page.keyboard.press("ArrowUp")
    assert focused(page) == "four of spades, column 1, sixth of seven"
    page.keyboard.press("PageUp")
    assert focused(page) == "cell a, empty"
    assert page.locator("card-table [tabindex='0']").count() == 1
    for number in (1, 2):
        page.fill("#move", "1a")
        page.press("#move", "Enter")
        wait_until(
            page,
            f"heard.filter((text) => text == 'Jack of diamonds from column 1 to cell a.').length == {number}",
        )
        page.click("#undo")
        wait_until(page, f"heard.filter((text) => text == 'taken back').length == {number}")
    load(page, "5", "spider")
    page.wait_for_selector('.card[data-pile="stock"]')
    labels = {card.get_attribute("aria-label") for card in page.locator('.card[data-card="??"]').all()}
    assert labels == {"face down"}


# --- by touch ----------------------------------------------------------------------------------------------


class Finger:
    """Fingers on the glass, by the protocol of the browser: Playwright has taps alone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def put(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", points)

    def lift(self) -> None:
        self._send("touchEnd", ())

    def _send(self, kind: str, points: tuple[tuple[float, float], ...]) -> None:
        at = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_fingers_drag_and_the_page_stays(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    page.evaluate("document.getElementById('table').scrollIntoView()")
    before = page.evaluate("scrollY")
    finger = Finger(page)
    x, y = centre(page, "column 1")
    cell = centre(page, "cell a")
    top = page.locator('.card[data-pile="column 1"]').last.bounding_box()
    assert top
    finger.put((x, y))
    finger.move((x, y - 20))
    raised = page.locator('.card[data-pile="column 1"]').last.bounding_box()
    assert raised
    assert top["y"] - raised["y"] == pytest.approx(20 + 0.6 * top["height"], abs=2)
    finger.put((x, y - 20), (x + 60, y))  # a second finger: the card goes back
    finger.lift()
    page.wait_for_timeout(200)
    assert centre(page, "column 1") == (x, y)
    assert page.locator(".lifted").count() == 0
    assert page.locator("move-tree .move").count() == 0
    finger.put((x, y))
    for step in range(1, 5):
        finger.move((x + (cell[0] - x) * step / 4, y + (cell[1] + 30 - y) * step / 4))
    finger.lift()
    made(page, 1)
    assert page.evaluate("scrollY") == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finger.put(centre(page, "column 2"))  # a long press on a free card
    page.wait_for_selector(".menu")
    finger.lift()
    assert page.locator(".menu [role=menuitem]").count() > 0


@pytest.mark.slow
def test_a_swipe_on_the_panel_scrolls_it(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    page.click("#tab-settings")
    panel = page.locator("#panel-settings")
    box = panel.bounding_box()
    assert box
    finger = Finger(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 40
    finger.put((x, y))
    for step in range(1, 11):
        finger.move((x, y - 10 * step))
        page.wait_for_timeout(16)
    finger.lift()
    wait_until(page, "document.getElementById('panel-settings').scrollTop > 30")
    heights = "[...document.querySelectorAll('.play button')].map((one) => one.offsetHeight).filter(Boolean)"
    assert min(page.evaluate(heights)) >= 44


def test_pyramid_is_won_by_taps(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    save, moves = near_the_end("pyramid", 6)
    load(page, save)
    game, position = get_game("pyramid"), before_the_end("pyramid", 6)
    page.wait_for_selector(".words:has-text('Winnable')")
    page.tap("#tab-moves")  # closes the sheet
    wait_until(page, "document.querySelector('aside').classList.contains('closed')")
    for number, text in enumerate(moves, 1):
        move = hands("pyramid", position, text)
        rests(page, move.source, move.index)  # the table grows into the room of the sheet
        by_touch(page, move)
        made(page, number)
        position = game.play(position, game.notation.parse(position, text))
    page.wait_for_selector(".words:has-text('Won')")


# --- looks -------------------------------------------------------------------------------------------------


def long_column() -> str:
    """A board with nineteen cards in its first column."""
    deck = [
        str(card)
        for column in get_game("freecell").setup(get_game("freecell").deal(1)).columns
        for card in column
    ]
    rest = deck[19:]
    lines = [": " + " ".join(deck[:19])] + [": " + " ".join(rest[i * 5 : i * 5 + 5]) for i in range(6)]
    return "\n".join([*lines, ": " + " ".join(rest[30:])])


@pytest.mark.slow
def test_nineteen_cards_can_be_read_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    load(page, long_column(), "freecell")
    wait_until(page, "document.querySelectorAll('.card[data-pile=\"column 1\"]').length == 19")
    for index in range(19):
        seen = page.locator(f'.card[data-pile="column 1"][data-index="{index}"]').evaluate(
            """(card) => {
                 card.scrollIntoView({ block: 'nearest' });
                 const parts = [...card.querySelectorAll('.rank, .suit')].slice(0, 2);
                 const box = card.getBoundingClientRect();
                 const next = `[data-pile="column 1"][data-index="${Number(card.dataset.index) + 1}"]`;
                 const after = card.parentElement.querySelector(next);
                 const covered = after ? after.getBoundingClientRect().top : Infinity;
                 return parts.every((part) => {
                   const at = part.getBoundingClientRect();
                   return at.bottom <= covered + 0.5 && at.top >= box.top && at.height >= 9;
                 });
               }"""
        )
        assert seen, index


@pytest.mark.slow
def test_a_low_table_has_its_cells_beside_the_columns(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 900, "height": 320}, has_touch=True, is_mobile=True)
    column, cell, home = (
        page.locator(f'[data-pile="{pile}"]').first.bounding_box()
        for pile in ("column 1", "cell d", "foundation S")
    )
    assert column
    assert cell
    assert home
    assert cell["x"] + cell["width"] <= column["x"]
    assert home["x"] > column["x"] + 7 * column["width"]
    assert column["width"] >= 28
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_light_dark_and_colours(page: Page) -> None:
    felt = "getComputedStyle(document.getElementById('table')).backgroundColor"
    page.click("#tab-settings")
    assert page.evaluate(felt) == "rgb(223, 231, 226)"
    page.select_option("#setting-theme", "dark")
    assert page.evaluate(felt) == "rgb(20, 52, 43)"
    page.reload()
    page.wait_for_selector(".card")
    assert page.evaluate(felt) == "rgb(20, 52, 43)"
    colours = """new Set([...'CDHS'].map((suit) =>
        getComputedStyle(document.querySelector('.card .suit-' + suit)).color)).size"""
    assert page.evaluate(colours) == 2
    page.keyboard.press("4")
    assert page.evaluate(colours) == 4


@pytest.mark.slow
def test_a_link_to_an_honest_game_tells_nothing_hidden(open_page: Callable[..., Page]) -> None:
    """Neither do labels, nor what is said of a move that cannot be made."""
    received: list[str] = []
    start = quote("#" + saved("spider", "5", ""), safe="#")
    page = open_page(start, received=received, viewport={"width": 1280, "height": 800})
    page.wait_for_selector(".card[data-pile='stock']")
    drag(page, centre(page, "column 1"), centre(page, "column 2"))
    refused(page, "cannot go on")
    columns = get_game("spider").setup(Session.of_deal(get_game("spider"), 5).root.placed).columns
    tops = {str(column[-1]) for column in columns}
    labels = page.evaluate("[...document.querySelectorAll('.card')].map((card) => card.ariaLabel)")
    assert len([label for label in labels if label != "face down"]) == len(columns)
    assert {card.get_attribute("data-card") for card in page.locator(".card").all()} == tops | {"??"}
