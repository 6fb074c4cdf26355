"""Moves of pile-building games in words."""

from __future__ import annotations

from winnable.cards import Card
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition

__all__ = ["CELL_LETTERS", "describe_move", "moved_cards", "pile_name"]

FIRST_CELL, FIRST_HOME = 16, 32
CELL_LETTERS = "abcdefgi"


def pile_name(pile: int) -> str:
    """``column 3``, ``cell b``, ``the foundation``."""
    if pile < FIRST_CELL:
        return f"column {pile + 1}"
    if pile < FIRST_HOME:
        return f"cell {CELL_LETTERS[pile - FIRST_CELL]}"
    return "the foundation"


def moved_cards(position: PatiencePosition, move: PatienceMove) -> tuple[Card, ...]:
    """The cards that a legal move carries, deepest first."""
    if move.from_pile < FIRST_CELL:
        return tuple(map(Card.from_index, position.columns[move.from_pile][-move.count :]))
    if move.from_pile < FIRST_HOME:
        return (Card.from_index(position.cells[move.from_pile - FIRST_CELL]),)
    suit = move.from_pile - FIRST_HOME
    return (Card.of((position.base + position.home[suit] - 1) % 13, suit),)


def describe_move(game: PatienceGame, position: PatiencePosition, move: PatienceMove) -> str:
    """``5H 4S from column 2 onto 6C in column 6``; ``AS from cell a home``; IllegalMove where it is none."""
    return game.core.describe_move(position, move)
