"""Our own ranks, suits and creatures, as paths: they look alike everywhere, whatever fonts there are.

Each stands in a box 100 high. Ranks are lines to be drawn with a pen ``PEN`` wide; the others are outlines
to be filled.
"""

from __future__ import annotations

from typing import Final

from winnable.render.drawing import INK, element, number

__all__ = ["PEN", "creature", "rank", "rank_width", "suit", "turn_over"]

PEN: Final = 15.0

# By rank from the ace: the lines, and how wide the box is.
_RANKS: Final = (
    ("M8 92L35 8L62 92M17 65H53", 70),
    ("M10 31A22.5 23 0 0 1 55 31C55 52 10 66 10 92H57", 66),
    ("M10 8H53L29 41A25.5 25.5 0 1 1 8.5 80", 64),
    ("M45 92V8L8 67H61", 69),
    ("M53 8H17L13 45A26 26 0 1 1 9 78", 65),
    ("M49 8L13 54M8 66.5a24.5 25.5 0 1 0 49 0a24.5 25.5 0 1 0 -49 0Z", 65),
    ("M8 8H56L25 92", 64),
    ("M12.5 28.5a20 20.5 0 1 0 40 0a20 20.5 0 1 0 -40 0ZM8 70a24.5 22 0 1 0 49 0a24.5 22 0 1 0 -49 0Z", 65),
    ("M16 92L52 46M8 33.5a24.5 25.5 0 1 0 49 0a24.5 25.5 0 1 0 -49 0Z", 65),
    ("M8 25L21 8V92M39 50a17 42 0 1 0 34 0a17 42 0 1 0 -34 0Z", 81),
    ("M27 8H48V67A20 25 0 0 1 8 67", 56),
    ("M8 50a29 42 0 1 0 58 0a29 42 0 1 0 -58 0ZM44 68L66 92", 74),
    ("M11 8V92M58 8L12 57M28 41L61 92", 69),
)  # fmt: skip

# By suit C D H S.
_SUITS: Final = (
    "M50 5A22 22 0 0 1 68 40A22.5 22.5 0 1 1 55 66Q56 84 66 95H34Q44 84 45 66A22.5 22.5 0 1 1 32 40"
    "A22 22 0 0 1 50 5Z",
    "M50 3Q65 28 87 50Q65 72 50 97Q35 72 13 50Q35 28 50 3Z",
    "M50 94C22 68 6 52 6 31C6 15 17 6 29 6C39 6 46 12 50 22"
    "C54 12 61 6 71 6C83 6 94 15 94 31C94 52 78 68 50 94Z",
    "M50 4C78 30 94 44 94 62C94 74 85 81 75 81C66 81 59 76 55 68Q56 86 66 96H34Q44 86 45 68C41 76 34 81 25 81"
    "C15 81 6 74 6 62C6 44 22 30 50 4Z",
)  # fmt: skip

_TURN: Final = "M78 30A35 35 0 1 0 85 58M80 8V32H56"

# By name: outlines with their fill, then marks in ink, in a box 100 wide.
_CREATURES: Final = {
    "ghost": (
        ("M20 88V46C20 8 80 8 80 46V88L68 76L59 88L50 76L41 88L32 76Z", "#ffffff"),
        ("M36 40a6 8 0 1 0 12 0a6 8 0 1 0 -12 0ZM54 40a6 8 0 1 0 12 0a6 8 0 1 0 -12 0Z", INK),
    ),
    "vampire": (
        ("M24 34L6 10L40 20H60L94 10L76 34C86 66 68 90 50 90C32 90 14 66 24 34Z", "#f3d4d4"),
        ("M24 36C34 18 44 26 50 40C56 26 66 18 76 36C74 16 62 12 50 12C38 12 26 16 24 36Z", INK),
        ("M32 46L46 52L34 56ZM68 46L54 52L66 56Z", INK),
        ("M36 66H64L58 80L53 67H47L42 80Z", "#ffffff"),
    ),
    "zombie": (
        ("M22 14H78V66L70 88H30L22 66Z", "#bcd9b0"),
        ("M22 14H78V28L70 22L62 30L54 22L46 30L38 22L30 30L22 24Z", INK),
        ("M32 38H46V50H32ZM56 42H66V48H56Z", "#ffffff"),
        ("M36 72H64M42 67V77M50 67V77M58 67V77", "none"),
    ),
}


_DISC: Final = (("M86 50A36 36 0 1 1 14 50A36 36 0 1 1 86 50Z", "#c9a26b"),)


def rank_width(rank: int, height: float) -> float:
    """How wide a rank (0 to 12) of this height is."""
    return _RANKS[rank][1] * height / 100


def rank(rank: int, x: float, y: float, height: float, colour: str) -> str:
    """A rank (0 to 12), the top left corner of its box at (x, y)."""
    return _pen(_RANKS[rank][0], x, y, height, colour)


def suit(suit: int, x: float, y: float, size: float, colour: str, **attributes: float | str) -> str:
    """A suit (0 to 3) in a square box of this size, its top left corner at (x, y)."""
    return element("path", d=_SUITS[suit], fill=colour, transform=_moved(x, y, size), **attributes)


def turn_over(x: float, y: float, size: float, colour: str) -> str:
    """An arrow that goes round, in a square box of this size."""
    return _pen(_TURN, x, y, size, colour)


def creature(name: str, x: float, y: float, size: float) -> str:
    """A creature in a box of this size, its middle at (x, y); a disc where there is no picture of it."""
    outlines = [
        element("path", d=path, fill=fill, stroke=INK, stroke_width=4, stroke_linejoin="round")
        for path, fill in _CREATURES.get(name, _DISC)
    ]
    return f'<g transform="{_moved(x - size / 2, y - size / 2, size)}">{"".join(outlines)}</g>'


def _pen(path: str, x: float, y: float, height: float, colour: str) -> str:
    return element(
        "path", d=path, fill="none", stroke=colour, stroke_width=PEN, stroke_linejoin="round",
        stroke_linecap="round", transform=_moved(x, y, height),
    )  # fmt: skip


def _moved(x: float, y: float, size: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({size / 100:.4g})"
