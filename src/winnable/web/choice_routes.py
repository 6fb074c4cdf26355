"""The routes of choosing: what may be chosen about a game, and deals that are looked for."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool

from winnable.errors import InputError
from winnable.web.jobs import Jobs
from winnable.web.listing import ChosenGame, chosen_game
from winnable.web.routes import Route
from winnable.web.wire import Find, Job

__all__ = ["ChoiceRoutes"]

_AT_ONCE: Final = 0.03  # seconds that a search may take to be answered in its own reply
_MOST_DEALS: Final = 1_000_000


class ChoiceRoutes:
    """Of games that have not begun yet."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def routes(self) -> list[Route]:
        """The table."""
        return [
            Route(
                "GET", "/api/games/{game}", "A game as it is spelled, and its choices.", ChosenGame, self.game
            ),
            Route("POST", "/api/find", "Looks for a deal.", Job, self.find, Find),
        ]

    async def game(self, game: str) -> ChosenGame:
        return await run_in_threadpool(chosen_game, game)

    async def find(self, body: Find) -> Job:
        """A search for a deal; one that is found at once is answered here."""
        if body.megabytes is None:
            body = msgspec.structs.replace(body, megabytes=self._jobs.usual_megabytes)
        for name, value, most in (
            ("seconds", body.seconds, self._jobs.most_seconds),
            ("megabytes", body.megabytes or 0.0, self._jobs.most_megabytes),
            ("most", body.most, _MOST_DEALS),
        ):
            if not (math.isfinite(value) and 0 < value <= most):
                raise InputError(f"{name} is {value}", expected=f"more than 0, and at most {most:g}")
        if body.most < 1:
            raise InputError(f"{body.most} deals to look at", expected="at least 1")
        await run_in_threadpool(chosen_game, body.game)
        asking = await self._jobs.ask("", "", "", body)
        with suppress(TimeoutError):
            await asyncio.wait_for(asking.end(), _AT_ONCE)
        return self._jobs.job(asking)
