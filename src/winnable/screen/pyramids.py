"""Pyramids: their rows lie in steps of half a card's place, each on the one above it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.errors import InputError
from winnable.screen.lattice import row_steps, slope
from winnable.screen.seen import Box, SeenCard, SeenPile, uncovered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from winnable.screen.layout import Spot
    from winnable.screen.plans import Plan
    from winnable.screen.survey import Sight

__all__ = ["Grid", "PyramidSeen", "pyramid_of"]

_OFF: Final = 0.12  # of a step: the most that a card lies off its place


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cards of a pyramid lie: row r (from 0) has its card c with its left end at
    ``x + (2 c - r) * across`` and its upper end at ``y + r * down``, in pixels."""

    x: float
    y: float
    across: float
    down: float

    def place(self, row: int, card: int) -> tuple[float, float]:
        """The left end and the upper end of a card, both counted from 0."""
        return self.x + (2 * card - row) * self.across, self.y + row * self.down


@dataclass(frozen=True, slots=True)
class PyramidSeen:
    """The piles of a pyramid, with empty ones where cards are gone; and what is doubtful."""

    piles: tuple[SeenPile, ...]
    notes: tuple[str, ...] = ()


def pyramid_of(spots: Sequence[Spot], plan: Plan, sight: Sight) -> tuple[PyramidSeen, list[Spot]]:
    """The pyramid among the spots, and the spots that are no part of it.

    Raises:
        InputError: there is none.
    """
    alone = [spot for spot in spots if len(spot.cards) == 1]
    rows = len(plan.pyramid)
    steps = row_steps([(spot.box.left, spot.box.top) for spot in alone], sight.width, sight.height)
    if steps is None:
        grid, notes = _nearly_gone(spots, plan, sight)
    else:
        grid, notes = _placed(alone, rows, steps, sight)
    places, _ = _fill(grid, spots, rows)
    grid = _fitted(grid, places)
    # A fraction of a pixel in a step is some pixels after a few rows: once more, with better steps.
    places, left = _fill(grid, spots, rows)
    grid = _fitted(grid, places)
    amiss = [spot for spot in left if any(spot.box.overlaps(other.box) for other in places.values())]
    left = [spot for spot in left if spot not in amiss]
    # A line on a card may be taken for a card: then no more of it is seen than lies on other cards.
    if any(not _lies_on(spot, places.values()) for spot in amiss):
        notes.append("a card that overlaps the pyramid has no place in it")
    cards = {at: _straight(spot, _box(grid, at, sight)) for at, spot in places.items()}
    boxes = [card.box for card in cards.values()]
    piles = []
    for r, row in enumerate(plan.pyramid):
        for c, pile in enumerate(row):
            card = cards.get((r, c))
            if card is None:
                piles.append(SeenPile(pile.name, pile.role, _box(grid, (r, c), sight)))
                continue
            # A line on it that was taken for a card hides nothing of it.
            bare = replace(card, visible=uncovered(card.box, boxes, sight.area.bottom))
            piles.append(SeenPile(pile.name, pile.role, card.box, (bare,)))
    notes += _impossible(places)
    return PyramidSeen(tuple(piles), tuple(notes)), left


def _placed(
    spots: Sequence[Spot], rows: int, steps: tuple[float, float], sight: Sight
) -> tuple[Grid, list[str]]:
    """The grid that most cards fit into, with the fewest that lie on nothing: the first card goes last, so
    that the uppermost row that is seen is the first one. Of several the one in the middle of the table."""
    middle = _middle(sight)
    best: list[tuple[tuple[float, ...], Grid]] = []
    for spot in spots:
        for row in range(rows):
            for card in range(row + 1):
                x = spot.box.left - (2 * card - row) * steps[0]
                grid = Grid(x, spot.box.top - row * steps[1], *steps)
                inside = {at for other in spots if (at := _at(other, grid, rows)) is not None}
                worth = len(inside) - len(_below(inside) - inside)
                best.append(((worth, abs(x - middle) < 0.8 * steps[0], -abs(x - middle)), grid))
    best.sort(key=lambda pair: pair[0], reverse=True)
    (worth_of_best, grid), notes = best[0], []
    rivals = [
        other
        for value, other in best
        if value[:2] == worth_of_best[:2] and abs(other.y - grid.y) > 0.5 * steps[1]
    ]
    if rivals:
        notes.append("which row of the pyramid is which cannot be told: some of its cards are not seen")
    return grid, notes


def _nearly_gone(spots: Sequence[Spot], plan: Plan, sight: Sight) -> tuple[Grid, list[str]]:
    """The grid of a pyramid of which at most the first card is left, in the middle of the table.

    Raises:
        InputError: more lies there than that.
    """
    middle, cards = _middle(sight), [spot for spot in spots if spot.cards]
    near = [spot for spot in cards if abs(spot.box.left - middle) < 0.5 * sight.width]
    beside = [spot for spot in cards if abs(spot.box.left - middle) < 2 * sight.width]
    if (
        len(cards) > len(plan.others) + len(near) + 1  # and the heap of those that left
        or len(near) > 1
        or len(beside) > len(near)
        or any(spot.cards[-1].box.top > spot.box.top + 0.15 * sight.height for spot in cards)
    ):
        raise InputError(
            "no pyramid is seen: no cards overlap as in one",
            mend="show the whole table, with nothing over it, or name another game",
        )
    # How far apart its places lay is not seen any more: as usual.
    steps = 0.55 * sight.width, 0.5 * sight.height
    if near:
        return Grid(near[0].box.left, near[0].box.top, *steps), []
    top = min((spot.box.top for spot in spots), default=sight.area.top)
    return Grid(middle, top, *steps), ["no card of the pyramid is seen"]


def _middle(sight: Sight) -> float:
    """The left end of a card in the middle of the table."""
    return sight.area.left + sight.area.width / 2 - sight.width / 2


def _fill(grid: Grid, spots: Sequence[Spot], rows: int) -> tuple[dict[tuple[int, int], Spot], list[Spot]]:
    """The places of a pyramid with what lies there, and what lies elsewhere."""
    places: dict[tuple[int, int], Spot] = {}
    left: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: _off(spot, grid)):
        at = _at(spot, grid, rows) if len(spot.cards) == 1 else None
        if at is None or at in places:
            left.append(spot)
        else:
            places[at] = spot
    return places, left


def _at(spot: Spot, grid: Grid, rows: int) -> tuple[int, int] | None:
    """The row and card of the pyramid's place where a card lies, if it does."""
    down, across = (spot.box.top - grid.y) / grid.down, (spot.box.left - grid.x) / grid.across
    row = round(down)
    card = round((across + row) / 2)
    if not (0 <= row < rows and 0 <= card <= row):
        return None
    if abs(down - row) > _OFF or abs(across - (2 * card - row)) > _OFF:
        return None
    return row, card


def _off(spot: Spot, grid: Grid) -> float:
    """How far a card lies off the nearest place, in steps."""
    down, across = (spot.box.top - grid.y) / grid.down, (spot.box.left - grid.x) / grid.across
    return abs(down - round(down)) + abs(across - round(across))


def _lies_on(spot: Spot, others: Iterable[Spot]) -> bool:
    """Does the upper half of a spot, as far as it is seen, lie on other cards altogether?"""
    seen = spot.cards[-1].visible if spot.cards else spot.box
    height = min(seen.height, spot.box.height / 2)
    bare = np.ones((max(round(height), 1), max(round(seen.width), 1)), dtype=bool)
    for other in others:
        box = other.box.moved(-seen.left, -seen.top)
        left, right = (max(round(side), 0) for side in (box.left, box.right))
        top, bottom = (max(round(side), 0) for side in (box.top, box.bottom))
        bare[top:bottom, left:right] = False
    return float(bare.mean()) < 0.03


def _fitted(grid: Grid, places: dict[tuple[int, int], Spot]) -> Grid:
    """The grid that lies best on all cards: medians, so that a slip of one does not move it."""
    if len({row for row, _ in places}) < 2:
        return grid
    u = np.array([2.0 * card - row for row, card in places])
    v = np.array([float(row) for row, _ in places])
    x = np.array([spot.box.left for spot in places.values()])
    y = np.array([spot.box.top for spot in places.values()])
    across = slope(u, x, grid.across)
    down = slope(v, y, grid.down)
    return Grid(float(np.median(x - across * u)), float(np.median(y - down * v)), across, down)


def _box(grid: Grid, at: tuple[int, int], sight: Sight) -> Box:
    """The place of a row and card, in whole pixels."""
    x, y = grid.place(*at)
    return Box(round(x), round(y), sight.width, sight.height)


def _straight(spot: Spot, box: Box) -> SeenCard:
    """The card of a spot, on its place of the grid where it was found a few pixels off."""
    card = spot.cards[0]
    x, y = box.left - card.box.left, box.top - card.box.top
    if max(abs(x), abs(y)) <= 1:
        return card
    return replace(card, box=card.box.moved(x, y), visible=card.visible.moved(x, y))


def _impossible(places: dict[tuple[int, int], Spot]) -> list[str]:
    """Cards that lie on nothing: a card may only be gone when none lies on it."""
    return [
        f"row {row + 1} card {card + 1} of the pyramid is not seen, but a card that lies on it is"
        for row, card in sorted(_below(places) - set(places))
    ]


def _below(places: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """The places on which cards at these places lie."""
    return {(r - 1, c - k) for r, c in places for k in (0, 1) if r and 0 <= c - k < r}
