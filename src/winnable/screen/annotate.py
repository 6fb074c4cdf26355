"""A picture with what was seen on it: each card framed and named, doubts in another colour."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from winnable.cards import UNKNOWN

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

    from winnable.screen.reading import Doubt, Reading
    from winnable.screen.seen import Box, Picture, SeenCard, SeenPile

__all__ = ["annotated_png"]

# Colours that differ in lightness too, for those who tell few apart.
_SURE: Final = (20, 110, 220)
_DOUBTFUL: Final = (235, 60, 0)
_HIDDEN: Final = (110, 110, 110)
_EMPTY: Final = (190, 190, 190)
_PAPER: Final = (255, 255, 255)
_NAME_SHARE: Final = 0.26  # of a card's width: the height of its name
_SMALLEST, _LARGEST = 11, 26  # pixels


def annotated_png(picture: Picture, reading: Reading) -> bytes:
    """The picture as a PNG: cards framed, with what they were read as at the lower end of what is seen of
    them; doubtful ones with a question mark and what else they may be."""
    from PIL import Image, ImageDraw

    image = Image.fromarray(picture).convert("RGB")
    draw = ImageDraw.Draw(image)
    if reading.table is None:
        for doubt in reading.doubts:
            _frame(draw, doubt.box, _DOUBTFUL, 4)
    else:
        doubts = {doubt.spot: doubt for doubt in reading.doubts if doubt.spot}
        size = int(min(max(_NAME_SHARE * reading.table.width, _SMALLEST), _LARGEST))
        for pile in reading.table.piles:
            _draw_pile(draw, pile, doubts, size)
        for pile in reading.table.piles:
            _name_cards(draw, pile, doubts, size)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=False)
    return out.getvalue()


def _draw_pile(draw: ImageDraw, pile: SeenPile, doubts: dict[tuple[str, int], Doubt], size: int) -> None:
    if not pile.cards:
        _frame(draw, pile.box, _EMPTY, 1)
    for index, card in enumerate(pile.cards):
        doubtful = (pile.name, index) in doubts
        colour = _DOUBTFUL if doubtful else _SURE if card.up else _HIDDEN
        _frame(draw, card.visible, colour, 4 if doubtful else 2)


def _name_cards(draw: ImageDraw, pile: SeenPile, doubts: dict[tuple[str, int], Doubt], size: int) -> None:
    for index, card in enumerate(pile.cards):
        if not card.up:
            continue
        doubt = doubts.get((pile.name, index))
        if doubt is None:
            _label(draw, card, str(card.card or UNKNOWN), _SURE, size)
        else:
            _label(draw, card, "/".join([f"{doubt.value}?", *doubt.others[:2]]), _DOUBTFUL, size)


def _frame(draw: ImageDraw, box: Box, colour: tuple[int, int, int], width: int) -> None:
    draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=colour, width=width)


def _label(draw: ImageDraw, card: SeenCard, text: str, colour: tuple[int, int, int], size: int) -> None:
    """The name on a plate at the lower right of what is seen, where it hides no index of a card."""
    font = _font(size)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    wide, high = right - left + 4, bottom - top + 4
    seen = card.visible
    x = max(seen.left, seen.right - wide - 2)
    y = max(seen.top, seen.bottom - high - 2)
    draw.rectangle((x, y, x + wide, y + high), fill=_PAPER, outline=colour)
    draw.text((x + 2 - left, y + 2 - top), text, fill=colour, font=font)


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)
