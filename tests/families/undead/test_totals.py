"""Boards of Undead whose totals were shifted from one monster to another: solvable or not, it is told."""

from __future__ import annotations

from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native.undead_agree import board_of, rows_of, to_core
from oracle import undead_sat
from oracle.undead import Board, counts, is_right, open_cells, play, solutions
from winnable.families.undead.solver import UndeadSolver
from winnable.families.undead.strategies import random_board
from winnable.search.api import Limits, Verdict

from .board_files import GAME, ids_of, position_of

needs_sat = pytest.mark.skipif(not undead_sat.available, reason=undead_sat.MISSING)
NODES = 40_000  # without a look at all sums together in fractions, each of these boards takes more


def shifted(board: Board, less: int, more: int, by: int) -> Board:
    """The board with fewer of one monster, but those that it shows, and more of another."""
    totals = list(board.totals or ())
    by = min(by, totals[less] - counts(board.rows)[less])
    totals[less] -= by
    totals[more] += by
    return board._replace(totals=(totals[0], totals[1], totals[2]))


@pytest.mark.parametrize("kind", ["auto", "first"])
def test_solvable_boards_with_shifted_totals_are_solved(kind: str) -> None:
    solver = UndeadSolver(GAME, kind)
    for game_id in ids_of("shifted/solvable"):
        position = position_of(game_id)
        found = solver.solve(position, limits=Limits(nodes=NODES))
        assert found.verdict is Verdict.SOLVED, game_id
        rows = rows_of(position)
        for move in found.moves:
            rows = play(rows, GAME.notation.format(position, move))
        assert is_right(board_of(position), rows), game_id


def test_unsolvable_boards_with_shifted_totals_are_proved_so() -> None:
    solver = UndeadSolver(GAME)
    for game_id in ids_of("shifted/unsolvable"):
        found = solver.solve(position_of(game_id), limits=Limits(nodes=NODES))
        assert found.verdict is Verdict.UNSOLVABLE, game_id


@given(seed=st.integers(0, 2**32 - 1), kinds=st.permutations(range(3)), by=st.integers(1, 4))
def test_small_boards_with_shifted_totals_are_answered_as_by_trying_everything(
    seed: int, kinds: list[int], by: int
) -> None:
    start = random_board(GAME, Random(seed), 4)
    board = shifted(board_of(start), kinds[0], kinds[1], by)
    if len(open_cells(board.rows)) > 8:
        return
    found = UndeadSolver(GAME).solve(to_core(board))
    assert found.solutions == len(list(islice(solutions(board), 2))), board


@needs_sat
def test_larger_boards_with_shifted_totals_are_answered_as_by_python_sat() -> None:
    solver = UndeadSolver(GAME)
    met = {0: 0, 1: 0, 2: 0}
    for seed in range(40):
        rng = Random(seed)
        start = board_of(random_board(GAME, rng, 7))
        for less, more in permutations(range(3), 2):
            board = shifted(start, less, more, rng.randint(1, 4))
            expected = len(list(islice(undead_sat.solutions(board), 2)))
            assert solver.solve(to_core(board)).solutions == expected, board
            met[expected] += 1
    assert min(met.values()) > 10
