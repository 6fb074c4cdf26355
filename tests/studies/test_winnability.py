"""Winnable shares: intervals, the stop rule, undecided deals, and the same answer for any number of jobs."""

from __future__ import annotations

import math
from itertools import islice

import pytest

from winnable._core import CancelToken
from winnable.deals import DealNumber, consecutive_deals, random_deals
from winnable.errors import InputError
from winnable.families.patience.game import PatienceGame
from winnable.intervals import anytime_interval, wilson
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.solvers import solve
from winnable.studies.experiments.run import Going
from winnable.studies.winnability import count_winnable


@pytest.fixture(scope="module")
def two_cells() -> PatienceGame:
    """About four deals of five are winnable."""
    game: PatienceGame = get_game("freecell:cells=2")
    return game


def test_wilson_solves_its_own_equation() -> None:
    """The ends are the shares p at which the count lies z standard deviations of p away."""
    for successes, trials, z in ((3, 10, 1.96), (66480, 100000, 3.0), (1, 1000, 1.0)):
        for p in wilson(successes, trials, z):
            distance = abs(successes / trials - p) / math.sqrt(p * (1 - p) / trials)
            assert distance == pytest.approx(z)


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 0) == (0, 1)
    low, high = wilson(0, 100)
    assert (low, high) == (0, pytest.approx(1.96**2 / (100 + 1.96**2)))
    assert wilson(100, 100) == (pytest.approx(1 - high), 1)


def test_counts_are_those_of_the_solver(two_cells: PatienceGame) -> None:
    deals = list(consecutive_deals("ms:1", 40))
    found = count_winnable(two_cells, deals)
    won = [solve(two_cells, two_cells.deal(str(deal))).verdict.value == "solved" for deal in deals]
    assert (found.deals, found.winnable, found.unwinnable) == (40, sum(won), 40 - sum(won))
    assert 0 < found.unwinnable < 40
    assert found.undecided == []
    assert not found.cancelled
    assert found.share == (sum(won) / 40, sum(won) / 40)
    assert found.interval() == wilson(sum(won), 40)


@pytest.mark.parametrize(
    ("rules", "share"),
    [
        ("", 0.6648),
        (":passes=unlimited", 0.6703),
        (":goal=all", 0.6634),
        (":overlap=true", 0.8373),
        (":giza", 0.364),
        (":king_tut", 0.560),
    ],
)
def test_pyramids_shares_are_the_published_ones(rules: str, share: float) -> None:
    """Shares of 10,000 and more deals, from another program, lie within our 3 standard deviations."""
    found = count_winnable(get_game("pyramid" + rules), random_deals(2024), count=800)
    low, high = found.interval(3)
    assert low < share < high
    assert found.undecided == []


@pytest.mark.parametrize("half_width", [None, 0.1])
def test_jobs_change_nothing(two_cells: PatienceGame, half_width: float | None) -> None:
    answers = [
        count_winnable(two_cells, random_deals(7), count=80, half_width=half_width, jobs=jobs)
        for jobs in (1, 2, 5)
    ]
    for answer in answers:
        answer.expanded = answer.peak_bytes = 0  # a solver's tables may spare it work on later deals
    assert answers[0] == answers[1] == answers[2]


def test_it_stops_where_the_interval_at_any_time_is_narrow_enough(two_cells: PatienceGame) -> None:
    """Looks are one in fifty: the width two looks earlier was too much, by the prefixes of the same deals."""
    found = count_winnable(two_cells, random_deals(1), count=400, half_width=0.12, z=1.5)
    assert found.by_rule
    assert 20 < found.deals < 400
    level = math.erf(1.5 / math.sqrt(2))
    low, high = anytime_interval(found.winnable, found.deals, level)
    assert found.half_width == pytest.approx((high - low) / 2)
    assert found.half_width <= 0.12
    fewer = count_winnable(two_cells, random_deals(1), count=found.deals * 48 // 50)
    low, high = anytime_interval(fewer.winnable, fewer.deals, level)
    assert (high - low) / 2 > 0.12
    assert found.interval() == wilson(found.winnable, found.deals, 1.5)
    assert not found.cancelled


def test_undecided_deals_widen_both_ends_and_are_named(two_cells: PatienceGame) -> None:
    found = count_winnable(two_cells, consecutive_deals("ms:1", 60), limits=Limits(nodes=20_000))
    assert min(len(found.undecided), found.winnable, found.unwinnable) > 0
    assert found.deals == found.winnable + found.unwinnable + len(found.undecided) == 60
    assert all(deal.startswith("ms:") for deal in found.undecided)
    least, most = found.share
    assert most - least == pytest.approx(len(found.undecided) / 60)
    low, high = found.interval()
    assert low == wilson(found.winnable, 60)[0] < least
    assert high == wilson(60 - found.unwinnable, 60)[1] > most
    exact = count_winnable(two_cells, consecutive_deals("ms:1", 60))
    assert least <= exact.share[0] <= most


def test_cancelling_counts_what_was_decided(two_cells: PatienceGame) -> None:
    token = CancelToken()

    def stop(going: Going) -> None:
        if going.done >= 10:
            token.cancel()

    found = count_winnable(two_cells, random_deals(0), count=3000, token=token, on_progress=stop)
    assert found.cancelled
    assert 10 <= found.deals < 1500  # the batch in work still ends
    assert found.undecided == []
    whole = count_winnable(two_cells, random_deals(0), count=found.deals)
    assert (whole.winnable, whole.unwinnable) == (found.winnable, found.unwinnable)


@pytest.mark.parametrize("wrong", [{"half_width": 0.0}, {"z": -1.0}, {"count": 0}, {"z": float("nan")}])
def test_what_is_not_positive_is_refused(two_cells: PatienceGame, wrong: dict[str, float]) -> None:
    with pytest.raises(InputError, match="above 0"):
        count_winnable(two_cells, random_deals(0), **{"count": 9, **wrong})  # type: ignore[arg-type]


def test_random_deals_differ_and_repeat() -> None:
    first = list(islice(random_deals(0), 100))
    assert first == list(islice(random_deals(0), 100))
    assert len({*first, *islice(random_deals(1), 100)}) == 200
    assert first[0] == DealNumber("seed", 0xE220A8397B1DCDAF)  # SplitMix64's first number from 0


def test_consecutive_deals() -> None:
    assert [str(deal) for deal in consecutive_deals("ms:5", 3)] == ["ms:5", "ms:6", "ms:7"]
    with pytest.raises(InputError, match="expected at most 2"):
        consecutive_deals(DealNumber("ms", 2**33 - 2), 3)
