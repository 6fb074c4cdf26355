"""The explanations of Undead against the oracle: no step rules out what occurs in a solution, and each step
follows from the clues that it names, by trying every filling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from native.undead_agree import board_of, rows_of, spoiled
from oracle.undead import (
    MIRRORS,
    MONSTERS,
    Board,
    Rows,
    Square,
    counts,
    look,
    open_cells,
    put,
    seen,
    solutions,
)
from winnable._core import UndeadExplainer
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.strategies import random_position, random_puzzle

from .board_files import GAME, ids_of, position_of

Candidates = Mapping[Square, str]  # for each cell that is not a mirror


def cases(number: int, most_side: int, most_open: int) -> Iterator[UndeadPosition]:
    """Boards of every kind, new and half filled in, rightly and wrongly, solvable and spoiled."""
    for seed in range(number):
        rng = Random(f"steps {seed}")
        position = random_puzzle(GAME, rng, most_side).position
        if rng.random() < 0.3:
            position = random_position(GAME, rng, most_side)
        if rng.random() < 0.3:
            position = spoiled(position, rng)
        if len(open_cells(rows_of(position))) <= most_open:
            yield position


def at_first(rows: Rows) -> dict[Square, str]:
    squares = ((r, c) for r, line in enumerate(rows) for c in range(len(line)) if line[c] not in MIRRORS)
    return {(r, c): MONSTERS if rows[r][c] == "." else rows[r][c] for r, c in squares}


class Reasons:
    """What follows in one position from candidates and a few clues, by trying everything."""

    def __init__(self, position: UndeadPosition) -> None:
        self.position = position
        self.board = board_of(position)
        self.rows = self.board.rows

    def allowed(self, reason: Any, candidates: Candidates) -> dict[Square, set[str]]:
        """For each cell that the reason is about, the monsters of fillings that these clues allow."""
        ends = [end for line in reason.lines for end in self.position.lines[line].ends]
        cells = {sight.square for end in ends for sight in look(self.rows, end)} & candidates.keys()
        if reason.totals:
            cells = set(candidates)
        found: dict[Square, set[str]] = {cell: set() for cell in cells}
        order = sorted(cells)
        for monsters in product(*(candidates[cell] for cell in order)):
            rows = self.rows
            for cell, monster in zip(order, monsters, strict=True):
                rows = put(rows, cell, monster)
            if self.fits(reason, rows, ends):
                for cell, monster in zip(order, monsters, strict=True):
                    found[cell].add(monster)
        return found

    def fits(self, reason: Any, rows: Rows, ends: list[int]) -> bool:
        numbers = self.board.numbers
        if reason.totals and counts(rows) != self.board.totals:
            return False
        if reason.rung == "sighting":
            return seen(rows, reason.end) == numbers[reason.end]
        if reason.rung == "difference":
            first, second = ends
            a, b = numbers[first], numbers[second]
            assert a is not None
            assert b is not None
            return seen(rows, first) - seen(rows, second) == a - b
        return all(numbers[end] is None or seen(rows, end) == numbers[end] for end in ends)

    def check_step(self, step: Any, candidates: dict[Square, str]) -> None:
        """The step's cuts, made in ``candidates``, follow from what it names."""
        width = self.position.width
        assert step.cuts
        if step.rung == "what if":
            ((square, was, left),) = step.cuts
            assumed, monster = step.assumed
            assert assumed == square
            assert set(was) - set(left) == {monster}
            self.check_chain(step, {**candidates, divmod(square, width): monster})
        else:
            assert (len(step.lines), step.totals) in {
                "sighting": {(1, False)},
                "difference": {(1, False)},
                "totals": {(0, True)},
                "one line": {(1, False), (1, True)},
                "two lines": {(2, False), (2, True)},
            }[step.rung]
            allowed = self.allowed(step, candidates)
        for square, was, left in step.cuts:
            cell = divmod(square, width)
            assert candidates[cell] == was
            assert set(left) < set(was)
            if step.rung != "what if":
                assert not (set(was) - set(left)) & allowed[cell], (step.rung, cell, was, left)
            candidates[cell] = left

    def check_chain(self, step: Any, candidates: dict[Square, str]) -> None:
        for link in step.chain:
            self.check_step(link, candidates)
        self.check_broken(step.broken, candidates)

    def check_broken(self, reason: Any, candidates: Candidates) -> None:
        """No filling fulfils this: then there is none for any cell, if it is about cells at all."""
        if any(not left for left in candidates.values()):
            return
        allowed = self.allowed(reason, candidates)
        assert allowed
        assert not any(allowed.values()), reason.rung


def occurring(board: Board, rows: Rows) -> dict[Square, set[str]]:
    """For each cell the monsters that it holds in some solution."""
    found: dict[Square, set[str]] = {cell: set() for cell in at_first(rows)}
    for filled in solutions(board, rows):
        for row, column in found:
            found[row, column].add(filled[row][column])
    return found


def test_every_step_follows_from_the_clues_that_it_names() -> None:
    explainer = UndeadExplainer()
    rungs: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for position in cases(500, 4, 7):
        reasons, candidates = Reasons(position), at_first(rows_of(position))
        told = explainer.explain(position)
        for step in told.steps:
            reasons.check_step(step, candidates)
            rungs[step.rung] += 1
        assert told.reason == "exhausted"
        if told.broken is not None:
            reasons.check_broken(told.broken, candidates)
        ends["broken" if told.broken else "solved" if told.solved else "left open"] += 1
    assert rungs.keys() == {"sighting", "difference", "totals", "one line", "two lines", "what if"}
    assert min(ends.values()) > 20, ends


def test_no_step_rules_out_a_solution_and_nothing_else_is_left() -> None:
    explainer = UndeadExplainer()
    for position in cases(400, 5, 11):
        board, rows = board_of(position), rows_of(position)
        expected = occurring(board, rows)
        told = explainer.explain(position)
        solvable = any(expected.values()) or next(solutions(board, rows), None) is not None
        assert (told.broken is None) == solvable, position
        for step in told.steps:
            for square, was, left in step.cuts:
                assert not (set(was) - set(left)) & expected[divmod(square, position.width)], position
        if solvable:
            assert told.solved == all(len(letters) == 1 for letters in expected.values())
            for (row, column), letters in expected.items():
                assert set(told.candidates[row * position.width + column]) == letters, position


@pytest.mark.parametrize("hardest", ["sighting", "difference", "totals", "one line", "two lines"])
def test_rungs_that_are_not_allowed_are_not_used(hardest: str) -> None:
    order = ["sighting", "difference", "totals", "one line", "two lines", "what if"]
    for position in cases(60, 5, 12):
        told = UndeadExplainer().explain(position, hardest)
        assert all(order.index(step.rung) <= order.index(hardest) for step in told.steps)


def test_a_hint_fills_a_cell() -> None:
    explainer = UndeadExplainer()
    filled = 0
    for position in cases(300, 5, 12):
        told = explainer.explain(position, next_cell=True)
        reasons, candidates = Reasons(position), at_first(rows_of(position))
        if len(open_cells(rows_of(position))) <= 7:
            for step in told.steps:
                reasons.check_step(step, candidates)
        assert all(not fills(step) for step in told.steps[:-1])
        if told.steps and told.broken is None:
            assert fills(told.steps[-1]), position
            filled += 1
    assert filled > 50


def fills(step: Any) -> bool:
    return any(len(left) == 1 for _, _, left in step.cuts)


@pytest.mark.parametrize("name", ["5x5dt", "6x6dn", "7x7dn", "7x7dt", "8x8dn", "10x10de"])
def test_made_boards_are_explained_to_their_end(name: str) -> None:
    """Each has one solution, so the filling must be right, and no step may say otherwise."""
    explainer = UndeadExplainer()
    for game_id in ids_of(name)[:6]:
        position = position_of(game_id)
        told = explainer.explain(position)
        assert told.solved
        squares = "".join(told.candidates[i] or letter for i, letter in enumerate(position.board))
        assert GAME.outcome(position.filled(squares)).value == "won"
        assert told.fault() is None
