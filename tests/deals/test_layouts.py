"""How each game lays out a deal, held against the boards of pysol-cards (PyPI)."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

from winnable.families.patience.game import PatienceGame
from winnable.families.patience.text import parse_board
from winnable.registry import get_game

# Our name and that of pysol-cards.
GAMES = {
    "freecell": "freecell",
    "relaxed": "relaxed_freecell",
    "forecell": "forecell",
    "bakers_game": "bakers_game",
    "ko_bakers": "ko_bakers_game",
    "eight_off": "eight_off",
    "seahaven": "seahaven_towers",
    "beleaguered_castle": "beleaguered_castle",
    "streets_and_alleys": "streets_and_alleys",
    "citadel": "citadel",
    "bakers_dozen": "bakers_dozen",
    "simple_simon": "simple_simon",
}


@cache
def game_named(name: str) -> PatienceGame:
    game: PatienceGame = get_game(name)
    return game


def board(name: str, number: int) -> str:
    text: str = Game(GAMES[name], number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    return text


@pytest.mark.parametrize("name", GAMES)
def test_layouts(name: str) -> None:
    game = game_named(name)

    @settings(max_examples=25)
    @given(st.integers(1, 32000) | st.integers(32001, 10**20))
    def check(number: int) -> None:
        dealt = game.setup(game.deal(f"pysol:{number}"))
        expected = game.setup(game.position(parse_board(board(name, number))))
        assert dealt.columns == expected.columns
        assert dealt.foundation_counts == expected.foundation_counts
        assert set(dealt.cells) == set(expected.cells)  # pysol-cards fills other cells, with the same cards

    check()
