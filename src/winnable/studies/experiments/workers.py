"""Those who do the work: processes of this machine, this process itself, or a dask cluster.

All are a ``concurrent.futures.Executor``, and a run knows no more of them. Each call that ends its worker
fails with ``WorkerLost``; calls that waited behind it are made again by themselves.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final
from weakref import WeakSet

from winnable.errors import InputError

__all__ = ["Crew", "LocalWorkers", "WorkerLost", "cluster", "gone", "here", "processes"]

LOST: Final = "its worker ended: a crash, or memory that the system took back"
_ANSWER: Final = 5.0  # seconds within which a scheduler answers
_SIZE_EVERY: Final = 2.0
_CLUSTER: Final = 'no dask on this machine; install it: pip install "winnable[cluster]"'


class WorkerLost(RuntimeError):  # noqa: N818 - what happened, not what was wrong
    """The process that did a call has ended in the middle of it."""


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor; how many calls it does at a time, now; what ends calls in work at once; and in words."""

    executor: Executor
    size: Callable[[], int]
    end: Callable[[], None]
    words: str


class LocalWorkers(Executor):
    """Spawned processes, each with calls of its own, so that it is known which one a process died of.

    Processes end with this one, whatever ends it: each waits for the end of a pipe that only we hold open.

    Args:
        count: processes.
    """

    def __init__(self, count: int) -> None:
        self._ears, self._mouth = multiprocessing.Pipe(duplex=False)
        self._seats = [_Seat(self._ears) for _ in range(count)]
        self._lock = threading.Lock()
        self._over = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See :class:`concurrent.futures.Executor`; the process with the fewest calls gets it."""
        with self._lock:
            if self._over:
                raise RuntimeError("these workers have been shut down")
            return min(self._seats, key=lambda seat: seat.calls).submit(partial(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See :class:`concurrent.futures.Executor`."""
        with self._lock:
            self._over = True
        for seat in self._seats:
            seat.shutdown(wait, cancel_futures)
        if wait:
            self._close()

    def kill(self) -> None:
        """Ends every process at once; what they were doing is lost."""
        with self._lock:
            self._over = True
        for seat in self._seats:
            seat.begin_no_more()
        self._close()

    def _close(self) -> None:
        for end in (self._mouth, self._ears):
            with suppress(OSError):
                end.close()


class _Seat:
    """One process at a time, and the calls that it was given."""

    def __init__(self, ears: Connection) -> None:
        self._ears = ears
        self._pool: ProcessPoolExecutor | None = None
        self._blamed: WeakSet[ProcessPoolExecutor] = WeakSet()  # broken, and the call at work was told
        self._calls = 0
        self._over = False
        self._lock = threading.RLock()

    @property
    def calls(self) -> int:
        """That have not ended."""
        return self._calls

    def submit(self, call: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._calls += 1
            self._begin(call, future)
        return future

    def begin_no_more(self) -> None:
        with self._lock:
            self._over = True

    def shutdown(self, wait: bool, cancel: bool) -> None:
        with self._lock:
            pool = self._pool
        if pool is not None:
            pool.shutdown(wait, cancel_futures=cancel)

    def _begin(self, call: Callable[[], Any], future: Future[Any]) -> None:
        pool = self._pool or self._new_pool()
        try:
            inner = pool.submit(call)
        except BrokenProcessPool:  # its calls have not been told yet
            pool = self._new_pool()
            inner = pool.submit(call)
        inner.add_done_callback(partial(self._done, pool, call, future))

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, context, _begin_worker, (self._ears,))
        return self._pool

    def _done(
        self, pool: ProcessPoolExecutor, call: Callable[[], Any], future: Future[Any], inner: Future[Any]
    ) -> None:
        if inner.cancelled():
            future.cancel()
            return
        error = inner.exception()
        with self._lock:
            if isinstance(error, BrokenProcessPool):
                if self._pool is pool:
                    self._pool = None
                if pool in self._blamed and not self._over:  # it waited behind the one at work
                    with suppress(RuntimeError, OSError):
                        self._begin(call, future)
                        return
                self._blamed.add(pool)
                error = WorkerLost(LOST)
            self._calls -= 1
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(inner.result())


def _begin_worker(ears: Connection) -> None:
    """In a new process: Ctrl-C is for the one that started it, whose end is the end of this one, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def listen() -> None:
        with suppress(EOFError, OSError):
            ears.recv_bytes()
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()


class _Here(Executor):
    """Every call is made at once, by the caller."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as every executor does
            future.set_exception(error)
        return future


@contextmanager
def here() -> Iterator[Crew]:
    """No worker but this process: nothing is started, and what ends it ends all."""
    yield Crew(_Here(), lambda: 1, lambda: None, "this process")


@contextmanager
def processes(count: int) -> Iterator[Crew]:
    """So many processes on this machine."""
    workers = LocalWorkers(count)
    try:
        yield Crew(workers, lambda: count, workers.kill, f"{count} processes")
    except BaseException:
        workers.kill()
        raise
    workers.shutdown()


@contextmanager
def cluster(address: str, count: int) -> Iterator[Crew]:
    """The workers of a dask scheduler at an address; of a cluster that is started here where it is ``local``,
    with so many processes.

    Raises:
        InputError: dask is not installed, or no scheduler answers there.
    """
    try:
        import distributed
    except ImportError:
        raise InputError(_CLUSTER) from None
    dask: Any = distributed  # whose types are not told
    with ExitStack() as stack:
        if address == "local":
            started = dask.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None)
            where = stack.enter_context(started)
        else:
            where = address
        try:
            client = stack.enter_context(dask.Client(where, timeout=_ANSWER))
        except (OSError, ValueError) as error:
            why = " ".join(str(error).split())
            what = f"no dask scheduler answers at {address}: {why}"
            raise InputError(what, expected="an address such as tcp://127.0.0.1:8786, or local") from None
        executor = client.get_executor(pure=False)
        words = f"a dask cluster, {address if address == 'local' else 'by its scheduler'}"
        yield Crew(
            executor,
            _Size(lambda: sum(client.nthreads().values())),
            lambda: executor.shutdown(wait=False),  # which cancels, here
            words,
        )


class _Size:
    """How many threads a cluster has, asked for now and then."""

    def __init__(self, ask: Callable[[], int]) -> None:
        self._ask = ask
        self._known = 0
        self._until = -math.inf

    def __call__(self) -> int:
        now = time.monotonic()
        if now >= self._until:
            self._until = now + _SIZE_EVERY
            try:
                self._known = self._ask()
            except OSError as error:  # as every error of dask's connections is
                raise gone() from error
        return self._known


def gone() -> InputError:
    """There are no workers any more."""
    return InputError("the workers are gone", mend="what was written stands: run it again")


def is_loss(error: BaseException) -> bool:
    """Does an error of a call mean that its worker has ended?"""
    return isinstance(error, WorkerLost | BrokenProcessPool) or type(error).__name__ == "KilledWorker"


def is_end(error: BaseException) -> bool:
    """Does an error of a call mean that there are no workers any more?"""
    gone = ("FutureCancelledError", "CommClosedError")  # of dask, which need not be there
    return isinstance(error, CancelledError) or type(error).__name__ in gone
