"""Legal moves, their results and their refusals, game by game and for rules of no named game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import rules as oracle
from oracle.games import GAMES
from winnable import _core

from .agree import Pair, any_rules, from_core, from_core_move, pair, positions, to_core, to_core_move


def piles(game: Pair) -> list[int]:
    """Every pile there is, and one too many of each kind."""
    columns, cells = game.rules.columns, game.rules.cells
    return [*range(columns + 1), *range(16, 16 + cells + 1), *range(32, 37)]


def assert_same_moves(game: Pair, position: oracle.Position) -> None:
    native = to_core(game, position)
    expected = oracle.legal_moves(game.rules, position)
    found = [from_core_move(move) for move in game.core.legal_moves(native)]
    assert found == sorted(found)
    assert found == expected
    assert game.core.outcome(native) == oracle.outcome(game.rules, position)
    for move in expected:
        after = game.core.play(native, to_core_move(move))
        assert from_core(after) == oracle.play_unchecked(game.rules, position, move)
    assert from_core(native) == position  # positions are values: nothing above changed it


@pytest.mark.parametrize("name", GAMES)
def test_moves_and_their_results(name: str) -> None:
    game = pair(name)

    @settings(max_examples=40)
    @given(positions(game.rules))
    def check(position: oracle.Position) -> None:
        assert_same_moves(game, position)

    check()


@settings(max_examples=150)
@given(any_rules(), st.data())
def test_moves_under_any_rules(game: Pair, data: st.DataObject) -> None:
    assert_same_moves(game, data.draw(positions(game.rules)))


@pytest.mark.parametrize("name", GAMES)
def test_every_other_move_is_refused_with_a_reason(name: str) -> None:
    game = pair(name)

    @settings(max_examples=6)
    @given(positions(game.rules))
    def check(position: oracle.Position) -> None:
        native = to_core(game, position)
        legal = set(oracle.legal_moves(game.rules, position))
        for source in piles(game):
            for target in piles(game):
                for count in (0, 1, 2, 3, 5, 8, 13, 14):
                    assert_refused_unless_legal(game, native, oracle.Move(source, target, count), legal)

    check()


def assert_refused_unless_legal(
    game: Pair, native: _core.PatiencePosition, move: oracle.Move, legal: set[oracle.Move]
) -> None:
    why = game.core.why_illegal(native, to_core_move(move))
    assert (why is None) == (move in legal), (move, why)
    if why is not None:
        assert why.strip() == why != ""
        assert "\n" not in why


@pytest.mark.parametrize("name", GAMES)
def test_playing_an_illegal_move_raises_the_reason(name: str) -> None:
    game = pair(name)
    native = to_core(game, game.rules.layout(game.rules, list(range(52))))
    move = _core.PatienceMove(0, 0, 1)
    with pytest.raises(_core.IllegalMove, match="two piles"):
        game.core.play(native, move)
    assert issubclass(_core.IllegalMove, ValueError)


@pytest.mark.parametrize("name", GAMES)
def test_distinct_moves_are_one_for_each_other_successor(name: str) -> None:
    game = pair(name)

    @settings(max_examples=25)
    @given(positions(game.rules))
    def check(position: oracle.Position) -> None:
        native = to_core(game, position)
        expected: dict[oracle.Position, oracle.Move] = {}
        for move in oracle.legal_moves(game.rules, position):
            after = oracle.canonical(oracle.play_unchecked(game.rules, position, move))
            expected.setdefault(after, move)
        expected.pop(oracle.canonical(position), None)
        found = [from_core_move(move) for move in game.core.distinct_moves(native)]
        assert found == sorted(expected.values())

    check()


def test_a_position_of_other_rules_is_refused() -> None:
    freecell, bakers = pair("freecell"), pair("bakers_game")
    position = to_core(freecell, freecell.rules.layout(freecell.rules, list(range(52))))
    with pytest.raises(ValueError, match="other rules"):
        bakers.core.legal_moves(position)


def test_moves_are_values() -> None:
    a, b = _core.PatienceMove(0, 16), _core.PatienceMove(0, 16, 1)
    assert a == b
    assert hash(a) == hash(b)
    assert a < _core.PatienceMove(0, 17)
    assert repr(a) == "PatienceMove(0, 16, 1)"
