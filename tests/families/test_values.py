"""Games, positions and moves as values: they are copied, pickled, compared, and positions print as boards."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from winnable.families.patience.game import PatienceGame
from winnable.families.patience.games.freecell import FREECELL
from winnable.registry import game_names, get_game
from winnable.text.boards import write_position

NAMES = (
    *game_names(),
    "freecell:cells=3,columns=7",
    "pyramid:hoyle,passes=2",
    "pyramid:thirteen",
    "pyramid:triangle",
    "spider:suits=2",
    "undead:size=5x4,hidden=20%",
)

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("name", NAMES)
def test_games_positions_and_moves_are_copied_whole(name: str, how: str) -> None:
    game = get_game(name)
    position = game.deal(1)
    moves = game.legal_moves(position)
    again = COPIES[how](game)
    assert (type(again), again.spelled, again.rules) == (type(game), game.spelled, game.rules)
    assert again == game
    assert hash(again) == hash(game)
    assert COPIES[how](position) == position
    assert COPIES[how](moves) == moves
    for move in moves:  # none in ForeCell's first deal
        assert again.play(COPIES[how](position), COPIES[how](move)) == game.play(position, move)


def test_games_differ_by_name_and_rules() -> None:
    names = (
        "freecell",
        "freecell:cells=3",
        "relaxed",
        "pyramid",
        "pyramid:hoyle",
        "spider",
        "spider:suits=1",
    )
    assert len({get_game(name) for name in names}) == len(names)
    assert get_game("freecell") != "freecell"


def test_a_game_with_rules_of_ones_own_is_copied_but_not_pickled() -> None:
    own = FREECELL.vary(name="freecell", title="Mine", summary="two cells", rules={"cells": 2})
    game = PatienceGame(own)
    assert game != get_game("freecell")
    assert copy.deepcopy(game) == game
    with pytest.raises(pickle.PicklingError, match="<PatienceGame freecell>: its rules are not those"):
        pickle.dumps(game)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_prints_as_its_board(name: str) -> None:
    game = get_game(name)
    positions = [game.deal(1)]
    while len(positions) < 6 and (moves := game.legal_moves(positions[-1])):
        positions.append(game.play(positions[-1], moves[-1]))
    for position in positions:
        assert str(position) == write_position(game, position).rstrip("\n")
        assert "\n" not in repr(position)


def test_what_a_player_sees_prints_without_a_hidden_card() -> None:
    game = get_game("spiderette")
    seen = game.observe(game.deal(2))
    board = game.deal(2)
    assert str(seen).count("??") == 21 + 24
    assert len(str(seen).splitlines()) == len(str(board).splitlines())
    shown = [line.rpartition("|")[2] for line in str(seen).splitlines() if line.startswith("Column")]
    assert shown == [line.rpartition("|")[2] for line in str(board).splitlines() if line.startswith("Column")]
