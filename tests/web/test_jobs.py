"""Questions and workers: what ends a question, and that nothing ends a worker's place."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from sizes import PATIENCE
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.session import Session
from winnable.web import worker
from winnable.web.app import Server
from winnable.web.boards import Boards
from winnable.web.jobs import Asking, Jobs
from winnable.web.memory import machine_megabytes, most_megabytes
from winnable.web.wire import Asked, ReadPicture
from winnable.web.worker import Line, Task

from .serving import run


def save_of(deal: int) -> str:
    return Session.of_deal(get_game("freecell"), deal).save()


ASKED = Asked("verdict", "p")


def test_what_is_answered_is_not_cancelled_by_the_next_question() -> None:
    async def ask() -> None:
        jobs = Jobs(1)
        first = await jobs.ask("b", "0", "", ASKED)
        assert await jobs._next() is first
        first.tell(state="done")
        await jobs.ask("b", "0", "", ASKED)
        assert first.state == "done"

    run(ask())


def test_a_fault_in_the_server_costs_one_question() -> None:
    def fault(asking: Asking) -> None:
        raise RuntimeError("no")

    async def ask() -> None:
        jobs = Jobs(1)
        await jobs.start()
        try:
            first = await jobs.ask("b", "0", save_of(617), ASKED, fault)
            await asyncio.wait_for(first.end(), PATIENCE)
            second = await jobs.ask("b", "0", save_of(617), ASKED)
            await asyncio.wait_for(second.end(), PATIENCE)
            assert (first.state, second.state) == ("failed", "done")
        finally:
            await jobs.stop()

    run(ask())


def test_a_fault_in_a_search_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault(*_: Any) -> None:
        raise RuntimeError("no")

    said: list[Line] = []
    monkeypatch.setitem(worker.ANSWERS, "verdict", fault)
    worker._do(Task("1", save_of(617), ASKED), worker.CancelToken(), said.append)
    assert said[-1].error == "the search failed: RuntimeError('no')"
    assert "Traceback" in capsys.readouterr().err


def test_what_is_cancelled_before_it_begins_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that has just started finds the question and the wish to stop together."""

    class Input:
        buffer = (
            b'{"id": "1", "save": "", "asked": {"question": "verdict", "page": "p"}}\n',
            b'{"id": "1", "cancel": true}\n',
        )

    class EndedError(Exception):
        pass

    def end(code: int) -> None:
        raise EndedError

    monkeypatch.setattr(worker.sys, "stdin", Input)
    monkeypatch.setattr(worker.os, "_exit", end)
    desk = worker._Desk()
    with pytest.raises(EndedError):
        desk.read()
    task, token = desk.next()
    assert (task.id, token.cancelled) == ("1", True)


def stand_ins(monkeypatch: pytest.MonkeyPatch, code: str) -> list[asyncio.subprocess.Process]:
    """The processes that run a Python program in place of workers, as they are started."""

    async def spawn(_: Jobs) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        started = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=pipe, stdout=pipe)
        spawned.append(started)
        return started

    spawned: list[asyncio.subprocess.Process] = []
    monkeypatch.setattr(Jobs, "_spawn", spawn)
    return spawned


@pytest.mark.parametrize("size", [100, 1_000_000])
def test_a_worker_that_gives_no_sign_of_life_is_replaced(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """It may not even read a long question."""

    async def ask() -> None:
        jobs = Jobs(1)
        await jobs.start()
        try:
            first = await jobs.ask("b", "0", "x" * size, ASKED)
            await asyncio.wait_for(first.end(), PATIENCE)
            assert (first.state, first.error[:33]) == ("failed", "the search gave no sign of life f")
            second = await jobs.ask("b", "0", "x" * size, ASKED)
            await until(lambda: len(spawned) == 2)
            jobs.cancel(second)
            await until(lambda: [process.returncode for process in spawned] == [-9, -9])
        finally:
            await jobs.stop()

    spawned = stand_ins(monkeypatch, "import time; time.sleep(60)")
    monkeypatch.setattr("winnable.web.jobs._SILENT", 0.5)
    run(ask())


# Begins, and answers some time after it was told to stop.
HESITANT = """
import json, sys, time
for line in sys.stdin:
    task = json.loads(line)
    if task.get("cancel"):
        time.sleep(0.5)
    data = {"found": True} if task.get("cancel") else None
    print(json.dumps({"id": task["id"], "seconds": 1.0, "data": data}), flush=True)
"""


@pytest.mark.parametrize(("end", "state"), [("finish", "done"), ("cancel", "cancelled")])
def test_what_is_stopped_is_waited_for_longer_than_what_is_taken_back(
    monkeypatch: pytest.MonkeyPatch, end: str, state: str
) -> None:
    async def ask() -> None:
        jobs = Jobs(1)
        await jobs.start()
        try:
            asking = await jobs.ask("b", "0", "", ASKED)
            await until(lambda: asking.seconds > 0)
            getattr(jobs, end)(asking)
            await asyncio.wait_for(asking.end(), PATIENCE)
            assert asking.state == state
            if end == "finish":
                assert asking.data == {"found": True}
                assert spawned[0].returncode is None
            else:
                await until(lambda: spawned[0].returncode == -9)
        finally:
            await jobs.stop()

    spawned = stand_ins(monkeypatch, HESITANT)
    monkeypatch.setattr("winnable.web.jobs._LET_GO", 0.01)
    run(ask())


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_a_worker_stands_behind_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Jobs, "worker", ("-m", worker.__name__))  # not as tests start them

    async def ask() -> None:
        jobs = Jobs(1)
        process = await jobs._spawn()
        try:
            await until(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19)
        finally:
            process.kill()
            await process.wait()

    run(ask())


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.01)


def test_what_was_held_last_is_told_where_nothing_is_held_any_more() -> None:
    """The search may be over, and its memory given back, some time before its answer is written."""

    lines = [Line("1", 1.0, 50, 7.5), Line("1", 1.5, 90), Line("1", 1.6, 90, data={"verdict": "solved"})]
    told: list[tuple[str, float]] = []

    class Hearing(Asking):
        def tell(self, **news: Any) -> None:
            super().tell(**news)
            told.append((self.state, self.megabytes))

    async def ask() -> None:
        worker: Any = SimpleNamespace(stdout=asyncio.StreamReader())
        worker.stdout.feed_data(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        assert await Jobs(1)._read(worker, Hearing("1", "b", "0", "", ASKED, lambda asking: None))
        assert told == [("running", 7.5), ("running", 7.5), ("done", 7.5)]

    run(ask())


def test_what_has_ended_does_not_hold_its_game() -> None:
    async def ask() -> None:
        jobs = Jobs(1)
        asking = await jobs.ask("b", "0", "a long game", ASKED)
        assert asking.save
        jobs.cancel(asking)
        assert not asking.save
        picture = await jobs.ask("", "", "", ReadPicture("p", b"a large picture"))
        jobs.cancel(picture)
        assert isinstance(picture.asked, ReadPicture)
        assert not picture.asked.image

    run(ask())


@pytest.mark.parametrize(
    ("workers", "machine", "most"),
    [(4, 8000, 1000), (1, 8000, 4000), (2, 64000, 4000), (16, 8000, 500), (3, 16000, 2667)],
)
def test_workers_share_half_of_the_memory(workers: int, machine: float, most: float) -> None:
    assert most_megabytes(workers, machine) == most
    assert machine_megabytes() > 100


def test_a_question_that_names_no_memory_asks_for_no_more_than_there_is() -> None:
    async def ask() -> None:
        jobs = Jobs(1, most_megabytes=500)
        server = Server(Boards(), jobs)
        (ask,) = (route.answers for route in server.routes if route.path.endswith("/ask"))
        opened = server.boards.add(Session.of_deal(get_game("freecell"), 617))
        job = await ask(opened.id, ASKED)
        asking = jobs.get(job.id)
        assert asking is not None
        assert asking.asked.megabytes == 500
        with pytest.raises(InputError, match="at most 500"):
            await ask(opened.id, Asked("verdict", "p", megabytes=501))

    run(ask())
