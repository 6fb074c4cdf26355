"""Decks that the tests draw themselves, in the forms of three programs."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from winnable.cards import CARDS, Card, Suit
from winnable.screen.seen import Box, SeenCard

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from winnable.screen.seen import Picture

WIDTH, HEIGHT = 100, 140
INKS = ("#101010", "#d01020", "#d01020", "#101010")
RANKS = ("1", *map(str, range(2, 11)), "jack", "queen", "king")
SUITS = ("club", "diamond", "heart", "spade")
# A sign for each suit, in a square from 0 to 10.
SIGNS = (
    ((3, 1), (7, 1), (7, 3), (10, 3), (10, 7), (6, 7), (7, 10), (3, 10), (4, 7), (0, 7), (0, 3), (3, 3)),
    ((5, 0), (9, 5), (5, 10), (1, 5)),
    ((0, 1), (3, 0), (5, 2), (7, 0), (10, 1), (10, 5), (5, 10), (0, 5)),
    ((5, 0), (10, 6), (8, 8), (6, 7), (7, 10), (3, 10), (4, 7), (2, 8), (0, 6)),
)


def face(card: Card, font: int = 24, paper: str = "#fffdf8") -> Image.Image:
    """A card with its letter and sign in two corners and large in the middle."""
    image = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), 6, fill=paper, outline="#404040")
    ink, letter = INKS[card.suit], "10" if card.rank == 9 else card.rank.letter
    draw.text((6, 2), letter, fill=ink, font=ImageFont.load_default(font))
    draw.polygon(_sign(card.suit, 8, 30, 1.3), fill=ink)
    draw.polygon(_sign(card.suit, 35, 55, 3.0), fill=ink)
    corner = image.crop((2, 2, 34, 48)).rotate(180)
    image.paste(corner, (WIDTH - 34, HEIGHT - 48))
    return image


def _sign(suit: Suit, x: float, y: float, scale: float) -> list[tuple[float, float]]:
    return [(x + scale * a, y + scale * b) for a, b in SIGNS[suit]]


def pysol_set(folder: Path, name: str = "Drawn", font: int = 24) -> Path:
    """A card set as PySolFC keeps them; the folder that holds it."""
    place = folder / "games/pysolfc" / f"cardset-{name.lower()}"
    place.mkdir(parents=True)
    for card in CARDS:
        face(card, font).save(place / f"{card.rank + 1:02}{'cdhs'[card.suit]}.png")
    Image.new("RGBA", (WIDTH, HEIGHT), "#203080").save(place / "back01.png")
    lines = ["PySolFC solitaire cardset;4;.png;1;52;7", f"123;{name}", f"{WIDTH} {HEIGHT} 8", "20 20 7 7"]
    (place / "config.txt").write_text("\n".join([*lines, "back01.png", "back01.png"]), encoding="utf-8")
    return folder


def _svg_card(index: int, x: float, y: float) -> str:
    """Bars tell the rank, and the sign the suit; index 52 is the back."""
    if index == 52:
        return f'<rect x="{x}" y="{y}" width="60" height="90" fill="#203080"/>'
    rank, suit = index >> 2, index & 3
    bars = "".join(
        f'<rect x="{x + 5 + 12 * (bar % 4)}" y="{y + 5 + 12 * (bar // 4)}" width="7" height="7" '
        f'fill="{INKS[suit]}"/>'
        for bar in range(rank + 1)
    )
    sign = " ".join(f"{a},{b}" for a, b in _sign(Suit(suit), x + 20, y + 60, 2))
    return (
        f'<rect x="{x}" y="{y}" width="60" height="90" rx="4" fill="#ffffff"/>{bars}'
        f'<polygon points="{sign}" fill="{INKS[suit]}"/>'
    )


def _pack(path: Path, body: str, width: int, height: int) -> None:
    path.parent.mkdir(parents=True)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    path.write_bytes(gzip.compress(f"{head}{body}</svg>".encode()))


def kde_deck(folder: Path) -> Path:
    """A deck of elements as KDE's games use them, spread unevenly and in moved groups."""
    names = [f"{RANKS[i >> 2]}_{SUITS[i & 3]}" for i in range(52)] + ["back"]
    body = "".join(
        f'<g transform="translate({70 * (i % 8)},{100 * (i // 8) + i})">'
        f'<g id="{name}">{_svg_card(i, 3, 4)}</g></g>'
        for i, name in enumerate(names)
    )
    _pack(folder / "carddecks/svg-drawn/drawn.svgz", body, 600, 800)
    index = "[KDE Backdeck]\nName=Drawn\nSVG=drawn.svgz\n"
    (folder / "carddecks/svg-drawn/index.desktop").write_text(index, encoding="utf-8")
    return folder


def gnome_deck(folder: Path) -> Path:
    """A sheet of 13 x 5 cards as AisleRiot cuts it."""
    body = "".join(_svg_card(i, 60 * (i >> 2), 90 * (i & 3)) for i in range(52)) + _svg_card(52, 120, 360)
    _pack(folder / "aisleriot/cards/drawn.svgz", body, 780, 450)
    return folder


def table(
    columns: Sequence[Sequence[Card]], faces: dict[Card, Image.Image], *, step: int = 34, x: float = 20
) -> tuple[Picture, list[SeenCard], list[Card]]:
    """A green table with columns of cards; the picture, the cards as they lie, and what they are."""
    width, height = next(iter(faces.values())).size
    longest = max(map(len, columns))
    size = round(x) + len(columns) * (width + 15), 40 + height + step * longest
    image = Image.new("RGBA", size, "#10602a")
    seen, cards = [], []
    for i, column in enumerate(columns):
        left = round(x) + i * (width + 15)
        for j, card in enumerate(column):
            top = 20 + j * step
            image.alpha_composite(faces[card], (left, top))
            shown = height if j == len(column) - 1 else step
            seen.append(SeenCard(Box(left, top, width, height), Box(left, top, width, shown)))
            cards.append(card)
    return np.asarray(image.convert("RGB")), seen, cards
