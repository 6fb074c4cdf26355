"""The equity of boards: how often a player wins one and the same board, where its repetitions need not all
end alike, as those of a policy that draws or of hidden cards that are drawn anew."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from statistics import fmean, variance
from typing import Final, NamedTuple

from winnable.intervals import both_ways, wilson
from winnable.studies.experiments.starts import KEPT, deal_of
from winnable.studies.experiments.statistics import student_quantile
from winnable.studies.experiments.store import Store
from winnable.studies.reports.samples import OPEN, WON, Sample

__all__ = ["LISTED", "BoardShare", "Spread", "board_shares", "names_of", "spread_of"]

LISTED: Final = 200  # boards of a player up to which each is listed and drawn


class BoardShare(NamedTuple):
    """How often a player won a board: the place of the board in the sample, its units, those that were won,
    and those that a limit or a failure left open."""

    board: int
    units: int
    won: int
    open: int

    @property
    def share(self) -> tuple[float, float]:
        """The share of wins, open units taken as lost, and as won."""
        return self.won / self.units, (self.won + self.open) / self.units

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's at 95 %: each repetition is a trial, as it draws by its own seed."""
        return both_ways(wilson, self.won, self.open, self.units)


def board_shares(sample: Sample) -> list[BoardShare]:
    """Each board of a player that measured boards several times, and draws: of a policy, of hidden cards that
    are drawn, and of any other that won a board in one repetition and not in another; else none."""
    boards = len(sample.places)
    counts = [array("q", bytes(8 * boards)) for _ in range(3)]
    units, won, open_ = counts
    for board, came in zip(sample.units.board, sample.units.came, strict=True):
        units[board] += 1
        won[board] += came == WON
        open_[board] += came == OPEN
    found = [BoardShare(*row) for row in zip(range(boards), *counts, strict=True)]
    draws = sample.policy or sample.terms.hidden or any(0 < one.won < one.units for one in found)
    return found if draws and len(sample) > boards else []


class Spread(NamedTuple):
    """How the equities of boards differ: their mean with its interval, the least and the greatest, and their
    standard deviation with the part of chance taken out; of ``boards`` without open units."""

    boards: int
    mean: float
    interval: tuple[float, float]
    least: float
    greatest: float
    deviation: float


def spread_of(found: Sequence[BoardShare]) -> Spread | None:
    """How boards differ; None below two that were measured more than once.

    The shares of boards vary as their equities do, and by chance: of n repetitions by p (1 - p) / n, of which
    share (1 - share) / (n - 1) is the unbiased estimate. The interval of the mean is Student's, of boards.
    """
    whole = [one for one in found if not one.open and one.units > 1]
    if len(whole) < 2:
        return None
    shares = [one.won / one.units for one in whole]
    chance = fmean(share * (1 - share) / (one.units - 1) for share, one in zip(shares, whole, strict=True))
    middle, squares = fmean(shares), variance(shares)
    half = student_quantile(0.975, len(whole) - 1) * math.sqrt(squares / len(whole))
    interval = max(0.0, middle - half), min(1.0, middle + half)
    deviation = math.sqrt(max(0.0, squares - chance))
    return Spread(len(whole), middle, interval, min(shares), max(shares), deviation)


def names_of(store: Store, sample: Sample) -> list[str]:
    """What the boards of a sample are called, in the order of their places."""
    labels: dict[int, str] = {}
    if any(source == KEPT for source, _ in sample.places):
        query = "SELECT k.id, k.label FROM kept k JOIN games g ON g.id = k.game WHERE g.spelled = ?"
        labels = dict(store.rows(query, sample.game))
    return [
        labels[number] if source == KEPT else str(deal_of(source, number)) for source, number in sample.places
    ]
