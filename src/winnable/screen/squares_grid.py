"""Finds a board of squares in a picture: lines that cross, evenly spaced, whatever their size and place.

A line is a narrow stroke that differs from what lies on both of its sides; found by a top-hat (what a
closing with a segment wider than any line takes away; Serra, Image Analysis and Mathematical Morphology,
1982), as long runs along its direction. A board is a set of upright lines of the same height and level ones
of the same length which fit each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from winnable.screen.seen import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

__all__ = ["Lattice", "find_lattices"]

_WIDEST: Final = 9  # pixels: what is wider is no line
_STAND_OUT: Final = 26  # of 255, how much a line differs from what is beside it
_BRIDGED: Final = 9  # pixels: gaps in a line, where others cross it
_SHORTEST: Final = 42  # pixels: three squares of 14
_BESIDE: Final = 4  # pixels from a line to what belongs to its fringe
_LEAST_LINES: Final = 4
_UNEVEN: Final = 0.07  # of a square, how far a line may lie from its place, beside a pixel


@dataclass(frozen=True, slots=True)
class Lattice:
    """Squares of a board: ``columns`` and ``rows`` of them, each ``step_x`` by ``step_y`` pixels, from the
    corner at ``left``, ``top``. ``dark`` says that the lines are darker than what they lie on."""

    left: float
    top: float
    step_x: float
    step_y: float
    columns: int
    rows: int
    dark: bool

    @property
    def box(self) -> Box:
        """The whole board, without what is around it."""
        return Box(self.left, self.top, self.columns * self.step_x, self.rows * self.step_y)

    def part(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A part of the picture, given in squares from the board's corner, in pixels."""
        return Box(
            self.left + left * self.step_x, self.top + top * self.step_y,
            (right - left) * self.step_x, (bottom - top) * self.step_y,
        )  # fmt: skip


class _Line(NamedTuple):
    """A line: its place across, and where it begins and ends along its direction."""

    at: float
    start: float
    end: float


def find_lattices(picture: Picture) -> Iterator[Lattice]:
    """The boards in a picture of shape (height, width, 3), largest first, dark lines before bright ones."""
    grey = _grey(picture)
    for dark in (True, False):
        surface = grey if dark else (255 - grey).astype(np.uint8)
        upright = _lines(surface)
        level = _lines(np.ascontiguousarray(surface.T))
        found = list(_crossing(upright, level, dark))
        yield from sorted(found, key=lambda lattice: -lattice.box.width * lattice.box.height)


def _grey(picture: Picture) -> NDArray[np.uint8]:
    red, green, blue = (picture[..., i] for i in range(3))
    weighed = red * np.uint16(77) + green * np.uint16(150) + blue * np.uint16(29)
    grey: NDArray[np.uint8] = (weighed >> 8).astype(np.uint8)
    return grey


def _lines(surface: NDArray[np.uint8]) -> list[_Line]:
    """The dark upright lines of a surface."""
    ridge = _top_hat(surface)
    runs = list(_runs(_bridge(ridge > _STAND_OUT)))
    return _merged(runs, ridge)


def _top_hat(surface: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How much darker each pixel is than the brightest level that it is enclosed by, left and right."""
    half = _WIDEST // 2
    wide = np.pad(surface, ((0, 0), (2 * half, 2 * half)), mode="edge")
    closed = _extreme(_extreme(wide, np.maximum), np.minimum)
    difference: NDArray[np.uint8] = closed - surface
    return difference


def _extreme(surface: NDArray[np.uint8], of: np.ufunc) -> NDArray[np.uint8]:
    """The greatest or least of every ``_WIDEST`` neighbours in a row, by doubling."""
    size, reached = surface, 1
    while reached < _WIDEST:
        step = min(reached, _WIDEST - reached)
        size = of(size[:, :-step], size[:, step:])
        reached += step
    return size


def _bridge(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Without the gaps that crossing lines leave: closed along the columns."""
    height, half = mask.shape[0], _BRIDGED // 2
    grown = np.pad(mask, ((2 * half, 2 * half), (0, 0)))
    for of in (np.logical_or, np.logical_and):
        reached = 1
        while reached < _BRIDGED:
            step = min(reached, _BRIDGED - reached)
            grown = of(grown[:-step], grown[step:])
            reached += step
    bridged: NDArray[np.bool_] = grown[:height]
    return bridged


def _runs(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Column, first and last row (exclusive) of all long runs down the columns."""
    columns = np.flatnonzero(mask.sum(axis=0) >= _SHORTEST)
    if not len(columns):
        return
    padded = np.pad(mask[:, columns], ((1, 1), (0, 0))).astype(np.int8)
    change = np.diff(padded, axis=0).T
    for column, row_change in zip(columns.tolist(), change, strict=True):
        starts, ends = np.flatnonzero(row_change == 1), np.flatnonzero(row_change == -1)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            if end - start >= _SHORTEST:
                yield column, start, end


def _merged(runs: Sequence[tuple[int, int, int]], ridge: NDArray[np.uint8]) -> list[_Line]:
    """Runs of like length side by side are one line; shorter ones close beside it are its fringe."""
    groups: list[list[tuple[int, int, int]]] = []
    for run in runs:
        for group in reversed(groups):
            column, start, end = group[-1]
            shared = min(end, run[2]) - max(start, run[1])
            if run[0] - column <= 2 and shared > 0.8 * max(end - start, run[2] - run[1]):
                group.append(run)
                break
        else:
            groups.append([run])
    lines = sorted((_line(group, ridge) for group in groups), key=lambda line: line.start - line.end)
    kept: list[_Line] = []
    for line in lines:
        if not any(abs(line.at - other.at) <= _BESIDE and _covers(other, line) for other in kept):
            kept.append(line)
    return kept


def _covers(line: _Line, other: _Line) -> bool:
    return min(line.end, other.end) - max(line.start, other.start) > 0.8 * (other.end - other.start)


def _line(group: Sequence[tuple[int, int, int]], ridge: NDArray[np.uint8]) -> _Line:
    """The line of some runs: as long as the longest, at their mean, weighed by how dark they are."""
    weights = np.array([float(np.median(ridge[start:end, column])) for column, start, end in group]) + 1e-3
    columns = np.array([column + 0.5 for column, _, _ in group])
    _, start, end = max(group, key=lambda run: run[2] - run[1])
    return _Line(float(np.average(columns, weights=weights)), start, end)


def _crossing(upright: Sequence[_Line], level: Sequence[_Line], dark: bool) -> Iterator[Lattice]:
    """The boards that upright and level lines make together."""
    for group in _alike(upright):
        across = _even([line.at for line in group])
        if across is None:
            continue
        left, step_x, columns = across
        right = left + columns * step_x
        top, bottom = (float(np.median([line[i] for line in group])) for i in (1, 2))
        slack = max(6.0, 0.2 * step_x)
        fitting = [
            line.at
            for line in level
            if abs(line.start - left) < slack and abs(line.end - right) < slack
            and top - slack < line.at < bottom + slack
        ]  # fmt: skip
        down = _even(fitting)
        if down is None:
            continue
        first, step_y, rows = down
        if abs(first - top) < slack and abs(first + rows * step_y - bottom) < slack:
            yield Lattice(left, first, step_x, step_y, columns, rows, dark)


def _alike(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Groups of lines that begin and end alike."""
    left = sorted(lines, key=lambda line: line.start - line.end)
    while left:
        model = left[0]
        slack = max(5.0, 0.03 * (model.end - model.start))
        group = [
            line
            for line in left
            if abs(line.start - model.start) < slack and abs(line.end - model.end) < slack
        ]
        left = [line for line in left if line not in group]
        if len(group) >= _LEAST_LINES:
            yield group


def _even(places: Sequence[float]) -> tuple[float, float, int] | None:
    """The first place, the step and the number of steps of evenly spaced lines, all of which are there."""
    if len(places) < _LEAST_LINES:
        return None
    at = np.sort(np.array(places))
    step = float(np.median(np.diff(at)))
    if step < _SHORTEST / 3:
        return None
    numbers = np.rint((at - at[0]) / step)
    if len(set(numbers.tolist())) != len(at) or numbers[-1] != len(at) - 1:
        return None
    slope, first = np.polyfit(numbers, at, 1)
    if np.abs(first + slope * numbers - at).max() > 1 + _UNEVEN * step:
        return None
    return float(first), float(slope), len(at) - 1
