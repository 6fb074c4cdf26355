"""Which difference in equity would hands show? By drawing such hands again and again, and by formula.

What hands of a program look like that are easier or harder is not known. Here some of them become certain
wins, or certain losses, and the others stay as those that were measured: of all ways to shift the mean
equity by so much, nothing makes hands differ more from each other, so that other ways are seen at least as
well. So shares near 0 % and 100 % need no care: no hand is won less often than never.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

from winnable.errors import InputError

__all__ = ["POWER", "Power"]

POWER = 0.8
_NULLS = 2000  # sets of hands without a difference
_SETS = 400  # sets of hands with one
_STEPS = 8  # halvings: to 1/256 of what is possible


@dataclass(frozen=True)
class Power:
    """What a test of two means sees, four times of five.

    Args:
        won: games won of each hand that was measured.
        games: of each hand.
        sizes: how many hands there are of either kind.
        level: of the test.
        seed: of the draws.
    """

    won: tuple[int, ...]
    games: int
    sizes: tuple[int, int]
    level: float
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.won or self.games < 1 or min(self.sizes) < 1:
            raise InputError("no hands to judge by", expected="at least one of each kind, with a game")

    @property
    def mean(self) -> float:
        """The mean equity of the hands measured."""
        return sum(self.won) / (len(self.won) * self.games)

    @cached_property
    def easier(self) -> float | None:
        """The smallest rise of the mean equity that is seen so often; None if even certain wins are not."""
        return self._smallest(1 - self.mean, 1)

    @cached_property
    def harder(self) -> float | None:
        """The smallest fall that is seen so often; None if even hands that are never won are not."""
        return self._smallest(self.mean, 0)

    def of(self, shift: float) -> float:
        """How often a shift of the mean equity, up or down, is seen; InputError for one beyond 0 or 1."""
        room = 1 - self.mean if shift > 0 else self.mean
        if not 0 < abs(shift) <= room + 1e-12:
            expected = f"from {-self.mean:.3f} to {1 - self.mean:.3f}, but 0"
            raise InputError(f"the mean equity cannot shift by {shift}", expected=expected)
        part = min(1.0, abs(shift) / room)
        end = self.games if shift > 0 else 0
        shifted = [
            (1 - part) * weight + (part if number == end else 0.0)
            for number, weight in zip(self._numbers, self._weights, strict=True)
        ]
        first, second = self.sizes
        # What differences are rare is judged by the hands of both kinds thrown together, as a permutation is.
        pooled = [
            (first * s + second * w) / (first + second) for s, w in zip(shifted, self._weights, strict=True)
        ]
        rng = random.Random(self.seed)
        null = sorted(abs(self._difference(rng, pooled, pooled)) for _ in range(_NULLS))
        rare = null[min(_NULLS - 1, math.ceil((1 - self.level) * _NULLS))]
        seen = sum(abs(self._difference(rng, shifted, self._weights)) > rare for _ in range(_SETS))
        return seen / _SETS

    def hands_to_see(self, difference: float) -> int:
        """About how many hands of each kind show such a difference, up and down where there is room for it;
        the normal approximation.

        Raises:
            InputError: a ``difference`` that is not above 0, or greater than any possible one.
        """
        if not 0 < difference <= max(self.mean, 1 - self.mean):
            raise InputError(f"the difference is {difference}", expected="a number above 0 that is possible")
        ends = [(1 - self.mean, 1.0)] if difference <= 1 - self.mean else []
        ends += [(self.mean, 0.0)] if difference <= self.mean else []
        return max(self._hands(difference, room, end) for room, end in ends)

    def _hands(self, difference: float, room: float, end: float) -> int:
        shares = [number / self.games for number in self.won]
        variance = sum((share - self.mean) ** 2 for share in shares) / len(shares)
        part, mean = difference / room, self.mean + (difference if end else -difference)
        square = (1 - part) * (variance + self.mean**2) + part * end
        shifted = max(0.0, square - mean**2)
        pooled = (variance + shifted) / 2 + difference**2 / 4
        normal = NormalDist()
        reach = normal.inv_cdf(1 - self.level / 2) * math.sqrt(2 * pooled)
        reach += normal.inv_cdf(POWER) * math.sqrt(variance + shifted)
        return math.ceil((reach / difference) ** 2)

    @cached_property
    def _weights(self) -> list[float]:
        """How likely each of the numbers is."""
        counts = Counter(self.won)
        return [counts[number] / len(self.won) for number in self._numbers]

    @cached_property
    def _numbers(self) -> list[int]:
        """Of games won, those that hands have or may come to have."""
        return sorted({*self.won, 0, self.games})

    def _smallest(self, room: float, end: int) -> float | None:
        sign = 1 if end else -1
        if room <= 0 or self.of(sign * room) < POWER:
            return None
        low, high = 0.0, room
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if self.of(sign * middle) >= POWER else (middle, high)
        return high

    def _difference(self, rng: random.Random, first: Sequence[float], second: Sequence[float]) -> float:
        """Of the means of two sets of hands, drawn with these weights."""
        sums = [
            sum(rng.choices(self._numbers, weights, k=size)) / (size * self.games)
            for weights, size in zip((first, second), self.sizes, strict=True)
        ]
        return sums[0] - sums[1]
