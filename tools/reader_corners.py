"""Corners of cards as screenshots show them, made from a deck's pictures: what the card reader learns from.

A card is drawn at some size on some ground, and perhaps covered in part; the picture is perhaps scaled, or
shifted by less than a pixel, as that of a window is, then made noisy, blurred or compressed; at last it is
cut by the reader itself, with a box that is off by about a pixel, as those that are found are.
"""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from PIL import Image, ImageFilter

from winnable.screen.network import corner
from winnable.screen.seen import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from reader_decks import Corners

    Pixels = NDArray[np.uint8]

GREENS: Final = (
    (0, 110, 50),
    (30, 130, 70),
    (55, 135, 40),
    (20, 90, 60),
    (40, 60, 90),
    (90, 20, 30),
    (60, 60, 60),
)
MARGIN: Final = 0.06  # of a card's width, of ground around a card
DRAWN: Final = (
    Image.Resampling.BOX,
    Image.Resampling.BILINEAR,
    Image.Resampling.HAMMING,
    Image.Resampling.BICUBIC,
    Image.Resampling.LANCZOS,
)
SCALED: Final = (Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS)
WIDTHS: Final = (42.0, 200.0)  # of cards as they are drawn, in pixels
SCALES: Final = (0.72, 2.1)  # of the picture
LEAST: Final = 38.0  # pixels of a card's width after all


class Noise:
    """Chances, from one generator."""

    def __init__(self, seed: int) -> None:
        self.of = np.random.default_rng(seed)

    def happens(self, chance: float) -> bool:
        return self.of.random() < chance

    def within(self, low: float, high: float) -> float:
        return low + (high - low) * self.of.random()

    def evenly(self, low: float, high: float) -> float:
        """Each doubling as probable as another."""
        return math.exp(self.within(math.log(low), math.log(high)))

    def one_of(self, things: Sequence[Any]) -> Any:
        return things[int(self.of.integers(len(things)))]


def spoilt(deck: Corners, card: int, noise: Noise, hard: float = 1.0) -> np.ndarray:
    """One corner of a card, as ``network.corner`` gives it. ``hard`` = 0: scaled and shifted only."""
    canvas, shown = _laid(deck, card, noise)
    image, across = _drawn(canvas, deck, noise)
    image, left, top, wide = _rescaled(image, *across, noise)
    pixels = _worn(image, noise) if hard else np.asarray(image)
    if hard and noise.happens(0.25):  # what is found of a card is sometimes off by more
        slip = 0.012 * wide
        left, top = left + noise.of.normal(0, slip), top + noise.of.normal(0, slip)
        wide *= 1 + noise.of.normal(0, 0.015)
    else:
        slip = 0.45 * hard
        left, top = (float(round(place + noise.of.normal(0, slip))) for place in (left, top))
        wide = float(round(wide + noise.of.normal(0, slip)))
    right, bottom = (part * wide + hard * noise.of.normal(0, 0.5) for part in shown)
    crop = corner(pixels, Box(left, top, wide, 0), Box(left, top, round(right), round(bottom)))
    return crop[:, ::-1] if deck.right else crop


def _laid(deck: Corners, card: int, noise: Noise) -> tuple[Pixels, tuple[float, float]]:
    """The card's part on some ground, covered perhaps; what shows of it to the right and down, in widths."""
    part = deck.parts[card]
    margin = round(MARGIN * deck.width)
    canvas = np.empty((part.shape[0] + margin, part.shape[1] + margin, 3), np.uint8)
    canvas[:] = _ground(noise)
    _over(canvas[margin:, margin:], part)
    draw = noise.of.random()
    if draw < 0.5:
        strip = noise.evenly(0.13, 0.68)
        _over(canvas[margin + round(strip * deck.width) :, margin:], noise.one_of(deck.parts))
        return canvas, (1.0, strip)
    if draw < 0.6:
        strip = noise.within(0.13, 0.45)
        _over(canvas[margin:, margin + round(strip * deck.width) :], noise.one_of(deck.parts))
        return canvas, (strip, 2.0)
    return canvas, (1.0, 2.0)


def _over(ground: Pixels, part: Pixels) -> None:
    """Lays a part of a card, which may be transparent in places, on a part of a picture."""
    part = part[: ground.shape[0], : ground.shape[1]]
    below = ground[: part.shape[0], : part.shape[1]]
    alpha = part[..., 3:].astype(np.uint16)
    below[:] = (part[..., :3] * alpha + below * (255 - alpha) + 127) // 255


def _ground(noise: Noise) -> tuple[int, int, int]:
    if noise.happens(0.6):
        return noise.one_of(GREENS)
    return tuple(noise.of.integers(256, size=3))


def _drawn(canvas: Pixels, deck: Corners, noise: Noise) -> tuple[Image.Image, tuple[float, float, float]]:
    """The canvas at the size of a card on the table; there the card's left, top and width."""
    image = Image.fromarray(canvas)
    margin = round(MARGIN * deck.width)
    if deck.native and noise.happens(0.6):
        return image, (margin, margin, deck.width)
    wide = noise.evenly(*WIDTHS)
    share = wide / deck.width
    # Programs lay most cards on whole pixels.
    whole = noise.happens(0.7)
    starts = [margin - (round(0.7 * margin * share) / share if whole else noise.within(0.5, 1) * margin)] * 2
    size = [int((side - start) * share) for side, start in zip(image.size, starts, strict=True)]
    ends = [start + side / share for start, side in zip(starts, size, strict=True)]
    method = noise.one_of(DRAWN)
    drawn = image.resize(size, method, box=(*starts, *ends))
    return drawn, ((margin - starts[0]) * share, (margin - starts[1]) * share, wide)


def _rescaled(
    image: Image.Image, left: float, top: float, wide: float, noise: Noise
) -> tuple[Image.Image, float, float, float]:
    """The picture scaled, or only shifted, or as it is."""
    draw = noise.of.random()
    if draw < 0.45:
        return image, left, top, wide
    scale = noise.within(*SCALES) if draw < 0.85 else 1.0
    scale = max(scale, LEAST / wide)
    x, y = noise.of.random(2)
    size = int((image.width - x) * scale), int((image.height - y) * scale)
    box = (x, y, x + size[0] / scale, y + size[1] / scale)
    scaled = image.resize(size, noise.one_of(SCALED), box=box)
    return scaled, (left - x) * scale, (top - y) * scale, wide * scale


def _worn(image: Image.Image, noise: Noise) -> Pixels:
    if noise.happens(0.15):
        image = image.filter(ImageFilter.GaussianBlur(noise.within(0.2, 1.0) * max(1, image.width / 45)))
    if noise.happens(0.12):
        data = io.BytesIO()
        image.save(data, "JPEG", quality=int(noise.of.integers(40, 96)))
        image = Image.open(data)
    pixels = np.asarray(image)
    if noise.happens(0.35):
        rough = noise.of.standard_normal(pixels.shape, dtype=np.float32) * np.float32(noise.within(1, 12))
        pixels = np.clip(pixels + rough, 0, 255).astype(np.uint8)
    return pixels


def nothing(deck: Corners, noise: Noise) -> np.ndarray:
    """A corner without rank or suit: bare ground, bare paper, or a card's part turned and far too large."""
    if noise.happens(0.5):
        flat = np.full((60, 40, 3), _ground(noise) if noise.happens(0.5) else (240, 240, 235), np.float64)
        rough = flat + noise.of.normal(0, noise.within(0, 12), flat.shape)
        pixels = np.clip(rough, 0, 255).astype(np.uint8)
        return corner(pixels, Box(0, 0, 100, 0), Box(0, 0, 100, noise.within(20, 60)))
    part = noise.one_of(deck.parts)
    canvas = np.empty((*part.shape[:2], 3), np.uint8)
    canvas[:] = _ground(noise)
    _over(canvas, part)
    turned = np.rot90(canvas, noise.one_of((1, 3)))
    wide = 2 * part.shape[1]
    return corner(turned, Box(0, 0, wide, 0), Box(0, 0, wide, noise.within(0.2, 0.9) * part.shape[1]))
