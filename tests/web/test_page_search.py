"""Watching a search in a real browser: the tree that grows, steps both ways, two searches on one clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from sizes import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api")

MODULE = "import(document.querySelector('script[type=module]').src.replace('main.js', 'searchtree.js'))"
SHOW = "document.querySelector('search-show')"

# What must hold of a layout: in no row are two nodes, or a node and an edge that goes straight down to one,
# closer than a column; parents are over the middle of their children, who keep their order.
CHECKED = """({ layOut }) => (parent, depth) => {
  const { x } = layOut(parent, depth);
  const rows = new Map();
  const kids = new Map();
  for (let node = 0; node < x.length; node++) {
    for (let row = node ? depth[parent[node]] + 1 : 0; row <= depth[node]; row++) {
      rows.set(row, [...(rows.get(row) ?? []), x[node]]);
    }
    if (node) kids.set(parent[node], [...(kids.get(parent[node]) ?? []), x[node]]);
  }
  for (const row of rows.values()) {
    row.sort((a, b) => a - b);
    for (let i = 1; i < row.length; i++) {
      if (row[i] - row[i - 1] < 1 - 1e-6) return "two nodes lie on each other";
    }
  }
  for (const [above, row] of kids) {
    if (Math.abs(x[above] - (row[0] + row.at(-1)) / 2) > 1e-6) return "a parent is not over its children";
    for (let i = 1; i < row.length; i++) if (row[i] <= row[i - 1]) return "children are out of order";
  }
  return "";
}"""


def wait_until(page: Page, script: str) -> Any:
    """What a script gives once that is true."""
    end = time.monotonic() + PATIENCE
    while not (found := page.evaluate(script)):
        assert time.monotonic() < end, f"still not: {script}"
        time.sleep(0.05)
    return found


def watch(page: Page, *algorithms: str, nodes: int = 300) -> None:
    """Asks for searches and waits for them."""
    page.click("#tab-search")
    for label, algorithm in zip(("Search", "Beside it"), algorithms, strict=False):
        page.select_option(f".search-form select[aria-label='{label}']", algorithm)
    page.fill(".search-form input[title='At most'] >> nth=0", str(nodes))
    page.click(".search-form button:has-text('Watch')")
    wait_until(page, f"!{SHOW}.hidden && {SHOW}.runs.length === {len(algorithms)} && {SHOW}.length > 0")


@pytest.fixture
def still(open_page: Callable[..., Page]) -> Page:
    """A page where nothing plays by itself."""
    return open_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")


@pytest.mark.slow
def test_no_two_nodes_lie_on_each_other(still: Page) -> None:
    wrong = still.evaluate(
        f"""async () => {{
          const check = ({CHECKED})(await {MODULE});
          let seed = 7;
          const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
          for (let size = 1; size < 20000; size = size < 300 ? size + 1 : 20 * size) {{
            const [deep, parent, depth] = [random(), [-1], [0]];
            for (let node = 1; node < size; node++) {{
              parent.push(random() < deep ? node - 1 : Math.floor(random() * node));
              depth.push(depth[parent[node]] + 1 + Math.floor(random() * random() * 6));
            }}
            const wrong = check(parent, depth);
            if (wrong) return `${{wrong}}: ${{parent}}; ${{depth}}`;
          }}
          return "";
        }}"""
    )
    assert wrong == ""
    watch(still, "astar", nodes=2000)
    check = f"""async () => {{
      const {{ parent, depth }} = {SHOW}.runs[0].trace.nodes;
      return ({CHECKED})(await {MODULE})(parent, depth) || parent.length;
    }}"""
    assert int(still.evaluate(check)) > 1000


@pytest.mark.parametrize("algorithm", ["depth_first", pytest.param("ida_star", marks=pytest.mark.slow)])
def test_steps_forward_and_back_give_the_same_picture(still: Page, algorithm: str) -> None:
    watch(still, algorithm, nodes=200)
    wrong = still.evaluate(
        f"""async () => {{
          const {{ Replay, HIDDEN }} = await {MODULE};
          const {{ trace }} = {SHOW}.runs[0];
          const [once, again] = [new Replay(trace), new Replay(trace)];
          const states = [[...once.state]];
          for (let at = 1; at <= once.length; at++) {{
            const changed = once.seek(at);
            states.push([...once.state]);
            const told = new Set(changed);
            for (let node = 0; node < once.state.length; node++) {{
              const [before, now, above] = [states[at - 1][node], states[at][node], trace.nodes.parent[node]];
              if (now !== before && !told.has(node)) return `untold change at ${{at}}`;
              if (node && now !== HIDDEN && states[at][above] === HIDDEN) return "an orphan";
            }}
          }}
          for (let i = 0, at = 0; i < 400; i++) {{
            at = (at * 31 + i * 97 + 5) % (once.length + 1);
            again.seek(at);
            if (String([...again.state]) !== String(states[at])) return `another picture at ${{at}}`;
          }}
          const all = states.at(-1).every((state) => state !== HIDDEN);
          return once.length > 500 && all ? "" : "not all was shown";
        }}"""
    )
    assert wrong == ""


@pytest.mark.slow
def test_a_long_search_is_sampled_played_and_paused(page: Page) -> None:
    watch(page, "greedy", nodes=4000)
    wait_until(page, f"{SHOW}.at > 0 && {SHOW}.playing")  # it plays by itself
    assert "1 event in " in page.inner_text(".search-sample")
    page.click("button[aria-label='Pause']")
    at = page.evaluate(f"{SHOW}.at")
    time.sleep(0.3)
    assert page.evaluate(f"{SHOW}.at") == at
    page.focus("search-tree")
    page.keyboard.press(" ")
    wait_until(page, f"{SHOW}.at !== {at}")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate(f"{SHOW}.playing") is False  # nobody sees it
    page.click("button[aria-label='To the end']")
    seen, every = page.evaluate(f"[{SHOW}.runs[0].trace.seen, {SHOW}.runs[0].trace.every]")
    assert f"of {seen:,}" in page.inner_text(".search-status")
    assert f"1 event in {every}" == page.inner_text(".search-sample")
    assert page.inner_text(".search-end")


@pytest.mark.slow
def test_one_steps_by_keys_and_puts_a_line_on_the_board(still: Page) -> None:
    watch(still, "greedy", nodes=50)
    assert still.evaluate(f"[{SHOW}.at, {SHOW}.playing]") == [0, False]  # less motion is wished for
    assert still.evaluate("document.querySelectorAll('search-tree [data-node]').length") > 10
    assert "Before the first" in still.inner_text(".search-status")
    still.focus("search-tree")
    for _ in range(40):
        still.keyboard.press(".")
    still.keyboard.press(",")
    assert still.inner_text(".search-status").startswith("Event 39 of ")
    wait_until(still, "document.getElementById('live').textContent.startsWith('Event 39 of ')")
    shown = still.locator("search-tree [data-node]:not(.hidden)").count()
    assert shown == still.evaluate(f"{SHOW}.runs[0].replay.state.filter((state) => state > 0).length")
    still.click("button[aria-label='To the next better estimate, bound or solution']")
    assert "the best so far" in still.inner_text(".search-status")
    still.focus("search-tree")
    still.keyboard.press("ArrowUp")
    still.keyboard.press("ArrowDown")
    node = still.evaluate(f"{SHOW}.runs[0].tree.picked")
    line = still.evaluate(f"{SHOW}.runs[0].replay.line({node}).moves").split()
    assert line
    said = f"After {len(line)} {'moves' if len(line) > 1 else 'move'}, the last {' '.join(line[-3:])}"
    wait_until(still, f"document.querySelector('.search-board p')?.textContent.startsWith({said!r})")
    still.wait_for_selector(".search-board button:has-text('Go to where it came up')")
    still.click(".search-board button:has-text('Put this line on the board')")
    wait_until(still, f"{SHOW}.hidden")
    assert still.locator("card-table#table").is_visible()
    assert still.locator("#tree .move").count() == len(line)


def test_a_click_picks_a_node_and_shows_its_board(still: Page) -> None:
    watch(still, "breadth_first", nodes=8)
    still.click("button[aria-label='To the end']")
    node = still.evaluate("[...document.querySelectorAll('search-tree [data-node]')].at(-1).dataset.node")
    box = still.locator(f"search-tree [data-node='{node}'] .mark").bounding_box()
    assert box is not None
    still.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert str(still.evaluate(f"{SHOW}.runs[0].tree.picked")) == node
    move = still.evaluate(f"{SHOW}.runs[0].trace.nodes.moves[{node}]")
    wait_until(still, f"document.querySelector('.search-board p').textContent.endsWith({move!r})")
    assert still.locator(".search-board .card").count() > 20
    assert move in still.inner_text(".search-status")


@pytest.mark.slow
def test_options_are_filled_in_and_what_is_wrong_with_them_is_told(still: Page) -> None:
    still.click("#tab-search")
    still.select_option(".search-form select[aria-label='Search']", "weighted_astar")
    still.click(".search-form details summary >> nth=0")
    heuristic = still.get_by_label("Estimate of the cost to come")
    heuristic.fill("luck=1")
    still.click(".search-form button:has-text('Watch')")
    wait_until(
        still, "document.querySelector('.search-told').textContent.includes(\"unknown feature 'luck'\")"
    )
    assert still.locator("search-show").is_hidden()
    still.fill(".search-form input[title='At most'] >> nth=0", "none")
    still.click(".search-form button:has-text('Watch')")
    assert "Both are numbers" in still.inner_text(".search-told")
    heuristic.fill("foundation=0.7")
    still.get_by_label("Weight of the estimate").fill("3")
    still.get_by_label("Moves that make themselves").select_option("safe")
    watch(still, "weighted_astar", nodes=40)
    options = still.evaluate(f"{SHOW}.runs[0].trace.options")
    assert options == {"heuristic": "foundation=0.7", "weight": "3", "autoplay": "safe"}
    assert still.inner_text(".search-heuristic") == "foundation=0.7"


def test_two_searches_run_on_one_clock(still: Page) -> None:
    watch(still, "breadth_first", "greedy", nodes=120)
    clocks = f"""() => {SHOW}.runs.map(({{ replay, trace }}) => [
      replay.at, trace.events.counts[0][replay.at - 1] ?? 0, trace.events.counts[0][replay.at] ?? 1e9])"""
    for at in (1, 50, 333, 700):
        still.evaluate(f"{SHOW}.seek({at})")
        runs = still.evaluate(clocks)
        assert sum(shown for shown, _, _ in runs) == at
        now = max(time for _, time, _ in runs)
        assert all(later >= now for _, _, later in runs), runs  # none is behind
    zoom = f"{SHOW}.runs.map(({{ tree }}) => [tree.view.sx, tree.view.sy])"
    still.click("button[aria-label='Zoom in (+)']")
    first, second = still.evaluate(zoom)
    assert first == second  # they can be compared
    still.select_option("select[aria-label='the clock of both']", "seconds")
    still.evaluate(f"{SHOW}.seek(300)")
    assert sum(shown for shown, _, _ in still.evaluate(clocks)) == 300
    still.click("button[aria-label='To the end']")
    assert still.locator(".search-run").count() == 2
    assert all("limit of positions" in text for text in still.locator(".search-end").all_inner_texts())
    still.evaluate(f"{SHOW}.seek({SHOW}.length - 1)")
    assert sum("It waits." in text for text in still.locator(".search-end").all_inner_texts()) == 1


@pytest.mark.slow
def test_a_phone_has_the_tree_above_its_sheet_and_the_board_below_it(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    watch(page, "depth_first", nodes=30)
    tree = page.locator("search-tree").bounding_box()
    assert tree is not None
    assert tree["x"] >= 0
    assert tree["x"] + tree["width"] <= 360
    assert tree["y"] + tree["height"] < 600
    page.tap("button[aria-label='One event on (.)']")
    page.tap("button[aria-label='One event on (.)']")
    assert page.inner_text(".search-status").startswith("Event 2 of ")
    wait_until(page, "document.querySelectorAll('search-show .search-board .card').length > 20")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.tap("#tab-search")  # the sheet comes back
    page.tap("button:has-text('Back to the table')")
    assert page.locator("search-show").is_hidden()


@pytest.mark.slow
def test_there_is_nothing_to_watch_where_cards_are_hidden(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.select_option("#game", "spider")
    page.fill("#deal", "1")
    page.click("#new button:has-text('Deal') >> nth=0")
    wait_until(page, "document.getElementById('title').textContent.includes('Spider')")
    page.click("#tab-search")
    wait_until(page, "document.querySelector('.search-form').textContent.includes('played unseen')")
    assert page.locator("search-show").is_hidden()
    assert page.locator("card-table#table").is_visible()
