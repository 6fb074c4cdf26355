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
_GAP: Final = 4.0  # between boards
_LARGEST: Final = 0.34  # millimetres for a pixel of a board's drawing: squares of 13.6 mm
_SOLUTIONS: Final = 30  # on one page at most
_PLAIN: Final = Style(labels=False)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board to print, what to call it, and its solution: the same board, filled in."""

    name: str
    scene: Scene
    solution: Scene
    note: str = ""  # printed with the solution


def sheet_pages(
    puzzles: Sequence[Puzzle], *, paper: str = "a4", per_page: int = 6, title: str = ""
) -> list[Drawing]:
    """The pages, puzzles first and then their solutions; as many boards on each as ``per_page`` says.

    Solutions share the last page, up to 30 of them; more go on more pages. ``paper`` is one of ``PAPERS``.
    """
    boards = [_Item(puzzle.name, draw(puzzle.scene, _PLAIN)) for puzzle in puzzles]
    answers = [
        _Item(puzzle.name + (f" ({puzzle.note})" if puzzle.note else ""), draw(puzzle.solution, _PLAIN))
        for puzzle in puzzles
    ]
    parts = [(title, part) for part in _parts(boards, per_page)]
    parts += [(f"{title}: solutions" if title else "Solutions", part) for part in _parts(answers, _SOLUTIONS)]
    return [
        _page(PAPERS[paper], head, f"{number} / {len(parts)}", items, slots)
        for number, (head, (items, slots)) in enumerate(parts, 1)
    ]


@dataclass(frozen=True, slots=True)
class _Item:
    caption: str
    drawing: Drawing


def _parts(items: Sequence[_Item], most: int) -> Iterator[tuple[Sequence[_Item], int]]:
    """The items of each page, and for how many there is room: the last page is laid out like the others."""
    slots = min(most, len(items))
    for first in range(0, len(items), most):
        yield items[first : first + most], slots


def _page(paper: tuple[float, float], head: str, number: str, items: Sequence[_Item], slots: int) -> Drawing:
    width, height = paper
    parts = [
        element("rect", x=0, y=0, width=width, height=height, fill="#ffffff"),
        draw_text(head, _MARGIN, _MARGIN + 2, 5, anchor="start"),
        draw_text(number, width - _MARGIN, _MARGIN + 2, 3.5, anchor="end"),
    ]
    room = (width - 2 * _MARGIN, height - 2 * _MARGIN - _HEAD)
    columns = _columns(items, slots, room)
    rows = -(-slots // columns)
    box = (room[0] / columns, room[1] / rows)
    for i, item in enumerate(items):
        row, column = divmod(i, columns)
        left, top = _MARGIN + column * box[0], _MARGIN + _HEAD + row * box[1]
        scale = _scale(item.drawing, box)
        x = left + (box[0] - item.drawing.width * scale) / 2
        parts.append(draw_text(item.caption, left + box[0] / 2, top + _CAPTION / 2, 3))
        parts.append(place(item.drawing, x, top + _CAPTION, scale))
    return Drawing(width, height, "\n".join(parts))


def _columns(items: Sequence[_Item], slots: int, room: tuple[float, float]) -> int:
    """How many boards side by side make them largest; the fewest columns of several that do."""

    def smallest(columns: int) -> float:
        rows = -(-slots // columns)
        return min(_scale(item.drawing, (room[0] / columns, room[1] / rows)) for item in items)

    return max(range(1, slots + 1), key=lambda columns: (smallest(columns), -columns))


def _scale(drawing: Drawing, box: tuple[float, float]) -> float:
    """Millimetres for each pixel with which a drawing fills its box, but for the gaps."""
    width, height = box[0] - _GAP, box[1] - _GAP - _CAPTION
    return min(_LARGEST, width / drawing.width, height / drawing.height)
