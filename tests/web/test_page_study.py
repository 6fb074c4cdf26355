"""The page of a study in a browser, while real runs in other processes fill its file and are killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sizes import PATIENCE
from studies.reports.made import RESULTS, made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright.sync_api")

LONG = """\
title = "Long enough to be killed"
limits.nodes = 300
[[games]]
game = "freecell"
deals = "ms:1..3000"
[[players]]
solver = "auto"
[[players]]
search = "greedy"
"""
GONE = "The server of this page does not answer"

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts commands in the test's folder; those that are left are killed."""
    begun: list[subprocess.Popen[str]] = []

    def start(*argv: str, **options: Any) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "winnable", "study", *argv]
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        begun.append(subprocess.Popen(command, cwd=tmp_path, text=True, env=env, **options))
        return begun[-1]

    yield start
    for process in begun:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def serve(start: Start) -> Callable[..., tuple[str, subprocess.Popen[str]]]:
    """Serves the page of a file: its address, and the process."""

    def serve(file: str, port: str = "0") -> tuple[str, subprocess.Popen[str]]:
        process = start("page", file, "--port", port, stdout=subprocess.PIPE)
        assert process.stdout is not None
        found = re.search(r"The page of (\S+) is at (http://\S+)", process.stdout.readline())
        assert found is not None
        assert found[1] == file
        return found[2], process

    return serve


@pytest.fixture
def open_at(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address; the test fails for any error of the page, or anything that it asks of others."""
    problems: list[str] = []
    contexts = []

    def open_at(url: str, **options: Any) -> Page:
        context = browser.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if is_problem(said) else None)
        page.on("request", lambda asked: problems.append(asked.url) if is_outside(asked.url, url) else None)
        page.goto(url)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert not problems


def is_problem(said: Any) -> bool:
    """What the browser logs, but that a server has ended, or asks for its token."""
    told = ("net::ERR_CONNECTION", "net::ERR_EMPTY_RESPONSE", "status of 403")
    return said.type in ("error", "warning") and not any(words in said.text for words in told)


def is_outside(asked: str, url: str) -> bool:
    return not asked.startswith((url, f"blob:{url}"))


def says(page: Page, words: str) -> None:
    page.wait_for_function(
        "(words) => document.querySelector('#said').textContent.includes(words)", arg=words
    )


def done(page: Page) -> int:
    found = re.match(r"([\d,]+) of", page.inner_text("#counts"))
    return int(found[1].replace(",", "")) if found else 0


def test_a_page_fills_while_a_study_runs_is_killed_and_goes_on(
    tmp_path: Path, start: Start, serve: Any, open_at: Callable[..., Page]
) -> None:
    (tmp_path / "long.toml").write_text(LONG)
    url, _ = serve("long.db")
    page = open_at(url, viewport={"width": 900, "height": 600})
    page.evaluate(
        "() => { window.heard = []; const live = document.querySelector('#live');"
        " new MutationObserver(() => live.textContent && heard.push(live.textContent))"
        ".observe(live, { childList: true, characterData: true, subtree: true }); }"
    )
    says(page, "There is no long.db yet")
    assert page.inner_text("#command") == "winnable study run STUDY.toml -o long.db"

    run = start("run", "long.toml", "-o", "long.db", "--jobs", "1", stderr=subprocess.DEVNULL)
    says(page, "1 run is at work.")
    page.wait_for_function("() => document.querySelector('#bar').value > 0")
    assert run.poll() is None
    run.send_signal(signal.SIGKILL)
    run.wait()
    says(page, "Interrupted: no run is at work.")
    before = done(page)
    assert 0 < before < 6000
    assert page.title() == "Interrupted · Long enough to be killed"
    command = page.inner_text("#command")
    assert command == "winnable study run long.db"

    # Somebody reads below, with the focus on what the study is of, and has selected a cell.
    page.wait_for_selector(".panels img[src]")
    page.focus("summary")
    page.keyboard.press("Enter")
    page.evaluate(
        "() => { const [cell, summary] = ['#shares td', 'summary'].map((one) => document.querySelector(one));"
        " getSelection().setBaseAndExtent(cell, 0, cell, 1);"
        " summary.scrollIntoView(); window.at = summary.getBoundingClientRect().y; window.row = cell; }"
    )
    start(*command.split()[2:], "--jobs", "1", stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    says(page, "1 run is at work.")
    page.wait_for_function("() => document.querySelector('#counts').textContent.includes(' a second')")
    says(page, "Complete: 6,000 of 6,000 units are done.")
    page.wait_for_function(
        "() => document.querySelector('#report-of').textContent.includes('all 6,000 units')"
    )
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert page.evaluate("document.querySelector('details').open")
    assert page.evaluate("getSelection().toString()").strip() == "freecell"
    assert page.evaluate("window.row.isConnected")
    assert abs(page.evaluate("document.querySelector('summary').getBoundingClientRect().y - window.at")) < 2
    assert page.title() == "Complete · Long enough to be killed"

    # The shares are what the command line says, which reads the file in its own way.
    with start("status", "long.db", stdout=subprocess.PIPE) as status:
        assert status.stdout is not None
        lines = status.stdout.read().splitlines()
    for number, line in enumerate(lines[2:]):
        _, player, count, *_ = re.split(r"  +", line)
        row = page.locator("#shares tbody tr").nth(number).locator("td").all_inner_texts()
        assert row[1:3] == [player, f"{int(count):,} of 3,000"]
    assert page.evaluate("document.querySelectorAll('.panels img').length") >= 6
    assert page.evaluate(
        "[...document.querySelectorAll('.panels img')].every((one) => one.naturalWidth > 100)"
    )

    heard = page.evaluate("window.heard")
    assert len(heard) <= 8  # what has happened, and not each look
    assert heard[-1].startswith("Complete")
    assert any(words.startswith("Interrupted") and command in words for words in heard)


def test_a_server_that_goes_is_told_and_found_again(
    tmp_path: Path, serve: Any, open_at: Callable[..., Page]
) -> None:
    made(tmp_path, RESULTS, deals=8).close()
    url, process = serve("made.db")
    page = open_at(url)
    says(page, "Interrupted")
    process.terminate()
    assert process.wait(10) is not None
    page.wait_for_selector("#banner:visible")
    assert page.inner_text("#banner").startswith(GONE)
    assert page.locator("#shares td").count() == 22  # what was there stays
    again, _ = serve("made.db", re.search(r":(\d+)/", url)[1])  # type: ignore[index]
    assert again == url
    page.wait_for_selector("#banner", state="hidden")
    (tmp_path / "made.db").unlink()
    says(page, "made.db is not there any more")
    assert page.locator("#shares td").count() == 22


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "light"),
        (1280, "dark"),
        pytest.param(360, "dark", marks=pytest.mark.slow),
        pytest.param(1280, "light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    tmp_path: Path, serve: Any, open_at: Callable[..., Page], width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    made(tmp_path, RESULTS, deals=8).close()
    page = open_at(serve("made.db")[0], viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.wait_for_selector(".panels img[src]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("summary")
    found = axe.Axe().run(page).response["violations"]
    assert not [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def test_where_others_reach_it_the_page_takes_the_whole_link(
    tmp_path: Path, start: Start, open_at: Callable[..., Page]
) -> None:
    made(tmp_path, RESULTS, deals=8).close()
    process = start("page", "made.db", "--port", "0", "--host", "0.0.0.0", stdout=subprocess.PIPE)
    assert process.stdout is not None
    found = re.search(r"http://[^/]+:(\d+)/#(token=\S+)", process.stdout.readline())
    assert found is not None
    url = f"http://127.0.0.1:{found[1]}/"
    page = open_at(url)
    page.wait_for_selector("#banner:has-text('open the whole link')")
    assert page.locator("td").count() == 0
    page.evaluate("(link) => { location.hash = link; }", found[2])
    page.wait_for_selector("#shares td")
    page.wait_for_selector("#banner", state="hidden")
    assert page.url == url
    page.wait_for_selector(".panels img[src]")
