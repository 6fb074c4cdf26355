"""Questions that take long: who asks, what waits, what runs, and how far it is.

Each worker is a process (:mod:`winnable.web.worker`) with one question at a time. A page has one question of
a kind: a newer one replaces it. Pages take turns, and an answer that can go on later gives way to whoever
waits. A question that is no longer wanted is cancelled; a worker that does not let go of it within a second
is killed, and another takes its place. One that is to stop has longer: what it has found is the answer.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, ClassVar, Final

import msgspec

from winnable.web.facts import Fact, Learned
from winnable.web.wire import USUAL_MEGABYTES, Find, Job, Question, ReadPicture
from winnable.web.worker import Line, Task

__all__ = ["Asking", "Jobs"]

_LET_GO: Final = 1.0  # seconds that a worker has to end what is cancelled
_LAST_WORD: Final = 10.0  # and to answer what is stopped: the machine may be busy
_MOST_KEPT: Final = 500  # answers that can still be fetched
_MOST_HELD: Final = 16_000_000  # bytes of them, as text
_MOST_WAITING: Final = 200
_ROOM: Final = 1_500_000_000  # bytes of a worker beside its search
_TURN: Final = 2.0  # seconds of work after which what can go on later gives way
_LOOK: Final = 0.1  # seconds between two looks at who waits
_SILENT: Final = 60.0  # seconds without a sign of life, after which a worker is taken for dead
_ENDED: Final = ("done", "failed", "cancelled")


class Asking:
    """A question on its way."""

    def __init__(
        self,
        job_id: str,
        board: str,
        place: str,
        save: str,
        asked: Question,
        learn: Callable[[Asking], None],
        so_far: Callable[[], dict[str, Any]] | None = None,
    ) -> None:
        self.id, self.board, self.place, self.save, self.asked = job_id, board, place, save, asked
        self.learn = learn
        self.so_far = so_far
        self.hear: Callable[[Asking], None] = lambda asking: None
        self.facts: tuple[Fact, ...] = ()
        self.gives_way = False
        self.spent = 0.0  # seconds in earlier turns
        self.state = "queued"
        self.stopped = False
        self.seconds = 0.0
        self.nodes = 0
        self.megabytes = 0.0
        self.data: dict[str, Any] | None = None
        self.learned: Learned | None = None
        self.size = 0  # bytes of the answer, as text
        self.error = ""
        self.version = 0
        self._news = asyncio.Event()

    @property
    def ended(self) -> bool:
        """Is there nothing more to come?"""
        return self.state in _ENDED

    def tell(self, **news: Any) -> None:
        """Something has changed: whoever listens gets to know."""
        for name, value in news.items():
            setattr(self, name, value)
        if self.ended:  # what it was about is needed no more, and may be large
            self.save, self.facts = "", ()
            if isinstance(self.asked, ReadPicture):
                self.asked = msgspec.structs.replace(self.asked, image=b"")
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def end(self) -> None:
        """Waits for the answer."""
        while not self.ended:
            await self._news.wait()

    async def enough(self) -> None:
        """Waits until nothing more is wanted: it has ended, or is to stop."""
        while not (self.ended or self.stopped):
            await self._news.wait()

    async def news(self, seen: int) -> None:
        """Waits until there is something newer than this version."""
        while self.version == seen and not self.ended:
            await self._news.wait()


class Jobs:
    """The questions of all pages, and the workers.

    Args:
        workers: how many questions are searched at once; one for each core.
        most_megabytes: the memory that a question may ask for.
        most_seconds: and the time.
    """

    worker: ClassVar[tuple[str, ...]] = ("-m", "winnable.web.worker")  # what Python runs

    def __init__(
        self, workers: int | None = None, *, most_megabytes: float = 4000, most_seconds: float = 3600
    ) -> None:
        self._count = workers or os.cpu_count() or 1
        self.most_megabytes = most_megabytes
        self.most_seconds = most_seconds
        self.usual_megabytes = min(USUAL_MEGABYTES, most_megabytes)  # of a question that names none
        self._ids = count(1)
        self._waiting: OrderedDict[tuple[str, str], Asking] = OrderedDict()  # by page and kind
        self._running: dict[tuple[str, str], Asking] = {}
        self._kept: OrderedDict[str, Asking] = OrderedDict()
        self._came = asyncio.Condition()
        self._idle = 0
        self._giving_way = 0
        self._workers: list[asyncio.Task[None]] = []

    async def start(self, *, warm: bool = True) -> None:
        """Starts the workers; with ``warm`` the first one at once, so that it is there when it is asked, the
        others with their first question."""
        places = range(self._count)
        self._workers = [asyncio.create_task(self._work(warm=warm and i == 0)) for i in places]

    async def stop(self) -> None:
        """Ends the workers and whatever they do."""
        for worker in self._workers:
            worker.cancel()
        for worker in self._workers:
            with suppress(asyncio.CancelledError):
                await worker

    async def ask(
        self,
        board: str,
        place: str,
        save: str,
        asked: Question,
        learn: Callable[[Asking], None] = lambda asking: None,
        so_far: Callable[[], dict[str, Any]] | None = None,
        *,
        hear: Callable[[Asking], None] = lambda asking: None,
        facts: tuple[Fact, ...] = (),
    ) -> Asking:
        """Puts a question, in the place of the page's last one of its kind; ``learn`` is called with its
        answer before anyone else hears of it, and ``hear`` with what it tells on the way there. An answer
        that goes on from ``so_far``, what is known when its turn comes, is learned in parts, and what was
        found before it was taken back as well. ``facts`` are what is known already of the game's places."""
        asking = Asking(str(next(self._ids)), board, place, save, asked, learn, so_far)
        asking.hear, asking.facts = hear, facts
        key = _key(asked)
        self._kept[asking.id] = asking
        self._forget()
        if (before := self._waiting.pop(key, None)) is not None:
            before.tell(state="cancelled")
        if (running := self._running.get(key)) is not None:
            self.cancel(running)
        async with self._came:
            if len(self._waiting) >= _MOST_WAITING:
                asking.tell(state="failed", error=f"{_MOST_WAITING} questions are waiting already")
                return asking
            self._waiting[key] = asking
            self._came.notify()
        return asking

    def get(self, job_id: str) -> Asking | None:
        """A question by its id, as long as it is kept."""
        return self._kept.get(job_id)

    def cancel(self, asking: Asking) -> None:
        """The question is no longer wanted."""
        if not asking.ended:
            if self._waiting.get(_key(asking.asked)) is asking:
                del self._waiting[_key(asking.asked)]
                self._moved_up()
            asking.tell(state="cancelled")

    def finish(self, asking: Asking) -> None:
        """The question is to end now: what was found out by then is its answer."""
        if self._waiting.get(_key(asking.asked)) is asking:
            self.cancel(asking)
        elif not asking.ended:
            asking.tell(stopped=True)

    def job(self, asking: Asking) -> Job:
        """As the page gets it."""
        waiting = list(self._waiting.values())
        ahead = waiting.index(asking) + 1 if asking in waiting else 0
        return Job(
            id=asking.id,
            board=asking.board,
            place=asking.place,
            question=asking.asked.question,
            state=asking.state,  # type: ignore[arg-type]  # one of its words
            ahead=ahead,
            seconds=round(asking.seconds, 3),
            nodes=asking.nodes,
            megabytes=round(asking.megabytes, 3),
            data=asking.data,
            error=asking.error,
        )

    def _forget(self) -> None:
        """Leaves the oldest questions where there are too many, and the oldest answers where they are too
        large; the last one stays."""
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        answered = [asking for asking in self._kept.values() if asking.size]
        held = sum(asking.size for asking in answered)
        for asking in answered[:-1]:
            if held <= _MOST_HELD:
                return
            del self._kept[asking.id]
            held -= asking.size

    # --- within --------------------------------------------------------------------------------------------

    async def _next(self) -> Asking:
        async with self._came:
            self._idle += 1
            try:
                while not self._waiting:
                    await self._came.wait()
            finally:
                self._idle -= 1
            key, asking = self._waiting.popitem(last=False)
            self._running[key] = asking
            self._moved_up()
            return asking

    def _moved_up(self) -> None:
        """Who waits hears that the queue is shorter."""
        for waiting in self._waiting.values():
            waiting.tell()

    async def _work(self, *, warm: bool) -> None:
        """One worker's place: a process that is started anew when it breaks."""
        process = None
        if warm:
            with suppress(OSError):  # the first question tries again, and is told
                process = await self._spawn()
        try:
            while True:
                asking = await self._next()
                try:
                    if process is None or process.returncode is not None:
                        process = await self._spawn()
                    if not await self._search(process, asking):
                        await _kill(process)
                except Exception as error:  # one question may fail, but the place must go on
                    logging.getLogger(__name__).exception("a question broke off")
                    if not asking.ended:
                        asking.tell(state="failed", error=f"the search broke off: {error}; ask again")
                    if process is not None:
                        await _kill(process)
                finally:
                    if self._running.get(_key(asking.asked)) is asking:
                        del self._running[_key(asking.asked)]
                        if asking.state == "queued":  # it gave way, and no newer one has replaced it
                            self._waiting[_key(asking.asked)] = asking
        finally:
            if process is not None:
                await self._dismiss(process)

    async def _dismiss(self, process: asyncio.subprocess.Process) -> None:
        """The server ends, and with it a worker."""
        await _kill(process)

    async def _spawn(self) -> asyncio.subprocess.Process:
        limit = _ROOM + int(self.most_megabytes * 1e6)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *self.worker,
            str(limit),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=64_000_000,
            start_new_session=True,  # Ctrl-C at the terminal is the server's, which ends them
        )

    async def _search(self, process: asyncio.subprocess.Process, asking: Asking) -> bool:
        """Has a worker answer a question; false: it is of no use any more."""
        assert process.stdin is not None
        if asking.ended:  # taken back while the worker started
            return True
        asking.gives_way = False
        seconds = max(0.001, asking.asked.seconds - asking.spent)
        asked = msgspec.structs.replace(asking.asked, seconds=seconds)
        if isinstance(asked, Find):
            task = Task(asking.id, find=asked)
        elif isinstance(asked, ReadPicture):
            task = Task(asking.id, picture=asked)
        else:
            so_far = None if asking.so_far is None else asking.so_far()
            task = Task(asking.id, asking.save, asked, asking.facts, so_far=so_far)
        reading = asyncio.create_task(self._talk(process, task, asking))
        stopping = asyncio.create_task(self._unwanted(asking))
        ended = asyncio.create_task(asking.end())
        try:
            await asyncio.wait((reading, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():  # cancelled by its page, or stopped, or it gives way
                process.stdin.write(msgspec.json.encode(Task(asking.id, cancel=True)) + b"\n")
                if asking.stopped:
                    await asyncio.wait(
                        (reading, ended), timeout=_LAST_WORD, return_when=asyncio.FIRST_COMPLETED
                    )
                await asyncio.wait((reading,), timeout=_LET_GO)
                if not reading.done():
                    self._abandoned(asking)
            return reading.done() and reading.result()
        finally:
            self._giving_way -= asking.gives_way
            reading.cancel()
            stopping.cancel()
            ended.cancel()

    async def _talk(self, process: asyncio.subprocess.Process, task: Task, asking: Asking) -> bool:
        """Puts a question to a worker, which may not even read it, and reads what it says; false: the worker
        is of no use any more."""
        assert process.stdin is not None
        try:
            process.stdin.write(msgspec.json.encode(task) + b"\n")
            await asyncio.wait_for(process.stdin.drain(), _SILENT)
            if not asking.ended:
                asking.tell(state="running")
            return await self._read(process, asking)
        except (BrokenPipeError, ConnectionResetError):
            what = "the search could not be started; ask again"
        except TimeoutError:
            what = f"the search gave no sign of life for {_SILENT:g} s, and was ended; ask again"
        if not asking.ended:
            asking.tell(state="failed", error=what)
        return False

    @staticmethod
    def _abandoned(asking: Asking) -> None:
        """The worker does not let go, and is killed: another one goes on with what can be gone on with."""
        if asking.gives_way and not asking.ended:
            asking.tell(state="queued", spent=asking.seconds)
        elif not asking.ended:
            asking.tell(state="failed", error="the search did not stop, and was ended; ask again")

    async def _unwanted(self, asking: Asking) -> None:
        """Waits until a worker is to let go of a question: it is taken back or stopped, or it can go on later
        and somebody waits for whom no worker is free."""
        if isinstance(asking.asked, ReadPicture):
            await self._in_time(asking, asking.asked.seconds)
        elif asking.so_far is None:
            await asking.enough()
        while not (asking.ended or asking.stopped):
            had_its_turn = asking.seconds - asking.spent >= _TURN
            if had_its_turn and len(self._waiting) > self._giving_way and not self._idle:
                asking.gives_way = True
                self._giving_way += 1
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(asking.enough(), _LOOK)

    @staticmethod
    async def _in_time(asking: Asking, seconds: float) -> None:
        """Waits for what knows no limits itself; it has failed when its time is over."""
        try:
            await asyncio.wait_for(asking.enough(), seconds)
        except TimeoutError:
            if not asking.ended:
                asking.tell(state="failed", error=f"this took longer than {seconds:g} s, and was ended")

    async def _read(self, process: asyncio.subprocess.Process, asking: Asking) -> bool:
        """Reads what a worker says of a question until it is answered; false: the worker has died.
        TimeoutError where it says nothing at all."""
        assert process.stdout is not None
        while raw := await asyncio.wait_for(process.stdout.readline(), _SILENT):
            line = msgspec.json.decode(raw, type=Line)
            if line.id != asking.id:
                continue
            over = line.data is not None or line.error != ""
            if not asking.ended or asking.so_far is not None:
                found = line.partial if line.data is None else line.data
                asking.data = asking.data if found is None else found
                asking.learned = line.learned
                if line.data is not None or (found is not None and asking.so_far is not None):
                    asking.learn(asking)
            if not asking.ended:
                state = "failed" if line.error else "done" if over else "running"
                if line.data is not None:
                    asking.size = len(raw)
                    self._forget()
                elif line.partial is not None:
                    asking.hear(asking)
                # Between searches and at the end nothing is held: what was held last is told.
                megabytes = asking.megabytes if over else line.megabytes or asking.megabytes
                seconds = asking.spent + line.seconds
                if asking.gives_way and not asking.stopped and found and found.get("stopped") == "cancelled":
                    state, asking.spent = "queued", seconds
                counted = {"seconds": seconds, "nodes": line.nodes, "megabytes": megabytes}
                asking.tell(state=state, error=line.error, **counted)
            if over:
                return True
        if not asking.ended:
            asking.tell(state="failed", error="the search broke off, perhaps for want of memory; ask again")
        return False


def _key(asked: Question) -> tuple[str, str]:
    if isinstance(asked, Find):
        return asked.page, "find"
    if isinstance(asked, ReadPicture):
        return asked.page, "picture"
    return asked.page, "verdict" if asked.question in (
        "verdict",
        "verdicts",
        "shorter",
        "chance",
    ) else "other"


async def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
