"""Where the cards of a hand lie, and what is counted there: what tests of a shuffle are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from winnable.cards import UNKNOWN_INDEX

__all__ = ["Hand", "Layout", "Pairs", "Slots", "Statistic", "against", "is_whole", "layout_of", "picker"]

# The faces 0..51, rank * 4 + suit, in the order of a layout's slots; 255 where nobody saw the card.
Hand = bytes
Slots = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cards of a hand lie: ``depths[i]`` are the slots under i cards of their column, so that
    ``depths[0]`` lie face up; ``rows`` those of each row of the stock, ``dealt`` those of each row that the
    columns were dealt in, the last one face up; ``columns`` those of each column, ``pairs`` each slot of a
    column with the one right above it. Slots are numbered column by column, deepest first, then the stock."""

    depths: tuple[Slots, ...]
    rows: tuple[Slots, ...]
    dealt: tuple[Slots, ...]
    columns: tuple[Slots, ...]
    pairs: Pairs

    @property
    def size(self) -> int:
        """The number of slots."""
        return sum(map(len, self.columns)) + sum(map(len, self.rows))


def layout_of(columns: Sequence[int], stock: int) -> Layout:
    """The layout of columns of these lengths and a stock dealt in rows of a card to each."""
    places: list[Slots] = []
    start = 0
    for length in columns:
        places.append(tuple(range(start, start + length)))
        start += length
    deepest = max(columns, default=0)
    depths = tuple(tuple(place[-1 - i] for place in places if len(place) > i) for i in range(deepest))
    ends = range(start, start + stock, max(1, len(columns)))
    rows = tuple(tuple(range(at, min(at + len(columns), start + stock))) for at in ends)
    down = tuple(tuple(place[i] for place in places if len(place) > i + 1) for i in range(deepest - 1))
    pairs = tuple((below, below + 1) for place in places for below in place[:-1])
    return Layout(depths, rows, (*down, *depths[:1]), tuple(places), pairs)


def is_whole(hand: Hand) -> bool:
    """Is every card known?"""
    return UNKNOWN_INDEX not in hand


class Statistic(NamedTuple):
    """A number that grows with what chance makes rare; ``most`` says where it differs most, in words."""

    name: str
    value: float
    most: Callable[[], str]


def against(found: str, mean: float) -> str:
    """What was found, and what chance would give."""
    return f"{found}, by chance {mean:.0f}" if mean >= 10 else f"{found}, by chance {mean:.1f}"


def picker(slots: Sequence[int]) -> Callable[[Hand], bytes]:
    """A function from a hand to its cards in these slots."""
    if len(slots) < 2:  # itemgetter gives no tuple then
        return lambda hand: bytes(hand[slot] for slot in slots)
    pick: Callable[[Hand], tuple[int, ...]] = itemgetter(*slots)
    return lambda hand: bytes(pick(hand))
