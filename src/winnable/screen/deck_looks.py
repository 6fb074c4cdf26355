"""Which of many installed decks may lie on the table: all are compared with some cards at once, very small.

Of each deck the upper halves of its faces are kept, so small that a hundred decks are compared in the time in
which one is compared exactly. They lie in the user's cache folder, as drawn faces do: a deck has to be drawn
once to be known, though no larger than it is compared here.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from winnable.errors import InputError
from winnable.screen.decks import BACK, faces, is_kept, keep_bytes, kept_bytes, stamp_of
from winnable.screen.fitting import product

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from winnable.screen.decks import Deck
    from winnable.screen.seen import Picture, SeenCard

    Floats = NDArray[np.float32]
    Look = NDArray[np.uint8]

__all__ = ["SHAPES_DIFFER", "Ranking", "is_known", "look_of", "ranked", "size_of"]

SHAPES_DIFFER: Final = 0.05  # a deck's height by width may differ by so much, as a part, from the cards seen

WIDTH: Final = 24  # pixels across a card, and 36 down it whatever its shape
HEIGHT: Final = 36
_TOP: Final = 1  # the rim is left out, and the lower half, which nearly always repeats the upper one
_BOTTOM: Final = 17
_SIDE: Final = 1
_NAME: Final = f"look{WIDTH}x{HEIGHT}"  # under which looks are kept
_SHIFTS: Final = (-0.6, 0.0, 0.6)  # pixels of these by which a card may lie beside its box
_LEAST: Final = 60  # pixels that show, for a card to tell anything


@dataclass(frozen=True, slots=True)
class Ranking:
    """Decks, likeliest first, each with how far off its likest faces are (mean squares; 1 is black against
    white); those for which there was no time, and those that cannot be read, and why."""

    decks: tuple[tuple[Deck, float], ...]
    untried: tuple[Deck, ...]
    broken: dict[Deck, str]


def is_known(deck: Deck) -> bool:
    """Was the deck drawn before, so that its look comes at once?"""
    return is_kept(deck, _NAME)


def ranked(decks: Sequence[Deck], picture: Picture, cards: Sequence[SeenCard], patience: float) -> Ranking:
    """The decks of the cards' shape in the order in which they may be the one of which these cards are; no
    more than ``patience`` seconds are given to such as were never drawn before."""
    start = time.monotonic()
    width, height = size_of(cards)
    looks: list[Look] = []
    found: list[Deck] = []
    untried: list[Deck] = []
    broken: dict[Deck, str] = {}
    for deck in decks:
        try:
            if time.monotonic() - start > patience and not is_known(deck):
                untried.append(deck)
                continue
            if abs(deck.shape * width / height - 1) > SHAPES_DIFFER:
                continue
            looks.append(look_of(deck, stamp_of(deck)))
            found.append(deck)
        except InputError as error:
            broken[deck] = str(error)
    if not found:
        return Ranking((), tuple(untried), broken)
    known = np.stack(looks).astype(np.float32) / np.float32(255)
    each = [apart for card in cards if (apart := _apart(known, picture, card)) is not None]
    if not each:
        return Ranking(tuple((deck, 1.0) for deck in found), tuple(untried), broken)
    middle = np.median(np.stack(each), axis=0)
    order = np.argsort(middle, kind="stable")
    return Ranking(tuple((found[int(i)], float(middle[i])) for i in order), tuple(untried), broken)


def size_of(cards: Sequence[SeenCard]) -> tuple[float, float]:
    """Width and height of the cards, in pixels."""
    widths, heights = [card.box.width for card in cards], [card.box.height for card in cards]
    return float(np.median(widths)), float(np.median(heights))


@lru_cache(maxsize=512)
def look_of(deck: Deck, stamp: tuple[int, int]) -> Look:
    """The upper halves of the 52 faces, (52, rows, columns, 3), of the file as ``stamp`` tells it. InputError
    where the deck cannot be drawn."""
    shape = BACK, _BOTTOM - _TOP, WIDTH - 2 * _SIDE, 3
    kept = kept_bytes(deck, _NAME)
    if kept is not None and len(kept) == math.prod(shape):
        return np.frombuffer(kept, np.uint8).reshape(shape)
    drawn = faces(deck, WIDTH, HEIGHT, keep=False)[:BACK, _TOP:_BOTTOM, _SIDE : WIDTH - _SIDE, :3]
    look: Look = np.ascontiguousarray(drawn)
    keep_bytes(deck, _NAME, look.tobytes())
    return look


def _apart(known: Floats, picture: Picture, card: SeenCard) -> Floats | None:
    """For each deck how far its likest face is from what shows of a card; None where that is too little."""
    box, seen = card.box, card.visible
    step_x, step_y = box.width / WIDTH, box.height / HEIGHT
    top = max(_TOP, math.ceil((seen.top - box.top) / step_y + 1))
    bottom = min(_BOTTOM, math.floor((seen.bottom - box.top) / step_y - 1))
    left = max(_SIDE, math.ceil((seen.left - box.left) / step_x + 1))
    right = min(WIDTH - _SIDE, math.floor((seen.right - box.left) / step_x - 1))
    if bottom <= top or right <= left or (bottom - top) * (right - left) < _LEAST:
        return None
    rows, columns = slice(top - _TOP, bottom - _TOP), slice(left - _SIDE, right - _SIDE)
    part = known[:, :, rows, columns].reshape(len(known), BACK, -1)
    shown = [
        _taken(
            picture,
            (
                box.left + (left + x) * step_x,
                box.top + (top + y) * step_y,
                box.left + (right + x) * step_x,
                box.top + (bottom + y) * step_y,
            ),
            (right - left, bottom - top),
        )
        for y in _SHIFTS
        for x in _SHIFTS
    ]
    seen_all = np.stack(shown).reshape(len(shown), -1)
    squares = np.einsum("dfi,dfi->df", part, part)
    common = np.stack([product(deck, seen_all) for deck in part])
    apart = squares[..., None] - 2 * common + np.einsum("si,si->s", seen_all, seen_all)
    least: Floats = apart.min(axis=(1, 2)) / np.float32(part.shape[2])
    return least


def _taken(picture: Picture, sides: tuple[float, float, float, float], size: tuple[int, int]) -> Floats:
    """A part of a picture at another size; where it leaves the picture, its edge goes on."""
    height, width = picture.shape[:2]
    left, top = math.floor(sides[0]) - 2, math.floor(sides[1]) - 2
    rows = np.clip(np.arange(top, math.ceil(sides[3]) + 2), 0, height - 1)
    columns = np.clip(np.arange(left, math.ceil(sides[2]) + 2), 0, width - 1)
    part = Image.fromarray(
        np.ascontiguousarray(picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    )
    box = (sides[0] - columns[0], sides[1] - rows[0], sides[2] - columns[0], sides[3] - rows[0])
    inside = max(box[0], 0.0), max(box[1], 0.0), min(box[2], part.width), min(box[3], part.height)
    return np.asarray(part.resize(size, Image.Resampling.BICUBIC, box=inside), np.float32) / np.float32(255)
