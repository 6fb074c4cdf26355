"""The verdict bar in a real browser: it shows the place where one is, its search can be stopped, made deeper
and paused, and its boxes stay where they are."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sizes import PATIENCE
from winnable.registry import get_game
from winnable.session import Session

from .test_page import load, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api")

BAR = """() => {
  const bar = document.querySelector('verdict-bar');
  const text = (name) => bar.querySelector(name).textContent.replaceAll('\\u00a0', ' ');
  const here = document.querySelector('move-tree .here');
  return {place: bar.dataset.place, state: bar.dataset.state, words: text('.words'), cost: text('.cost'),
          act: bar.querySelector('.act').dataset.act, more: text('.more'),
          size: [bar.offsetWidth, bar.offsetHeight, bar.querySelector('.act').offsetLeft]};
}"""
SETTLED = ("solved", "unsolvable", "unknown")


def bar(page: Page) -> dict[str, Any]:
    shown: dict[str, Any] = page.evaluate(BAR)
    return shown


def wait_for(page: Page, what: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while not what(shown := bar(page)):
        assert time.monotonic() < end, shown
        page.wait_for_timeout(20)
    return shown


def settled(page: Page) -> dict[str, Any]:
    return wait_for(page, lambda shown: shown["state"] in SETTLED)


def deeper(page: Page, state: str) -> dict[str, Any]:
    """What it shows of an answer once it knows what a longer search may spend, which the server says."""
    return wait_for(page, lambda shown: (shown["state"], shown["act"]) == (state, "deeper"))


def press(page: Page, act: str) -> None:
    """The bar's button, once it stands there long enough to be meant."""
    wait_for(page, lambda shown: shown["act"] == act)
    page.wait_for_timeout(450)
    page.click("verdict-bar .act")


def asked(page: Page) -> list[str]:
    """The questions that the page puts from now on."""
    questions: list[str] = []

    def note(request: Any) -> None:
        if request.url.endswith("/ask"):
            questions.append(request.post_data or "")

    page.on("request", note)
    return questions


def branched(moves: int = 8) -> str:
    """A game with side lines, some of them lost."""
    session = Session.of_deal(get_game("freecell"), 617)
    rng, nodes = Random(5), [session.root]
    for _ in range(moves):
        session.goto(rng.choice(nodes[-3:]))
        nodes.append(session.play(rng.choice(session.legal())))
    session.goto(session.root)
    return session.save()


FRAMES = """async (places) => {
  const bar = document.querySelector('verdict-bar');
  const seen = [];
  let on = true;
  const look = () => {
    const here = document.querySelector('move-tree .here');
    const words = bar.querySelector('.words').textContent;
    seen.push([bar.dataset.place, here?.dataset.place ?? '', bar.dataset.state, words]);
    if (on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  for (const place of places) {
    document.querySelector(`move-tree [data-place="${place}"]`).click();
    await new Promise((done) => setTimeout(done, Math.random() < .2 ? 450 : Math.random() * 90));
  }
  await new Promise((done) => setTimeout(done, 600));
  on = false;
  return seen;
}"""


@pytest.mark.slow
def test_the_bar_never_shows_another_place(page: Page) -> None:
    load(page, branched())
    settled(page)
    places = page.evaluate(
        "[...document.querySelectorAll('move-tree [data-place]')].map((move) => move.dataset.place)"
    )
    assert len(set(places)) > 6
    for place in places[1:6]:  # of these the verdict is known before
        page.click(f'move-tree [data-place="{place}"]')
        wait_for(page, lambda shown, place=place: shown["place"] == place and shown["state"] in SETTLED)
    rng = Random(1)
    seen = page.evaluate(FRAMES, [rng.choice(places) for _ in range(50)])
    assert len(seen) > 30
    assert all(shown == here for shown, here, _, _ in seen)
    said: dict[str, set[str]] = {}
    for shown, _, state, words in seen:
        if state in SETTLED:
            said.setdefault(shown, set()).add(words.replace("from here ", ""))
    assert len(said) > 3
    # Of each place the same was said all the time, or a win that is shorter.
    assert all(len(words) == 1 or all("Winnable" in one for one in words) for words in said.values())


@pytest.mark.slow
def test_stepping_fast_starts_no_search_for_each_step(page: Page) -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    rng = Random(2)
    for _ in range(30):
        session.play(rng.choice(session.legal()))
    load(page, session.save())
    settled(page)
    page.focus("#table")
    questions = asked(page)
    page.evaluate(  # in the page, whose own clock says how long one rests
        """async () => {
          for (let number = 0; number < 200; number++) {
            const key = Math.floor(number / 25) % 2 ? "ArrowRight" : "ArrowLeft";
            const init = { key, code: key, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init));
            await new Promise((done) => setTimeout(done, 10));
          }
        }"""
    )
    wait_until(page, "document.querySelector('verdict-bar').dataset.state !== 'asked'")
    settled(page)
    assert len(questions) <= 2


@pytest.mark.slow
def test_off_is_off(page: Page) -> None:
    settled(page)
    page.keyboard.press("e")
    begun = (lambda: load(page, "5", "freecell"), lambda: page.click("#next"))
    for again in (lambda: None, page.reload, *begun):
        again()
        page.wait_for_selector(".card")
        wait_for(page, lambda shown: shown["state"] == "off")
        page.wait_for_timeout(500)
        text = page.evaluate("document.body.textContent")
        said = ("Winnable:", "Cannot be won", "Not decided", "positions searched")
        assert not any(words in text for words in said)
    page.click("verdict-bar .toggle")
    assert "Winnable" in settled(page)["words"]


def test_a_search_for_a_shorter_win_is_stopped_and_keeps_what_it_has(page: Page) -> None:
    first = deeper(page, "solved")
    assert "positions searched in" in first["cost"]
    assert "(limit 10 s, 1 GB)" in first["cost"]
    assert first["more"] == "up to 40 s, 4 GB"
    press(page, "deeper")
    looking = wait_for(page, lambda shown: "Looking for a shorter win: " in shown["cost"])
    assert looking["words"] == first["words"]
    assert " positions, " in looking["cost"]
    assert looking["cost"].endswith((" MB", " GB"))
    wait_for(page, lambda shown: searched(shown) > searched(first))  # what is less is not kept
    press(page, "stop")
    after = wait_for(page, lambda shown: shown["act"] == "deeper")
    assert "then stopped" in after["cost"]
    assert after["more"] == first["more"]  # the longer search was not made

    def moves(shown: dict[str, Any]) -> int:
        return int(shown["words"].split()[1])

    assert moves(after) <= moves(first)
    assert first["size"] == looking["size"] == after["size"]


def searched(shown: dict[str, Any]) -> int:
    """How many positions the bar tells of."""
    found = re.search(r"([\d,]+) positions", shown["cost"])
    return int(found[1].replace(",", "")) if found else 0


def test_a_search_that_met_its_limit_goes_deeper(page: Page) -> None:
    """The page's first limits are lowered on their way; those that it names after that are the server's."""
    page.route("**/ask", lambda route: route.continue_(post_data=lowered(route.request.post_data or "")))
    load(page, "11982", "freecell")
    first = deeper(page, "unknown")
    assert first["words"] == "Not decided: 0.02 s reached"
    assert "(limit 0.02 s, 1 GB)" in first["cost"]
    assert first["more"].startswith("up to 40 s")
    page.unroute("**/ask")
    press(page, "deeper")
    assert wait_for(page, lambda shown: shown["state"] == "unsolvable")["words"] == "Cannot be won (proved)"


def lowered(body: str) -> str:
    return body.replace('"seconds":10', '"seconds":0.02')


BUSY = """async (searches) => {
  const token = document.querySelector('meta[name=winnable-token]').content;
  const headers = {'x-winnable-token': token, 'content-type': 'application/json'};
  const post = async (path, body) => {
    const reply = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
    return reply.json();
  };
  const board = await post('/api/boards', {text: '617', game: 'freecell'});
  const jobs = [];
  for (let i = 0; i < searches; i++) {
    const asked = {question: 'shorter', page: `busy ${i}`, seconds: 60};
    jobs.push((await post(`/api/boards/${board.id}/ask`, asked)).id);
  }
  return jobs;
}"""
LEAVE = """async (jobs) => {
  const headers = {'x-winnable-token': document.querySelector('meta[name=winnable-token]').content};
  for (const job of jobs) await fetch(`/api/jobs/${job}`, {method: 'DELETE', headers});
}"""


@pytest.mark.slow
def test_who_waits_sees_the_place_in_line_and_may_leave_it(page: Page) -> None:
    settled(page)
    jobs = page.evaluate(BUSY, (os.cpu_count() or 1) + 1)
    try:
        load(page, "11982", "freecell")
        waiting = wait_for(page, lambda shown: shown["state"] == "queued")
        assert waiting["words"] in ("2nd in line", "3rd in line")
        press(page, "stop")
        stopped = wait_for(page, lambda shown: shown["state"] == "unknown")
        assert (stopped["words"], stopped["more"]) == ("Not decided: stopped", "up to 10 s, 1 GB")
        assert stopped["cost"] == "Nothing was searched yet."
    finally:
        page.evaluate(LEAVE, jobs)
    press(page, "deeper")
    wait_for(page, lambda shown: shown["state"] == "unsolvable")


@pytest.mark.slow
def test_a_hidden_tab_searches_nothing(page: Page) -> None:
    settled(page)
    press(page, "deeper")
    wait_for(page, lambda shown: "Looking for a shorter win: " in shown["cost"])
    questions = asked(page)
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, True)
    assert bar(page)["state"] == "paused"
    page.wait_for_timeout(600)
    assert (bar(page)["state"], questions) == ("paused", [])
    page.evaluate(hide, False)
    wait_for(page, lambda shown: "Looking for a shorter win: " in shown["cost"])
    assert len(questions) == 1
    assert '"shorter"' in questions[0]


@pytest.mark.slow
def test_a_failed_search_can_be_asked_again(page: Page) -> None:
    settled(page)
    fault = '{"error": {"what": "the search broke off"}}'
    page.route("**/ask", lambda route: route.fulfill(status=422, body=fault))
    load(page, "11982", "freecell")
    failed = wait_for(page, lambda shown: shown["state"] == "failed")
    assert (failed["words"], failed["cost"]) == ("The search failed", "The search broke off")
    page.unroute("**/ask")
    press(page, "again")
    wait_for(page, lambda shown: shown["state"] == "unsolvable")


def test_a_hint_that_finds_a_shorter_win_changes_what_the_bar_says(page: Page) -> None:
    """The bar said 108 moves beside a hint of 94."""
    load(page, "ms:3", "pyramid")
    first = deeper(page, "solved")["words"]
    page.click("#hint")
    wait_until(page, "document.getElementById('answer').textContent.includes('the fewest')")
    told = re.search(r"wins? in (\d+) actions", page.inner_text("#answer"))
    assert told is not None
    shown = wait_for(page, lambda shown: shown["words"] != first)
    assert shown["words"] == f"Winnable: {told[1]} moves, the shortest"
