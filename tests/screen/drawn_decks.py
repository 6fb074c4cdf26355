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


def back(rim: int = 9) -> Image.Image:
    """A back with a rim of paper, a frame, and a pattern within it."""
    image = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), 6, fill="#fffdf8", outline="#404040")
    draw.rectangle((rim, rim, WIDTH - 1 - rim, HEIGHT - 1 - rim), fill="#c8b090", outline="#803020", width=2)
    for x in range(rim + 6, WIDTH - rim, 7):
        draw.line((x, rim, x, HEIGHT - 1 - rim), fill="#803020")
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


def spread(
    columns: Sequence[tuple[int, Sequence[Card]]],
    width: int,
    steps: tuple[float, float],
    *,
    height: int = 0,
    stock: bool = True,
    runs: int = 0,
    faint: str = "",
    shape: float = HEIGHT / WIDTH,
) -> tuple[Picture, list[list[int]]]:
    """A table as PySolFC shows one of Spider: the picture, and where the cards of each column begin.

    Args:
        columns: of each the number of cards that lie face down, and those that lie face up.
        width: of a card, in pixels.
        steps: what is seen of a card that lies face down, and of one that lies face up, in pixels.
        height: of the picture, if the last cards are to stick out of it.
        stock: is there one?
        runs: complete runs, which are shaded.
        faint: the colour of the cards' borders, if they are hardly to be seen.
        shape: of the cards, their height by their width.
    """
    tall = round(width * shape)

    def scaled(image: Image.Image) -> Image.Image:
        if faint:
            box = (0, 0, WIDTH - 1, HEIGHT - 1)
            image = image.copy()
            ImageDraw.Draw(image).rounded_rectangle(box, 6, outline=faint)
        return image.resize((width, tall), Image.Resampling.LANCZOS)

    tops = [
        [int(steps[0] * min(i, down) + steps[1] * max(i - down, 0)) for i in range(down + len(cards))]
        for down, cards in columns
    ]
    first = 30 + tall
    size = 10 + len(columns) * (width + 12), height or first + tall + 10 + max(map(max, tops))
    image = Image.new("RGBA", size, "#10602a")
    covered = scaled(back())
    if stock:
        image.alpha_composite(covered, (10, 10))
    for i in range(runs):
        ace = scaled(face(Card.of(0, Suit.SPADES)))
        tint = Image.new("RGBA", ace.size, "#60a0ff")
        tint.putalpha(ace.getchannel("A"))
        image.alpha_composite(Image.blend(ace, tint, 0.4), (10 + (i + 2) * (width + 12), 10))
    for i, (down, cards) in enumerate(columns):
        for j, top in enumerate(tops[i]):
            card = covered if j < down else scaled(face(cards[j - down]))
            image.alpha_composite(card, (10 + i * (width + 12), first + top))
    return np.asarray(image.convert("RGB")), [[first + top for top in column] for column in tops]
