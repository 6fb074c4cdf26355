"""`winnable search` on many positions and by several algorithms: a table, averages, and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
LOST = "2x2:1,1,2,d,1,1,2,0,1,1,0,2"
STATS = {
    *("expanded", "generated", "duplicates", "backtracks", "depth", "branching", "peak_bytes", "seconds")
}


def rows_of(text: str) -> list[list[str]]:
    """The cells of a table: columns are two spaces apart at least."""
    return [[cell for cell in line.split("  ") if cell.strip()] for line in text.splitlines()]


def test_a_row_for_each_search_and_averages(winnable: Callable[..., Any]) -> None:
    said = winnable("search", "pyramid", "1..3", "--algorithm", "greedy,thesis")
    assert said.code == 0
    head, *rows = [[cell.strip() for cell in row] for row in rows_of(said.out)]
    assert {name.replace(" ", "_") for name in head[4:]} == STATS
    assert [row[:2] for row in rows] == [
        *([f"ms:{deal}", name] for deal in (1, 2, 3) for name in ("greedy", "thesis")),
        ["average", "greedy"],
        ["average", "thesis"],
    ]
    assert all(row[2] == "solved" for row in rows[:6])
    assert [row[2] for row in rows[6:]] == ["3 of 3 solved"] * 2
    for column in (3, 4, 5, 8):  # moves, expanded, generated, depth
        for i, name in enumerate(("greedy", "thesis")):
            mean = sum(int(row[column]) for row in rows[i:6:2]) / 3
            assert float(rows[6 + i][column]) == pytest.approx(mean, rel=0.005), (name, head[column])
    # Each row says what the search says alone.
    for row in rows[:6]:
        alone = winnable("search", "pyramid", row[0], "--algorithm", row[1], "--json")
        answer = json.loads(alone.out)
        assert (answer["deal"], str(answer["length"])) == (row[0], row[3])
        assert str(answer["stats"]["expanded"]) == row[4]


def test_figures_that_all_have_in_common_come_below(winnable: Callable[..., Any]) -> None:
    text = winnable("search", "undead", SAMPLE, LOST, "--algorithm", "squares,paths").out
    first, second = text.split("\n\n")
    assert "unsolvable" in first
    title, head, *rows = second.splitlines()
    assert title == "# as counted by squares and paths"
    assert head.split() == (
        [
            "position",
            "algorithm",
            "zero",
            "filled",
            "made",
            "listed",
            "tries",
            "refused",
            "backtracks",
            "seconds",
        ]
    )
    assert len(rows) == 6
    assert "as counted" in winnable("search", "pyramid", "1..2", "--algorithm", "thesis").out
    assert "as counted" not in winnable("search", "undead", SAMPLE, "--algorithm", "squares,astar").out


def test_json_has_every_answer_and_then_the_summaries(winnable: Callable[..., Any]) -> None:
    said = winnable(
        "search", "pyramid", "1", "ms:2..3", "--algorithm", "greedy,astar", "--max-nodes", "300", "--json"
    )
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 3
    answers, summaries = lines[:6], lines[6:]
    assert [(a["game"], a["deal"], a["algorithm"]) for a in answers] == [
        ("pyramid", f"ms:{deal}", name) for deal in (1, 2, 3) for name in ("greedy", "astar")
    ]
    assert all(len(a["moves"]) == a["length"] and set(a["stats"]) == STATS for a in answers)
    for one in summaries:
        own = [a for a in answers if a["algorithm"] == one["algorithm"]]
        assert one["game"] == "pyramid"
        assert one["games"] == len(own) == 3
        assert one["wins"] == sum(a["verdict"] == "solved" for a in own)
        assert one["losses"] == sum(a["verdict"] == "unsolvable" for a in own)
        assert one["undecided"] == [a["deal"] for a in own if a["verdict"] == "unknown"]
        lengths = [a["length"] for a in own if a["verdict"] == "solved"]
        assert one["mean_length"] == (round(sum(lengths) / len(lengths), 3) if lengths else None)
        for name in STATS:
            assert one["mean_stats"][name] == pytest.approx(sum(a["stats"][name] for a in own) / 3, rel=1e-3)
    assert summaries[1]["mean_length"] is None
    methods = winnable("search", "undead", SAMPLE, "--algorithm", "squares,paths", "--json").out.splitlines()
    assert json.loads(methods[-1])["mean_figures"]["tries"] > 0


def test_one_search_prints_as_ever(winnable: Callable[..., Any], tmp_path: Path) -> None:
    boards = tmp_path / "one.txt"
    boards.write_text(f"{SAMPLE}\n")
    one = winnable("search", "undead", str(boards), "--algorithm", "squares")
    assert one.out.startswith("# squares: solved (goal)\n# 9 cells filled in\n")
    boards.write_text(f"{SAMPLE}\n{SAMPLE}\n")
    two = winnable("search", "undead", str(boards), "--algorithm", "squares")
    assert two.out.startswith("position ")


def test_exit_codes(winnable: Callable[..., Any]) -> None:
    def code(*arguments: str) -> int:
        number: int = winnable("search", *arguments).code
        return number

    assert code("undead", LOST, "--algorithm", "squares,paths") == 1  # one position, and it is lost
    assert code("undead", LOST, SAMPLE, "--algorithm", "squares") == 0
    assert code("undead", LOST, SAMPLE, "--algorithm", "squares", "--max-nodes", "1") == 3
    assert code("undead", LOST, "--algorithm", "squares,random", "--tries", "20") == 3


def test_options_go_to_those_who_take_them(winnable: Callable[..., Any]) -> None:
    names = ("greedy", "thesis")
    said = winnable("search", "pyramid", "1", "--algorithm", ",".join(names), "--table", "--json")
    assert said.code == 0
    lines = [json.loads(line) for line in said.out.splitlines()]
    alone = [winnable("search", "pyramid", "1", "--algorithm", name, "--json").out for name in names]
    assert [line["moves"] for line in lines[:2]] == [json.loads(text)["moves"] for text in alone]
    refused = winnable("search", "pyramid", "1", "--algorithm", "greedy,astar", "--table")
    told = "winnable: greedy and astar take no --table; expected it with --algorithm thesis\n"
    assert (refused.code, refused.err) == (2, told)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("pyramid", "1", "--algorithm", "greedy,"),
            "--algorithm has an empty name; expected one of breadth_first",
        ),
        (
            ("pyramid", "1", "--algorithm", "greedy,greedy"),
            "--algorithm names 'greedy' twice; expected one of",
        ),
        (
            ("pyramid", "1", "--algorithm", "greedy,dfs"),
            "pyramid has no search 'dfs'; expected one of breadth",
        ),
        (("pyramid", "1..2", "--trace", "t.jsonl"), "a trace is of one search; expected one position"),
        (("pyramid", "1", "--algorithm", "greedy,astar", "--trace", "t.jsonl"), "a trace is of one search"),
        (("pyramid", "1", "none.txt", "--algorithm", "greedy"), "cannot read 'none.txt'"),
        (("pyramid",), "Missing argument 'POSITION...'"),
    ],
)
def test_bad_input_is_one_line(
    winnable: Callable[..., Any], arguments: tuple[str, ...], message: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    said = winnable("search", *arguments)
    assert said.code == 2
    assert message in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_option_goes_to_those_that_take_it(winnable: Callable[..., Any]) -> None:
    both = winnable(
        "search", "undead", "seed:1", "--algorithm", "astar,weighted_astar", "--weight", "2", "--json"
    )
    alone = winnable("search", "undead", "seed:1", "--algorithm", "weighted_astar", "--weight", "2", "--json")
    assert (both.code, alone.code) == (0, 0)
    told = [json.loads(line) for line in both.out.splitlines()[:2]]
    assert [line["algorithm"] for line in told] == ["astar", "weighted_astar"]
    assert told[1]["moves"] == json.loads(alone.out)["moves"]
