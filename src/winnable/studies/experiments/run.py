"""Runs a study: batches to the workers, results into the file, until nothing is missing."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Any, Final

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.results import Result
from winnable.studies.experiments.asked import Asked
from winnable.studies.experiments.blocks import stop_rule
from winnable.studies.experiments.crews import Crew, gone, is_end, is_loss
from winnable.studies.experiments.provenance import this_machine
from winnable.studies.experiments.queue import Batch, Queue, taking_part
from winnable.studies.experiments.rate import Rate
from winnable.studies.experiments.starts import KEPT
from winnable.studies.experiments.stopping import Stopping, whole_cells
from winnable.studies.experiments.store import Block, Store
from winnable.studies.experiments.work import Done, Task, measure

__all__ = ["Going", "run_steps", "run_study"]

_MOST_UNITS: Final = 4096
_CAREFUL: Final = 8  # units of a batch where a stop rule may soon end it
_AHEAD: Final = 2  # batches for each worker, so that none waits for us
_LOOK: Final = 0.1  # seconds until cancelling is seen
_OTHERS: Final = 0.5  # seconds between looks at what other runs leave


@dataclass(slots=True)
class Going(Result):
    """How far a study is. ``done`` of ``units`` have a row, ``failed`` of them twice ended their worker or
    raised an error; ``mine`` were done by this run. ``waiting``: the rest is being done by another run."""

    units: int = 0
    done: int = 0
    failed: int = 0
    mine: int = 0
    waiting: bool = False
    cancelled: bool = False
    rate: float | None = None  # units of this run in a second, of late; None where that is not known yet
    _of: Rate = field(default_factory=Rate)

    def note(self, now: float) -> None:
        """Notes the time, by a clock that only goes on, at which so many were done."""
        self._of.note(now, self.mine)
        self.rate = self._of.at(now)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        counts = {"units": self.units, "done": self.done, "failed": self.failed}
        return {**counts, "rate": self.rate, "seconds_left": self.seconds_left}

    @property
    def seconds_left(self) -> float | None:
        """Until all units are done, if it goes on so; None where that is not known."""
        return (self.units - self.done) / self.rate if self.rate else None


def run_study(
    store: Store,
    crew: Crew,
    *,
    asked: Asked | None = None,
    strict: bool = False,
    retry_failed: bool = False,
    token: CancelToken | None = None,
    on_progress: Callable[[Going], None] | None = None,
) -> Going:
    """Does what is missing in a file; with other runs on the same file, each unit once.

    Args:
        store: the file.
        crew: who does it; see :mod:`winnable.studies.experiments.crews`.
        asked: do only these units, and stop where they are enough; all of the file by default.
        strict: an error of a unit is raised; else it is written, once the unit was tried twice.
        retry_failed: measure units that failed again, with two tries each.
        token: cancels: units in work are given up, and are done by the next run.
        on_progress: told after each batch, and now and then.

    Raises:
        InputError: workers that do not start or are gone, or a file that cannot be written any more.
    """
    going = Going()
    begun = run_steps(store, crew, asked=asked, strict=strict, retry_failed=retry_failed, token=token)
    with closing(begun) as steps:
        for going in steps:
            if on_progress is not None:
                on_progress(going)
    return going


def run_steps(
    store: Store,
    crew: Crew,
    *,
    asked: Asked | None = None,
    strict: bool = False,
    retry_failed: bool = False,
    token: CancelToken | None = None,
    queue: Queue | None = None,
) -> Generator[Going, None, None]:
    """The same step by step, for whoever reads results meanwhile: how far it is after each batch, and in the
    end.

    Closed before, it ends as one that is cancelled. Arguments and errors as for :func:`run_study`; ``queue``
    is that of a run that does several studies.
    """
    token = token or CancelToken()
    with ExitStack() as stack:
        if queue is None:
            needed = None if asked is None else asked.needed
            queue = stack.enter_context(taking_part(store, crew.words, needed))
        _wait_for_workers(crew, token)
        if retry_failed:
            queue.retry_failed()
        yield from _Run(store, queue, crew, token, asked, strict=strict).steps()


def _wait_for_workers(crew: Crew, token: CancelToken) -> None:
    """Until one answers, or the token is cancelled.

    InputError where none can: later, the end of one is taken for the fault of its unit.
    """
    try:
        answer = crew.executor.submit(this_machine)
        while not wait([answer], timeout=_LOOK).done:
            if token.cancelled:
                return
        answer.result()
    except Exception as error:
        raise InputError(f"no worker starts: {error}", expected="workers that have Winnable") from error


class _Run:
    def __init__(
        self,
        store: Store,
        queue: Queue,
        crew: Crew,
        token: CancelToken,
        asked: Asked | None,
        *,
        strict: bool,
    ) -> None:
        self._store, self._queue, self._crew = store, queue, crew
        self._token, self._asked, self._strict = token, asked, strict
        self._measures = store.measures
        self._pending: dict[Future[Any], Batch] = {}
        self._rule = stop_rule(store)
        self._pace = _Pace(crew.seconds, carefully=self._rule is not None)
        self._going, self._news = Going(), False
        self._shared = () if crew.token is None else (crew.token,)
        self._read_blocks()

    def _read_blocks(self) -> None:
        self._blocks = {block.id: block for block in self._store.blocks()}
        cells = whole_cells(self._blocks.values()) if self._asked is None else self._asked.cells
        self._stopping = Stopping(self._store, self._rule, cells)
        self._stopped: set[int] = set()

    def steps(self) -> Generator[Going, None, None]:
        self._apply_stop(self._stopping.begin())
        self._count()
        try:
            while not self._token.cancelled and self._step():
                if self._news:
                    self._news = False
                    yield self._going
        except KeyboardInterrupt:  # where no worker but this process does the work
            self._going.cancelled = True
        except GeneratorExit:
            self._end_work()
            raise
        self._end_work()
        yield self._going

    def _end_work(self) -> None:
        """Gives up what is in work."""
        if self._pending:
            self._crew.end()
            self._take_parts()
        self._going.cancelled |= self._token.cancelled
        self._count()

    def _step(self) -> bool:
        """Hands out work and takes in what was done; False where there is nothing left that is needed."""
        self._fill()
        if self._pending and self._stopped.issuperset(batch.block for batch in self._pending.values()):
            return False
        if self._pending:
            self._collect()
        elif self._queue.others_work():
            self._wait_for_others()
        else:
            return False
        return True

    def _fill(self) -> None:
        """Hands out batches until every worker has one to come."""
        room = max(1, _AHEAD * self._crew.size()) - len(self._pending)
        while room > 0 and not self._token.cancelled:
            batch = self._queue.claim(lambda number: self._pace.size(self._block(number)))
            if batch is None:
                return
            future = self._crew.executor.submit(measure, self._task(batch), *self._shared)
            self._pending[future] = batch
            room -= 1

    def _block(self, number: int) -> Block:
        """A block, also one that was added while we are at work."""
        if number not in self._blocks:
            self._read_blocks()
        return self._blocks[number]

    def _collect(self) -> None:
        """Writes what has been done, if anything has within a moment."""
        ended, _ = wait(self._pending, timeout=_LOOK, return_when=FIRST_COMPLETED)
        for future in ended:
            self._end(self._pending.pop(future), future)
        if ended:
            self._progress()

    def _take_parts(self) -> None:
        """Of calls that were ended, those that share our token answer with what they have."""
        if self._shared:
            wait(self._pending)
            for future in list(self._pending):
                self._end(self._pending.pop(future), future)

    def _end(self, batch: Batch, future: Future[Any]) -> None:
        error = None if future.cancelled() else future.exception()
        if future.cancelled() or (error is not None and is_end(error)):
            raise gone()
        if error is not None and self._strict and not is_loss(error):
            raise error
        if error is not None:
            why = str(error) if is_loss(error) else f"{type(error).__name__}: {error}"
            failed = self._queue.give_back(batch, " ".join(why.split()))
            self._went(batch, 1 if failed else 0, failed=failed)
            return
        done: Done = future.result()
        if len(done.rows) < len(batch):  # it was cancelled
            batch = self._queue.shorten(batch, len(done.rows))
        if self._queue.finish(batch, done.rows, done.machine):
            self._pace.note(self._blocks[batch.block], len(batch), done.seconds)
            self._went(batch, len(batch))

    def _went(self, batch: Batch, units: int, *, failed: bool = False) -> None:
        self._going.done += units
        self._going.mine += units
        self._going.failed += failed
        if self._going.done > self._going.units:  # some were added meanwhile
            self._count()
        if units:
            self._apply_stop(self._stopping.look(batch.block))

    def _apply_stop(self, stopped: list[int]) -> None:
        if not self._stopped.issuperset(stopped):
            self._stopped.update(stopped)
            self._queue.stop(stopped)
            self._count()

    def _wait_for_others(self) -> None:
        self._going.waiting = True
        self._count()
        self._progress()
        time.sleep(_OTHERS)
        self._queue.free_the_dead()
        self._going.waiting = False

    def _count(self) -> None:
        """Counts anew what is in the file: other runs write, too. Units that a stop rule spared are none."""
        done, failed = self._store.one(
            "SELECT count(*), coalesce(sum(outcome = 'failed'), 0) FROM results r JOIN todo k "
            "ON k.id = r.block WHERE r.number < k.units"
        )
        (left,) = self._store.one("SELECT coalesce(sum(max(units - next, 0)), 0) FROM todo WHERE NOT stopped")
        (claimed,) = self._store.one(
            "SELECT coalesce(sum(b.last - b.first + 1), 0) FROM batches b JOIN todo k ON k.id = b.block "
            "WHERE (b.run IS NOT NULL OR NOT k.stopped) AND b.first < k.units"
        )
        self._going.done, self._going.failed, self._going.units = done, failed, done + left + claimed

    def _progress(self) -> None:
        self._going.note(time.monotonic())
        self._news = True

    def _task(self, batch: Batch) -> Task:
        block = self._blocks[batch.block]
        places = tuple(block.place(number) for number in range(batch.first, batch.last + 1))
        kept = {}
        if block.run.source == KEPT:
            numbers = [number for _, number in places]
            first, last = min(numbers), max(numbers)
            rows = self._store.kept(block.game, first, last)
            kept = dict(zip(range(first, last + 1), rows, strict=True))
        return Task(block.game, block.player, block.terms, block.run.source, places, kept, self._measures)


class _Pace:
    """How many units make a batch: it grows with what is known of a game and player, up to so many seconds.

    ``carefully``: to a quarter of the units so far at most, as a stop rule may make more of them useless.
    """

    def __init__(self, seconds: float, *, carefully: bool) -> None:
        self._seconds = seconds
        self._of: dict[tuple[str, str, str], int] = {}
        self._done: dict[tuple[str, str, str], int] = {}
        self._carefully = carefully

    def size(self, block: Block) -> int:
        return self._of.get(block.cell, 1)

    def note(self, block: Block, units: int, seconds: float) -> None:
        fits = int(self._seconds * units / max(seconds, 1e-6))
        done = self._done[block.cell] = self._done.get(block.cell, 0) + units
        most = max(_CAREFUL, done // 4) if self._carefully else _MOST_UNITS
        self._of[block.cell] = max(1, min(fits, 4 * self.size(block), most))
