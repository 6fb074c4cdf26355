"""Decks drawn by ourselves, to teach the card reader: corners in many fonts, sizes, colours and layouts.

Nothing is copied from a deck: letters come from the system's fonts, suits from those or from shapes below.
More fonts make better decks: the shipped weights were trained with those of Debian's fonts-liberation,
-freefont-ttf, -urw-base35, -lato, -linuxlibertine, -croscore, -crosextra-carlito, -crosextra-caladea,
-roboto-unhinted, -open-sans, -cantarell, -ebgaramond, -oldstandard, -comic-neue, -cabin, -gfs-didot,
-league-spartan and -quicksand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 144  # of a card, in pixels
PART: Final = (0.54, 0.68)  # the upper left part that is drawn, in card widths
FINE: Final = 1  # drawn so many times larger
SYMBOLS: Final = "♣♦♥♠"
LETTERS: Final = ("A23456789TJQK", "A23456789TBDK", "123456789TVDR", "A23456789TBДK", "A23456789TVDR")
ANY_INKS: Final = ((20, 40, 150), (10, 120, 110), (20, 140, 50), (170, 20, 40), (110, 40, 130), (40, 40, 40))
Point = tuple[float, float]


def fonts(folders: list[Path]) -> list[Path]:
    """Fonts that hold the letters (italic ones too), by name; the thinnest are left out."""
    found = [path for folder in folders for path in sorted(folder.rglob("*.[to]tf"))]
    odd = ("Thin", "Hairline", "Symbol", "D050000L", "Math", "LinBiolinum_K", "Z003", "ExtraLight", "Oblique")
    return [path for path in found if not any(word in path.name for word in odd)]


def symbol_fonts(folders: list[Path]) -> list[Path]:
    """Fonts that hold the four suits: those where all four differ from a missing letter and each other."""
    found = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*.[to]tf"))):
        font = ImageFont.truetype(path, 40)
        looks = [bytes(font.getmask(text)) for text in (*SYMBOLS, "\u0378")]
        if len(set(looks)) == 5 and all(font.getmask(text).getbbox() for text in SYMBOLS):
            found.append(path)
    return found


def suit_shape(suit: int, plump: float, stem: float) -> list[list[Point]]:
    """Polygons of a suit in a unit square, as drawn by us; ``plump`` and ``stem`` from 0 to 1 vary it."""

    def circle(x: float, y: float, radius: float) -> list[Point]:
        angles = [k * math.tau / 24 for k in range(24)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]

    foot = [(0.5 - 0.03, 0.5), (0.5 + 0.03, 0.5), (0.58 + 0.14 * stem, 1.0), (0.42 - 0.14 * stem, 1.0)]
    if suit == 0:
        radius = 0.2 + 0.05 * plump
        return [
            circle(0.5, radius, radius),
            circle(radius, 0.6, radius),
            circle(1 - radius, 0.6, radius),
            foot,
        ]
    if suit == 1:
        corners = [(0.5, 0.0), (0.9 - 0.1 * plump, 0.5), (0.5, 1.0), (0.1 + 0.1 * plump, 0.5)]
        curved: list[Point] = []
        for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True):
            for k in range(8):
                t = k / 8
                pull = 0.35 * stem * t * (1 - t)
                curved.append(
                    (
                        x + (u - x) * t + (0.5 - (x + u) / 2) * pull,
                        y + (v - y) * t + (0.5 - (y + v) / 2) * pull,
                    )
                )
        return [curved]
    radius = 0.25 + 0.03 * plump
    heart = [circle(0.26, radius, radius), circle(0.74, radius, radius)]
    heart.append([(0.03 - 0.01 * plump, 0.36), (0.5, 0.2), (0.97 + 0.01 * plump, 0.36), (0.5, 1.0)])
    if suit == 2:
        return heart
    return [[(x, (1 - y) * 0.85) for x, y in shape] for shape in heart] + [foot]


@dataclass(slots=True)
class Look:
    """How a synthetic deck is drawn; sizes in card widths."""

    random: Random
    letters: str
    font: Path
    symbols: Path | None
    long_ten: bool
    height: float
    squeeze: float
    left: float
    top: float
    suit_size: float
    layout: str
    gap: float
    paper: tuple[int, int, int]
    inks: tuple[tuple[int, int, int], ...]
    border: tuple[int, int, int] | None
    corner: float
    pips: bool
    plump: float
    stem: float
    framed: bool
    cache: dict[tuple[str, int], Image.Image] = field(default_factory=dict)


def invent(random: Random, letter_fonts: list[Path], suit_fonts: list[Path]) -> Look:
    """A deck's look by chance."""
    dark = random.random() < 0.1
    paper = (
        _shade(random, 0, 70)
        if dark
        else random.choice(
            [(255, 255, 255), (255, 255, 255), _shade(random, 225, 255), _tint(random, (250, 244, 215), 18)]
        )
    )
    black = _shade(random, 190, 255) if dark else _shade(random, 0, 60)
    red = _tint(random, (225, 20, 30), 35)
    chance = random.random()
    if chance < 0.05:  # any colours: the shape must tell
        inks = tuple(_tint(random, random.choice(ANY_INKS), 40) for _ in range(4))
    elif chance < 0.18:
        inks = (
            _tint(random, (10, 130, 40), 35),
            _tint(random, random.choice([(30, 60, 200), (235, 140, 20)]), 35),
            red,
            black,
        )
    else:
        inks = (black, red, red, black)
    height = random.uniform(0.12, 0.22) if random.random() < 0.8 else random.uniform(0.2, 0.36)
    layout = random.choices(["below", "right", "below and right", "above"], [70, 20, 6, 4])[0]
    return Look(
        random=random,
        letters=random.choices(LETTERS, [80, 8, 4, 3, 5])[0],
        font=random.choice(letter_fonts),
        symbols=random.choice(suit_fonts) if random.random() < 0.65 else None,
        long_ten=random.random() < 0.85,
        height=height,
        squeeze=random.uniform(0.7, 1.1),
        left=random.uniform(0.02, 0.09),
        top=random.uniform(0.025, 0.09),
        suit_size=min(max(height * random.uniform(0.6, 1.1), 0.1), 0.26),
        layout=layout,
        gap=random.uniform(0.01, 0.05),
        paper=paper,
        inks=inks,
        border=None if random.random() < 0.3 else _shade(random, 0, 200),
        corner=random.choice([0.0, random.uniform(0.02, 0.1)]),
        pips=random.random() < 0.8,
        plump=random.random(),
        stem=random.random(),
        framed=random.random() < 0.5,
    )


def draw_part(look: Look, card: int) -> np.ndarray:
    """The upper left part of a card as RGBA, PART * WIDTH large."""
    rank, suit = divmod(card, 4)
    unit = WIDTH * FINE
    size = (round(PART[0] * unit), round(PART[1] * unit))
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    radius = look.corner * unit
    pen.rounded_rectangle((0, 0, 3 * size[0], 3 * size[1]), radius, look.paper, look.border, FINE)
    _middle(look, image, rank, suit)
    _index(look, image, rank, suit)
    return np.asarray(image.resize((size[0] // FINE, size[1] // FINE), Image.Resampling.BOX))


def _index(look: Look, image: Image.Image, rank: int, suit: int) -> None:
    unit = WIDTH * FINE
    text = "10" if rank == 9 and look.long_ten else look.letters[rank]
    ink = look.inks[suit]
    letter = _letter(look, text)
    mark = _suit(look, suit, look.suit_size)
    x, y = look.left * unit, look.top * unit
    if look.layout == "above":
        _stamp(image, mark, x, y, ink)
        _stamp(image, letter, x, y + mark.height + look.gap * unit, ink)
        return
    wide = max(letter.width, mark.width)
    centred = x + (wide - letter.width) / 2 if look.layout != "right" else x
    _stamp(image, letter, centred, y, ink)
    if look.layout in ("below", "below and right"):
        _stamp(image, mark, x + (wide - mark.width) / 2, y + letter.height + look.gap * unit, ink)
    if look.layout in ("right", "below and right"):
        room = CORNER_ROOM * unit - mark.width
        _stamp(image, mark, min(x + letter.width + look.gap * unit, room), y, ink)


CORNER_ROOM: Final = 0.48  # where the corner that is read ends


def _middle(look: Look, image: Image.Image, rank: int, suit: int) -> None:
    """What lies beside the index: pips, a big ace, or a court card's frame and clothes."""
    unit = WIDTH * FINE
    pen = ImageDraw.Draw(image)
    random = look.random
    inner = max(look.left + (0.18 if look.height < 0.22 else 0.28), 0.23)
    if rank >= 10:
        x, y = inner * unit, random.uniform(0.06, 0.14) * unit
        if random.random() < 0.85:
            for _ in range(random.randrange(6, 26)):
                points = [(random.uniform(x, image.width), random.uniform(y, image.height)) for _ in range(3)]
                colour = (random.randrange(256), random.randrange(256), random.randrange(256))
                pen.polygon(points, random.choice([colour, look.inks[suit], look.paper, (250, 210, 40)]))
        if look.framed:
            pen.rectangle((x, y, 3 * image.width, 3 * image.height), None, look.inks[suit], FINE)
        if random.random() < 0.6:
            _stamp(
                image,
                _suit(look, suit, random.uniform(0.12, 0.22)),
                x + 0.03 * unit,
                y + 0.03 * unit,
                look.inks[suit],
            )
    elif rank and look.pips:
        mark = _suit(look, suit, 0.2)
        lines = {1: (), 2: (), 3: (0.2,), 4: (0.2,), 5: (0.2, 0.6), 6: (0.2, 0.6), 7: (0.2, 0.6)}.get(
            rank, (0.2, 0.5)
        )
        for y in lines:
            _stamp(image, mark, inner * unit, y * unit, look.inks[suit])
        if rank in (1, 2):
            _stamp(image, mark, 0.4 * unit, 0.2 * unit, look.inks[suit])


def _letter(look: Look, text: str) -> Image.Image:
    key = (text, -1)
    if key not in look.cache:
        unit = WIDTH * FINE
        font = ImageFont.truetype(look.font, 100)
        box = font.getbbox(text)
        mask = Image.new("L", (int(box[2] - box[0]), int(box[3] - box[1])))
        ImageDraw.Draw(mask).text((-box[0], -box[1]), text, 255, font)
        tall = font.getbbox("K")
        scale = look.height * unit / (tall[3] - tall[1])
        room = 0.34 * unit if len(text) == 2 else 0.3 * unit
        wide = min(mask.width * scale * look.squeeze * (0.85 if len(text) == 2 else 1), room)
        look.cache[key] = mask.resize((max(round(wide), 4), max(round(mask.height * scale), 4)))
    return look.cache[key]


def _suit(look: Look, suit: int, size: float) -> Image.Image:
    key = (SYMBOLS[suit], round(size * 1000))
    if key not in look.cache:
        pixels = max(round(size * WIDTH * FINE), 6)
        if look.symbols is None:
            mask = Image.new("L", (pixels, pixels))
            for shape in suit_shape(suit, look.plump, look.stem):
                ImageDraw.Draw(mask).polygon([(x * pixels, y * pixels) for x, y in shape], 255)
        else:
            font = ImageFont.truetype(look.symbols, 120)
            box = font.getbbox(SYMBOLS[suit])
            mask = Image.new("L", (int(box[2] - box[0]), int(box[3] - box[1])))
            ImageDraw.Draw(mask).text((-box[0], -box[1]), SYMBOLS[suit], 255, font)
            mask = mask.resize((max(round(mask.width * pixels / mask.height), 4), pixels))
        look.cache[key] = mask
    return look.cache[key]


def _stamp(image: Image.Image, mask: Image.Image, x: float, y: float, ink: tuple[int, int, int]) -> None:
    image.paste(Image.new("RGBA", mask.size, (*ink, 255)), (round(x), round(y)), mask)


def _shade(random: Random, low: int, high: int) -> tuple[int, int, int]:
    value = random.randrange(low, high + 1)
    return value, value, value


def _tint(random: Random, colour: tuple[int, int, int], spread: int) -> tuple[int, int, int]:
    red, green, blue = (min(max(part + random.randrange(-spread, spread + 1), 0), 255) for part in colour)
    return red, green, blue
