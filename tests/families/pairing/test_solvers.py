"""The exact solvers of pairing games against exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from native.pairing_agree import ALL_GAMES, from_core, random_rules, rules_value
from oracle.cards import RANKS
from oracle.pairing import Rules, gone_of_rank, is_won, score
from oracle.pairing_solve import Reach, replay
from oracle.solve import TooManyPositionsError
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.strategies import random_near_end, random_toy
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.solvers import make_solver

METRICS = ("actions", "removals", "passes")
SCORINGS = ("microsoft", "par")
POSITIONS = 1500  # the oracle gives up beyond, and the position is left out


class Case(NamedTuple):
    """A small position, native and as the oracle's, with everything that can be reached from it."""

    position: PairingPosition
    reach: Reach

    @property
    def won(self) -> bool:
        return bool(self.reach.wins())

    def end(self, texts: list[str]) -> Any:
        return replay(self.reach.rules, self.reach.start, texts)


def cases(game: PairingGame, rules: Rules, number: int, most: int = POSITIONS) -> Iterator[Case]:
    """Random positions, mid-game ones and near the end, that exhaustive search can finish."""
    for seed in range(number):
        rng = Random(f"{rules.name} {seed}")
        if seed % 2:
            position = random_near_end(game, rng, rng.choice([8, 14, 18, 24]))
        else:
            position = random_toy(game, rng, rng.choice([2, 3, 4]), rng.choice([4, 8, 12]))
        try:
            yield Case(position, Reach(rules, from_core(rules, position), most))
        except TooManyPositionsError:
            continue


@cache
def small(name: str) -> tuple[Case, ...]:
    return tuple(cases(get_game(name), ALL_GAMES[name], 14))


def price(metric: str, move: str) -> int:
    if metric == "actions":
        return 1
    return int(move == "recycle") if metric == "passes" else int(move not in ("draw", "recycle"))


def paid(metric: str, texts: list[str], rules: Rules) -> int:
    costs = {"actions": len(texts), "passes": texts.count("recycle") + (not rules.columns)}
    costs["removals"] = len(texts) - texts.count("draw") - texts.count("recycle")
    return costs[metric]


# --- one case, one question --------------------------------------------------------------------------------


def check_verdict(case: Case, solver: Any) -> None:
    result = solver.solve_many([case.position])[0]
    assert result.verdict == ("solved" if case.won else "unsolvable"), case
    if case.won:
        assert is_won(case.reach.rules, case.end(list(result.texts)))
        assert result.why == ""
    else:
        assert result.reason == "exhausted"
        assert "\n" not in result.why


def check_fewest(case: Case, solver: Any, metric: str) -> None:
    reach = case.reach
    least = {
        "actions": reach.fewest_actions,
        "removals": reach.fewest_removals,
        "passes": reach.fewest_passes,
    }[metric]()
    result = solver.solve_many([case.position])[0]
    assert result.verdict == ("unsolvable" if least is None else "solved"), case
    if least is not None:
        texts = list(result.texts)
        assert is_won(reach.rules, case.end(texts))
        assert least == result.cost == result.lower_bound == paid(metric, texts, reach.rules), case


def check_challenge(case: Case, game: PairingGame, position: Any, challenge: str, met: bool) -> list[str]:
    result = make_solver(game, challenge=challenge).solve_many([position])[0]
    assert result.verdict == ("solved" if met else "unsolvable"), (challenge, case)
    return list(result.texts)


def check_ranks(case: Case, game: PairingGame, rank: int) -> None:
    most = case.reach.most_of_rank(rank)
    for amount in range(1, 5):
        met = amount <= most
        texts = check_challenge(case, game, case.position, f"clear={amount}x{RANKS[rank]}", met)
        assert not met or gone_of_rank(case.end(texts), rank) >= amount


def check_points(case: Case, game: PairingGame, rules: Rules, below: int) -> None:
    """``game`` and ``rules`` are the case's with a scoring."""
    p = case.position
    position = game.core.position(p.tableau, p.columns, p.waste, p.stock, p.pass_number)
    most = max(score(rules, reached) for reached in case.reach.after)
    result = make_solver(game, "score").solve_many([position])[0]
    assert result.verdict == "solved"
    assert most == result.score == result.score_bound == score(rules, case.end(list(result.texts))), case
    least = 1 if rules.scoring == "microsoft" else -51  # what not every position has
    for points in (max(most - below, least), max(most, least), most + 1):
        texts = check_challenge(case, game, position, f"points={points}", points <= most)
        assert points > most or score(rules, case.end(texts)) >= points


def scored(name: str) -> Iterator[tuple[PairingGame, Rules]]:
    """The game under each scoring that its rules allow."""
    for scoring in SCORINGS:
        try:
            game = get_game(f"{name}{',' if ':' in name else ':'}scoring={scoring}")
        except InputError:
            continue
        yield game, ALL_GAMES[name]._replace(scoring=scoring)


# --- against exhaustive search -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_GAMES)
def test_verdicts_are_those_of_exhaustive_search(name: str) -> None:
    solver = make_solver(get_game(name))
    for case in small(name):
        check_verdict(case, solver)
    assert Counter(case.won for case in small(name)).keys() == {True, False}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", ALL_GAMES)
def test_minima_are_those_of_exhaustive_search(name: str, metric: str) -> None:
    solver = make_solver(get_game(name), "fewest", metric)
    for case in small(name):
        check_fewest(case, solver, metric)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_cards_of_a_rank(name: str) -> None:
    for number, case in enumerate(small(name)):
        check_ranks(case, get_game(name), number % 13)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_most_points(name: str) -> None:
    games = list(scored(name))
    if not games:
        with pytest.raises(InputError):
            make_solver(get_game(name), "score")
    for game, rules in games:
        for number, case in enumerate(small(name)):
            check_points(case, game, rules, 1 + 7 * number % 60)


def any_case(seed: int, most: int = POSITIONS) -> tuple[PairingGame, Case] | None:
    """A small position under random rules, None if it is too large for the oracle."""
    rng = Random(seed)
    rules = random_rules(rng)
    options = ",".join(f"{key}={str(value).lower()}" for key, value in rules_value(rules).items())
    game: PairingGame = get_game(f"pyramid:{options}")
    if seed % 3:
        position = random_near_end(game, rng, rng.choice([8, 14, 20]))
    else:
        position = random_toy(game, rng, rng.randint(2, 4))
    try:
        return game, Case(position, Reach(rules, from_core(rules, position), most))
    except TooManyPositionsError:
        return None


def check_everything(seed: int, most: int = POSITIONS) -> int:
    found = any_case(seed, most)
    if found is None:
        return 0
    game, case = found
    check_verdict(case, make_solver(game))
    for metric in METRICS:
        check_fewest(case, make_solver(game, "fewest", metric), metric)
    check_ranks(case, game, seed % 13)
    if case.reach.rules.scoring != "none":
        check_points(case, game, case.reach.rules, 1 + seed % 60)
    return 1


def test_any_rules() -> None:
    assert sum(check_everything(seed) for seed in range(60)) > 40


@pytest.mark.slow
def test_any_rules_at_length() -> None:
    assert sum(check_everything(seed, 20_000) for seed in range(1000, 9000)) > 6000


@pytest.mark.parametrize("nodes", [1, 2, 5, 20])
def test_what_is_said_at_a_limit_holds(nodes: int) -> None:
    """Verdicts are right or unknown; costs and points lie within the bounds given."""
    limits = Limits(nodes=nodes)
    for name in (
        "pyramid",
        "pyramid:pysol",
        "pyramid:king_tut",
        "pyramid:relaxed,draw=2,stock_top=apart,overlap=true",
    ):
        game = get_game(name)
        for case in small(name):
            decided = make_solver(game).solve_many([case.position], limits=limits)[0]
            assert decided.verdict in ("unknown", "solved" if case.won else "unsolvable")
            least = case.reach.fewest_actions()
            fewest = make_solver(game, "fewest").solve_many([case.position], limits=limits)[0]
            if fewest.verdict == "unsolvable":
                assert least is None
            elif least is not None:
                assert fewest.lower_bound <= least
                assert fewest.verdict == "unknown" or fewest.cost >= least
        for scored_game, rules in scored(name):
            check_bounds(scored_game, rules, small(name), limits)


def check_bounds(game: PairingGame, rules: Rules, cases: tuple[Case, ...], limits: Limits) -> None:
    for case in cases:
        p = case.position
        position = game.core.position(p.tableau, p.columns, p.waste, p.stock, p.pass_number)
        result = make_solver(game, "score").solve_many([position], limits=limits)[0]
        most = max(score(rules, reached) for reached in case.reach.after)
        assert result.score <= most <= result.score_bound
        assert score(rules, case.end(list(result.texts))) == result.score
