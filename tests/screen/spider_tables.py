"""Spider's table as a program draws it: columns that are squeezed where they are long, stock and runs below.

The places are those of KPat: ten columns over the whole width, below them at the left the runs that have
left, each over a part of the one before, and at the right the rows of the stock.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from screen.drawn_decks import HEIGHT, WIDTH, face
from winnable.cards import CARDS, Card, Rank, Suit

if TYPE_CHECKING:
    from winnable.screen.seen import Picture

STEP = 112  # from column to column
SIZE = (10 * STEP + 12, 620)
TOP, BOTTOM = 20, SIZE[1] - 20
ROW = BOTTOM - HEIGHT  # where stock and runs lie
BESIDE = STEP // 3
SPREAD = (0.2, 0.33)  # of a card's height, that is seen of one that lies face down, and face up
LONGEST = 20  # cards of a column
GROUND, TINT = "#10602a", (255, 255, 255, 50)


@dataclass(frozen=True)
class Piles:
    """What lies on a table: of each column how many cards lie face down, and those that lie face up."""

    columns: tuple[tuple[int, tuple[Card, ...]], ...]
    rows: int = 5  # that are left in the stock
    runs: int = 0  # that have left


def some_piles(seed: int) -> Piles:
    """Piles as they may come about in a game, with as many runs gone as the seed says."""
    chance = Random(seed)
    runs = seed % 8
    rows = min(chance.choice((0, 0, 1, 3, 5)), (103 - 13 * runs) // 10)
    left = 104 - 13 * runs - 10 * rows
    used = chance.sample(range(10), min(left, max(-(-left // LONGEST), chance.choice((1, 3, 5, 8, 10)))))
    up = dict.fromkeys(used, 1)
    down = dict.fromkeys(used, 0)
    for _ in range(left - len(used)):
        at = chance.choice([i for i in used if up[i] + down[i] < LONGEST])
        hidden = down[at] < 5 and chance.random() < 0.3
        (down if hidden else up)[at] += 1
    columns = ((down.get(i, 0), tuple(chance.choices(CARDS, k=up.get(i, 0)))) for i in range(10))
    return Piles(tuple(columns), rows, runs)


def start_piles() -> Piles:
    """The table after the deal."""
    return Piles(tuple((5 if i < 4 else 4, (CARDS[5 * i],)) for i in range(10)))


def picture_of(piles: Piles, *, marked: bool = True) -> Picture:
    """The table as a picture; ``marked``: empty columns are marked by a tint."""
    image = Image.new("RGBA", SIZE, GROUND)
    for i, (down, up) in enumerate(piles.columns):
        at = 12 + i * STEP
        if not down and not up:
            if marked:
                image.alpha_composite(Image.new("RGBA", (WIDTH - 4, HEIGHT - 4), TINT), (at + 2, TOP + 2))
            continue
        end = ROW - 10 if _is_below(piles, at) else BOTTOM
        squeezed = min(1.0, (end - TOP - HEIGHT) / max(_length(down, len(up)), 1))
        y = float(TOP)
        for number in range(down + len(up)):
            card = face(up[number - down]) if number >= down else _back()
            image.alpha_composite(card, (at, round(y)))
            y += squeezed * SPREAD[number >= down] * HEIGHT
    for run in range(piles.runs):
        image.alpha_composite(face(Card.of(Rank.ACE, Suit.SPADES)), (12 + run * BESIDE, ROW))
    for row in range(piles.rows):
        image.alpha_composite(_back(), (stock_left(row), ROW))
    return np.asarray(image.convert("RGB"))


def stock_left(row: int) -> int:
    """Where a row of the stock lies, the deepest one being 0."""
    return 12 + 9 * STEP - row * BESIDE


def _length(down: int, up: int) -> float:
    """How far a column is spread, if it is not squeezed."""
    return HEIGHT * (SPREAD[0] * down + SPREAD[1] * (up - 1))


def _is_below(piles: Piles, at: int) -> bool:
    """Do runs or the stock lie below a column?"""
    runs = 12 + (piles.runs - 1) * BESIDE + WIDTH if piles.runs else 0
    stock = stock_left(piles.rows - 1) if piles.rows else SIZE[0]
    return at < runs or at + WIDTH > stock


@cache
def _back() -> Image.Image:
    """Two colours in turns, in a border of paper."""
    image = face(Card.of(Rank.ACE, Suit.SPADES)).copy()
    draw = ImageDraw.Draw(image)
    draw.rectangle((5, 5, WIDTH - 6, HEIGHT - 6), fill="#203080")
    for x in range(8, WIDTH - 8, 6):
        for y in range(8, HEIGHT - 8, 6):
            draw.rectangle((x, y, x + 2, y + 2), fill="#8090d0")
    return image
