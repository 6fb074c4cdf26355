"""The figures of samples, held against numpy and scipy, and against counting by hand."""

from __future__ import annotations

import math
from array import array
from pathlib import Path

import pytest

from studies.reports.made import AUTO, GREEDY, RESULTS, Row, made
from winnable.intervals import paired_difference
from winnable.studies.reports.figures import ALL_PAIRS, mean_of, median_figure, pairs_of
from winnable.studies.reports.samples import Sample, Values, samples_of
from winnable.studies.reports.tables import measure_row

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")


def read(folder: Path, results: dict[str, list[Row]] = RESULTS, **given: int) -> list[Sample]:
    with made(folder, results, **{"deals": 8, **given}) as store:
        ((game, samples),) = samples_of(store)
    assert game == "freecell"
    return samples


def test_no_unit_is_left_out(tmp_path: Path) -> None:
    auto, greedy = read(tmp_path)
    assert (len(auto), len(greedy)) == (8, 7)
    assert (auto.open, greedy.open) == (2, 3)
    assert list(auto.boards.won) == [1, 1, 0, 1, 0, 0, 1, 0]
    assert list(auto.boards.open) == [0, 0, 0, 0, 1, 1, 0, 0]
    found = auto.values("seconds")
    assert list(found.values) == [0.0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.010]
    assert list(found.bounds) == [0, 0, 0, 0, 0, 0, 1]


def test_moves_are_of_wins_alone(tmp_path: Path) -> None:
    with made(tmp_path, RESULTS, deals=8) as store:
        ((_, (auto, _)),) = samples_of(store)
        assert measure_row(auto, "length") is None
        store.read("UPDATE results SET length = 10 + number")
        ((_, (auto, _)),) = samples_of(store)
        found = auto.values("length")
        assert list(found.values) == [10 + number for number, row in enumerate(AUTO) if row[0] == "solved"]
        assert not any(found.bounds)
        row = measure_row(auto, "length")
    assert row is not None
    assert row[:2] == ["4 of 8", "12.5"]


def test_a_figure_that_a_limit_bounds_says_so(tmp_path: Path) -> None:
    auto, greedy = read(tmp_path)
    for sample, rows in ((auto, AUTO), (greedy, GREEDY)):
        times = [row[1] for row in rows if row[1] is not None]
        found = sample.values("seconds")
        mean, median = mean_of(found), median_figure(found)
        assert mean is not None
        assert median is not None
        assert mean.value == pytest.approx(np.mean(times))
        assert median.value == pytest.approx(np.median(times))
        assert mean.at_least == (True, True, True)
        assert mean.low < mean.value < mean.high
    # Three of greedy's seven are open, all above the median: it is known, the upper end of its interval not.
    assert median is not None
    assert median.at_least == (False, False, True)
    half = median_figure(Values(array("d", [1, 2, 3]), bytearray([0, 1, 1])))
    assert half is not None
    assert (half.value, half.at_least) == (2, (True, False, True))
    nothing = Values(auto.boards.won[:0], bytearray())
    assert mean_of(nothing) is None
    assert median_figure(nothing) is None


def test_repetitions_of_a_board_are_one(tmp_path: Path) -> None:
    rows: list[Row] = [
        ("solved", 1.0, 10, 1),
        ("solved", 2.0, 10, 1),
        ("unknown", 3.0, 10, 1),
        ("solved", 2.0, 30, 1),
    ]
    auto, _ = read(tmp_path, {"auto": rows}, deals=2, repetitions=2)
    assert list(auto.boards.won) == [0.5, 1.0]
    assert list(auto.boards.open) == [0.5, 0.0]
    assert list(auto.boards.seconds) == [2.0, 2.0]
    assert list(auto.boards.expanded) == [10.0, 20.0]
    assert list(auto.values("seconds").bounds) == [False, True]


def test_pairs_are_the_same_boards_and_unknown_ones_count_both_ways(tmp_path: Path) -> None:
    (pair,) = pairs_of(read(tmp_path))
    assert pair.boards == 7
    # Of auto's boards 1, 2, 4 and 7 are won, 5 and 6 open; of greedy's 1, 4, 5 and 7 won, the others open.
    assert pair.wins == pytest.approx(((4 - 7) / 7, (6 - 4) / 7))
    assert pair.interval[0] == pytest.approx(paired_difference(4, 0, 3, 0)[0])
    assert pair.interval[1] == pytest.approx(paired_difference(4, 2, 0, 1)[1])
    first = [row[1] for row in AUTO[:7] if row[1] is not None]
    second = [row[1] for row, own in zip(GREEDY, AUTO[:7], strict=True) if own[1] is not None]
    assert (pair.timed, pair.bounds) == (6, (1, 2))
    theirs = stats.ttest_rel(first, second)
    assert pair.seconds == pytest.approx(
        (np.mean(np.subtract(first, second)), *theirs.confidence_interval(0.95)), rel=1e-6
    )
    assert pair.ratio is None  # a time of 0 has no ratio


def test_ratios_are_those_of_geometric_means(tmp_path: Path) -> None:
    times = [(0.1, 0.3), (0.2, 0.5), (0.4, 0.1), (0.3, 2.0)]
    results: dict[str, list[Row]] = {
        label: [("solved", pair[i], 1, 1) for pair in times] for i, label in enumerate(("auto", "greedy"))
    }
    (pair,) = pairs_of(read(tmp_path, results, deals=4))
    logs = stats.ttest_1samp([math.log(a / b) for a, b in times], 0).confidence_interval(0.95)
    middle = stats.gmean([a / b for a, b in times])
    assert pair.ratio == pytest.approx((middle, math.exp(logs.low), math.exp(logs.high)), rel=1e-6)
    assert pair.wins == (0.0, 0.0)
    assert pair.interval[0] < 0 < pair.interval[1]  # four pairs alike prove little


def test_of_many_players_each_is_compared_with_the_first(tmp_path: Path) -> None:
    auto, greedy = read(tmp_path)
    assert len(pairs_of([auto, greedy] * (ALL_PAIRS // 2))) == ALL_PAIRS * (ALL_PAIRS - 1) // 2
    many = pairs_of([auto, *[greedy] * ALL_PAIRS])
    assert [(pair.first, pair.second) for pair in many] == [(greedy, auto)] * ALL_PAIRS
