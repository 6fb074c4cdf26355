"""A look at one ground of a picture: fans of cards, heaps, and places on which none lies.

A part of the table that is as wide as a card is a fan, in which lines tell where each card begins (``fans``);
a wider one is a heap of cards that overlap sideways (``heaps``). Places for cards are as large as these, and
no more than a frame or a tint of the ground.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from winnable.screen.faces import faces_up
from winnable.screen.fans import FanLines, end_of, fan_lines, fan_rows
from winnable.screen.ground import Ground, Part, is_faint, parts_of
from winnable.screen.heaps import heap_corners, sideways
from winnable.screen.seen import Box, SeenCard
from winnable.screen.strips import Division, divided

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

__all__ = ["SeenFan", "Sight", "Survey"]

_LOWEST: Final = 0.95  # a card's height, of its width: some of PySolFC's decks are square or very tall
_TALLEST: Final = 2.50
_USUAL_SHAPES: Final = (1.15, 1.70)  # of nearly all decks
_AS_TALL: Final = 0.015  # of its height, by which a card may differ from an empty place
_SHOWN: Final = 0.4  # of a card's width: what is to be seen of the height of a card at the table's lower edge


@dataclass(frozen=True, slots=True)
class SeenFan:
    """Cards that lie on each other, or one alone, the lowest first. ``way`` is how they spread; ``free`` says
    that it is a card of a heap, on which cards of other piles may lie. ``sure`` is False where what was seen
    does not fit together. Of the first ``narrow`` cards less is seen than of the others."""

    cards: tuple[SeenCard, ...]
    way: Literal["down", "right", "left"] = "down"
    free: bool = False
    sure: bool = True
    narrow: int = 0

    @property
    def box(self) -> Box:
        """Of the lowest card, the covered part included."""
        return self.cards[0].box


@dataclass(frozen=True, slots=True)
class Sight:
    """All that was found on a table: the size of a card, fans, empty places, and what is none of these.

    ``area`` is the table in the picture.
    """

    area: Box
    width: float
    height: float
    fans: tuple[SeenFan, ...]
    empty: tuple[Box, ...] = ()
    others: tuple[Box, ...] = field(default=())

    @property
    def cards(self) -> list[SeenCard]:
        """Every card, fan by fan, the lowest of each first."""
        return [card for fan in self.fans for card in fan.cards]


class Survey:
    """One look at one ground, with the width of a card known."""

    def __init__(
        self,
        picture: Picture,
        ground: Ground,
        wide: int,
        solid: Sequence[Part],
        faint: set[Part],
        faintest: float,
    ) -> None:
        self.cut = picture[ground.top : ground.bottom, ground.left : ground.right]
        self.ground, self.wide, self.faint, self.faintest = ground, wide, faint, faintest
        self.upright = [part for part in solid if self._as_wide(part)]
        self.heaps = [part for part in solid if not self._as_wide(part)]
        self.lines = {part: fan_lines(self._of(part), wide, ground.grain) for part in self.upright}
        self.tall = self._card_height()

    def sight(self, area: Box) -> Sight:
        others: list[Part] = []
        fans: list[SeenFan] = []
        self._fans(fans, others)
        for part in self.heaps:
            self._heap(part, fans, others)
        fans = faces_up(self.cut, fans, self.wide)
        left, top = self.ground.left, self.ground.top
        return Sight(
            area,
            float(self.wide),
            float(self.tall),
            tuple(_moved(fan, left, top) for fan in fans),
            tuple(
                _box(part).moved(left, top)
                for part in sorted(self.faint, key=_reading)
                if self._is_place(part)
            ),
            tuple(_box(part).moved(left, top) for part in others),
        )

    def _of(self, part: Part) -> Picture:
        return self.cut[part.top : part.bottom, part.left : part.right]

    def _as_wide(self, part: Part) -> bool:
        spare = max(3.0, 0.04 * self.wide)
        return (
            abs(part.width - self.wide) <= spare and part.height >= _LOWEST * self.wide and part.filled > 0.8
        )

    def _is_place(self, part: Part) -> bool:
        return abs(part.width - self.wide) <= max(4.0, 0.09 * self.wide) and (
            abs(part.height - self.tall) <= 0.09 * self.tall
        )

    def _card_height(self) -> int:
        """The height on which all fans agree: from a line over a whole card's width to the lower end."""
        votes = np.zeros(round(_TALLEST * self.wide) + 4)
        for part, lines in self.lines.items():
            rows = part.height - np.flatnonzero(lines.cover >= 0.93)
            votes[np.unique(rows[(rows >= _LOWEST * self.wide) & (rows <= _TALLEST * self.wide)])] += 1
        alone = sorted(part.height for part in self.upright if part.height <= _TALLEST * self.wide)
        expected = self._height_of_places()
        if expected and any(abs(height - expected) <= max(1, _AS_TALL * expected) for height in alone):
            return min(alone, key=lambda height: abs(height - expected))  # a card that lies alone
        if expected and votes.max() >= 3:
            # An empty place is as large as a card, or a little smaller; backs have lines near theirs.
            heights = range(round(0.97 * expected), min(round(1.03 * expected) + 1, len(votes)))
            best = max(votes[height] for height in heights)
            return max(height for height in heights if votes[height] >= 0.9 * best) if best else expected
        if votes.max() < 3:
            return self._height_of_few(votes, alone, expected)
        common = set(np.flatnonzero(votes >= 0.8 * votes.max()).tolist())
        tall = min(common)
        while tall + 1 in common or tall + 2 in common:
            tall += 1 if tall + 1 in common else 2
        # A card that lies alone is whole for certain.
        near = [height for height in alone if abs(height - tall) <= 0.03 * tall]
        return max(near, key=near.count) if near else int(tall)

    def _height_of_few(self, votes: NDArray[np.float64], alone: Sequence[int], expected: int) -> int:
        """A card's height where there are too few to agree on anything: a back's frame would do for one. Two
        cards of the usual shape may be as high as a very tall one."""
        least, most = (round(shape * self.wide) for shape in _USUAL_SHAPES)
        usual = [height for height in alone if least <= height <= most]
        if usual or expected:
            return usual[0] if usual else expected
        plain = not votes[least : most + 1].any()
        return alone[0] if alone and plain else round(1.4 * self.wide)

    def _height_of_places(self) -> int:
        """A card's height by the empty places that are about as wide as a card; 0 if they do not agree."""
        heights = sorted(
            part.height + self.wide - part.width
            for part in self.faint
            if 0.9 * self.wide <= part.width <= 1.04 * self.wide
            and _LOWEST * self.wide <= part.height <= _TALLEST * self.wide
        )
        return heights[len(heights) // 2] if len(heights) > 1 and heights[-1] - heights[0] <= 6 else 0

    def _fans(self, fans: list[SeenFan], others: list[Part]) -> None:
        """The fans of parts that are as wide as a card."""
        high = [part for part in self.upright if part.height >= 0.95 * self.tall]
        others.extend(part for part in self.upright if part not in high)
        edges = [part.bottom >= len(self.cut) - 1 for part in high]
        divisions = self._divisions(high, edges, self.lines)
        if any(b - a > 1.03 * self.tall for found in divisions for a, b in pairwise(found.tops)):
            # No card shows more than all of it: there are ends whose lines are too faint.
            lines = {
                part: fan_lines(self._of(part), self.wide, self.ground.grain, faint=True) for part in high
            }
            divisions = self._divisions(high, edges, lines)
        for part, at_edge, division in zip(high, edges, divisions, strict=True):
            tops = division.tops
            tall = max(part.height - tops[-1], self.tall if at_edge else 0)
            cards = tuple(
                SeenCard(
                    Box(part.left, part.top + top, part.width, tall),
                    Box(part.left, part.top + top, part.width, end - top),
                )
                for top, end in zip(tops, [*tops[1:], part.height], strict=True)
            )
            fans.append(SeenFan(cards, sure=division.sure, narrow=division.narrow))

    def _divisions(
        self, high: Sequence[Part], edges: Sequence[bool], lines: Mapping[Part, FanLines]
    ) -> list[Division]:
        """How the fans of these parts are divided, by their lines; ``edges``: which end at the table's."""
        ends = [
            end
            for part, at_edge in zip(high, edges, strict=True)
            if not at_edge and (end := end_of(lines[part], self.wide, self.tall)) is not None
        ]
        # A program that runs out of room lets the last card of a long fan stick out of the window.
        beyond = round(self.tall - _SHOWN * self.wide)
        rows = [
            fan_rows(lines[part], self.wide, self.tall, beyond if at_edge else 0, ends)
            for part, at_edge in zip(high, edges, strict=True)
        ]
        return divided(rows)

    def _heap(self, part: Part, fans: list[SeenFan], others: list[Part]) -> None:
        """A part that is wider than a card: cards that overlap sideways, or no cards at all."""
        if part.width < 0.97 * self.wide or part.height < 0.97 * self.tall:
            if part.area > 0.25 * self.wide * self.tall:
                others.append(part)
            return
        found: list[SeenFan] = []
        # Above or below a fan something else may hang at it, such as a picture on the table.
        rows = np.flatnonzero(self.ground.mask[part.top : part.bottom, part.left : part.right].mean(1) > 0.93)
        whole = len(rows) >= 0.9 * self.tall
        if whole and abs(rows[-1] + 1 - rows[0] - self.tall) <= 0.04 * self.tall:
            found = self._sideways(part.left, part.right, part.top + int(rows[0]))
        if not found:
            corners = [(part.left + x, part.top + y) for x, y in self._corners(part)]
            found = self._piled(corners)
            # What is left and is just as large as a card is one: its sides were not seen.
            more = [(rest.left, rest.top) for rest in self._unexplained(part, found) if self._is_place(rest)]
            if found and more:
                found = self._piled(sorted([*corners, *more], key=lambda corner: corner[::-1]))
        fans.extend(found)
        others.extend(self._unexplained(part, found))

    def _corners(self, part: Part) -> list[tuple[int, int]]:
        """The corners of the cards of a heap; where sides fade into the ground, cards are wider than they
        seemed."""
        for wider in (0, 1, -1, 2, -2, 3):
            corners = heap_corners(self._of(part), self.wide + wider, self.tall)
            real = [
                corner
                for corner in corners
                if not is_faint(self.cut, self.ground, self._upper(part, *corner), self.faintest)
            ]
            if real:
                return real
        return []

    def _upper(self, part: Part, x: int, y: int) -> Part:
        """The upper end of a card of a heap, as far as it surely is seen."""
        left, top, deep = part.left + x, part.top + y, round(0.3 * self.tall)
        right, bottom = min(left + self.wide, part.right), min(top + deep, part.bottom)
        return Part(left, top, right, bottom, (right - left) * (bottom - top))

    def _sideways(self, left: int, right: int, top: int) -> list[SeenFan]:
        """The fan to one side that fills a box of a card's height; [] if it is none."""
        bottom = min(top + self.tall, self.cut.shape[0])
        lefts, sure = sideways(self.cut[top:bottom, left:right], self.wide, self.tall, self.ground.grain)
        # Cards of a fan overlap.
        if len(lefts) < 2 or not sure or max(abs(b - a) for a, b in pairwise(lefts)) >= self.wide:
            return []
        whole_right = lefts[-1] > lefts[0]
        cards = []
        for i, at in enumerate(lefts):
            begin, end = at, at + self.wide
            if i + 1 < len(lefts):
                begin, end = (at, lefts[i + 1]) if whole_right else (lefts[i + 1] + self.wide, end)
            cards.append(
                SeenCard(
                    Box(left + at, top, self.wide, bottom - top),
                    Box(left + begin, top, end - begin, bottom - top),
                )
            )
        return [SeenFan(tuple(cards), way="right" if whole_right else "left")]

    def _piled(self, corners: list[tuple[int, int]]) -> list[SeenFan]:
        """Each card of a heap by itself, with what is seen of it, and the fans to a side from it."""
        found: list[SeenFan] = []
        for x, y in corners:
            fan = self._beside(x, y, corners)
            if fan:
                found.extend(fan)
                continue
            lower = [b for a, b in corners if abs(a - x) < 0.97 * self.wide and 0 < b - y < 0.97 * self.tall]
            seen = min(lower) - y if lower else min(self.tall, self.cut.shape[0] - y)
            box = Box(x, y, self.wide, self.tall)
            found.append(SeenFan((SeenCard(box, Box(x, y, self.wide, seen)),), free=True))
        return found

    def _beside(self, x: int, y: int, corners: list[tuple[int, int]]) -> list[SeenFan]:
        """The fan of which a whole card is the upper end, if strips of others are to be seen beside it."""
        if any(a != x and abs(b - y) < self.tall and abs(a - x) < 1.6 * self.wide for a, b in corners):
            return []
        rows = slice(y + round(0.1 * self.tall), y + round(0.9 * self.tall))
        filled = self.ground.mask[rows].mean(0) > 0.9
        left, right = x, x + self.wide
        while right < len(filled) and filled[right]:
            right += 1
        while left > 0 and filled[left - 1]:
            left -= 1
        if right - left < 1.06 * self.wide or right - left > 12 * self.wide:
            return []
        return self._sideways(left, right, y)

    def _unexplained(self, part: Part, found: list[SeenFan]) -> list[Part]:
        """What of a part no card explains, where it is large."""
        rest = self.ground.mask[part.top : part.bottom, part.left : part.right].copy()
        for fan in found:
            for card in fan.cards:
                box = card.box.moved(-part.left, -part.top)
                rest[
                    max(int(box.top) - 2, 0) : int(box.bottom) + 4,
                    max(int(box.left) - 3, 0) : int(box.right) + 4,
                ] = False
        return [
            Part(
                more.left + part.left,
                more.top + part.top,
                more.right + part.left,
                more.bottom + part.top,
                more.area,
            )
            for more in parts_of(rest)[0]
            if more.area > 0.06 * self.wide * self.tall and min(more.width, more.height) > 0.15 * self.wide
        ]


def _box(part: Part) -> Box:
    return Box(part.left, part.top, part.width, part.height)


def _reading(part: Part) -> tuple[int, int]:
    return part.top, part.left


def _moved(fan: SeenFan, x: float, y: float) -> SeenFan:
    cards = tuple(
        replace(card, box=card.box.moved(x, y), visible=card.visible.moved(x, y)) for card in fan.cards
    )
    return replace(fan, cards=cards)
