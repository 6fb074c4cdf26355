"""Intervals for shares: of a number of trials, at any time, of two shares in pairs, of two means.

Each says where its source stands. All are computed with the standard library alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from winnable.errors import InputError

__all__ = [
    "DEFAULT_Z",
    "ConfidenceSequence",
    "anytime_interval",
    "both_ways",
    "difference_of_means",
    "paired_difference",
    "student_quantile",
    "variance_with_two",
    "wilson",
    "z_for_all",
]

DEFAULT_Z = 1.96  # 95 %
_PRIOR = 0.5  # of each outcome, in the mixture: Jeffreys' prior, sharp for shares near 0 and 1, too
_HALVINGS = 60  # of an interval below 1: to the last bit of a double


def wilson(successes: float, trials: float, z: float = DEFAULT_Z) -> tuple[float, float]:
    """The ends of Wilson's interval for a share, ``z`` standard deviations wide; 0 to 1 without trials.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
    It stays within 0 and 1 and holds for shares near them. It is for a number of trials chosen in advance.
    """
    if not trials:
        return 0.0, 1.0
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return middle - half if successes else 0.0, middle + half if successes < trials else 1.0


def z_for_all(intervals: int, level: float = 0.95) -> float:
    """The width, in standard deviations, of so many intervals that hold all at once (Bonferroni's); 1.96 for
    one."""
    return _normal_quantile(1 - (1 - level) / (2 * max(1, intervals)))


def _normal_quantile(probability: float) -> float:
    from statistics import NormalDist  # which takes as long to load as a quick command

    return NormalDist().inv_cdf(probability)


def both_ways(
    interval: Callable[[float, float], tuple[float, float]], wins: float, unknown: float, trials: float
) -> tuple[float, float]:
    """An interval for a share of which some trials are unknown: the lower end with these taken as lost, the
    upper with them taken as won.

    Counts may be fractions, as where a trial is the mean of several of one deal: such means vary less than
    single trials, so that the interval is rather too wide.
    """
    low, high = interval(wins, trials)
    return low, interval(wins + unknown, trials)[1] if unknown else high


class ConfidenceSequence:
    """An interval for a share that holds at every moment at once, so that looking may decide when to stop.

    With probability ``level`` or more it contains the share after the first trial, the second, and every
    later one. For each share p the mixture of likelihoods over a beta prior, divided by the likelihood
    of p, is a martingale if p is the truth; it exceeds 1 / (1 - level) at any time with probability
    1 - level at most (Ville's inequality). The interval is all p where it does not: H. Robbins,
    "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics
    41, 1970; here with the prior beta(1/2, 1/2). As each interval holds, so does what they have in
    common: that is what is kept, so that a later interval lies within every earlier one, unless one is seen
    to have missed.

    A trial of which it is not known whether it succeeded counts as failed in the lower end, and as succeeded
    in the upper.

    Raises:
        InputError: a ``level`` that is not between 0 and 1.
    """

    def __init__(self, level: float = 0.95) -> None:
        self.level = level
        self.successes = 0
        self.unknown = 0
        self.trials = 0
        self._low, self._high = anytime_interval(0, 0, level)

    def count(self, success: bool | None) -> None:
        """Counts one trial, None where its end is unknown; the interval stays as it is until one looks."""
        self.trials += 1
        self.successes += bool(success)
        self.unknown += success is None

    def add(self, success: bool | None) -> None:
        """Counts one trial, and looks."""
        self.count(success)
        self.look()

    @property
    def newest(self) -> tuple[float, float]:
        """The ends by the trials so far alone, whatever the interval was before."""
        of = partial(anytime_interval, level=self.level)
        return both_ways(of, self.successes, self.unknown, self.trials)

    def look(self) -> None:
        """Narrows the interval by what was counted."""
        low, high = self.newest
        if low <= self._high and high >= self._low:
            self._low, self._high = max(low, self._low), min(high, self._high)
        else:  # an earlier interval missed, which the level allows for: the newest knows most
            self._low, self._high = low, high

    @property
    def interval(self) -> tuple[float, float]:
        """Its ends; 0 and 1 before the first trial."""
        return self._low, self._high

    @property
    def half_width(self) -> float:
        """Half of the interval's width."""
        return (self._high - self._low) / 2


def anytime_interval(successes: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """What :class:`ConfidenceSequence` excludes by these trials alone, whatever it was before.

    Raises:
        InputError: a ``level`` that is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise InputError(f"the level is {level}", expected="a number between 0 and 1")
    if not trials:
        return 0.0, 1.0
    limit, lost = -math.log1p(-level), trials - successes
    mixture = _log_beta(_PRIOR + successes, _PRIOR + lost) - _log_beta(_PRIOR, _PRIOR)

    def excluded(p: float) -> bool:
        of_won = successes * math.log(p) if successes else 0.0
        return mixture - of_won - (lost * math.log1p(-p) if lost else 0.0) >= limit

    share = successes / trials
    low = _edge(0.0, share, excluded) if successes else 0.0
    return low, _edge(1.0, share, excluded) if lost else 1.0


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _edge(outside: float, inside: float, excluded: Callable[[float], bool]) -> float:
    """The end between a share that is excluded and one that is not, found by halving; on the outer side."""
    for _ in range(_HALVINGS):
        middle = (outside + inside) / 2
        if middle in (outside, inside):
            break
        if excluded(middle):
            outside = middle
        else:
            inside = middle
    return outside


def paired_difference(
    both: float, first: float, second: float, neither: float, z: float = DEFAULT_Z
) -> tuple[float, float]:
    """The ends of the interval for how much more often the first of a pair succeeds than the second.

    Args:
        both: pairs in which both succeed; ``first`` those in which only the first does, and so on. Parts of
            a pair may fall on each, as where one is several trials.
        z: width in standard deviations.

    R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based
    on paired data", Statistics in Medicine 17, 1998: method 10, from two intervals of Wilson. -1 to 1
    without pairs.
    """
    pairs = both + first + second + neither
    if not pairs:
        return -1.0, 1.0
    a, b = (both + first) / pairs, (both + second) / pairs
    (a_low, a_high), (b_low, b_high) = wilson(both + first, pairs, z), wilson(both + second, pairs, z)
    phi = _correlation(both, first, second, neither)

    def reach(x: float, y: float) -> float:
        return math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y))

    return a - b - reach(a - a_low, b_high - b), a - b + reach(a_high - a, b - b_low)


def _correlation(both: float, first: float, second: float, neither: float) -> float:
    """Of the two of a pair, with Newcombe's correction of a positive one; 0 if one of them never varies."""
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    if not margins:
        return 0.0
    product = float(both * neither - first * second)
    if product > 0:
        product = max(0.0, product - (both + first + second + neither) / 2)
    return product / math.sqrt(margins)


def difference_of_means(
    first: Sequence[float], second: Sequence[float], level: float = 0.95
) -> tuple[float, float]:
    """The ends of the interval for how much greater the mean of shares 0..1 in the first sample's source is.

    Welch's interval (B. L. Welch, "The generalization of 'Student's' problem", Biometrika 34, 1947) after
    one 0 and one 1 were added to each sample, so that it is not empty where all shares are equal (A. Agresti
    and B. Caffo, "Simple and effective confidence intervals for proportions and differences of
    proportions", The American Statistician 54, 2000).
    """
    sizes = [len(first) + 2, len(second) + 2]
    means = [(sum(shares) + 1) / size for shares, size in zip((first, second), sizes, strict=True)]
    errors = [variance_with_two(shares) / size for shares, size in zip((first, second), sizes, strict=True)]
    freedom = sum(errors) ** 2 / sum(error**2 / (size - 1) for error, size in zip(errors, sizes, strict=True))
    half = student_quantile((1 + level) / 2, freedom) * math.sqrt(sum(errors))
    middle = means[0] - means[1]
    return max(-1.0, middle - half), min(1.0, middle + half)


def variance_with_two(shares: Sequence[float]) -> float:
    """The sample variance of shares to which one 0 and one 1 were added; never 0."""
    size = len(shares) + 2
    mean = (sum(shares) + 1) / size
    return (sum((share - mean) ** 2 for share in (*shares, 0.0, 1.0))) / (size - 1)


def student_quantile(probability: float, freedom: float) -> float:
    """Student's t distribution's quantile: the expansion of Abramowitz and Stegun, 26.7.5.

    Good to 0.1 % from 5 degrees of freedom on at the usual levels, and the better the more there are.
    """
    z = _normal_quantile(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom ** (i + 1) for i, term in enumerate(terms))
