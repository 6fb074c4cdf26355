"""`winnable search` on all families of games, the searches that people wrote about, and `winnable tune`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from winnable.search.trace import read_trace

# The deal that the thesis prints, as it writes deals: pyramid from the lowest row up, then the stock.
PRINTED = {
    "pyramid": [
        ["12S", "11H", "5S", "3S", "11S", "4D", "3H"],
        ["8S", "3C", "7H", "8C", "11D", "6C"],
        ["13S", "1S", "2C", "9S", "2D"],
        ["6H", "7D", "5C", "5D"],
        ["6S", "11C", "7C"],
        ["13H", "4C"],
        ["9H"],
    ],
    "deck": [
        *("4S", "13C", "12C", "4H", "1H", "9C", "5H", "3D", "8D", "1C", "9D", "10C"),
        *("12D", "1D", "2S", "7S", "13D", "10D", "2H", "10S", "8H", "6D", "12H", "10H"),
    ],
}

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
BRUTE = ("undead", SAMPLE, "--algorithm", "brute")
PATHS = ("undead", SAMPLE, "--algorithm", "paths")
METHODS = ("brute", "random", "squares", "paths", "tightened")


@pytest.fixture
def printed(tmp_path: Path) -> str:
    path = tmp_path / "thesis.json"
    path.write_text(json.dumps(PRINTED))
    return str(path)


def answer_of(said: Any) -> Any:
    return json.loads(said.out)


def test_the_printed_run(winnable: Callable[..., Any], printed: str) -> None:
    said = winnable("search", "pyramid", printed, "--algorithm", "thesis", "--json")
    assert said.code == 0
    answer = answer_of(said)
    figures = answer["figures"]
    assert {name: figures[name] for name in ("generated", "visited", "depth", "backtracks")} == {
        "generated": 32,
        "visited": 27,
        "depth": 27,
        "backtracks": 0,
    }
    assert answer["length"] == answer["cost"] == 45
    assert winnable("check", "pyramid", printed, "-", stdin=" ".join(answer["moves"])).code == 0
    text = winnable("search", "pyramid", printed, "--algorithm", "thesis").out
    assert "# thesis: solved (goal)\n# 45 moves, 26 of them removals\n# generated: 32\n" in text


def test_switches_of_the_thesis(winnable: Callable[..., Any], printed: str) -> None:
    def generated(*options: str) -> int:
        said = winnable("search", "pyramid", printed, "--algorithm", "thesis", "--json", *options)
        assert said.code == 0
        number: int = answer_of(said)["figures"]["generated"]
        return number

    assert generated("--dead-ends", "single") == 33
    assert generated("--dead-ends", "none") == 33
    assert generated("--no-frees-first") == 42
    assert generated("--no-pyramid-first", "--dead-ends", "none") == 438
    assert generated("--draw-moves") == 77
    assert generated("--table", "--no-kings-first") == 32


def test_what_the_thesis_leaves_open_is_unknown_until_draws_are_moves(winnable: Callable[..., Any]) -> None:
    said = winnable("search", "pyramid:hoyle", "4", "--algorithm", "thesis", "--json")
    answer = answer_of(said)
    assert (said.code, answer["verdict"], answer["reason"]) == (3, "unknown", "incomplete")
    options = ("--algorithm", "thesis", "--draw-moves", "--table", "--json")
    said = winnable("search", "pyramid:hoyle", "4", *options)
    answer = answer_of(said)
    assert (said.code, answer["verdict"], answer["reason"]) == (1, "unsolvable", "exhausted")


def test_textbook_searches_on_pyramid(winnable: Callable[..., Any], tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    said = winnable(
        "search", "pyramid", "1", "--algorithm", "greedy", "--heuristic", "removals=.5,covered=.25",
        "--trace", str(trace), "--json",
    )  # fmt: skip
    assert said.code == 0
    answer = answer_of(said)
    assert "figures" not in answer
    assert answer["length"] == answer["cost"]
    about, events = read_trace(trace)
    assert (about["game"], about["deal"], about["algorithm"]) == ("pyramid", "ms:1", "greedy")
    assert [event.kind for event in events].count("expand") == answer["stats"]["expanded"]
    line = " ".join(answer["moves"][:-8])
    short = answer_of(winnable("search", "pyramid", "1", "--after", line, "--json"))
    assert short["optimal"]
    assert 0 < short["cost"] <= 8
    text = winnable("search", "pyramid", "1", "--after", line).out
    assert f"# {short['length']} moves, proved fewest, " in text


def test_freecell_speaks_of_automatic_moves(winnable: Callable[..., Any]) -> None:
    line = winnable("solve", "freecell", "ms:1", "--json")
    late = " ".join(answer_of(line)["moves"][:-20])
    said = winnable("search", "freecell", "ms:1", "--after", late, "--autoplay", "safe")
    assert said.code == 0
    assert "1 move by the player" in said.out


LISTED = (
    "expected one of breadth_first, depth_first, iterative_deepening, uniform_cost, greedy, astar, "
    "weighted_astar, ida_star, beam, or of undead's own: brute, random, squares, paths, tightened"
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pyramid", "1", "--table"), "astar takes no --table; expected it with --algorithm thesis"),
        (("pyramid", "1", "--dead-ends", "none"), "astar takes no --dead-ends"),
        (("pyramid", "1", "--algorithm", "thesis", "--weight", "2"), "thesis takes no --weight"),
        (("pyramid", "1", "--algorithm", "thesis", "--autoplay", "safe"), "thesis takes no --autoplay"),
        (("freecell", "1", "--algorithm", "thesis"), "freecell has no search 'thesis'; expected one of"),
        (("pyramid", "1", "--autoplay", "safe"), "astar takes no --autoplay; expected it in a pile-b"),
        (("pyramid", "1", "--heuristic", "cells"), "unknown feature 'cells'; expected one of tableau"),
        (("pyramid", "1", "--algorithm", "dfs"), "pyramid has no search 'dfs'; expected one of breadth"),
        (("undead", SAMPLE, "--zero-sum"), "astar takes no --zero-sum; expected it with --algorithm squares"),
        ((*BRUTE, "--zero-sum"), "brute takes no --zero-sum; expected it with"),
        ((*PATHS, "--seed", "2"), "paths takes no --seed; expected it with --algorithm random"),
        ((*PATHS, "--table"), "paths takes no --table; expected some of --zero-fill, --zero-sum, --second"),
        ((*PATHS, "--weight", "2"), "paths takes no --weight; expected it with --algorithm weighted_astar"),
        ((*BRUTE, "--heuristic", "open"), "brute takes no --heuristic; expected it with --algorithm greedy"),
        ((*BRUTE, "--autoplay", "max"), "brute takes no --autoplay; expected it in a pile-building game"),
        (("freecell", "1", "--algorithm", "greedy", "--weight", "2"), "greedy takes no --weight; e"),
        (("undead", SAMPLE, "--heuristic", "cells"), "unknown feature 'cells'; expected one of open"),
        (("undead", SAMPLE, "--algorithm", "thesis"), f"undead has no search 'thesis'; {LISTED}"),
        (("undead", SAMPLE, "--algorithm", "brute,"), f"--algorithm has an empty name; {LISTED}; of"),
        (("undead", SAMPLE, "--algorithm", "brute,brute"), f"--algorithm names 'brute' twice; {LISTED}; of"),
        (("pyramid", "1", "--algorithm", "squares"), "pyramid has no search 'squares'"),
    ],
)  # fmt: skip
def test_bad_options_are_named(
    winnable: Callable[..., Any], arguments: tuple[str, ...], message: str
) -> None:
    said = winnable("search", *arguments)
    assert said.code == 2
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_tuning_on_pyramid(winnable: Callable[..., Any]) -> None:
    options = ("--algorithm", "greedy", "--count", "4", "--max-nodes", "300")
    said = winnable("tune", "pyramid", "1..5", *options, "--json")
    assert said.code == 0
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert set(lines[-1]["best"]["weights"]) == {"removals", "tableau", "covered", "cards_left"}
    assert len(lines) == 5
    refused = winnable("tune", "pyramid", "1..5", *options, "--features", "cells")
    assert (refused.code, "unknown feature 'cells'" in refused.err) == (2, True)
    refused = winnable("tune", "pyramid", "1..5", *options, "--autoplay", "safe")
    assert (refused.code, "Pyramid has no automatic moves" in refused.err) == (2, True)


@pytest.mark.parametrize("method", METHODS)
def test_the_methods_on_undead(winnable: Callable[..., Any], method: str, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    options = ("--algorithm", method, "--zero-fill", "--second", "--trace", str(trace), "--every", "100")
    seed = ("--seed", "1") if method == "random" else ()
    said = winnable("search", "undead", SAMPLE, *options, *seed, "--json")
    assert said.code == 0
    answer = answer_of(said)
    assert (answer["verdict"], answer["solutions"], answer["second"]) == ("solved", 1, [])
    assert answer["unique"] is (None if method == "random" else True)
    assert answer["figures"]["zero_filled"] == 5
    assert winnable("check", "undead", SAMPLE, "-", stdin=" ".join(answer["moves"])).code == 0
    assert read_trace(trace)[0]["algorithm"] == method
    text = winnable("search", "undead", SAMPLE, "--algorithm", method, "--zero-fill", "--second").out
    known = "whether there are others is not known" if method == "random" else "the only solution"
    assert text.splitlines()[0].endswith(f", {known}")
    assert text.splitlines()[1] == "# 9 cells filled in"


def test_boards_with_two_solutions_and_with_none(winnable: Callable[..., Any]) -> None:
    two = winnable(
        "search", "undead", "2x2:2,2,0,d,1,1,1,1,1,1,1,1", "--algorithm", "squares", "--second"
    ).out
    assert two.startswith("# squares: solved (goal), not unique\n")
    assert "# another solution\nr1c1=v r1c2=g r2c1=g r2c2=v\n" in two
    first = winnable("search", "undead", "2x2:2,2,0,d,1,1,1,1,1,1,1,1", "--algorithm", "squares").out
    assert first.startswith("# squares: solved (goal)\n")
    lost = "2x2:1,1,2,d,1,1,2,0,1,1,0,2"
    for algorithm in ("astar", "squares", "tightened"):
        assert winnable("search", "undead", lost, "--algorithm", algorithm).code == 1
    assert winnable("search", "undead", lost, "--algorithm", "random", "--tries", "500").code == 3


def test_textbook_searches_on_undead(winnable: Callable[..., Any]) -> None:
    said = winnable("search", "undead", SAMPLE, "--json")
    answer = answer_of(said)
    assert (said.code, answer["length"], answer["optimal"]) == (0, 9, True)
    assert "solutions" not in answer
    after = winnable("search", "undead", SAMPLE, "--after", "r3c3=g", "--algorithm", "breadth_first")
    assert after.code == 1


def test_tuning_on_undead(winnable: Callable[..., Any], tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{SAMPLE}\n2x2:2,2,0,d,1,1,1,1,1,1,1,1\n")
    said = winnable("tune", "undead", str(boards), "--algorithm", "greedy", "--count", "4", "--json")
    assert said.code == 0
    best = json.loads(said.out.splitlines()[-1])
    assert set(best["best"]["weights"]) == {"open", "lines", "choices"}
    assert (best["best"]["wins"], best["games"]) == (2, 2)
