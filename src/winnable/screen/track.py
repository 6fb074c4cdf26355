"""Piles keep their places while a game is played: from the first look on they are known by where they lie.

A table that is half empty tells little of its layout by itself: of a pyramid without its lower rows nobody
can say which rows are left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from winnable.screen.seen import Box, Picture, SeenPile, SeenTable

    LayOut: TypeAlias = Callable[[Picture, str], SeenTable]

__all__ = ["Tracking", "placed"]

_NEAR: Final = 0.22  # of a card's width: how far a pile may be from where it was
_LIKE: Final = 0.06  # of a card's width: how much larger or smaller cards may be measured


class Tracking:
    """A layout that remembers the places of the first look in which nothing was amiss, as long as the picture
    and the cards keep their sizes."""

    def __init__(self, lay_out: LayOut) -> None:
        self._lay_out = lay_out
        self._first: tuple[tuple[int, ...], SeenTable] | None = None

    def __call__(self, picture: Picture, game: str) -> SeenTable:
        table = self._lay_out(picture, game)
        shape = tuple(picture.shape)
        if self._first is not None and self._first[0] == shape:
            known = placed(table, self._first[1])
            if known is not None:
                return known
        if not table.notes:
            self._first = shape, table
        return table


def placed(table: SeenTable, first: SeenTable) -> SeenTable | None:
    """A table with its cards on the piles of an earlier one, by their places; None where they do not lie on
    these, or the cards have another size."""
    if abs(table.width - first.width) > _LIKE * first.width:
        return None
    found: dict[str, SeenPile] = {}
    for pile in table.piles:
        if not pile.cards:
            continue
        near = min(first.piles, key=lambda place: _apart(place.box, pile.cards[0].box))
        if _apart(near.box, pile.cards[0].box) > _NEAR * first.width or near.name in found:
            return None
        found[near.name] = replace(near, cards=pile.cards)
    piles = tuple(found.get(pile.name, replace(pile, cards=())) for pile in first.piles)
    return replace(table, piles=piles, notes=())


def _apart(one: Box, other: Box) -> float:
    """How far two boxes are from each other, by their corners."""
    return max(abs(one.left - other.left), abs(one.top - other.top))
