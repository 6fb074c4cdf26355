"""The four autoplay policies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import autoplay
from oracle import rules as oracle
from oracle.games import GAMES

from .agree import Pair, any_rules, from_core_move, pair, positions, to_core


def assert_same_autoplay(game: Pair, position: oracle.Position, policy: str) -> None:
    """Policies differ in no card they send home; the order of the cards is free."""
    native = game.core.autoplay(to_core(game, position), policy)
    ours = autoplay.autoplay(game.rules, position, policy)
    there = position
    for move in map(from_core_move, native):
        there = oracle.play(game.rules, there, move)  # legal one by one
    expected = position
    for move in ours:
        expected = oracle.play_unchecked(game.rules, expected, move)
    assert there == expected


@pytest.mark.parametrize("policy", autoplay.POLICIES)
@pytest.mark.parametrize("name", GAMES)
def test_policies(name: str, policy: str) -> None:
    game = pair(name)

    @settings(max_examples=20)
    @given(positions(game.rules))
    def check(position: oracle.Position) -> None:
        assert_same_autoplay(game, position, policy)

    check()


@settings(max_examples=100)
@given(any_rules(), st.sampled_from(autoplay.POLICIES), st.data())
def test_policies_under_any_rules(game: Pair, policy: str, data: st.DataObject) -> None:
    assert_same_autoplay(game, data.draw(positions(game.rules)), policy)


def test_an_unknown_policy_is_refused() -> None:
    game = pair("freecell")
    position = game.core.deal(bytes(range(52)))
    with pytest.raises(ValueError, match="one of none, horne, safe, max"):
        game.core.autoplay(position, "always")
