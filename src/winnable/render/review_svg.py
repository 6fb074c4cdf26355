"""The graph of a review: what was known of a game after each of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from winnable.render.drawing import Drawing, draw_text, element, group

__all__ = ["ChanceStep", "VerdictStep", "draw_chances", "draw_verdicts"]

_WIDTH: Final = 900.0
_LEFT: Final = 44.0  # for the names beside
_RIGHT: Final = 10.0
_WON, _LOST, _OPEN, _PALE, _LUCK = "#0b6bb0", "#a63603", "#5b6169", "#d8e6f2", "#b78c02"


@dataclass(frozen=True, slots=True)
class VerdictStep:
    """A place: ``won`` is None where that is not known, ``left`` are the moves of the shortest win known, 0
    where none is. ``marked``: the move that led here lost the game."""

    won: bool | None
    left: int = 0
    marked: bool = False


@dataclass(frozen=True, slots=True)
class ChanceStep:
    """A place: the chance of a win with its interval, and by how much the choice of the move that led here
    and then luck changed it. All are shares of 1."""

    share: float
    interval: tuple[float, float]
    choice: float = 0.0
    luck: float = 0.0
    marked: bool = False


def draw_verdicts(steps: Sequence[VerdictStep]) -> Drawing:
    """A line that is above where the game was won and below where it was lost, hatched between where that is
    not known; under it a bar for the moves to the win."""
    at, wide = _columns(len(steps))
    top, bottom, foot = 18.0, 50.0, 170.0
    most = max([step.left for step in steps] + [1])
    parts = [_named("won", top), _named("lost", bottom)]
    if any(step.left for step in steps):
        parts += [_named(str(most), 74.0), _named("0", foot)]
    level = {True: top, False: bottom}
    path, broken = list[str](), True
    for x, step in zip(at, steps, strict=True):
        if step.won is None:
            parts += _hatched(x, top, wide, bottom - top)
        else:
            path.append(f"{'M' if broken else 'L'}{x:.1f} {level[step.won]:.0f} H{x + wide:.1f}")
        broken = step.won is None
        if step.left:
            high = (foot - 68.0) * step.left / most
            parts.append(
                element("rect", x=x, y=foot - high, width=max(wide - 1, 1.0), height=high, fill=_WON)
            )
        if step.marked:
            parts.append(element("circle", cx=x + wide / 2, cy=bottom, r=6, fill=_LOST))
    if path:
        parts.append(element("path", d=" ".join(path), fill="none", stroke="#222222", stroke_width=2.5))
    return Drawing(_WIDTH, 180.0, group(parts, title="The verdict after each move, and the moves to the win"))


def draw_chances(steps: Sequence[ChanceStep]) -> Drawing:
    """The chance of a win as a line in the band of its interval; under it what the choice of each move did to
    it, and what luck did."""
    at, wide = _columns(len(steps))
    top, bottom, middle = 14.0, 104.0, 145.0

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    middles = [(x + wide / 2, step) for x, step in zip(at, steps, strict=True)]
    band = [f"{x:.1f},{y(step.interval[1]):.1f}" for x, step in middles]
    band += [f"{x:.1f},{y(step.interval[0]):.1f}" for x, step in middles[::-1]]
    line = " ".join(f"{x:.1f},{y(step.share):.1f}" for x, step in middles)
    parts = [
        _named("100 %", top),
        _named("0 %", bottom),
        _named("choice", middle - 8, _WON),
        _named("luck", middle + 8, _LUCK),
        element("polygon", points=" ".join(band), fill=_PALE),
        element("polyline", points=line, fill="none", stroke=_WON, stroke_width=2.5),
        element("path", d=f"M{_LEFT} {middle}H{_WIDTH - _RIGHT}", stroke="#bbbbbb", fill="none"),
    ]
    for x, step in zip(at, steps, strict=True):
        for offset, change, colour in ((0.0, step.choice, _WON), (wide / 2, step.luck, _LUCK)):
            high = min(abs(change), 0.5) * 70
            up = middle - high if change > 0 else middle
            bar = max(wide / 2 - 0.5, 1.0)
            parts.append(element("rect", x=x + offset, y=up, width=bar, height=high, fill=colour))
        if step.marked:
            parts.append(element("circle", cx=x + wide / 2, cy=y(step.share), r=5, fill=_LOST))
    return Drawing(_WIDTH, 180.0, group(parts, title="The chance of a win after each move"))


def _columns(count: int) -> tuple[list[float], float]:
    """Where the column of each step begins, and how wide all are."""
    wide = (_WIDTH - _LEFT - _RIGHT) / max(count, 1)
    return [_LEFT + i * wide for i in range(count)], wide


def _named(name: str, y: float, colour: str = _OPEN) -> str:
    return draw_text(name, _LEFT - 6, y, 11, colour=colour, anchor="end")


def _hatched(x: float, y: float, width: float, height: float) -> list[str]:
    """A box of slanting lines."""
    lines = "".join(f"M{x:.1f} {y + i:.1f}l{width:.1f} -6" for i in range(6, int(height) + 1, 6))
    return [element("path", d=lines, stroke=_OPEN, fill="none", stroke_width=1)]
