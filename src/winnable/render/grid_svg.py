"""Puzzles on squares as drawings: what stands in the squares, the numbers around them, and rays of light."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from winnable.render import glyphs
from winnable.render.drawing import INK, Drawing, draw_text, element, group, number
from winnable.render.style import Style

if TYPE_CHECKING:
    from winnable.scene import Cell, Clue, Grid, Light, Mark, Scene

__all__ = ["draw_grid"]

_EDGE: Final = 1.0  # squares between the board and the drawing's rim, for the clues
_LABELS: Final = 0.7  # squares more, for their labels
_TOP: Final = 1.2  # squares above, for what is to be placed
_MARK_TEXT: Final = 0.92  # squares from the left of a mark to its number
_MARK_SIZE: Final = 0.46  # of that number, and the gap behind it
_MARK_GAP: Final = 0.2
_DIGIT: Final = 0.635  # of a number's size, how wide its widest figure is in the widest of our fonts
_CAPTION: Final = 0.52  # squares for each line below
_LETTERS: Final = 6.3  # of a caption on a square's width
_FRAME: Final = "#c03030"
_PALE: Final = 0.35  # opacity of what may be in a square and is not pencilled in

Point = tuple[float, float]


def draw_grid(scene: Scene, style: Style) -> Drawing:
    """A board with what is to be placed above it, the clues around it, and captions below."""
    assert scene.grid is not None
    return _Canvas(scene.grid, style, scene.captions).paint()


class _Canvas:
    """Where everything of one board stands."""

    def __init__(self, grid: Grid, style: Style, captions: tuple[str, ...]) -> None:
        self.grid = grid
        self.style = style
        self.colours = style.palette
        self.side = style.square
        edge = (_EDGE if grid.clues else 0.3) + (_LABELS if style.labels and grid.clues else 0)
        self.mark_texts = [f"{m.placed}/{m.total}" if style.labels else str(m.total) for m in grid.marks]
        self.mark_width = (
            max((self.mark_block(text) for text in self.mark_texts), default=0.0) + _MARK_GAP * self.side
        )
        self.width = max((grid.width + 2 * edge) * self.side, len(grid.marks) * self.mark_width)
        self.left = (self.width - grid.width * self.side) / 2
        self.top = (edge + (_TOP if grid.marks else 0)) * self.side
        self.board_height = self.top + (grid.height + edge) * self.side
        letters = max(10, int((self.width / self.side - 0.6) * _LETTERS))
        self.captions = [line for caption in captions for line in wrap(caption, letters)]
        foot = _CAPTION * len(self.captions) + (0.15 if captions else 0)
        self.height = self.board_height + foot * self.side
        self.names = {mark.letter: mark.name for mark in grid.marks}

    def paint(self) -> Drawing:
        parts = [
            element("rect", x=0, y=0, width=self.width, height=self.height, fill=self.colours.card),
            *self.marks(),
            *self.squares(),
            *(part for i, light in enumerate(self.grid.lights) for part in self.light(light, i)),
            *self.contents(),
            *self.badges(),
            *self.frames(),
            *(part for clue in self.grid.clues for part in self.clue(clue)),
            *self.lines_below(),
        ]
        return Drawing(self.width, self.height, "\n".join(parts))

    def corner(self, square: int) -> Point:
        row, column = divmod(square, self.grid.width)
        return self.left + column * self.side, self.top + row * self.side

    def centre(self, square: int) -> Point:
        x, y = self.corner(square)
        return x + self.side / 2, y + self.side / 2

    def outside(self, clue: Clue, distance: float) -> Point:
        """The point so many squares outside the board where a clue looks in."""
        along = (clue.at + 0.5) * self.side
        off = distance * self.side
        if clue.side == "top":
            return self.left + along, self.top - off
        if clue.side == "bottom":
            return self.left + along, self.top + self.grid.height * self.side + off
        if clue.side == "left":
            return self.left - off, self.top + along
        return self.left + self.grid.width * self.side + off, self.top + along

    def marks(self) -> Iterator[str]:
        """What is to be placed, side by side above the board, each with its number."""
        if not self.grid.marks:
            return
        step = max(self.mark_width, min(2.5 * self.side, self.width / len(self.grid.marks)))
        x = (self.width - len(self.grid.marks) * step) / 2
        y = 0.65 * self.side
        for i, (mark, text) in enumerate(zip(self.grid.marks, self.mark_texts, strict=True)):
            half = max(self.mark_block(text) / 2, min(0.9 * self.side, step / 2))
            left = x + (i + 0.5) * step - half
            yield self.symbol(mark.letter, left + 0.4 * self.side, y, 0.8 * self.side)
            words = left + _MARK_TEXT * self.side
            colour = self.mark_colour(mark)
            yield draw_text(text, words, y, _MARK_SIZE * self.side, colour=colour, anchor="start")

    def mark_block(self, text: str) -> float:
        """How wide a mark with its number is, whatever font draws that."""
        return (_MARK_TEXT + _DIGIT * _MARK_SIZE * len(text)) * self.side

    def mark_colour(self, mark: Mark) -> str:
        return self.colours.lost if mark.placed > mark.total else self.colours.ink

    def squares(self) -> Iterator[str]:
        """The squares; those that the puzzle fills itself are grey."""
        for i, cell in enumerate(self.grid.cells):
            if cell.outside:
                continue
            x, y = self.corner(i)
            fill = self.colours.given if cell.given and cell.holds in self.names else self.colours.card
            yield element(
                "rect", x=x, y=y, width=self.side, height=self.side, fill=fill, stroke=self.colours.edge,
                stroke_width=1,
            )  # fmt: skip

    def light(self, light: Light, rank: int) -> Iterator[str]:
        """The way of the light from one clue to another; of several, the later ones are narrower. What is
        seen in a mirror lies along the dashed part."""
        colour = self.colours.lights[rank % len(self.colours.lights)]
        wide = max(0.075, 0.2 - 0.075 * rank) * self.side
        points = [
            self.outside(self.grid.clue(light.start), 0.22),
            *map(self.centre, light.squares),
            self.outside(self.grid.clue(light.end), 0.22),
        ]
        if light.direct is None or light.direct == len(light.squares):
            yield self.ray(points, colour, wide)
            return
        # The mirror itself, behind the squares seen directly, is where the light turns.
        yield self.ray(points[: light.direct + 2], colour, wide)
        dash = f"{number(1.2 * wide)} {number(1.6 * wide)}"
        yield self.ray(points[light.direct + 1 :], colour, wide, stroke_dasharray=dash)

    def ray(self, points: list[Point], colour: str, wide: float, **attributes: str) -> str:
        return element(
            "polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill="none",
            stroke=colour, stroke_width=wide, stroke_opacity=0.85, stroke_linejoin="round",
            stroke_linecap="round", **attributes,
        )  # fmt: skip

    def contents(self) -> Iterator[str]:
        """Mirrors, what stands in the squares, and what open ones may still hold."""
        for i, cell in enumerate(self.grid.cells):
            x, y = self.centre(i)
            if cell.holds in self.names:
                yield self.symbol(cell.holds, x, y, 0.85 * self.side)
            elif cell.holds:
                yield self.mirror(cell.holds, x, y)
            elif cell.ruled_out or cell.pencil or cell.struck:
                yield from self.pencil(cell, x, y)

    def symbol(self, letter: str, x: float, y: float, size: float) -> str:
        return glyphs.creature(self.names[letter], x, y, size)

    def mirror(self, kind: str, x: float, y: float) -> str:
        reach = 0.36 * self.side
        slope = -reach if kind == "/" else reach
        return element(
            "line", x1=x - reach, y1=y - slope, x2=x + reach, y2=y + slope, stroke=self.colours.ink,
            stroke_width=0.0875 * self.side, stroke_linecap="round",
        )  # fmt: skip

    def pencil(self, cell: Cell, x: float, y: float) -> Iterator[str]:
        """What an open square may hold, small, each at its own place; a mark where that is nothing.

        Where the player has pencil marks it is those, crossed out if they are ruled out, by the player or
        otherwise; and paler what may be there and is not marked."""
        if all(mark.letter in cell.ruled_out for mark in self.grid.marks):
            yield draw_text("!", x, y, 0.6 * self.side, colour=self.colours.lost, bold=True)
        size = 0.4 * self.side
        for mark, (dx, dy) in zip(
            self.grid.marks, ((-0.24, -0.22), (0.24, -0.22), (0.0, 0.24)), strict=False
        ):
            left, top = x + dx * self.side, y + dy * self.side
            is_out = mark.letter in cell.ruled_out or mark.letter in cell.struck
            is_marked, marks = mark.letter in cell.pencil + cell.struck, cell.pencil + cell.struck
            if is_marked or not (is_out or (marks and not cell.ruled_out)):
                pale = bool(marks) and not is_marked
                symbol = self.symbol(mark.letter, left, top, size)
                yield group([symbol], opacity=_PALE) if pale else symbol
            if is_marked and is_out:
                yield self.stroke(left, top, 0.5 * size, self.colours.lost)

    def stroke(self, x: float, y: float, reach: float, colour: str) -> str:
        """A stroke that crosses out what stands at (x, y)."""
        return element(
            "line", x1=x - reach, y1=y + reach, x2=x + reach, y2=y - reach, stroke=colour,
            stroke_width=0.05 * self.side, stroke_linecap="round",
        )  # fmt: skip

    def badges(self) -> Iterator[str]:
        """Beside what a clue sees, how often it sees it where that is more than once."""
        for light in self.grid.lights:
            for square, times in groupby(sorted(light.seen)):
                x, y = self.corner(square)
                x, y, radius = x + 0.81 * self.side, y + 0.19 * self.side, 0.17 * self.side
                yield element(
                    "circle", cx=x, cy=y, r=radius, fill=self.colours.lights[0], stroke=INK, stroke_width=1
                )
                yield draw_text(str(len(list(times))), x, y, 0.26 * self.side, colour=INK, bold=True)

    def frames(self) -> Iterator[str]:
        for i, cell in enumerate(self.grid.cells):
            if cell.framed:
                x, y = self.corner(i)
                size = self.side - 4
                yield element(
                    "rect", x=x + 2, y=y + 2, width=size, height=size, fill="none", stroke=_FRAME,
                    stroke_width=2.5,
                )  # fmt: skip

    def clue(self, clue: Clue) -> Iterator[str]:
        """A clue's number, if it is told: pale with a tick once met, bold with a mark where it cannot be,
        crossed out where the player marked it as done."""
        state = clue.state if self.style.labels else "open"
        x, y = self.outside(clue, 0.6)
        if clue.value is not None:
            colour = {"open": self.colours.ink, "met": self.colours.pale, "broken": self.colours.lost}[state]
            size = 0.5 * self.side
            text = str(clue.value) + ("!" if state == "broken" else "")
            yield draw_text(text, x, y, size, colour=colour, bold=state == "broken")
            if state == "met":
                off = 0.16 * self.side * (1 + len(text))
                yield self.tick(x - off if clue.side == "left" else x + off, y + 0.1 * self.side)
        if clue.done:
            yield self.stroke(x, y, 0.24 * self.side, self.colours.ink)
        if self.style.labels:
            yield draw_text(clue.label, *self.outside(clue, 1.3), 0.28 * self.side, colour=self.colours.pale)

    def tick(self, x: float, y: float) -> str:
        """A tick, its lowest point about (x, y)."""
        s = self.side
        points = ((x - 0.07 * s, y - 0.08 * s), (x - 0.01 * s, y), (x + 0.11 * s, y - 0.2 * s))
        return element(
            "polyline", points=" ".join(f"{number(a)},{number(b)}" for a, b in points), fill="none",
            stroke=self.colours.pale, stroke_width=0.05 * s, stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip

    def lines_below(self) -> Iterator[str]:
        """The captions, in lines no wider than the drawing."""
        for i, line in enumerate(self.captions):
            y = self.board_height + (i + 0.3) * _CAPTION * self.side
            size = 0.32 * self.side
            yield draw_text(line, 0.3 * self.side, y, size, colour=self.colours.ink, anchor="start")
