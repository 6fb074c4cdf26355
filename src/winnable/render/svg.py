"""Boards of Undead as drawings: SVG that stands alone, or parts of a larger one.

A drawing's unit is a pixel of SVG; a square of the board has a side of ``SIDE``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from winnable._core import UndeadLine, UndeadPosition

__all__ = ["SIDE", "Drawing", "document", "draw_board", "draw_text", "element", "place"]

SIDE: Final = 40.0

_EDGE: Final = 1.0  # squares between the board and the drawing's rim, for the sightings
_LABELS: Final = 0.6  # squares more, for their labels
_TOP: Final = 1.2  # squares above, for the totals
_INK: Final = "#222222"
_PALE: Final = "#8a8a8a"
# Of the light on the first line drawn, the second, and so on; easy to tell apart for the colour-blind.
_LIGHTS: Final = ("#f0a020", "#3f8fd0", "#9a5fc0", "#50a050")

# Our own monsters, each in a box of 100 by 100: outlines with their fill, then marks in ink.
_SHAPES: Final = {
    "g": (
        ("M20 88V46C20 8 80 8 80 46V88L68 76L59 88L50 76L41 88L32 76Z", "#ffffff"),
        ("M36 40a6 8 0 1 0 12 0a6 8 0 1 0 -12 0ZM54 40a6 8 0 1 0 12 0a6 8 0 1 0 -12 0Z", _INK),
    ),
    "v": (
        ("M24 34L6 10L40 20H60L94 10L76 34C86 66 68 90 50 90C32 90 14 66 24 34Z", "#f3d4d4"),
        ("M24 36C34 18 44 26 50 40C56 26 66 18 76 36C74 16 62 12 50 12C38 12 26 16 24 36Z", _INK),
        ("M32 46L46 52L34 56ZM68 46L54 52L66 56Z", _INK),
        ("M36 66H64L58 80L53 67H47L42 80Z", "#ffffff"),
    ),
    "z": (
        ("M22 14H78V66L70 88H30L22 66Z", "#bcd9b0"),
        ("M22 14H78V28L70 22L62 30L54 22L46 30L38 22L30 30L22 24Z", _INK),
        ("M32 38H46V50H32ZM56 42H66V48H56Z", "#ffffff"),
        ("M36 72H64M42 67V77M50 67V77M58 67V77", "none"),
    ),
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """The content of an SVG of this width and height, its top left corner at the origin."""

    width: float
    height: float
    body: str


def document(drawing: Drawing, *, title: str = "", unit: str = "") -> str:
    """A whole SVG file; ``title`` is what a reader hears who cannot see it. ``unit`` is that of the drawing's
    lengths where they are no pixels: ``mm``."""
    width, height = _number(drawing.width), _number(drawing.height)
    named = f"<title>{escape(title)}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}{unit}" height="{height}{unit}" '
        f'viewBox="0 0 {width} {height}">\n{named}{drawing.body}\n</svg>\n'
    )


def place(drawing: Drawing, x: float, y: float, scale: float = 1.0) -> str:
    """A drawing as part of another one, its top left corner at (x, y)."""
    moved = f"translate({_number(x)} {_number(y)}) scale({_number(scale)})"
    return f'<g transform="{moved}">\n{drawing.body}\n</g>'


def draw_board(
    position: UndeadPosition,
    *,
    lines: Sequence[UndeadLine] = (),
    cells: Collection[int] = (),
    labels: bool = False,
) -> Drawing:
    """A board with its totals above it and its sightings around it.

    The light of each of ``lines`` is drawn from end to end. The cells that ``cells`` names (squares by
    number, in reading order from 0) are framed. ``labels`` writes D1, L1, … beside the sightings.
    """
    edge = _EDGE + (_LABELS if labels else 0)
    canvas = _Canvas(position, edge, edge + _TOP)
    parts = [
        element("rect", x=0, y=0, width=canvas.width, height=canvas.height, fill="#ffffff"),
        *canvas.totals(),
        *canvas.grid(),
        *(canvas.light(line, _LIGHTS[i % len(_LIGHTS)], i) for i, line in enumerate(lines)),
        *canvas.contents(),
        *canvas.frames(cells),
        *canvas.sightings(labels),
    ]
    return Drawing(canvas.width, canvas.height, "\n".join(parts))


def element(name: str, **attributes: float | str) -> str:
    """An SVG element without content; ``stroke_width`` is written ``stroke-width``."""
    written = [
        f"{key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else _number(value))}"
        for key, value in attributes.items()
    ]
    return f"<{name} {' '.join(written)}/>"


def draw_text(
    text: str, x: float, y: float, size: float, *, colour: str = _INK, anchor: str = "middle"
) -> str:
    """A word whose middle (or start, or end) is at x, and whose capitals are centred at y."""
    return (
        f'<text x="{_number(x)}" y="{_number(y + 0.35 * size)}" font-family="Helvetica, Arial, sans-serif" '
        f'font-size="{_number(size)}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )


class _Canvas:
    """Where everything of one board stands."""

    def __init__(self, position: UndeadPosition, edge: float, top: float) -> None:
        self.position = position
        self.left = edge * SIDE
        self.top = top * SIDE
        self.width = (position.width + 2 * edge) * SIDE
        self.height = (position.height + edge + top) * SIDE

    def corner(self, square: int) -> tuple[float, float]:
        row, column = divmod(square, self.position.width)
        return self.left + column * SIDE, self.top + row * SIDE

    def centre(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + SIDE / 2, y + SIDE / 2

    def outside(self, end: int, distance: float) -> tuple[float, float]:
        """The point so many squares outside the board where a sighting looks in."""
        width, height = self.position.width, self.position.height
        right, bottom = self.left + width * SIDE, self.top + height * SIDE
        off = distance * SIDE
        if end < width:
            return self.left + (end + 0.5) * SIDE, self.top - off
        if end < width + height:
            return right + off, self.top + (end - width + 0.5) * SIDE
        if end < 2 * width + height:
            return right - (end - width - height + 0.5) * SIDE, bottom + off
        return self.left - off, bottom - (end - 2 * width - height + 0.5) * SIDE

    def totals(self) -> list[str]:
        """The three monsters side by side above the board, each with its number."""
        size, step = 0.8 * SIDE, 1.7 * SIDE
        step = min(step, self.width / 3)
        x = self.width / 2 - 1.5 * step
        y = 0.65 * SIDE
        out = []
        for i, (monster, total) in enumerate(zip("gvz", self.position.totals, strict=True)):
            middle = x + (i + 0.5) * step
            out.append(_monster(monster, middle - 0.35 * SIDE, y, size))
            out.append(draw_text(str(total), middle + 0.15 * SIDE, y, 0.5 * SIDE, anchor="start"))
        return out

    def grid(self) -> list[str]:
        """The squares; those that the puzzle fills itself are grey."""
        return [
            element(
                "rect",
                **dict(zip("xy", self.corner(square), strict=True)),
                width=SIDE,
                height=SIDE,
                fill="#e8e8e8" if letter in "gvz" else "#ffffff",
                stroke=_PALE,
                stroke_width=1,
            )
            for square, letter in enumerate(self.position.board)
        ]

    def light(self, line: UndeadLine, colour: str, number: int) -> str:
        """The way of the light from one sighting to the other; of several, the later ones are narrower."""
        points = [
            self.outside(line.ends[0], 0.3),
            *map(self.centre, line.squares),
            self.outside(line.ends[1], 0.3),
        ]
        return element(
            "polyline",
            points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points),
            fill="none",
            stroke=colour,
            stroke_width=max(3.0, 8.0 - 3 * number),
            stroke_opacity=0.75,
            stroke_linejoin="round",
            stroke_linecap="round",
        )

    def contents(self) -> list[str]:
        """Mirrors and monsters."""
        out = []
        for square, letter in enumerate(self.position.squares):
            x, y = self.centre(square)
            if letter in "gvz":
                out.append(_monster(letter, x, y, 0.85 * SIDE))
            elif letter != ".":
                reach = 0.36 * SIDE
                slope = -reach if letter == "/" else reach
                out.append(
                    element(
                        "line",
                        x1=x - reach,
                        y1=y - slope,
                        x2=x + reach,
                        y2=y + slope,
                        stroke=_INK,
                        stroke_width=3.5,
                        stroke_linecap="round",
                    )
                )
        return out

    def frames(self, cells: Collection[int]) -> list[str]:
        out = []
        for square in sorted(cells):
            x, y = self.corner(square)
            size = SIDE - 4
            out.append(
                element(
                    "rect", x=x + 2, y=y + 2, width=size, height=size, fill="none", stroke="#c03030",
                    stroke_width=2.5,
                )
            )  # fmt: skip
        return out

    def sightings(self, labels: bool) -> list[str]:
        """What is seen from each place around the board; nothing is written where that is hidden."""
        out = []
        for end, seen in enumerate(self.position.sightings):
            if seen is not None:
                out.append(draw_text(str(seen), *self.outside(end, 0.6), 0.5 * SIDE))
            if labels:
                label = self.position.labels[end]
                out.append(draw_text(label, *self.outside(end, 1.2), 0.28 * SIDE, colour=_PALE))
        return out


def _monster(monster: str, x: float, y: float, size: float) -> str:
    """A monster in a box of this size, its middle at (x, y)."""
    moved = f"translate({_number(x - size / 2)} {_number(y - size / 2)}) scale({_number(size / 100)})"
    outlines = [
        element("path", d=path, fill=fill, stroke=_INK, stroke_width=4, stroke_linejoin="round")
        for path, fill in _SHAPES[monster]
    ]
    return f'<g transform="{moved}">{"".join(outlines)}</g>'


def _number(value: float) -> str:
    """A figure as short as it can be, the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
