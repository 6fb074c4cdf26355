"""Looking until nothing moves: on the table, that is, not beside it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from screen.fake import FakeClock
from winnable.screen.eyes import Eyes
from winnable.screen.profile import Settle
from winnable.screen.report import Report
from winnable.screen.seen import Box, SeenTable
from winnable.screen.sight import Sight


class Window:
    """A table of 60 rows above a bar in which a clock ticks; what lies on the table is one pixel."""

    box = Box(10, 10, 80, 70)

    def __init__(self, clock: FakeClock) -> None:
        self.clock, self.card = clock, 0

    def check_shown(self) -> None:
        pass

    def look(self) -> Any:
        picture = np.zeros((70, 80, 3), np.uint8)
        picture[30, 40] = self.card
        picture[65, 40] = int(10 * self.clock.now()) % 256
        return picture


def eyes_on(window: Any, area: Box | None) -> Eyes:
    table = SeenTable("freecell", 20, 30, area=area)
    settle = Settle(still=0.3, longest=2.0)
    eyes = Eyes(window, lambda picture: Sight("", table), settle, Report(window.clock), window.clock)
    assert eyes.read(eyes.look()) is not None
    return eyes


def test_a_clock_in_the_status_bar_is_no_change() -> None:
    window = Window(FakeClock())
    eyes = eyes_on(window, Box(0, 0, 80, 60))
    first = eyes.quiet()
    assert first.quiet
    assert window.clock.now() < 0.6
    assert eyes.alike(first, eyes.look())
    window.card = 1
    assert not eyes.alike(first, eyes.look())


def test_where_the_table_is_not_known_all_of_the_window_counts() -> None:
    window = Window(FakeClock())
    assert not eyes_on(window, None).quiet().quiet


def test_a_window_that_moves_is_a_change() -> None:
    window = Window(FakeClock())
    eyes = eyes_on(window, Box(0, 0, 80, 60))
    first = eyes.look()
    moved: Any = SimpleNamespace(**{**vars(window), "box": Box(20, 10, 80, 70)})
    moved.check_shown, moved.look = window.check_shown, window.look
    eyes.window = moved
    assert not eyes.alike(first, eyes.look())


def test_what_has_long_been_still_is_not_waited_for() -> None:
    window = Window(FakeClock())
    eyes = eyes_on(window, Box(0, 0, 80, 60))
    eyes.look()
    window.clock.sleep(1.0)
    before = window.clock.now()
    assert eyes.quiet().quiet
    assert window.clock.now() == before
    window.card = 1
    assert eyes.quiet().quiet
    assert window.clock.now() >= before + 0.3
    window.card = 2
    assert eyes.quiet(0.1).quiet
    assert window.clock.now() < before + 0.3 + 0.2


def test_a_table_is_read_again_only_where_it_differs() -> None:
    window = Window(FakeClock())
    eyes = eyes_on(window, Box(0, 0, 80, 60))
    reads = eyes.report.reads
    first = eyes.read(eyes.look())
    window.clock.sleep(1.0)  # the clock in the status bar goes on
    assert eyes.read(eyes.look()) is first
    assert eyes.report.reads == reads
    window.card = 1
    assert eyes.read(eyes.look()) is not first
    assert eyes.report.reads == reads + 1


def test_doubts_are_looked_at_again() -> None:
    window = Window(FakeClock())
    eyes = eyes_on(window, Box(0, 0, 80, 60))
    table = SeenTable("freecell", 20, 30, area=Box(0, 0, 80, 60))
    eyes.reader = lambda picture: Sight("", table, doubts=("column 1, card 1: TH (61 %)",))
    window.card = 1
    assert eyes.read(eyes.look()) is not eyes.read(eyes.look())
