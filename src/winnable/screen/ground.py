"""What the table is and what lies on it: the ground's colours, the mask of all else, and its connected parts.

The ground is what most of a picture consists of and what runs around everything: blocks of 4 x 4 pixels whose
mean colours differ little from their neighbours' hang together, and the largest such part is the ground. So
it may have any colour, shade from one into another, and be as rough as felt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from winnable.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

    Mask = NDArray[np.bool_]
    Ints = NDArray[np.int64]

__all__ = ["Ground", "Part", "grounds", "is_faint", "most_apart", "most_of", "parts_of"]

T = TypeVar("T", bound=np.generic)

_BLOCK: Final = 4  # pixels
_STEP: Final = 10.0  # of 255: the most that blocks of the ground differ from the next one
_LEAST: Final = 0.08  # of the picture that a ground covers
_FAINT: Final = 16.0  # of 255: what differs less from the ground is ground
_SAME_TINT: Final = 0.05  # by which the shares of a colour in a tint of the ground differ
_BARE: Final = 0.55  # of a tinted place, at least, if there is much of a sign on it
_MARKED: Final = 0.3  # of a place, at most, is its frame or a sign, if its tint is of many shares


@dataclass(frozen=True, slots=True)
class Ground:
    """The table's ground in a picture, from (left, top) to (right, bottom) in pixels.

    ``colours`` is that part of the picture with nothing on it, and ``mask`` says where something lies;
    ``roughness`` is how far the ground's own pixels lie from it, as a rule at most, and ``grain`` how far
    they lie from their neighbours as a rule.
    """

    left: int
    top: int
    right: int
    bottom: int
    colours: Picture
    mask: Mask
    roughness: float
    grain: float


@dataclass(frozen=True, slots=True)
class Part:
    """A connected part of a mask: its box in pixels, right and bottom exclusive, and its pixels' number."""

    left: int
    top: int
    right: int
    bottom: int
    area: int

    @property
    def width(self) -> int:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top

    @property
    def filled(self) -> float:
        """The part of its box that it covers."""
        return self.area / (self.width * self.height)


def grounds(picture: Picture) -> Iterator[Ground]:
    """What may be the ground, likeliest first: all parts of one colour that are large enough.

    Raises:
        InputError: nothing that could be a table's ground is seen.
    """
    blocks = _blocks(picture)
    height, width = blocks.shape[:2]
    labels = _joined(height * width, *_neighbours(blocks, _calm(picture, height, width))).reshape(
        height, width
    )
    names, sizes = np.unique(labels, return_counts=True)
    order = np.argsort(-sizes)[:3]
    large = [int(names[i]) for i in order if sizes[i] >= _LEAST * labels.size]
    if not large:
        raise InputError(
            "no table is seen: nothing of one colour surrounds the cards",
            mend="cut the picture to the game's window, and show it whole",
        )
    for name in large:
        yield _ground(picture, blocks, labels == name)


def parts_of(mask: Mask) -> tuple[list[Part], Ints, Ints]:
    """The connected parts of a mask; and of each run along a row its length, and the number of its part."""
    rows, starts, ends = _runs(mask)
    if not len(rows):
        return [], rows, rows
    joined = _joined(len(rows), *_touching(rows, starts, ends, mask.shape[1] + 2))
    names, of = np.unique(joined, return_inverse=True)
    box = np.zeros((5, len(names)), dtype=np.int64)
    box[0], box[1] = mask.shape[1], mask.shape[0]
    np.minimum.at(box[0], of, starts)
    np.minimum.at(box[1], of, rows)
    np.maximum.at(box[2], of, ends)
    np.maximum.at(box[3], of, rows + 1)
    box[4] = np.bincount(of, weights=ends - starts)
    return [Part(*map(int, column)) for column in box.T], ends - starts, of


def most_apart(these: Picture, those: Picture) -> NDArray[np.uint8]:
    """How far the colours of two pictures lie apart, pixel by pixel, in the channel that differs most."""
    apart = np.maximum(these, those)
    apart -= np.minimum(these, those)
    return most_of(apart)


def most_of(colours: NDArray[T]) -> NDArray[T]:
    """The largest of three channels, pixel by pixel: numpy's own max is ten times slower along so short an
    axis."""
    most: NDArray[T] = np.maximum(colours[..., 0], colours[..., 1])
    np.maximum(most, colours[..., 2], out=most)
    return most


def is_faint(table: Picture, ground: Ground, part: Part, faintest: float) -> bool:
    """Is it no more than the frame of a place for cards, or a tint of the ground?

    A tint mixes the ground with some colour; the least share of it that could give what is seen is small.
    There may be a sign on it.
    """
    if part.filled < 0.35:
        return True
    cut = table[part.top : part.bottom : 2, part.left : part.right : 2]
    base = ground.colours[part.top : part.bottom : 2, part.left : part.right : 2].astype(np.float32)
    step = cut.astype(np.float32) - base
    room = np.where(step > 0, 255 - base, base)
    share = most_of(np.abs(step) / np.maximum(room, 1))
    usual = float(np.median(share))
    bare = float((np.abs(share - usual) <= _SAME_TINT).mean())
    return usual <= faintest and (bare >= _BARE or float((share > 0.6).mean()) < _MARKED)


def _blocks(picture: Picture) -> NDArray[np.float32]:
    height, width = (side // _BLOCK for side in picture.shape[:2])
    cut = picture[: height * _BLOCK, : width * _BLOCK]
    down = sum((cut[i::_BLOCK] for i in range(1, _BLOCK)), start=cut[::_BLOCK].astype(np.uint16))
    total = sum((down[:, i::_BLOCK] for i in range(1, _BLOCK)), start=down[:, ::_BLOCK])
    return (total / _BLOCK**2).astype(np.float32)


def _calm(picture: Picture, height: int, width: int) -> Mask:
    """The blocks through which no edge runs, by their corners: a card on a light ground is else joined to it
    by blocks that have part of both."""
    cut = picture[: height * _BLOCK, : width * _BLOCK]
    corners = [cut[y::_BLOCK, x::_BLOCK] for y in (0, _BLOCK - 1) for x in (0, _BLOCK - 1)]
    least, most = corners[0], corners[0]
    for corner in corners[1:]:
        least, most = np.minimum(least, corner), np.maximum(most, corner)
    spread = most_of(most - least)
    calm: Mask = spread <= 14 + 3 * float(np.median(spread))
    return calm


def _neighbours(blocks: NDArray[np.float32], calm: Mask) -> tuple[Ints, Ints]:
    """The pairs of neighbouring blocks, by number in reading order, that look alike."""
    numbers = np.arange(blocks.shape[0] * blocks.shape[1]).reshape(blocks.shape[:2])
    right = (most_of(np.abs(np.diff(blocks, axis=1))) < _STEP) & calm[:, :-1] & calm[:, 1:]
    below = (most_of(np.abs(np.diff(blocks, axis=0))) < _STEP) & calm[:-1] & calm[1:]
    return (
        np.concatenate([numbers[:, :-1][right], numbers[:-1][below]]),
        np.concatenate([numbers[:, 1:][right], numbers[1:][below]]),
    )


def _joined(count: int, these: Ints, those: Ints) -> Ints:
    """For each of ``count`` things the least number of those that it hangs together with, by the pairs given.

    Labels spread to the least one and are followed to their end in turns: connected components as in Shiloach
    and Vishkin, 1982, "An O(log n) parallel connectivity algorithm".
    """
    label = np.arange(count)
    while True:
        a, b = label[these], label[those]
        differ = a != b
        if not differ.any():
            return label
        these, those, a, b = these[differ], those[differ], a[differ], b[differ]
        np.minimum.at(label, np.maximum(a, b), np.minimum(a, b))
        while not np.array_equal(further := label[label], label):
            label = further


def _runs(mask: Mask) -> tuple[Ints, Ints, Ints]:
    """The runs of a mask along its rows: row, first column, and the column after the last one."""
    height, width = mask.shape
    framed = np.zeros((height, width + 2), dtype=np.int8)
    framed[:, 1:-1] = mask
    steps = np.diff(framed.ravel())
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    rows = starts // (width + 2)
    return rows, starts - rows * (width + 2), ends - rows * (width + 2)


def _touching(rows: Ints, starts: Ints, ends: Ints, width: int) -> tuple[Ints, Ints]:
    """The pairs of runs, one above the other, that touch."""
    first = np.searchsorted(rows * width + ends, (rows + 1) * width + starts, side="right")
    last = np.searchsorted(rows * width + starts, (rows + 1) * width + ends, side="left")
    counts = np.maximum(last - first, 0)
    above = np.repeat(np.arange(len(rows)), counts)
    within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    return above, within + np.repeat(first, counts)


def _ground(picture: Picture, blocks: NDArray[np.float32], among: Mask) -> Ground:
    rows, columns = np.flatnonzero(among.any(1)), np.flatnonzero(among.any(0))
    height, width = picture.shape[:2]
    top, left = int(rows[0]) * _BLOCK, int(columns[0]) * _BLOCK
    bottom, right = (int(rows[-1]) + 1) * _BLOCK, (int(columns[-1]) + 1) * _BLOCK
    # What is left over at the picture's end is less than a block.
    bottom, right = (
        (height if height - bottom < _BLOCK else bottom),
        (width if width - right < _BLOCK else right),
    )
    colours = _enlarged(np.rint(_filled(blocks, among)).astype(np.uint8), height, width)[
        top:bottom, left:right
    ]
    cut = picture[top:bottom, left:right]
    apart = most_apart(cut, colours)
    own = apart[_enlarged(among, height, width)[top:bottom, left:right]]
    roughness = float(np.percentile(own[:: max(1, own.size // 50_000)], 99))
    mask = apart > max(_FAINT, 1.5 * roughness)
    return Ground(left, top, right, bottom, colours, mask, roughness, _grain(cut, mask))


def _grain(cut: Picture, mask: Mask) -> float:
    """How far pixels on which nothing lies differ from those beside them: the median, of every eighth row."""
    some, bare = cut[::8], ~mask[::8]
    apart = most_apart(some[:, 1:], some[:, :-1])[bare[:, 1:] & bare[:, :-1]]
    return float(np.median(apart)) if len(apart) else 0.0


def _enlarged(blocks: NDArray[T], height: int, width: int) -> NDArray[T]:
    """Each block as pixels; the last ones reach to the picture's end."""
    for axis, length in ((1, width), (0, height)):  # rows are copied whole then
        count = blocks.shape[axis]
        rest = blocks.take([count - 1] * (length - count * _BLOCK), axis=axis)
        blocks = np.concatenate([blocks.repeat(_BLOCK, axis=axis), rest], axis=axis)
    return blocks


def _filled(blocks: NDArray[np.float32], among: Mask) -> NDArray[np.float32]:
    """The blocks with those that are not ``among`` the ground filled from around: means over ever larger
    squares (the pull and push of Gortler and others, 1996, "The Lumigraph")."""
    weight = among.astype(np.float32)
    levels = [(blocks * weight[..., None], weight)]
    while min(weight.shape) > 1:
        total, weight = levels[-1]
        levels.append((_halved(total), _halved(weight)))
    filled: NDArray[np.float32] | None = None
    for total, weight in reversed(levels):
        mean = total / np.maximum(weight, 1e-9)[..., None]
        if filled is not None:
            wider = filled.repeat(2, axis=0).repeat(2, axis=1)[: weight.shape[0], : weight.shape[1]]
            mean = np.where((weight > 0)[..., None], mean, wider)
        filled = mean.astype(np.float32)
    assert filled is not None
    return filled


def _halved(values: NDArray[np.float32]) -> NDArray[np.float32]:
    edge = [(0, values.shape[0] % 2), (0, values.shape[1] % 2)] + [(0, 0)] * (values.ndim - 2)
    even = np.pad(values, edge)
    return even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]
