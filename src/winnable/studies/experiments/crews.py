"""Those who do the work, as a run knows them: an executor each; and those that are in this process.

The others are in :mod:`winnable.studies.experiments.workers`. Each call that ends its worker fails with
``WorkerLost``; calls that waited behind it are made again by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from winnable._core import CancelToken
from winnable.errors import InputError

__all__ = ["Crew", "WorkerLost", "gone", "here", "is_end", "is_loss", "threads"]

_THREAD_SECONDS: Final = 0.1  # of a call: a thread is handed the next one quickly


class WorkerLost(RuntimeError):  # noqa: N818 - what happened, not what was wrong
    """The process that did a call has ended in the middle of it."""


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor; how many calls it does at a time, now; what ends calls in work at once; and in words.

    Calls that share a ``token`` with us are given it, and answer with what they have once ``end`` has
    cancelled it. ``seconds`` are how long the work of a call should take.
    """

    executor: Executor
    size: Callable[[], int]
    end: Callable[[], None]
    words: str
    token: CancelToken | None = None
    seconds: float = 0.5


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
def here(token: CancelToken | None = None) -> Iterator[Crew]:
    """No worker but this process: nothing is started, and what ends it ends all. ``token`` cancels the call
    in work, which answers with what it has."""
    yield Crew(_Here(), lambda: 1, lambda: None, "this process", token)


@contextmanager
def threads(count: int) -> Iterator[Crew]:
    """So many threads of this process, where the work is done outside Python: they start at once."""
    token = CancelToken()
    with ThreadPoolExecutor(count) as pool:
        try:
            yield Crew(pool, lambda: count, token.cancel, f"{count} threads", token, _THREAD_SECONDS)
        finally:
            token.cancel()


def gone() -> InputError:
    """There are no workers any more."""
    return InputError("the workers are gone", mend="what was written stands: run it again")


def is_loss(error: BaseException) -> bool:
    """Does an error of a call mean that its worker has ended?"""
    return isinstance(error, WorkerLost | BrokenExecutor) or type(error).__name__ == "KilledWorker"


def is_end(error: BaseException) -> bool:
    """Does an error of a call mean that there are no workers any more?"""
    gone = ("FutureCancelledError", "CommClosedError")  # of dask, which need not be there
    return isinstance(error, CancelledError) or type(error).__name__ in gone
