"""Hints of Undead: the next certain cell from anywhere, after the mistakes."""

from __future__ import annotations

from random import Random

import pytest

from winnable._core import CancelToken, UndeadPosition
from winnable.analysis.hint import hint
from winnable.families.undead.hint import UndeadHint
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict

from .ids import SAMPLE, SOLVED_SAMPLE, from_id

GAME = get_game("undead")
NEEDS_WHAT_IF = "6x6:11,11,5,hRaRiLLbRaLbLcRaL,1,4,3,2,4,4,4,2,3,4,0,3,0,3,0,0,4,2,5,4,1,3,3,4"


def asked(position: UndeadPosition) -> UndeadHint:
    advice = hint(GAME, position)
    assert isinstance(advice, UndeadHint)
    return advice


@pytest.mark.parametrize("text", [SAMPLE, NEEDS_WHAT_IF])
def test_following_hints_solves_the_board(text: str) -> None:
    position = from_id(text)
    rules = set()
    while GAME.outcome(position).value == "open":
        advice = asked(position)
        assert advice.verdict is Verdict.SOLVED
        assert advice.mistakes is None
        assert advice.move is not None
        assert advice.line[0] == advice.move_text
        assert advice.steps[-1].step.cuts, "the last step fills the cell"
        assert advice.why == tuple(step.words for step in advice.steps)
        rules.add(advice.rule)
        position = GAME.play(position, advice.move)
    assert GAME.outcome(position).value == "won"
    assert ("what if" in rules) == (text == NEEDS_WHAT_IF)
    done = asked(position)
    assert (done.move, done.why) == (None, ("every monster is in its place",))


@pytest.mark.parametrize("seed", range(20))
def test_any_position_of_a_solvable_board_has_a_right_hint(seed: int) -> None:
    """Some cells right, some perhaps wrong: every wrong one is named, and no other."""
    random = Random(seed)
    position = from_id(SAMPLE)
    squares, wrong = list(position.board), []
    for square, right in enumerate(SOLVED_SAMPLE):
        if position.board[square] == "." and random.random() < 0.5:
            squares[square] = random.choice("gvz") if random.random() < 0.3 else right
            wrong += [square] if squares[square] != right else []
    advice = asked(position.filled("".join(squares)))
    assert (advice.mistakes is not None) == bool(wrong)
    if advice.mistakes is not None:
        assert advice.verdict is Verdict.UNSOLVABLE
        assert list(advice.mistakes.squares) == wrong
    if advice.move is not None:
        square = advice.move.row * 4 + advice.move.column
        assert advice.move.monster == SOLVED_SAMPLE[square]
        assert advice.start is not None
        assert advice.start.squares[square] == "."


def test_of_several_solutions_it_begins_one() -> None:
    position = from_id("2x1:1,1,0,b,-,-,-,-,-,-")
    advice = asked(position)
    assert advice.verdict is Verdict.SOLVED
    assert advice.why == ("no cell follows, and there are several solutions", "this begins one of them")
    for text in advice.line:
        position = GAME.play(position, GAME.notation.parse(position, text))
    assert GAME.outcome(position).value == "won"


def test_a_puzzle_without_solution_says_why() -> None:
    advice = asked(from_id("2x1:1,1,0,b,1,1,-,-,-,-"))
    assert (advice.verdict, advice.move) == (Verdict.UNSOLVABLE, None)
    assert advice.why[0].startswith("the puzzle has no solution: ")
    assert "contradict each other" in advice.why[0]
    # Entries are no mistakes where nothing would be right.
    entered = GAME.play(
        from_id("2x1:1,1,0,b,1,1,-,-,-,-"), GAME.legal_moves(from_id("2x1:1,1,0,b,1,1,-,-,-,-"))[0]
    )
    assert asked(entered).mistakes is None


def test_a_hint_that_is_cancelled_says_so() -> None:
    token = CancelToken()
    token.cancel()
    advice = hint(GAME, from_id(NEEDS_WHAT_IF), limits=Limits(nodes=1), token=token)
    assert advice.verdict in (Verdict.UNKNOWN, Verdict.SOLVED)
    assert advice.move is None or advice.line
    assert advice.move is not None or "before it was cancelled" in advice.text()
