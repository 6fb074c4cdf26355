"""A server in a process of its own, and a page of it in a real browser, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sizes import PATIENCE
from winnable.web.jobs import Jobs

from .serving import EAGER, WINNABLE, LentWorkers, end_workers, run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session", autouse=True)
def no_worker_is_left() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Jobs, "worker", EAGER)
        yield
    if LentWorkers.idle:
        run(end_workers())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    home = tmp_path_factory.mktemp("home")
    running = subprocess.Popen(
        [*WINNABLE, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(home)},
    )
    assert running.stdout is not None
    try:
        line = running.stdout.readline()
        assert "http://" in line, "the server did not start"
        yield next(word for word in line.split() if word.startswith("http://"))
    finally:
        running.terminate()
        running.wait(60)
        running.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def context_of(browser: Browser, **options: Any) -> BrowserContext:
    """As a browser of its own, in which everything may take long."""
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    return context


@pytest.fixture
def open_page(server: str, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages, each as in a browser of its own; the test fails for any error that a page logs. Whatever a
    page receives goes into a list that is given; of streams, which may be left before their end, what it
    reads. With ``seconds`` a chance is counted so long, not as long as the page asks for at first."""
    problems: list[str] = []
    contexts = []

    def open_page(
        fragment: str = "", *, received: list[str] | None = None, seconds: int = 0, **options: Any
    ) -> Page:
        context = context_of(browser, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if is_problem(said) else None)
        if received is not None:
            page.on("response", lambda reply: None if is_stream(reply) else received.append(reply.text()))
            page.expose_function("heard", lambda text: received.append(str(text)))
            page.add_init_script(
                "{ const { parse } = JSON; JSON.parse = (text) => (heard(text), parse(text)); }"
            )
        if seconds:
            page.route("**/ask", lambda route: route.continue_(post_data=longer(route, seconds)))
        page.goto(server + fragment)
        page.wait_for_selector(".card, .cell")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems


def longer(route: Route, seconds: int) -> str:
    return (route.request.post_data or "").replace('"seconds":30', f'"seconds":{seconds}')


def is_stream(reply: Any) -> bool:
    return bool(reply.url.endswith("/events"))


def is_problem(said: Any) -> bool:
    """What the browser logs as an error; refusals of the server, which the page shows, are none."""
    return said.type in ("error", "warning") and "status of 422" not in said.text


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A page at the first game."""
    return open_page(viewport={"width": 1280, "height": 800})


def data_of(path: str) -> str:
    return (Path(__file__).parents[1] / "data" / path).read_text(encoding="utf-8")
