"""Intervals held against scipy, where it is installed, and against figures that it gave."""

from __future__ import annotations

import random
from itertools import product
from statistics import fmean, median

import pytest

from winnable.errors import InputError
from winnable.intervals import anytime_interval, both_ways, wilson
from winnable.studies.experiments.statistics import (
    bootstrap,
    clopper_pearson,
    incomplete_beta,
    paired_means,
    student_quantile,
)

COUNTS = [(0, 1), (1, 1), (7, 30), (30, 30), (2, 1000), (9_900, 10_000)]
LEVELS = (0.8, 0.95, 0.999)
_RNG = random.Random(4)
TIMES = [_RNG.expovariate(1) for _ in range(60)]
OTHERS = [time * 0.8 + _RNG.random() for time in TIMES]


@pytest.mark.parametrize(
    ("found", "figure"),
    [
        (clopper_pearson(7, 30)[0], 0.0993378650),  # scipy.stats.binomtest(7, 30).proportion_ci()
        (clopper_pearson(7, 30)[1], 0.4228365230),
        (clopper_pearson(0, 30)[1], 0.1157033082),
        (clopper_pearson(480, 1000, 0.99)[0], 0.4389815435),
        (student_quantile(0.975, 3), 3.1824463053),  # scipy.stats.t.ppf(0.975, 3)
        (student_quantile(0.01, 59), -2.3912288372),
        (incomplete_beta(2.5, 40, 0.1), 0.8731641855),  # scipy.special.betainc(2.5, 40, 0.1)
    ],
)
def test_figures_of_scipy(found: float, figure: float) -> None:
    assert found == pytest.approx(figure, rel=1e-8)


def test_exact_intervals_are_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is in winnable[dev]")
    for (won, trials), level in product(COUNTS, LEVELS):
        wanted = stats.binomtest(won, trials).proportion_ci(level, "exact")
        assert clopper_pearson(won, trials, level) == pytest.approx(tuple(wanted), abs=1e-9)


def test_wilsons_intervals_are_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is in winnable[dev]")
    for (won, trials), level in product(COUNTS, LEVELS):
        z = float(stats.norm.ppf((1 + level) / 2))
        wanted = stats.binomtest(won, trials).proportion_ci(level, "wilson")
        assert wilson(won, trials, z) == pytest.approx(tuple(wanted), abs=1e-9)


def test_the_interval_at_any_time_is_where_scipys_mixture_says() -> None:
    """At each end the beta-binomial probability is 20 times the binomial one."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is in winnable[dev]")
    for won, trials in [(7, 30), (480, 1000), (2, 1000)]:
        for end in anytime_interval(won, trials):
            mixture = stats.betabinom.logpmf(won, trials, 0.5, 0.5)
            assert mixture - stats.binom.logpmf(won, trials, end) == pytest.approx(2.995732, abs=1e-6)


def test_students_quantiles_are_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is in winnable[dev]")
    for probability, freedom in product((0.001, 0.3, 0.5, 0.9, 0.99995), (1, 2.5, 9, 300)):
        wanted = float(stats.t.ppf(probability, freedom))
        assert student_quantile(probability, freedom) == pytest.approx(wanted, rel=1e-8, abs=1e-8)


def test_paired_means_are_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is in winnable[dev]")
    for level in LEVELS:
        wanted = stats.ttest_rel(TIMES, OTHERS).confidence_interval(level)
        assert paired_means(TIMES, OTHERS, level) == pytest.approx((wanted.low, wanted.high))


@pytest.mark.parametrize(("statistic", "method"), [(fmean, "BCa"), (median, "percentile")])
def test_bootstrap_intervals_are_near_scipys(statistic: object, method: str) -> None:
    """Both draw, so that they agree up to what drawing makes."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is in winnable[dev]")
    numpy = pytest.importorskip("numpy")
    theirs = numpy.mean if statistic is fmean else numpy.median
    wanted = stats.bootstrap(
        (TIMES,), theirs, n_resamples=4000, method=method, rng=numpy.random.default_rng(1)
    ).confidence_interval
    found = bootstrap(TIMES, statistic, resamples=4000)  # type: ignore[arg-type]
    assert found == pytest.approx(tuple(wanted), abs=0.05)


def test_a_bootstrap_interval_covers_and_is_the_same_again() -> None:
    rng, covered = random.Random(1), 0
    for seed in range(100):
        sample = [rng.expovariate(1) for _ in range(40)]
        low, high = bootstrap(sample, resamples=200, seed=seed)
        covered += low <= 1 <= high
    assert 85 <= covered <= 99
    assert bootstrap(TIMES, seed=3, resamples=100) == bootstrap(TIMES, seed=3, resamples=100)
    assert bootstrap([2.0, 2.0]) == (2, 2)


def test_exact_intervals_cover() -> None:
    """Exactly: at each share the chance of counts whose interval misses it is at most a twentieth."""
    from math import comb

    trials = 12
    intervals = [clopper_pearson(won, trials) for won in range(trials + 1)]
    for step in range(1, 40):
        share = step / 40
        missed = sum(
            comb(trials, won) * share**won * (1 - share) ** (trials - won)
            for won, (low, high) in enumerate(intervals)
            if not low <= share <= high
        )
        assert missed <= 0.05


def test_unknown_ones_are_counted_both_ways() -> None:
    low, high = both_ways(wilson, 5, 3, 20)
    assert (low, high) == (wilson(5, 20)[0], wilson(8, 20)[1])
    assert both_ways(clopper_pearson, 0, 20, 20) == (0, 1)


def test_ends_and_mistakes() -> None:
    assert clopper_pearson(0, 0) == (0, 1)
    for wrong in (lambda: clopper_pearson(1, 2, 1), lambda: bootstrap([]), lambda: paired_means([1], [1])):
        with pytest.raises(InputError):
            wrong()
