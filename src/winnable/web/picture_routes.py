"""The route of pictures: a screenshot that is dropped on the page becomes a position.

A worker reads it, so that nothing else waits for it: what takes too long is ended, and it has as much memory
as a worker may have. Nothing is kept here: with the answers about doubtful cards the page sends the picture
once more, and it is read again.
"""

from __future__ import annotations

import math

from winnable.errors import InputError
from winnable.web.jobs import Jobs
from winnable.web.routes import Route
from winnable.web.wire import Job, ReadPicture

__all__ = ["PictureRoutes"]


class PictureRoutes:
    """Of pictures of games."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def routes(self) -> list[Route]:
        """The table."""
        return [
            Route(
                "POST",
                "/api/pictures",
                "Reads the position from a picture of a game.",
                Job,
                self.read,
                ReadPicture,
            )
        ]

    async def read(self, body: ReadPicture) -> Job:
        """The question what is on a picture."""
        most = self._jobs.most_seconds
        if not (math.isfinite(body.seconds) and 0 < body.seconds <= most):
            raise InputError(f"seconds is {body.seconds}", expected=f"more than 0, and at most {most:g}")
        return self._jobs.job(await self._jobs.ask("", "", "", body))
