"""The decks that the card reader learns from and is measured on.

Decks are known by program and name of their file or folder. Left out are those with ambiguous letters
(Russian and Dutch ones) and those that are not the four French suits.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image
from reader_synthetic import PART, WIDTH, draw_part, fonts, invent, symbol_fonts

from winnable.cards import CARDS
from winnable.render.layout import lay_out
from winnable.render.png import png_of
from winnable.render.style import Style
from winnable.render.svg import draw
from winnable.scene import Fan, Pile, Scene
from winnable.screen.decks import Deck, DeckKind, faces, installed_decks

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_RANK: Final = 13
NO_SUIT: Final = 4
UNTAUGHT: Final = -100  # nothing is taught: it may be seen or not
FANS: Final[tuple[Fan, ...]] = ("none", "right")
OWN_WIDTHS: Final = (48.0, 60.0, 80.0)  # of the cards that this program draws

# Families of decks, one a line, since the same deck often comes with several programs. The first word is the
# side: train, calibrate (the temperatures) or test. The others are learned from as well: unranked decks have
# the suit in their corners but no rank; right ones have their ranks in the upper right corner, split ones
# their suits.
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
train aisleriot/simplistic
train aisleriot/tango
train aisleriot/tigullio kpat/svg-tigullio-international
train kpat/svg-ancient-egyptians
train kpat/svg-konqi-modern pysolfc/konqi-modern
train kpat/svg-penguins pysolfc/penguins
train kpat/svg-standard pysolfc/standard pysolfc/standard-small pysolfc/standard-tiny
train pysolfc/neo
train pysolfc/xpat2 pysolfc/xpat2-nox-large pysolfc/xpat2-nox-medium \
  pysolfc/xpat2-nox-small pysolfc/xpat2-nox-tiny
train pysolfc/gpl
train pysolfc/greywyvern
train pysolfc/oxymoron pysolfc/oxymoron-small
train pysolfc/spider
train pysolfc/spin-dist pysolfc/maritimes
train pysolfc/2000
train pysolfc/denizens
train pysolfc/hard-a-port
train pysolfc/naylor
train pysolfc/momoko
train pysolfc/get-a-round
calibrate aisleriot/bellot pysolfc/bellot
calibrate aisleriot/lattmann
calibrate kpat/svg-xskat-french pysolfc/xskat-french pysolfc/xskat-french-large
calibrate aisleriot/neoclassical aisleriot/neoclassical_4_color
calibrate pysolfc/jacoby
calibrate pysolfc/spaced
calibrate pysolfc/warwick
test aisleriot/guyenne-classic
test aisleriot/orell
test aisleriot/plastic
test kpat/svg-jolly-royal
test pysolfc/cardmage
test pysolfc/kenney
test pysolfc/me-uk
test pysolfc/sylly
unranked pysolfc/bavarian-court pysolfc/french-1816 pysolfc/fromman-1890 pysolfc/gortz-1841 pysolfc/gortz-1842
unranked pysolfc/houbigant pysolfc/liege pysolfc/lhombre pysolfc/dondorf-whist-a pysolfc/revolution-1
unranked pysolfc/ukiyoe-sharaku pysolfc/shakespeare pysolfc/tuscany-court pysolfc/traugott-1834
unranked pysolfc/stralsund-1890 pysolfc/emperial-dondorf
right kpat/svg-oxygen-air kpat/svg-oxygen-white kpat/svg-oxygen
split aisleriot/tango_nuevo pysolfc/z-minimal pysolfc/z-minimal-fourcolor pysolfc/z-minimal-fourcolor-grad
"""


@dataclass(slots=True)
class Corners:
    """The upper left parts of a deck's cards, RGBA, at most PART of the ``width`` of a card.

    ``native``: some programs show the pictures at their own size. ``right``: these are the upper right parts,
    mirrored. ``ranked`` and ``suited`` say whether rank and suit are in the corner; None: of some cards.
    """

    name: str
    parts: list[np.ndarray]
    width: int
    native: bool = False
    right: bool = False
    ranked: bool = True
    suited: bool | None = True

    def labels(self, card: int) -> tuple[int, int]:
        suit = UNTAUGHT if self.suited is None else card & 3 if self.suited else NO_SUIT
        return card >> 2 if self.ranked else NO_RANK, suit


def key(deck: Deck) -> str:
    """How a deck is named above."""
    name = {"KPat": deck.path.parent.name, "AisleRiot": deck.path.stem}.get(deck.program)
    return f"{deck.program.lower()}/{name or deck.path.name.removeprefix('cardset-')}"


def families(side: str) -> list[list[str]]:
    return [line.split()[1:] for line in SIDES.strip().splitlines() if line.split()[0] == side]


def load(names: Iterable[str], right: bool = False, **what: bool | None) -> list[Corners]:
    """These decks as far as they are installed, their left corners or their right ones; ``what`` is in them
    as ``Corners`` tells it."""
    installed = {key(deck): deck for deck in installed_decks()}
    return [replace(_corners(installed[name], name, right), **what) for name in names if name in installed]


def odd() -> list[Corners]:
    """Corners that lack something: ranks, suits, or both."""
    found = []
    for family in families("unranked"):
        found += load(family, ranked=False)
        found += load(family, right=True, ranked=False, suited=None)
    for family in families("right"):
        found += 3 * (load(family, ranked=False) + 2 * load(family, right=True))
    for family in families("split"):
        found += 3 * (load(family, suited=False) + load(family, right=True, ranked=False))
    return found


def _corners(deck: Deck, name: str, right: bool) -> Corners:
    native = False
    if deck.kind is DeckKind.FILES:  # at the size they were drawn in, which some programs keep
        files = [next(deck.path.glob(f"{rank:02}{suit}.*")) for rank in range(1, 14) for suit in "cdhs"]
        pictures = [Image.open(file).convert("RGBA") for file in files]
        native = pictures[0].width <= WIDTH
        if not native:
            size = WIDTH, round(WIDTH * pictures[0].height / pictures[0].width)
            pictures = [picture.resize(size, Image.Resampling.BOX) for picture in pictures]
        drawn = [np.asarray(picture) for picture in pictures]
    else:
        drawn = list(faces(deck, WIDTH)[:52])
    parts = [_part(face[:, ::-1] if right else face) for face in drawn]
    return Corners(name, parts, drawn[0].shape[1], native, right)


def _part(face: np.ndarray) -> np.ndarray:
    width = face.shape[1]
    return np.ascontiguousarray(face[: round(PART[1] * width), : round(PART[0] * width)])


def own() -> list[list[Corners]]:
    """The cards that this program draws itself, light ones and dark ones: in two and four colours, with their
    indices side by side or below each other, which are larger on small cards."""
    return [
        [
            _own(Style(width, four_colours=four, dark=dark, labels=False), fan)
            for width in OWN_WIDTHS
            for four in (False, True)
            for fan in FANS
        ]
        for dark in (False, True)
    ]


def _own(style: Style, fan: Fan) -> Corners:
    piles = [
        Pile(str(card), "tableau", float(card.index >> 2), float(card.index & 3), (card,), fan=fan)
        for card in CARDS
    ]
    scene = Scene("freecell", "", tuple(piles))
    zoom = WIDTH / style.width
    data = png_of(draw(scene, style), zoom=zoom)
    picture = np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))
    places = lay_out(scene, style.width, labels=False).places
    corners = [tuple(round(zoom * side) for side in places[pile.name][0]) for pile in piles]
    parts = [picture[y : y + round(PART[1] * WIDTH), x : x + round(PART[0] * WIDTH)] for x, y in corners]
    name = f"winnable/{style.width:.0f}{'-dark' * style.dark}{'-four' * style.four_colours}-{fan}"
    return Corners(name, parts, WIDTH)


def synthetic(count: int, random: Random, folders: list[Path]) -> list[Corners]:
    """So many decks drawn by ourselves."""
    letters, suits = _fonts(tuple(folders))
    decks = []
    for number in range(count):
        look = invent(random, letters, suits)
        parts = [draw_part(look, card) for card in range(52)]
        decks.append(Corners(f"synthetic/{number}", parts, WIDTH))
    return decks


@lru_cache
def _fonts(folders: tuple[Path, ...]) -> tuple[list[Path], list[Path]]:
    return fonts(list(folders)), symbol_fonts(list(folders))
