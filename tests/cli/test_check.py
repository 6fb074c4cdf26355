"""`winnable check` replays what `solve` prints, and says where a solution breaks."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest


@pytest.mark.parametrize("solver", ["auto", "short"])
@pytest.mark.parametrize("style", ["moves", "cards", "words"])
@pytest.mark.parametrize("autoplay", ["none", "horne", "safe"])
def test_what_solve_prints_is_legal_and_wins(
    winnable: Callable[..., object], solver: str, style: str, autoplay: str
) -> None:
    solved = winnable(
        "solve", "freecell", "ms:617", "--solver", solver, "--print", style, "--autoplay", autoplay
    )
    assert solved.code == 0
    checked = winnable("check", "freecell", "ms:617", "-", stdin=solved.out)
    assert checked.code == 0
    assert checked.out.startswith("legal, won")


def test_json_solutions_are_read_too(winnable: Callable[..., object]) -> None:
    solved = winnable("solve", "freecell", "ms:617", "--json")
    checked = winnable("check", "freecell", "ms:617", "-", "--json", stdin=solved.out)
    answer = json.loads(checked.out)
    assert answer["won"] is True
    assert answer["moves"] == json.loads(solved.out)["length"]


def test_a_solution_that_breaks_at_move_17(winnable: Callable[..., object]) -> None:
    moves = json.loads(winnable("solve", "freecell", "ms:617", "--json").out)["moves"]
    moves[16] = "h1"
    text = "\n".join(" ".join(moves[i : i + 10]) for i in range(0, len(moves), 10))
    checked = winnable("check", "freecell", "ms:617", "-", stdin=text)
    assert checked.code == 1
    assert checked.out.count("\n") == 1
    assert "move 17" in checked.out
    assert "<stdin>:2:" in checked.out
    as_json = json.loads(winnable("check", "freecell", "ms:617", "-", "--json", stdin=text).out)
    assert (as_json["legal"], as_json["won"], as_json["breaks_at"]) == (False, False, 17)


def test_a_legal_list_that_does_not_win(winnable: Callable[..., object]) -> None:
    checked = winnable("check", "freecell", "ms:617", "-", stdin="2a")
    assert checked.code == 1
    assert checked.out == "legal, not won: open after 1 moves\n"


def test_the_solution_of_another_deal_breaks(winnable: Callable[..., object]) -> None:
    solved = winnable("solve", "freecell", "ms:617")
    assert winnable("check", "freecell", "ms:618", "-", stdin=solved.out).code == 1
