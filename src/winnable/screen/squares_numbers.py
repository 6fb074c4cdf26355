"""Reads the numbers around a board: the clues on its four sides, and the totals above with their symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from winnable.screen.digits import DIGITS, read_signs, sign_boxes, sign_patch
from winnable.screen.seen_board import NAMES, SeenNumber

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from winnable.scene import Side
    from winnable.screen.digits import ReadSign
    from winnable.screen.seen_board import State
    from winnable.screen.squares_view import View

__all__ = ["Rectangle", "Symbols", "read_clues", "read_totals"]

_BLANK: Final = 0.07  # ink that is no print
_FAINT: Final = 0.25  # print that may be none
_DONE: Final = 0.6  # print as faint as this is that of a clue the player is done with
_REDDER: Final = 50  # of 255, how much more red than green or blue the print of a mistake is
_MOST_SIGNS: Final = 3
_WITH_SLASH: Final = DIGITS + "/"

# Where the totals stand in sgt's drawing, in squares: the middle one's number begins 1/4 right of the
# middle, the others 3/2 beside it; its symbol is 2/3 of a square wide, left of it. They are 3/2 above the
# board.
_TOTALS_ROW: Final = (-1.95, -1.05)
_NUMBER_AT: Final = 0.25
_TOTALS_STEP: Final = 1.5
_CUT: Final = -0.02
_SYMBOL_LEFT: Final = -0.64
_NUMBER_RIGHT: Final = 0.87

_NEAREST: Final = -1.03  # elsewhere: the first line above the clues that is as high as a symbol
_FARTHEST: Final = -3.05
_SYMBOL_HEIGHT: Final = 0.4
_BLOCK_GAP: Final = 0.1


class Rectangle(NamedTuple):
    """A part of the view, in squares from the board's corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Symbols:
    """Where the symbols of the three monsters are shown above the board; None where they were not found."""

    boxes: tuple[Rectangle, Rectangle, Rectangle] | None


class _Print(NamedTuple):
    """A line of print: its signs' patches, its colour's state, and how strong it is."""

    patches: list[NDArray[np.float32]]
    state: State
    strength: float


def read_clues(view: View) -> tuple[SeenNumber, ...]:
    """The clues, clockwise from the top left."""
    places = list(_clue_places(view))
    prints = [_printed(view, rectangle) for *_, rectangle in places]
    values = _values(prints, DIGITS)
    return tuple(
        _number(view, name, rectangle, value, shown, side, at)
        for (name, side, at, rectangle), shown, value in zip(places, prints, values, strict=True)
    )


def _clue_places(view: View) -> Iterator[tuple[str, Side, int, Rectangle]]:
    """Name, side, place on it, and window of each clue."""
    columns, rows = view.lattice.columns, view.lattice.rows
    near, far = 0.08, 1.1
    for x in range(columns):
        yield f"D{x + 1}", "top", x, Rectangle(x, -far, x + 1, -near)
    for y in range(rows):
        yield f"L{y + 1}", "right", y, Rectangle(columns + near, y, columns + far, y + 1)
    for x in reversed(range(columns)):
        yield f"U{x + 1}", "bottom", x, Rectangle(x, rows + near, x + 1, rows + far)
    for y in reversed(range(rows)):
        yield f"R{y + 1}", "left", y, Rectangle(-far, y, -near, y + 1)


def _printed(view: View, place: Rectangle) -> _Print:
    """What is printed in a window."""
    ink = _without_rim(view.ink(*place))
    strongest = np.sort(ink, axis=None)[-max(8, ink.size // 100) :]
    strength = float(strongest.mean())
    if strength < _BLANK:
        return _Print([], "open", strength)
    relative = np.ascontiguousarray(ink / strength)
    boxes = [box for box in sign_boxes(relative) if not _is_exclamation(relative, box)]
    patches = [sign_patch(relative, box) for box in boxes]
    return _Print(patches, _state(view, place, relative, strength), strength)


def _without_rim(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without what lies beyond the board's window: rows and columns at the rim that are no ground at all."""
    top, bottom = _plain(ink)
    left, right = _plain(ink[top:bottom].T)
    inside = np.zeros_like(ink)
    inside[top:bottom, left:right] = ink[top:bottom, left:right]
    return inside


def _plain(ink: NDArray[np.float32]) -> tuple[int, int]:
    """The first and the last row (exclusive) in which there is some ground."""
    ground: NDArray[np.bool_] = ink < _FAINT
    rows = np.flatnonzero(np.mean(ground, axis=1) > 0.02)
    return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, len(ink))


def _is_exclamation(ink: NDArray[np.float32], box: tuple[int, int, int, int]) -> bool:
    """A narrow sign with a gap above its foot, as our own drawings have it behind a clue that is broken."""
    left, top, right, bottom = box
    height = bottom - top
    if right - left > 0.4 * height:
        return False
    filled = np.any(ink[top:bottom, left:right] > 0.4, axis=1)
    return not bool(filled[int(0.55 * height) : int(0.95 * height)].all())


def _state(view: View, place: Rectangle, relative: NDArray[np.float32], strength: float) -> State:
    part = view.window(*place)[relative > 0.75]
    if len(part):
        red, green, blue = (float(value) for value in part.mean(axis=0))
        ground = view.ground
        tinted = float(ground[0] - max(ground[1], ground[2]))
        if red - max(green, blue) - max(0.0, tinted) > _REDDER:
            return "broken"
    return "done" if strength < _DONE else "open"


class _Value(NamedTuple):
    value: int | None
    confidence: float
    others: tuple[int, ...] = ()


def _values(prints: Sequence[_Print], signs: str) -> list[_Value]:
    """The numbers that lines of print are; all their signs are read together."""
    every = read_signs([patch for shown in prints for patch in shown.patches], signs)
    values, start = [], 0
    for shown in prints:
        end = start + len(shown.patches)
        values.append(_value(every[start:end], shown))
        start = end
    return values


def _value(signs: Sequence[ReadSign], shown: _Print) -> _Value:
    text = [sign.sign for sign in signs]
    if "/" in text:  # placed/total
        signs = signs[text.index("/") + 1 :]
    if shown.strength < _BLANK:
        return _Value(None, 1.0)
    if not 0 < len(signs) <= _MOST_SIGNS or any(sign.sign == "/" for sign in signs):
        return _Value(None, 0.0)
    digits = "".join(sign.sign for sign in signs)
    confidence = min(sign.confidence for sign in signs)
    if shown.strength < _FAINT:
        confidence *= 0.8
    if len(digits) > 1 and digits[0] == "0":
        confidence *= 0.5
    weakest = min(range(len(signs)), key=lambda i: signs[i].confidence)
    other = digits[:weakest] + signs[weakest].other + digits[weakest + 1 :]
    others = (int(other),) if signs[weakest].confidence < 1 and other.isdigit() else ()
    return _Value(int(digits), confidence, others)


def _number(
    view: View, name: str, place: Rectangle, value: _Value, shown: _Print, side: Side | None, at: int
) -> SeenNumber:
    hidden = value.value is None and value.confidence == 1
    box = view.lattice.part(*place)
    return SeenNumber(name, box, *value, shown.state, hidden, side, at)


def read_totals(view: View) -> tuple[tuple[SeenNumber, ...], Symbols]:
    """The totals of ghosts, vampires and zombies, and where their symbols are."""
    found = _sgt_totals(view) or _other_totals(view)
    if found is None:
        above = Rectangle(0, -2, view.lattice.columns, -1.05)
        box = view.lattice.part(*above)
        return tuple(SeenNumber(name, box, None, 0.0) for name in NAMES), Symbols(None)
    symbols, places = found
    prints = [_printed(view, place) for place in places]
    values = [_Value(None, 0.0) if value.value is None else value for value in _values(prints, _WITH_SLASH)]
    totals = tuple(
        _number(view, name, place, value, shown, None, 0)
        for name, place, value, shown in zip(NAMES, places, values, prints, strict=True)
    )
    return totals, Symbols((symbols[0], symbols[1], symbols[2]))


def _sgt_totals(view: View) -> tuple[list[Rectangle], list[Rectangle]] | None:
    """The places of symbols and numbers as sgt's program has them, if something stands there."""
    top, bottom = _TOTALS_ROW
    symbols, numbers = [], []
    for k in (-1, 0, 1):
        x = view.lattice.columns / 2 + _NUMBER_AT + k * _TOTALS_STEP
        cut = view.ink(x + _CUT - 0.02, top, x + _CUT + 0.01, bottom)
        symbol = _filled(view, Rectangle(x + _SYMBOL_LEFT, top, x + _CUT, bottom))
        number = Rectangle(x + _CUT, top, x + _NUMBER_RIGHT, bottom)
        if symbol is None or _filled(view, number) is None or float(cut.max()) > 0.6:
            return None
        middle = (symbol.left + symbol.right) / 2
        if abs(middle - (x - 1 / 3)) > 0.08 or symbol.bottom - symbol.top > 0.7:
            return None
        symbols.append(symbol)
        numbers.append(number)
    return symbols, numbers


def _filled(view: View, place: Rectangle) -> Rectangle | None:
    """The part of a window in which there is ink."""
    mask = view.ink(*place) > _FAINT
    columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    if not len(columns) or len(rows) < 0.15 * mask.shape[0]:
        return None
    across, down = (place.right - place.left) / mask.shape[1], (place.bottom - place.top) / mask.shape[0]
    return Rectangle(
        place.left + across * int(columns[0]), place.top + down * int(rows[0]),
        place.left + across * (int(columns[-1]) + 1), place.top + down * (int(rows[-1]) + 1),
    )  # fmt: skip


def _other_totals(view: View) -> tuple[list[Rectangle], list[Rectangle]] | None:
    """The places in a drawing of another kind: three symbols, each before its number, in the first line
    above the clues that is high enough."""
    left, right = -1.85, view.lattice.columns + 1.85
    ink: NDArray[np.bool_] = _without_rim(view.ink(left, _FARTHEST, right, _NEAREST)) > _FAINT
    unit = (_NEAREST - _FARTHEST) / ink.shape[0]
    for top, bottom in reversed(_stretches(np.any(ink, axis=1), 1)):
        if (bottom - top) * unit < _SYMBOL_HEIGHT:
            continue
        blocks = _stretches(np.any(ink[top:bottom], axis=0), round(_BLOCK_GAP / unit))
        if len(blocks) != 6:
            return None
        y = _FARTHEST + unit * top, _FARTHEST + unit * bottom
        places = [Rectangle(left + unit * a - 0.02, y[0], left + unit * b + 0.02, y[1]) for a, b in blocks]
        symbols = [_filled(view, place) for place in places[::2]]
        return [symbol for symbol in symbols if symbol is not None], places[1::2]
    return None


def _stretches(flags: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """Where flags are set, gaps narrower than ``gap`` being bridged."""
    change = np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))
    found: list[tuple[int, int]] = []
    starts, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if found and start - found[-1][1] < gap:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
