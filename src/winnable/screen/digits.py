"""Reads printed digits, and the letters G V Z, by their shape: by likeness to what many fonts have in common.

A sign is brought to a patch of 16 x 16, as high as that and as wide as it is, in the middle. It is compared
with mean shapes of every sign, several for each, found by k-means over the upright fonts that
``tools/make_digit_shapes.py`` names (they are in ``digit_shapes.npz`` with its list): likeness is the
correlation of the two patches, the best over shifts by a pixel.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Ink = NDArray[np.float32]

__all__ = ["DIGITS", "SIDE", "ReadSign", "read_signs", "sign_boxes", "sign_patch"]

SIDE: Final = 16
DIGITS: Final = "0123456789"

_INKED: Final = 0.5
_SURE: Final = 0.86  # likeness from which a sign may be certain
_APART: Final = 0.06  # how much liker it must be than every other sign
_JOINED: Final = 1.02  # wider than this for its height: two signs that touch


class ReadSign(NamedTuple):
    """What a sign was taken for, the likeness of that and of the next best, and that next best."""

    sign: str
    likeness: float
    other: str
    other_likeness: float

    @property
    def confidence(self) -> float:
        """From 0 to 1; 0.95 and more is certain."""
        close = min(1.0, max(0.0, (self.likeness - 0.5) / (_SURE - 0.5)))
        apart = min(1.0, max(0.0, (self.likeness - self.other_likeness) / _APART))
        return close * (0.5 + 0.5 * apart)


class _Shapes(NamedTuple):
    signs: str
    patches: NDArray[np.float32]  # (shapes, SIDE * SIDE), each of mean 0 and length 1


@cache
def _shapes() -> _Shapes:
    with np.load(Path(__file__).with_name("digit_shapes.npz")) as stored:
        return _Shapes(str(stored["signs"]), _unit(stored["patches"].astype(np.float32)))


def _unit(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    flat = patches.reshape(len(patches), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    unit: NDArray[np.float32] = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    return unit


def sign_boxes(ink: Ink) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom (exclusive) of the signs in a line of print, from left to right.

    ``ink`` is 0 where nothing is printed and 1 where it is, in an array of shape (height, width).
    """
    mask: NDArray[np.bool_] = ink > _INKED
    boxes = []
    for left, right in _stretches(np.any(mask, axis=0)):
        rows = np.flatnonzero(mask[:, left:right].any(axis=1))
        boxes.append((left, int(rows[0]), right, int(rows[-1]) + 1))
    if not boxes:
        return []
    line = max(bottom - top for _, top, _, bottom in boxes)
    boxes = [box for box in boxes if box[3] - box[1] > 0.8 * line]
    return [part for box in boxes for part in _parted(mask, ink, box)]


def _stretches(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    change = np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))
    pairs = zip(np.flatnonzero(change == 1).tolist(), np.flatnonzero(change == -1).tolist(), strict=True)
    return list(pairs)


def _parted(
    mask: NDArray[np.bool_], ink: Ink, box: tuple[int, int, int, int]
) -> list[tuple[int, int, int, int]]:
    """A box that is too wide for one sign, parted where there is least ink near its middle."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if width <= _JOINED * height:
        return [box]
    profile = ink[top:bottom, left:right].sum(axis=0)
    first, last = int(0.3 * width), int(0.7 * width) + 1
    cut = left + first + int(np.argmin(profile[first:last]))
    return [tight for part in ((left, cut), (cut, right)) if (tight := _tight(mask, *part, top, bottom))]


def _tight(
    mask: NDArray[np.bool_], left: int, right: int, top: int, bottom: int
) -> tuple[int, int, int, int] | None:
    part = mask[top:bottom, left:right]
    columns, rows = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
    if not len(columns):
        return None
    return left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1


def sign_patch(ink: Ink, box: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """The patch of a sign: its height is ``SIDE``, its width in proportion, in the middle."""
    left, top, right, bottom = _fine_box(ink, box)
    wide = max(1, min(SIDE, round((right - left) * SIDE / (bottom - top))))
    image = Image.fromarray(ink).resize((wide, SIDE), Image.Resampling.BILINEAR, (left, top, right, bottom))
    patch = np.zeros((SIDE, SIDE), np.float32)
    start = (SIDE - wide) // 2
    patch[:, start : start + wide] = np.asarray(image)
    return patch


def _fine_box(ink: Ink, box: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    """The box to fractions of a pixel, by how much ink there is in the pixels just outside it."""
    left, top, right, bottom = box
    height, width = ink.shape
    inside = ink[top:bottom, left:right]

    def share(beyond: NDArray[np.float32], edge: NDArray[np.float32]) -> float:
        strong = float(edge.max())
        return min(1.0, max(0.0, float(beyond.max()) / strong)) if strong else 0.0

    return (
        left - (share(ink[top:bottom, left - 1], inside[:, 0]) if left else 0.0),
        top - (share(ink[top - 1, left:right], inside[0]) if top else 0.0),
        right + (share(ink[top:bottom, right], inside[:, -1]) if right < width else 0.0),
        bottom + (share(ink[bottom, left:right], inside[-1]) if bottom < height else 0.0),
    )


def read_signs(patches: Sequence[NDArray[np.float32]], signs: str = DIGITS) -> list[ReadSign]:
    """What each patch shows, one of ``signs``."""
    if not patches:
        return []
    shapes = _shapes()
    shifted = _unit(np.concatenate(_shifts(np.stack(patches))))
    likeness = (shifted @ shapes.patches.T).reshape(9, len(patches), -1).max(axis=0)
    best = np.stack([likeness[:, [s == sign for s in shapes.signs]].max(axis=1) for sign in signs], axis=1)
    order = np.argsort(-best, axis=1)[:, :2]
    return [
        ReadSign(signs[first], float(row[first]), signs[second], float(row[second]))
        for row, (first, second) in zip(best, order.tolist(), strict=True)
    ]


def _shifts(patches: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    padded = np.pad(patches, ((0, 0), (1, 1), (1, 1)))
    return [padded[:, y : y + SIDE, x : x + SIDE] for y in range(3) for x in range(3)]
