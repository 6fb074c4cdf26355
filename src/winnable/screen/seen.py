"""What was seen in a picture of a game: cards with their places, and how sure one may be of each.

All places are in pixels of the picture, from its top left corner; fractions are allowed, for a window may be
scaled. A picture is an array of shape (height, width, 3), RGB, of type uint8.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from winnable.cards import Card
from winnable.scene import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Picture: TypeAlias = NDArray[np.uint8]
    Scores: TypeAlias = NDArray[np.float64]

__all__ = ["Box", "CardReader", "SeenCard", "SeenPile", "SeenTable", "is_sideways", "uncovered"]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Exclusive: the first column of pixels beside it."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Exclusive: the first row of pixels below it."""
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """x and y."""
        return self.left + self.width / 2, self.top + self.height / 2

    def overlaps(self, other: Box) -> bool:
        """Does a good part of it, and not just a rim, lie on the other one?"""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.3 * self.width and down > 0.3 * self.height

    def data(self) -> list[float]:
        """Left, top, width and height, in pixels, as a value that JSON can hold."""
        return [round(side, 1) for side in (self.left, self.top, self.width, self.height)]

    def moved(self, x: float, y: float) -> Box:
        """The same box, so much further to the right and down."""
        return Box(self.left + x, self.top + y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that lies somewhere, whole or in part below others.

    ``box`` is the whole card, with what is covered of it; ``visible`` the part that nothing covers. ``card``
    is what it was taken for: None before it was read, and UNKNOWN where it lies face down. ``confidence``
    is how probable that is, from 0 to 1; ``others`` are other cards that it may be, likeliest first.
    """

    box: Box
    visible: Box
    up: bool = True
    card: Card | None = None
    confidence: float = 0.0
    others: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPile:
    """A pile as in a Scene, deepest card first, of which at least the last one is seen; ``box`` is the place
    of its first card, or the empty place."""

    name: str
    role: Role
    box: Box
    cards: tuple[SeenCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The whole table: its piles, named as in the scenes of the game ``game``, and the size of a card.

    ``area`` is where in the picture the table's ground lies, if that is known: no menus, no status bar.
    """

    game: str
    width: float
    height: float
    piles: tuple[SeenPile, ...] = ()
    notes: tuple[str, ...] = field(default=())
    area: Box | None = None

    @property
    def cards(self) -> tuple[SeenCard, ...]:
        """Those of all piles, pile by pile, the deepest of each first."""
        return tuple(card for pile in self.piles for card in pile.cards)


def is_sideways(cards: Sequence[SeenCard]) -> bool:
    """Do several cards lie side by side, each over a part of the next one?"""
    return len(cards) > 1 and abs(cards[1].box.left - cards[0].box.left) > 0.1 * cards[0].box.width


def uncovered(box: Box, others: Iterable[Box], bottom: float) -> Box:
    """What is to be seen of a card in a heap: down to the first one of the ``others`` that lies on it, or to
    the lower end of the table."""
    over = [other.top for other in others if abs(other.left - box.left) < 0.97 * box.width]
    end = min([box.bottom, bottom, *(top for top in over if box.top < top < box.bottom)])
    return Box(box.left, box.top, box.width, end - box.top)


class CardReader(Protocol):
    """Tells cards from their looks."""

    name: str

    def scores(self, picture: Picture, cards: Sequence[SeenCard]) -> Scores:
        """For each card that lies face up the probability of each of the 52 (numbers of ``Card.index``), in
        an array of shape (cards, 52) whose rows sum to 1; a row that cannot be told is even."""
        ...
