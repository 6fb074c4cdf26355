"""`winnable check spider LOG`: every game of a log is played again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from winnable.families.spider.json import to_data
from winnable.registry import get_game

SPIDER = get_game("spider")
GAME = {"game": "spider", "deal": "kpat:101", "policy": "me", "seed": 1, "won": False, "score": 498}
GOOD = GAME | {"moves": ["20", "deal"]}
BROKEN = GAME | {"moves": ["20", "20", "deal"]}
WRONG = GOOD | {"score": 600}
PLACED = {"game": "spider", "position": to_data(SPIDER.setup(SPIDER.deal(101))), "moves": ["20"]}


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)

    def write(*games: dict[str, Any]) -> str:
        Path("g.log").write_text("".join(json.dumps(game) + "\n" for game in games))
        return "g.log"

    return write


def test_all_as_it_says(winnable: Callable[..., Any], log: Callable[..., str]) -> None:
    answer = winnable("check", "spider", log(GOOD, PLACED))
    assert answer == (0, "2 games replayed, 0 won; all as the log says\n", "")


def test_what_breaks(winnable: Callable[..., Any], log: Callable[..., str]) -> None:
    answer = winnable("check", "spider", log(BROKEN, GOOD, WRONG))
    assert answer.code == 1
    first, second, last = answer.out.splitlines()
    assert first.startswith("g.log:1: move 2 breaks: 20: ")
    assert second == "g.log:3: the score is 498, and the line says 600"
    assert last == "3 games replayed, 0 won; 2 not as the log says"


def test_from_standard_input_as_json(winnable: Callable[..., Any]) -> None:
    answer = winnable("check", "spider", "-", "--json", stdin=json.dumps(GOOD) + "\n" + json.dumps(BROKEN))
    first, second = map(json.loads, answer.out.splitlines())
    assert (answer.code, answer.err) == (1, "")
    assert first == {
        "game": "spider", "deal": "kpat:101", "where": {"source": "<stdin>", "line": 1, "column": None},
        "as_logged": True, "won": False, "score": 498, "broken": None, "why": [],
    }  # fmt: skip
    assert (second["broken"], second["as_logged"]) == ({"number": 2}, False)
    assert second["why"][0].startswith("20: ")


def test_an_empty_log_says_nothing(winnable: Callable[..., Any], log: Callable[..., str]) -> None:
    answer = winnable("check", "spider", log())
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "winnable: g.log: there is no game in this log; expected a JSON object a line\n"


def test_a_deal_is_no_log(winnable: Callable[..., Any]) -> None:
    answer = winnable("check", "spider", "101")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("winnable: Missing argument 'SOLUTION'; for example winnable check ")
    assert answer.err.endswith(" solution.txt; see winnable check --help\n")


def test_a_solution_of_one_game(winnable: Callable[..., Any]) -> None:
    answer = winnable("check", "spider", "101", "-", stdin="20 deal\n")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out == "legal, not won: open after 2 moves, 1 deal among them; no runs; 498 points\n"
    answer = winnable("check", "spider", "101", "-", "--json", stdin="20 20\n")
    facts = json.loads(answer.out)
    assert (facts["broken"]["number"], facts["complete_runs"], facts["score"]) == (2, 0, 499)
    assert "moves such as 37 52v3 deal" in winnable("check", "spider", "101", "-").err


def test_whether_the_moves_are_the_policys(winnable: Callable[..., Any], tmp_path: Path) -> None:
    name = str(tmp_path / "played.log")
    winnable(
        "play", "spider:suits=1", "1..3", "--policy", "fast", "--boards", "200", "--log", name, "--summary"
    )
    answer = winnable("check", "spider:suits=1", name, "--by-policy")
    assert answer.code == 0
    assert answer.out.endswith(
        "; all as the log says; the moves of 3 are those of the policy that the line names\n"
    )
    games = [json.loads(line) for line in Path(name).read_text().splitlines()]
    assert [game["boards"] for game in games] == [200, 200, 200]
    stranger = games[1] | {"policy": "me"}  # nobody who could be asked
    broken_off = games[2] | {"moves": games[2]["moves"][:5]}
    del broken_off["won"], broken_off["score"]
    other = games[0] | {"seed": 5}
    Path(name).write_text("".join(json.dumps(game) + "\n" for game in (other, stranger, broken_off)))
    lines = winnable("check", "spider:suits=1", name, "--by-policy").out.splitlines()
    number = int(lines[0].split("move ")[1].split(",")[0])
    assert (
        f"move {number}, {games[0]['moves'][number - 1]}, is not the policy's: fast with seed 5 " in lines[0]
    )
    assert "1 not as the log says; the moves of 1 are those" in lines[1]
    found = [
        json.loads(line)
        for line in winnable("check", "spider:suits=1", name, "--by-policy", "--json").out.splitlines()
    ]
    assert [game.get("by_policy") for game in found] == [False, None, True]
    assert [game["as_logged"] for game in found] == [True, True, True]
    assert winnable("check", "spider:suits=1", name).code == 0
    wrong = winnable("check", "spider:suits=1", "1", name, "--by-policy")
    assert wrong.code == 2
    assert "--by-policy is for a log of games" in wrong.err
