"""Cards in rows of which each lies on two of the row above, as in a pyramid: their corners form a lattice.

Of the lines that are seen in a heap some belong to pictures; those that lie where the lattice of most of the
others has a place are ends of cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.float64]

__all__ = ["Lattice", "lattice_of", "row_steps", "slope"]

_NEAR: Final = 0.03  # of a card's width: so near a place, and at least two pixels
_LEAST: Final = 5  # corners
_MOST_OF: Final = 0.5  # of the corners have to lie on a lattice for it to be one


@dataclass(frozen=True, slots=True)
class Lattice:
    """Places at ``x + i * across`` and ``y + j * down``, in pixels, where i + j is even."""

    x: float
    y: float
    across: float
    down: float
    near: float

    def numbers(self, x: Values, y: Values) -> tuple[Values, Values]:
        """The numbers i and j of the nearest places."""
        j = np.rint((y - self.y) / self.down)
        odd = j % 2
        return 2 * np.rint(((x - self.x) / self.across - odd) / 2) + odd, j

    def has(self, x: Values, y: Values) -> NDArray[np.bool_]:
        """Is there a place near these?"""
        i, j = self.numbers(x, y)
        off = np.maximum(np.abs(self.x + i * self.across - x), np.abs(self.y + j * self.down - y))
        near: NDArray[np.bool_] = off <= self.near
        return near


def lattice_of(corners: Sequence[tuple[int, int]], wide: float, tall: float) -> Lattice | None:
    """The lattice on which at least half of the corners (x, y) lie, of cards of this size; None if there is
    none."""
    steps = row_steps(corners, wide, tall)
    if steps is None:
        return None
    x, y = (np.array(values, dtype=np.float64) for values in zip(*corners, strict=True))
    near = max(2.0, _NEAR * wide)
    rivals = [Lattice(a, b, *steps, near) for a, b in corners]
    # Fractions of a pixel in a step add up over some rows: the first count is of corners not far away.
    best = max(rivals, key=lambda lattice: int(lattice.has(x, y).sum()))
    for _ in range(2):
        on = best.has(x, y)
        if on.sum() < max(_LEAST, _MOST_OF * len(corners)):
            return None
        i, j = best.numbers(x[on], y[on])
        across, down = slope(i, x[on], best.across), slope(j, y[on], best.down)
        best = Lattice(
            float(np.median(x[on] - across * i)), float(np.median(y[on] - down * j)), across, down, near
        )
    return best


def row_steps(corners: Sequence[tuple[float, float]], wide: float, tall: float) -> tuple[float, float] | None:
    """Half the distance of neighbours in a row, and the distance of rows, by the cards that overlap; None if
    none do."""
    pairs = []
    for left, top in corners:
        for right, bottom in corners:
            across, down = abs(right - left), bottom - top
            if 0.3 * wide < across < 0.95 * wide and 0.15 * tall < down < 0.9 * tall:
                pairs.append((across, down))
    if not pairs:
        return None
    # Cards three rows apart may overlap too: the least distance is that of neighbouring rows.
    least = float(np.percentile([down for _, down in pairs], 10))
    near = [pair for pair in pairs if pair[1] < 1.4 * least]
    return float(np.median([across for across, _ in near])), float(np.median([down for _, down in near]))


def slope(steps: Values, values: Values, before: float) -> float:
    """The median slope between all pairs (the estimator of Theil, 1950, and Sen, 1968); ``before`` if all
    have the same number of steps."""
    i, j = np.triu_indices(len(steps), 1)
    differ = steps[i] != steps[j]
    if not differ.any():
        return before
    return float(np.median((values[j] - values[i])[differ] / (steps[j] - steps[i])[differ]))
