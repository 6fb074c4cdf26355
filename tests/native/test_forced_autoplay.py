"""Where every card that can go home does so at once after each move: against slow rules of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from oracle import rules as oracle
from oracle.autoplay import autoplay
from oracle.games import GAMES
from oracle.solve import TooManyPositionsError, is_winnable
from sizes import some_of
from winnable.errors import InputError
from winnable.families.patience.solver import PatienceSolver
from winnable.library import solve
from winnable.moves import Autoplay
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import Limits, Verdict
from winnable.text.solution_text import write_solution

from .agree import Pair, from_core, from_core_move, to_core
from .toy_games import random_toy, toy_games

TOY_POSITIONS = 2_000  # the oracle gives up beyond, and the toy is left out


def settled(rules: oracle.Rules, position: oracle.Position) -> oracle.Position:
    """The position after all moves home, by the oracle's rules."""
    for move in autoplay(rules, position, "max"):
        position = oracle.play_unchecked(rules, position, move)
    return position


def assert_won_forced(rules: oracle.Rules, position: oracle.Position, moves: Sequence[Any]) -> None:
    """The moves are legal and win, and after each of the player's all cards that can go home do."""
    line = [from_core_move(move) for move in moves]
    while line:
        position = oracle.play(rules, position, line.pop(0))
        home = settled(rules, position)
        for _ in autoplay(rules, position, "max"):
            position = oracle.play(rules, position, line.pop(0))
        assert position == home
    assert oracle.is_won(position)


# In Simple Simon only whole suits leave, by themselves in any case.
@pytest.mark.parametrize("name", [name for name, rules in GAMES.items() if not rules.suits_leave])
def test_verdicts_on_toys_are_those_of_exhaustive_search(name: str) -> None:
    """Every verdict under forced autoplay is confirmed, and every win is played by the oracle."""
    rng = Random(name)
    seen: Counter[bool] = Counter()
    games = toy_games(name, range(3))
    for game, rules in games:
        auto, short = PatienceSolver(game, autoplay="max"), PatienceSolver(game, "short", autoplay="max")
        for _ in range(some_of(60) // len(games)):
            position = random_toy(rules, rng, 18)
            try:
                winnable = is_winnable(rules, position, TOY_POSITIONS, lambda here, r=rules: settled(r, here))
            except TooManyPositionsError:
                continue
            seen[winnable] += 1
            native = to_core(Pair(rules, game.core), position)
            for solver in (auto, short):
                result = solver.solve(native)
                assert result.verdict is (Verdict.SOLVED if winnable else Verdict.UNSOLVABLE), position
                if winnable:
                    assert_won_forced(rules, position, result.moves)
    assert seen[True] >= 2
    assert seen[False] >= 2


@pytest.mark.parametrize("name", ["freecell", "beleaguered_castle", "bakers_game", "simple_simon"])
def test_wins_of_whole_deals_are_played_by_the_oracle(name: str) -> None:
    game = get_game(name)
    solver = PatienceSolver(game, autoplay="max")
    won = 0
    for number in range(32001, 32009):
        start = game.deal(number)
        result = solver.solve(start, limits=Limits(nodes=100_000))
        if result.verdict is not Verdict.SOLVED:
            continue
        won += 1
        assert_won_forced(GAMES[name], from_core(start), result.moves)
        assert write_solution(game, start, result.moves, autoplay=Autoplay.MAX).autoplay is Autoplay.MAX
    assert won >= 2


def test_a_deal_that_forced_autoplay_spoils() -> None:
    """1941 is proved lost; a plain search of the same moves, without normal forms, comes to its end, too."""
    game = get_game("freecell")
    start = game.deal(1941)
    assert solve(game, start).verdict is Verdict.SOLVED
    assert solve(game, start, autoplay="max").verdict is Verdict.UNSOLVABLE
    plain = search(game, start, "depth_first", autoplay="max", limits=Limits(nodes=1_000_000))
    assert (plain.verdict, plain.reason) == (Verdict.UNKNOWN, "incomplete")
    assert plain.stats.expanded > 500_000


def test_without_supermoves_every_move_is_of_one_card() -> None:
    game = get_game("freecell")
    start = game.deal(32002)
    result = PatienceSolver(game, autoplay="max", supermoves=False).solve(start)
    assert {move.count for move in result.moves} == {1}
    assert_won_forced(GAMES["freecell"], from_core(start), result.moves)


@pytest.mark.parametrize("autoplay", ["none", "horne", "safe"])
def test_the_other_policies_change_no_answer(autoplay: str) -> None:
    game = get_game("freecell")
    for number in (617, 11982):
        start = game.deal(number)
        asked, usual = (solve(game, start, autoplay=policy) for policy in (autoplay, None))
        assert (asked.verdict, asked.moves) == (usual.verdict, usual.moves)
        if asked.moves:
            policy = Autoplay(autoplay)
            assert write_solution(game, start, asked.moves, autoplay=policy).autoplay is policy


def test_what_does_not_play_under_it_says_so() -> None:
    with pytest.raises(InputError, match="shortest does not play under autoplay max"):
        solve("freecell", 617, "shortest", autoplay="max")
    with pytest.raises(InputError, match="plays under no autoplay"):
        solve("pyramid", 617, autoplay="max")
    with pytest.raises(InputError, match="unknown autoplay"):
        solve("freecell", 617, autoplay="all")
