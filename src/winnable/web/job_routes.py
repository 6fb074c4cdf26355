"""The routes of questions: they are put, followed and taken back."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException

from winnable.errors import InputError
from winnable.moves import Autoplay
from winnable.search.policy import quick_policy
from winnable.web.answers import GO_ON
from winnable.web.boards import Boards, OpenBoard
from winnable.web.facts import facts_of, tell_learned
from winnable.web.jobs import Asking, Jobs
from winnable.web.pool import Look, Pool
from winnable.web.review_page import finished_review, review_page
from winnable.web.reviewing import Hearing
from winnable.web.routes import Route
from winnable.web.wire import Asked, Job, Most, Text

__all__ = ["JobRoutes"]

_AT_ONCE: Final = 0.03  # seconds that a question may take to be answered in its own reply
_MOST_NODES: Final = 1e12
_ALIVE: Final = 15.0  # seconds after which a silent stream says that it is alive


class JobRoutes:
    """Of questions about open games."""

    def __init__(self, boards: Boards, jobs: Jobs) -> None:
        self._boards = boards
        self._jobs = jobs

    def routes(self) -> list[Route]:
        """The table."""
        one = "/api/jobs/{job}"
        return [
            Route("POST", "/api/boards/{board}/ask", "Asks about a place.", Job, self.ask, Asked),
            Route("GET", one, "How far a question is.", Job, self.job),
            Route("GET", f"{one}/page", "A review as a page of its own: HTML.", Text, self.page),
            Route("DELETE", one, "Takes a question back.", Job, self.cancel),
            Route("POST", f"{one}/stop", "Ends a search: what it has is the answer.", Job, self.stop),
            Route("GET", "/api/most", "What a question may ask for at the most.", Most, self.most),
            Route("GET", f"{one}/events", "The same, as it goes on.", None, self.events, event=Job),
        ]

    async def ask(self, board: str, body: Asked) -> Job:
        """A question; one that is answered at once is answered here."""
        opened = self._boards.open(board)
        if body.megabytes is None:
            body = msgspec.structs.replace(body, megabytes=self._jobs.usual_megabytes)
        for name, value, most in (
            ("seconds", body.seconds, self._jobs.most_seconds),
            ("megabytes", body.megabytes or 0.0, self._jobs.most_megabytes),
            ("games", body.games, 100_000),
            ("half_width", body.half_width, 0.5),
        ):
            if not (math.isfinite(value) and 0 < value <= most):
                raise InputError(f"{name} is {value}", expected=f"more than 0, and at most {most:g}")
        if not 0 <= body.nodes <= _MOST_NODES:
            raise InputError(f"nodes is {body.nodes}", expected=f"0 for no limit, or at most {_MOST_NODES:g}")
        session = opened.session
        place = opened.number(session.here)
        learn: Callable[[Asking], None] = partial(_learn, opened, session.autoplay)
        more: dict[str, Any] = {}
        if session.unseen and body.question in GO_ON:
            policy, look = body.policy or quick_policy(session.game), opened.look(session.here)
            body = msgspec.structs.replace(body, policy=policy)
            learn = partial(_count, self._boards.pool, look)
            more["so_far"] = partial(self._boards.pool.so_far, look, policy)
        if body.question in ("review", "tried", "verdicts", "hint"):
            more["facts"] = facts_of(session)
        if body.question == "review":
            learn = more["hear"] = Hearing(opened)
        asking = await self._jobs.ask(opened.id, place, session.save(), body, learn, **more)
        with suppress(TimeoutError):
            await asyncio.wait_for(asking.end(), _AT_ONCE)
        return self._jobs.job(asking)

    def _asking(self, job: str) -> Asking:
        found = self._jobs.get(job)
        if found is None:
            raise HTTPException(404, "this question is not known here; ask again")
        return found

    async def job(self, job: str) -> Job:
        return self._jobs.job(self._asking(job))

    async def page(self, job: str) -> Text:
        asking = self._asking(job)
        data = finished_review(asking.data, asking.asked.question, asking.state)
        return Text(review_page(self._boards.open(asking.board), data))

    async def cancel(self, job: str) -> Job:
        asking = self._asking(job)
        self._jobs.cancel(asking)
        return self._jobs.job(asking)

    async def stop(self, job: str) -> Job:
        asking = self._asking(job)
        self._jobs.finish(asking)
        return self._jobs.job(asking)

    async def most(self) -> Most:
        return Most(self._jobs.most_seconds, self._jobs.most_megabytes)

    async def events(self, job: str) -> AsyncIterator[bytes]:
        return self._stream(self._asking(job))

    async def _stream(self, asking: Asking) -> AsyncIterator[bytes]:
        """Server-sent events, numbered; where the reader leaves, the question is taken back."""
        try:
            number = 0
            while True:
                seen = asking.version
                number += 1
                yield b"id: %d\ndata: %s\n\n" % (number, msgspec.json.encode(self._jobs.job(asking)))
                if asking.ended:
                    return
                while asking.version == seen and not asking.ended:
                    try:
                        await asyncio.wait_for(asking.news(seen), _ALIVE)
                    except TimeoutError:
                        yield b": still at it\n\n"
        finally:
            self._jobs.cancel(asking)


def _count(pool: Pool, look: Look, asking: Asking) -> None:
    """Takes down what was counted from what is seen."""
    if asking.data is not None:
        pool.learn(look, asking.data)


def _learn(opened: OpenBoard, autoplay: Autoplay, asking: Asking) -> None:
    """Takes down what an answer says of the place that was asked about, under the autoplay of that time, and
    that it was given."""
    if asking.data is not None:
        opened.helped(asking.asked.question, asking.place)
    if asking.learned is not None:
        try:
            place = opened.place(asking.place)
        except InputError:  # deleted meanwhile
            return
        tell_learned(opened.session, place, asking.learned, autoplay)
