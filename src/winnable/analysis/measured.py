"""How often deals of a game can be won, or are: figures that were measured once, with what they are of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnable.family import RegisteredGame

__all__ = ["Measured", "measured"]


@dataclass(frozen=True, slots=True)
class Measured:
    """A share of deals.

    Args:
        share: between 0 and 1.
        deals: of how many.
        how: what was counted, as the words that follow "of so many deals".
        source: the page of the documentation where it stands.
    """

    share: float
    deals: int
    how: str
    source: str


def measured(game: RegisteredGame[Any, Any]) -> Sequence[Measured]:
    """What was measured of a game, the figure that its player is best compared with first; nothing where
    nothing was."""
    return game.family.measured().get(game.spelled, ())
