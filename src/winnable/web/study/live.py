"""A study as its page asks for it: looks at the file and reports of it, each as often as its cost allows.

Nothing is read while no page asks.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from asyncio.subprocess import PIPE, Process
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from winnable.web.study.budget import Budget
from winnable.web.study.drawing import Header
from winnable.web.study.reading import Reader, Seen, TableSeen

__all__ = ["Live"]

# Each takes a fortieth of a core in the long run: a look at a million units every 16 seconds or so.
_SHARE: Final = 1 / 40
_SOON: Final = 0.5  # seconds that an answer waits for the look that it began
_LONG: Final = 5.0  # seconds of work after which the process of reports is ended
_AT_LEAST: Final = 1.0  # seconds that a report counts that came to nothing


class Live:
    """What the page is told.

    Args:
        path: the file of the study, which need not be there yet.
        name: what it is called.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._reader = Reader(path, name)
        self._thread = ThreadPoolExecutor(1, "look")
        self._looks = Budget(_SHARE, ahead=1.0, gap=0.9)
        self._look: asyncio.Task[None] | None = None
        self._artist = _Artist(path)
        self._reports = Budget(_SHARE, ahead=3.0, gap=5.0)
        self._drawing: asyncio.Task[None] | None = None
        self._drawn: TableSeen | None = None  # the shares that the report was begun of
        self._name, self._number = secrets.token_hex(4), 0  # of reports; of another start they are others
        self._failed = ""
        self.report = b"{}"

    async def study(self) -> Seen:
        """The study as it stands, or stood at the last look where the next would be too soon."""
        if self._look is None and not self._looks.wait(time.monotonic()):
            self._look = asyncio.create_task(self._looked())
        if (look := self._look) is not None:
            await asyncio.wait({look}, timeout=_SOON)
            if look.done():
                look.result()
        seen = self._reader.seen
        self._begin_report(seen)
        return msgspec.structs.replace(
            seen,
            every=max(1.0, self._looks.wait(time.monotonic())),
            report=f"{self._name}-{self._number}" if self._number else "",
            no_report=self._failed,
        )

    async def stop(self) -> None:
        """Ends what is going on."""
        for task in (self._look, self._drawing):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self._artist.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _looked(self) -> None:
        try:
            cost = await asyncio.get_running_loop().run_in_executor(self._thread, _timed, self._reader)
            self._looks.spend(cost, time.monotonic())
        finally:
            self._look = None

    def _begin_report(self, seen: Seen) -> None:
        """A new report, where there is something new and it is time; of a study that is done at once."""
        if self._drawing is not None or seen.shares is None or not seen.done or seen.shares == self._drawn:
            return
        at_once = seen.state == "done" and not self._failed
        if seen.state in ("gone", "trouble") or (self._reports.wait(time.monotonic()) and not at_once):
            return
        self._drawing = asyncio.create_task(self._draw(seen.shares))

    async def _draw(self, shares: TableSeen) -> None:
        try:
            header, found = await self._artist.report()
            self._failed, cost = header.error, header.seconds
            if not header.error:
                self.report, self._drawn = found, shares
                self._number += 1
        except (EOFError, OSError) as error:
            self._failed, cost = str(error), 0.0
        finally:
            self._drawing = None
        self._reports.spend(max(cost, _AT_LEAST) if self._failed else cost, time.monotonic())


def _timed(reader: Reader) -> float:
    """Has it look; the seconds of a core that it took."""
    before = time.thread_time()
    reader.look()
    return time.thread_time() - before


class _Artist:
    """The process that makes reports, started when one is wanted."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process: Process | None = None

    async def report(self) -> tuple[Header, bytes]:
        """A report in JSON, after what its process says of it.

        Raises:
            EOFError, OSError: the process cannot be started, or ended before it had made one.
        """
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "winnable.web.study.drawing",
                str(self._path),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C at the terminal is the server's, which ends it
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(b"\n")
            header = msgspec.json.decode(await process.stdout.readline(), type=Header)
            found = await process.stdout.readexactly(header.bytes)
        except (EOFError, OSError, msgspec.DecodeError):
            code = await process.wait()
            raise EOFError(f"the process that makes it ended ({code})") from None
        if header.seconds > _LONG:
            await self.stop()  # the memory that it took goes with it
        return header, found

    async def stop(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
