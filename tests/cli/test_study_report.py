"""`winnable study report`: the files that it writes, without matplotlib too, and what it refuses."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studies.reports.made import MADE_PLOTS, RESULTS, made

Winnable = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a measured study in it, where the commands run."""
    monkeypatch.chdir(tmp_path)
    made(tmp_path, RESULTS, deals=8).close()
    return tmp_path


@pytest.fixture
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, module, None)


def written(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"made.db"}


def test_a_page_and_markdown_with_its_plots(winnable: Winnable, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    before = Path("made.db").read_bytes()
    answer = winnable("study", "report", "made.db")
    assert (answer.code, answer.err) == (0, "")
    pictures = {f"made-report-{name}.svg" for name in MADE_PLOTS}
    assert written(folder) == {"made-report.html", "made-report.md", *pictures}
    assert set(answer.out.splitlines()) == written(folder)
    assert set(re.findall(r"!\[.*\]\((.*)\)", Path("made-report.md").read_text())) == pictures
    assert Path("made-report.html").read_text().count("<svg ") == len(MADE_PLOTS)
    assert Path("made.db").read_bytes() == before


def test_one_file_or_standard_output(winnable: Winnable, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    assert winnable("study", "report", "made.db", "-o", "page.html").out == "page.html\n"
    assert written(folder) == {"page.html"}
    text = winnable("study", "report", "made.db", "-o", "-").out
    assert text.startswith("# Made up")
    assert "| freecell | auto | 8 of 8 | 6 | 4 | 2 | 1 | 1 | 50.00 to 75.00 % |" in text
    assert written(folder) == {"page.html"}


@pytest.mark.parametrize("name", MADE_PLOTS)
def test_a_plot_alone(winnable: Winnable, folder: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    assert winnable("study", "report", "made.db", "--plot", name).out == f"made-{name}.svg\n"
    svg = Path(f"made-{name}.svg").read_text()
    assert "<svg" in svg
    assert "var(--" not in svg
    assert winnable("study", "report", "made.db", "--plot", name.upper(), "-o", "-").out == svg


def test_a_plot_as_pixels(winnable: Winnable, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    assert winnable("study", "report", "made.db", "--plot", "time", "-o", "x.PNG").out == "x.PNG\n"
    assert Path("x.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("no_matplotlib")
def test_without_matplotlib_there_are_the_tables_and_a_line(winnable: Winnable, folder: Path) -> None:
    answer = winnable("study", "report", "made.db")
    assert (answer.code, answer.out) == (0, "made-report.html\nmade-report.md\n")
    what = 'no matplotlib on this machine; install it: pip install "winnable[plot]"'
    assert answer.err == f"winnable: no plots: {what}\n"
    assert written(folder) == {"made-report.html", "made-report.md"}
    assert "<td" in Path("made-report.html").read_text()
    assert "![" not in Path("made-report.md").read_text()
    answer = winnable("study", "report", "made.db", "--plot", "time", "-o", "x.svg")
    assert (answer.code, answer.out, answer.err) == (2, "", f"winnable: {what}\n")
    assert written(folder) == {"made-report.html", "made-report.md"}


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ("none.db", "none.db: no such file; expected the file of a study"),
        ("made.db --plot tim", "unknown plot 'tim'; did you mean time?"),
        (
            "made.db --plot x",
            "unknown plot 'x'; expected one of time, cactus, survival, nodes, winrate, equity, memory",
        ),
        ("made.db --plot time -o x.gif", "'x.gif' names no format of pictures; expected a file that ends in"),
        ("made.db -o x.txt", "'x.txt' names no format; expected a file that ends in .html or .md"),
        ("made.db -o no/such/x.html", "no/such/x.html"),
        ("made.db extra", "unexpected extra argument"),
    ],
)
def test_bad_input_is_one_line(winnable: Winnable, folder: Path, argv: str, complaint: str) -> None:
    answer = winnable("study", "report", *argv.split())
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1
    assert written(folder) == set()


def test_a_plot_of_what_was_not_measured_is_refused(winnable: Winnable, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    (folder / "made.db").unlink()
    made(folder, {}, deals=2).close()
    answer = winnable("study", "report", "made.db", "--plot", "time")
    assert (answer.code, answer.out) == (2, "")
    assert "made.db: nothing was measured that this plot shows" in answer.err
    assert winnable("study", "report", "made.db", "-o", "-").code == 0
