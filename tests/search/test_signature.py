"""What searches and plays does it as it did, in every game, and nobody is left out."""

from __future__ import annotations

from typing import Any

import pytest

from registered import registered_names, some_registered_names
from winnable.families.undead.methods import METHODS
from winnable.registry import get_game
from winnable.search.algorithms import ALGORITHMS
from winnable.search.policy import policy_names
from winnable.search.solvers import solver_names

from .node_counts_all import COUNTS, HEADER, lines

# The searches of one family alone.
OWN = {"pairing": ("thesis",), "undead": METHODS}


def committed() -> list[str]:
    return COUNTS.read_text().removeprefix(HEADER).splitlines()


@pytest.mark.parametrize("spelled", some_registered_names())
def test_every_line_is_the_committed_one(spelled: str) -> None:
    of_game = [line for line in committed() if line.split()[0] == spelled]
    assert lines(spelled) == of_game, "see tests/search/node_counts_all.py"


def test_the_file_has_the_games_in_order_and_no_other() -> None:
    assert COUNTS.read_text().startswith(HEADER)
    assert list(dict.fromkeys(line.split()[0] for line in committed())) == registered_names()


def wanted(game: Any) -> set[str]:
    """Who must be in the signature of a game, without metrics and switches."""
    searches = (*ALGORITHMS, *OWN.get(game.info.family, ()))
    return {
        *(f"solver:{kind}" for kind in solver_names(game)),
        *(f"search:{algorithm}" for algorithm in searches),
        *(f"policy:{name}" for name in policy_names(game)),
    }


@pytest.mark.parametrize("spelled", registered_names())
def test_everybody_is_counted(spelled: str) -> None:
    """Has every solver, search and policy figures? A variant may refuse: points where none are counted."""
    counted = {
        who.partition("+")[0]
        for name, _, who, *figures in map(str.split, committed())
        if name == spelled and (figures != ["refused"] or name != get_game(name).info.name)
    }
    assert wanted(get_game(spelled)) <= counted
