"""The page and its server: games outlive a crash, a reload and a second tab; the clock; one's statistics."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import context_of
from .serving import WINNABLE
from .test_page import load, made, near_the_end, taken, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytest.importorskip("playwright.sync_api")


class OwnServer:
    """A server of this test's own, which it may kill and start again at the same port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = "0"
        self.running: subprocess.Popen[str] | None = None

    def start(self, *options: str) -> str:
        command = [*WINNABLE, "serve", "--port", self.port, "--jobs", "1"]
        self.running = subprocess.Popen(
            [*command, "--data", str(self.data), *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.running.stdout is not None
        line = self.running.stdout.readline()
        url = next(word for word in line.split() if word.startswith("http://"))
        self.port = url.split(":")[2].split("/")[0]
        return url

    def kill(self) -> None:
        """As a crash does: it may write nothing more."""
        if self.running is not None:
            self.running.kill()
            self.running.wait(60)
            assert self.running.stdout is not None
            self.running.stdout.close()
            self.running = None


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnServer]:
    server = OwnServer(tmp_path / "data")
    yield server
    server.kill()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens tabs of one browser; errors of scripts fail the test, lost connections don't."""
    context = context_of(browser, viewport={"width": 1280, "height": 800})
    problems: list[str] = []

    def open_tab(url: str, *, clock: bool = False) -> Page:
        page = context.new_page()
        if clock:
            page.clock.install()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if _is_problem(said) else None)
        page.goto(url)
        page.wait_for_selector(".card, .cell")
        return page

    yield open_tab
    context.close()
    assert not problems


def _is_problem(said: Any) -> bool:
    # Of a page that comes from another machine without https the browser ignores a header, and says so.
    known = ("Failed to load resource", "Cross-Origin-Opener-Policy")
    return said.type in ("error", "warning") and not any(words in said.text for words in known)


def play(page: Page, move: str) -> None:
    """By the command line; waits until it was made: by the place, whose text a verdict changes too."""
    place = "document.querySelector('.move.here')?.id ?? ''"
    before = page.evaluate(place)
    page.fill("#move", move)
    page.press("#move", "Enter")
    wait_until(page, f"({place}) !== {before!r}")


def here(page: Page) -> str:
    """The place in the list of moves."""
    shown = page.evaluate("document.querySelector('.move.here')?.textContent ?? ''")
    assert isinstance(shown, str)
    return shown


def moves(page: Page) -> list[str]:
    """The list of moves without verdicts, which come when they come."""
    texts = page.locator("move-tree .move").all_inner_texts()
    return [" ".join(text.split()[:2]) for text in texts]


def try_now(page: Page) -> None:
    """By the button, unless the page has tried again by itself by then, which takes the button away."""
    page.evaluate("document.querySelector('#banner:not([hidden]) button')?.click()")
    wait_until(page, "document.querySelector('#banner').hidden")


def banner(page: Page) -> str:
    shown = page.evaluate("document.querySelector('#banner:not([hidden])')?.textContent ?? ''")
    assert isinstance(shown, str)
    return shown


def set_deal(page: Page, game: str, deal: str) -> None:
    page.select_option("#game", game)
    page.fill("#deal", deal)
    page.click("#new button:has-text('Deal')")
    wait_until(page, f"document.title.includes({deal!r})")


def test_a_killed_server_is_told_and_the_game_goes_on(own: OwnServer, tab: Callable[..., Page]) -> None:
    page = tab(own.start())
    play(page, "1a")
    play(page, "2b")
    page.click("#undo")
    wait_until(page, "document.querySelector('.move.here b').textContent === '1a'")
    play(page, "3b")
    page.click(".move >> nth=0")
    wait_until(page, "document.querySelector('.move.here').id === document.querySelector('.move').id")
    before = moves(page), here(page).split()[:2]
    own.kill()
    page.fill("#move", "4c")
    page.press("#move", "Enter")
    wait_until(page, "!document.querySelector('#banner').hidden")
    assert banner(page).startswith("Connection lost. Your game is safe here; trying again")
    wait_until(page, "document.getElementById('error').textContent.includes('was not done')")
    own.start()
    try_now(page)
    assert (moves(page), here(page).split()[:2]) == before
    play(page, "4b")  # with the token of the new server
    assert len(moves(page)) == 4


@pytest.mark.slow
def test_a_server_that_was_started_again_unseen_makes_the_move(
    own: OwnServer, tab: Callable[..., Page]
) -> None:
    """Without the store: it gets the game from the page."""
    page = tab(own.start("--read-only"))
    play(page, "1a")
    own.kill()
    own.start("--read-only")
    play(page, "2b")
    assert moves(page) == ["1 1a", "2 2b"]
    assert banner(page) == ""
    own.kill()
    own.start("--read-only")
    set_deal(page, "pyramid", "3")
    play(page, "draw")
    assert not own.data.exists()


def test_a_reload_loses_nothing(own: OwnServer, tab: Callable[..., Page]) -> None:
    url = own.start()
    page = tab(url)
    other = tab(url)
    set_deal(other, "pyramid", "3")
    play(other, "draw")
    set_deal(page, "freecell", "618")
    play(page, "1a")
    play(page, "2b")
    page.click("#undo")
    wait_until(page, "document.querySelector('.move.here')?.textContent.includes('1a')")
    for one, expected in ((page, ["1 1a", "2 2b"]), (other, ["1 draw"])):
        one.reload()
        wait_until(one, f"document.querySelectorAll('move-tree .move').length === {len(expected)}")
        assert moves(one) == expected
    assert here(page).startswith("1 1a")
    own.kill()
    own.start("--read-only")  # it knows nothing, and the browser does
    page.reload()
    made(page, 2)
    assert moves(page) == ["1 1a", "2 2b"]


def test_two_tabs_of_one_game_show_the_same(own: OwnServer, tab: Callable[..., Page]) -> None:
    url = own.start()
    one = tab(url)
    play(one, "1a")
    two = tab(url)
    assert moves(two) == ["1 1a"]
    play(two, "2b")
    made(one, 2)
    assert moves(one) == moves(two) == ["1 1a", "2 2b"]
    one.evaluate(
        """async () => {  // as a tab of another browser does, of which nobody hears
             const {id} = JSON.parse(sessionStorage.getItem("game"));
             const token = document.querySelector("meta[name=winnable-token]").content;
             const headers = {"content-type": "application/json", "x-winnable-token": token};
             await fetch(`/api/boards/${id}/play`, {method: "POST", headers, body: '{"move": "3c"}'});
           }"""
    )
    one.fill("#move", "4c")
    one.press("#move", "Enter")
    wait_until(one, "document.querySelector('#error').textContent.includes('another tab')")
    made(two, 3)
    assert moves(one) == moves(two) == ["1 1a", "2 2b", "3 3c"]


def seconds(page: Page) -> int:
    minutes, rest = page.inner_text("#clock").removeprefix("⏸").strip().split(":")
    return 60 * int(minutes) + int(rest)


HIDE = """hidden => {
  const value = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", {value, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.slow
def test_the_clock_runs_while_one_looks_at_an_open_game(own: OwnServer, tab: Callable[..., Page]) -> None:
    page = tab(own.start(), clock=True)
    save, left = near_the_end("freecell", 2)
    load(page, save)
    play(page, left[0])
    page.clock.run_for(12_000)
    looked = seconds(page)
    assert 11 <= looked < 60
    page.evaluate(HIDE, True)
    page.clock.run_for(70_000)
    page.evaluate(HIDE, False)
    assert seconds(page) < looked + 60
    page.click("#clock")
    assert page.inner_text("#clock").startswith("⏸")
    stopped = seconds(page)
    page.clock.run_for(70_000)
    assert seconds(page) == stopped
    page.reload()
    page.wait_for_selector(".card")
    assert stopped <= seconds(page) < stopped + 60
    own.kill()
    own.start()
    page.reload()
    page.wait_for_selector(".card")
    assert stopped - 10 <= seconds(page) < stopped + 60  # after a crash ten seconds may be missing
    play(page, left[1])
    page.wait_for_selector(".words:has-text('Won')")
    ended = seconds(page)
    page.clock.run_for(70_000)
    assert seconds(page) < ended + 60
    page.click("#tab-settings")
    page.uncheck("#setting-clock")
    assert page.is_hidden("#clock")


@pytest.mark.slow
def test_games_are_found_gone_on_with_and_counted(own: OwnServer, tab: Callable[..., Page]) -> None:
    page = tab(own.start())
    set_deal(page, "freecell", "618")
    play(page, "1a")
    set_deal(page, "pyramid", "3")
    play(page, "draw")
    page.click("#tab-games")
    rows = page.locator(".kept-games li")
    page.wait_for_selector(".kept-games li:has-text('618')")
    assert rows.count() == 2
    page.fill(".kept-games input", "618 open")
    wait_until(page, "document.querySelectorAll('.kept-games li').length === 1")
    page.click(".kept-games button:has-text('Go on')")
    wait_until(page, "document.title.includes('618')")
    assert moves(page) == ["1 1a"]
    assert "FreeCell" in page.inner_text("#title")
    page.fill(".kept-games input", "")
    page.wait_for_selector(".kept-games li:has-text('Pyramid')")
    late: list[tuple[Route, Any]] = []
    page.route("**/api/kept", lambda route: late.append((route, route.fetch())), times=1)
    page.click("#tab-games")  # a list that comes after the next one
    taken(page, late)
    page.click("li:has-text('Pyramid') >> text=Delete")
    wait_until(page, "document.querySelectorAll('.kept-games li').length === 1")
    for route, answer in late:
        route.fulfill(response=answer)
    page.wait_for_timeout(200)
    assert rows.count() == 1
    page.click(".kept-games button:has-text('Undo')")
    wait_until(page, "document.querySelectorAll('.kept-games li').length === 2")
    page.click(".kept-games button:has-text('Give up')")
    page.wait_for_selector("li:has-text('given up')")
    assert "given up" in page.inner_text(".kept-games p")
    page.click(".kept-games button:has-text('Take back')")
    page.wait_for_selector("li:has-text('open') >> text=on the table")
    page.click(".kept-games button:has-text('Statistics')")
    page.wait_for_selector(".statistics section")
    words = page.inner_text(".statistics section:has-text('Pyramid')")
    assert "1: 1 open" in words
    assert "66.5 % of 100,000 deals can be won, all cards known" in words
    assert "0 % won (95 %: 0 % to 79.3 %)" in words
    with page.expect_download() as download:
        page.click("text=Games as CSV")
    table = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[:2] for line in table[1:]] == [["freecell", "ms:618"], ["pyramid", "ms:3"]]
    page.click(".statistics section:has-text('Pyramid') >> text=Reset")
    wait_until(page, "document.querySelectorAll('.statistics section').length === 1")
    page.click(".statistics button:has-text('Undo')")
    wait_until(page, "document.querySelectorAll('.statistics section').length === 2")


@pytest.mark.slow
def test_for_other_machines_the_link_is_the_key(own: OwnServer, tab: Callable[..., Page]) -> None:
    url = own.start("--host", "0.0.0.0")
    address, _, token = url.partition("#token=")
    assert len(token) > 20
    page = tab(url)
    assert token not in page.url
    play(page, "1a")
    page.reload()
    made(page, 1)
    stranger = page.context.new_page()
    stranger.goto(address)
    stranger.wait_for_selector("#banner:has-text('open the whole link')")
    assert stranger.locator(".card").count() == 0
    own.kill()
    again = own.start("--host", "0.0.0.0")
    page.fill("#move", "2b")
    page.press("#move", "Enter")
    page.wait_for_selector("#banner:has-text('Open the link that it printed')")
    page.evaluate("hash => { location.hash = hash; }", again.partition("#")[2])
    wait_until(page, "document.querySelector('#banner').hidden")
    play(page, "2b")
    assert moves(page) == ["1 1a", "2 2b"]


@pytest.mark.slow
def test_trouble_with_the_disk_is_told_once(own: OwnServer, tab: Callable[..., Page]) -> None:
    own.data.parent.mkdir(exist_ok=True)
    own.data.write_text("a file, where a folder is wanted")
    url = own.start("--data", str(own.data / "within"))
    page = tab(url)
    play(page, "1a")
    warning = """(async () => {
      const {id} = JSON.parse(sessionStorage.getItem("game"));
      const token = document.querySelector("meta[name=winnable-token]").content;
      const answer = await fetch(`/api/boards/${id}`, {headers: {"x-winnable-token": token}});
      return (await answer.json()).warning;
    })()"""
    wait_until(page, warning)  # the server has tried to write it
    play(page, "2b")
    page.wait_for_selector("#banner:has-text('Games cannot be saved')")
    page.click("#banner button:has-text('Close')")
    play(page, "3c")
    assert banner(page) == ""
    page.reload()
    made(page, 3)
