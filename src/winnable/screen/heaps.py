"""Cards that overlap sideways: a pyramid, a row of stock piles, a fan to the right.

Of each card of a pyramid the upper end is seen whole, and the upper parts of both sides: lines a card's width
apart, with a line across between them. In a fan sideways it is the other way round, so it is read as a fan
that was turned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.screen.fans import fan_lines, fan_tops, steps, threshold, unlike
from winnable.screen.lattice import lattice_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

    Mask = NDArray[np.bool_]

__all__ = ["heap_corners", "sideways"]

_ACROSS: Final = (0.08, 0.92)  # of a card's width: the upper end without the round corners
_ALONG: Final = (0.08, 0.30)  # of its height: what is seen of the sides at least
_TOP: Final = 0.9  # of the upper end that is a line
_SIDES: Final = 0.8
_SIDES_EXPECTED: Final = 0.6  # ... where a card is expected
_EXPECTED: Final = 3.0  # what it is worth that a card is expected at a place
_MOST_UNLIKE: Final = 8.0  # of 255: what lies below the ends of cards differs no more
_MOST_EXPECTED: Final = 24.0  # ... where a card is expected
_STRONG: Final = 48  # of 255: a step that is a card's side, and no noise


def heap_corners(cut: Picture, wide: int, tall: int) -> list[tuple[int, int]]:
    """The upper left corners (x, y) in a part of a picture of all cards whose upper end and sides are seen,
    in reading order."""
    span = max(1, round(wide / 160))
    least = threshold(cut)
    top = _share(steps(cut, span) >= least, *(round(part * wide) for part in _ACROSS), axis=1)
    turned = np.ascontiguousarray(cut.transpose(1, 0, 2))
    across = steps(turned, span).T
    exact = np.pad(across >= least, ((0, 0), (1, 2)), constant_values=True)
    # A side may be a pixel off, and what ends with the part ends with a side.
    edges = exact[:, :-2] | exact[:, 1:-1] | exact[:, 2:]
    depth = [round(part * tall) for part in _ALONG]
    side, straight = _share(edges, *depth, axis=0), _share(exact[:, 1:-1], *depth, axis=0)
    rows, columns = min(top.shape[0], side.shape[0]), cut.shape[1] - wide + 1
    if rows < 1 or columns < 1:
        return []
    top = top[:rows, :columns]
    left, right = side[:rows, :columns], side[:rows, wide : wide + columns]
    # The upper end tells most: sides may stand beside other lines, and beside fainter ones more often.
    strong = _share(np.pad(np.minimum(across, _STRONG), ((0, 0), (2, 3))), *depth, axis=0) / _STRONG
    strong = np.max([strong[:, shift : strong.shape[1] - 4 + shift] for shift in range(5)], axis=0)
    worth = 8 * top + sum(each[:rows, at : at + columns] for each in (straight, strong) for at in (0, wide))
    sides = np.minimum(left, right)

    places = np.argwhere((top >= _TOP) & (sides >= _SIDES))
    found = _thinned(places, worth[tuple(places.T)], wide, tall)
    on = [False] * len(found)
    lattice = lattice_of(found, wide, tall)
    if lattice is not None:
        places = np.argwhere((top >= _TOP) & (sides >= _SIDES_EXPECTED))
        expected = lattice.has(places[:, 1].astype(float), places[:, 0].astype(float))
        some = expected | (sides[tuple(places.T)] >= _SIDES)
        values = worth[tuple(places.T)] + _EXPECTED * expected
        found = _thinned(places[some], values[some], wide, tall)
        on = lattice.has(*np.array(found, dtype=float).T).tolist()
        found, on = _without_rivals(found, on, wide, tall)
    above = [_sides_above(edges, x, y, wide, tall) for x, y in found]
    begins = [max(each) < 0.8 for each in above]
    if not any(begins):
        # A single card, and something that is none just above it.
        begins = [sum(each) < 1.2 for each in above]
    most = [_MOST_EXPECTED if there else _MOST_UNLIKE for there in on]
    return _like_others(cut, found, begins, most, wide)


def _without_rivals(
    found: list[tuple[int, int]], on: list[bool], wide: int, tall: int
) -> tuple[list[tuple[int, int]], list[bool]]:
    """The places without those that lie close beside one that is ``on`` a place of the lattice: they are
    lines on that card."""
    there = [place for place, is_on in zip(found, on, strict=True) if is_on]
    kept = [
        (place, is_on)
        for place, is_on in zip(found, on, strict=True)
        if is_on
        or not any(abs(place[0] - x) < 0.3 * wide and abs(place[1] - y) < 0.15 * tall for x, y in there)
    ]
    return [place for place, _ in kept], [is_on for _, is_on in kept]


def _sides_above(edges: Mask, x: int, y: int, wide: int, tall: int) -> tuple[float, float]:
    """How far the sides of a card go on above it: those of a line within a card do, and in a fan."""
    above = edges[max(y - round(0.08 * tall), 0) : max(y - 1, 0), [x, x + wide]]
    if len(above) == 0:
        return 0.0, 0.0
    return float(above[:, 0].mean()), float(above[:, 1].mean())


def sideways(cut: Picture, wide: int, tall: int, noise: float = 0.0) -> tuple[list[int], bool]:
    """A fan to one side, ``cut`` being all of it: the left ends of its cards, lowest card first, and whether
    that is certain. The whole card, on top, is that at the right, or that at the left: where its inner side
    is a line, or else what fits better."""
    best: tuple[tuple[bool, bool, int], list[int], bool] = ((False, False, 0), [], False)
    for whole_right in (True, False):
        turned = cut.transpose(1, 0, 2) if whole_right else cut[:, ::-1].transpose(1, 0, 2)
        lines = fan_lines(np.ascontiguousarray(turned), tall, noise)
        rows, sure = fan_tops(lines, tall, wide)
        lefts = rows if whole_right else [cut.shape[1] - wide - row for row in rows]
        side = lines.cover[max(rows[-1] - 2, 0) : rows[-1] + 3].max()
        worth = bool(side >= _SIDES), sure, len(rows)
        if worth > best[0]:
            best = worth, lefts, sure
    return best[1], best[2]


def _share(mask: Mask, first: int, last: int, *, axis: int) -> NDArray[np.float32]:
    """For each place the part of ``mask`` that is set ``first`` to ``last`` places further along an axis."""
    total = np.cumsum(mask, axis=axis, dtype=np.int32)
    size = mask.shape[axis]
    if size < last:
        return np.zeros((0, 0), dtype=np.float32)
    start = max(first - 1, 0)
    upper = np.take(total, range(last - 1, size), axis=axis)
    lower = np.take(total, range(start, start + upper.shape[axis]), axis=axis)
    return ((upper - lower) / np.float32(last - 1 - start)).astype(np.float32)


def _thinned(
    places: NDArray[np.int64], worth: NDArray[np.floating], wide: int, tall: int
) -> list[tuple[int, int]]:
    """Of places (y, x) so close together that not all can be cards the best, and there the uppermost row of
    its border; as (x, y) in reading order."""
    found = [(y, x, value) for (y, x), value in zip(places.tolist(), worth.tolist(), strict=True)]
    kept: list[tuple[int, int]] = []
    for y, x, _ in sorted(found, key=lambda place: (-round(10 * place[2]), place[0])):
        if not any(abs(y - b) < 0.08 * tall and abs(x - a) < 0.8 * wide for b, a in kept):
            kept.append((y, x))
    rows = {(y, x + shift) for y, x, _ in found for shift in (-1, 0, 1)}
    for i, (y, x) in enumerate(kept):
        kept[i] = (min([b for b in range(y - 3, y) if (b, x) in rows], default=y), x)
    return [(x, y) for y, x in sorted(kept)]


def _like_others(
    cut: Picture, found: list[tuple[int, int]], begins: list[bool], most: list[float], wide: int
) -> list[tuple[int, int]]:
    """The places where sides begin, and those below which it looks as it does there, up to ``most``: cards of
    a fan. Each is moved by the row of pixels that its border may be off."""
    deep, side = max(3, round(0.03 * wide)), round(_ACROSS[0] * wide)

    def look(x: int, y: int) -> NDArray[np.float64]:
        looks: NDArray[np.float64] = np.median(
            cut[max(y, 0) : max(y, 0) + deep, x + side : x + wide - side], axis=1
        )
        return looks

    begun = [look(x, y) for (x, y), new in zip(found, begins, strict=True) if new]
    if not begun:
        return []
    looks = _stacked(begun)
    # What only one card has is rather a slip than a kind of card.
    common = (unlike(looks, looks) <= 4).sum(axis=1) > 1
    models = looks[common] if common.any() else looks
    kept = []
    for (x, y), new, limit in zip(found, begins, most, strict=True):
        shifts = (0, -1, 1)
        near = unlike(_stacked([look(x, y + shift) for shift in shifts]), models).min(axis=1)
        best = int(near.argmin())
        if new or near[best] <= limit:
            kept.append((x, max(y + shifts[best], 0) if near[best] <= _MOST_UNLIKE else y))
    return kept


def _stacked(looks: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Looks as one array; of those at the picture's end as many rows as all have."""
    rows = min(len(look) for look in looks)
    return np.stack([look[:rows] for look in looks])
