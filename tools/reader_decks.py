"""The decks that the card reader learns from and is measured on, and spoilt pictures of their corners.

Decks are known by program and name of their file or folder; whole families go to one side, for the same deck
often comes with several programs. Left out are decks without indices in the upper left corner (old packs,
Oxygen's), with ambiguous letters (Russian and Dutch ones) and those that are not the four French suits.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter
from reader_synthetic import PART, WIDTH, draw_part, fonts, invent, symbol_fonts

from winnable.screen.decks import Deck, DeckKind, faces, installed_decks
from winnable.screen.network import corner
from winnable.screen.seen import Box

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_RANK: Final = 13
NO_SUIT: Final = 4
UNKNOWN: Final = -1  # nothing is taught

# Families of decks, one a line; the first word is the side: train, calibrate, test, or unranked: decks whose
# corners hold the suit but no rank, from which "no rank to be read" is learned.
SIDES: Final = """
train aisleriot/anglo aisleriot/anglo_bitmap aisleriot/anglo_modern aisleriot/anglo_modern_4_color \
  aisleriot/anglo_poker
train aisleriot/gnomangelo aisleriot/gnomangelo_bitmap pysolfc/aisleriot
train aisleriot/ancient_french
train aisleriot/berlin
train aisleriot/bonded pysolfc/gdkcard-bonded
train aisleriot/dondorf kpat/svg-dondorf pysolfc/dondorf
train aisleriot/ornamental kpat/svg-nicu-ornamental kpat/svg-nicu-white \
  pysolfc/nicu pysolfc/nicu-small pysolfc/nicu-ornamental
train aisleriot/paris kpat/svg-gm-paris pysolfc/paris
train aisleriot/rheinland
train aisleriot/tarocco
train aisleriot/atlasnye aisleriot/atlasnye_skat
train pysolfc/neo
train kpat/svg-standard pysolfc/standard pysolfc/standard-small pysolfc/standard-tiny
train pysolfc/xpat2 pysolfc/xpat2-nox-large pysolfc/xpat2-nox-medium \
  pysolfc/xpat2-nox-small pysolfc/xpat2-nox-tiny
train pysolfc/gpl
train pysolfc/spider
train kpat/svg-penguins pysolfc/penguins
train pysolfc/spin-dist pysolfc/maritimes
calibrate aisleriot/bellot pysolfc/bellot
calibrate aisleriot/lattmann
calibrate kpat/svg-xskat-french pysolfc/xskat-french pysolfc/xskat-french-large
calibrate aisleriot/orell
calibrate pysolfc/jacoby
calibrate aisleriot/tango
calibrate pysolfc/cardmage
test pysolfc/greywyvern
test pysolfc/oxymoron pysolfc/oxymoron-small
test aisleriot/simplistic
test kpat/svg-konqi-modern pysolfc/konqi-modern
test aisleriot/plastic
test kpat/svg-ancient-egyptians
test aisleriot/neoclassical aisleriot/neoclassical_4_color
test pysolfc/sylly
test pysolfc/warwick
test kpat/svg-jolly-royal
test aisleriot/tigullio kpat/svg-tigullio-international
test pysolfc/me-uk
test pysolfc/spaced
unranked pysolfc/bavarian-court pysolfc/french-1816 pysolfc/fromman-1890 pysolfc/gortz-1841 pysolfc/gortz-1842
unranked pysolfc/houbigant pysolfc/liege pysolfc/lhombre pysolfc/dondorf-whist-a pysolfc/revolution-1
unranked pysolfc/ukiyoe-sharaku pysolfc/shakespeare pysolfc/tuscany-court pysolfc/traugott-1834
unranked pysolfc/stralsund-1890 pysolfc/emperial-dondorf
"""
GREENS: Final = (
    (0, 110, 50),
    (30, 130, 70),
    (55, 135, 40),
    (20, 90, 60),
    (40, 60, 90),
    (90, 20, 30),
    (60, 60, 60),
)


@dataclass(slots=True)
class Corners:
    """The upper left parts of a deck's cards, RGBA of shape (52, 0.75 * width, 0.5 * width, 4)."""

    name: str
    parts: list[Image.Image]
    ranked: bool = True

    def labels(self, card: int) -> tuple[int, int]:
        return (card >> 2 if self.ranked else NO_RANK), card & 3


def key(deck: Deck) -> str:
    """How a deck is named above."""
    name = {"KPat": deck.path.parent.name, "AisleRiot": deck.path.stem}.get(deck.program)
    return f"{deck.program.lower()}/{name or deck.path.name.removeprefix('cardset-')}"


def families(side: str) -> list[list[str]]:
    return [line.split()[1:] for line in SIDES.strip().splitlines() if line.split()[0] == side]


def load(names: Iterable[str], ranked: bool = True) -> list[Corners]:
    """These decks as far as they are installed."""
    installed = {key(deck): deck for deck in installed_decks()}
    return [_corners(installed[name], name, ranked) for name in names if name in installed]


def _corners(deck: Deck, name: str, ranked: bool) -> Corners:
    if deck.kind is DeckKind.FILES:  # at the size they were drawn in, which some programs keep
        files = [next(deck.path.glob(f"{rank:02}{suit}.*")) for rank in range(1, 14) for suit in "cdhs"]
        pictures = [Image.open(file).convert("RGBA") for file in files]
        if pictures[0].width > WIDTH:
            size = WIDTH, round(WIDTH * pictures[0].height / pictures[0].width)
            pictures = [picture.resize(size, Image.Resampling.BOX) for picture in pictures]
    else:
        pictures = [Image.fromarray(face) for face in faces(deck, WIDTH)[:52]]
    width, height = pictures[0].size
    part = 0, 0, round(PART[0] * width), min(round(PART[1] * width), height)
    return Corners(name, [picture.crop(part) for picture in pictures], ranked)


def synthetic(count: int, random: Random, folders: list[Path]) -> list[Corners]:
    """So many decks drawn by ourselves."""
    letters, suits = _fonts(tuple(folders))
    decks = []
    for number in range(count):
        look = invent(random, letters, suits)
        parts = [Image.fromarray(draw_part(look, card)) for card in range(52)]
        decks.append(Corners(f"synthetic/{number}", parts))
    return decks


@lru_cache
def _fonts(folders: tuple[Path, ...]) -> tuple[list[Path], list[Path]]:
    return fonts(list(folders)), symbol_fonts(list(folders))


def spoilt(
    corners: Corners, card: int, random: Random, noise: np.random.Generator, hard: float = 1.0
) -> np.ndarray:
    """One corner as a screenshot may show it, as ``network.corner`` gives it: cards 40 to 220 pixels wide,
    shifted, noisy, blurred, compressed, covered from below or from the right.
    ``hard`` = 0 leaves out all but scale and shift."""
    width = math.exp(random.uniform(math.log(40), math.log(220)))
    margin = 8
    picture = Image.new(
        "RGB", (round(0.5 * width) + margin, round(0.75 * width) + 2 * margin), _ground(random)
    )
    method = random.choice(list(Image.Resampling))
    _lay(picture, corners.parts[card], width, margin, margin, method, random)
    shown = Box(margin, margin, width, 2 * width)
    if random.random() < 0.5:
        strip = random.uniform(0.09, 0.5) * 1.42 * width
        _lay(picture, random.choice(corners.parts), width, margin, margin + strip, method, random)
        shown = Box(margin, margin, width, strip + hard * noise.normal(0, 0.4))
    elif random.random() < 0.15:
        strip = random.uniform(0.13, 0.45) * width
        _lay(picture, random.choice(corners.parts), width, margin + strip, margin, method, random)
        shown = Box(margin, margin, strip + hard * noise.normal(0, 0.4), 2 * width)
    pixels = _worn(picture, random, noise) if hard else np.asarray(picture)
    slip = 0.012 * width * hard
    box = Box(
        margin + noise.normal(0, slip),
        margin + noise.normal(0, slip),
        width * (1 + hard * noise.normal(0, 0.015)),
        0,
    )
    return corner(pixels, box, shown)


def _lay(
    picture: Image.Image, part: Image.Image, width: float, left: float, top: float,
    method: Image.Resampling, random: Random,
) -> None:  # fmt: skip
    """Lays the part of a card, which is ``width`` pixels wide, on the picture; between pixels too."""
    high = part.height / part.width * PART[0]  # in card widths
    size = max(round(PART[0] * width), 2), max(round(high * width), 2)
    slip = random.random() * 0.8, random.random() * 0.8
    box = (slip[0], slip[1], part.width - 0.8 + slip[0], part.height - 0.8 + slip[1])
    if random.random() < 0.3:
        box = (0, 0, part.width, part.height)
    scaled = part.resize(size, method, box=box)
    picture.paste(scaled, (round(left), round(top)), scaled)


def _ground(random: Random) -> tuple[int, int, int]:
    if random.random() < 0.6:
        return random.choice(GREENS)
    return random.randrange(256), random.randrange(256), random.randrange(256)


def _worn(picture: Image.Image, random: Random, noise: np.random.Generator) -> np.ndarray:
    if random.random() < 0.3:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 0.011 * picture.width * 2)))
    if random.random() < 0.4:
        picture = ImageEnhance.Brightness(picture).enhance(random.uniform(0.7, 1.2))
        picture = ImageEnhance.Contrast(picture).enhance(random.uniform(0.7, 1.25))
    if random.random() < 0.2:
        picture = ImageEnhance.Color(picture).enhance(random.uniform(0.5, 1.5))
    if random.random() < 0.15:
        data = io.BytesIO()
        picture.save(data, "JPEG", quality=random.randrange(40, 96))
        picture = Image.open(data).convert("RGB")
    pixels = np.asarray(picture)
    if random.random() < 0.35:
        rough = pixels + noise.normal(0, random.uniform(1, 12), pixels.shape)
        pixels = np.clip(rough, 0, 255).astype(np.uint8)
    return pixels


def nothing(decks: list[Corners], random: Random, noise: np.random.Generator) -> np.ndarray:
    """A corner without rank or suit: bare ground, bare paper, or the middle of a card's part, far off."""
    if random.random() < 0.5:
        flat = np.full((60, 40, 3), _ground(random) if random.random() < 0.5 else (240, 240, 235), np.float64)
        pixels = np.clip(flat + noise.normal(0, random.uniform(0, 12), flat.shape), 0, 255).astype(np.uint8)
        return corner(pixels, Box(0, 0, 100, 0), Box(0, 0, 100, random.uniform(20, 60)))
    part = random.choice(random.choice(decks).parts)
    picture = Image.new("RGB", part.size, _ground(random))
    picture.paste(part, (0, 0), part)
    turned = np.asarray(picture.rotate(random.choice([90, 270]), expand=True))
    return corner(
        turned, Box(0, 0, 2 * part.width, 0), Box(0, 0, 2 * part.width, random.uniform(0.2, 0.9) * part.width)
    )
