"""Intervals hold their level: counted exactly where that is possible, else over many seeded trials."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from winnable.errors import InputError
from winnable.intervals import (
    ConfidenceSequence,
    anytime_interval,
    difference_of_means,
    paired_difference,
    student_quantile,
    variance_with_two,
    wilson,
)

SHARES = (0.02, 0.1, 0.35, 0.5, 0.9)


def chance_to_miss(intervals: dict[tuple[int, int], tuple[float, float]], share: float, last: int) -> float:
    """The exact probability that any interval after trial 1 .. last does not contain the share."""
    alive, missed = {0: 1.0}, 0.0
    for trials in range(1, last + 1):
        after: dict[int, float] = {}
        for won, weight in alive.items():
            after[won + 1] = after.get(won + 1, 0.0) + weight * share
            after[won] = after.get(won, 0.0) + weight * (1 - share)
        alive = {}
        for won, weight in after.items():
            low, high = intervals[won, trials]
            if low <= share <= high:
                alive[won] = weight
            else:
                missed += weight
    return missed


def test_the_sequence_holds_at_every_moment_and_wilsons_does_not() -> None:
    last = 120
    moments = [(won, trials) for trials in range(1, last + 1) for won in range(trials + 1)]
    anytime = {moment: anytime_interval(*moment) for moment in moments}
    fixed = {moment: wilson(*moment) for moment in moments}
    misses = [chance_to_miss(anytime, share, last) for share in SHARES]
    assert max(misses) <= 0.05
    assert max(misses) > 0.005  # it is no interval that says nothing
    assert chance_to_miss(fixed, 0.35, last) > 0.15  # what looking again and again does to a fixed one


@pytest.mark.parametrize("share", SHARES)
def test_the_mixture_is_a_martingale(share: float) -> None:
    """The ratio whose bound the interval is has the mean 1 at the true share; the ends solve its equation."""
    trials = 40
    mean = sum(
        math.comb(trials, won) * share**won * (1 - share) ** (trials - won) * ratio(won, trials, share)
        for won in range(trials + 1)
    )
    assert mean == pytest.approx(1)
    for end in anytime_interval(14, trials):
        assert ratio(14, trials, end) == pytest.approx(20)


def ratio(won: int, trials: int, share: float) -> float:
    """The mixture over beta(1/2, 1/2), step by step from its predictions, over the share's likelihood."""
    mixture = 1.0
    for i in range(trials):
        before = min(i, won)
        mixture *= (before + 0.5) / (i + 1) if i < won else (i - won + 0.5) / (i + 1)
    return mixture / (share**won * (1 - share) ** (trials - won))


def test_later_intervals_lie_within_earlier_ones() -> None:
    rng = random.Random(5)
    sequence = ConfidenceSequence()
    found = [sequence.interval]
    assert found == [(0, 1)]
    for _ in range(1000):
        sequence.add(rng.random() < 0.3)
        found.append(sequence.interval)
    assert all(a[0] <= b[0] <= b[1] <= a[1] for a, b in pairwise(found))
    assert found[30][0] < found[1000][0] < 0.3 < found[1000][1] < found[30][1]
    assert sequence.half_width == pytest.approx((found[-1][1] - found[-1][0]) / 2)
    assert wilson(sequence.successes, 1000)[0] > sequence.interval[0]  # the price of looking


def test_stopping_at_a_width_keeps_the_level() -> None:
    missed = 0
    for seed in range(300):
        rng, sequence = random.Random(seed), ConfidenceSequence()
        while sequence.half_width > 0.12:
            sequence.add(rng.random() < 0.2)
        low, high = sequence.interval
        assert high - low <= 0.24
        missed += not low <= 0.2 <= high
    assert missed <= 15


def test_a_sequence_that_missed_says_what_it_sees_now() -> None:
    """A share that changes breaks its assumption; it must not end up empty or upside down."""
    sequence = ConfidenceSequence()
    for won in [True] * 200 + [False] * 4000:
        sequence.add(won)
    low, high = sequence.interval
    assert low < 200 / 4200 < high < 0.1


def test_what_is_unknown_counts_both_ways_and_nothing_narrows_before_one_looks() -> None:
    sequence = ConfidenceSequence()
    for success in [True] * 30 + [None] * 10 + [False] * 20:
        sequence.count(success)
    assert (sequence.trials, sequence.successes, sequence.unknown) == (60, 30, 10)
    assert sequence.interval == (0, 1)
    sequence.look()
    assert sequence.interval == (anytime_interval(30, 60)[0], anytime_interval(40, 60)[1])


def test_ends_and_levels() -> None:
    assert anytime_interval(0, 0) == (0, 1)
    assert anytime_interval(0, 50)[0] == 0
    assert anytime_interval(50, 50)[1] == 1
    assert anytime_interval(20, 50)[0] == pytest.approx(1 - anytime_interval(30, 50)[1])
    assert anytime_interval(20, 50, 0.99)[0] < anytime_interval(20, 50, 0.9)[0]
    for level in (0, 1, 1.5, math.nan):
        with pytest.raises(InputError, match="between 0 and 1"):
            ConfidenceSequence(level)


def test_wilson_covers() -> None:
    """Exactly: over the shares its mean is near 95 %, as it is known to be."""
    trials = 30
    covered = []
    for step in range(1, 100):
        share = step / 100
        covered.append(
            sum(
                math.comb(trials, won) * share**won * (1 - share) ** (trials - won)
                for won in range(trials + 1)
                if wilson(won, trials)[0] <= share <= wilson(won, trials)[1]
            )
        )
    assert 0.945 < sum(covered) / len(covered) < 0.965
    assert min(covered) > 0.83


@pytest.mark.parametrize("trials", [10, 30, 100])
def test_paired_differences_cover(trials: int) -> None:
    """Pairs that succeed together more often than apart, as moves in the same worlds do."""
    rng, covered = random.Random(trials), 0
    chances = [0.25, 0.12, 0.05, 0.58]
    for _ in range(1000):
        counts = [0, 0, 0, 0]
        for kind in rng.choices(range(4), chances, k=trials):
            counts[kind] += 1
        low, high = paired_difference(*counts)
        covered += low <= 0.07 <= high
    assert covered >= 930
    assert covered < 980 or trials < 30  # of few pairs it is careful


def test_pairs_make_the_interval_narrower() -> None:
    """The same two shares: together the difference is better known than apart."""
    together, apart = paired_difference(30, 5, 0, 65), paired_difference(10, 25, 20, 45)
    assert together[1] - together[0] < 0.7 * (apart[1] - apart[0])
    assert together[0] < 0.05 < together[1]
    assert paired_difference(0, 0, 0, 0) == (-1, 1)
    low, high = paired_difference(3, 9, 2, 6)
    assert (-high, -low) == pytest.approx(paired_difference(3, 2, 9, 6))


@pytest.mark.parametrize(("hands", "games"), [(10, 1), (10, 4), (40, 1), (40, 10)])
def test_differences_of_means_cover(hands: int, games: int) -> None:
    """Equities of hands that differ from hand to hand, each measured with some games."""
    rng, covered = random.Random(hands + games), 0

    def sample(mean: float) -> list[float]:
        equities = [rng.betavariate(2 * mean, 2 * (1 - mean)) for _ in range(hands)]
        return [sum(rng.random() < equity for _ in range(games)) / games for equity in equities]

    for _ in range(1000):
        low, high = difference_of_means(sample(0.2), sample(0.3))
        covered += low <= -0.1 <= high
    assert covered >= 935


def test_differences_of_equal_shares_are_not_sure() -> None:
    low, high = difference_of_means([0.0] * 10, [0.0] * 10)
    assert low == pytest.approx(-high)
    assert low < -0.1
    assert variance_with_two([0.0] * 10) > 0


@pytest.mark.parametrize(
    ("probability", "freedom", "value"),
    [(0.975, 5, 2.5706), (0.975, 10, 2.2281), (0.975, 60, 2.0003), (0.995, 20, 2.8453), (0.9, 8, 1.3968)],
)
def test_students_quantiles_are_those_of_the_tables(probability: float, freedom: float, value: float) -> None:
    assert student_quantile(probability, freedom) == pytest.approx(value, rel=0.002)
    assert student_quantile(1 - probability, freedom) == pytest.approx(-value, rel=0.002)
