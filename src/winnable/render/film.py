"""Scenes one after the other as one SVG file that moves by itself (SMIL), and refers to nothing outside.

A viewer that knows no animation shows the first scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from winnable.render.drawing import Drawing, draw_text, element, group, number
from winnable.render.style import Style
from winnable.render.svg import draw

if TYPE_CHECKING:
    from winnable.scene import Scene

__all__ = ["Frame", "film"]

_GRAPH: Final = 0.7  # of a card's width: the height of the graph of depths
_MARGIN: Final = 10.0
_LETTER: Final = 0.6  # of the letters' size: how wide one is, with room to spare
_LEAST: Final = 420.0  # pixels, so that there is room for the captions


@dataclass(frozen=True, slots=True)
class Frame:
    """One scene, lines of text below it, and a depth for the graph of all frames."""

    scene: Scene
    captions: tuple[str, ...]
    depth: int


def film(
    frames: Sequence[Frame], style: Style, *, seconds: float, title: str, last_seconds: float = 2.0
) -> Drawing:
    """The frames, ``seconds`` each, the last one ``last_seconds`` more, from the start again at the end.

    Below them stand a frame's captions, and a graph of the depths of all frames, in which the one that is
    shown is marked; ``title`` stands above. What several frames have in common is written once.
    """
    return _Film(frames, style, seconds, last_seconds).paint(title)


class _Film:
    def __init__(self, frames: Sequence[Frame], style: Style, seconds: float, last: float) -> None:
        self.frames, self.style, self.colours = frames, style, style.palette
        self.drawings = [draw(frame.scene, style) for frame in frames]
        self.size = max(10.0, min(14.0, 0.2 * style.width))
        self.line = 1.5 * self.size
        self.wide = max(_LEAST, *(drawing.width for drawing in self.drawings))
        self.tall = max(drawing.height for drawing in self.drawings)
        self.times = [i * seconds for i in range(len(frames))]
        self.length = len(frames) * seconds + last
        self.shared: dict[str, str] = {}  # what stands in some frame -> the name it is referred to by

    def paint(self, title: str) -> Drawing:
        titles = self.wrapped(title)
        self.head = (len(titles) + 1) * self.line
        lines = max(len(self.captions(frame)) for frame in self.frames)
        graph = _GRAPH * self.style.width
        foot = self.head + self.tall + self.line
        width, height = self.wide + 2 * _MARGIN, foot + lines * self.line + graph + 2 * self.line
        shown = [self.frame(i, foot, foot + lines * self.line) for i in range(len(self.frames))]
        parts = [
            element("rect", x=0, y=0, width=width, height=height, fill=self.colours.card),
            "\n".join(("<defs>", *self.definitions(), "</defs>")),
            *(self.words(text, (i + 1) * self.line, bold=True) for i, text in enumerate(titles)),
            *self.graph(foot + lines * self.line + self.size),
            *shown,
        ]
        return Drawing(width, height, "\n".join(parts))

    def frame(self, i: int, foot: float, graph: float) -> str:
        drawing, frame = self.drawings[i], self.frames[i]
        inside = [self.use(part) for part in drawing.body.split("\n")]
        moved = f"translate({number(_MARGIN + (self.wide - drawing.width) / 2)} {number(self.head)})"
        below = [
            self.words(text, foot + (j + 0.3) * self.line) for j, text in enumerate(self.captions(frame))
        ]
        x, y = self.point(i, graph + self.size)
        mark = element("circle", cx=x, cy=y, r=0.3 * self.size, fill=self.colours.ring)
        parts = [self.timed(i), group(inside, transform=moved), *below, mark]
        return group(parts, visibility="visible" if i == 0 else "hidden")

    def captions(self, frame: Frame) -> list[str]:
        return [line for caption in frame.captions for line in self.wrapped(caption)]

    def wrapped(self, text: str) -> list[str]:
        """A text in lines that the drawing has room for."""
        return wrap(text, int(self.wide / (_LETTER * self.size)))

    def words(self, text: str, y: float, *, bold: bool = False) -> str:
        return draw_text(text, _MARGIN, y, self.size, colour=self.colours.ink, anchor="start", bold=bold)

    def timed(self, i: int) -> str:
        """Visible from this frame's time to the next one's; discrete times, from 0 on."""
        begin = self.times[i] / self.length
        end = self.times[i + 1] / self.length if i + 1 < len(self.times) else 1.0
        steps = [(0.0, "visible")] if i == 0 else [(0.0, "hidden"), (begin, "visible")]
        if end < 1:
            steps.append((end, "hidden"))
        values = ";".join(value for _, value in steps)
        times = ";".join(f"{time:.5f}".rstrip("0").rstrip(".") for time, _ in steps)
        return element(
            "animate", attributeName="visibility", calcMode="discrete", values=values, keyTimes=times,
            dur=f"{number(self.length)}s", repeatCount="indefinite",
        )  # fmt: skip

    def use(self, part: str) -> str:
        name = self.shared.setdefault(part, f"p{len(self.shared)}")
        return f'<use href="#{name}"/>'

    def definitions(self) -> list[str]:
        return [f'<g id="{name}">{part}</g>' for part, name in self.shared.items()]

    def point(self, i: int, top: float) -> tuple[float, float]:
        """Where a frame stands in the graph: the start above, deeper positions below."""
        deepest = max(1, *(frame.depth for frame in self.frames))
        x = _MARGIN + (self.wide * i / (len(self.frames) - 1) if len(self.frames) > 1 else 0)
        return x, top + _GRAPH * self.style.width * self.frames[i].depth / deepest

    def graph(self, top: float) -> list[str]:
        points = [self.point(i, top) for i in range(len(self.frames))]
        parts = [
            element(
                "line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke=self.colours.pale, stroke_width=1.5,
                stroke_linecap="round",
            )
            for a, b in pairwise(points)
        ]  # fmt: skip
        deepest = max(frame.depth for frame in self.frames)
        label = draw_text(
            f"depth, 0 to {deepest}", _MARGIN + self.wide, top - 0.6 * self.size, 0.8 * self.size,
            colour=self.colours.pale, anchor="end",
        )  # fmt: skip
        return [*parts, label]
