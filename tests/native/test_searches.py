"""The textbook searches on toys: true verdicts, shortest solutions, admissible estimates, sound bounds."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from oracle import rules as oracle
from oracle.games import GAMES
from oracle.solve import shortest
from winnable.families.patience.features import FEATURES, parse_heuristic
from winnable.families.patience.game import PatienceGame
from winnable.families.patience.games.freecell import FREECELL
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits, StopReason, Verdict

from .toy_games import SMALL, answered, assert_won, small_toys, toy_games

BYTES = 100_000_000


def estimate_for(algorithm: str, game: PatienceGame) -> str | None:
    """An admissible estimate, where the game has one."""
    if not ALGORITHMS[algorithm].informed:
        return None
    return "columns=0" if game.rules["leave"] == "runs" else "needed_above"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", GAMES)
def test_algorithms_answer_as_exhaustive_search(name: str, algorithm: str) -> None:
    info = ALGORITHMS[algorithm]
    seen: Counter[bool] = Counter()
    for toy in small_toys(name):
        game = toy.toy_game.game
        result = search(
            game,
            toy.native,
            algorithm,
            heuristic=estimate_for(algorithm, game),
            limits=Limits(nodes=30_000, bytes=BYTES),
        )
        if result.verdict is Verdict.UNKNOWN:
            assert not info.complete or result.reason is StopReason.NODES
            continue
        assert (result.verdict is Verdict.SOLVED) == (toy.best is not None), toy.position
        seen[toy.best is not None] += 1
        assert result.lower_bound <= (toy.best if toy.best is not None else float("inf"))
        if toy.best is not None:
            assert_won(toy.toy_game.rules, toy.position, result.moves)
            assert result.cost == len(result.moves) >= toy.best
            assert info.optimal == "never" or result.cost == toy.best, toy.position
            assert not result.optimal or result.cost == toy.best
    assert seen[True] >= 5
    assert seen[False] >= 2 or not info.complete


@pytest.mark.parametrize("name", GAMES)
def test_admissible_estimates_never_exceed_the_true_length(name: str) -> None:
    """Along shortest lines too: every position on the way has a known length."""
    checked = 0
    for toy in small_toys(name):
        game = toy.toy_game.game
        for feature in FEATURES:
            try:
                heuristic = parse_heuristic(feature)
                sound = heuristic.admissible(game)
            except ValueError:
                assert game.rules["leave"] == "runs"
                continue
            if sound and toy.best is not None:
                assert heuristic.value(game, toy.native) <= toy.best, (feature, toy.position)
                checked += 1
    assert checked > 0 or name == "simple_simon"


@pytest.mark.parametrize("algorithm", ["breadth_first", "astar", "ida_star"])
@pytest.mark.parametrize("name", ["freecell", "bakers_game", "seahaven", "citadel"])
def test_without_supermoves_each_card_is_a_move(name: str, algorithm: str) -> None:
    solved = 0
    for toy in small_toys(name):
        single = toy.toy_game.rules._replace(groups="one")
        best = shortest(single, toy.position, 10 * SMALL)
        game = toy.toy_game.game
        result = search(
            game,
            toy.native,
            algorithm,
            heuristic=estimate_for(algorithm, game),
            supermoves=False,
            limits=Limits(nodes=100_000, bytes=BYTES),
        )
        if best is None or result.verdict is Verdict.UNKNOWN:
            assert result.verdict is not Verdict.SOLVED
            continue
        assert result.cost == best, toy.position
        assert_won(single, toy.position, result.moves)
        solved += 1
    assert solved > 0


@pytest.mark.parametrize("autoplay", ["horne", "safe", "max"])
@pytest.mark.parametrize("name", [name for name in GAMES if name != "simple_simon"])
def test_automatic_moves_never_turn_a_won_game_into_a_proof_of_loss(name: str, autoplay: str) -> None:
    for toy in small_toys(name):
        result = search(
            toy.toy_game.game,
            toy.native,
            "breadth_first",
            autoplay=autoplay,
            limits=Limits(nodes=30_000, bytes=BYTES),
        )
        if toy.best is None:
            assert result.verdict is not Verdict.SOLVED
        elif autoplay == "max":
            assert result.verdict is not Verdict.UNSOLVABLE, toy.position
        else:
            assert result.verdict is Verdict.SOLVED, toy.position
            assert_won(toy.toy_game.rules, toy.position, result.moves)


@pytest.mark.parametrize("algorithm", ["breadth_first", "astar"])
def test_ignoring_moves_off_the_foundation_proves_no_loss_that_they_could_avert(algorithm: str) -> None:
    rng = Random(9)
    for game in toy_games("freecell", range(2), (3,)):
        lenient = game.rules._replace(takes_back=True)
        returning = PatienceGame(FREECELL, {**game.game.options, "foundation_return": True})
        pair_game = game._replace(game=returning, rules=lenient)
        for toy in answered(pair_game, rng, 8, 10, SMALL):
            strict = search(
                returning, toy.native, algorithm, off_foundation=False, limits=Limits(nodes=30_000)
            )
            if toy.best is not None:
                assert strict.verdict is not Verdict.UNSOLVABLE, toy.position
            free = search(returning, toy.native, algorithm, limits=Limits(nodes=30_000))
            assert (free.verdict is Verdict.SOLVED) == (toy.best is not None)
            assert oracle.faults(lenient, toy.position) == []
