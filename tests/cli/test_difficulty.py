"""`winnable difficulty`: levels as text and JSON, and positions that have none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from winnable.registry import get_game
from winnable.search.api import Verdict
from winnable.search.solvers import solve

DECKS = Path(__file__).parents[1] / "data" / "pyramid" / "microsoft-decks.txt"
KEYS = {"game", "deal", "verdict", "reason", "why", "level", "rating", "traits", "moves", "length"}
SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
HARD = "6x6:11,11,5,hRaRiLLbRaLbLcRaL,1,4,3,2,4,4,4,2,3,4,0,3,0,3,0,0,4,2,5,4,1,3,3,4"
TRAITS = {"choices", "losing", "narrow", "last_escape", "passes", "actions", "losing_share"}


def test_a_file_of_decks(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "pyramid", str(DECKS), "--json")
    assert answer.code == 0
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["deal"] for line in lines] == ["expert", "master", "master2", "44step", "simple"]
    for line in lines:
        assert set(line) == KEYS
        assert set(line["traits"]) == TRAITS
        assert len(line["moves"]) == line["length"] == line["traits"]["actions"]
        assert (line["verdict"], line["why"]) == ("solved", [])
    text = winnable("difficulty", "pyramid", str(DECKS)).out.splitlines()
    assert [line.split(" (")[0] for line in text] == [f"{line['deal']}: {line['level']}" for line in lines]


def test_an_unwinnable_deal_is_answered_no(winnable: Callable[..., object]) -> None:
    game = get_game("pyramid")
    lost = next(n for n in range(1, 100) if solve(game, game.deal(n)).verdict is Verdict.UNSOLVABLE)
    answer = winnable("difficulty", "pyramid", str(lost))
    assert answer.code == 1
    assert answer.out.startswith(f"ms:{lost}: no level: it cannot be won")
    line = json.loads(winnable("difficulty", "pyramid", str(lost), "--json").out)
    assert (line["verdict"], line["level"], line["rating"], line["traits"]) == (
        "unsolvable",
        None,
        None,
        None,
    )


def test_a_limit_is_exit_3(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "pyramid", "1..2", "--max-nodes", "1")
    assert answer.code == 3
    assert answer.out.endswith("2: no level: stopped by nodes before it was graded\n")


def test_other_games_have_no_levels(winnable: Callable[..., object]) -> None:
    """Where cards are hidden the answer says that this is why."""
    kin = "freecell, a game like it, pyramid or undead"
    answer = winnable("difficulty", "mrs_mop", "1")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"winnable: Mrs Mop has no levels of difficulty; expected {kin}\n"
    hidden = winnable("difficulty", "spider", "1")
    why = "as its player does not see every card"
    assert (hidden.code, hidden.out) == (2, "")
    assert hidden.err == f"winnable: Spider has no levels of difficulty, {why}; expected {kin}\n"


def test_freecell_is_told_in_one_line(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "freecell", "617")
    assert answer.code == 0
    assert answer.out.startswith("ms:617: grandmaster (score ")
    line = json.loads(winnable("difficulty", "freecell", "617", "--json").out)
    assert set(line) == (KEYS - {"traits"}) | {"play"}
    assert f"(score {line['rating']:.2f})" in answer.out
    assert line["length"] == len(line["moves"])
    solution = winnable("check", "freecell", "617", "-", stdin=" ".join(line["moves"]))
    assert (solution.code, solution.out) == (0, f"legal, won: {line['length']} moves\n")
    play = line["play"]
    assert line["rating"] == round((play["hasty"]["left"] + play["careful"]["left"]) / 2, 3)
    assert f"of {play['choices']} moves along it {play['losing']} lose" in answer.out
    assert f"can be won with {play['cells']} cells" in answer.out


def test_freecell_without_a_level(winnable: Callable[..., object]) -> None:
    lost = winnable("difficulty", "freecell", "11982")
    assert (lost.code, lost.out) == (1, "ms:11982: no level: it cannot be won\n")
    stopped = winnable("difficulty", "freecell", "617", "--max-nodes", "1")
    assert (stopped.code, stopped.out) == (3, "ms:617: no level: stopped by nodes before it was graded\n")
    other = winnable("difficulty", "eight_off:cells=7", "3")
    assert other.code == 0
    assert "no level: levels are not calibrated for the rules of eight_off:cells=7 (score " in other.out


def test_a_summary_of_a_game_of_freecells_kin(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "eight_off", "1..4", "--summary", "--json")
    summary = json.loads(answer.out)
    lines = [
        json.loads(line) for line in winnable("difficulty", "eight_off", "1..4", "--json").out.splitlines()
    ]
    levels = [line["level"] for line in lines]
    assert (answer.code, summary["games"]) == (0, 4)
    assert summary["levels"] == {level: levels.count(level) for level in summary["levels"]}


def test_an_undead_board_has_three_grades(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "undead", SAMPLE)
    assert (answer.code, answer.out) == (
        0,
        f"{SAMPLE}: medium: one line in 1 of 6 steps; sgt normal (2 passes, then 3 cells by brute force); "
        "formula 35.50\n",
    )
    line = json.loads(winnable("difficulty", "undead", HARD, "--json").out)
    assert set(line) == {"game", "deal", "verdict", "reason", "why", "level", "sgt", "technique", "formula"}
    assert line["level"] == "master"
    assert line["technique"]["hardest"] == "what if"
    assert line["sgt"]["grade"] == "tricky"


def test_weights_of_the_formula(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "undead", SAMPLE, "--weights", "1,0,0,-2")
    assert answer.out.endswith("; formula -8.00\n")
    for weights in ("1,2,3", "1,2,3,x", "1,2,3,inf"):
        refused = winnable("difficulty", "undead", SAMPLE, "--weights", weights)
        assert (refused.code, refused.err.count("\n")) == (2, 1)
    other = winnable("difficulty", "pyramid", "1", "--weights", "1,1,1,1")
    assert (other.code, other.err) == (
        2,
        "winnable: pyramid is not graded by a formula with weights; expected a game such as undead\n",
    )


def test_undead_boards_without_a_level(winnable: Callable[..., object]) -> None:
    loose = winnable("difficulty", "undead", "2x2:2,2,0,d,1,1,1,1,1,1,1,1")
    assert loose.code == 0
    assert "no level: it has more than one solution; formula" in loose.out
    lost = winnable("difficulty", "undead", "2x2:4,0,0,d,1,1,1,1,1,1,1,1")
    assert lost.code == 1
    assert "no level: it has no solution; formula" in lost.out
    stopped = winnable("difficulty", "undead", HARD, "--max-nodes", "1")
    assert stopped.code == 3
    assert "no level: stopped by nodes before it was" in stopped.out


def test_a_summary_counts_levels(winnable: Callable[..., object]) -> None:
    lost, loose = "2x2:4,0,0,d,1,1,1,1,1,1,1,1", "2x2:2,2,0,d,1,1,1,1,1,1,1,1"
    boards = f"{SAMPLE}\n{HARD}\n{loose}\n{SAMPLE}\n{lost}\n"
    answer = winnable("difficulty", "undead", "-", "--summary", stdin=boards)
    assert (answer.code, answer.out) == (
        0,
        "positions: 5\neasy: 0\nmedium: 2\nhard: 0\nexpert: 0\nmaster: 1\ngrandmaster: 0\n"
        "sgt: normal 2, tricky 1\ntechnique: one line 2, what if 1\n"
        "lost: <stdin>:5\nwithout level: <stdin>:3\n",
    )
    line = json.loads(winnable("difficulty", "undead", "-", "--summary", "--json", stdin=boards).out)
    assert (line["game"], line["games"]) == ("undead", 5)
    assert line["levels"] == {
        "easy": 0, "medium": 2, "hard": 0, "expert": 0, "master": 1, "grandmaster": 0,
    }  # fmt: skip
    assert line["scales"] == {
        "sgt": {"normal": 2, "tricky": 1},
        "technique": {"one line": 2, "what if": 1},
    }
    assert (len(line["lost"]), len(line["without_level"]), line["undecided"]) == (1, 1, [])


def test_a_summary_is_of_the_lines_that_it_replaces(winnable: Callable[..., object]) -> None:
    lines = [
        json.loads(line) for line in winnable("difficulty", "pyramid", "1..12", "--json").out.splitlines()
    ]
    answer = winnable("difficulty", "pyramid", "1..12", "--summary", "--json")
    summary = json.loads(answer.out)
    assert summary["games"] == len(lines) == 12
    levels = [line["level"] for line in lines if line["level"]]
    assert summary["levels"] == {level: levels.count(level) for level in summary["levels"]}
    assert summary["lost"] == [line["deal"] for line in lines if line["verdict"] == "unsolvable"]
    assert summary["scales"] == {}
    stopped = winnable("difficulty", "pyramid", "1..2", "--max-nodes", "1", "--summary")
    assert stopped.code == 3
    assert stopped.out.endswith("\nundecided: ms:1, ms:2\n")


def test_passes_are_told_where_there_is_a_stock(winnable: Callable[..., object]) -> None:
    assert "; passes needed: 2\n" in winnable("difficulty", "pyramid", "4").out
    assert "passes" not in winnable("difficulty", "pyramid:giza", "2").out
    answer = json.loads(winnable("difficulty", "pyramid:giza", "2", "--json").out)
    assert answer["traits"]["passes"] == 0
