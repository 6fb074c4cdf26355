"""The tables of a report: their columns, and the rows that samples make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from winnable.studies.experiments.plan import StopRule
from winnable.studies.experiments.summary import Cell
from winnable.studies.reports.equity import LISTED, board_shares, spread_of
from winnable.studies.reports.figures import Pair, mean_of, median_figure, pairs_of
from winnable.studies.reports.samples import Sample
from winnable.studies.reports.words import estimate, figure, percent, plain, scaled, span

__all__ = [
    "EQUITY_TABLES",
    "MEASURE_TABLES",
    "PAIR_TABLES",
    "Table",
    "equity_rows",
    "measure_row",
    "pair_rows",
    "result_row",
    "results_table",
]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title; its first columns are ``words``, which stand to the left, the others figures."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]] = ()
    words: int = 2

    def with_rows(self, rows: Sequence[Sequence[str]]) -> Table:
        """The same with these rows."""
        return replace(self, rows=rows)


_SPREAD: Final = ("boards", "mean", "its 95 % interval", "median", "its 95 % interval", "greatest")
MEASURE_TABLES: Final[Mapping[str, Table]] = {
    "seconds": Table("Time per board", ("game", "player", *_SPREAD)),
    "expanded": Table("Positions expanded per board", ("game", "player", *_SPREAD)),
    "peak_bytes": Table("Peak memory per board", ("game", "player", *_SPREAD)),
    "length": Table("Moves of a win", ("game", "player", *_SPREAD)),
}
_Rows = list[list[str]]
_SHARE: Final = ("won", "share of wins", "95 % interval")
_PAIR: Final = ("game", "player", "against", "boards")
PAIR_TABLES: Final = (
    Table(
        "Share of wins on the same boards",
        (*_PAIR, "higher by (points)", "its 95 % interval"),
        words=3,
    ),
    Table(
        "Time on the same boards",
        (*_PAIR, "open", "mean longer by", "its 95 % interval", "times as long", "its 95 % interval"),
        words=3,
    ),
)


EQUITY_TABLES: Final = (
    Table("Share of wins of each board", ("game", "player", "board", "units", *_SHARE), words=3),
    Table(
        "How the boards differ",
        (
            "game",
            "player",
            "boards",
            "mean share",
            "its 95 % interval",
            "least",
            "greatest",
            "deviation, without chance",
        ),
    ),
)


def equity_rows(sample: Sample, names: Callable[[], Sequence[str]]) -> tuple[_Rows, _Rows]:
    """The boards of a player that draws, a row each, and one for all of them, for ``EQUITY_TABLES``, without
    the game and the player; ``names`` says what boards are called."""
    shares = board_shares(sample)
    if not shares:
        return [], []
    rows: _Rows = []
    if len(shares) <= LISTED:
        rows = [
            [name, f"{one.units:,}", f"{one.won:,}", span(one.share), span(one.interval)]
            for name, one in zip(names(), shares, strict=True)
        ]
    found = spread_of(shares)
    if found is None:
        return rows, []
    ends = [percent(one) for one in (found.least, found.greatest, found.deviation)]
    return rows, [[f"{found.boards:,}", percent(found.mean), span(found.interval), *ends]]


def results_table(rule: StopRule | None) -> Table:
    """The table of shares, without rows."""
    interval = ("95 % interval, at any time",) if rule else ("95 % interval", "exact")
    columns = ("game", "player", "done", "decided", "won", "not won", "unknown", "failed", "share of wins")
    return Table("Units and share of wins", (*columns, *interval))


def result_row(cell: Cell, rule: StopRule | None) -> list[str]:
    """What a game and player came to, without their names."""
    asked = cell.done if cell.stopped else cell.units
    decided = cell.wins + cell.losses
    counts = [f"{cell.done:,} of {asked:,}" + (", stopped" if cell.stopped else "")]
    counts += [f"{count:,}" for count in (decided, cell.wins, cell.losses, cell.unknown, cell.failed)]
    share = span(cell.share) if cell.done else "-"
    if rule:
        return [*counts, share, span(cell.interval(at_any_time=True))]
    return [*counts, share, span(cell.interval()), span(cell.interval(exact=True))]


def measure_row(sample: Sample, measure: str) -> list[str] | None:
    """How a measure is spread over the boards of a sample, without its names; None where none has it."""
    found = sample.values(measure)
    mean, median = mean_of(found), median_figure(found)
    if mean is None or median is None:
        return None
    greatest = ("≥ " if any(found.bounds) else "") + figure(found.values[-1], measure)
    open_, boards = sum(found.bounds), len(sample.places)
    count = (
        f"{len(found.values):,}" if len(found.values) == boards else f"{len(found.values):,} of {boards:,}"
    )
    return [
        f"{count}, {open_:,} open" if open_ else count,
        *estimate(mean, measure),
        *estimate(median, measure),
        greatest,
    ]


def pair_rows(samples: Sequence[Sample], names: Mapping[int, str]) -> tuple[list[list[str]], list[list[str]]]:
    """The players of a game in pairs, a row in each of ``PAIR_TABLES``, without the game; ``names`` are what
    samples are called, by their identity."""
    shares, times = [], []
    for pair in pairs_of(samples):
        who = [names[id(pair.first)], names[id(pair.second)]]
        if pair.boards:
            shares.append([*who, f"{pair.boards:,}", _points(pair.wins), _points(pair.interval)])
        if pair.timed:
            times.append([*who, *_times(pair)])
    return shares, times


def _times(pair: Pair) -> list[str]:
    """How much longer, and how many times as long: at least so where a limit ended boards of the first alone,
    at most where of the second; where of both, only what was spent is known."""
    first, second = pair.bounds
    about = {(False, False): "", (True, False): "≥ ", (False, True): "≤ ", (True, True): "spent: "}
    mark = about[first > 0, second > 0]
    row = [f"{pair.timed:,}", f"{first:,} and {second:,}" if first or second else "0", *["-"] * 4]
    if pair.seconds is not None:
        size, unit = scaled(pair.seconds[0], "seconds")
        middle, low, high = (plain(x / size) for x in pair.seconds)
        row[2:4] = f"{mark}{middle} {unit}", f"{low} to {high} {unit}"
    if pair.ratio is not None:
        middle, low, high = (plain(x) for x in pair.ratio)
        row[4:6] = f"{mark}{middle}", f"{low} to {high}"
    return row


def _points(ends: tuple[float, float]) -> str:
    """A difference of shares in percentage points."""
    low, high = (f"{100 * end + 0.0:+.2f}" for end in ends)
    return low if low == high else f"{low} to {high}"
