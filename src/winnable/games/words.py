"""Moves in words, whatever the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from winnable.game import Game
from winnable.games import pairing_words, patience_words, undead_words

__all__ = ["describe_move"]

P = TypeVar("P")
M = TypeVar("M")

# By family; each takes a game, a position and a move of its own family.
_DESCRIBE: Final[dict[str, Callable[[Any, Any, Any], str]]] = {
    "patience": patience_words.describe_move,
    "pairing": pairing_words.describe_move,
    "undead": undead_words.describe_move,
}


def describe_move(game: Game[P, M], position: P, move: M) -> str:
    """A legal move in words: ``5H 4S from column 2 onto 6C in column 6``, ``the king KH in row 7``."""
    return _DESCRIBE[game.info.family](game, position, move)
