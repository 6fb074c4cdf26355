"""Pages of puzzles for printing, with the solutions on the last one. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from winnable.render.drawing import Drawing, draw_text, element, place
from winnable.render.style import Style
from winnable.render.svg import draw

if TYPE_CHECKING:
    from winnable.scene import Scene

__all__ = ["PAPERS", "Puzzle", "sheet_pages"]

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

_MARGIN: Final = 12.0
_HEAD: Final = 10.0  # for the title
_CAPTION: Final = 6.0  # above each board
_LETTERS: Final = 3.0  # a caption's size
_WIDE: Final = 0.6  # of that, how wide a letter is
_GAP: Final = 4.0  # between boards
_LARGEST: Final = 0.34  # millimetres for a pixel of a board's drawing: squares of 13.6 mm
_PUZZLES: Final = 6  # on one page, unless told otherwise; and solutions, at most
_SOLUTIONS: Final = 30
_TO_FILL: Final = 4.0  # a square's least side where somebody writes into it, and where it is only read
_TO_READ: Final = 3.0
_PLAIN: Final = Style(labels=False)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board to print, what to call it, and its solution: the same board, filled in."""

    name: str
    scene: Scene
    solution: Scene
    note: str = ""  # printed with the solution


def sheet_pages(
    puzzles: Sequence[Puzzle], *, paper: str = "a4", per_page: int | None = None, title: str = ""
) -> list[Drawing]:
    """The pages, puzzles first and then their solutions; as many puzzles on each as ``per_page`` says.

    Without it there are 6, or fewer of large boards, so that a square is at least 4 mm wide. Up to 30
    solutions share the last page, or as many as leave 3 mm for a square; more go on more pages. ``paper`` is
    one of ``PAPERS``.
    """
    room = _room(PAPERS[paper])
    boards = [_Item((puzzle.name,), draw(puzzle.scene, _PLAIN)) for puzzle in puzzles]
    answers = [
        _Item((puzzle.name, *([f"({puzzle.note})"] if puzzle.note else [])), draw(puzzle.solution, _PLAIN))
        for puzzle in puzzles
    ]
    fitting = per_page or _most_fitting(boards, _PUZZLES, _TO_FILL, room)
    parts = [(title, part) for part in _parts(boards, fitting)]
    fitting = _most_fitting(answers, _SOLUTIONS, _TO_READ, room)
    parts += [(f"{title}: solutions" if title else "Solutions", part) for part in _parts(answers, fitting)]
    return [
        _page(PAPERS[paper], head, f"{number} / {len(parts)}", items, slots)
        for number, (head, (items, slots)) in enumerate(parts, 1)
    ]


@dataclass(frozen=True, slots=True)
class _Item:
    caption: tuple[str, ...]  # a line, or several where they do not fit beside each other
    drawing: Drawing


def _parts(items: Sequence[_Item], most: int) -> Iterator[tuple[Sequence[_Item], int]]:
    """The items of each page, and for how many there is room: the last page is laid out like the others."""
    slots = min(most, len(items))
    for first in range(0, len(items), most):
        yield items[first : first + most], slots


def _most_fitting(items: Sequence[_Item], most: int, least_side: float, room: tuple[float, float]) -> int:
    """How many boards a page holds whose squares are no smaller than ``least_side``: ``most`` or fewer, and
    one at least."""

    def smallest_square(slots: int) -> float:
        return _PLAIN.square * _smallest_scale(items, slots, _columns(items, slots, room), room)

    return next((n for n in range(most, 1, -1) if smallest_square(n) >= least_side), 1)


def _room(paper: tuple[float, float]) -> tuple[float, float]:
    """Width and height of a page's inside, below its head."""
    return paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN - _HEAD


def _page(paper: tuple[float, float], head: str, number: str, items: Sequence[_Item], slots: int) -> Drawing:
    width, height = paper
    parts = [
        element("rect", x=0, y=0, width=width, height=height, fill="#ffffff"),
        draw_text(head, _MARGIN, _MARGIN + 2, 5, anchor="start"),
        draw_text(number, width - _MARGIN, _MARGIN + 2, 3.5, anchor="end"),
    ]
    room = _room(paper)
    columns = _columns(items, slots, room)
    rows = -(-slots // columns)
    box = (room[0] / columns, room[1] / rows)
    for i, item in enumerate(items):
        row, column = divmod(i, columns)
        left, top = _MARGIN + column * box[0], _MARGIN + _HEAD + row * box[1]
        scale = _scale(item.drawing, box)
        x = left + (box[0] - item.drawing.width * scale) / 2
        parts += _caption(item.caption, left + box[0] / 2, top, box[0] - _GAP)
        parts.append(place(item.drawing, x, top + _CAPTION, scale))
    return Drawing(width, height, "\n".join(parts))


def _caption(words: Sequence[str], x: float, top: float, width: float) -> Iterator[str]:
    """What stands above a board: in one line, or below each other and smaller where that is too long."""
    if _WIDE * _LETTERS * len(" ".join(words)) <= width:
        words = [" ".join(words)]
    for i, line in enumerate(words):
        size = min(_LETTERS, _CAPTION / (len(words) + 0.5), width / (_WIDE * len(line)))
        yield draw_text(line, x, top + (i + 0.5) * _CAPTION / len(words), size)


def _columns(items: Sequence[_Item], slots: int, room: tuple[float, float]) -> int:
    """How many boards side by side make them largest; the fewest columns of several that do."""
    return max(
        range(1, slots + 1), key=lambda columns: (_smallest_scale(items, slots, columns, room), -columns)
    )


def _smallest_scale(items: Sequence[_Item], slots: int, columns: int, room: tuple[float, float]) -> float:
    """The scale of the largest drawing, with so many places in so many columns on a page."""
    rows = -(-slots // columns)
    return min(_scale(item.drawing, (room[0] / columns, room[1] / rows)) for item in items)


def _scale(drawing: Drawing, box: tuple[float, float]) -> float:
    """Millimetres for each pixel with which a drawing fills its box, but for the gaps."""
    width, height = box[0] - _GAP, box[1] - _GAP - _CAPTION
    return min(_LARGEST, width / drawing.width, height / drawing.height)
