"""Questions and workers: what ends a question, and that nothing ends a worker's place."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from winnable.registry import get_game
from winnable.session import Session
from winnable.web import worker
from winnable.web.jobs import Asking, Jobs
from winnable.web.wire import Asked
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
            await asyncio.wait_for(first.end(), 30)
            second = await jobs.ask("b", "0", save_of(617), ASKED)
            await asyncio.wait_for(second.end(), 30)
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
