"""Bootstrap intervals for means and medians of any number of values, in the time that a report has."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from winnable.studies.experiments.statistics import bootstrap, corrected, incomplete_beta

__all__ = ["FEW", "RESAMPLES", "SEED", "TAIL", "mean_interval", "median_interval", "median_of"]

SEED: Final = 1
RESAMPLES: Final = 2000
FEW: Final = 200  # values up to which each resample draws them all
TAIL: Final = 100  # of more values, the largest ones, which are drawn one by one


def median_of(rising: Sequence[float]) -> float:
    """The median of values in rising order."""
    size = len(rising)
    return (rising[(size - 1) // 2] + rising[size // 2]) / 2


def mean_interval(rising: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """The ends of the bias-corrected and accelerated bootstrap interval for the mean.

    Up to 200 values are drawn with replacement 2000 times. Of more, the 100 largest are: how many of a
    resample are among these is binomial, and the mean of its others, of which there are many and none far
    out, is drawn from the normal distribution. The same values give the same interval.

    Args:
        rising: one value or more, none below 0, in rising order.
    """
    if len(rising) <= FEW:
        return bootstrap(rising, level=level, resamples=RESAMPLES, seed=SEED)
    size = len(rising)
    middle = math.fsum(rising) / size
    squares = math.fsum((x - middle) ** 2 for x in rising)
    if not squares:
        return middle, middle
    cubes = math.fsum((x - middle) ** 3 for x in rising)
    acceleration = cubes / (6 * squares**1.5)
    return corrected(sorted(_means(rising)), middle, acceleration, level)


def _means(rising: Sequence[float]) -> list[float]:
    """The means of resamples."""
    size = len(rising)
    bulk, tail = size - TAIL, list(rising[-TAIL:])
    middle = math.fsum(islice(rising, bulk)) / bulk
    spread = math.sqrt(math.fsum((x - middle) ** 2 for x in islice(rising, bulk)) / bulk)
    rng = random.Random(SEED)
    means = []
    for drawn in _binomial(rng, size, TAIL / size):
        others = size - drawn
        total = others * middle + spread * math.sqrt(others) * rng.gauss(0, 1)
        means.append((total + math.fsum(rng.choices(tail, k=drawn))) / size)
    return means


def _binomial(rng: random.Random, trials: int, chance: float) -> list[int]:
    """Binomial numbers with a mean of ``TAIL``, one for each resample; four times it is beyond all chance."""
    most = min(trials, 4 * TAIL)
    whole, won, lost = math.lgamma(trials + 1), math.log(chance), math.log1p(-chance)
    logs = (
        whole - math.lgamma(k + 1) - math.lgamma(trials - k + 1) + k * won + (trials - k) * lost
        for k in range(most + 1)
    )
    return rng.choices(range(most + 1), [math.exp(log) for log in logs], k=RESAMPLES)


def median_interval(rising: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """The ends of the bootstrap's percentile interval for the median, exactly and without drawing.

    How many of a resample's values are at most the j-th is binomial, and so the chance that its median is
    (B. Efron, "The jackknife, the bootstrap and other resampling plans", 1982, chapter 10). Of an even
    number, the lower end is that of the lower one of the two in the middle, the upper end that of the other.

    Args:
        rising: one value or more, in rising order.
    """
    size, tail = len(rising), (1 - level) / 2
    low = _first(size, lambda j: _at_most(size, (size + 1) // 2, j) >= tail)
    high = _first(size, lambda j: _at_most(size, size // 2 + 1, j) >= 1 - tail)
    return rising[low - 1], rising[high - 1]


def _at_most(size: int, rank: int, j: int) -> float:
    """The chance that the value of a rank in a resample is at most the j-th value."""
    return incomplete_beta(rank, size - rank + 1, j / size)


def _first(size: int, holds: Callable[[int], bool]) -> int:
    """The first number up to ``size`` from which on it holds; it holds at ``size``."""
    low, high = 1, size
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
