"""The suite of test positions (tests/data/spider): its answers, and what policies, solvers and equities make
of it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from fractions import Fraction
from typing import Any

import pytest

from native.spider_agree import Pair, pair, to_core, toy_pair
from oracle.spider import faults, observe
from oracle.spider_cases import Case, read, rules_of
from oracle.spider_solve import Endings, hidden_cards, winning_line, worlds
from winnable._core import SpiderSolver
from winnable.analysis import equity
from winnable.families.spider.game import SpiderPosition
from winnable.families.spider.policy import make_policy, policy_names
from winnable.families.spider.setup import SpiderSetup
from winnable.search.policy import play, play_many

EASY, HARD, IMPOSSIBLE = read("easy.json"), read("hard.json"), read("impossible.json")
CASES = [*EASY, *HARD, *IMPOSSIBLE]
BOARDS = 2000  # that a search may keep: endings are small
ENDINGS = [case for case in CASES if hidden_cards(case.position) < 10]


def both(case: Case) -> Pair:
    whole = pair(case.game)
    return whole if case.columns == len(whole.rules.dealt) else toy_pair(case.game, case.columns)


def policy_of(case: Case, name: str) -> Any:
    boards = {"boards": BOARDS} if name in ("best", "fast") else {}
    return make_policy(both(case).game, name, **boards)


def all_worlds(case: Case) -> list[SpiderPosition]:
    """The case once with every way to place its hidden cards."""
    return [to_core(both(case).game, world) for world in worlds(both(case).rules, observe(case.position))]


def share(case: Case, name: str, seed: int = 1) -> Fraction:
    """Of all worlds, those that a policy wins: exact, since with one seed it draws no lots."""
    policy = policy_of(case, name)
    games = [play(both(case).game, world, policy, seed) for world in all_worlds(case)]
    return Fraction(sum(game.won for game in games), len(games))


def played_by(cases: list[Case], *names: str) -> list[tuple[Case, str]]:
    """Cases with the policies, of these, that play their game."""
    return [(case, name) for case in cases for name in names if name in policy_names(both(case).game)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_answers_fit_the_file(case: Case) -> None:
    assert faults(both(case).rules, case.position) == []
    assert (case in EASY) == (case.chance == 1)
    assert (case in IMPOSSIBLE) == (case.chance == 0 and case.open is False)


@pytest.mark.parametrize("case", ENDINGS, ids=str)
def test_answers_are_what_the_oracle_says(case: Case) -> None:
    rules = rules_of(case.game, case.columns)
    assert Endings(rules).win_probability(case.position) == case.chance
    assert (winning_line(rules, case.position) is not None) == case.open


def test_there_are_all_kinds() -> None:
    assert min(map(len, (EASY, HARD, IMPOSSIBLE))) >= 5
    assert sum(0 < (case.chance or 0) < 1 for case in HARD) >= 5
    assert {case.game.partition(":")[0] for case in CASES} >= {"spider", "spiderette", "scorpion", "mrs_mop"}


@pytest.mark.parametrize(("case", "name"), played_by(EASY, "best"), ids=str)
def test_the_best_policy_wins_what_is_certain(case: Case, name: str) -> None:
    assert share(case, name) == 1


def test_the_best_policy_comes_near_what_is_possible() -> None:
    cases = [case for case, _ in played_by(HARD, "best") if hidden_cards(case.position)]
    possible = sum((case.chance or Fraction(0) for case in cases), Fraction(0))
    assert sum((share(case, "best") for case in cases), Fraction(0)) >= Fraction(9, 10) * possible


@pytest.mark.parametrize(
    ("case", "name"), played_by([c for c in ENDINGS if c.chance != 1], "best", "fast", "moveblocks"), ids=str
)
def test_no_policy_beats_the_exact_chance(case: Case, name: str) -> None:
    """Whoever wins more often than is possible has peeked."""
    assert case.chance is not None
    assert share(case, name) <= case.chance


@pytest.mark.parametrize("name", ["fast", "moveblocks", "random"])
def test_a_whole_deal_without_moves_is_lost_by_everybody(name: str) -> None:
    (case,) = [case for case in IMPOSSIBLE if case.columns == 10]
    game = both(case).game
    played = play(game, to_core(game, case.position), policy_of(case, name), 1)
    assert not played.won
    assert played.runs == 0


# --- with every card known ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_open_solver_proves_what_is_true(case: Case) -> None:
    game = both(case).game
    (answer,) = SpiderSolver(game.core).solve_many([to_core(game, case.position)], nodes=200_000)
    assert answer.verdict == ("solved" if case.open else "unsolvable")


@pytest.mark.parametrize("case", [c for c in HARD if c.chance], ids=str)
def test_who_knows_every_card_wins_no_less_often(case: Case) -> None:
    assert case.chance is not None
    answers = SpiderSolver(both(case).game.core).solve_many(all_worlds(case), nodes=200_000)
    won = sum(answer.verdict == "solved" for answer in answers)
    assert all(answer.verdict in ("solved", "unsolvable") for answer in answers)
    assert Fraction(won, len(answers)) >= case.chance


# --- equity ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", [c for c in (*EASY[:3], *HARD[:8], *IMPOSSIBLE[:3]) if hidden_cards(c.position)], ids=str
)
def test_equity_holds_the_truth(case: Case) -> None:
    """Worlds drawn at random, all played with one seed: the interval holds the exact share of all worlds. The
    right answer is outside once in 10,000 cases, and draws are the same every time."""
    game = both(case).game
    setup = SpiderSetup.of_observation(game.observe(to_core(game, case.position)))

    def play_worlds(games: Iterable[equity.World]) -> Generator[tuple[Any, Any], None, None]:
        same = (world._replace(seed=1) for world in games)
        return play_many(game, same, lambda: policy_of(case, "fast"))

    found = equity.measure(play_worlds, equity.worlds(game, setup, seed=3), count=150, z=4.0)
    low, high = found.interval
    assert low <= share(case, "fast") <= high
    assert case.chance is not None
    assert low <= case.chance
