"""What the page says of a study as it stands, read from its file.

The file is opened for each look and closed again: so it is never this page that keeps the journal of a run
that has ended from being put into the file.
"""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Final, Literal

import msgspec

from winnable.errors import InputError
from winnable.studies.experiments.blocks import stop_rule
from winnable.studies.experiments.queue import live_runs
from winnable.studies.experiments.rate import Rate, pace_words
from winnable.studies.experiments.store import Store, Terms, UnbegunError
from winnable.studies.experiments.summary import Cell, Summary, summarise
from winnable.studies.reports.tables import Table, result_row, results_table
from winnable.studies.reports.words import called
from winnable.text.phrases import count_noun

__all__ = ["PATIENCE", "Reader", "Seen", "TableSeen", "table_seen"]

PATIENCE: Final = 2.0  # seconds for another program to let go of the file

State = Literal["unread", "waiting", "begun", "going", "interrupted", "done", "gone", "trouble"]


class TableSeen(msgspec.Struct, frozen=True, tag="table", tag_field="kind"):
    """A table; its first columns are ``words``, which stand to the left."""

    title: str
    columns: tuple[str, ...]
    rows: list[list[str]]
    words: int


class Seen(msgspec.Struct, frozen=True):
    """A study as the page shows it.

    ``state``: ``waiting`` for a file that is not there yet or has no units yet, ``begun`` where no run was at
    work yet, ``going`` where one is, ``gone`` where the file is there no more, ``trouble`` where it cannot be
    read; then the figures are the last ones. ``said`` is the state in a sentence, which ``command`` may mend.
    ``every``: seconds until it is worth asking again. ``report`` names the last report, ``no_report`` says
    why there is no newer one.
    """

    state: State
    said: str
    command: str = ""
    title: str = ""
    units: int = 0
    done: int = 0
    failed: int = 0
    pace: str = ""
    shares: TableSeen | None = None
    every: float = 1.0
    report: str = ""
    no_report: str = ""


def table_seen(table: Table) -> TableSeen:
    """A table of a report as the page takes it."""
    return TableSeen(table.title, table.columns, [list(row) for row in table.rows], table.words)


class Reader:
    """Looks at a file, and counts it only where it has changed.

    Args:
        path: the file.
        name: what it is called, also in commands.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self.seen = Seen("unread", f"{name} is being read.")
        self._mark: object = None  # of what was counted
        self._rate = Rate()

    def look(self) -> Seen:
        """The study as it stands; never an error of its file, which is told instead."""
        try:
            self.seen = self._look()
        except InputError as error:
            self._mark = None
            self.seen = self._amiss(error)
        return self.seen

    def _look(self) -> Seen:
        mark = _stamps(self.path)
        with Store(self.path, write=False, patience=PATIENCE) as store:
            # Runs are asked before what they wrote: of one that has ended meanwhile all is there then.
            live = tuple(live_runs(store))
            if (mark, live) == self._mark:
                return self._paced(self.seen)
            with store.one_moment():
                if store.fact("title") is None:
                    raise UnbegunError("no units yet")
                seen = self._counted(store, len(live))
        self._mark = mark, live
        return seen

    def _counted(self, store: Store, live: int) -> Seen:
        summary = summarise(store)
        ran = bool(store.one("SELECT 1 FROM runs LIMIT 1"))
        if not live:
            self._rate = Rate()  # how fast the next run is shows only in what it does
        self._rate.note(time.monotonic(), summary.done)
        state, said, command = self._state(summary, live, ran=ran)
        table = results_table(rule := stop_rule(store))
        rows = [[cell.shown, name, *result_row(cell, rule)] for cell, name in _named(summary.cells)]
        shares = table_seen(table.with_rows(rows))
        seen = Seen(
            state, said, command, summary.title, summary.units, summary.done, summary.failed, shares=shares
        )
        return self._paced(seen)

    def _state(self, summary: Summary, live: int, *, ran: bool) -> tuple[State, str, str]:
        run = f"winnable study run {shlex.quote(self.name)}"
        if summary.done == summary.units:
            whole = f"Complete: {summary.done:,} of {summary.units:,} units are done."
            if summary.failed:
                return (
                    "done",
                    f"{whole} This command measures those that failed again:",
                    f"{run} --retry-failed",
                )
            return "done", whole, ""
        if live:
            return "going", f"{count_noun(live, 'run')} {'is' if live == 1 else 'are'} at work.", ""
        if ran:
            return "interrupted", "Interrupted: no run is at work. This command goes on with the rest:", run
        return "begun", "No run is at work yet. This command begins one:", run

    def _paced(self, seen: Seen) -> Seen:
        """With the rate and the time left of now."""
        if seen.state != "going":
            return msgspec.structs.replace(seen, pace="")
        rate = self._rate.at(time.monotonic())
        left = (seen.units - seen.done) / rate if rate else None
        return msgspec.structs.replace(seen, pace=", ".join(pace_words(rate, left)))

    def _amiss(self, error: InputError) -> Seen:
        """The figures as they were, and what has happened to the file."""
        state, said, command = self._why(error)
        return msgspec.structs.replace(self.seen, state=state, said=said, command=command, pace="")

    def _why(self, error: InputError) -> tuple[State, str, str]:
        if isinstance(error, UnbegunError):
            return "waiting", f"{self.name} is being made: its units are put together.", ""
        if self.path.exists():
            return "trouble", f"{error}.", ""
        if self.seen.shares is not None:
            return "gone", f"{self.name} is not there any more: it was moved or deleted.", ""
        said = f"There is no {self.name} yet. The page fills as soon as a run writes it:"
        return "waiting", said, f"winnable study run STUDY.toml -o {shlex.quote(self.name)}"


def _stamps(path: Path) -> tuple[tuple[int, int, int] | None, ...]:
    """What changes when the file or its journal is written; None of one that is not there, or is empty."""
    return tuple(_stamp(one) for one in (path, Path(f"{path}-wal")))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return (state.st_ino, state.st_size, state.st_mtime_ns) if state.st_size else None


def _named(cells: tuple[Cell, ...]) -> list[tuple[Cell, str]]:
    """The cells game by game, with what their players are called."""
    games: dict[str, list[Cell]] = {}
    for cell in cells:
        games.setdefault(cell.shown, []).append(cell)
    named: list[tuple[Cell, str]] = []
    for of_game in games.values():
        names = called([(cell.player, Terms.of(cell.terms)) for cell in of_game])
        named += zip(of_game, names, strict=True)
    return named
