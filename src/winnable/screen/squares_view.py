"""A board brought to one size: every square ``SQUARE`` pixels wide and high, with what lies around it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture
    from winnable.screen.squares_grid import Lattice

    Colours = NDArray[np.float32]
    Ink = NDArray[np.float32]

__all__ = ["SQUARE", "View", "view_of"]

SQUARE: Final = 64
_ABOVE: Final = 3.1  # squares that are taken in above the board, for the totals
_BESIDE: Final = 1.9
_BELOW: Final = 1.3
_CORNER: Final = (0.07, 0.12)  # from and to where a square's corner is plain, in squares


@dataclass(frozen=True)
class View:
    """``pixels`` of shape (height, width, 3), 0 to 255; places are in squares from the board's corner."""

    pixels: Colours
    lattice: Lattice

    def window(self, left: float, top: float, right: float, bottom: float) -> Colours:
        """The part of the pixels between these places."""
        return self.pixels[_place(top + _ABOVE) : _place(bottom + _ABOVE), _columns(left, right)]

    def ink(self, left: float, top: float, right: float, bottom: float) -> Ink:
        """How far a part's colours are from the ground's, 1 being as far as that of the print."""
        return self._ink[_place(top + _ABOVE) : _place(bottom + _ABOVE), _columns(left, right)]

    @cached_property
    def ground(self) -> Colours:
        """The colour of open squares: the median of the squares' corners."""
        places = np.ndindex(self.lattice.rows, self.lattice.columns)
        corners = [self.corner(row, column, 1, 1) for row, column in places]
        ground: Colours = np.median(np.array(corners), axis=0).astype(np.float32)
        return ground

    @cached_property
    def print(self) -> Colours:
        """The colour of lines and print: the darkest that is there, or the brightest on dark ground."""
        part = self.window(-1.1, -1.1, self.lattice.columns + 1.1, self.lattice.rows + 1.1).reshape(-1, 3)
        bright = part.sum(axis=1)
        count = max(1, len(part) // 400)
        far = np.argpartition(bright if self.lattice.dark else -bright, count)[:count]
        colour: Colours = part[far].mean(axis=0)
        return colour

    @cached_property
    def contrast(self) -> float:
        """How far print is from the ground, of 442."""
        return max(1.0, float(np.linalg.norm(self.print - self.ground)))

    @cached_property
    def _ink(self) -> Ink:
        off = self.pixels - self.ground
        ink: Ink = np.sqrt(np.einsum("ijk,ijk->ij", off, off)) / np.float32(self.contrast)
        return ink

    def corner(self, row: int, column: int, right: int, bottom: int) -> Colours:
        """The colour of a square near one of its corners: left or ``right``, top or ``bottom``; that of its
        ground, if a mark reaches there."""
        near, far = _CORNER
        x, y = (column + (1 - far if right else near), row + (1 - far if bottom else near))
        pixels = self.window(x, y, x + far - near, y + far - near).reshape(-1, 3)
        bright = pixels.sum(axis=1)
        plain = np.argsort(-bright if self.lattice.dark else bright)[: max(1, len(pixels) // 2)]
        colour: Colours = pixels[plain].mean(axis=0)
        return colour


def _place(squares: float) -> int:
    return max(0, round(squares * SQUARE))


def _columns(left: float, right: float) -> slice:
    return slice(_place(left + _BESIDE), _place(right + _BESIDE))


def view_of(picture: Picture, lattice: Lattice) -> View:
    """The board and its surroundings; what lies outside the picture is as its rim is."""
    box = lattice.part(-_BESIDE, -_ABOVE, lattice.columns + _BESIDE, lattice.rows + _BELOW)
    height, width = picture.shape[:2]
    left, top = int(np.floor(min(0.0, box.left))), int(np.floor(min(0.0, box.top)))
    right, bottom = int(np.ceil(max(width, box.right))), int(np.ceil(max(height, box.bottom)))
    first_x, first_y = max(0, int(box.left) - 2), max(0, int(box.top) - 2)
    part = picture[first_y : int(box.bottom) + 3, first_x : int(box.right) + 3]
    beyond = ((-top, bottom - height), (-left, right - width), (0, 0))
    if any(sum(pair) for pair in beyond):
        part = np.pad(part, beyond, mode="edge")
    x, y = box.left - first_x - left, box.top - first_y - top
    size = (round((lattice.columns + 2 * _BESIDE) * SQUARE), round((lattice.rows + _ABOVE + _BELOW) * SQUARE))
    place = (x, y, x + box.width, y + box.height)
    image = Image.fromarray(np.ascontiguousarray(part)).resize(size, Image.Resampling.BILINEAR, place)
    return View(np.asarray(image, np.float32), lattice)
