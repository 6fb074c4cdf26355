"""The figures of a sample: what a measure is in the mean and the median, with intervals, and the pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from winnable.intervals import paired_difference
from winnable.studies.experiments.statistics import student_quantile
from winnable.studies.reports.bootstrap import mean_interval, median_interval, median_of
from winnable.studies.reports.samples import Sample, Values

__all__ = ["ALL_PAIRS", "Estimate", "Pair", "mean_of", "median_figure", "pairs_of"]

ALL_PAIRS: Final = 6  # players of a game up to which each is compared with each, not with the first alone


class Estimate(NamedTuple):
    """A figure with its interval; ``at_least`` says which of the three are lower bounds, as a limit ended
    some boards."""

    value: float
    low: float
    high: float
    at_least: tuple[bool, bool, bool]


def mean_of(found: Values) -> Estimate | None:
    """The mean of all boards that have the measure; None without any.

    What a board took until its limit is less than its answer would have taken, so that with one such board
    the mean is a lower bound, and both ends are.
    """
    if not found.values:
        return None
    middle = math.fsum(found.values) / len(found.values)
    bound = any(found.bounds)
    return Estimate(middle, *mean_interval(found.values), (bound, bound, bound))


def median_figure(found: Values) -> Estimate | None:
    """The median of all boards that have the measure; None without any.

    It is known although some boards are not, where these took longer than it.
    """
    if not found.values:
        return None
    least = found.least_bound
    ends = median_of(found.values), *median_interval(found.values)
    return Estimate(*ends, (ends[0] >= least, ends[1] >= least, ends[2] >= least))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players on the boards that both have measured.

    ``wins``: by how much the first one's share of wins is the higher, at least and at most, as boards that
    are open may be won or not; ``interval`` the same at 95 %. ``seconds``: by how much its mean time is the
    longer, with Student's interval of the differences, None below two pairs; ``ratio`` how many times as
    long it took, in the geometric mean, None also where a time is 0. ``bounds``: of so many boards the first
    one's time is a lower bound, and the second one's, as a limit ended them.
    """

    first: Sample
    second: Sample
    boards: int
    wins: tuple[float, float]
    interval: tuple[float, float]
    timed: int
    bounds: tuple[int, int]
    seconds: tuple[float, float, float] | None
    ratio: tuple[float, float, float] | None


def pairs_of(samples: Sequence[Sample]) -> list[Pair]:
    """The players of one game in pairs: each with each, or of many each with the first."""
    done = [sample for sample in samples if len(sample)]
    if len(done) <= ALL_PAIRS:
        return [_pair(*two) for two in combinations(done, 2)]
    return [_pair(other, done[0]) for other in done[1:]]


def _pair(first: Sample, second: Sample) -> Pair:
    a, b = first.boards, second.boards
    common = list(_common(first, second))
    one, other = [(a.won[i], a.open[i]) for i, _ in common], [(b.won[j], b.open[j]) for _, j in common]
    low = _newcombe([won for won, _ in one], [won + open_ for won, open_ in other])
    high = _newcombe([won + open_ for won, open_ in one], [won for won, _ in other])
    timed = [(i, j) for i, j in common if not math.isnan(a.seconds[i] + b.seconds[j])]
    times = [(a.seconds[i], b.seconds[j]) for i, j in timed]
    ratio = None
    if all(x > 0 and y > 0 for x, y in times):
        logs = _student([math.log(x / y) for x, y in times])
        ratio = None if logs is None else (math.exp(logs[0]), math.exp(logs[1]), math.exp(logs[2]))
    return Pair(
        first,
        second,
        len(common),
        (low[0], high[0]),
        (low[1], high[2]),
        len(times),
        (sum(a.open[i] > 0 for i, _ in timed), sum(b.open[j] > 0 for _, j in timed)),
        _student([x - y for x, y in times]),
        ratio,
    )


def _common(first: Sample, second: Sample) -> Iterator[tuple[int, int]]:
    """The places of the boards of both."""
    for key, i in first.places.items():
        if (j := second.places.get(key)) is not None:
            yield i, j


def _newcombe(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float]:
    """The difference of two shares in pairs with its interval. A board that was measured several times is one
    pair: parts of it fall on each side."""
    pairs = len(first)
    both = math.fsum(x * y for x, y in zip(first, second, strict=True))
    one, other = math.fsum(first), math.fsum(second)
    counts = (max(0.0, count) for count in (both, one - both, other - both, pairs - one - other + both))
    return (one - other) / pairs if pairs else 0.0, *paired_difference(*counts)


def _student(differences: Sequence[float]) -> tuple[float, float, float] | None:
    """The mean of differences and the ends of Student's interval; None below two."""
    size = len(differences)
    if size < 2:
        return None
    middle = math.fsum(differences) / size
    squares = math.fsum((x - middle) ** 2 for x in differences)
    half = student_quantile(0.975, size - 1) * math.sqrt(squares / (size - 1) / size)
    return middle, middle - half, middle + half
