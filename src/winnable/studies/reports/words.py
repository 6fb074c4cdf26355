"""Numbers and sentences of reports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from winnable.search.api import Limits
from winnable.studies.experiments.store import Terms
from winnable.studies.reports.bootstrap import FEW, RESAMPLES, SEED, TAIL
from winnable.studies.reports.equity import LISTED
from winnable.studies.reports.figures import ALL_PAIRS, Estimate

__all__ = [
    "METHODS",
    "bytes_text",
    "called",
    "estimate",
    "figure",
    "limits_text",
    "percent",
    "plain",
    "scaled",
    "span",
]

_DIGITS: Final = 3
_TIMES: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_SIZES: Final = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))

METHODS: Final = (
    "A unit is one board for one player, once. It is decided where the player answered: won, or not won "
    "(proved unwinnable, or a game that a policy lost). Unknown is what a limit left open, failed what "
    "ended its worker or raised an error twice; both count everywhere as open and are left out nowhere.",
    "The share of wins goes from all open units taken as lost to all taken as won. Its interval at 95 % is "
    "Wilson's, the lower end with open units taken as lost, the upper with them taken as won; the exact "
    "one is Clopper and Pearson's in the same way. Where a stop rule decides when to end, it is the "
    "interval of a confidence sequence at 95 %, which holds whenever one stops.",
    "A board that was measured several times counts once in intervals, means, medians and plots: with the "
    "mean of its units, and as open if one of them is.",
    "A policy may win a board in one repetition and not in another, and so may any player whose hidden "
    "cards are drawn anew. The share of a board's repetitions that it wins is the board's equity for it, "
    "with Wilson's interval for that board alone; boards are listed and drawn one by one where a player has "
    f"at most {LISTED}. Between boards the shares vary as the equities do and by chance: the deviation "
    "without chance is the square root of their variance less the mean of share (1 - share) / (repetitions "
    "- 1). The interval of their mean is Student's.",
    "Times, positions and memory are of all boards of which they were taken, also of those that a limit "
    "ended: such a figure is a lower bound for the answer's, and ≥ stands before every figure and end of "
    "an interval that is one for this reason. Moves are of boards that were won, as the player's answer "
    "counts them.",
    f"The interval of a mean is the bootstrap's, bias-corrected and accelerated, of {RESAMPLES:,} "
    f"resamples with seed {SEED}; of more than {FEW} boards each resample draws the {TAIL} largest values "
    "one by one and the mean of the others from the normal distribution. That of a median is the "
    "bootstrap's percentile interval, which is computed exactly and needs no seed.",
    "Players are compared on the boards that both measured: each with each, or, of more than "
    f"{ALL_PAIRS} players of a game, each with the first. The interval of the difference of shares is "
    "Newcombe's for pairs (method 10), open units taken both ways; that of the mean difference of times, "
    "and of the ratio of times in the geometric mean, is Student's. Where a limit ended boards, "
    "open tells of how many of each player: the difference and the ratio are then at least so (≥), at most "
    "so (≤), or, where of both, only of what was spent. Each interval holds at 95 % alone; of many, some "
    "miss.",
)


def plain(value: float) -> str:
    """A number with three digits that count: ``0.0123``, ``1.20``, ``12,300``."""
    size = abs(value)
    if size == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = _DIGITS - 1 - math.floor(math.log10(size))
    return f"{round(value, digits):,.{max(0, digits)}f}" if digits <= 9 else f"{value:.2e}"


def scaled(value: float, measure: str) -> tuple[float, str]:
    """What a measure is divided by to be read well, and the unit that it then has."""
    units = {"seconds": _TIMES, "peak_bytes": _SIZES}.get(measure)
    if units is None:
        return 1.0, ""
    return next(((size, name) for size, name in units if abs(value) >= size), units[-1])


def estimate(found: Estimate, measure: str) -> tuple[str, str]:
    """A figure, and its interval, in the same unit; ``≥`` stands before lower bounds."""
    size, unit = scaled(found.value, measure)
    value, low, high = (
        ("≥ " if bound else "") + _number(number, size)
        for number, bound in zip(found[:3], found.at_least, strict=True)
    )
    return f"{value} {unit}".rstrip(), f"{low} to {high} {unit}".rstrip()


def figure(value: float, measure: str) -> str:
    """A value of a measure with its unit: ``12.3 ms``."""
    size, unit = scaled(value, measure)
    return f"{_number(value, size)} {unit}".rstrip()


def _number(value: float, size: float) -> str:
    """A number of units of a size; whole where what is counted is."""
    return f"{value:,.0f}" if size == 1 and float(value).is_integer() else plain(value / size)


def bytes_text(count: float) -> str:
    """A size: ``1.20 MB``."""
    return figure(count, "peak_bytes")


def percent(share: float) -> str:
    """``12.3 %``."""
    return f"{100 * share:.4g} %"


def span(ends: Sequence[float]) -> str:
    """``12.30 % to 45.00 %``, or one of them where both are the same."""
    low, high = (f"{100 * end:.2f}" for end in ends)
    return f"{low} %" if low == high else f"{low} to {high} %"


def limits_text(limits: Limits) -> str:
    """``20,000 nodes, 256 MB``."""
    parts = [] if limits.nodes is None else [f"{limits.nodes:,} nodes"]
    parts += [] if limits.seconds is None else [f"{limits.seconds:g} s"]
    return ", ".join([*parts, bytes_text(limits.bytes)])


def called(players: Sequence[tuple[str, Terms]]) -> list[str]:
    """What the players of a game are called, by their labels and terms: with the terms, where one player has
    several."""
    labels = [label for label, _ in players]
    return [
        f"{label}, {limits_text(terms.limits)}, seed {terms.seed}" if labels.count(label) > 1 else label
        for label, terms in players
    ]
