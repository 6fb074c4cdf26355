"""Where the cards of a fan begin: of cards that lie on each other with a strip of each to be seen.

A card's upper end is a straight line over nearly its whole width, and just below it all cards of a deck look
alike, those that lie face up and those that lie face down. Pips, frames and the patterns of backs have lines
too; they are shorter, or something else lies below them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from winnable.screen.ground import most_apart, most_of
from winnable.screen.kept import kept
from winnable.screen.strips import FanRows, divided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

    Numbers = NDArray[np.float32]

__all__ = [
    "FanLines",
    "cells_of",
    "end_of",
    "fan_lines",
    "fan_rows",
    "fan_tops",
    "steps",
    "threshold",
    "unlike",
]

_MOST_KEPT: Final = 128  # fans, of the last few looks
_SIDE: Final = 0.08  # of a card's width at each side, with the round corners
_END: Final = 0.05  # ... and beside it, where an end's line is to be seen too
_ENDS: Final = 1.2  # of both of these together: beside a frame lies a sign, but at one side alone
_FAINT: Final = 8.0  # of 255: the least step of a line
_NOISY: Final = (
    4.5  # of 255, by which neighbouring pixels of ground and cards differ: from here on it is noise
)
_HALF_OF_QUARTER: Final = 2.12  # the median of what normal noise differs by, of its lower quartile
_BEYOND_NOISE: Final = 3.0  # times the noise, for a line
_BEYOND_PICTURES: Final = 1.5  # times the median of what neighbouring pixels differ by: backs have patterns
_SMOOTHED: Final = 5  # pixels along a line over which noise is levelled
_WHOLE: Final = 0.90  # of the width that an end's line covers
_AS_WHOLE: Final = 0.95  # of the last card's end: lines of pictures are shorter than ends
_PARTLY: Final = 0.7  # of the width, for a line where one is expected
_GAINS: Final = ((2, 0.5), (1, 1.9), (0, 2.0))  # of a beginning so many rows beside one that was seen
_LEAST_STRIP: Final = 0.06  # of a card's width
_INEXACT: Final = 0.025  # of a card's height, by which it may be measured wrongly
_DEEP: Final = 0.03  # of a card's width: what is looked at of a card's upper end
_CELLS: Final = 8  # of a row
_SAME: Final = 14.0  # of 255: the most that two backs differ in the cell that differs most
_DIFFER: Final = 16.0  # of 255: the most that the ends of two cards differ


@dataclass(frozen=True, slots=True)
class FanLines:
    """A fan's rows, from its first card's upper end on: ``cover`` is the part of the width over which a row
    differs from the one above it, ``middle`` its median colour, ``cells`` its mean colours from left to
    right."""

    cover: Numbers  # (height,)
    middle: Numbers  # (height, 3)
    cells: Numbers  # (height, 3 * number of cells)


def threshold(cut: Picture) -> float:
    """The least step of colour, of 255, that is more than the picture's own noise: than that by which
    neighbouring pixels of a row differ. Where they are full of pictures, which are no noise, it is less."""
    some = cut[::2].astype(np.int16)
    if some.shape[1] < 2:
        return _FAINT
    quarter, half = np.percentile(most_of(np.abs(np.diff(some, axis=1))), (25, 50))
    noise = min(half, _HALF_OF_QUARTER * quarter)
    return float(max(_FAINT, _BEYOND_NOISE * noise, _BEYOND_PICTURES * half))


def steps(cut: Picture, span: int) -> NDArray[np.uint8]:
    """How far each row differs from that ``span`` rows above it, in the channel that differs most; the first
    rows count as new altogether."""
    out = np.full(cut.shape[:2], 255, dtype=np.uint8)
    out[span:] = most_apart(cut[span:], cut[:-span])
    return out


def _smoothed(cut: Picture) -> Picture:
    """The means of ``_SMOOTHED`` pixels along each row."""
    reach = _SMOOTHED // 2
    total = np.cumsum(np.pad(cut, ((0, 0), (reach + 1, reach), (0, 0)), mode="edge"), axis=1, dtype=np.int32)
    means: Picture = ((total[:, _SMOOTHED:] - total[:, :-_SMOOTHED]) // _SMOOTHED).astype(np.uint8)
    return means


@kept(_MOST_KEPT)
def fan_lines(cut: Picture, wide: float, noise: float = 0.0, *, faint: bool = False) -> FanLines:
    """The lines of a fan of cards ``wide`` pixels wide; ``cut`` is its part of the picture, and ``noise`` is
    how far neighbouring pixels of the ground differ, of 255. ``faint``: lines count that are half as strong
    as others must be, and such as are not seen at both sides."""
    side = max(1, round(_SIDE * cut.shape[1]))
    inner = cut[:, side:-side]
    span = max(1, round(wide / 160))
    least = threshold(inner) / (2 if faint else 1)
    if min(noise, least / _BEYOND_NOISE) >= _NOISY:
        # A card's end is a straight line: means along it keep the line, and less of the noise.
        inner, least = _smoothed(inner), least / _SMOOTHED**0.5
    line = steps(inner, span) >= least
    cover = line.mean(1, dtype=np.float32)
    # The frame of a picture is nearly as wide as a card, but leaves a margin for signs.
    end = max(1, round(_END * cut.shape[1]))
    ends = line[:, :end].mean(1) + line[:, -end:].mean(1)
    if not faint:
        cover[ends < _ENDS] = np.minimum(cover[ends < _ENDS], 0.5)
    return FanLines(cover, np.median(inner, axis=1).astype(np.float32), cells_of(inner))


def cells_of(rows: Picture) -> Numbers:
    """The mean colours of a few cells of each row, from left to right: what rows are compared by."""
    ends = np.linspace(0, rows.shape[1], _CELLS + 1).astype(int)
    sums = np.add.reduceat(rows, ends[:-1], axis=1, dtype=np.float32)
    return (sums / np.diff(ends)[None, :, None]).reshape(len(rows), -1).astype(np.float32)


def fan_tops(lines: FanLines, wide: float, tall: float, beyond: int = 0) -> tuple[list[int], bool]:
    """The rows at which the cards of a single fan begin, the first one being 0, and whether that is certain;
    see ``fan_rows``."""
    found = divided([fan_rows(lines, wide, tall, beyond)])[0]
    return list(found.tops), found.sure


@kept(_MOST_KEPT)
def fan_rows(
    lines: FanLines, wide: float, tall: float, beyond: int = 0, ends: Sequence[Numbers] = ()
) -> FanRows:
    """The rows of a fan that look like upper ends of its cards.

    ``wide`` and ``tall`` are a whole card's; up to ``beyond`` rows of the last card may be missing, where the
    fan ends at an edge of the table; then ``ends`` are upper ends of cards of other fans, see ``end_of``.
    """
    last = len(lines.cover) - round(tall)
    least = max(4, round(_LEAST_STRIP * wide))
    if last < least and not beyond:
        alone = last <= max(3, 0.03 * tall)
        return FanRows((), np.zeros(1), (0,), least, np.ones(2, dtype=np.int64), alone)
    near = _near_lines(lines)
    first = measured = max(last, 0)
    whole = max(_WHOLE, _AS_WHOLE * float(near[first]))
    deep = max(3, round(_DEEP * wide))
    models = [lines.middle[:deep], *(ends if beyond else (lines.middle[first : first + deep],))]
    alike = [row for row in _alike(lines, whole, models, least, wide) if row >= least]
    # Cards may be a little larger or smaller than they were measured.
    near_first = [row for row in alike if abs(row - first) <= _INEXACT * tall]
    first = min(near_first, key=lambda row: abs(row - measured), default=first)
    lasts = [first, *(row for row in alike if beyond and first + 2 < row <= last + beyond)]
    seen = sorted({row for row in alike if row <= lasts[-1]} | {first})
    # What a line is worth where a card should begin, if it does not look like one.
    gains = np.where(near >= whole, -0.1, np.where(near >= _PARTLY, -0.6, -3.0))
    for off, gain in _GAINS:
        for row in seen:
            gains[max(row - off, 0) : row + off + 1] = gain
    # Faces without a rim look otherwise below their ends than backs do.
    line = lines.cover >= whole
    lined = np.flatnonzero(line[1:] & ~line[:-1]) + 1
    turns = sorted({*seen, *(row for row in lined.tolist() if least <= row <= lasts[-1] - least)})
    alike_strips = _alike_strips(lines.cells[: lasts[-1]], least)
    ended = beyond > 0 or float(near[first]) >= _PARTLY
    return FanRows(tuple(turns), gains, tuple(lasts), least, alike_strips, ended)


def end_of(lines: FanLines, wide: float, tall: float) -> Numbers | None:
    """What the upper end of a fan's last card looks like: its rows' colours, (rows, 3); None where it is not
    seen."""
    last = len(lines.cover) - round(tall)
    if last < 0 or _near_lines(lines)[last] < _WHOLE:
        return None
    return lines.middle[last : last + max(3, round(_DEEP * wide))]


def _lagging(cells: Numbers, rows: int) -> Numbers:
    """How far each row differs from that so many rows further down, in the cell that differs most."""
    apart: Numbers = np.abs(cells[rows:] - cells[:-rows]).max(1)
    return apart


def _alike_strips(cells: Numbers, least: int) -> NDArray[np.int64]:
    """For each height of strips how many there may be that all look alike, from the first row on: 1 where the
    second strip differs from the first one. Strips that are narrower than ``least`` are not looked at."""
    most = len(cells) // 2
    counts = np.ones(len(cells) + 2, dtype=np.int64)
    further = _lagging(cells, most + 1)
    for strip in range(most, least - 1, -1):
        # Where strips are no whole number of rows high, some are a row higher than others.
        exactly = _lagging(cells, strip)
        apart = np.minimum(exactly, np.append(further, exactly[-1:]))
        further = exactly
        whole = len(apart) // strip * strip
        same = apart[:whole].reshape(-1, strip)[:, 1:].mean(1) <= _SAME
        counts[strip] = 1 + (len(same) if same.all() else int(same.argmin()))
    return counts


def unlike(looks: NDArray[np.floating], models: NDArray[np.floating]) -> NDArray[np.floating]:
    """How far apart, of 255, the rows of colours of cards' upper ends are, for ``looks`` of shape (n, rows,
    3) and ``models`` of shape (m, rows, 3): an array of shape (n, m). Of longer ones the first rows count.

    A card may begin between two rows of pixels, the model too: so the rows are compared at several parts of a
    row's distance, and the first one, which has something of what lies below the card, is left out.
    """
    rows = min(looks.shape[1], models.shape[1])
    least = np.full((len(looks), len(models)), np.inf if rows > 1 else 255.0)
    if rows < 2:
        return least
    looks, models = looks[:, None, :rows], models[None, :, :rows]
    for part in (0.0, 0.25, 0.5, 0.75):
        for one, other in ((looks, models), (models, looks)):
            mixed = (1 - part) * one[:, :, 1:] + part * one[:, :, :-1]
            np.minimum(least, np.abs(mixed - other[:, :, 1:]).mean((2, 3)), out=least)
    return least


def _alike(lines: FanLines, whole: float, models: Sequence[Numbers], least: int, wide: float) -> list[int]:
    """The rows with a ``whole`` line below which it looks as below one of the ``models``, ``least`` rows
    apart."""
    deep = max(3, round(_DEEP * wide))
    reach = max(2, round(wide / 50))
    end = len(lines.cover) - deep - reach
    most = np.max([lines.cover[i : end + i] for i in range(reach + 1)], axis=0)
    rows = np.flatnonzero(most >= whole)
    ends = lines.middle[rows[:, None] + np.arange(deep)]
    differ = unlike(ends, np.stack(models)).min(1)
    near = differ <= _DIFFER
    # Of rows that look alike, the one that has the line itself is meant.
    costs = differ[near] - 10 * lines.cover[rows[near]]
    cost: dict[int, float] = dict(zip(rows[near].tolist(), costs.tolist(), strict=True))
    kept: list[int] = []
    for row in sorted(cost, key=lambda row: cost[row]):
        if all(abs(row - other) >= least for other in kept):
            kept.append(row)
    return sorted(kept)


def _near_lines(lines: FanLines) -> Numbers:
    """For each row the cover of the most whole line within two rows of it."""
    near: Numbers = sliding_window_view(np.pad(lines.cover, 2), 5).max(1)
    return near
