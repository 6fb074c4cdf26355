"""`winnable solve pyramid --challenge`: one goal, over one deal or several."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from winnable.cards import Rank
from winnable.families.pairing.solver import cleared
from winnable.registry import get_game


def test_two_challenges_are_an_error(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "pyramid", "4", "--challenge", "points=500", "--challenge", "clear=3x9")
    assert (answer.code, answer.err) == (
        2,
        "winnable: 2 challenges: 'points=500' and 'clear=3x9'; expected one --challenge\n",
    )


@pytest.mark.parametrize(
    ("cards", "told", "code"), [(8, "met, 8 cleared", 0), (9, "cannot be met, 8 cleared", 1)]
)
def test_aces_over_two_deals(winnable: Callable[..., object], cards: int, told: str, code: int) -> None:
    answer = winnable("solve", "pyramid", "1..2", "--challenge", f"clear={cards}xA", "--summary")
    last = answer.out.splitlines()[-1]
    assert (last, answer.code) == (f"# challenge clear={cards}xA over all deals: {told}", code)


def test_aces_over_two_deals_as_json(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "pyramid", "1..2", "--challenge", "clear=9xA", "--json")
    *deals, last = map(json.loads, answer.out.splitlines())
    assert last == {"game": "pyramid", "games": 2, "challenge": "clear=9xA", "met": False, "cleared": 8}
    assert [line["cleared"] for line in deals] == [4, 4]
    assert answer.code == 1


def test_twelve_aces_over_deals_that_a_limit_stops(winnable: Callable[..., object]) -> None:
    answer = winnable(
        "solve", "pyramid", "1..3", "--challenge", "clear=12xA", "--max-nodes", "1", "--summary"
    )
    assert "over all deals: not known" in answer.out
    assert answer.code == 3


def test_the_most_says_how_many(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "pyramid", "16", "--challenge", "most=8")
    assert "# challenge most=8: 1 cleared, proved the most\n" in answer.out
    line = json.loads(winnable("solve", "pyramid", "16", "--challenge", "most=8", "--json").out)
    game = get_game("pyramid")
    position = game.deal(16)
    for text in line["moves"]:
        position = game.play(position, game.notation.parse(position, text))
    assert line["cleared"] == 1 == cleared(position, Rank.EIGHT)
