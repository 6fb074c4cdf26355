"""The analysis board under load, as a table: `python bench/board.py`.

A server runs as anyone starts it; pages of it are open in Debian's Chromium, which shares the machine. What
must hold: how soon the page is seen, a move is shown after its drop, a verdict is there; twenty pages at
once, in one browser and in twenty, each with a search; and memory over play at random (`--minutes 60`: an
hour).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from table import Row, print_table

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-precise-memory-info"]
HARD = "freecell:cells=2"  # a search there does not end soon
PAGES = 20


# --- the server --------------------------------------------------------------------------------------------


class Server:
    """`winnable serve` in a process of its own, and requests to it."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "winnable", "serve", "--port", "0"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]  # type: ignore[index]
        page = self.ask("GET", "/", raw=True)
        self.start_cpu = self.cpu()
        self.token = re.search(r'winnable-token" content="([^"]+)"', page)[1]  # type: ignore[index]

    def ask(self, method: str, path: str, body: Any = None, *, raw: bool = False) -> Any:
        """One request on a connection of its own."""
        host = urlsplit(self.url)
        connection = HTTPConnection(host.hostname or "", host.port, timeout=60)
        headers = {} if raw else {"x-winnable-token": self.token, "content-type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        reply = connection.getresponse()
        text = reply.read().decode()
        connection.close()
        if reply.status != 200:
            raise SystemExit(f"{method} {path}: {reply.status} {text}")
        return text if raw else json.loads(text)

    def cpu(self) -> float:
        """Seconds of the process itself, without its workers."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1000  # type: ignore[index]

    def verdict_seconds(self, game: str, deal: int) -> float:
        """From the question to the answer."""
        board = self.ask("POST", "/api/boards", {"text": str(deal), "game": game})
        start = time.monotonic()
        job = self.ask("POST", f"/api/boards/{board['id']}/ask", {"question": "verdict", "page": "bench"})
        while job["state"] in ("queued", "running"):
            time.sleep(0.005)
            job = self.ask("GET", f"/api/jobs/{job['id']}")
        if job["state"] != "done":
            raise SystemExit(f"{game} {deal}: {job}")
        return time.monotonic() - start


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(10)


# --- pages -------------------------------------------------------------------------------------------------


def start_of(game: str, deal: int) -> str:
    """The fragment of a link that begins a game."""
    return "#" + quote(f"winnable game 1\ngame: {game}\nstart: {deal}\nmoves:\nend\n")


def open_page(context: BrowserContext, server: Server, fragment: str = "") -> Page:
    page = context.new_page()
    page.goto(server.url + fragment)
    page.wait_for_selector(".card", timeout=60_000)
    return page


def first_paint(page: Page) -> float:
    """Milliseconds from the server's answer to the first contents on the screen."""
    return float(
        page.evaluate(
            """() => performance.getEntriesByName('first-contentful-paint')[0].startTime
                     - performance.getEntriesByType('navigation')[0].responseStart"""
        )
    )


# In the page: the time of a drop, and that at which the table has changed and the browser is to paint it.
WATCH = """() => {
  window.shown = new Promise((resolve) => {
    const started = (event) => {
      const at = performance.now();
      const table = document.getElementById('table');
      const changed = new MutationObserver(() => {
        if (!document.querySelector('[data-pile="cell a"][data-card]')) return;
        changed.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - at));
      });
      changed.observe(table, { childList: true, subtree: true, attributes: true });
    };
    addEventListener('pointerup', started, { capture: true, once: true });
  });
}"""


def drop_times(page: Page, times: int) -> list[float]:
    """Milliseconds from the drop of a card onto a cell to its being shown there, some times over."""
    found = []
    for _ in range(times):
        card = page.locator('.card[data-pile="column 1"]').last.bounding_box()
        cell = page.locator('.slot[data-pile="cell a"]').bounding_box()
        assert card is not None
        assert cell is not None
        page.evaluate(WATCH)
        page.mouse.move(card["x"] + 20, card["y"] + 8)
        page.mouse.down()
        page.mouse.move(cell["x"] + 40, cell["y"] + 40, steps=3)
        page.mouse.up()
        found.append(float(page.evaluate("window.shown")))
        page.wait_for_timeout(250)
        page.keyboard.press("Control+z")
        page.wait_for_function("() => !document.querySelector('[data-pile=\"cell a\"][data-card]')")
        page.wait_for_timeout(250)
    return found


# In the page: makes a move and tells how long it took to be shown.
PLAY = """async (move) => {
  const count = document.querySelectorAll('move-tree .move').length;
  const at = performance.now();
  const input = document.getElementById('move');
  input.value = move;
  input.form.requestSubmit();
  while (document.querySelectorAll('move-tree .move').length === count) {
    if (performance.now() - at > 20000) return 20000;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return performance.now() - at;
}"""


def crowd(browser: Browser, server: Server, *, apart: bool) -> tuple[list[float], int]:
    """Milliseconds of moves on twenty pages while each has a search; and how many pages there were."""
    contexts = [
        browser.new_context(viewport={"width": 800, "height": 600}) for _ in range(PAGES if apart else 1)
    ]
    pages = [open_page(contexts[i % len(contexts)], server, start_of(HARD, 100 + i)) for i in range(PAGES)]
    for page in pages:  # a page that is seen searches; others wait for that
        page.bring_to_front()
    times = []
    for move in ("1a", "2b"):
        for page in pages:
            page.bring_to_front()
            times.append(float(page.evaluate(PLAY, move)))
    shown = sum(page.locator("move-tree .move").count() == 2 for page in pages)
    for context in contexts:
        context.close()
    return times, shown


# In the page: makes one of the legal moves, as typed; was there one?
RANDOM_MOVE = """(chance) => {
  const moves = document.getElementById('table').scene.moves ?? [];
  if (!moves.length) return false;
  const input = document.getElementById('move');
  input.value = moves[Math.floor(chance * moves.length)].text;
  input.form.requestSubmit();
  return true;
}"""


def random_play(page: Page, server: Server, minutes: float) -> tuple[list[float], list[float]]:
    """Megabytes of the server and of the page, looked at twenty times while games are played at random."""
    rng = random.Random(1)
    servers, pages = [], []
    end = time.monotonic() + 60 * minutes
    look = time.monotonic()
    while time.monotonic() < end:
        page.evaluate(
            "deal => { document.getElementById('deal').value = deal; }", str(rng.randrange(1, 32000))
        )
        page.evaluate("document.getElementById('new').requestSubmit()")
        page.wait_for_timeout(200)
        for _ in range(25):
            if page.evaluate(RANDOM_MOVE, rng.random()) and rng.random() < 0.3:
                page.keyboard.press(rng.choice(["Control+z", "Control+y"]))
            page.wait_for_timeout(20)
        if time.monotonic() > look:
            look += 60 * minutes / 20
            page.evaluate("() => window.gc && window.gc()")
            servers.append(server.megabytes())
            pages.append(page.evaluate("performance.memory.usedJSHeapSize") / 1e6)
    return servers, pages


# --- the table ---------------------------------------------------------------------------------------------


def row(what: str, value: float, unit: str, most: float, told: str = "") -> Row:
    return Row(what, f"{value:.3g} {unit}{told}", "-", f"{most:g} {unit}", "-", value <= most)


def growth(values: list[float]) -> float:
    """By how much the last quarter lies above the second one."""
    quarter = max(1, len(values) // 4)
    return median(values[-quarter:]) - median(values[quarter : 2 * quarter] or values)


def measure(server: Server, browser: Browser, minutes: float) -> Iterator[Row]:
    yield row("CPU of serve to its first answer", server.start_cpu, "s", 0.6)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    paints = [first_paint(open_page(context, server)) for _ in range(5)]
    yield row("first paint after the answer, median of 5", median(paints), "ms", 300)
    for game, deals in (("freecell", range(1, 31)), ("pyramid", range(1, 31))):
        times = sorted(1000 * server.verdict_seconds(game, deal) for deal in deals)
        told = f" (longest {times[-1]:.0f})"
        yield row(f"verdict of {game}, median of {len(times)}", median(times), "ms", 300, told)
    page = open_page(context, server, start_of("freecell", 617))
    page.wait_for_timeout(1500)
    drops = sorted(drop_times(page, 20))
    told = f" (longest {drops[-1]:.0f})"
    yield row("drop to card shown, median of 20", median(drops), "ms", 50, told)
    for apart in (False, True):
        times, shown = crowd(browser, server, apart=apart)
        where = f"in {PAGES} browsers" if apart else "in one browser"
        told = f" (longest {max(times):.0f})"
        yield row(
            f"move on one of {PAGES} pages {where}, 95 % within",
            sorted(times)[int(0.95 * len(times)) - 1],
            "ms",
            200,
            told,
        )
        yield Row(f"pages that loaded and played, {where}", str(shown), "-", str(PAGES), "-", shown == PAGES)
    servers, pages = random_play(page, server, minutes)
    told = f" (at the end {servers[-1]:.0f})"
    yield row(f"growth of the server, {minutes:g} min of play", growth(servers), "MB", 5, told)
    told = f" (at the end {pages[-1]:.0f})"
    yield row(f"growth of the page, {minutes:g} min of play", growth(pages), "MB", 5, told)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=2, help="of play at random")
    given = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("no Chromium here: apt-get install chromium")
    from tempfile import TemporaryDirectory

    flags = [*FLAGS, "--js-flags=--expose-gc"]
    with TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        rows = []
        for row in measure(server, browser, given.minutes):
            print(f"{row.what}: {row.ours}", file=sys.stderr)
            rows.append(row)
        browser.close()
    print_table(rows)


if __name__ == "__main__":
    main()
