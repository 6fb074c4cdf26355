"""Mistakes on an Undead board: found, and only where there are any."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from winnable._core import CancelToken, UndeadPosition
from winnable.analysis.verdicts import move_verdicts
from winnable.families.undead.hint import hint
from winnable.families.undead.mistakes import entries, find_mistakes, what_is_broken
from winnable.families.undead.solver import UndeadSolver
from winnable.registry import get_game
from winnable.search.api import Verdict

from .ids import SAMPLE, SOLVED_SAMPLE, from_id

GAME = get_game("undead")
# No sighting is shown, so only the totals count: a ghost and a vampire.
LOOSE = "2x1:1,1,0,b,-,-,-,-,-,-"
# Two rows that see the same twice: either the ghost is in one, or in the other.
TIED = "2x2:2,2,0,d,1,1,1,1,1,1,1,1"


def played(text: str, *moves: str) -> UndeadPosition:
    position = from_id(text)
    for move in moves:
        position = GAME.play(position, GAME.notation.parse(position, move))
    return position


def solutions(position: UndeadPosition) -> list[str]:
    """Every solution of a small board, by trying all fillings."""
    open_squares = [i for i, letter in enumerate(position.board) if letter == "."]
    found = []
    for letters in product("gvz", repeat=len(open_squares)):
        squares = list(position.board)
        for square, letter in zip(open_squares, letters, strict=True):
            squares[square] = letter
        full = position.filled("".join(squares))
        if GAME.outcome(full).value == "won":
            found.append(full.squares)
    return found


@pytest.mark.parametrize("square", range(9))
@pytest.mark.parametrize("monster", "gvz")
def test_one_entry_is_wrong_if_the_solution_has_another(square: int, monster: str) -> None:
    where = [i for i, letter in enumerate(from_id(SAMPLE).board) if letter == "."][square]
    row, column = divmod(where, 4)
    position = played(SAMPLE, f"r{row + 1}c{column + 1}={monster}")
    mistakes = find_mistakes(GAME, position)
    if SOLVED_SAMPLE[where] == monster:
        assert mistakes is None
        return
    assert mistakes is not None
    assert mistakes.squares == mistakes.to_take_back == (where,)
    names = {"g": "ghost", "v": "vampire", "z": "zombie"}
    assert mistakes.words[0] == f"r{row + 1}c{column + 1} is wrong: no solution has a {names[monster]} there"


def test_entries_are_what_is_not_given() -> None:
    position = played("2x1:1,1,0,aV,-,-,-,-,-,-", "r1c1=g")
    assert entries(position) == [0]
    assert entries(position.start) == []


def test_entries_that_only_clash_together() -> None:
    position = played(TIED, "r1c1=g", "r1c2=g")
    found = solutions(position.start)
    assert len(found) == 2
    assert all(any(s[square] == "g" for s in found) for square in (0, 1))
    mistakes = find_mistakes(GAME, position)
    assert mistakes is not None
    assert (mistakes.squares, mistakes.together) == ((), ((0, 1),))
    assert mistakes.words == (
        "no solution has a ghost in r1c1 and a ghost in r1c2 together",
        "L1 sees 1 along line L1-R1, but it can see no more than 0 now",
    )


def test_entries_that_clash_beside_one_that_is_wrong() -> None:
    position = played("3x1:1,1,1,c,1,1,0,2,0,1,1,2", "r1c1=z", "r1c2=z", "r1c3=v")
    mistakes = find_mistakes(GAME, position)
    assert mistakes is not None
    assert (mistakes.squares, mistakes.together) == ((2,), ((0, 1),))
    assert mistakes.to_take_back == (2, 0, 1)
    assert mistakes.words[:2] == (
        "r1c3 is wrong: no solution has a vampire there",
        "no solution has a zombie in r1c1 and a zombie in r1c2 together",
    )


@pytest.mark.parametrize("asked", range(8))
def test_what_is_not_decided_is_not_said_to_be_right(monkeypatch: pytest.MonkeyPatch, asked: int) -> None:
    """A limit after so many questions: the same mistakes or none, and a hint that says so."""
    position = played("3x1:1,1,1,c,1,1,0,2,0,1,1,2", "r1c1=z", "r1c2=z", "r1c3=v")
    true = find_mistakes(GAME, position)
    solve_many, cancelled = UndeadSolver.solve_many, CancelToken()
    cancelled.cancel()
    left = asked

    def answer_a_few(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        left -= 1
        return solve_many(*args, **(kwargs if left >= 0 else kwargs | {"token": cancelled}))

    monkeypatch.setattr(UndeadSolver, "solve_many", answer_a_few)
    assert find_mistakes(GAME, position) in (None, true)
    left = asked
    advice = hint(GAME, position)
    if advice.verdict is Verdict.UNSOLVABLE and advice.mistakes is None:
        assert advice.move is None
        assert re.search(r"is not known, (stopped by a limit|cancelled)$", advice.text(), re.MULTILINE)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_not_taken_back_can_stay(seed: int) -> None:
    rng = Random(seed)
    puzzle = from_id(rng.choice([TIED, "3x2:2,2,2,f,-,-,-,2,-,-,-,-,-,-", "3x1:1,1,1,c,1,1,0,2,0,1,1,2"]))
    found = solutions(puzzle)
    assert len(found) > 1
    shown = "".join(rng.choice("gvz.") for _ in puzzle.squares)
    position = puzzle.filled(shown)

    def can_stay(squares: Sequence[int]) -> bool:
        return any(all(full[square] == shown[square] for square in squares) for full in found)

    mistakes = find_mistakes(GAME, position)
    entered = entries(position)
    assert (mistakes is None) == can_stay(entered)
    if mistakes is None:
        return
    assert set(mistakes.squares) == {square for square in entered if not can_stay([square])}
    for group in mistakes.together:
        assert not can_stay(group)
        assert all(can_stay([square for square in group if square != one]) for one in group)
    assert can_stay([square for square in entered if square not in mistakes.to_take_back])


def test_what_is_broken_already() -> None:
    assert what_is_broken(from_id(SAMPLE)) == ""
    assert (
        what_is_broken(played(SAMPLE, "r1c2=z")) == "D1 sees 0 along line D1-D4, but r1c2 makes it at least 1"
    )
    full = played(LOOSE, "r1c1=g", "r1c2=g")
    assert what_is_broken(full) == "there is 1 ghost in all, but 2 stand already"


def test_what_is_said_to_be_broken_is_never_solvable() -> None:
    position = from_id(SAMPLE)
    for answer in move_verdicts(GAME, position):
        if what_is_broken(GAME.play(position, answer.move)):
            assert answer.verdict is Verdict.UNSOLVABLE
            assert answer.why
        square = answer.move.row * 4 + answer.move.column
        right = SOLVED_SAMPLE[square] == answer.move.monster
        assert answer.verdict is (Verdict.SOLVED if right else Verdict.UNSOLVABLE)
