"""Reports as HTML and as Markdown: well-formed, whole, and without anything from elsewhere."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from studies.reports.made import MADE_PLOTS, RESULTS, Row, made
from winnable.studies.reports.document import Document, Heading, Pictures, panels_of, report_of
from winnable.studies.reports.draw import DARK, INK, LIGHT, draw
from winnable.studies.reports.html import html
from winnable.studies.reports.markdown import markdown
from winnable.studies.reports.tables import Table

VOID = {"meta"}
TITLE = 'Made up: <b> & "more" |'


class Parsed(HTMLParser):
    """Every element closed in its turn; attributes, texts and cells as they are shown."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.cells: list[str] = []
        self.counts: dict[str, int] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


@pytest.fixture
def document(tmp_path: Path) -> Document:
    with made(tmp_path, RESULTS, deals=8) as store:
        return report_of(store)


def table_of(document: Document, title: str) -> Table:
    return next(part for part in document.blocks if isinstance(part, Table) and part.title == title)


def test_the_tables_hold_every_unit(document: Document) -> None:
    found = table_of(document, "Units and share of wins")
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    assert [row["done"] for row in rows] == ["8 of 8", "7 of 8"]
    for row in rows:
        parts = [int(row[name]) for name in ("won", "not won", "unknown", "failed")]
        assert sum(parts) == int(row["done"].split()[0])
        assert int(row["decided"]) == parts[0] + parts[1]
    assert rows[0]["share of wins"] == "50.00 to 75.00 %"
    times = table_of(document, "Time per board")
    assert [row[2] for row in times.rows] == ["7 of 8, 1 open", "7, 3 open"]
    assert times.rows[1][3] == "≥ 19.4 ms"
    assert times.rows[1][5] == "13.0 ms"
    nodes = table_of(document, "Positions expanded per board")
    assert (nodes.rows[0][5], nodes.rows[0][7]) == ("30", "≥ 300")
    memory = table_of(document, "Peak memory per board")
    assert memory.rows[0][7] == "≥ 9.00 kB"
    pairs = table_of(document, "Share of wins on the same boards")
    assert list(pairs.rows[0][1:5]) == ["auto", "greedy", "7", "-42.86 to +28.57"]
    times = table_of(document, "Time on the same boards")
    assert list(times.rows[0][1:6]) == ["auto", "greedy", "6", "1 and 2", "spent: -12.7 ms"]
    runs = table_of(document, "Runs")
    assert runs.rows == [["2026-01-02T03:04:05", "1.2.3", "unknown", "none"]]
    asked = table_of(document, "Units that were asked for")
    assert asked.rows[0] == ["freecell", "ms 1 to 8", "auto", "300 nodes, 256 MB", "0", "1", "8"]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [("solved", "solved", ""), ("unknown", "solved", "≥ "), ("solved", "unknown", "≤ ")],
)
def test_a_difference_says_what_a_limit_makes_of_it(
    tmp_path: Path, first: str, second: str, told: str
) -> None:
    results: dict[str, list[Row]] = {
        "auto": [("solved", 2.0, 1, 1), (first, 4.0, 1, 1)],
        "greedy": [("solved", 1.0, 1, 1), (second, 2.0, 1, 1)],
    }
    with made(tmp_path, results, deals=2) as store:
        found = table_of(report_of(store), "Time on the same boards")
    row = dict(zip(found.columns, found.rows[0], strict=True))
    assert (row["mean longer by"], row["times as long"]) == (f"{told}1.50 s", f"{told}2.00")


def test_the_page_is_whole_and_asks_for_nothing(document: Document) -> None:
    pytest.importorskip("matplotlib")
    page = html(document, plots=True)
    parsed = Parsed(page)
    assert parsed.counts["svg"] == len(MADE_PLOTS)
    assert parsed.counts["main"] == parsed.counts["h1"] == 1
    assert "script" not in parsed.counts
    assert {"link", "img", "iframe", "object", "image"}.isdisjoint(parsed.counts)
    ids = [value for _, name, value in parsed.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    for _, name, value in parsed.attributes:
        if name in ("src", "href", "xlink:href"):
            assert value.startswith("#")
            assert value[1:] in ids
        for target in re.findall(r"url\(([^)]*)\)", value):
            assert target.startswith("#")
            assert target[1:] in ids
    outside = set(re.findall(r"https?://[^\s\"'<>]+", page))
    assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not addresses
    assert "@import" not in page
    rows = [list(row) for part in document.blocks if isinstance(part, Table) for row in part.rows]
    assert parsed.cells == [cell for row in rows for cell in row]
    assert "<title>Made up: &lt;b&gt; &amp; &quot;more&quot; |</title>" in page
    assert "seed 1" in page
    assert "Wilson" in page


def test_drawings_in_a_page_take_its_colours(document: Document) -> None:
    pytest.importorskip("matplotlib")
    page = html(document, plots=True)
    style, _, body = page.partition("</style>")
    for number, (light, dark) in enumerate(zip(LIGHT, DARK, strict=True)):
        assert f"--c{number}:{light};" in style
        assert f"--c{number}:{dark};" in style
        assert light not in body
    assert INK not in body
    assert "var(--ink)" in body
    assert "var(--c0)" in body
    assert "var(--c1)" in body


@pytest.mark.parametrize(("colours", "ground"), [(LIGHT, "#ffffff"), (DARK, "#17181b")])
def test_colours_stand_out_from_their_ground(colours: tuple[str, ...], ground: str) -> None:
    """Three to one or more, as WCAG 2 asks of graphics."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in colours:
        light, dark = sorted((luminance(colour), luminance(ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3


def test_a_page_without_plots_has_the_tables(document: Document) -> None:
    page = html(document, plots=False)
    parsed = Parsed(page)
    assert "svg" not in parsed.counts
    assert "Plots" not in page
    assert parsed.cells == [
        cell for part in document.blocks if isinstance(part, Table) for row in part.rows for cell in row
    ]


def test_markdown_has_the_same_tables_and_escapes(document: Document) -> None:
    text = markdown(document, lambda pictures: f"a b-{pictures.name}.svg")
    assert text.startswith('# Made up: \\<b\\> \\& "more" \\|\n')
    assert re.findall(r"!\[[^]]*\]\((.*)\)", text) == [f"a%20b-{name}.svg" for name in MADE_PLOTS]
    tables = [part for part in document.blocks if isinstance(part, Table)]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == sum(2 + len(table.rows) for table in tables)
    for line in lines:
        assert line.endswith(" |")
    assert "!" not in markdown(document)
    assert "## Plots" not in markdown(document)
    fence = markdown(Document("x", (Heading("a_b"), *document.blocks)))
    assert "## a\\_b" in fence
    assert '```toml\ntitle = "Made up: <b> & \\"more\\" |"' in fence


@pytest.mark.parametrize("name", MADE_PLOTS)
def test_every_plot_is_drawn_with_axes_named_and_players_told(tmp_path: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    with made(tmp_path, RESULTS, deals=8) as store:
        panels = panels_of(store, name)
    svg = draw(panels, "svg")
    assert svg == draw(panels, "svg")  # no date, and no number that changes
    root = ET.fromstring(svg)
    texts = {"".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")}
    panel = panels[0]
    assert panel.x_label in texts
    assert panel.title in texts
    assert getattr(panel, "y_label", panel.x_label) in texts
    assert any(text.startswith("auto") for text in texts)
    assert any(text.startswith("greedy") for text in texts)
    assert not any("$" in text for text in texts)
    assert name != "time" or draw(panels, "pdf").startswith(b"%PDF")


def test_games_with_one_player_each_share_a_panel(document: Document) -> None:
    from winnable.studies.reports.document import _merged

    spreads = next(p for p in document.blocks if isinstance(p, Pictures) and p.name == "time").panels[0]
    single = [type(spreads)(title, "time", spreads.rows[:1], "seconds") for title in ("a", "b")]
    (panel,) = _merged([single[0], None, single[1]])
    assert (panel.title, [row.label for row in panel.rows]) == ("2 games", ["a, auto", "b, auto"])
    assert _merged([spreads, *single]) == (spreads, *single)


@pytest.mark.parametrize("name", MADE_PLOTS)
def test_a_long_name_is_shown_whole(tmp_path: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    long = "_ a player $whose_name$ says all of its parameters: " + " ".join(f"p{i}={i}" for i in range(30))
    with made(tmp_path, RESULTS, deals=8) as store:
        store.read("UPDATE players SET label = ? WHERE label = 'auto'", long)
        svg = draw(panels_of(store, name), "svg")
    root = ET.fromstring(svg)
    lines = ["".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert long in " ".join(lines)
    assert max(map(len, lines)) < 70
