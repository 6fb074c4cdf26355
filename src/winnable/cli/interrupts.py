"""Ctrl-C and SIGTERM: work answers with what it knows, and what is printed then is printed whole.

Often one wish to stop comes as several signals: a terminal sends Ctrl-C to a command and to what started it,
`timeout` and a shutdown send SIGTERM, a hand presses twice. So signals that follow the first one within
a second are taken for the same wish.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from winnable._core import CancelToken

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
SAME_WISH = 1.0  # seconds


class _LastWish:
    at = -math.inf  # when a signal was last answered, by the monotonic clock


class _Awaited:
    token: CancelToken | None = None  # of the work for which the next item is awaited just now


def _wished_just_now() -> bool:
    return time.monotonic() - _LastWish.at < SAME_WISH


def _cancel(token: CancelToken) -> None:
    _LastWish.at = time.monotonic()
    token.cancel()


def interrupt(signum: int, frame: FrameType | None) -> None:
    """Ends the command, unless it has been told to end a moment ago and is printing what it knows."""
    if not _wished_just_now():
        _LastWish.at = time.monotonic()
        raise KeyboardInterrupt


def answer_signals() -> None:
    """From now on signals end the command as Ctrl-C does."""
    for number in SIGNALS:
        signal.signal(number, interrupt)


def ignore_signals() -> None:
    """From now on signals change nothing: all is said, and the exit code is to be heard."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def cancellable(hear: Callable[[int], object] = lambda signum: None) -> Iterator[CancelToken]:
    """A token that the first signal cancels: work answers with what it knows. Later ones interrupt, and so
    does the first one while ``until_cancelled`` awaits the next item, to end them. ``hear`` is told which
    signal came."""
    from winnable._core import CancelToken

    token = CancelToken()

    def on_signal(signum: int, frame: FrameType | None) -> None:
        hear(signum)
        if token.cancelled:
            interrupt(signum, frame)
        else:
            _cancel(token)
            if _Awaited.token is token:
                raise KeyboardInterrupt

    with _handling(on_signal):
        yield token


@contextmanager
def undivided() -> Iterator[None]:
    """What is done meanwhile is done whole: a signal is answered at the end of it."""
    came: list[int] = []
    with _handling(lambda signum, frame: came.append(signum)):
        yield
    if came:
        signal.raise_signal(came[0])


def until_cancelled(items: Iterable[T], token: CancelToken) -> Iterator[T]:
    """The items; a signal while the next one is awaited ends them. Within the block of ``cancellable`` that
    gives the token."""
    source = iter(items)
    try:
        while True:
            _Awaited.token = token
            try:
                item = next(source)
            finally:
                _Awaited.token = None
            yield item
    except (StopIteration, KeyboardInterrupt):
        return


def tell_cancelled(done: int, total: int | None, noun: str) -> None:
    """Says how much of what was asked for has been printed."""
    import click

    from winnable.text.phrases import count_noun

    of = f"of {total:,} {noun}{'' if total == 1 else 's'}" if total is not None else count_noun(done, noun)
    click.echo(f"winnable: cancelled after {of if total is None else f'{done:,} {of}'}", err=True)


@contextmanager
def _handling(handler: signal._HANDLER) -> Iterator[None]:
    previous = [signal.signal(number, handler) for number in SIGNALS]
    try:
        yield
    finally:
        for number, before in zip(SIGNALS, previous, strict=True):
            signal.signal(number, before)
