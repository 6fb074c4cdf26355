"""Parts of an SVG: elements, words, and a drawing that stands alone or in another one.

A drawing's unit is a pixel, unless whoever writes the file says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

__all__ = ["INK", "Drawing", "document", "draw_text", "element", "group", "number", "place"]

INK: Final = "#222222"
# Whichever a machine has; the last names any.
_FONTS: Final = "Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif"


@dataclass(frozen=True, slots=True)
class Drawing:
    """The content of an SVG of this width and height, its top left corner at the origin."""

    width: float
    height: float
    body: str


def document(drawing: Drawing, *, title: str = "", unit: str = "") -> str:
    """A whole SVG file; ``title`` is what a reader hears who cannot see it. ``unit`` is that of the drawing's
    lengths where they are no pixels: ``mm``."""
    width, height = number(drawing.width), number(drawing.height)
    named = f"<title>{escape(title)}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}{unit}" height="{height}{unit}" '
        f'viewBox="0 0 {width} {height}">\n{named}{drawing.body}\n</svg>\n'
    )


def place(drawing: Drawing, x: float, y: float, scale: float = 1.0) -> str:
    """A drawing as part of another one, its top left corner at (x, y)."""
    moved = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return f'<g transform="{moved}">\n{drawing.body}\n</g>'


def element(name: str, **attributes: float | str) -> str:
    """An SVG element without content; ``stroke_width`` is written ``stroke-width``."""
    return f"<{name}{_written(attributes)}/>"


def group(parts: Iterable[str], *, title: str = "", **attributes: float | str) -> str:
    """Elements as one; ``title`` is shown where the pointer rests on it, and read out."""
    named = f"<title>{escape(title)}</title>" if title else ""
    return f"<g{_written(attributes)}>{named}{''.join(parts)}</g>"


def draw_text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    colour: str = INK,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """A word whose middle (or start, or end) is at x, and whose capitals are centred at y."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y + 0.35 * size)}" font-family="{_FONTS}" '
        f'font-size="{number(size)}"{weight} text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )


def number(value: float) -> str:
    """A figure as short as it can be, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _written(attributes: dict[str, float | str]) -> str:
    texts = {key: value if isinstance(value, str) else number(value) for key, value in attributes.items()}
    return "".join(f" {key.replace('_', '-')}={quoteattr(text)}" for key, text in texts.items())
