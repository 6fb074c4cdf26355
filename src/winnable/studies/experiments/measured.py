"""A study that is measured here and now, by threads: what is underneath commands and functions.

Its results go to a file, which goes on where it was interrupted, or nowhere, and are gone with the answer.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from winnable._core import CancelToken
from winnable.errors import InputError, quote
from winnable.studies.experiments.asked import Asked, AskedUnits, ask
from winnable.studies.experiments.crews import Crew, threads
from winnable.studies.experiments.plan import Study
from winnable.studies.experiments.queue import Queue, taking_part
from winnable.studies.experiments.run import Going, run_steps
from winnable.studies.experiments.store import Store

__all__ = ["Followed", "Measurer", "measured", "measurer"]

_AT_ONCE: Final = 1000  # rows that are read before they are asked for
_MADE_BY: Final = "made_by"


class Followed:
    """A study that is being measured; its units are read meanwhile."""

    def __init__(self, asked: Asked, steps: Iterator[Going]) -> None:
        self._asked, self._steps = asked, steps

    def rows(self, *columns: str) -> Iterator[tuple[Any, ...]]:
        """The outcome and some measures of each unit, as soon as it is done and all before it are: in turns
        one of each game and player, in their order. Ends where the study does, or is cancelled."""
        over = False
        for reader in cycle([_Reader(units, columns) for units in self._asked.units]):
            row = reader.next()
            while row is None and not over:
                over = next(self._steps, None) is None
                row = reader.next()
            if row is None:
                return
            yield row


class _Reader:
    """The rows of units one after the other."""

    def __init__(self, units: AskedUnits, columns: Sequence[str]) -> None:
        self._units, self._columns = units, columns
        self._place = 0
        self._there: deque[tuple[Any, ...]] = deque()

    def next(self) -> tuple[Any, ...] | None:
        """The next one; None where it is not there yet, or there is none."""
        if not self._there:
            rows = self._units.rows(*self._columns, since=self._place)
            self._there.extend(row[1:] for row in islice(rows, _AT_ONCE))
            self._place += len(self._there)
        return self._there.popleft() if self._there else None


class Measurer:
    """Measures studies, one after the other, with the same threads and in one file; see :func:`measurer`."""

    def __init__(self, store: Store, crew: Crew, token: CancelToken | None, stack: ExitStack) -> None:
        self._store, self._crew, self._token, self._stack = store, crew, token, stack
        self._queue: Queue | None = None

    def measure(
        self, study: Study, on_progress: Callable[[Going], None] | None = None
    ) -> tuple[Asked, Going]:
        """Measures a study to its end, or until it is cancelled."""
        asked, going = ask(self._store, study), Going()
        for going in self._steps(asked):
            if on_progress is not None:
                on_progress(going)
        return asked, going

    @contextmanager
    def follow(self, study: Study) -> Iterator[Followed]:
        """Measures a study while its units are read within; leaving ends it, and no other can follow."""
        asked = ask(self._store, study)
        with closing(self._steps(asked)) as steps:
            yield Followed(asked, steps)

    def _steps(self, asked: Asked) -> Generator[Going, None, None]:
        if self._queue is None:
            part = taking_part(self._store, self._crew.words, asked.needed)
            self._queue = self._stack.enter_context(part)
        else:
            self._queue.turn_to(asked.needed)
        yield from run_steps(
            self._store, self._crew, asked=asked, strict=True, token=self._token, queue=self._queue
        )


@contextmanager
def measurer(
    file: Path | None = None, *, jobs: int = 1, token: CancelToken | None = None, made_by: str = ""
) -> Iterator[Measurer]:
    """What measures studies.

    Args:
        file: where results are kept, made where there is none; they are not kept by default.
        jobs: threads.
        token: cancels; what was done until then is there.
        made_by: the command, with all that its results depend on, whose results alone the file may have.

    Raises:
        InputError: a file that cannot be used, or is of another command or one with other options.
    """
    with Store(file, create=True) as store:
        if made_by and file is not None:
            _check_maker(store, made_by)
        with ExitStack() as stack:
            crew = stack.enter_context(threads(jobs))
            yield Measurer(store, crew, token, stack)


def _check_maker(store: Store, made_by: str) -> None:
    """Notes who makes a file; InputError where it was somebody else."""

    def note(open_: sqlite3.Connection) -> str:
        if not open_.execute("SELECT 1 FROM studies").fetchone():
            open_.execute("INSERT OR IGNORE INTO facts VALUES (?, ?)", (_MADE_BY, made_by))
        row = open_.execute("SELECT value FROM facts WHERE name = ?", (_MADE_BY,)).fetchone()
        return _asked_by(open_) if row is None else str(row[0])

    there = store.change(note)
    if there != made_by:
        mend = "the same command with the same options goes on from it; for others name another file"
        what = f"its results are of {quote(there)}, not of {quote(made_by)}"
        raise InputError(what, mend=mend, source=str(store.path))


def _asked_by(open_: sqlite3.Connection) -> str:
    """The command that a file says it was first made by, where another may have added to it."""
    (text,) = open_.execute("SELECT text FROM studies ORDER BY id LIMIT 1").fetchone()
    return str(text).removeprefix("# ") if str(text).startswith("# winnable ") else "winnable study run"


@contextmanager
def measured(
    study: Study,
    *,
    file: Path | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_progress: Callable[[Going], None] | None = None,
) -> Iterator[tuple[Asked, Going]]:
    """Measures what a study asks for and a file does not have; its units are read within.

    Args:
        study: it need not come from a text.
        file: where results are kept, made where there is none; they are not kept by default.
        jobs: threads.
        token: cancels; what was done until then is there.
        on_progress: told now and then how far it is.

    Raises:
        InputError: a file that cannot be used, or is of a study that this one cannot be added to.
    """
    with measurer(file, jobs=jobs, token=token) as measuring:
        yield measuring.measure(study, on_progress)
