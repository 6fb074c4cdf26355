"""`winnable hint` and `winnable verdicts`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path


def test_a_hint_leads_to_a_win_by_its_own_line(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "freecell", "ms:617", "--json")
    assert answer.code == 0
    advice = json.loads(answer.out)
    assert advice["move"] == advice["moves"][0]
    assert advice["why"]
    checked = winnable("check", "freecell", "ms:617", "-", stdin=" ".join(advice["moves"]))
    assert checked.code == 0


def test_following_hints_wins(winnable: Callable[..., object]) -> None:
    line = json.loads(winnable("hint", "freecell", "ms:617", "--json").out)["moves"]
    late = " ".join(line[:-6])
    answer = winnable("hint", "freecell", "ms:617", "--after", late, "--json")
    assert answer.code == 0
    assert len(json.loads(answer.out)["moves"]) <= 6


def test_a_hint_says_that_every_other_move_loses(winnable: Callable[..., object], tmp_path: Path) -> None:
    # The one cell must take the 6H, which frees the 5H; with any other card in it nothing moves again.
    path = tmp_path / "end.txt"
    path.write_text("Foundations: H-4 C-K D-K S-K\nFreecells: -\n: 5H 6H\n: KH QH JH\n: TH 9H 8H 7H\n")
    game = "freecell:cells=1,columns=3"
    answer = winnable("hint", game, str(path), "--json")
    assert answer.code == 0
    advice = json.loads(answer.out)
    assert advice["move"] == "1a"
    assert advice["others"] == {"2a": "unsolvable", "3a": "unsolvable"}
    assert "every other move loses" in advice["why"]
    assert "it frees 5H of column 1, which goes home next" in advice["why"]
    verdicts = winnable("verdicts", game, str(path), "--json")
    by_move = {item["move"]: item["verdict"] for item in map(json.loads, verdicts.out.splitlines())}
    assert by_move == {"1a": "solved", "2a": "unsolvable", "3a": "unsolvable"}


def test_a_lost_position_is_said_to_be_lost(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "freecell", "ms:11982")
    assert answer.code == 1
    assert answer.out.startswith("lost:")
    assert answer.out.count("\n") == 1


def test_a_won_position_needs_no_move(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "freecell", "-", stdin="Foundations: H-K C-K D-K S-K\nFreecells: - - - -\n")
    assert (answer.code, answer.out) == (0, "the game is won already\n")


def test_verdicts_of_an_unwinnable_deal(winnable: Callable[..., object]) -> None:
    answer = winnable("verdicts", "freecell", "ms:11982", "--json")
    assert answer.code == 1
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert lines
    assert {line["verdict"] for line in lines} == {"unsolvable"}


def test_a_verdict_of_solved_holds_after_the_move(winnable: Callable[..., object]) -> None:
    answer = winnable("verdicts", "freecell", "ms:5", "--json")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    solved = [line["move"] for line in lines if line["verdict"] == "solved"]
    assert solved
    hinted = winnable("hint", "freecell", "ms:5", "--after", solved[-1])
    assert hinted.code == 0
