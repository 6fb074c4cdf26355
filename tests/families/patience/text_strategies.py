"""Setups, games and solutions for the tests of formats."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from winnable.cards import CARDS, UNKNOWN, Card, parse_card
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.setup import Setup
from winnable.registry import get_game

any_cards = st.sampled_from([*CARDS, UNKNOWN])


@st.composite
def loose_setups(draw: st.DrawFn) -> Setup:
    """Any piles at all; the last column is never empty, since a text need not show that it is there."""
    columns = draw(st.lists(st.lists(any_cards, max_size=9), max_size=10))
    while columns and not columns[-1]:
        columns.pop()
    cells = draw(st.lists(st.none() | any_cards, max_size=8))
    counts = draw(st.lists(st.integers(0, 13), min_size=4, max_size=4))
    return Setup(columns, cells, counts, draw(st.integers(0, 12)))


@cache
def game_named(name: str) -> PatienceGame:
    game: PatienceGame = get_game(name)
    return game


@st.composite
def walks(
    draw: st.DrawFn, name: str = "freecell", most: int = 30
) -> tuple[PatienceGame, PatiencePosition, list[PatienceMove]]:
    """A game, the start of a deal, and legal moves from it."""
    game = game_named(name)
    start = position = game.deal(draw(st.integers(1, 32000)))
    moves: list[PatienceMove] = []
    for _ in range(draw(st.integers(0, most))):
        legal = game.legal_moves(position)
        if not legal:
            break
        move = legal[draw(st.integers(0, len(legal) - 1))]
        moves.append(move)
        position = game.play(position, move)
    return game, start, moves


@st.composite
def legal_setups(draw: st.DrawFn, name: str = "freecell") -> Setup:
    """A position that play reaches, as a setup."""
    game, position, moves = draw(walks(name))
    for move in moves:
        position = game.play(position, move)
    return game.setup(position)


def cards_of(text: str) -> list[Card]:
    """``"4H 2S"`` as cards."""
    return [parse_card(word) for word in text.split()]
