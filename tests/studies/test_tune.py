"""Tuning weights: reproducible, better than what it starts from, and bounded."""

from __future__ import annotations

import pytest

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.families.patience.game import PatienceGame
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import Limits, Verdict
from winnable.studies.tune import METHODS, Score, Trial, tune

DEALS = ["ms:1", "ms:2", "ms:3", "ms:4"]
LIMITS = Limits(nodes=300)


@pytest.fixture(scope="module")
def freecell() -> PatienceGame:
    game: PatienceGame = get_game("freecell")
    return game


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_answer(freecell: PatienceGame, method: str) -> None:
    first, again = (
        tune(freecell, DEALS, "greedy", method=method, trials=20, seed=5, limits=LIMITS) for _ in range(2)
    )
    assert first == again
    assert 1 <= len(first.trials) <= 20
    assert first.best.score.key == min(trial.score.key for trial in first.trials)
    weights = [trial.heuristic.weights for trial in first.trials]
    assert len(set(weights)) == len(weights)


@pytest.mark.parametrize("method", ["random", "cem"])
def test_another_seed_tries_other_weights(freecell: PatienceGame, method: str) -> None:
    one, two = (
        tune(freecell, DEALS[:1], "greedy", method=method, trials=5, seed=s, limits=LIMITS) for s in (1, 2)
    )
    assert one.trials[0] == two.trials[0]  # the student system's weights come first
    assert one.trials[1:] != two.trials[1:]


def test_scores_are_those_of_the_searches(freecell: PatienceGame) -> None:
    result = tune(
        freecell, DEALS, "greedy", ("foundation", "blocked"), method="grid", trials=4, limits=LIMITS
    )
    assert len(result.trials) == 4
    solved = nodes = length = 0
    for deal in DEALS:
        r = search(
            freecell,
            freecell.deal(deal),
            "greedy",
            heuristic=result.best.heuristic,
            autoplay="safe",
            limits=LIMITS,
        )
        nodes += r.stats.expanded
        if r.verdict is Verdict.SOLVED:
            solved, length = solved + 1, length + len(r.moves)
    assert result.best.score == Score(solved, nodes, length)


def test_coordinate_search_never_loses_ground(freecell: PatienceGame) -> None:
    result = tune(freecell, DEALS, "greedy", method="coordinate", trials=25, limits=LIMITS)
    assert result.best.score.key <= result.trials[0].score.key
    ranges = {"foundation": (0, 2), "cells": (0, 1), "columns": (-1, 0), "blocked": (0, 1)}
    for trial in result.trials:
        assert all(ranges[name][0] <= weight <= ranges[name][1] for name, weight in trial.heuristic.weights)


def test_more_solved_is_better_then_fewer_nodes_then_shorter() -> None:
    scores = [Score(3, 900, 10), Score(3, 800, 300), Score(2, 1, 1), Score(3, 800, 299)]
    assert sorted(scores, key=lambda s: s.key) == [scores[3], scores[1], scores[0], scores[2]]


def test_it_can_be_cancelled(freecell: PatienceGame) -> None:
    token = CancelToken()
    seen: list[Trial] = []

    def on_trial(trial: Trial) -> None:
        seen.append(trial)
        if len(seen) == 3:
            token.cancel()

    result = tune(freecell, DEALS, "greedy", trials=50, limits=LIMITS, on_trial=on_trial, token=token)
    assert result.cancelled
    assert result.trials == tuple(seen)
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"deals": []}, "no deals"),
        ({"method": "magic"}, "unknown method"),
        ({"algorithm": "breadth_first"}, "no weights"),
        ({"features": ("speed",)}, "unknown feature"),
        ({"features": ("cells", "cells")}, "named twice"),
        ({"features": {"cells": (1.0, 1.0)}}, "range of cells"),
        ({"features": ()}, "no features"),
        ({"trials": 0}, "trials is 0"),
        ({"limits": Limits(seconds=1.0, nodes=5)}, "number of nodes"),
        ({"limits": Limits()}, "number of nodes"),
    ],
)
def test_refusals(freecell: PatienceGame, changes: dict[str, object], match: str) -> None:
    arguments: dict[str, object] = {"deals": DEALS, "algorithm": "greedy", "trials": 2, "limits": LIMITS}
    with pytest.raises(InputError, match=match):
        tune(freecell, **{**arguments, **changes})  # type: ignore[arg-type]


def test_pairing_games_have_features_of_their_own() -> None:
    pyramid = get_game("pyramid")
    first, again = (
        tune(pyramid, range(1, 6), "greedy", trials=10, seed=3, limits=Limits(nodes=100)) for _ in range(2)
    )
    assert first == again
    assert dict(first.best.heuristic.weights).keys() == {"removals", "tableau", "covered", "cards_left"}
    position = pyramid.deal(2)
    alone = tune(pyramid, [position], "greedy", ["rows"], trials=2, limits=Limits(nodes=100))
    assert [name for name, _ in alone.best.heuristic.weights] == ["rows"]
    with pytest.raises(InputError, match="unknown feature 'cells'"):
        tune(pyramid, [1], "greedy", ["cells"])
    with pytest.raises(InputError, match="has no automatic moves"):
        tune(pyramid, [1], "greedy", autoplay="safe")
