"""`winnable study`: the whole way of a study, text and JSON, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studies.experiments.small import TEXT, UNITS

Winnable = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a study in it, where the commands run."""
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(TEXT)
    return tmp_path


def lines(answer: Any) -> list[dict[str, Any]]:
    assert answer.code in (0, 3), answer.err
    return [one for line in answer.out.splitlines() if "rate" not in (one := json.loads(line))]


def run(winnable: Winnable, *argv: str) -> Any:
    return winnable("study", "run", *argv, "--jobs", "0")


def test_the_way_of_a_study(winnable: Winnable, folder: Path) -> None:
    first = run(winnable, "small.toml", "--json")
    whole, *cells = lines(first)
    assert (whole["study"], whole["study_title"], whole["units"], whole["done"]) == (
        "small.db", "Small", UNITS, UNITS,
    )  # fmt: skip
    assert [(cell["game"], cell["player"], cell["units"]) for cell in cells] == [
        ("freecell", "auto", 30), ("freecell", "greedy", 30), ("pyramid", "auto", 20),
    ]  # fmt: skip
    for cell in cells:
        assert cell["wins"] + cell["not_won"] + cell["unknown"] + cell["failed"] == cell["done"]
        assert cell["interval_at_any_time"][0] <= cell["interval"][0] <= cell["share_bounds"][0]
        assert cell["share_bounds"][1] <= cell["interval"][1] <= cell["interval_at_any_time"][1]
    assert lines(winnable("study", "status", "small.db", "--json")) == [whole, *cells]
    assert lines(run(winnable, "small.db", "--json")) == [whole, *cells]  # nothing is missing

    Path("more.toml").write_text(TEXT.replace("ms:1..30", "ms:1..40"))
    refused = run(winnable, "more.toml", "-o", "small.db")
    assert (refused.code, refused.out) == (2, "")
    assert "more.toml: small.db is of another study: 20 of these units are not in it; add them" in refused.err
    assert winnable("study", "add", "small.db", "more.toml").out == "small.db: 20 units added\n"
    assert lines(winnable("study", "add", "small.db", "more.toml", "--json")) == [
        {"study": "small.db", "added": 0}
    ]
    assert "Small: 80 of 100 units\n" in winnable("study", "status", "small.db").out
    assert lines(run(winnable, "small.db", "--json"))[0]["done"] == 100

    table = list(csv.DictReader(io.StringIO(winnable("study", "export", "small.db").out)))
    assert len(table) == 100
    assert winnable("study", "export", "small.db", "-o", "small.csv").code == 0
    nowhere = winnable("study", "export", "small.db", "-o", "nowhere/small.csv")  # not by another name
    said = "winnable: nowhere/small.csv: No such file or directory: there is no folder 'nowhere'\n"
    assert (nowhere.code, nowhere.err) == (2, said)
    assert list(csv.DictReader(io.StringIO(Path("small.csv").read_text()))) == table
    merged = winnable("study", "merge", "all.db", "small.db", "--json")
    assert lines(merged) == [
        {"study": "all.db", "other": "small.db", "added": 100, "merged": 100, "there": 0}
    ]
    text = winnable("study", "merge", "all.db", "small.db").out
    assert text == "all.db: no results of small.db, 100 there already\n"


def test_progress_is_told_to_people_and_to_machines(
    winnable: Winnable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("winnable.cli.progress._FIRST", 0.0)
    monkeypatch.setattr("winnable.cli.study_run._EVERY", 0.0)
    answer = run(winnable, "small.toml", "--json")
    told = [one for line in answer.out.splitlines() if "rate" in (one := json.loads(line))]
    assert told
    assert 0 < told[0]["done"] <= told[0]["units"] == UNITS
    assert answer.err.startswith(f"{told[0]['done']} of {UNITS} units")


def test_what_a_limit_leaves_open_widens_the_interval(winnable: Winnable, folder: Path) -> None:
    Path("low.toml").write_text(TEXT.replace("nodes = 300", "nodes = 5"))
    answer = run(winnable, "low.toml")
    assert answer.code == 0
    row = next(line for line in answer.out.splitlines() if line.startswith("freecell  auto"))
    assert row.split("  ")[-2:] == ["0.00 % to 100.00 %", "0.00 % to 100.00 %"]


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ("run none.toml", "cannot read 'none.toml': no such file or directory; expected a file, or -"),
        ("run bad.toml", "bad.toml:1: unknown key 'x'"),
        ("run bad.toml --jobs 0 --cluster local", "--cluster works elsewhere, --jobs 0 here: give one"),
        ("run small.toml --jobs -1", "'-1' is not a whole number from 0 to 1024"),
        (
            "run small.toml -o no/such/folder.db",
            "no/such/folder.db: cannot be written; expected a file and a",
        ),
        (
            "run small.toml -o small.toml",
            "small.toml: no study; expected a file that winnable study run made",
        ),
        ("status none.db", "none.db: no such file; expected the file of a study"),
        ("status small.toml", "small.toml: no study"),
        ("add none.db small.toml", "none.db: no such file"),
        ("export none.db", "none.db: no such file"),
        ("merge all.db none.db", "none.db: no such file"),
        ("nothing", "No such command 'nothing'"),
    ],
)
def test_bad_input_is_one_line(winnable: Winnable, folder: Path, argv: str, complaint: str) -> None:
    Path("bad.toml").write_text("x = 1\n" + TEXT)
    answer = winnable("study", *argv.split())
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1
    assert Path("small.toml").read_text() == TEXT


def test_without_an_extra_a_line_says_what_to_install(
    winnable: Winnable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(winnable, "small.toml")
    for module in ("distributed", "pyarrow"):
        monkeypatch.setitem(sys.modules, module, None)
    answer = winnable("study", "run", "small.db", "--cluster", "local")
    assert (answer.code, answer.out) == (2, "")
    assert 'pip install "winnable[cluster]"' in answer.err
    answer = winnable("study", "export", "small.db", "-o", "x.parquet")
    assert (answer.code, answer.out) == (2, "")
    assert 'pip install "winnable[parquet]"; or export to a .csv file' in answer.err
    assert not list(folder.glob("*.parquet*"))


def test_a_failed_unit_is_exit_code_3(
    winnable: Winnable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from winnable.studies.experiments import work

    def broken(task: Any) -> Any:
        raise MemoryError("no room")

    monkeypatch.setattr(work, "_seat", broken)
    answer = run(winnable, "small.toml", "--json")
    assert answer.code == 3
    assert lines(answer)[0]["failed"] == UNITS
    assert winnable("study", "status", "small.db").code == 3
