"""Open Spider's solver: wins replayed, endings as the oracle solves them by trying everything, limits."""

from __future__ import annotations

from random import Random

import pytest

from native.spider_agree import Pair, pair, random_deal, to_core, toy_pair
from oracle.solve import TooManyPositionsError
from oracle.spider import Position
from oracle.spider_solve import is_winnable
from oracle.spider_toys import ending, headed_ending
from winnable._core import CancelToken
from winnable.analysis.verdicts import move_verdicts
from winnable.errors import InputError
from winnable.families.spider.game import SpiderPosition
from winnable.families.spider.solver import SpiderSolver
from winnable.game import Outcome
from winnable.search.api import Limits, SolveResult, StopReason, Verdict
from winnable.search.solvers import make_solver, solver_names

AT_MOST = 1500  # positions that the oracle may meet
TOYS = (
    ("spider", 4),
    ("spider:suits=1", 3),
    ("spider:suits=2", 4),
    ("spider:deal_over_empty=true", 4),
    ("spiderette", 3),
    ("will_o_the_wisp", 4),
    ("mrs_mop", 3),
    ("scorpion", 7),
    ("spider:run_removal=may_stay", 3),
    ("spiderette:run_removal=may_stay", 3),
    ("scorpion:run_removal=may_stay", 7),
)
SHAPES = (
    {"runs": 1, "pieces": 6, "stock": 3},
    {"runs": 2, "pieces": 4, "down": 3},
    {"runs": 1, "pieces": 13},
)


def expect_win(toy: Pair, position: SpiderPosition, found: SolveResult[object]) -> None:
    assert (found.verdict, found.reason) == (Verdict.SOLVED, StopReason.GOAL)
    for move in found.moves:
        position = toy.game.play(position, move)  # type: ignore[arg-type]
    assert toy.game.outcome(position) is Outcome.WON
    assert found.cost == len(found.moves)


def endings(toy: Pair, number: int) -> list[tuple[Position, bool]]:
    """Random endings, each with whether it can be won."""
    found = []
    for seed in range(number):
        rng = Random(f"{toy} {seed}")
        if toy.game.info.name != "scorpion" and seed % 4 == 3:
            position = headed_ending(toy.rules, rng, runs=2, tail=(2, 6), down=3)
        else:
            shape = dict(SHAPES[seed % len(SHAPES)])
            if toy.game.rules["stock"] == "none":
                shape.pop("stock", None)
            position = ending(toy.rules, rng, **shape)
        try:
            found.append((position, is_winnable(toy.rules, position, AT_MOST)))
        except TooManyPositionsError:
            continue
    return found


@pytest.mark.parametrize(("name", "columns"), TOYS)
def test_endings_are_answered_as_by_trying_everything(name: str, columns: int) -> None:
    toy = toy_pair(name, columns)
    solver = SpiderSolver(toy.game)
    answers = set()
    for position, winnable in endings(toy, 24):
        start = to_core(toy.game, position)
        found = solver.solve(start)
        answers.add(winnable)
        if winnable:
            expect_win(toy, start, found)
        else:
            assert (found.verdict, found.reason) == (Verdict.UNSOLVABLE, StopReason.EXHAUSTED), position
            assert found.moves == ()
    assert answers == {True, False}


@pytest.mark.parametrize(
    "name", ["spider", "spider:suits=1", "spider:suits=2", "spider:deal_over_empty=true", "mrs_mop"]
)
def test_whole_deals_are_won(name: str) -> None:
    both = pair(name)
    deals = [both.game.deal_deck(bytes(random_deal(both.rules, Random(seed)))) for seed in range(3)]
    solver = make_solver(both.game)
    found = [solver.solve(deal, limits=Limits(nodes=100_000)) for deal in deals]
    for deal, result in zip(deals, found, strict=True):
        if result.verdict is Verdict.SOLVED:
            expect_win(both, deal, result)
        else:
            assert result.reason is StopReason.NODES
    assert any(result.verdict is Verdict.SOLVED for result in found)
    again = solver.solve(deals[0], limits=Limits(nodes=100_000))
    assert (again.moves, again.stats.expanded) == (found[0].moves, found[0].stats.expanded)


def test_verdicts_of_each_move() -> None:
    toy = toy_pair("spider", 4)
    told = set()
    for position, _ in endings(toy, 12):
        start = to_core(toy.game, position)
        for verdict in move_verdicts(toy.game, start):
            after = toy.game.play(start, verdict.move)
            assert verdict.verdict is SpiderSolver(toy.game).solve(after).verdict
            told.add(verdict.verdict)
    assert told == {Verdict.SOLVED, Verdict.UNSOLVABLE}


def test_a_won_position_needs_no_moves() -> None:
    game = pair("spider").game
    won = game.core.position([b""] * 10, [0] * 10, b"", (2, 2, 2, 2))
    found = SpiderSolver(game).solve(won)
    assert (found.verdict, found.moves) == (Verdict.SOLVED, ())


def test_limits_hold() -> None:
    game = pair("spider").game
    start = game.deal("kpat:1")
    solver = SpiderSolver(game)
    nodes = solver.solve(start, limits=Limits(nodes=500))
    assert (nodes.verdict, nodes.reason, nodes.stats.expanded) == (Verdict.UNKNOWN, StopReason.NODES, 500)
    memory = solver.solve(start, limits=Limits(bytes=60_000))
    assert (memory.verdict, memory.reason) == (Verdict.UNKNOWN, StopReason.MEMORY)
    assert memory.stats.peak_bytes <= 60_000
    assert solver.solve(start, limits=Limits(seconds=1e-6)).reason is StopReason.TIME
    token = CancelToken()
    token.cancel()
    assert solver.solve(start, token=token).reason is StopReason.CANCELLED


def test_names_and_bad_ones() -> None:
    game = pair("spider").game
    assert solver_names(game) == ("auto",)
    with pytest.raises(InputError, match="unknown solver 'short'"):
        make_solver(game, "short")
    with pytest.raises(InputError, match="the solver auto minimises nothing; expected no metric in spider"):
        make_solver(game, metric="moves")
    with pytest.raises(ValueError, match="no events"):
        SpiderSolver(game).solve(game.deal("kpat:1"), observer=lambda event: None)
    with pytest.raises(ValueError, match="other rules"):
        SpiderSolver(game).solve(pair("spider:suits=1").game.deal("kpat:1"))
