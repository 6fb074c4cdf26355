"""Bootstrap intervals, held against scipy's."""

from __future__ import annotations

import random
from itertools import product
from statistics import median

import pytest

from winnable.studies.reports.bootstrap import FEW, mean_interval, median_interval, median_of

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")


def skewed(size: int, seed: int = 3) -> list[float]:
    rng = random.Random(seed)
    return sorted(rng.lognormvariate(0, 1.5) for _ in range(size))


@pytest.mark.parametrize("size", [8, FEW, FEW + 1, 3000])
def test_the_interval_of_a_mean_is_scipys(size: int) -> None:
    values = skewed(size)
    theirs = stats.bootstrap((values,), np.mean, n_resamples=4000, batch=200, rng=1).confidence_interval
    width = theirs.high - theirs.low
    for ours, other in zip(mean_interval(values), theirs, strict=True):
        assert abs(ours - other) < 0.07 * width  # what two runs of 2000 resamples differ by


def test_the_interval_of_a_mean_misses_about_as_often_as_it_says() -> None:
    """With many values, the way in which only the largest are drawn one by one."""
    truth, hits, tries = np.exp(0.5 * 0.8**2), 0, 25
    for seed in range(tries):
        rng = random.Random(seed)
        low, high = mean_interval(sorted(rng.lognormvariate(0, 0.8) for _ in range(FEW + 100)))
        hits += low <= truth <= high
    assert stats.binom.cdf(hits, tries, 0.95) > 0.001


@pytest.mark.parametrize("values", [[3.0], [1.0, 2.0], [1.0, 2.0, 4.0, 8.0, 16.0], [1.0, 1.0, 1.0, 7.0]])
def test_the_interval_of_a_median_is_that_of_all_resamples(values: list[float]) -> None:
    """All resamples there are, each as likely as any other."""
    size = len(values)
    lower = sorted(sorted(drawn)[(size - 1) // 2] for drawn in product(values, repeat=size))
    upper = sorted(sorted(drawn)[size // 2] for drawn in product(values, repeat=size))
    count = len(lower)
    low = next(x for x in lower if sum(y <= x for y in lower) >= 0.025 * count)
    high = next(x for x in upper if sum(y <= x for y in upper) >= 0.975 * count)
    assert median_interval(values) == (low, high)


@pytest.mark.parametrize("size", [9, 101, 5000])
def test_the_interval_of_a_median_is_scipys(size: int) -> None:
    values = skewed(size)
    theirs = stats.bootstrap(
        (values,), np.median, n_resamples=1500, method="percentile", batch=200, rng=1
    ).confidence_interval
    for ours, other in zip(median_interval(values), theirs, strict=True):
        rank, their_rank = values.index(ours), np.searchsorted(values, other)
        assert abs(rank - their_rank) <= 1 + 0.05 * size**0.5


def test_medians_and_constant_values() -> None:
    for size in (1, 2, 7, 10):
        values = skewed(size)
        assert median_of(values) == median(values)
    for size in (1, 5, FEW + 1):
        assert mean_interval([2.0] * size) == median_interval([2.0] * size) == (2.0, 2.0)


def test_the_same_values_give_the_same_interval() -> None:
    values = skewed(FEW + 50)
    assert mean_interval(values) == mean_interval(values)
