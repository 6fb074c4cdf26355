"""Verdicts of the solvers: against exhaustive search on toys, and against each other as cells are added."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from oracle import rules as oracle
from oracle import toys
from oracle.games import GAMES
from oracle.solve import TooManyPositionsError, is_winnable

from winnable.games import get_game
from winnable.search.api import Limits, SolveResult, Verdict
from winnable.search.solvers import PatienceSolver

from .agree import Pair, from_core_move, to_core

QUICK = Limits(nodes=20_000, bytes=50_000_000)
TOY_POSITIONS = 4_000  # the oracle gives up beyond, and the toy is left out


def toy_games(name: str) -> list[tuple[Pair, PatienceSolver, PatienceSolver]]:
    """The game with few columns and 0 to 3 cells: rules of the oracle, solver ``auto``, solver ``short``."""
    games = []
    for cells in sorted({min(cells, GAMES[name].cells) for cells in range(4)}):
        for columns in (3, 4):
            rules = GAMES[name]._replace(cells=cells, columns=columns)
            game = get_game(f"{name}:cells={cells},columns={columns},cells_filled=0,column_cards=")
            games.append(
                (Pair(rules, game.core), PatienceSolver(game, "auto"), PatienceSolver(game, "short"))
            )
    return games


def toy(rules: oracle.Rules, rng: Random) -> oracle.Position:
    if rules.suits_leave:
        return toys.toy_deal(rules, rng.choice((1, 2)), rng)
    if rng.random() < 0.5:
        return toys.toy_deal(rules, rng.choice((3, 4, 5)), rng)
    return toys.ragged_deal(rules, rng, rng.randrange(8, 22))


def assert_won(rules: oracle.Rules, position: oracle.Position, result: SolveResult) -> None:
    for move in map(from_core_move, result.moves):
        position = oracle.play(rules, position, move)
    assert oracle.is_won(position)


@pytest.mark.parametrize("name", GAMES)
def test_verdicts_on_toys_are_those_of_exhaustive_search(name: str) -> None:
    """Every "unsolvable" is confirmed, every solution wins by the oracle's rules, nothing stays unknown."""
    rng = Random(name)
    seen: Counter[bool] = Counter()
    games = toy_games(name)
    for pair, auto, short in games:
        for _ in range(120 // len(games)):
            position = toy(pair.rules, rng)
            try:
                winnable = is_winnable(pair.rules, position, TOY_POSITIONS)
            except TooManyPositionsError:
                continue
            seen[winnable] += 1
            native = to_core(pair, position)
            result = auto.solve(native)
            assert result.verdict is (Verdict.SOLVED if winnable else Verdict.UNSOLVABLE), position
            quick = short.solve(native, limits=QUICK)
            assert quick.verdict is Verdict.SOLVED if winnable else quick.verdict is not Verdict.SOLVED
            if winnable:
                assert_won(pair.rules, position, result)
                assert_won(pair.rules, position, quick)
    assert seen[True] >= 4
    assert seen[False] >= 4


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


def test_verdicts_agree_as_cells_are_added() -> None:
    """The same 200 deals with 0, 1, 2, 3, 5, 6 cells; the limit leaves a few unknown, and no more."""
    found, verdicts = contradictions(range(1, 201), (0, 1, 2, 3, 5, 6), Limits(nodes=100_000))
    assert found == []
    unknown = {cells: n for (cells, verdict), n in verdicts.items() if verdict is Verdict.UNKNOWN}
    assert sum(unknown.values()) <= 60
    assert verdicts[0, Verdict.UNSOLVABLE] >= 190
    assert verdicts[6, Verdict.SOLVED] >= 199


@pytest.mark.slow
def test_verdicts_agree_as_cells_are_added_without_a_limit() -> None:
    found, verdicts = contradictions(range(1, 201), (0, 1, 2, 3, 4, 5, 6), Limits())
    assert found == []
    assert not any(verdict is Verdict.UNKNOWN for _, verdict in verdicts)
