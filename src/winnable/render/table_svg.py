"""Tables of Spider and its kin as drawings: what the player sees, and a move.

Lengths are pixels of SVG. Of a face-down card the drawing knows only that it lies there.
"""

from __future__ import annotations

from typing import Final

from winnable._core import Observation, PatienceMove
from winnable.cards import RANK_LETTERS
from winnable.render.svg import Drawing, draw_text, element

__all__ = ["draw_table"]

_WIDTH: Final = 44.0  # of a card
_HEIGHT: Final = 60.0
_GAP: Final = 8.0  # between columns, and around the table
_UP: Final = 19.0  # how far a card on a face-up one is from it
_DOWN: Final = 8.0  # how far a card on a face-down one is from it
_HEAD: Final = 18.0  # for the columns' numbers
_INK: Final = "#222222"
_RED: Final = "#b3261e"
_PALE: Final = "#8a8a8a"
_BACK: Final = "#6f8fb3"
_FRAME: Final = "#f0a020"

# Our own suits C D H S, each in a box of 100 by 100.
_SUITS: Final = (
    "M50 6a21 21 0 0 1 15 36a21 21 0 1 1 -11 28q1 14 9 22h-26q8 -8 9 -22"
    "a21 21 0 1 1 -11 -28a21 21 0 0 1 15 -36Z",
    "M50 5Q66 30 86 50Q66 70 50 95Q34 70 14 50Q34 30 50 5Z",
    "M50 92C20 66 8 48 8 32C8 16 19 9 29 9C39 9 47 15 50 26"
    "C53 15 61 9 71 9C81 9 92 16 92 32C92 48 80 66 50 92Z",
    "M50 6C80 32 92 46 92 60C92 72 83 78 74 78C64 78 57 73 54 66Q55 84 64 94H36Q45 84 46 66"
    "C43 73 36 78 26 78C17 78 8 72 8 60C8 46 20 32 50 6Z",
)


def draw_table(seen: Observation, move: PatienceMove | None = None) -> Drawing:
    """The columns side by side, below them the stock and the runs that have left.

    The cards that ``move`` carries are framed, and so is where they go.
    """
    width = _GAP + len(seen.columns) * (_WIDTH + _GAP)
    depth = max((_depth(down, len(up)) for down, up in zip(seen.down, seen.columns, strict=True)), default=0)
    foot = _GAP + _HEAD + depth + _HEIGHT + 2 * _GAP
    height = foot + 0.6 * _HEAD
    parts = [element("rect", x=0, y=0, width=width, height=height, fill="#ffffff")]
    for column in range(len(seen.columns)):
        parts += _column(seen, column)
    if move is not None and move.from_pile < len(seen.columns):
        parts += _frames(seen, move)
    if below := _below(seen):
        parts.append(draw_text(below, _GAP, foot, 13, anchor="start"))
    return Drawing(width, height, "\n".join(parts))


def _depth(down: int, up: int) -> float:
    """How far below the top of its column a card lies that has so many others under it."""
    return down * _DOWN + max(up - 1, 0) * _UP


def _corner(seen: Observation, column: int, index: int) -> tuple[float, float]:
    """The top left corner of the card that has ``index`` face-up ones under it."""
    return _GAP + column * (_WIDTH + _GAP), _GAP + _HEAD + seen.down[column] * _DOWN + index * _UP


def _column(seen: Observation, column: int) -> list[str]:
    x, top = _GAP + column * (_WIDTH + _GAP), _GAP + _HEAD
    parts = [draw_text(str(column + 1), x + _WIDTH / 2, _GAP + 4, 11, colour=_PALE)]
    if not seen.down[column] and not seen.columns[column]:
        parts.append(_outline(x, top, fill="none", stroke="#c8c8c8", stroke_dasharray="4 3"))
    parts += [
        _outline(x, top + i * _DOWN, fill=_BACK, stroke="#ffffff", stroke_width=1)
        for i in range(seen.down[column])
    ]
    for i, face in enumerate(seen.columns[column]):
        parts += _card(face, *_corner(seen, column, i))
    return parts


def _outline(x: float, y: float, **attributes: float | str) -> str:
    return element("rect", x=x, y=y, width=_WIDTH, height=_HEIGHT, rx=4, **attributes)


def _card(face: int, x: float, y: float) -> list[str]:
    """A card with its rank and suit in the corner that stays visible, and the suit once more, large."""
    rank, suit = RANK_LETTERS[face >> 2].replace("T", "10"), face & 3
    colour = _RED if suit in (1, 2) else _INK
    return [
        _outline(x, y, fill="#ffffff", stroke=_INK, stroke_width=1),
        draw_text(rank, x + 5, y + 10, 14, colour=colour, anchor="start"),
        _suit(suit, x + _WIDTH - 17, y + 4, 12, colour),
        _suit(suit, x + _WIDTH / 2 - 11, y + 28, 22, colour),
    ]


def _suit(suit: int, x: float, y: float, size: float, colour: str) -> str:
    scale = size / 100
    return element("path", d=_SUITS[suit], fill=colour, transform=f"translate({x:g} {y:g}) scale({scale:g})")


def _frames(seen: Observation, move: PatienceMove) -> list[str]:
    """Around the cards that move, and around the card or the empty column that takes them."""
    up = len(seen.columns[move.from_pile])
    x, y = _corner(seen, move.from_pile, up - move.count)
    tall = _HEIGHT + (move.count - 1) * _UP
    target = max(len(seen.columns[move.to_pile]) - 1, 0)
    return [
        _frame(x, y, tall),
        _frame(*_corner(seen, move.to_pile, target), _HEIGHT, stroke_dasharray="6 4"),
    ]


def _frame(x: float, y: float, height: float, **attributes: float | str) -> str:
    return element(
        "rect", x=x - 2, y=y - 2, width=_WIDTH + 4, height=height + 4, rx=5, fill="none", stroke=_FRAME,
        stroke_width=3, **attributes,
    )  # fmt: skip


def _below(seen: Observation) -> str:
    gone = sum(seen.runs)
    return f"Stock: {seen.stock}   Runs that have left: {gone}" if seen.stock or gone else ""
