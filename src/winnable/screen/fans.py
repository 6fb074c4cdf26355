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

from winnable.screen.ground import most_apart

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

    Numbers = NDArray[np.float32]

__all__ = ["FanLines", "fan_lines", "fan_tops", "steps", "threshold", "unlike"]

_SIDE: Final = 0.08  # of a card's width at each side, with the round corners
_END: Final = 0.05  # ... and beside it, where an end's line is to be seen too
_ENDS: Final = 1.2  # of both of these together: beside a frame lies a sign, but at one side alone
_FAINT: Final = 8.0  # of 255: the least step of a line
_WHOLE: Final = 0.90  # of the width that an end's line covers
_AS_WHOLE: Final = 0.95  # of the last card's end: lines of pictures are shorter than ends
_PARTLY: Final = 0.7  # of the width, for a line where one is expected
_LEAST_STRIP: Final = 0.06  # of a card's width
_DIFFER: Final = 16.0  # of 255: the most that the ends of two cards differ
_MOST_CARDS: Final = 60  # in strips of one kind: 52 and more, of two decks


@dataclass(frozen=True, slots=True)
class FanLines:
    """A fan's rows, from its first card's upper end on: ``cover`` is the part of the width over which a row
    differs from the one above it, ``middle`` its median colour."""

    cover: Numbers  # (height,)
    middle: Numbers  # (height, 3)


def threshold(cut: Picture) -> float:
    """The least step of colour, of 255, that is more than the picture's own noise."""
    some = cut[::2].astype(np.int16)
    grain = float(np.median(np.abs(np.diff(some, axis=1)).max(2))) if some.shape[1] > 1 else 0.0
    return max(_FAINT, 3.0 * grain)


def steps(cut: Picture, span: int) -> NDArray[np.uint8]:
    """How far each row differs from that ``span`` rows above it, in the channel that differs most; the first
    rows count as new altogether."""
    out = np.full(cut.shape[:2], 255, dtype=np.uint8)
    out[span:] = most_apart(cut[span:], cut[:-span])
    return out


def fan_lines(cut: Picture, wide: float) -> FanLines:
    """The lines of a fan of cards ``wide`` pixels wide; ``cut`` is its part of the picture."""
    side = max(1, round(_SIDE * cut.shape[1]))
    inner = cut[:, side:-side]
    span = max(1, round(wide / 160))
    line = steps(inner, span) >= threshold(cut)
    cover = line.mean(1, dtype=np.float32)
    # The frame of a picture is nearly as wide as a card, but leaves a margin for signs.
    end = max(1, round(_END * cut.shape[1]))
    ends = line[:, :end].mean(1) + line[:, -end:].mean(1)
    cover[ends < _ENDS] = np.minimum(cover[ends < _ENDS], 0.5)
    return FanLines(cover, np.median(inner, axis=1).astype(np.float32))


def fan_tops(
    lines: FanLines, wide: float, tall: float, beyond: int = 0, *, all_up: bool = False
) -> tuple[list[int], bool]:
    """The rows at which the cards of a fan begin, the first one being 0, and whether that is certain.

    ``wide`` and ``tall`` are a whole card's; up to ``beyond`` rows of the last card may be missing, where the
    fan ends at an edge of the table. The strips of a fan are all alike, or there are two kinds, those of
    cards that lie face down above those that lie face up, unless it is known that ``all_up`` lie so; what is
    seen is held against that.
    """
    last = len(lines.cover) - round(tall)
    least = max(4, round(_LEAST_STRIP * wide))
    if beyond and last >= least:
        last = _last_top(lines, last, beyond, least, wide)
    if last < least:
        return [0], last <= max(3, 0.03 * tall)
    near = _near_lines(lines)
    whole = max(_WHOLE, _AS_WHOLE * float(near[last]))
    alike = _alike(lines, whole, (0, last), least, wide)
    seen = [0, *(row for row in alike if least <= row <= last - least), last]
    # What a line is worth where a card should begin, if it does not look like one.
    worths = np.where(near >= whole, -0.1, np.where(near >= _PARTLY, -0.6, -3.0))
    fit = [*_strips(worths, seen, 0, last, least)[1], last] if all_up else _division(worths, seen, least)
    stray = sum(all(abs(row - other) > 2 for other in fit) for row in seen)
    plain = bool((near[fit] >= _PARTLY).all())
    return fit, plain and stray <= 0.25 * len(seen)


def _last_top(lines: FanLines, last: int, beyond: int, least: int, wide: float) -> int:
    """Where a fan's last card begins that would begin at ``last`` if it were seen whole."""
    below = [row for row in _alike(lines, _WHOLE, (0,), least, wide) if last - 2 <= row <= last + beyond]
    return below[0] if below and below[0] > last + 2 else last


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


def _alike(lines: FanLines, whole: float, models: tuple[int, ...], least: int, wide: float) -> list[int]:
    """The rows with a ``whole`` line below which it looks as below one of the ``models``, ``least`` rows
    apart."""
    deep = max(3, round(0.03 * wide))
    reach = max(2, round(wide / 50))
    end = len(lines.cover) - deep - reach
    most = np.max([lines.cover[i : end + i] for i in range(reach + 1)], axis=0)
    rows = np.flatnonzero(most >= whole)
    ends = lines.middle[rows[:, None] + np.arange(deep)]
    differ = unlike(ends, np.stack([lines.middle[model : model + deep] for model in models])).min(1)
    near = differ <= _DIFFER
    # Of rows that look alike, the one that has the line itself is meant.
    costs = differ[near] - 10 * lines.cover[rows[near]]
    cost: dict[int, float] = dict(zip(rows[near].tolist(), costs.tolist(), strict=True))
    kept: list[int] = []
    for row in sorted(cost, key=lambda row: cost[row]):
        if all(abs(row - other) >= least for other in kept):
            kept.append(row)
    return sorted(kept)


def _division(worths: NDArray[np.float64], seen: list[int], least: int) -> list[int]:
    """Of all ways to divide a fan into strips of one kind or, at a row that was seen, of two the one that
    explains best what was seen: a row for each row, and none where there is no line. ``worths`` are those of
    beginnings at rows where none was seen."""
    last = seen[-1]
    best = (-1e9, seen)
    for turn in seen[:-1]:
        above = _strips(worths, seen, 0, turn, least) if turn else (0.0, [])
        below = _strips(worths, seen, turn, last, least)
        worth = above[0] + below[0] - (0.5 if turn else 0.0)
        if turn and (last - turn) / len(below[1]) < turn / len(above[1]) - 2:
            worth -= 2  # what lies face up is not seen less of than what lies face down
        if worth > best[0]:
            best = worth, [*above[1], *below[1], last]
    return best[1]


def _strips(
    worths: NDArray[np.float64], seen: list[int], start: int, end: int, least: int
) -> tuple[float, list[int]]:
    """The best division of the rows from ``start`` to ``end`` into equal strips: its worth, and where they
    begin; ``worths`` are those of beginnings at rows where none was seen."""
    rows = np.array([row for row in seen if start <= row < end])
    best: tuple[float, list[int]] = (-1e9, [start])
    for count in range(1, min((end - start) // least, _MOST_CARDS) + 1):
        strip = (end - start) / count
        places = np.rint(start + strip * np.arange(count)).astype(int)
        apart = np.abs(places[:, None] - rows[None, :])
        near = apart.min(1) <= 2
        missed = int((apart.min(0) > 2).sum())
        worth = float(near.sum()) - missed + float(worths[places[~near]].sum())
        if worth > best[0]:
            exact = np.where(near, rows[apart.argmin(1)], places)
            best = worth, [int(place) for place in exact]
    return best


def _near_lines(lines: FanLines) -> Numbers:
    """For each row the cover of the most whole line within two rows of it."""
    near: Numbers = sliding_window_view(np.pad(lines.cover, 2), 5).max(1)
    return near
