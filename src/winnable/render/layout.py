"""Where every card of a scene lies, in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from winnable.scene import Pile, Scene

__all__ = ["Measures", "Table", "lay_out"]

_TALL: Final = 1.4  # of a card's width
_GAP: Final = 0.14  # of a card's width, between piles
_MARGIN: Final = 0.22  # of a card's width, around the table
_DOWN: Final = 0.10  # of a card's width, of a face-down card that tells nothing


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths that follow from a card's width: small cards have an index that is large for them."""

    width: float

    @property
    def height(self) -> float:
        """Of a card."""
        return _TALL * self.width

    @property
    def gap(self) -> float:
        """Between two piles."""
        return _GAP * self.width

    @property
    def cap(self) -> float:
        """The height of a rank in a card's corner."""
        return max(min(0.40 * self.width, 18.0), 0.24 * self.width)

    @property
    def strip(self) -> float:
        """What must be seen of a card for its corner to be read."""
        return self.cap + max(5.0, 0.07 * self.width)

    @property
    def narrow_strip(self) -> float:
        """The same of a card that the next one covers from the right."""
        return 1.15 * self.cap

    @property
    def label(self) -> float:
        """The height of the names beside piles."""
        return max(11.0, 0.17 * self.width)


@dataclass(frozen=True, slots=True)
class Table:
    """A scene laid out. ``places`` has for each pile the top left corner of each of its cards, or of its
    empty place; ``head`` is the room above each row of piles for names."""

    measures: Measures
    width: float
    height: float
    head: float
    places: dict[str, tuple[tuple[float, float], ...]]
    bare: frozenset[tuple[str, int]]  # the cards, by pile and index, on which no other one lies


def lay_out(scene: Scene, width: float, *, labels: bool = True) -> Table:
    """Lays out a scene with cards of this width."""
    measures = Measures(width)
    head = 1.5 * measures.label if labels and any(pile.label for pile in scene.piles) else 0.0
    margin = _MARGIN * width
    across, down = width + measures.gap, measures.height + measures.gap + head
    places = {}
    for pile in scene.piles:
        left, top = margin + pile.x * across, margin + head + pile.y * down
        places[pile.name] = tuple((left + dx, top + dy) for dx, dy in _offsets(pile, measures))
    corners = [corner for pile in places.values() for corner in pile]
    right = max((x for x, _ in corners), default=0.0) + width + margin
    bottom = max((y for _, y in corners), default=0.0) + measures.height + margin
    return Table(measures, right, bottom, head, places, frozenset(_bare(scene, measures, places)))


def _bare(
    scene: Scene, measures: Measures, places: dict[str, tuple[tuple[float, float], ...]]
) -> Iterator[tuple[str, int]]:
    """The last card of each pile, unless a card of a later pile lies on it."""
    ends = [(pile, len(pile.cards) - 1, places[pile.name][-1]) for pile in scene.piles if pile.cards]
    for i, (pile, index, (x, y)) in enumerate(ends):
        others = (places[other.name][0] for other, _, _ in ends[i + 1 :])
        if not any(abs(a - x) < measures.width and abs(b - y) < measures.height for a, b in others):
            yield pile.name, index


def _offsets(pile: Pile, measures: Measures) -> Iterator[tuple[float, float]]:
    """How far each card of a pile lies from its first one; of an empty pile (0, 0) alone."""
    x = y = 0.0
    yield x, y
    for i, card in enumerate(pile.cards[:-1]):
        hidden = i < pile.down and not card.known
        if pile.fan == "down":
            y += _strip(measures, hidden, pile.spread * measures.height, measures.strip)
        elif pile.fan == "right":
            x += _strip(measures, hidden, pile.spread * measures.width, measures.narrow_strip)
        yield x, y


def _strip(measures: Measures, hidden: bool, wanted: float, least: float) -> float:
    return max(4.0, _DOWN * measures.width) if hidden else max(wanted, least)
