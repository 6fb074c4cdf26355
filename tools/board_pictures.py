"""Takes the pictures of the board in docs/howto/page.md anew: python tools/board_pictures.py [NAME ...]

A server with a folder of its own is started, and Chromium, driven by Playwright as in tests/web, is led to
each view: fixed deals, waiting for what is shown and never for time, nothing in motion. What searches took is
that of the machine. `make screenshots` runs this; it needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "howto" / "pictures"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
LOW = {"width": 740, "height": 360}
COLOURS = 128  # of a picture: there are few, beside the blended edges of letters
PATIENCE = 60_000  # milliseconds for a state to come

LINE = ("6b", "58", "4a", "83", "32")  # FreeCell 617, still won
UNDEAD = "6x6:9,11,4,gRfRdLLLaLLbLaRaRbLR,5,0,3,4,4,2,3,5,3,2,1,0,0,0,6,1,0,0,2,1,2,3,2,3"

# Squares and the keys pressed there: monsters, and pencil marks.
KEYS = "12g 21v 63v 64v 23v 24v 53g 61g 31z"
MARKS = "11+g 11+z 41+g 41-v 52+g 52+z 16+g 16+z 36-v"
PRESSED = {"": "", "+": "Shift+", "-": "Alt+"}

# A clock that stands at this: another one in its place.
CLOCK = """() => {
  const [face, other] = [document.querySelector("#clock"), document.querySelector("#clock").cloneNode()];
  other.textContent = "3:12";
  face.replaceWith(other);
}"""


class Picture(NamedTuple):
    """A view: how to come there, and the screen to see it on."""

    lead: Callable[[Page], None]
    screen: dict[str, int] = WIDE
    options: Mapping[str, Any] = MappingProxyType({})
    kept: Mapping[str, str] = MappingProxyType({})
    link: str = ""


def pasted(page: Page, text: str) -> None:
    page.click("#tab-paste")
    page.fill("#pasted", text)
    with page.expect_response(re.compile(r"/api/boards$")):
        page.click("#paste button:has-text('Load')")
    closed(page)


def closed(page: Page) -> None:
    """The panel shows the moves; on a small screen it is closed, as at the start."""
    page.click("#tab-moves")
    if page.evaluate("matchMedia('(max-width: 900px) and (orientation: portrait)').matches"):
        page.click("#tab-moves")
    page.evaluate("document.activeElement?.blur()")


def played(page: Page, *moves: str) -> None:
    """The game after these moves."""
    page.fill("#move", " ".join(moves))
    page.press("#move", "Enter")
    page.wait_for_function(
        "(count) => document.querySelectorAll('move-tree .move').length === count", arg=len(moves)
    )
    page.evaluate("document.activeElement?.blur()")


def rested(page: Page) -> None:
    """Until nothing is outlined any more because it moved."""
    page.wait_for_selector(".moved", state="detached")


def says(page: Page, words: str) -> None:
    """Waits for a verdict."""
    page.wait_for_selector(f"verdict-bar .words:has-text('{words}')")


def freecell(page: Page) -> None:
    played(page, *LINE)
    says(page, "Winnable")
    page.click("#hint")
    page.wait_for_selector(".arrow .hint")
    says(page, "Winnable: 94 moves")  # the bar, too, knows of the win that the hint has found


def lost(page: Page) -> None:
    says(page, "Cannot be won (proved)")


def reviewed(page: Page) -> None:
    from web.test_review import a_lost_game

    pasted(page, a_lost_game().save())
    page.click(".review-note button >> nth=0")
    page.wait_for_selector("button:has-text('Save review')")
    closed(page)
    page.click("#tab-review")
    page.focus(".review-graph")
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    says(page, "No longer winnable since move 6")


def tried(page: Page) -> None:
    reviewed(page)
    page.click(".review-strip button:has-text('Try again')")
    page.wait_for_selector(".try-again [role=status]")


def watched(page: Page, *algorithms: str, nodes: int) -> None:
    page.click("#tab-search")
    for label, algorithm in zip(("Search", "Beside it"), algorithms, strict=False):
        page.select_option(f".search-form select[aria-label='{label}']", algorithm)
    page.fill(".search-form input[title='At most'] >> nth=0", str(nodes))
    page.click(".search-form button:has-text('Watch')")
    page.wait_for_function(
        "(count) => { const show = document.querySelector('search-show'); return show && !show.hidden"
        " && show.runs.length === count && show.length > 0; }",
        arg=len(algorithms),
    )
    page.click(".search-controls button:text-is('>|')")
    page.wait_for_function(
        "() => { const show = document.querySelector('search-show'); return show.at === show.length; }"
    )


def search(page: Page) -> None:
    from web.test_page import near_the_end

    pasted(page, near_the_end("freecell", 14)[0])
    watched(page, "greedy", nodes=120)
    page.wait_for_selector(".search-board button:enabled")


def two_searches(page: Page) -> None:
    watched(page, "greedy", "astar", nodes=300)


def ranked(page: Page) -> None:
    played(page, *LINE)
    says(page, "Winnable")
    page.click("#ranked")
    page.wait_for_selector(".ranked[aria-busy=false] li")


def spider(page: Page) -> None:
    page.wait_for_selector(".cost:has-text('within 2 points'), .act:has-text('Go deeper')")


def pyramid(page: Page) -> None:
    says(page, "Winnable")
    page.click("#hint")
    page.wait_for_selector("#answer:has-text('actions')")
    says(page, "Winnable: 39 moves")


def undead(page: Page) -> None:
    pasted(page, UNDEAD)
    for row, column, *sign, key in f"{KEYS} {MARKS}".split():
        page.click(f'.cell[aria-label^="row {row}, column {column}:"]')
        page.keyboard.press(PRESSED["".join(sign)] + key)
    says(page, "One solution")
    page.click(".clue[aria-label^='below column 4']")
    page.wait_for_selector(".light .beam", state="attached")


def new_game(page: Page) -> None:
    page.click("#bar button:has-text('New game')")
    page.wait_for_selector("dialog.newgame .about h3")


def share(page: Page) -> None:
    played(page, *LINE)
    says(page, "Winnable")
    page.click("#bar button:has-text('Share')")
    page.wait_for_selector("dialog.share textarea")
    page.click("dialog.share button:has-text('Find one')")
    page.wait_for_selector("dialog.share select[aria-label=notation]")


def statistics(page: Page) -> None:
    """After a few games, of which some were won; nobody can play as fast as this, so the time is told."""
    for game, deal, won, seconds in OWN_GAMES:
        page.goto(page.url.split("#")[0] + f"#deal/{game}/{deal}")
        page.wait_for_function("(deal) => document.querySelector('#deal').value === deal", arg=deal)
        page.click("#tab-moves")
        moves = won_line(game, deal)
        for count, move in enumerate(moves if won else moves[:4], 1):
            page.fill("#move", move)
            page.press("#move", "Enter")
            page.wait_for_function(
                "(count) => document.querySelectorAll('move-tree .move').length === count", arg=count
            )
        page.evaluate(TELL_TIME, seconds)
        if not won:
            page.click("#tab-games")
            page.click("#panel-games button:has-text('Give up')")
            page.wait_for_selector("#panel-games :has-text('given up')")
    page.click("#tab-games")
    page.click("#panel-games button:has-text('Statistics')")
    page.wait_for_selector("dialog.statistics dl >> nth=1")


OWN_GAMES = (
    ("freecell", "ms:3", True, 371),
    ("freecell", "ms:2", True, 428),
    ("freecell", "ms:4", False, 555),
    ("pyramid", "ms:3", True, 148),
    ("pyramid", "ms:5", False, 80),
)
TELL_TIME = """(seconds) => fetch(`/api/boards/${localStorage.getItem("last game")}/clock`, {
  method: "POST", body: JSON.stringify({ seconds }),
  headers: {
    "content-type": "application/json",
    "x-winnable-token": document.querySelector("meta[name=winnable-token]").content,
  },
})"""


def won_line(game: str, deal: str) -> tuple[str, ...]:
    import winnable

    return tuple(winnable.solve(game, deal).texts)


PICTURES = {
    "freecell": Picture(freecell),
    "lost": Picture(lost, link="#deal/freecell/ms:11982"),
    "review": Picture(reviewed),
    "try_again": Picture(tried),
    "search": Picture(search),
    "two_searches": Picture(two_searches),
    "legal_moves": Picture(ranked),
    "spider": Picture(spider, link="#deal/spider/ms:5"),
    "pyramid": Picture(pyramid, link="#deal/pyramid/ms:5"),
    "undead": Picture(undead),
    "new_game": Picture(new_game),
    "share": Picture(share),
    "statistics": Picture(statistics),
    "dark": Picture(freecell, options={"color_scheme": "dark"}, kept={"suits": "four"}),
    "phone": Picture(freecell, PHONE, {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}),
    "phone_undead": Picture(undead, PHONE, {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}),
    "low": Picture(freecell, LOW, {"has_touch": True}),
}


def file_of(name: str) -> str:
    return f"board_{name}.png"


@contextmanager
def served(*argv: str) -> Iterator[str]:
    """The address of the page that a command of ours serves."""
    running = subprocess.Popen(
        [sys.executable, "-m", "winnable", *argv, "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert running.stdout is not None
    try:
        found = re.search(r"http://\S+", running.stdout.readline())
        if found is None:
            sys.exit("the server did not start")
        yield found[0]
    finally:
        running.terminate()
        running.wait(10)
        running.stdout.close()


def taken(browser: Browser, url: str, picture: Picture) -> bytes:
    context = browser.new_context(
        viewport=picture.screen, reduced_motion="reduce", locale="en-GB", **picture.options
    )
    context.set_default_timeout(PATIENCE)
    for key, value in picture.kept.items():  # settings
        context.add_init_script(f"localStorage.setItem({key!r}, {value!r});")
    page = context.new_page()
    page.goto(url + picture.link)
    page.wait_for_selector(".card, .cell")
    picture.lead(page)
    rested(page)
    page.evaluate(CLOCK)
    shot = page.screenshot(caret="hide")
    context.close()
    return shot


def packed(shot: bytes) -> bytes:
    """The picture in few colours, a third of the size."""
    from PIL import Image

    image = Image.open(io.BytesIO(shot)).convert("RGB")
    few = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, as in the tests of the page."""
    sys.path.insert(0, str(ROOT / "tests"))
    try:
        import PIL.Image  # noqa: F401
        from playwright.sync_api import sync_playwright

        from web.conftest import CHROMIUM, FLAGS
    except ImportError as error:
        sys.exit(f"{error}; install what the pictures need: pip install playwright pillow pytest hypothesis")
    if CHROMIUM is None:
        sys.exit("no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with browser() as started, TemporaryDirectory() as data, served("serve", "--data", data) as url:
        for name in names or PICTURES:
            (FOLDER / file_of(name)).write_bytes(packed(taken(started, url, PICTURES[name])))
            print(file_of(name), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
