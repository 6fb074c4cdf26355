"""`winnable difficulty`: levels as text and JSON, and positions that have none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from winnable.games import get_game
from winnable.search.api import Verdict
from winnable.search.solvers import solve

DECKS = Path(__file__).parents[1] / "data" / "pyramid" / "microsoft-decks.txt"
KEYS = {"deal", "verdict", "reason", "why", "level", "score", "traits", "line"}
TRAITS = {"choices", "losing", "narrow", "last_escape", "passes", "actions", "losing_share"}


def test_a_file_of_decks(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "pyramid", str(DECKS), "--json")
    assert answer.code == 0
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["deal"] for line in lines] == ["expert", "master", "master2", "44step", "simple"]
    for line in lines:
        assert set(line) == KEYS
        assert set(line["traits"]) == TRAITS
        assert len(line["line"]) == line["traits"]["actions"]
        assert (line["verdict"], line["why"]) == ("solved", "")
    text = winnable("difficulty", "pyramid", str(DECKS)).out.splitlines()
    assert [line.split(" (")[0] for line in text] == [f"{line['deal']}: {line['level']}" for line in lines]


def test_an_unwinnable_deal_is_answered_no(winnable: Callable[..., object]) -> None:
    game = get_game("pyramid")
    lost = next(n for n in range(1, 100) if solve(game, game.deal(n)).verdict is Verdict.UNSOLVABLE)
    answer = winnable("difficulty", "pyramid", str(lost))
    assert answer.code == 1
    assert answer.out.startswith(f"{lost}: no level: it cannot be won")
    line = json.loads(winnable("difficulty", "pyramid", str(lost), "--json").out)
    assert (line["verdict"], line["level"], line["score"], line["traits"]) == ("unsolvable", None, None, None)


def test_a_limit_is_exit_3(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "pyramid", "1..2", "--max-nodes", "1")
    assert answer.code == 3
    assert answer.out.endswith("2: no level: stopped by nodes before it was graded\n")


def test_other_games_have_no_levels(winnable: Callable[..., object]) -> None:
    answer = winnable("difficulty", "freecell", "1")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "winnable: freecell deals have no levels; expected pyramid\n"
