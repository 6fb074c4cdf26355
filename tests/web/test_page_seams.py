"""Where the parts of the page meet: a game is left, or the server lost, in the middle of something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from .test_page import by_mouse, centre, made, taken, wait_until
from .test_page_review import GRAPH, TRIED, patient, play, reviewed, value
from .test_page_store import OwnServer, own, set_deal, tab, try_now
from .test_review import LOST, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytest.importorskip("playwright.sync_api")

__all__ = ["own", "tab"]  # fixtures

# Cards that are not where the scene has them.
MISPLACED = """(() => {
  const table = document.getElementById("table");
  table.flights.land();
  const felt = table.felt.getBoundingClientRect();
  const wrong = table.ahead ? ["ahead"] : [];
  const seen = new Set();
  for (const card of table.querySelectorAll(".card")) {
    const { pile, index, card: face } = card.dataset;
    const found = table.pile(pile);
    const want = Number(index) < (found?.down ?? 0) ? "??" : found?.cards?.[Number(index)];
    const box = card.getBoundingClientRect();
    const spot = table.spot(pile, Number(index));
    const off = Math.abs(box.left - felt.left - spot.x) + Math.abs(box.top - felt.top - spot.y);
    const name = `${pile} ${index}`;
    if (want !== face || off > 2 || seen.has(name)) wrong.push(`${name} ${face} ${want} ${off}`);
    seen.add(name);
  }
  for (const pile of table.scene.piles) {
    const last = (pile.cards ?? []).length - 1;
    if (last >= 0 && !seen.has(`${pile.name} ${last}`)) wrong.push(`no ${pile.name} ${last}`);
  }
  return wrong;
})()"""


def trying(page: Page) -> None:
    """Trying again the move that lost."""
    reviewed(page, saved(*LOST))
    page.click("#panel-review li button:has-text('Try again')")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")


class Move:
    """As hands make it."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.source, self.index, self.target = found["source"], found["index"], found.get("target", "")


def any_move(page: Page) -> Move:
    return Move(page.evaluate("document.getElementById('table').scene.moves.find((one) => one.target)"))


@pytest.mark.slow
def test_a_move_while_another_one_is_checked_goes_back(page: Page) -> None:
    trying(page)
    page.route("**/ask", lambda route: None)  # no answer comes
    play(page, "7c")
    page.wait_for_selector(f"{TRIED}:has-text('Checking')")
    by_mouse(page, any_move(page))
    wait_until(page, f"{MISPLACED}.length === 0")
    assert page.get_attribute(".try-again", "data-state") == "checking"
    page.unroute("**/ask")


def test_of_two_games_that_are_begun_the_later_one_stays(page: Page) -> None:
    """Whichever the server has ready first."""
    held: list[Route] = []
    page.route("**/api/boards", lambda route: held.append(route), times=1)  # noqa: PLW0108
    page.fill("#deal", "5")
    page.press("#deal", "Enter")
    taken(page, held)
    set_deal(page, "freecell", "618")
    with page.expect_response("**/api/boards"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert "618" in page.title()
    assert page.input_value("#deal") == "ms:618"
    play(page, "1a")
    made(page, 1)
    assert page.evaluate(MISPLACED) == []


def test_what_was_meant_for_a_game_that_was_left_does_nothing_to_the_next(page: Page) -> None:
    held: list[Route] = []
    page.route("**/play", lambda route: held.append(route))  # noqa: PLW0108
    play(page, "1a")
    play(page, "2b")
    taken(page, held)
    page.wait_for_timeout(100)
    assert len(held) == 1
    set_deal(page, "freecell", "618")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    held[0].continue_()
    page.wait_for_timeout(400)
    assert "618" in page.title()
    assert page.locator("move-tree .move").count() == 0
    assert not [url for url in sent if url.endswith("/play")]
    assert page.evaluate(MISPLACED) == []
    page.unroute("**/play")
    play(page, "1a")
    made(page, 1)


@pytest.mark.slow
def test_another_game_may_begin_while_one_tries_again(page: Page) -> None:
    trying(page)
    held: list[Route] = []
    page.route("**/delete", lambda route: held.append(route))  # noqa: PLW0108
    play(page, "8c")
    taken(page, held)
    set_deal(page, "freecell", "618")
    page.wait_for_selector(".words:has-text('Winnable')")
    assert page.evaluate("[document.body.className, document.getElementById('below').hidden]") == ["", True]
    assert page.evaluate("document.querySelectorAll('#controls > button').length > 3")
    for route in held:
        route.continue_()
    page.unroute("**/delete")
    play(page, "1a")
    made(page, 1)
    page.keyboard.press("Escape")
    page.click("#undo")
    wait_until(page, "!document.querySelector('.move.here')")
    assert page.evaluate(MISPLACED) == []


@pytest.mark.slow
def test_nothing_is_asked_of_the_server_at_the_ends_of_a_game(page: Page) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.evaluate("document.activeElement.blur()")
    for key in ("ArrowLeft", "ArrowRight", "Control+z"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)
        assert page.text_content("#error") == ""
    assert not [url for url in sent if url.endswith(("/undo", "/redo"))]


@pytest.mark.slow
def test_a_review_outlives_a_server_that_is_killed(own: OwnServer, tab: Callable[..., Page]) -> None:
    page = tab(own.start())
    reviewed(page, saved(*LOST))
    last = page.get_attribute(".move.here", "id")
    page.click("#undo")
    wait_until(page, f"document.querySelector('.move.here').id !== '{last}'")
    page.focus(GRAPH)
    page.keyboard.press("End")
    wait_until(page, f"document.querySelector('.move.here').id === '{last}'")
    before = value(page)
    own.kill()
    page.keyboard.press("Home")
    wait_until(page, "!document.querySelector('#banner').hidden")
    own.start()
    try_now(page)
    page.focus(GRAPH)
    page.keyboard.press("Home")
    page.keyboard.press("End")
    wait_until(page, f"document.querySelector('{GRAPH}').getAttribute('aria-valuetext') === {before!r}")
    wait_until(page, "document.querySelector('.move.here b')?.textContent === '46'")


@pytest.mark.slow
def test_trying_again_outlives_a_server_that_is_killed(own: OwnServer, tab: Callable[..., Page]) -> None:
    page = tab(own.start())
    patient(page)
    trying(page)
    own.kill()
    play(page, "7c")
    wait_until(page, "!document.querySelector('#banner').hidden")
    own.start()
    try_now(page)
    assert page.get_attribute(".try-again", "data-state") == "find"
    play(page, "7c")
    page.wait_for_selector(f"{TRIED}:has-text('Right: 7c')")
    assert page.evaluate(MISPLACED) == []


def held(page: Page) -> tuple[float, float]:
    """A card is dragged, and lies over a pile that takes it."""
    move = any_move(page)
    (x, y), to = centre(page, move.source, move.index), centre(page, move.target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    return to


@pytest.mark.slow
def test_escape_the_other_button_and_a_hand_that_let_go_elsewhere_end_a_drag(page: Page) -> None:
    for end in ("Escape", "right", "elsewhere"):
        x, y = held(page)
        assert page.locator(".card.lifted").count()
        if end == "Escape":
            page.keyboard.press("Escape")
        elif end == "right":
            page.mouse.down(button="right")
            page.mouse.up(button="right")
        else:
            page.evaluate("document.getElementById('table').pointer.press.id = 1")
            page.evaluate(
                "document.getElementById('table').felt.dispatchEvent("
                "new PointerEvent('pointermove', {pointerId: 1, pointerType: 'mouse', buttons: 0}))"
            )
        assert not page.evaluate("document.getElementById('table').pointer.holds()"), end
        assert (
            page.evaluate("Array.from(document.querySelectorAll('.card'), (x) => x.style.transform).join('')")
            == ""
        )
        page.mouse.move(x + 1, y)
        page.mouse.up()
        page.wait_for_timeout(60)
        page.keyboard.press("Escape")  # a menu, if there is one
        assert page.locator("move-tree .move").count() == 0
        assert page.evaluate(MISPLACED) == []


@pytest.mark.slow
def test_a_window_that_changes_under_a_dragged_card_leaves_none_astray(page: Page) -> None:
    held(page)
    wide = page.evaluate("document.getElementById('table').felt.style.width")
    page.set_viewport_size({"width": 700, "height": 900})
    wait_until(page, f"document.getElementById('table').felt.style.width !== '{wide}'")
    page.mouse.move(20, 880)
    page.mouse.up()
    wait_until(page, f"{MISPLACED}.length === 0")


def test_a_move_of_ones_own_stands_while_a_solution_is_played(page: Page) -> None:
    """Even where the next step is on its way: the move is made from where the table stood."""
    page.click("#solution")
    page.wait_for_selector(".player:has-text('0 made')")
    page.fill(".player input[type=range]", "100")
    page.click(".player button[aria-label='A move on']")
    page.wait_for_selector(".player:has-text(' 1 made')")
    held: list[Route] = []
    page.route("**/goto", lambda route: held.append(route))  # noqa: PLW0108
    page.click("#solution-run")
    taken(page, held)
    played, second = page.evaluate(
        """() => {
          const table = document.getElementById("table");
          const steps = [...document.querySelectorAll(".player .solution span")];
          const line = steps.map((one) => one.textContent.trim());
          const next = table.scene.moves.find((one) => one.text === line[1]);
          const moves = table.scene.moves.filter((one) => one.target && !line.includes(one.text));
          // a move that the next step makes impossible, and one that may follow it
          const first = moves.find((one) => one.source === next.source && one.target !== next.target);
          const second = moves.find((one) => one.source !== first.source && one.target !== first.target);
          table.play(first);
          table.play(second);
          return [first.text, second.text];
        }"""
    )
    held[0].continue_()
    page.unroute("**/goto")
    page.wait_for_selector(".player:has-text('you stand beside it')")
    wait_until(page, f"document.querySelector('.move.here b').innerText === '{second}'")
    page.wait_for_timeout(200)
    assert page.inner_text(".move.here b") == second
    line = page.evaluate(
        """() => {
          const { tree, here } = document.querySelector("move-tree").board;
          const places = new Map(tree.map((place) => [place.id, place]));
          const line = [];
          for (let at = places.get(here); at.parent; at = places.get(at.parent)) line.unshift(...at.moves);
          return line;
        }"""
    )
    assert line[1:] == [played, second]
    assert page.evaluate(MISPLACED) == []
    assert page.get_attribute("#solution-run", "aria-label") == "Play"


@pytest.mark.slow
def test_what_cannot_be_asked_while_one_tries_again_says_so_and_nothing_stays_stuck(page: Page) -> None:
    """Nor does a search that was watched before give the answer away."""
    reviewed(page, saved(*LOST))
    page.click("#tab-search")
    watch, stop = "#panel-search button:has-text('Watch')", "#panel-search button:has-text('Stop')"
    page.click(watch)
    wait_until(page, "document.querySelector('.searching') !== null")
    page.click("#tab-review")
    page.click("#panel-review li button:has-text('Try again')")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")
    page.click("#tab-search")
    wait_until(page, "document.querySelector('.searching') === null")
    page.wait_for_timeout(100)
    assert page.locator(".searching, #panel-search .card:visible").count() == 0
    page.click(watch)
    page.wait_for_selector("#panel-search:has-text('Not while you try again')")
    assert not page.is_visible(stop)
    page.click("#bar button:has-text('Share')")
    page.click("dialog button:has-text('Find one')")
    page.wait_for_selector("dialog:has-text('Not while you try again')")
    assert page.is_enabled("dialog button:has-text('Find one')")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    page.click("dialog button:has-text('Deal of the day')")
    wait_until(page, "document.querySelector('dialog[open]') === null")
    assert page.evaluate("document.body.className") == ""


@pytest.mark.slow
def test_of_moves_that_were_deleted_no_review_is_left(page: Page) -> None:
    reviewed(page, saved(*LOST))
    page.click("#tab-moves")
    page.click(".move >> nth=2", button="right")
    page.click(".menu :text('Delete from here')")
    made(page, 2)
    assert page.evaluate("document.getElementById('below').hidden")
    page.click("#tab-review")
    assert "lost" not in page.inner_text("#panel-review").replace("which move lost the game", "")
    page.click("#panel-review button:has-text('Review this game')")
    page.wait_for_selector("button:has-text('Save review')")


def test_of_two_questions_the_later_one_is_answered(page: Page) -> None:
    """The earlier one arrived after it, and the server took it for the newer one."""
    late: list[Route] = []
    page.route("**/ask", lambda route: late.append(route), times=1)  # noqa: PLW0108
    page.keyboard.press("e")  # no verdict is asked for
    page.click("#ranked")
    taken(page, late)
    page.click("#ranked")
    page.wait_for_timeout(300)
    late[0].continue_()
    page.wait_for_selector(".ranked[aria-busy=false] button:has-text('moves')")


def test_a_hint_is_about_where_the_moves_on_their_way_lead(page: Page) -> None:
    held: list[Route] = []
    page.route("**/play", lambda route: held.append(route))  # noqa: PLW0108
    play(page, "1a")
    taken(page, held)
    page.focus("#table")
    page.keyboard.press("h")
    page.wait_for_timeout(300)
    held[0].continue_()
    made(page, 1)
    wait_until(page, "/^\\w+: /.test(document.getElementById('answer').textContent)")
    page.keyboard.press("Shift+h")
    page.unroute("**/play")
    made(page, 2)


def test_moves_that_are_pasted_are_made_after_those_on_their_way(page: Page) -> None:
    held: list[Route] = []
    page.route("**/play", lambda route: held.append(route))  # noqa: PLW0108
    play(page, "1a")
    taken(page, held)
    page.click("#tab-paste")
    page.fill("#pasted", "2b 3c")
    with page.expect_response("**/api/boards"):  # which says that this is no game
        page.click("#paste button:has-text('Load')")
    page.wait_for_timeout(300)
    held[0].continue_()
    page.click("#tab-moves")
    made(page, 3)
    assert page.locator("move-tree .move b").all_inner_texts() == ["1a", "2b", "3c"]
    assert page.evaluate(MISPLACED) == []
