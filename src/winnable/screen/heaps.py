"""Cards that overlap sideways: a pyramid, a row of stock piles, a fan to the right.

Of each card of a pyramid the upper end is seen whole, and the upper parts of both sides: lines a card's width
apart, with a line across between them. In a fan sideways it is the other way round, so it is read as a fan
that was turned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.screen.fans import fan_lines, fan_tops, steps, threshold, unlike

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

    Mask = NDArray[np.bool_]

__all__ = ["heap_corners", "sideways"]

_ACROSS: Final = (0.08, 0.92)  # of a card's width: the upper end without the round corners
_ALONG: Final = (0.08, 0.30)  # of its height: what is seen of the sides at least
_TOP: Final = 0.9  # of the upper end that is a line
_SIDES: Final = 0.8


def heap_corners(cut: Picture, wide: int, tall: int) -> list[tuple[int, int]]:
    """The upper left corners (x, y) in a part of a picture of all cards whose upper end and sides are seen,
    in reading order."""
    span = max(1, round(wide / 160))
    least = threshold(cut)
    top = _share(steps(cut, span) >= least, *(round(part * wide) for part in _ACROSS), axis=1)
    turned = np.ascontiguousarray(cut.transpose(1, 0, 2))
    exact = np.pad((steps(turned, span) >= least).T, ((0, 0), (1, 2)), constant_values=True)
    # A side may be a pixel off, and what ends with the part ends with a side.
    edges = exact[:, :-2] | exact[:, 1:-1] | exact[:, 2:]
    depth = [round(part * tall) for part in _ALONG]
    side, straight = _share(edges, *depth, axis=0), _share(exact[:, 1:-1], *depth, axis=0)
    rows, columns = min(top.shape[0], side.shape[0]), cut.shape[1] - wide + 1
    if rows < 1 or columns < 1:
        return []
    top = top[:rows, :columns]
    left, right = side[:rows, :columns], side[:rows, wide : wide + columns]
    # The upper end tells most: sides may stand beside other lines.
    worth = 8 * top + straight[:rows, :columns] + straight[:rows, wide : wide + columns]
    places = np.argwhere((top >= _TOP) & (left >= _SIDES) & (right >= _SIDES))
    found = _thinned([(int(y), int(x), float(worth[y, x])) for y, x in places], wide, tall)
    above = [_sides_above(edges, x, y, wide, tall) for x, y in found]
    begins = [max(sides) < 0.8 for sides in above]
    if not any(begins):
        # A single card, and something that is none just above it.
        begins = [sum(sides) < 1.2 for sides in above]
    return _like_others(cut, found, begins, wide)


def _sides_above(edges: Mask, x: int, y: int, wide: int, tall: int) -> tuple[float, float]:
    """How far the sides of a card go on above it: those of a line within a card do, and in a fan."""
    above = edges[max(y - round(0.08 * tall), 0) : max(y - 1, 0), [x, x + wide]]
    if len(above) == 0:
        return 0.0, 0.0
    return float(above[:, 0].mean()), float(above[:, 1].mean())


def sideways(cut: Picture, wide: int, tall: int) -> tuple[list[int], bool]:
    """A fan to one side, ``cut`` being all of it: the left ends of its cards, lowest card first, and whether
    that is certain. The whole card, on top, is that at the right, or that at the left: where its inner side
    is a line, or else what fits better."""
    best: tuple[tuple[bool, bool, int], list[int], bool] = ((False, False, 0), [], False)
    for whole_right in (True, False):
        turned = cut.transpose(1, 0, 2) if whole_right else cut[:, ::-1].transpose(1, 0, 2)
        lines = fan_lines(np.ascontiguousarray(turned), tall)
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


def _thinned(found: list[tuple[int, int, float]], wide: int, tall: int) -> list[tuple[int, int]]:
    """Of places (y, x, worth) so close together that not all can be cards the best, and there the uppermost
    row of its border; as (x, y) in reading order."""
    kept: list[tuple[int, int]] = []
    for y, x, _ in sorted(found, key=lambda place: (-round(10 * place[2]), place[0])):
        if not any(abs(y - b) < 0.08 * tall and abs(x - a) < 0.8 * wide for b, a in kept):
            kept.append((y, x))
    rows = {(y, x + shift) for y, x, _ in found for shift in (-1, 0, 1)}
    for i, (y, x) in enumerate(kept):
        kept[i] = (min([b for b in range(y - 3, y) if (b, x) in rows], default=y), x)
    return [(x, y) for y, x in sorted(kept)]


def _like_others(
    cut: Picture, found: list[tuple[int, int]], begins: list[bool], wide: int
) -> list[tuple[int, int]]:
    """The places where sides begin, and those below which it looks as it does there: cards of a fan. Each is
    moved by the row of pixels that its border may be off."""
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
    for (x, y), new in zip(found, begins, strict=True):
        shifts = (0, -1, 1)
        near = unlike(_stacked([look(x, y + shift) for shift in shifts]), models).min(axis=1)
        best = int(near.argmin())
        if new or near[best] <= 8:
            kept.append((x, max(y + shifts[best], 0) if near[best] <= 8 else y))
    return kept


def _stacked(looks: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Looks as one array; of those at the picture's end as many rows as all have."""
    rows = min(len(look) for look in looks)
    return np.stack([look[:rows] for look in looks])
