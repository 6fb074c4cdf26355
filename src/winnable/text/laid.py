"""A table of cards as somebody sees it lying there, and the text of the position that it is.

What a player sees of a table is not all that a position has: how many cards a stock holds, what lies below
the top of a foundation. Each family knows what follows from what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["LaidPile", "TableText", "TableWriter"]


@dataclass(frozen=True, slots=True)
class LaidPile:
    """A pile as it is seen, deepest card first; the first ``down`` cards lie face down.

    ``name`` and ``role`` are those of the pile in the scenes of its game. ``words`` are the cards spelled:
    ``TH``, ``??`` for one that is not known, and whatever a reader marks a card with behind that, as in
    ``TH?``. Of a pile that does not lie spread out only the last card need be there.
    """

    name: str
    role: str
    words: tuple[str, ...] = ()
    down: int = 0


class TableText(NamedTuple):
    """A position as text, and the game that it is one of, as it is spelled: it may differ from the one asked
    for in what only the table tells, such as whether the top of the stock is seen."""

    game: str
    text: str


# From a game and its piles to the text. InputError where the table does not tell the position.
TableWriter = Callable[[Any, Sequence[LaidPile]], TableText]
