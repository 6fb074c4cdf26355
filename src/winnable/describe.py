"""Moves in words, whatever the game."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

from winnable.game import Game

__all__ = ["describe_move"]

P = TypeVar("P")
M = TypeVar("M")


def describe_move(game: Game[P, M], position: P, move: M) -> str:
    """A legal move in words: ``5H 4S from column 2 onto 6C in column 6``, ``the king KH in row 7``.

    The words of each family stand in a module of its own, imported when first needed.
    """
    words = import_module(f"winnable.families.{game.info.family}.words")
    said: str = words.describe_move(game, position, move)
    return said
