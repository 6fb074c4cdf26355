"""The numbered deal on a table: it tells the cards of which too little is seen.

A covered card may show its rank and hide its suit. Programs deal by Microsoft's numbers, of which 1,000,000
are in common use, and a deck can be shuffled in 8 * 10^67 ways: a deal of these that has every card that is
certain in its place is the one on the table, and what it has in the other places is what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from winnable.cards import CARDS, Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from winnable.family import AnyGame

__all__ = ["LEAST_CERTAIN", "deal_that_fits", "dealt_places"]

LEAST_CERTAIN: Final = (
    20  # cards in their places: by chance one of the deals has them once in 10^26 tables: 52! / 32! orders
)

Spot = tuple[str, int]


@cache
def dealt_places(spelled: str) -> dict[Spot, int] | None:
    """By the name of a pile and a card's number in it, the place of that card in a deck that is dealt by
    Microsoft's numbers. None if the game deals otherwise, or its cards tell where they are laid."""
    from winnable.registry import get_game

    game = get_game(spelled)
    if "ms" not in game.info.dialects:
        return None
    first, second = (_places(game, number) for number in (1, 2))
    return first if first == second else None


def _places(game: AnyGame, number: int) -> dict[Spot, int]:
    from winnable.analysis.scenes import scene_of
    from winnable.deals import deck_of

    order = deck_of(number)
    scene = scene_of(game, game.deal(f"ms:{number}"), open_cards=True)
    return {
        (pile.name, index): order.index(card.index)
        for pile in scene.piles
        for index, card in enumerate(pile.cards)
    }


def deal_that_fits(places: Sequence[int], may_be: NDArray[np.bool_]) -> tuple[int, list[Card]] | None:
    """The only deal from 1 to 1,000,000 that may lie on a table: its number, and the cards; None if none or
    several may.

    ``places`` are those of the cards on the table in the deck, ``may_be`` says for each of them which of the
    52 cards it may be; shape (cards, 52).
    """
    import numpy as np

    from winnable.deals.microsoft import deals_like, deck

    found = deals_like(
        {place: np.flatnonzero(cards).tolist() for place, cards in zip(places, may_be, strict=True)}
    )
    if len(found) != 1:
        return None
    order = deck(found[0])
    return found[0], [CARDS[order[place]] for place in places]
