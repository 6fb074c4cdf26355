"""The review on the page: a graph to walk along, the moves that lost, what would have won, trying again."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from registered import start_of
from winnable.analysis.hint import observe
from winnable.analysis.scenes import scene_of
from winnable.analysis.verdicts import position_verdict
from winnable.registry import get_game
from winnable.search.api import Verdict
from winnable.session import Session

from .test_page import SAMPLE, load, made, near_the_end, taken, wait_until
from .test_review import LOST, a_lost_game, saved

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

pytest.importorskip("playwright.sync_api")

GRAPH = ".review-graph"
STATUS = "#panel-review [role=status]"
TRIED = ".try-again [role=status]"


def reviewed(page: Page, text: str) -> None:
    """Loads a game and waits for all of its review."""
    load(page, text)
    page.click(".review-note button >> nth=0")
    page.wait_for_selector("button:has-text('Save review')")


def patient(page: Page) -> None:
    """Has the page wait longer before it cannot tell whether a move is right: the machine may be busy."""

    def longer(route: Route) -> None:
        answer, short = route.fetch(), "const SECONDS = 3;"
        assert short in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(short, "const SECONDS = 60;"))

    page.route("**/tryagain.js", longer, times=1)
    page.reload()
    page.wait_for_selector(".card")


def value(page: Page) -> str:
    return page.get_attribute(GRAPH, "aria-valuetext") or ""


def play(page: Page, text: str) -> None:
    page.fill("#move", text)
    page.press("#move", "Enter")


def filled_in(*entries: str) -> str:
    """A board of Undead with entries, saved."""
    game = get_game("undead")
    session = Session(game, start_of(game)(SAMPLE))
    for text in entries:
        session.play(text)
    return session.save()


def before_the_loss() -> tuple[Any, list[str], list[str]]:
    """The game before its sixth move, the moves that keep the win there, and those that lose."""
    game = get_game("freecell")
    session = Session.load(saved(*LOST[:5]))
    keeps, loses = [], []
    for move in game.legal_moves(session.here.placed):
        found = position_verdict(game, game.play(session.here.placed, move)).verdict
        (keeps if found is Verdict.SOLVED else loses).append(game.notation.format(session.here.placed, move))
    return session, keeps, loses


# --- the graph and the list --------------------------------------------------------------------------------


def test_the_move_that_lost_is_named_and_taking_it_back_turns_the_bar(page: Page) -> None:
    reviewed(page, saved(*LOST))
    assert page.inner_text(STATUS) == "Move 6, 3c, lost the game."
    page.focus(GRAPH)
    assert value(page) == "move 12, 5D from column 4 onto 6C in column 6: lost"
    page.keyboard.press("Home")
    wait_until(page, "!document.querySelector('.move.here')")
    assert re.fullmatch(r"start: winnable, \d+ moves to the win", value(page))
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('.move.here b')?.textContent == '3c'")
    assert value(page) == "move 6, KC from column 3 to cell c: the losing move"
    assert page.get_attribute(GRAPH, "aria-valuenow") == "6"
    page.wait_for_selector(".words:has-text('No longer winnable since move 6')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".words:has-text('Winnable:')")
    verdicts = page.locator("#panel-review tr td:last-child").all_text_contents()
    assert len(verdicts) == 13
    assert [verdict.startswith("lost") for verdict in verdicts] == [False] * 7 + [True] * 6
    assert verdicts[6] == "the losing move"
    box = page.locator(GRAPH).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + 20)
    wait_until(page, "document.querySelector('.move.here b')?.textContent == '46'")
    with page.expect_download() as download:
        page.click("button:has-text('Save review')")
    assert download.value.suggested_filename == "review-freecell-ms-617.html"


@pytest.mark.slow
def test_every_loss_is_listed_with_a_reason_or_the_size_of_its_proof(page: Page) -> None:
    reviewed(page, a_lost_game().save())
    items = page.locator("#panel-review ol li").all_inner_texts()
    assert len(items) == 2
    assert items[0].startswith("Move 6, KC from column 3 to cell c.")
    assert items[1].startswith("Move 5, 2S from column 8 to cell c (in a side line).")
    for item in items:
        assert re.search(
            r"No short reason found: the proof that nothing wins then takes [1-9]\d* position", item
        )
    signs = page.locator("move-tree .move").all_text_contents()
    assert [sign[-1] for sign in signs].count("✕") == 8  # the loss, what follows it, and the side line
    reviewed(page, filled_in("r1c2=v", "r2c3=g", "r4c4=g", "r3c1=z"))
    (item,) = page.locator("#panel-review ol li").all_inner_texts()
    assert "R3 sees 0 along line R3-R2" in item
    assert "r3c1 was a guess" in page.inner_text("#panel-review ul")


@pytest.mark.slow
def test_the_line_that_won_is_added_and_played(page: Page) -> None:
    reviewed(page, saved(*LOST))
    page.click(".review-strip button:has-text('Line that won')")
    page.wait_for_selector(".player:has-text('0 made')")
    assert page.locator(".move.here b").inner_text() == "32"
    page.wait_for_selector(".words:has-text('Winnable:')")
    page.click(".player [aria-label=Last]")
    page.wait_for_selector(".words:has-text('Won')")


@pytest.mark.slow
def test_off_hides_the_review_and_says_why(page: Page) -> None:
    reviewed(page, saved(*LOST))
    page.focus("#table")
    page.keyboard.press("e")
    page.wait_for_selector(".words:has-text('Press E')")
    for _ in range(2):
        assert page.is_hidden("#below")
        assert "Verdicts are off" in page.inner_text("#panel-review")
        assert "lost the game" not in page.text_content("body")
        assert "losing move" not in page.content()
        page.keyboard.press("r")  # asks for nothing
    page.keyboard.press("e")
    page.wait_for_selector(f"{STATUS}:has-text('lost the game')")
    assert page.is_visible(GRAPH)


@pytest.mark.slow
def test_a_game_that_ends_offers_its_review(page: Page) -> None:
    page.keyboard.press("r")
    page.wait_for_selector(f"{STATUS}:has-text('no move was made yet')")
    assert page.is_hidden(".review-note")
    load(page, saved(*LOST[:2]))
    assert page.inner_text(".review-note").startswith("This game has 2 moves.")
    page.click(".review-note [aria-label='Close this note']")
    assert page.is_hidden(".review-note")


def test_the_end_of_a_game_offers_its_review(page: Page) -> None:
    save, (move,) = near_the_end("freecell", 1)
    load(page, save)
    page.wait_for_selector(".words:has-text('Winnable')")
    play(page, move)
    page.wait_for_selector(".review-note:has-text('The game is over.')")
    page.click(".review-note button >> nth=0")
    page.wait_for_selector(f"{STATUS}:has-text('The game could be won all the way, and was won.')")


@pytest.mark.slow
def test_what_is_left_open_is_hatched_and_can_be_gone_into(page: Page) -> None:
    asked: list[float] = []

    def left_open(route: Any) -> None:
        body = json.loads(route.request.post_data)
        job = {"id": "x", "board": "", "place": "", "ahead": 0, "seconds": 3.0, "error": ""}
        job["question"] = body["question"]
        if body["question"] != "review":  # nothing else is found out
            return route.fulfill(json={**job, "state": "failed", "data": None, "error": "not now"})
        asked.append(body["seconds"])
        line = page.evaluate(
            "[...document.querySelectorAll('#tree [data-place]')].map((x) => x.dataset.place)"
        )
        verdicts = ["solved", "unknown", "unknown", "unsolvable"]
        known = {place: {"verdict": verdict} for place, verdict in zip(line[-4:], verdicts, strict=True)}
        data = {"kind": "verdicts", "line": line[-4:], "phase": "", "text": "Lost between move 1 and 3."}
        data |= {"blunders": [], "detours": [], "guesses": [], "known": known}
        return route.fulfill(json={**job, "state": "done", "data": data})

    page.route("**/ask", left_open)
    load(page, saved(*LOST[:3]))
    page.click(".review-note button >> nth=0")
    page.wait_for_selector(f"{STATUS}:has-text('between move 1 and 3')")
    assert page.locator(f"{GRAPH} .open").count() == 2
    page.focus(GRAPH)
    assert value(page).endswith(": lost")
    page.keyboard.press("ArrowLeft")
    assert value(page).endswith(": not decided")
    page.click("#panel-review button:has-text('Go deeper')")
    taken(page, asked, 2)
    assert asked == [40, 160]
    wait_until(page, "document.querySelectorAll('.review-graph .open').length == 2")
    page.unroute("**/ask")


# --- trying again ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_try_again_wrong_then_right_any_way(page: Page) -> None:
    _, keeps, loses = before_the_loss()
    wrong = next(move for move in loses if move not in LOST)
    assert len(keeps) >= 2
    patient(page)
    reviewed(page, a_lost_game().save())
    page.click("#panel-review li button:has-text('Try again') >> nth=0")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")
    page.wait_for_selector(".arrow")
    play(page, wrong)
    page.wait_for_selector(f"{TRIED}:has-text('loses, too')")
    assert page.get_attribute(".try-again", "data-state") == "wrong"
    for right in keeps:
        play(page, right)
        page.wait_for_selector(f"{TRIED}:has-text('Right: {right}')")
        assert "wins in" in page.inner_text(TRIED)
        assert page.inner_text(".try-again .solution").startswith("The rest:")
        page.click(".try-again button:has-text('Try another')")
        page.wait_for_selector(f"{TRIED}:has-text('Find a move')")
    page.click(".try-again button:has-text('Skip')")
    page.wait_for_selector(f"{TRIED}:has-text('You played 8c')")
    page.click(".try-again button:has-text('Show it')")
    page.wait_for_selector(f"{TRIED}:has-text('begins a win')")
    assert page.locator(".showing .arrow").count() == 1
    page.click(".try-again button:has-text('Next')")
    page.wait_for_selector(f"{TRIED}:has-text('1 time of 2')")
    page.click(".try-again button:has-text('Leave')")
    page.wait_for_selector(GRAPH)
    page.click("#tab-moves")
    texts = page.locator("move-tree .move b").all_inner_texts()
    assert wrong not in texts
    assert set(keeps) <= set(texts)
    assert "8c" in texts  # what was there before stays


@pytest.mark.slow
def test_nothing_gives_the_answer_away(page: Page) -> None:
    """Neither what is shown nor what is read out, whatever keys are pressed; forward is no answer."""
    reviewed(page, saved(*LOST))
    page.click(".review-strip button:has-text('Line that won')")  # now it is in the tree, too
    page.wait_for_selector(".player:has-text('0 made')")
    page.click("#tab-review")
    page.click("#panel-review li button:has-text('Try again')")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")
    line = " ".join(page.evaluate("[...document.querySelectorAll('.arrow')].map((x) => x.textContent)"))
    assert not line
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url) if sent.url.endswith("/ask") else None)
    for key in ("", "ArrowRight", "Control+y", "e", "h", "Shift+h", "s", "r", "b", "Control+z", "ArrowLeft"):
        page.evaluate("document.activeElement.blur()")
        if key:
            page.keyboard.press(key)
        page.wait_for_timeout(60)
        assert page.get_attribute(".try-again", "data-state") == "find"
        assert page.locator("move-tree .move").count() == 0
        shown = page.text_content("body") or ""
        assert not re.search(r"Winnable:|winnable, |No longer|[●✕]|7c|to the win", shown), (key, shown)
        assert page.inner_text(".words") == "Hidden while you try again"
    assert not asked
    page.keyboard.press("Escape")
    page.wait_for_selector(GRAPH)
    page.wait_for_selector(".words:has-text('Winnable:')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".move.here:has-text('7c')", state="attached")  # where one went last


@pytest.mark.slow
def test_what_is_not_decided_in_time_is_not_called_wrong(page: Page) -> None:
    reviewed(page, saved(*LOST))

    def undecided(route: Any) -> None:
        if json.loads(route.request.post_data)["question"] != "tried":
            return route.continue_()
        data = {"verdict": "unknown", "reason": "time", "reasons": [], "moves": [], "stats": {"expanded": 9}}
        job = {
            "id": "x",
            "board": "",
            "place": "",
            "question": "tried",
            "ahead": 0,
            "seconds": 3.0,
            "error": "",
        }
        return route.fulfill(json={**job, "state": "done", "data": data})

    page.route("**/ask", undecided)
    page.click("#panel-review li button:has-text('Try again')")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")
    play(page, "7c")
    page.wait_for_selector(f"{TRIED}:has-text('Cannot tell')")
    assert page.get_attribute(".try-again", "data-state") == "unknown"
    assert "wrong" not in page.inner_text(".try-again")
    page.unroute("**/ask")
    page.route("**/ask", lambda route: None)  # no answer comes at all
    page.click(".try-again button:has-text('Try another')")
    page.wait_for_selector(f"{TRIED}:has-text('Find a move')")
    play(page, LOST[5])
    page.wait_for_selector(f"{TRIED}:has-text('Checking')")
    page.wait_for_selector(f"{TRIED}:has-text('Cannot tell')")
    page.click(".try-again button:has-text('Leave')")
    page.click("#tab-moves")
    page.wait_for_selector("move-tree .move:has-text('7c')")  # it may be right, and stays
    page.unroute("**/ask")


@pytest.mark.slow
def test_review_and_trying_again_by_keys_alone(page: Page) -> None:
    patient(page)
    load(page, saved(*LOST))
    page.evaluate("document.activeElement.blur()")

    def tab_to(selector: str, key: str = "Tab") -> None:
        for _ in range(80):
            page.keyboard.press(key)
            if page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
        pytest.fail(f"no way to {selector}")

    page.keyboard.press("r")
    page.wait_for_selector("button:has-text('Save review')")
    tab_to(GRAPH)
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('.move.here b')?.textContent == '3c'")
    tab_to(".review-strip button", "Shift+Tab")  # close
    tab_to(".review-strip button", "Shift+Tab")  # the line that won
    tab_to(".review-strip button", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")
    wait_until(page, "document.getElementById('table').contains(document.activeElement)")
    page.keyboard.press("/")
    page.keyboard.type("7c")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{TRIED}:has-text('Right: 7c')")
    tab_to(".try-again button")
    page.keyboard.press("Enter")  # next: there is none
    page.wait_for_selector(f"{TRIED}:has-text('1 time of 1')")
    page.focus("#table")
    page.keyboard.press("Escape")
    page.wait_for_selector(GRAPH)


@pytest.mark.slow
def test_undead_is_tried_again_on_its_board(page: Page) -> None:
    patient(page)
    reviewed(page, filled_in("r1c2=v", "r2c3=g", "r4c4=g", "r3c1=z"))
    page.click("#panel-review li button:has-text('Try again')")
    page.wait_for_selector(f"{TRIED}:has-text('a zombie in r3c1')")
    assert page.locator(".cell.hinted").get_attribute("aria-label").startswith("row 3, column 1")
    page.click('.cell[aria-label^="row 3, column 1:"]')
    page.keyboard.press("g")
    page.wait_for_selector(f"{TRIED}:has-text('Right: r3c1=g')")


# --- unseen, narrow, and for everybody ---------------------------------------------------------------------


@pytest.mark.slow
def test_an_unseen_game_is_reviewed_by_chances(open_page: Callable[..., Page]) -> None:
    game = get_game("spider")
    session = Session.of_deal(game, 5)
    for _ in range(2):
        session.play(session.legal()[0])
    received: list[str] = []
    page = open_page("#" + quote(session.save()), received=received, viewport={"width": 1280, "height": 800})
    page.click(".review-note button >> nth=0")
    page.wait_for_selector(".chance-line")
    buttons = "[...document.querySelectorAll('#panel-review button')]"
    page.evaluate(f"{buttons}.find((one) => one.textContent === 'Stop')?.click()")  # unless it is over
    page.focus(GRAPH)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert re.search(r"^move 1, .*: \d+ % \(\d+ to \d+\)$", value(page))
    assert page.locator("button:has-text('Try again')").count() == 0
    assert page.locator("move-tree .move").count() == 2  # nothing was taken back
    page.wait_for_load_state("networkidle")
    seen = {
        str(card)
        for node in session.root.all()
        for pile in scene_of(game, observe(game, node.placed)).piles
        for card in pile.cards
    }
    assert set(re.findall(r'"([A2-9TJQK][CDHS])"', "".join(received))) <= seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme"), [pytest.param(1280, "light", marks=pytest.mark.slow), (360, "dark")]
)
def test_axe_finds_nothing_in_a_review(open_page: Callable[..., Page], width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(color_scheme=scheme, viewport={"width": width, "height": 740})
    reviewed(page, saved(*LOST))
    page.click("#panel-review summary")

    def check() -> None:
        found = axe.Axe().run(page).response["violations"]
        serious = [problem for problem in found if problem["impact"] in ("serious", "critical")]
        assert not serious, [
            (problem["id"], [node["html"][:120] for node in problem["nodes"]]) for problem in serious
        ]

    check()
    page.click("#panel-review li button:has-text('Try again')")
    page.wait_for_selector(f"{TRIED}:has-text('You played 3c')")
    page.wait_for_selector(".arrow .shaft", state="attached")
    check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    made(page, 0)
