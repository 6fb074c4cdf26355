"""How well the faces of a deck fit the cards in a picture.

Both are brought to one small size. The picture's part is then laid on the faces at all shifts of a few
pixels, and from the best one moved by fractions of a pixel along the slopes of the face (Gauss-Newton least
squares, as in Lucas and Kanade, "An Iterative Image Registration Technique", 1981).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from PIL import Image

from winnable.screen.decks import BACK, Deck, faces
from winnable.screen.seen import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

_MOST_AREAS: Final = 24  # kept: the strips of one board come in few sizes
WIDEST: Final = 72  # pixels across a card when cards are compared
_ONE_THREAD: Final = 200_000  # multiplications; from 262 144 on OpenBLAS uses threads
_STEPS: Final = (1.0, 1.0, 0.02, 0.02)  # at most at once: pixels, then parts of the size
RIM: Final = 1.6  # pixels of a card's visible part, at its rim, that are not compared: others' shadows


@dataclass(frozen=True, slots=True)
class Register:
    """How the cards of a table lie in the boxes that were found for them, in pixels of the picture: so far
    right of and below the box's corner, and all of the same width and height."""

    right: float
    down: float
    width: float
    height: float

    def applied(self, box: Box) -> Box:
        """Where the card itself lies, of which ``box`` was found."""
        return Box(box.left + self.right, box.top + self.down, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Fit:
    """The faces laid on one card: ``misfit`` is, for each of the 52, the sum of squared differences over
    ``pixels`` pixels of three colours from 0 to 1; ``likeness`` of the best one is 1 where what tells it from
    the deck's other faces is all there, and 0 or less where nothing of it is."""

    best: int
    misfit: NDArray[np.float64]
    pixels: int
    likeness: float
    register: Register


def product(these: Floats, those: Floats) -> Floats:
    """these @ those.T in pieces so small that numpy's library starts no threads for them: beside a game and a
    search its threads wait for each other many times longer than one of them needs for the whole."""
    piece = max(16, _ONE_THREAD // (len(these) * len(those)))
    total: Floats = np.zeros((len(these), len(those)), np.float32)
    for start in range(0, these.shape[1], piece):
        total += these[:, start : start + piece] @ those[:, start : start + piece].T
    return total


@dataclass(frozen=True, slots=True)
class _Area:
    """A part of the 52 faces: rows from ``top`` to ``bottom`` and columns from ``left`` to ``right``, of
    which the pixels with ``weight`` 1 are compared. ``known`` are the faces there without what is common to
    them."""

    top: int
    bottom: int
    left: int
    right: int
    weight: Floats  # (rows, columns, 1)
    middle: Floats  # (rows, columns, 3)
    known: Floats  # (52, rows * columns * 3)
    squares: Floats  # (52,): of known
    pixels: int

    @property
    def rows(self) -> int:
        return self.bottom - self.top

    @property
    def columns(self) -> int:
        return self.right - self.left

    def misfits(self, seen: Floats) -> Floats:
        """Sums of squared differences, of shape (n, 52), between n pictures of the area, each (rows, columns,
        3), and the 52 faces."""
        rest = ((seen - self.middle) * self.weight).reshape(len(seen), -1)
        own: Floats = np.einsum("ij,ij->i", rest, rest)[:, None] + self.squares[None, :]
        own -= 2 * product(rest, self.known)
        return np.maximum(own, 0)


class FaceSet:
    """The 52 faces of a deck at the size of comparison."""

    def __init__(self, deck: Deck, width: int, height: int) -> None:
        drawn = faces(deck, width, height)[:BACK].astype(np.float32) / 255
        self.deck, self.width, self.height = deck, width, height
        self.solid: Mask = drawn[..., 3].min(axis=0) > 0.98
        self.colours: Floats = np.ascontiguousarray(drawn[..., :3])
        self.middle: Floats = self.colours.mean(axis=0)
        self._areas: dict[tuple[int, int, int, int], _Area] = {}

    def fit(
        self, picture: Picture, box: Box, visible: Box, register: Register, reach: int, scale: bool
    ) -> Fit | None:
        """The faces on the card of this box, of which the visible part shows; None where that is too little.

        The card is looked for up to ``reach`` pixels of comparison around where the register puts it; with
        ``scale`` its size is found too.
        """
        place = register.applied(box)
        area = self._area(place, visible)
        if area is None:
            return None
        best, across, down = self._search(picture, place, area, reach)
        place = place.moved(across * place.width / self.width, down * place.height / self.height)
        for _ in range(3 if scale else 1):
            shown = self._taken(picture, place, area, 0)
            place = self._nearer(shown, area, best, place, scale)
        misfits = area.misfits(self._taken(picture, place, area, 0)[None])[0].astype(np.float64)
        found = Register(place.left - box.left, place.top - box.top, place.width, place.height)
        best = int(np.argmin(misfits))
        likeness = 1 - float(misfits[best]) / max(float(area.squares[best]), 1e-6)
        return Fit(best, misfits, area.pixels, likeness, found)

    def _area(self, place: Box, visible: Box) -> _Area | None:
        """The part of the faces that shows, without a rim; None where that is nearly nothing."""
        step_x, step_y = place.width / self.width, place.height / self.height
        left = max(0, math.ceil((visible.left - place.left) / step_x + RIM - 0.5))
        top = max(0, math.ceil((visible.top - place.top) / step_y + RIM - 0.5))
        right = min(self.width, math.floor((visible.right - place.left) / step_x - RIM + 0.5))
        bottom = min(self.height, math.floor((visible.bottom - place.top) / step_y - RIM + 0.5))
        if right - left < 3 or bottom - top < 3:
            return None
        key = top, bottom, left, right
        if key not in self._areas:
            if len(self._areas) >= _MOST_AREAS:
                self._areas.pop(next(iter(self._areas)))
            self._areas[key] = self._made(*key)
        return self._areas[key]

    def _made(self, top: int, bottom: int, left: int, right: int) -> _Area:
        part = slice(top, bottom), slice(left, right)
        weight = self.solid[part].astype(np.float32)[..., None]
        middle = self.middle[part]
        known = ((self.colours[:, part[0], part[1]] - middle) * weight).reshape(52, -1)
        squares: Floats = np.einsum("ij,ij->i", known, known)
        return _Area(top, bottom, left, right, weight, middle, known, squares, int(weight.sum()))

    def _taken(self, picture: Picture, place: Box, area: _Area, margin: int) -> Floats:
        """What the picture shows of an area of the card at a place, at the size of comparison and with a
        margin of so many pixels."""
        step_x, step_y = place.width / self.width, place.height / self.height
        left, top = place.left + (area.left - margin) * step_x, place.top + (area.top - margin) * step_y
        right, bottom = (
            place.left + (area.right + margin) * step_x,
            place.top + (area.bottom + margin) * step_y,
        )
        # What the resampling may touch is cut out first, and continued at the picture's edge.
        x0, y0 = math.floor(left) - 3, math.floor(top) - 3
        x1, y1 = math.ceil(right) + 3, math.ceil(bottom) + 3
        height, width = picture.shape[:2]
        if x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height:
            part = picture[y0:y1, x0:x1]
        else:
            rows = np.clip(np.arange(y0, y1), 0, height - 1)
            part = picture[rows[:, None], np.clip(np.arange(x0, x1), 0, width - 1)[None, :]]
        image = Image.fromarray(np.ascontiguousarray(part)).resize(
            (area.columns + 2 * margin, area.rows + 2 * margin),
            Image.Resampling.BICUBIC,
            box=(left - x0, top - y0, right - x0, bottom - y0),
        )
        return np.asarray(image, dtype=np.float32) / np.float32(255)

    def _search(self, picture: Picture, place: Box, area: _Area, reach: int) -> tuple[int, int, int]:
        """The best face and by how many pixels it is moved right and down, of all whole shifts in reach."""
        shown = self._taken(picture, place, area, reach)
        windows = sliding_window_view(shown, (area.rows, area.columns), axis=(0, 1))
        moved = windows.transpose(0, 1, 3, 4, 2).reshape(-1, area.rows, area.columns, 3)
        misfits = area.misfits(moved)
        shift, face = np.unravel_index(np.argmin(misfits), misfits.shape)
        down, across = divmod(int(shift), 2 * reach + 1)
        return int(face), across - reach, down - reach

    def _nearer(self, shown: Floats, area: _Area, face: int, place: Box, scale: bool) -> Box:
        """The place moved (and stretched) to where the picture is nearest to the face."""
        look = self.colours[face, area.top : area.bottom, area.left : area.right]
        rows, columns = np.gradient(look, axis=(0, 1))
        slopes = [columns * area.weight, rows * area.weight]
        if scale:
            x = (np.arange(area.left, area.right, dtype=np.float32) + 0.5)[None, :, None]
            y = (np.arange(area.top, area.bottom, dtype=np.float32) + 0.5)[:, None, None]
            slopes += [slopes[0] * x, slopes[1] * y]
        system = np.stack([slope.ravel() for slope in slopes]).astype(np.float64)
        rest = ((shown - look) * area.weight).ravel().astype(np.float64)
        square = np.einsum("ij,kj->ik", system, system)
        square[np.diag_indices_from(square)] *= 1.001
        square[np.diag_indices_from(square)] += 1e-9
        # The picture shows the face moved by -step: shown(x) = face(x + step).
        solved = np.linalg.solve(square, np.einsum("ij,j->i", system, rest))
        step = [float(np.clip(part, -most, most)) for part, most in zip(solved, _STEPS, strict=False)]
        moved = place.moved(-step[0] * place.width / self.width, -step[1] * place.height / self.height)
        if not scale:
            return moved
        return Box(moved.left, moved.top, place.width * (1 - step[2]), place.height * (1 - step[3]))


@lru_cache(maxsize=64)
def face_set(deck: Deck, width: int, height: int) -> FaceSet:
    """The deck's faces at a size in pixels; the last 64 sizes are kept."""
    return FaceSet(deck, width, height)
