"""How the fans of a table are divided into strips: all fans at once.

A program spreads all fans of a table alike: of each card that lies face down the same is to be seen, and of
each that lies face up. Only fans that would leave the table are squeezed, evenly. So the lines of all fans
together tell the two steps, and where the lines of one of them are faint, or its pictures have lines of their
own, these steps tell how many cards it has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["Division", "FanRows", "divided"]

_MOST_CARDS: Final = 60  # in strips of one kind: 52 and more, of two decks
_OFF: Final = 1  # rows: places are whole pixels
_FITS: Final = 1.5  # rows that so many equal strips may be longer or shorter than they should be
_TWO_KINDS: Final = 0.5  # what strips of two kinds must explain better than such of one
_SQUEEZED: Final = 3.0  # the same of a fan with steps of its own
_UNEXPLAINED: Final = 8.0  # ... and of one that neither has the table's steps nor is squeezed
_DIFFERENT: Final = 3.0  # what speaks against strips of backs that do not look alike, each
_SAME: Final = 1.0  # what speaks for such that do, each but the first one
_CHOICES: Final = 8  # of each fan, whose steps may be those of the table
_FINE: Final = 16  # parts of a row, by which steps differ at least
_NONE: Final = -1e6  # what cannot be
_NO_STEP: Final = 1e5  # rows: there are no strips of this kind
_NARROWER: Final = 1.25  # by which what lies face up shows more, at least where that tells anything
_FINEST: Final = 5.0  # rows of a strip that is surely one
_UNEVEN: Final = 0.25  # of such strips' mean, by which they may differ
_MARGIN: Final = 1.0  # by which the number of cards must be better than any other


@dataclass(frozen=True, slots=True)
class FanRows:
    """What was seen of a fan: ``seen`` are the rows that look like a card's upper end, the first one being 0;
    ``gains`` say for each row what it speaks for a card that begins there; ``ends`` are the rows where the
    last card may begin, several where the fan is cut off by an edge of the table. Strips have at least
    ``least`` rows. ``alike`` says for each height of strips how many that look alike may follow each other
    from the first row on: backs do. ``whole``: does all that is seen belong to cards?"""

    seen: tuple[int, ...]
    gains: Numbers
    ends: tuple[int, ...]
    least: int
    alike: NDArray[np.int64]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Division:
    """Where the cards of a fan begin. Of the first ``narrow`` ones less is seen than of others: they lie face
    down. ``sure``: does no other number of cards explain the fan nearly as well?"""

    tops: tuple[int, ...]
    narrow: int
    sure: bool


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to divide a fan: its last card begins at ``end``, strips of the first kind reach to ``turn``."""

    worth: float
    end: int
    turn: int
    first: int
    second: int

    @property
    def cards(self) -> int:
        return self.first + self.second + 1

    @property
    def steps(self) -> tuple[float, float]:
        """The heights of strips of both kinds; 0 where there is none."""
        return (
            self.turn / self.first if self.first else 0.0,
            (self.end - self.turn) / self.second if self.second else 0.0,
        )

    def tops(self) -> list[int]:
        step, further = self.steps
        above = [round(step * i) for i in range(self.first)]
        return [*above, *(round(self.turn + further * i) for i in range(self.second)), self.end]


class _Fan:
    """All ways to divide one fan."""

    def __init__(self, rows: FanRows) -> None:
        self.rows = rows
        # The worths of ways, [number of strips] of the first kind and of the second, by end and turn.
        self.above: list[Numbers] = []
        self.below: list[Numbers] = []
        self.at: list[tuple[int, int]] = []
        for end in rows.ends:
            turns = [0, *(row for row in rows.seen if rows.least <= row <= end - rows.least), end]
            for turn in dict.fromkeys(turns):
                self.at.append((end, turn))
                self.above.append(self._worths(0, turn) + self._likeness(turn))
                self.below.append(self._worths(turn, end) + self._turned(turn, end))
        self.upper, self.lower = np.array(self.above), np.array(self.below)
        self.ends, self.turns = np.array(self.at).T

    def _worths(self, start: int, end: int) -> Numbers:
        """What is gained by the beginnings between two rows, by the number of strips there."""
        worths = np.full(_MOST_CARDS + 1, _NONE)
        if end <= start:
            worths[0] = 0.0
            return worths
        counts = np.arange(1, min((end - start) // self.rows.least, _MOST_CARDS) + 1)
        if not len(counts):
            return worths
        number = np.arange(1, len(counts))
        places = np.rint(start + (end - start) / counts[:, None] * number).astype(int)
        gains = np.where(number < counts[:, None], self.rows.gains[np.minimum(places, end)], 0.0)
        worths[1 : len(counts) + 1] = gains.sum(1)
        return worths

    def _likeness(self, turn: int) -> Numbers:
        """What it is worth, by their number, whether strips of the first kind look alike, as backs do."""
        counts = np.arange(_MOST_CARDS + 1)
        strips = turn / np.maximum(counts, 1)
        last = len(self.rows.alike) - 1
        lower, upper = (np.minimum(side(strips).astype(int), last) for side in (np.floor, np.ceil))
        alike = np.minimum(np.maximum(self.rows.alike[lower], self.rows.alike[upper]), counts)
        worth: Numbers = np.where(counts > alike, -_DIFFERENT * (counts - alike), _SAME * (counts - 1))
        return np.where(counts > 0, worth, 0.0)

    def _turned(self, turn: int, end: int) -> float:
        """What is gained by the beginnings at the turn and at the end."""
        gains = self.rows.gains
        several = float(gains[end]) if len(self.rows.ends) > 1 else 0.0
        return several + (float(gains[turn]) - _TWO_KINDS if 0 < turn < end else 0.0)

    def free(self) -> list[_Way]:
        """The best ways, whatever the steps are, best first."""
        found: list[_Way] = []
        for i, (end, turn) in enumerate(self.at):
            firsts = np.argsort(-self.above[i], kind="stable")[:4]
            seconds = np.argsort(-self.below[i], kind="stable")[:4]
            for first in firsts:
                for second in seconds:
                    worth = float(self.above[i][first] + self.below[i][second])
                    way = _Way(worth, end, turn, int(first), int(second))
                    if worth > _NONE / 2 and self._in_order(way):
                        found.append(way)
        return sorted(found, key=lambda way: -way.worth)

    @staticmethod
    def _in_order(way: _Way) -> bool:
        """Is what lies face up seen no less of than what lies face down?"""
        step, further = way.steps
        return not way.first or not way.second or further >= step - 2

    def by_steps(self, step: Numbers, further: Numbers) -> Numbers:
        """The best worth for each pair of steps, of shape (steps of the first kind, of the second one)."""
        upper = _fitting(self.upper, self.turns, step)
        lower = _fitting(self.lower, self.ends - self.turns, further)
        best: Numbers = (upper[:, None, :] + lower[None, :, :]).max(2)
        return best

    def ways(self, step: float, further: float) -> list[_Way]:
        """The ways with these steps, best first."""
        found = []
        for i, (end, turn) in enumerate(self.at):
            for first in _counts(turn, step):
                for second in _counts(end - turn, further):
                    worth = float(self.above[i][first] + self.below[i][second])
                    if worth > _NONE / 2:
                        found.append(_Way(worth, end, turn, first, second))
        return sorted(found, key=lambda way: -way.worth)


def _fitting(worths: Numbers, lengths: NDArray[np.int64], steps: Numbers) -> Numbers:
    """For each step and each length the worth of dividing it by that step, of shape (steps, lengths)."""
    counts = np.clip(np.rint(lengths[None, :] / steps[:, None]), 0, _MOST_CARDS).astype(int)
    fits = np.abs(lengths[None, :] - counts * steps[:, None]) <= _FITS
    return np.where(fits, worths[np.arange(len(lengths))[None, :], counts], _NONE)


def _counts(length: int, step: float) -> list[int]:
    count = round(length / step)
    return [count] if abs(length - count * step) <= _FITS and count <= _MOST_CARDS else []


def divided(fans: Sequence[FanRows]) -> list[Division]:
    """How the fans of a table are divided."""
    if not fans:
        return []
    all_ways = [_Fan(rows) for rows in fans]
    free = [fan.free() for fan in all_ways]
    step, further = (_steps_of(free, kind) for kind in (0, 1))
    total = np.zeros((len(step), len(further)))
    for fan, ways in zip(all_ways, free, strict=True):
        total += np.maximum(fan.by_steps(step, further), _squeezed(ways, step, further))
    total[(step[:, None] > further[None, :] + 2) & (step[:, None] < _NO_STEP)] = _NONE
    total[-1] += 0.1  # strips of one kind are rather of the second one
    at = np.unravel_index(int(total.argmax()), total.shape)
    near = np.argwhere(total >= total[at] - _MARGIN)
    pairs = [(float(step[i]), float(further[j])) for i, j in near]
    chosen = float(step[at[0]]), float(further[at[1]])
    found = [_division(fan, ways, chosen, pairs) for fan, ways in zip(all_ways, free, strict=True)]
    if any(map(_is_fine, found)):
        found = [replace(division, sure=division.sure and len(division.tops) == 1) for division in found]
    return found


def _is_fine(division: Division) -> bool:
    """Are strips of cards that lie face down so narrow, or so uneven, that they may be lines of a back, or
    that several may have been taken for one?"""
    strips = np.diff(division.tops[: division.narrow + 1])
    if not len(strips):
        return False
    uneven = int(strips.max() - strips.min())
    return bool(strips.mean() < _FINEST or uneven > max(_OFF, _UNEVEN * strips.mean()))


def _steps_of(free: Sequence[Sequence[_Way]], kind: int) -> Numbers:
    """The steps of one kind that those of the table may be."""
    some = {round(_FINE * way.steps[kind]) / _FINE for ways in free for way in ways[:_CHOICES]} - {0.0}
    return np.array([*sorted(some), _NO_STEP])


def _division(
    fan: _Fan, free: Sequence[_Way], steps: tuple[float, float], pairs: Sequence[tuple[float, float]]
) -> Division:
    """How one fan is divided if the table has these steps; ``pairs`` are others that explain it as well."""
    ways = fan.ways(*steps)
    usual = np.array(steps)
    ways += [replace(way, worth=way.worth - _SQUEEZED) for way in free if _is_squeezed(way, *usual)]
    if not ways or max(way.worth for way in ways) < free[0].worth - _UNEXPLAINED:
        return _as_seen(fan, free[0], 0, sure=False)
    best = max(ways, key=lambda way: way.worth)
    rival = max((way.worth for way in ways if way.cards != best.cards), default=_NONE)
    sure = fan.rows.whole and best.worth - rival >= _MARGIN
    for pair in pairs:
        more = fan.ways(*pair)
        sure = sure and (not more or more[0].cards == best.cards)
    two_kinds = _NARROWER * steps[0] <= steps[1] < _NO_STEP
    return _as_seen(fan, best, best.first if two_kinds else 0, sure=sure)


def _squeezed(free: Sequence[_Way], step: Numbers, further: Numbers) -> Numbers:
    """The best worth of a fan for each pair of steps, if it is squeezed, or nothing explains it."""
    best = np.full((len(step), len(further)), free[0].worth - _UNEXPLAINED)
    for way in free[:_CHOICES]:
        fits = _is_squeezed(way, step[:, None], further[None, :])
        best = np.where(fits, np.maximum(best, way.worth - _SQUEEZED), best)
    return best


def _is_squeezed(way: _Way, usual: Numbers, usual_further: Numbers) -> NDArray[np.bool_]:
    """Are its strips narrower than those of the table, both kinds by the same factor?"""
    step, further = way.steps
    shrunk = further / usual_further
    alike = (way.first == 0) | (usual == _NO_STEP) | (np.abs(step - shrunk * usual) <= 1)
    of_one_kind = (way.second == 0) | (usual_further == _NO_STEP)
    return np.where(of_one_kind, (step <= usual) & (usual < _NO_STEP), (shrunk < 1) & alike)


def _as_seen(fan: _Fan, way: _Way, narrow: int, *, sure: bool) -> Division:
    """The division with its rows where lines were seen."""
    rows = np.array(fan.rows.seen)
    tops = []
    for top in way.tops():
        near = rows[np.abs(rows - top) <= _OFF] if len(rows) else rows
        tops.append(int(near[np.abs(near - top).argmin()]) if len(near) and top not in (0, way.end) else top)
    return Division(tuple(tops), narrow, sure)
