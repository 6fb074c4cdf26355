"""What a study has found so far: for each game and player how many units, and the share of wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from winnable.intervals import anytime_interval, both_ways, wilson
from winnable.results import Result
from winnable.studies.experiments.blocks import stop_rule
from winnable.studies.experiments.queue import live_runs
from winnable.studies.experiments.statistics import clopper_pearson
from winnable.studies.experiments.store import Store, Terms

__all__ = ["Cell", "Summary", "summarise"]

# In the order of the primary key, so that nothing is sorted.
_COUNTS = (
    "SELECT block, count(*), sum(outcome IN ('solved', 'won')), sum(outcome IN ('unsolvable', 'lost')), "
    "sum(outcome = 'unknown'), sum(outcome = 'failed'), count(seconds), total(seconds), count(expanded), "
    "total(expanded) FROM results GROUP BY block"
)


@dataclass(slots=True)
class Cell(Result):
    """A game and a player under the same terms.

    ``units`` are those asked for, ``done`` those with a result: ``wins``, ``losses`` (proved, or games that a
    policy lost), ``unknown`` (a limit was reached) and ``failed`` (the worker ended, or an error was raised,
    twice). ``stopped``: the share is known well enough, and the rest is left out. ``repetitions`` of a deal
    say little more of all deals than one: the intervals are as wide as if each had been measured once.
    """

    game: str
    player: str
    terms: str
    units: int = 0
    done: int = 0
    wins: int = 0
    losses: int = 0
    unknown: int = 0
    failed: int = 0
    stopped: bool = False
    repetitions: int = 1
    timed: int = 0
    seconds: float = 0.0
    counted: int = 0
    expanded: float = 0.0

    @property
    def shown(self) -> str:
        """What tables call its deals: their group, or the game."""
        return Terms.of(self.terms).group or self.game

    @property
    def open(self) -> int:
        """Units of which it is not known whether they are won: at a limit, or failed."""
        return self.unknown + self.failed

    @property
    def share(self) -> tuple[float, float]:
        """The share of wins among the units done, open ones taken as lost, and as won; 0 and 1 of none."""
        if not self.done:
            return 0.0, 1.0
        return self.wins / self.done, (self.wins + self.open) / self.done

    def interval(self, *, at_any_time: bool = False, exact: bool = False) -> tuple[float, float]:
        """Where the share of all such units lies at 95 %, open ones counted both ways: Wilson's, Clopper and
        Pearson's (``exact``), or the one that holds whenever one stops."""
        of = anytime_interval if at_any_time else clopper_pearson if exact else wilson
        return both_ways(of, *(count / self.repetitions for count in (self.wins, self.open, self.done)))

    @property
    def mean_stats(self) -> dict[str, float]:
        """The means of what was measured."""
        seconds = {"seconds": self.seconds / self.timed} if self.timed else {}
        return seconds | ({"expanded": self.expanded / self.counted} if self.counted else {})

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        terms = Terms.of(self.terms)
        limits = terms.limits
        return {
            "game": self.game,
            "group": terms.group or None,
            "player": self.player,
            "limits": {"nodes": limits.nodes, "seconds": limits.seconds, "bytes": limits.bytes},
            "repetitions": self.repetitions,
            "units": self.done if self.stopped else self.units,
            "done": self.done,
            "wins": self.wins,
            "not_won": self.losses,
            "unknown": self.unknown,
            "failed": self.failed,
            "stopped": self.stopped,
            "share_bounds": _rounded(self.share),
            "interval": _rounded(self.interval()),
            "interval_exact": _rounded(self.interval(exact=True)),
            "interval_at_any_time": _rounded(self.interval(at_any_time=True)),
            "mean_stats": self.mean_stats,
        }


@dataclass(frozen=True, slots=True)
class Summary(Result):
    """A study as it stands. ``runs`` are at work on it now; ``by_rule``: a stop rule decides when it ends."""

    title: str
    cells: tuple[Cell, ...]
    runs: int
    by_rule: bool

    @property
    def units(self) -> int:
        """All that were asked for, without those that a stop rule has spared."""
        return sum(cell.done if cell.stopped else cell.units for cell in self.cells)

    @property
    def done(self) -> int:
        """Those with a result."""
        return sum(cell.done for cell in self.cells)

    @property
    def failed(self) -> int:
        """Those that ended their worker, or raised an error, twice."""
        return sum(cell.failed for cell in self.cells)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold, without its cells."""
        return {
            "study_title": self.title,
            "units": self.units,
            "done": self.done,
            "failed": self.failed,
            "at_work": self.runs,
        }


def summarise(store: Store) -> Summary:
    """What is in a file."""
    cells: dict[tuple[str, str, str], Cell] = {}
    of = {}
    for block in store.blocks():
        cell = cells.setdefault(block.cell, Cell(block.game, block.called, block.terms))
        cell.units += block.units
        cell.stopped |= block.stopped
        cell.repetitions = max(cell.repetitions, block.repetition + block.repetitions)
        of[block.id] = cell
    for block_id, *counts in store.rows(_COUNTS):
        _add(of[block_id], counts)
    title = store.fact("title") or ""
    return Summary(title, tuple(cells.values()), len(live_runs(store)), stop_rule(store) is not None)


def _rounded(ends: tuple[float, float]) -> list[float]:
    """The same on every machine, whatever its library of functions makes of the last digits."""
    return [round(end, 9) for end in ends]


def _add(cell: Cell, counts: list[Any]) -> None:
    done, wins, losses, unknown, failed, timed, seconds, counted, expanded = counts
    cell.done += done
    cell.wins += wins
    cell.losses += losses
    cell.unknown += unknown
    cell.failed += failed
    cell.timed += timed
    cell.seconds += seconds
    cell.counted += counted
    cell.expanded += expanded
