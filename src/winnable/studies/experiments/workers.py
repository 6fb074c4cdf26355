"""Those who do the work elsewhere: processes of this machine, or a dask cluster.

All are a ``concurrent.futures.Executor``, and a run knows no more of them.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final
from weakref import WeakSet

from winnable.errors import InputError
from winnable.studies.experiments.crews import Crew, WorkerLost, gone

__all__ = ["LocalWorkers", "cluster", "processes"]

LOST: Final = "its worker ended: a crash, or memory that the system took back"
_ANSWER: Final = 5.0  # seconds within which a scheduler answers
_SIZE_EVERY: Final = 2.0
_CLUSTER: Final = 'no dask on this machine; install it: pip install "winnable[cluster]"'


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
