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


def test_a_hint_names_what_every_other_move_loses(winnable: Callable[..., object], tmp_path: Path) -> None:
    # One cell, two columns: 6H must go to the cell; filling it with the KS instead ends the game.
    path = tmp_path / "end.txt"
    path.write_text("Foundations: H-4 C-K D-K S-J\nFreecells: -\n: 5H KS 7H QS 6H\n: KH QH JH TH 9H 8H\n")
    answer = winnable("hint", "freecell:cells=1,columns=2", str(path), "--json")
    verdicts = winnable("verdicts", "freecell:cells=1,columns=2", str(path), "--json")
    by_move = {item["move"]: item["verdict"] for item in map(json.loads, verdicts.out.splitlines())}
    advice = json.loads(answer.out)
    if answer.code == 1:
        assert set(by_move.values()) == {"unsolvable"}
        assert advice["move"] is None
    else:
        assert by_move[advice["move"]] == "solved"
        for move, verdict in advice["others"].items():
            assert by_move[move] == verdict


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
