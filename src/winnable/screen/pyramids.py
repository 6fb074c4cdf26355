"""Pyramids: their rows lie in steps of half a card's place, each on the one above it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.errors import InputError
from winnable.screen.seen import Box, SeenCard, SeenPile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from winnable.screen.find import Sight
    from winnable.screen.layout import Spot
    from winnable.screen.plans import Plan

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
    steps = _steps(alone, sight)
    rows = len(plan.pyramid)
    if steps is None:
        raise InputError(
            "no pyramid is seen: no cards overlap as in one",
            mend="show the whole table, with nothing over it, or name another game",
        )
    grid, notes = _placed(alone, rows, steps, sight)
    places: dict[tuple[int, int], Spot] = {}
    left: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: _off(spot, grid)):
        at = _at(spot, grid, rows) if len(spot.cards) == 1 else None
        if at is None or at in places:
            left.append(spot)
        else:
            places[at] = spot
    # What overlaps the pyramid and has no place in it is a line on a card that was taken for one.
    left = [spot for spot in left if not any(_overlap(spot.box, other.box) for other in places.values())]
    grid = _fitted(grid, places)
    piles = []
    for r, row in enumerate(plan.pyramid):
        for c, pile in enumerate(row):
            x, y = grid.place(r, c)
            there = places.get((r, c))
            box = Box(round(x), round(y), sight.width, sight.height)
            cards = (_straight(there, box),) if there else ()
            piles.append(SeenPile(pile.name, pile.role, cards[0].box if cards else box, cards))
    notes += _impossible(places, rows)
    return PyramidSeen(tuple(piles), tuple(notes)), left


def _steps(spots: Sequence[Spot], sight: Sight) -> tuple[float, float] | None:
    """Half the distance of neighbours in a row, and the distance of rows, by the cards that overlap."""
    pairs = []
    for upper in spots:
        for lower in spots:
            across, down = abs(lower.box.left - upper.box.left), lower.box.top - upper.box.top
            if (
                0.3 * sight.width < across < 0.95 * sight.width
                and 0.15 * sight.height < down < 0.9 * sight.height
            ):
                pairs.append((across, down))
    if not pairs:
        return None
    # Cards three rows apart may overlap too: the least distance is that of neighbouring rows.
    least = float(np.percentile([down for _, down in pairs], 10))
    near = [pair for pair in pairs if pair[1] < 1.4 * least]
    return float(np.median([across for across, _ in near])), float(np.median([down for _, down in near]))


def _placed(
    spots: Sequence[Spot], rows: int, steps: tuple[float, float], sight: Sight
) -> tuple[Grid, list[str]]:
    """The grid that most cards fit into; of several the one in the middle of the table, and among these the
    one whose lowest row is the lowest that is seen."""
    middle = sight.area.left + sight.area.width / 2 - sight.width / 2
    best: list[tuple[tuple[float, ...], Grid]] = []
    for spot in spots:
        for row in range(rows):
            for card in range(row + 1):
                x = spot.box.left - (2 * card - row) * steps[0]
                grid = Grid(x, spot.box.top - row * steps[1], *steps)
                inside = [at for other in spots if (at := _at(other, grid, rows)) is not None]
                centred = abs(x - middle) < 0.8 * steps[0]
                lowest = max((r for r, _ in inside), default=0)
                best.append(((len(set(inside)), centred, lowest == rows - 1, -abs(x - middle)), grid))
    best.sort(key=lambda pair: pair[0], reverse=True)
    (worth, grid), notes = best[0], []
    rivals = [
        other for value, other in best if value[:3] == worth[:3] and abs(other.y - grid.y) > 0.5 * steps[1]
    ]
    if rivals:
        notes.append("which row of the pyramid is which cannot be told: too few cards are left")
    return grid, notes


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


def _overlap(box: Box, other: Box) -> bool:
    across = min(box.right, other.right) - max(box.left, other.left)
    down = min(box.bottom, other.bottom) - max(box.top, other.top)
    return across > 0.3 * box.width and down > 0.3 * box.height


def _fitted(grid: Grid, places: dict[tuple[int, int], Spot]) -> Grid:
    """The grid that lies best on all cards: medians, so that a slip of one does not move it."""
    if len({row for row, _ in places}) < 2:
        return grid
    u = np.array([2 * card - row for row, card in places])
    v = np.array([row for row, _ in places])
    x = np.array([spot.box.left for spot in places.values()])
    y = np.array([spot.box.top for spot in places.values()])
    across = _slope(u, x, grid.across)
    down = _slope(v, y, grid.down)
    return Grid(float(np.median(x - across * u)), float(np.median(y - down * v)), across, down)


def _slope(steps: np.ndarray, values: np.ndarray, before: float) -> float:
    """The median slope between all pairs (the estimator of Theil, 1950, and Sen, 1968)."""
    i, j = np.triu_indices(len(steps), 1)
    differ = steps[i] != steps[j]
    if not differ.any():
        return before
    return float(np.median((values[j] - values[i])[differ] / (steps[j] - steps[i])[differ]))


def _straight(spot: Spot, box: Box) -> SeenCard:
    """The card of a spot, on its place of the grid where it was found a few pixels off."""
    card = spot.cards[0]
    x, y = box.left - card.box.left, box.top - card.box.top
    if max(abs(x), abs(y)) <= 1:
        return card
    return replace(card, box=card.box.moved(x, y), visible=card.visible.moved(x, y))


def _impossible(places: dict[tuple[int, int], Spot], rows: int) -> list[str]:
    """Cards that lie on nothing: a card may only be gone when none lies on it."""
    lost = sorted({(r - 1, c - k) for r, c in places for k in (0, 1) if r and 0 <= c - k < r} - set(places))
    return [
        f"row {row + 1} card {card + 1} of the pyramid is not seen, but a card that lies on it is"
        for row, card in lost
    ]
