"""A process that searches for the server, so that a search that crashes, hangs or fills the memory takes only
itself down: ``python -m winnable.web.worker``.

It reads tasks as lines of JSON and answers in lines of JSON: while it works how long it has been at it, and
at the end the answer. It ends when its standard input does, as that is the server's end, too.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.search.api import Limits
from winnable.session import Session
from winnable.web.answers import ANSWERS, GO_ON, TEACHING
from winnable.web.facts import Fact, Learned, learned_here, tell_facts
from winnable.web.finds import FINDS
from winnable.web.pictures import read_for_page
from winnable.web.wire import USUAL_MEGABYTES, Asked, Find, ReadPicture

__all__ = ["Line", "Task", "main"]

_BEAT: Final = 0.25  # seconds between two signs of life


class Task(msgspec.Struct, frozen=True):
    """A question about a saved game and what is known of it, a deal to be found, a picture to be read, or
    with ``cancel`` alone the wish to stop. ``so_far`` is what is known already, where the answer goes on from
    that."""

    id: str
    save: str = ""
    asked: Asked | None = None
    facts: tuple[Fact, ...] = ()
    find: Find | None = None
    picture: ReadPicture | None = None
    cancel: bool = False
    so_far: dict[str, Any] | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign of life with what the search has counted, perhaps with a ``partial`` answer, or with ``data`` or
    ``error`` the end of a task; ``learned`` is what the data teaches of the place that was asked about."""

    id: str
    seconds: float
    nodes: int = 0
    megabytes: float = 0.0
    partial: dict[str, Any] | None = None
    data: dict[str, Any] | None = None
    error: str = ""
    learned: Learned | None = None


class _Desk:
    """What has come in and is to be done next, and what is to be stopped."""

    def __init__(self) -> None:
        self._came = threading.Condition()
        self._tasks: deque[Task] = deque()
        self._now: tuple[str, CancelToken] | None = None
        self._unwanted: set[str] = set()  # cancelled before they were begun

    def read(self) -> None:
        """Takes in lines until there are no more; then the process ends, whatever it is doing."""
        for line in sys.stdin.buffer:
            task = msgspec.json.decode(line, type=Task)
            with self._came:
                if not task.cancel:
                    self._tasks.append(task)
                elif self._now is not None and self._now[0] == task.id:
                    self._now[1].cancel()
                elif any(waiting.id == task.id for waiting in self._tasks):
                    self._unwanted.add(task.id)
                self._came.notify()
        os._exit(0)

    def next(self) -> tuple[Task, CancelToken]:
        """The next task, when there is one."""
        with self._came:
            self._now = None
            while not self._tasks:
                self._came.wait()
            task, token = self._tasks.popleft(), CancelToken()
            if task.id in self._unwanted:
                self._unwanted.remove(task.id)
                token.cancel()
            self._now = (task.id, token)
            return task, token


def _answer(
    task: Task, token: CancelToken, tell: Callable[[dict[str, Any]], None]
) -> tuple[dict[str, Any], Learned | None]:
    if task.picture is not None:
        return read_for_page(task.picture), None
    asked = task.asked or task.find
    assert asked is not None
    megabytes = USUAL_MEGABYTES if asked.megabytes is None else asked.megabytes
    limits = Limits(seconds=asked.seconds, bytes=max(1, int(megabytes * 1e6)))  # 0: no limit
    if isinstance(asked, Find):
        return FINDS[asked.question](asked, limits, token, tell), None
    session = Session.load(task.save)
    tell_facts(session, task.facts)
    data: dict[str, Any]
    if asked.question in GO_ON:
        data = GO_ON[asked.question](session, asked, limits, token, tell, task.so_far or {})
    else:
        data = ANSWERS[asked.question](session, asked, limits, token, tell)
    teaches = asked.question in TEACHING and not session.unseen
    return data, learned_here(session) if teaches else None


def _what(task: Task) -> str:
    return "the search" if task.picture is None else "the reading of the picture"


def _do(task: Task, token: CancelToken, say: Callable[[Line], None]) -> None:
    start = time.monotonic()
    done = threading.Event()

    def now(**more: Any) -> Line:
        return Line(task.id, time.monotonic() - start, token.nodes, token.bytes / 1e6, **more)

    def beat() -> None:
        while not done.wait(_BEAT):
            say(now())

    def tell(partial: dict[str, Any]) -> None:
        say(now(partial=partial))

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    data, learned, error = None, None, ""
    try:
        data, learned = _answer(task, token, tell)
    except InputError as wrong:
        error = str(wrong)
    except MemoryError:
        error = f"{_what(task)} ran out of memory"
    except Exception as fault:  # noqa: BLE001  # told, and written among the server's errors
        traceback.print_exc()
        error = f"{_what(task)} failed: {fault!r}"
    finally:
        done.set()
        beating.join()
    say(now(data=data, error=error, learned=learned))


def _modestly(most_bytes: int) -> None:
    """Behind everything else on the machine, and within so much memory."""
    with suppress(OSError, AttributeError):
        os.nice(19)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


def main() -> None:
    """Works until standard input ends."""
    _modestly(int(sys.argv[1]))
    out = sys.stdout.buffer
    lock = threading.Lock()

    def say(line: Line) -> None:
        with lock:
            out.write(msgspec.json.encode(line) + b"\n")
            out.flush()

    desk = _Desk()
    threading.Thread(target=desk.read, daemon=True).start()
    while True:
        _do(*desk.next(), say)


if __name__ == "__main__":
    main()
