"""Why hands cannot make a move in a game in which pairs leave."""

from __future__ import annotations

from typing import Any

from winnable.analysis.refusal import refused
from winnable.scene import Pile

__all__ = ["refuse"]


def refuse(game: Any, position: Any, source: Pile, index: int, target: Pile) -> str:
    """``8S and 6D do not make thirteen``."""
    first = source.cards[index]
    if index != len(source.cards) - 1:
        return f"{first} is covered"
    if len(target.cards) <= target.down:
        return f"{first} leaves only with a card that makes thirteen with it"
    return refused(game, position, f"{first}+{target.cards[-1]}")
