"""What the plots of a report show, as numbers: nothing here draws, and nothing is left out.

Every panel is of boards; one that was measured several times stands there once, with the mean of its units,
and is open if one of them is.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from winnable.studies.experiments.summary import Cell
from winnable.studies.reports.bootstrap import SEED
from winnable.studies.reports.equity import LISTED, board_shares
from winnable.studies.reports.samples import Sample, Values

__all__ = ["PLOTS", "SHOWN", "Curve", "Named", "Panel", "Plot", "Range", "Rows", "Spread", "quantile"]

SHOWN: Final = 200  # points of a player that a plot draws at most
_DOTS: Final = 60  # boards up to which each is a dot in a row
_ASIDE: Final = 0.6  # of the room of a board, which its players share
_FLOOR: Final = {"seconds": 1e-6, "expanded": 1.0, "peak_bytes": 1.0}  # less is drawn there: the axis is log
_SHARES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
_AXES: Final = {
    "seconds": "time per board",
    "expanded": "positions expanded",
    "peak_bytes": "peak memory",
}


class Named(NamedTuple):
    """A player of a game with what it is called, its place among all players of the study, its units, and the
    interval of its share of wins."""

    label: str
    place: int
    sample: Sample
    cell: Cell
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spread:
    """A row: how a measure of boards is spread. ``quantiles`` are those at 5, 25, 50, 75 and 95 %; ``dots``
    boards one by one, all if they are few, else the least and the greatest; ``bounds`` those that a limit
    ended."""

    label: str
    place: int  # of the player, which gives it its colour
    boards: int
    open: int
    quantiles: tuple[float, ...]
    dots: tuple[float, ...]
    bounds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """A row: a share of wins, open units taken as lost and as won, and its interval at 95 %."""

    label: str
    place: int
    share: tuple[float, float]
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """What is drawn of a player; ``bounds`` are the places of boards that are open, ``lows`` and ``highs``
    the ends where a share is not known exactly."""

    label: str
    place: int
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    bounds: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    lows: tuple[float, ...] = ()
    highs: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """Axes with a curve for each player: a line, steps, or points.

    An axis of a measure is a log one, in seconds or bytes. Another begins at 0 and ends at 100 %, or after
    the last board, or at ``mark``, where a line is drawn that no curve can pass.
    """

    title: str
    shape: Literal["line", "steps", "points"]
    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    x_measure: str = ""
    y_measure: str = ""
    mark: float | None = None

    @property
    def x_log(self) -> bool:
        """Is it an axis of a measure?"""
        return bool(self.x_measure)

    @property
    def y_log(self) -> bool:
        """Is it an axis of a measure?"""
        return bool(self.y_measure)


@dataclass(frozen=True, slots=True)
class Rows:
    """Axes with a row for each player; a log one, in seconds or bytes, where it is of a measure, else of per
    cent."""

    title: str
    x_label: str
    rows: tuple[Spread | Range, ...]
    x_measure: str = ""

    @property
    def x_log(self) -> bool:
        """Is it an axis of a measure?"""
        return bool(self.x_measure)


@dataclass(frozen=True, slots=True)
class Plot:
    """A kind of plot: its title, what it shows, and how a game's panel is made; None where nothing is to
    show."""

    title: str
    caption: str
    make: Callable[[str, Sequence[Named]], Panel | Rows | None] = field(repr=False)


def quantile(rising: Sequence[float], share: float) -> float:
    """The value below which a share of values in rising order lies, between two of them in proportion."""
    at = share * (len(rising) - 1)
    low = int(at)
    high = min(low + 1, len(rising) - 1)
    return rising[low] + (at - low) * (rising[high] - rising[low])


def _spreads(measure: str) -> Callable[[str, Sequence[Named]], Rows | None]:
    def make(game: str, named: Sequence[Named]) -> Rows | None:
        rows = [
            _spread(label, place, sample.values(measure), _FLOOR[measure])
            for label, place, sample, *_ in named
        ]
        found = tuple(row for row in rows if row is not None)
        return Rows(game, _AXES[measure], found, measure) if found else None

    return make


def _spread(label: str, place: int, found: Values, floor: float) -> Spread | None:
    if not found.values:
        return None
    values = array("d", (max(value, floor) for value in found.values))
    few = len(values) <= _DOTS
    shown = range(len(values)) if few else (0, len(values) - 1)
    return Spread(
        label,
        place,
        len(values),
        sum(found.bounds),
        tuple(quantile(values, share) for share in _SHARES),
        tuple(values[i] for i in shown if not found.bounds[i]),
        tuple(values[i] for i in shown if found.bounds[i]),
    )


def _rates(game: str, named: Sequence[Named]) -> Rows | None:
    rows = tuple(Range(one.label, one.place, one.cell.share, one.interval) for one in named if one.cell.done)
    return Rows(game, "share of wins (%)", rows) if rows else None


def _cactus(game: str, named: Sequence[Named]) -> Panel | None:
    curves, boards = [], 0
    for label, place, sample, *_ in named:
        found = sample.values("seconds")
        boards = max(boards, len(sample.places))
        times = [max(v, _FLOOR["seconds"]) for v, bound in zip(*found, strict=True) if not bound]
        kept = _thinned(len(times))
        counted = f"{label}: {len(times):,} of {len(sample.places):,}"
        curves.append(Curve(counted, place, tuple(i + 1.0 for i in kept), tuple(times[i] for i in kept)))
    if not any(curve.xs for curve in curves):
        return None
    axes = "boards answered", "time for each"
    return Panel(game, "line", *axes, tuple(curves), y_measure="seconds", mark=float(boards))


def _thinned(size: int) -> list[int]:
    """Places among so many, the first and the last with them, evenly."""
    if size <= SHOWN:
        return list(range(size))
    return [round(i * (size - 1) / (SHOWN - 1)) for i in range(SHOWN)]


def _survival(game: str, named: Sequence[Named]) -> Panel | None:
    curves = [_surviving(label, place, sample) for label, place, sample, *_ in named if len(sample)]
    if not any(curve.xs for curve in curves):
        return None
    axes = "time", "boards without an answer (%)"
    return Panel(game, "steps", *axes, tuple(curves), x_measure="seconds")


def _surviving(label: str, place: int, sample: Sample) -> Curve:
    """The share of boards whose answer takes longer than a time: at most, and of those that are known to."""
    values, bounds = sample.values("seconds")
    size = len(sample.places)
    at_most, surely = size, len(values)  # those without a time may take any
    steps = []
    for value, bound in zip(values, bounds, strict=True):
        surely -= 1
        at_most -= not bound
        steps.append((max(value, _FLOOR["seconds"]), 100 * at_most / size, 100 * surely / size))
    xs, ys, lows = zip(*(steps[i] for i in _thinned(len(steps))), strict=True) if steps else ((), (), ())
    return Curve(label, place, xs, ys, lows=lows)


def _nodes(game: str, named: Sequence[Named]) -> Panel | None:
    curves = []
    for label, place, sample, *_ in named:
        boards = sample.boards
        places = [i for i in range(len(boards.won)) if not math.isnan(boards.seconds[i] + boards.expanded[i])]
        shown = f"{len(places):,}" if len(places) <= SHOWN else f"{SHOWN} of {len(places):,}"
        if len(places) > SHOWN:
            places = sorted(random.Random(SEED).sample(places, SHOWN))
        sides: list[tuple[list[float], list[float]]] = [([], []), ([], [])]
        for i in places:
            xs, ys = sides[boards.open[i] > 0]
            xs.append(max(boards.expanded[i], _FLOOR["expanded"]))
            ys.append(max(boards.seconds[i], _FLOOR["seconds"]))
        (xs, ys), (open_xs, open_ys) = sides
        curves.append(
            Curve(f"{label}: {shown}", place, tuple(xs), tuple(ys), (tuple(open_xs), tuple(open_ys)))
        )
    if not any(curve.xs or curve.bounds[0] for curve in curves):
        return None
    axes = _AXES["expanded"], _AXES["seconds"]
    return Panel(game, "points", *axes, tuple(curves), "expanded", "seconds")


def _equities(game: str, named: Sequence[Named]) -> Panel | None:
    """The boards in the order of the first player's shares, those that it did not play last; players beside
    each other."""
    found = [(one, board_shares(one.sample)) for one in named if len(one.sample.places) <= LISTED]
    found = [(one, shares) for one, shares in found if shares]
    order: dict[tuple[str, int], int] = {}
    for one, shares in found:
        keys = list(one.sample.places)
        for share in sorted(shares, key=lambda share: share.share):
            order.setdefault(keys[share.board], len(order) + 1)
    curves = []
    for i, (one, shares) in enumerate(found):
        keys, aside = list(one.sample.places), _ASIDE * (i - (len(found) - 1) / 2) / len(found)
        xs = tuple(order[keys[share.board]] + aside for share in shares)
        ys = tuple(50 * sum(share.share) for share in shares)
        lows, highs = zip(*(share.interval for share in shares), strict=True)
        ends = tuple(100 * end for end in lows), tuple(100 * end for end in highs)
        curves.append(Curve(f"{one.label}: {len(shares):,}", one.place, xs, ys, ((), ()), *ends))
    if not curves:
        return None
    return Panel(game, "points", "boards, by the first player's share", "share of wins (%)", tuple(curves))


PLOTS: Final[Mapping[str, Plot]] = {
    "time": Plot(
        "Time per board",
        "The box holds the middle half of the boards, the line in it is the median, the thin line goes "
        f"from 5 to 95 %. Dots are boards, where there are at most {_DOTS}, else the quickest and the "
        "slowest. An open triangle is a board that a limit ended: its answer takes longer, and it stands in "
        "the box with the time until then. A time below a "
        "microsecond is drawn at one.",
        _spreads("seconds"),
    ),
    "cactus": Plot(
        "Boards answered within a time",
        "Each player's boards by their time: so many were answered within that time each. A board that was "
        "not answered has no place on the line, which ends short of the dotted line of all boards.",
        _cactus,
    ),
    "survival": Plot(
        "Boards still without an answer",
        "The share of boards whose answer takes longer than a time. The line counts all that a limit ended "
        "before, or whose worker failed, as taking longer; the shade goes down to the share of those that "
        "surely do.",
        _survival,
    ),
    "nodes": Plot(
        "Time and positions expanded",
        "Each dot is a board; an open triangle one that a limit ended. Of a player with more than "
        f"{SHOWN} boards so many are drawn by chance (seed {SEED}). Less than a microsecond, or than one "
        "position, is drawn at one.",
        _nodes,
    ),
    "winrate": Plot(
        "Share of wins",
        "The thick line is the share of wins, with open units taken as lost at its left end and as won at "
        "its right end; it is a dot where all are known. The thin line is the interval of the table, with "
        "open units taken both ways, too.",
        _rates,
    ),
    "equity": Plot(
        "Equity of boards",
        "How often a player that draws won each board, with the interval of the board's repetitions; a dot "
        "stands midway where units are open. The boards stand in the order of the first player's shares, and "
        f"those of several players beside each other. A player of more than {LISTED} boards is left out.",
        _equities,
    ),
    "memory": Plot(
        "Peak memory per board",
        "The box holds the middle half of the boards, the line in it is the median, the thin line goes "
        f"from 5 to 95 %. Dots are boards, where there are at most {_DOTS}, else the least and the "
        "greatest. An open triangle is a board that a limit ended. No memory at all is drawn at one byte.",
        _spreads("peak_bytes"),
    ),
}
