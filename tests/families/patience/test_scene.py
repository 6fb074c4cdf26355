"""Tables of FreeCell and its kin."""

from __future__ import annotations

import pytest

from winnable.cards import parse_card
from winnable.families.patience.scene import scene
from winnable.families.patience.setup import make_setup
from winnable.registry import get_game


def places(name: str, role: str) -> list[tuple[float, float]]:
    game = get_game(name)
    return [(pile.x, pile.y) for pile in scene(game, game.deal(1)).piles if pile.role == role]


def test_cells_left_and_foundations_right_above_the_columns() -> None:
    assert places("freecell", "cell") == [(i, 0) for i in range(4)]
    assert places("freecell", "foundation") == [(i, 0) for i in range(4, 8)]
    assert places("freecell", "tableau") == [(i, 1) for i in range(8)]
    assert places("streets_and_alleys", "foundation") == [(i, 0) for i in range(2, 6)]
    assert places("bakers_dozen", "foundation") == [(i + 4.5, 0) for i in range(4)]


@pytest.mark.parametrize(("name", "wide"), [("eight_off", 8), ("penguin", 7), ("freecell:cells=6", 8)])
def test_foundations_beside_the_columns_where_there_is_no_room_above(name: str, wide: int) -> None:
    assert places(name, "foundation") == [(wide + 0.25, i) for i in range(4)]


def test_piles_have_the_names_that_moves_have() -> None:
    game = get_game("freecell")
    table = scene(game, game.deal(617))
    assert [(pile.name, pile.label) for pile in table.piles][:5] == [
        ("cell a", "a"),
        ("cell b", "b"),
        ("cell c", "c"),
        ("cell d", "d"),
        ("foundation C", ""),
    ]
    assert (table.piles[8].name, table.piles[8].label) == ("column 1", "1")
    (move,) = (move for move in table.moves if move.text == "2b")
    assert (move.source, move.index, move.target) == ("column 2", 6, "cell b")


def test_a_group_is_lifted_from_its_deepest_card_that_may_go() -> None:
    game = get_game("freecell")
    home = {"C": 13, "D": 12, "H": 11, "S": 10}
    setup = make_setup(["KH QS", "KD", "JS QH KS", "", "", "", "", ""], foundations=home)
    position = game.position(setup)
    table = scene(game, position)
    assert table.pile("foundation S").cards[-1] == parse_card("TS")
    assert table.lifts("column 1") == (0, 1)
    assert "column 4" in table.targets("column 1", 0)
    assert set(table.targets("column 1", 1)) >= {"column 2", "cell a"}


@pytest.mark.parametrize(
    ("name", "sign"), [("freecell", ""), ("forecell", "K"), ("ko_bakers", "K"), ("bakers_dozen", "")]
)
def test_what_an_empty_column_takes(name: str, sign: str) -> None:
    game = get_game(name)
    assert {pile.sign for pile in scene(game, game.deal(1)).piles if pile.role == "tableau"} == {sign}


def test_in_penguin_the_rank_below_the_beak_fills_an_empty_column() -> None:
    game = get_game("penguin")
    position = game.deal(1)
    table = scene(game, position)
    base = next(pile.cards[0] for pile in table.piles if pile.role == "foundation" and pile.cards)
    assert table.pile("column 1").sign == "KA23456789TJQ"[base.rank]
