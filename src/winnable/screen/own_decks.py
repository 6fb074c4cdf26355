"""The cards that this program draws itself, in each of its themes, as a deck like those of other programs.

They are drawn by the code that draws our pictures and pages. Cards narrower than 75 pixels have an index that
is larger for them, which these are not compared with.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from winnable.cards import UNKNOWN, Card
from winnable.render.cards_svg import draw_card
from winnable.render.drawing import document
from winnable.render.style import Style
from winnable.scene import Pile, Scene

if TYPE_CHECKING:
    from winnable.render.drawing import Drawing
    from winnable.screen.svg_deck import Faces

__all__ = ["THEMES", "draw_own", "own_shape"]

THEMES: Final = {
    "light": Style(),
    "dark": Style(dark=True),
    "light, four colours": Style(four_colours=True),
    "dark, four colours": Style(dark=True, four_colours=True),
}


def own_shape() -> float:
    """Height by width of a card."""
    back = _drawn(UNKNOWN, Style())
    return back.height / back.width


def draw_own(theme: str, width: int, height: int) -> Faces:
    """The 52 faces and the back of a theme; shape (53, height, width, 4), RGBA."""
    import numpy as np

    from winnable.cards import CARDS

    style = THEMES[theme]
    return np.stack([_painted(_drawn(card, style), width, height) for card in (*CARDS, UNKNOWN)])


def _drawn(card: Card, style: Style) -> Drawing:
    """A card alone; its back for UNKNOWN."""
    pile = Pile("card", "tableau", 0, 0, (card,), down=0 if card.known else 1)
    return draw_card(Scene("", "", (pile,)), style)


def _painted(drawing: Drawing, width: int, height: int) -> Faces:
    import numpy as np
    import resvg_py
    from PIL import Image

    zoom = 2 * width / drawing.width
    data = resvg_py.svg_to_bytes(svg_string=document(drawing), zoom=zoom, skip_system_fonts=True)
    image = Image.open(io.BytesIO(bytes(data))).convert("RGBa")
    small = image.resize((width, height), Image.Resampling.LANCZOS)
    return np.asarray(small.convert("RGBA"))
