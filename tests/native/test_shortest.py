"""The solver ``shortest`` on toys: as short as exhaustive search in every metric, and its bounds hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from oracle import rules as oracle
from oracle.autoplay import autoplay
from oracle.games import GAMES
from oracle.solve import TooManyPositionsError, cheapest
from winnable.families.patience.solver import PatienceSolver
from winnable.search.api import Limits, Verdict

from .toy_games import SMALL, Toy, assert_won, small_toys

LIMITS = Limits(bytes=100_000_000)


def settled(rules: oracle.Rules, position: oracle.Position) -> oracle.Position:
    """After all moves of Raymond's safe autoplay."""
    for move in autoplay(rules, position, "safe"):
        position = oracle.play_unchecked(rules, position, move)
    return position


def by_cards(toy: Toy) -> int | None:
    return cheapest(toy.toy_game.rules, toy.position, lambda move: move.count, at_most=5 * SMALL)


def by_player(toy: Toy) -> int | None:
    rules = toy.toy_game.rules
    return cheapest(rules, toy.position, lambda move: 1, partial(settled, rules), at_most=5 * SMALL)


TRUE_COSTS: dict[str, Callable[[Toy], int | None]] = {
    "moves": lambda toy: toy.best,
    "cards": by_cards,
    "player-safe": by_player,
}


@pytest.mark.parametrize("metric", TRUE_COSTS)
@pytest.mark.parametrize("name", GAMES)
def test_proved_shortest_is_shortest(name: str, metric: str) -> None:
    solved = 0
    for toy in small_toys(name):
        solver = PatienceSolver(toy.toy_game.game, "shortest", metric)
        result = solver.solve(toy.native, limits=LIMITS)
        if toy.best is None:
            assert result.verdict is Verdict.UNSOLVABLE, toy.position
            continue
        assert result.optimal, (toy.position, result)
        assert_won(toy.toy_game.rules, toy.position, result.moves)
        try:
            assert result.cost == TRUE_COSTS[metric](toy), (toy.position, result)
        except TooManyPositionsError:
            continue
        solved += 1
    assert solved >= 5


@pytest.mark.parametrize("name", GAMES)
def test_bounds_hold_where_a_limit_is_met(name: str) -> None:
    """With too few nodes to prove anything: never below the truth, never above with the bound."""
    rng = Random(f"bounds {name}")
    for toy in small_toys(name):
        solver = PatienceSolver(toy.toy_game.game, "shortest")
        result = solver.solve(toy.native, limits=replace(LIMITS, nodes=rng.randrange(1, 60)))
        if toy.best is None:
            assert result.verdict is not Verdict.SOLVED
            continue
        assert result.verdict is not Verdict.UNSOLVABLE, toy.position
        assert result.lower_bound <= toy.best, toy.position
        if result.verdict is Verdict.SOLVED:
            assert result.cost >= toy.best
            assert_won(toy.toy_game.rules, toy.position, result.moves)
