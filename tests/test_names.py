"""Names that people type: any case, hyphens for underscores, and the nearest one offered."""

from __future__ import annotations

import pytest

from winnable import game_names, get_game, solver_names
from winnable.errors import InputError
from winnable.names import find_name, pick_name
from winnable.registry import families, variant_names
from winnable.search.algorithms import ALGORITHMS
from winnable.search.solvers import choose_solver


@pytest.mark.parametrize("name", game_names())
def test_games_are_found_in_any_spelling(name: str) -> None:
    for given in (name.upper(), name.title(), name.replace("_", " "), name.replace("_", "-")):
        assert get_game(given).spelled == name
    with pytest.raises(InputError, match=rf"unknown game '.*'; did you mean {name}\?"):
        get_game(name[:3] + "q" + name[4:])
    for variant in variant_names(name):
        assert get_game(name, variant.upper()).spelled == get_game(name, variant).spelled
    for solver in solver_names(get_game(name)):
        assert choose_solver(get_game(name), solver.title()).kind.name == solver


def test_apostrophes_may_stay() -> None:
    assert get_game("Baker's Game").spelled == get_game("Baker\u2019s Game").spelled == "bakers_game"


def test_no_two_names_are_alike() -> None:
    for names in (game_names(), ALGORITHMS, *(family.solvers() for family in families().values())):
        assert [find_name(name, names) for name in names] == list(names)


def test_all_are_named_where_none_is_near() -> None:
    with pytest.raises(InputError, match=r"unknown colour 'mauve'; expected one of red, black$"):
        pick_name("colour", "mauve", ("red", "black"))
    with pytest.raises(InputError, match="unknown game 'chess'; expected one of freecell, relaxed"):
        get_game("chess")
