"""Positions whose hidden cards may lie in few ways: each way against the oracle, and what a hint says."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from native.spider_agree import Pair, from_core, to_core, toy_pair
from oracle.solve import TooManyPositionsError
from oracle.spider import Position, observe
from oracle.spider_solve import Endings, hidden_cards, is_winnable, worlds
from oracle.spider_toys import ending, headed_ending
from winnable.families.spider.game import Observation, SpiderGame
from winnable.families.spider.hint import hint
from winnable.families.spider.setup import SpiderSetup
from winnable.families.spider.solver import SpiderSolver
from winnable.families.spider.text import parse_texts
from winnable.families.spider.worlds import MOST_WAYS, ways, ways_of
from winnable.registry import get_game
from winnable.search.api import Verdict
from winnable.session import Session

AT_MOST = 3000
TOYS = (("spider", 4), ("spider:suits=2", 4), ("spiderette", 3), ("spider:deal_over_empty=true", 4))

# Nothing is hidden, and no row is left (in the hand of somebody who was told that nobody knew).
NOTHING_HIDDEN = """\
Runs: C-2 D-1 H-2 S-1
Column 1: AD
Column 2: 2S AS
Column 3:
Column 4: KD QD JD TD 9D 8D 7D 6D 5D 4D 3D
Column 8: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S
Column 10: 2D
"""
ONE_POSSIBILITY = """\
Runs: C-2 D-2 H-2 S-1
Column 1: ?? | KS QS JS TS 9S
Column 2: 8S 7S 6S
Column 3: 4S 3S 2S AS
"""


def small_endings(toy: Pair, number: int) -> list[Position]:
    """Endings with up to four hidden cards."""
    found = []
    for seed in range(number):
        rng = Random(f"ways {toy} {seed}")
        if seed % 2:
            found.append(headed_ending(toy.rules, rng, runs=2, tail=(2, 5), down=rng.randint(1, 3)))
        else:
            stock = rng.choice((0, 0, 3, 4))
            found.append(ending(toy.rules, rng, runs=1, pieces=6, down=rng.randint(1, 3), stock=stock))
    return found


@pytest.mark.parametrize(("name", "columns"), TOYS)
def test_the_ways_are_the_worlds_of_the_oracle(name: str, columns: int) -> None:
    toy = toy_pair(name, columns)
    for position in small_endings(toy, 12):
        seen = toy.game.observe(to_core(toy.game, position))
        if ways(seen) > 120:
            continue
        found = [from_core(world) for world in ways_of(toy.game, seen)]
        assert Counter(found) == Counter(worlds(toy.rules, observe(position)))
        assert len(found) == ways(seen)


@pytest.mark.parametrize(("name", "columns"), TOYS)
def test_few_ways_are_decided_as_by_trying_everything(name: str, columns: int) -> None:
    toy = toy_pair(name, columns)
    said_of: Counter[str] = Counter()
    for position in small_endings(toy, 30):
        start = to_core(toy.game, position)
        seen = toy.game.observe(start)
        if not hidden_cards(position) or ways(seen) > MOST_WAYS or not toy.game.legal_moves(start):
            continue
        try:
            won = [is_winnable(toy.rules, world, AT_MOST) for world in worlds(toy.rules, observe(position))]
            chance = Endings(toy.rules, 20_000).win_probability(position)
        except TooManyPositionsError:
            continue
        said = hint(toy.game, seen, policy="fast")
        if not any(won):
            assert said.verdict is Verdict.UNSOLVABLE
        elif all(won) and said.verdict is Verdict.SOLVED:
            assert chance == 1  # whatever lies hidden, which a player without a look at it can be sure of
        else:
            assert said.verdict is Verdict.UNKNOWN
            told = re.search(r"(both|all|\d+) of the (\d+) ways that the", said.why[-1])
            assert told is not None, said.why
            number = len(won) if told[1] in ("both", "all") else int(told[1])
            assert (number, int(told[2])) == (sum(won), len(won))
            assert chance <= Fraction(sum(won), len(won))
        said_of[said.verdict.value] += 1
    assert len(said_of) >= 2, said_of


def read_board(text: str) -> SpiderSetup:
    (found,) = parse_texts(text.splitlines())
    assert isinstance(found, SpiderSetup)
    return found


def seen_of(game: SpiderGame, text: str) -> Observation:
    return game.observation(read_board(text))


def test_nothing_hidden_is_the_solvers_verdict() -> None:
    game = get_game("spider")
    said = hint(game, seen_of(game, NOTHING_HIDDEN))
    solved = SpiderSolver(game).solve(read_board(NOTHING_HIDDEN).position_in(game))
    assert said.verdict is Verdict.SOLVED
    assert len(said.line) == len(solved.moves) == 3
    assert said.why[-1] == "no card is hidden"
    by_policy = hint(game, seen_of(game, NOTHING_HIDDEN), policy="fast")
    assert (by_policy.verdict, by_policy.policy) == (Verdict.SOLVED, "fast")


def test_an_unknown_card_with_one_possibility_is_known() -> None:
    game = get_game("spider")
    said = hint(game, seen_of(game, ONE_POSSIBILITY))
    assert said.verdict is Verdict.SOLVED
    assert said.why[-1] == "the hidden card can only be the five of spades"
    position = read_board(ONE_POSSIBILITY).position_in(game)  # so that it can be solved and played, too
    assert position.columns[0][0] == 4 * 4 + 3
    session = Session.of_setup(game, read_board(ONE_POSSIBILITY))
    session.play("14")  # which turns it
