"""Verdicts of the solvers: against exhaustive search on toys, and against each other as cells are added."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from oracle.games import GAMES
from oracle.solve import TooManyPositionsError, is_winnable
from sizes import some_of
from winnable.analysis.verdicts import position_verdict
from winnable.families.patience.reasons import find_win
from winnable.families.patience.solver import PatienceSolver
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict

from .agree import Pair, to_core
from .toy_games import assert_won, random_toy, toy_games

QUICK = Limits(nodes=20_000, bytes=50_000_000)
TOY_POSITIONS = 4_000  # the oracle gives up beyond, and the toy is left out


@pytest.mark.parametrize("name", GAMES)
def test_verdicts_on_toys_are_those_of_exhaustive_search(name: str) -> None:
    """Every "unsolvable" is confirmed, every solution wins by the oracle's rules, nothing stays unknown."""
    rng = Random(name)
    seen: Counter[bool] = Counter()
    games = toy_games(name)
    for game, rules in games:
        auto, short = PatienceSolver(game, "auto"), PatienceSolver(game, "short")
        for _ in range(some_of(180) // len(games)):
            position = random_toy(rules, rng)
            try:
                winnable = is_winnable(rules, position, TOY_POSITIONS)
            except TooManyPositionsError:
                continue
            seen[winnable] += 1
            native = to_core(Pair(rules, game.core), position)
            result = auto.solve(native)
            quick = short.solve(native, limits=QUICK)
            assert result.verdict is (Verdict.SOLVED if winnable else Verdict.UNSOLVABLE), position
            assert quick.verdict is Verdict.SOLVED if winnable else quick.verdict is not Verdict.SOLVED
            if winnable:
                assert_won(rules, position, result.moves)
                assert_won(rules, position, quick.moves)
    assert seen[True] >= 4
    assert seen[False] >= 4


def test_verdicts_and_hint_win_where_the_complete_search_alone_does_not_end() -> None:
    """In a million positions the complete search wins none of these; a beam wins them in some thousands."""
    game = get_game("simple_simon")
    position = game.deal(32501)
    limits = Limits(nodes=1_000_000, bytes=200_000_000)
    after = [game.play(position, move) for move in game.distinct_moves(position)]
    answers = PatienceSolver(game).solve_many(after, limits=limits)
    assert {answer.verdict for answer in answers} == {"solved"}
    assert find_win(game, position, limits, None).verdict is Verdict.SOLVED
    assert position_verdict(game, position, limits=limits).verdict is Verdict.SOLVED


# --- more cells never make a won deal lost -----------------------------------------------------------------


def contradictions(deals: range, cell_counts: tuple[int, ...], limits: Limits) -> tuple[list[str], Counter]:
    """Deals that are won with fewer cells and lost with more, and how often each verdict was given."""
    found: list[str] = []
    verdicts: Counter[tuple[int, Verdict]] = Counter()
    won_with: dict[int, int] = {}
    for cells in cell_counts:
        game = get_game(f"freecell:cells={cells}")
        solver = PatienceSolver(game, "auto")
        for deal in deals:
            verdict = solver.solve(game.deal(deal), limits=limits).verdict
            verdicts[cells, verdict] += 1
            if verdict is Verdict.UNSOLVABLE and deal in won_with:
                found.append(f"deal {deal}: won with {won_with[deal]} cells, lost with {cells}")
            if verdict is Verdict.SOLVED:
                won_with.setdefault(deal, cells)
    return found, verdicts


@pytest.mark.parametrize(
    ("deals", "won"),
    [(50, [0, 10, 44, 50, 50, 50]), pytest.param(200, [1, 47, 166, 198, 200, 200], marks=pytest.mark.slow)],
)
def test_verdicts_agree_as_cells_are_added(deals: int, won: list[int]) -> None:
    """The same deals with 0, 1, 2, 3, 5, 6 cells: all decided, and none lost that fewer cells win."""
    found, verdicts = contradictions(range(1, deals + 1), (0, 1, 2, 3, 5, 6), Limits(bytes=1_000_000_000))
    assert found == []
    assert not any(verdict is Verdict.UNKNOWN for _, verdict in verdicts)
    assert [verdicts[cells, Verdict.SOLVED] for cells in (0, 1, 2, 3, 5, 6)] == won
