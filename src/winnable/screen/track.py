"""Piles keep their places while a game is played: from the first look on they are known by where they lie.

A table that is half empty tells little of its layout by itself: of a pyramid without its lower rows nobody
can say which rows are left, and two cards that are left overlap no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from winnable.screen.layout import turned, unsure
from winnable.screen.plans import Plan, plan_of
from winnable.screen.seen import SeenPile, is_sideways, uncovered

if TYPE_CHECKING:
    from winnable.screen.seen import Box, Picture, SeenCard, SeenTable
    from winnable.screen.survey import SeenFan, Sight

    Find: TypeAlias = Callable[[Picture], Sight]
    Arrange: TypeAlias = Callable[[Sight, str], SeenTable]

__all__ = ["First", "Tracking", "placed"]

_NEAR: Final = 0.22  # of a card's width: how far a pile may be from where it was
_LIKE: Final = 0.06  # of a card's width: how much larger or smaller cards may be measured


@dataclass(frozen=True, slots=True)
class First:
    """The first look in which nothing was amiss: its table, and the places of what belongs to no pile of the
    game, such as a heap of cards that have left."""

    table: SeenTable
    beside: tuple[Box, ...] = ()

    @classmethod
    def of(cls, sight: Sight, table: SeenTable) -> First:
        """The first look that this sight is, which was laid out as the table."""
        boxes = (*(fan.box for fan in sight.fans), *sight.empty)
        piles = [box for pile in table.piles for box in (pile.box, *(card.box for card in pile.cards))]
        near = _NEAR * table.width
        return cls(table, tuple(box for box in boxes if all(_apart(box, pile) > near for pile in piles)))


class Tracking:
    """A layout that remembers the places of the first look in which nothing was amiss, as long as the picture
    and the cards keep their sizes.

    Args:
        find: finds the cards on a picture.
        arrange: lays them out in the piles of a game, where their places are not known.
    """

    def __init__(self, find: Find, arrange: Arrange) -> None:
        self._find, self._arrange = find, arrange
        self._first: tuple[tuple[int, ...], First] | None = None

    def __call__(self, picture: Picture, game: str) -> SeenTable:
        sight, shape = self._find(picture), tuple(picture.shape)
        if self._first is not None and self._first[0] == shape:
            known = placed(sight, self._first[1])
            if known is not None:
                return known
        table = self._arrange(sight, game)
        if not table.notes:
            self._first = shape, First.of(sight, table)
        return table


def placed(sight: Sight, first: First) -> SeenTable | None:
    """The cards that were found on the piles of an earlier look, by their places; None where they do not lie
    on these, or have another size. Notes say of which piles it is not sure how many cards they have."""
    table, plan = first.table, plan_of(first.table.game)
    if sight.fans and abs(sight.width - table.width) > _LIKE * table.width:
        return None
    near = _NEAR * table.width
    fans = [top for fan in turned(sight, plan).fans for top in _tops(fan, plan)]
    found: dict[str, SeenFan] = {}
    strays: list[SeenFan] = []
    nearest = [min((_apart(pile.box, fan.box), pile.name) for pile in table.piles) for fan in fans]
    for (off, name), fan in sorted(zip(nearest, fans, strict=True), key=lambda pair: pair[0]):
        if off <= near and name not in found:
            if is_sideways(fan.cards) and fan.cards[0].up:
                return None  # tops of several piles, of which not all were there
            found[name] = fan
        elif all(_apart(box, fan.box) > near for box in first.beside):
            strays.append(fan)
    heap = [fan.box for fan in found.values() if fan.free]
    # What overlaps a heap and has no place in it is a line on a card that was taken for one more card.
    strays = [fan for fan in strays if not (fan.free and any(fan.box.overlaps(box) for box in heap))]
    later = _piles_shown_later(strays, table, plan)
    if later is None:
        return None
    piles = (
        replace(pile, cards=_bared(found[pile.name], heap, sight) if pile.name in found else ())
        for pile in table.piles
    )
    doubtful = {name for name, fan in found.items() if not fan.sure}
    notes = tuple(unsure(pile.name) for pile in table.piles if pile.name in doubtful)
    return replace(table, piles=(*piles, *later), notes=notes, area=sight.area)


def _tops(fan: SeenFan, plan: Plan) -> list[SeenFan]:
    """The tops of foundations that overlap sideways, each as a fan of its own; other fans as they are."""
    if not (plan.only_foundations and fan.cards[0].up and is_sideways(fan.cards)):
        return [fan]
    return [replace(fan, cards=(card,), way="down") for card in fan.cards]


def _piles_shown_later(strays: Sequence[SeenFan], table: SeenTable, plan: Plan) -> list[SeenPile] | None:
    """Cards where no pile was before as the foundations that the program did not show while they were empty,
    from left to right; None if they can be none of these."""
    known = {pile.name for pile in table.piles}
    missing = [pile for pile in plan.others if pile.name not in known and pile.role == "foundation"]
    if not plan.only_foundations or len(strays) > len(missing):
        return None if strays else []
    if any(fan.free or len(fan.cards) > 1 or not fan.cards[0].up for fan in strays):
        return None
    boxes = [pile.box for pile in table.piles if pile.role != "foundation"]
    if any(fan.box.overlaps(box) for fan in strays for box in boxes):
        return None  # a card on its way, or a table that has moved
    lying = sorted(strays, key=lambda fan: fan.box.left)
    return [
        SeenPile(pile.name, pile.role, fan.box, fan.cards) for pile, fan in zip(missing, lying, strict=False)
    ]


def _bared(fan: SeenFan, heap: Sequence[Box], sight: Sight) -> tuple[SeenCard, ...]:
    """The cards of a fan; those of a heap with all that no card of the heap hides."""
    if not fan.free:
        return fan.cards
    return tuple(replace(card, visible=uncovered(card.box, heap, sight.area.bottom)) for card in fan.cards)


def _apart(one: Box, other: Box) -> float:
    """How far two boxes are from each other, by their corners."""
    return max(abs(one.left - other.left), abs(one.top - other.top))
