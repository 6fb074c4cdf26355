"""Intervals of what studies measure, beside those in :mod:`winnable.intervals`: exact ones for shares, those
of pairs, and bootstrap intervals. All are computed with the standard library alone."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from statistics import NormalDist, fmean, median, stdev
from typing import Final

from winnable.errors import InputError

__all__ = [
    "bootstrap",
    "clopper_pearson",
    "corrected",
    "incomplete_beta",
    "paired_means",
    "student_quantile",
]

_HALVINGS: Final = 200  # of an interval, until its ends are neighbours
_TERMS: Final = 10_000
_TINY: Final = 1e-300


def clopper_pearson(successes: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """The ends of the exact interval for a share; 0 to 1 without trials.

    C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
    binomial", Biometrika 26, 1934. It holds at the level or more whatever the share is.

    Raises:
        InputError: a ``level`` that is not between 0 and 1.
    """
    _check_level(level)
    tail, lost = (1 - level) / 2, trials - successes
    low = _inverse(lambda p: incomplete_beta(successes, lost + 1, p), tail) if successes else 0.0
    high = _inverse(lambda p: incomplete_beta(successes + 1, lost, p), 1 - tail) if lost else 1.0
    return low, high


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function: the chance that a beta(a, b) variable is at most x.

    By its continued fraction (NIST Handbook of Mathematical Functions, 8.17.22), evaluated as W. J. Lentz did
    (Applied Optics 15, 1976).
    """
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction is slow, that of the other side is quick
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    fraction, c, d = 1.0, 1.0, 0.0
    for term in range(_TERMS):
        m = term // 2
        if term == 0:
            factor = 1.0
        elif term % 2:
            factor = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            factor = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 + factor * d
        d = 1 / (d if abs(d) > _TINY else _TINY)
        c = 1 + factor / c
        c = c if abs(c) > _TINY else _TINY
        fraction *= c * d
        if abs(1 - c * d) < 1e-15:
            break
    return front * (fraction - 1) / a


def student_quantile(probability: float, freedom: float) -> float:
    """Student's t distribution's quantile, to the last digits, from its relation to the beta distribution."""
    if probability < 0.5:
        return -student_quantile(1 - probability, freedom)
    if probability == 0.5:
        return 0.0
    x = _inverse(lambda p: incomplete_beta(freedom / 2, 0.5, p), 2 * (1 - probability))
    return math.sqrt(freedom * (1 - x) / x)


def paired_means(first: Sequence[float], second: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """The ends of the interval for how much greater the mean of the first of pairs is: Student's, of the
    differences. For shares see :func:`winnable.intervals.paired_difference`.

    Raises:
        InputError: fewer than two pairs, sequences of unequal length, or a level not between 0 and 1.
    """
    _check_level(level)
    if len(first) != len(second) or len(first) < 2:
        what = f"{len(first)} and {len(second)} values"
        raise InputError(what, expected="two of each or more, as many of one as of the other")
    differences = [a - b for a, b in zip(first, second, strict=True)]
    middle, size = fmean(differences), len(differences)
    half = student_quantile((1 + level) / 2, size - 1) * stdev(differences) / math.sqrt(size)
    return middle - half, middle + half


def bootstrap(
    values: Sequence[float],
    statistic: Callable[[Sequence[float]], float] = fmean,
    level: float = 0.95,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> tuple[float, float]:
    """The ends of the bootstrap interval for the mean, the median or another figure of all such values.

    Bias-corrected and accelerated (B. Efron, "Better bootstrap confidence intervals", JASA 82, 1987); for the
    median, whose jackknife says nothing, bias-corrected alone. The same seed gives the same interval.

    Raises:
        InputError: no values, or a level that is not between 0 and 1.
    """
    _check_level(level)
    if not values:
        raise InputError("no values", expected="at least one")
    found = statistic(values)
    rng = random.Random(seed)
    drawn = sorted(statistic(rng.choices(values, k=len(values))) for _ in range(resamples))
    if drawn[0] == drawn[-1]:
        return drawn[0], drawn[-1]
    return corrected(drawn, found, 0.0 if statistic is median else _acceleration(values, statistic), level)


def corrected(
    rising: Sequence[float], found: float, acceleration: float, level: float
) -> tuple[float, float]:
    """The ends of Efron's bias-corrected and accelerated interval among the figures of resamples, which are
    in rising order; ``found`` is the figure of the values themselves."""
    size = len(rising)
    below = (sum(one < found for one in rising) + sum(one <= found for one in rising)) / (2 * size)
    normal = NormalDist()
    bias = normal.inv_cdf(min(max(below, 0.5 / size), 1 - 0.5 / size))

    def end(z: float) -> float:
        shifted = bias + (bias + z) / (1 - acceleration * (bias + z))
        place = normal.cdf(shifted) * (size - 1)
        at = min(int(place), size - 2)
        return rising[at] + (place - at) * (rising[at + 1] - rising[at])

    z = normal.inv_cdf((1 + level) / 2)
    return end(-z), end(z)


def _acceleration(values: Sequence[float], statistic: Callable[[Sequence[float]], float]) -> float:
    """A sixth of the skewness of the figure without each of the values in turn (the jackknife)."""
    size = len(values)
    if statistic is fmean:
        total = math.fsum(values)
        without = [(total - value) / (size - 1) for value in values] if size > 1 else [total]
    else:
        without = [statistic([*values[:i], *values[i + 1 :]]) for i in range(size)] if size > 1 else [0.0]
    middle = fmean(without)
    squares = math.fsum((middle - one) ** 2 for one in without)
    return math.fsum((middle - one) ** 3 for one in without) / (6 * squares**1.5) if squares else 0.0


def _inverse(rising: Callable[[float], float], value: float) -> float:
    """Where a function that rises from 0 to 1 between 0 and 1 has a value, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if rising(middle) < value:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise InputError(f"the level is {level}", expected="a number between 0 and 1")
