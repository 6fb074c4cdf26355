"""Looking at a window until nothing moves in it, and reading it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from winnable.errors import InputError
from winnable.screen.report import Clock, Report

if TYPE_CHECKING:
    from winnable.screen.profile import Settle
    from winnable.screen.seen import Box, Picture
    from winnable.screen.sight import Reader, Sight
    from winnable.screen.window import Window

__all__ = ["Eyes", "Look", "same"]

_PAUSE = 0.05  # seconds between two looks, at least


@dataclass(frozen=True, slots=True)
class Look:
    """A picture of the window, and where the window lay then. ``quiet``: did nothing move any more?"""

    picture: Picture
    box: Box
    quiet: bool = True


def same(one: Picture, other: Picture) -> bool:
    """Are two pictures equal, pixel by pixel?"""
    return one is other or (one.shape == other.shape and bool((one == other).all()))


class Eyes:
    """A window, and who reads it.

    Args:
        window: what is looked at.
        reader: tells from a picture what is on it.
        settle: how long programs take.
        report: where looks and reads are counted.
        clock: time.
        wait: waits so many seconds, or raises as soon as the user takes over.
    """

    def __init__(
        self,
        window: Window,
        reader: Reader,
        settle: Settle,
        report: Report,
        clock: Clock,
        wait: Callable[[float], None] | None = None,
    ) -> None:
        self.window, self.reader, self.settle = window, reader, settle
        self.report, self.clock = report, clock
        self.wait = wait or clock.sleep
        self.why_unread = ""  # why the last picture could not be read
        self._last: Look | None = None  # what was seen last, and since when it has been so
        self._since = 0.0
        self._known: tuple[Look, Sight] | None = None  # what was read last, without a doubt
        self._table: tuple[tuple[int, ...], Box] | None = None  # where the table lies in pictures of a shape

    def alike(self, one: Look, other: Look) -> bool:
        """Do two looks show the same table in the same place? Beside it there may be clocks and counts that
        change by themselves."""
        return one.box == other.box and same(self._of_table(one.picture), self._of_table(other.picture))

    def _of_table(self, picture: Picture) -> Picture:
        if self._table is None or self._table[0] != picture.shape:
            return picture
        area = self._table[1]
        return picture[int(area.top) : int(area.bottom), int(area.left) : int(area.right)]

    def look(self) -> Look:
        """One look, without waiting. InputError if the window is closed or minimised."""
        self.report.looks += 1
        box = self.window.box
        look = Look(self.window.look(), box)
        if self._last is None or not self.alike(look, self._last):
            self._since = self.clock.now()
        self._last = look
        return look

    def quiet(self, still: float | None = None) -> Look:
        """Looks until nothing has changed for ``still`` seconds, by default as long as the profile says; a
        window that is never quiet is looked at for no longer than ``longest``, and then not ``quiet``.

        The looks before count, too: while a picture is read nothing need be waited for."""
        still = self.settle.still if still is None else min(still, self.settle.still)
        with self.report.stage("find"):
            start = self.clock.now()
            while True:
                look = self.look()
                if (left := self._since + still - self.clock.now()) <= 0:
                    return look
                if self.clock.now() - start > self.settle.longest:
                    return Look(look.picture, look.box, quiet=False)
                self.wait(max(min(left, still / 2), _PAUSE))

    def read(self, look: Look) -> Sight | None:
        """What is on a picture; None if it is no board, and then ``why_unread`` says why."""
        if self._known is not None and self.alike(look, self._known[0]):
            return self._known[1]
        self._known = None
        with self.report.stage("identify"):
            self.report.reads += 1
            try:
                sight = self.reader(look.picture)
            except InputError as error:
                self.why_unread = str(error)
                return None
        if sight.table is not None and sight.table.area is not None:
            self._table = look.picture.shape, sight.table.area
        self.report.doubted += len(sight.doubts)
        self.report.corrected += sight.corrected
        if not sight.doubts:  # which may be over at another look
            self._known = look, sight
        return sight
