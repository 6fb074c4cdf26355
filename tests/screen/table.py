"""The table at the end of ``make test-screen``: which program played which game, and how that went.

A plugin of pytest (``-p screen.table``). A test adds a line with ``row``; lines of one program and game are
added up. Of the tests that are marked as an ``attempt`` a few may fail: one of twenty that one program and
game have; then the run as a whole counts as passed, and tells which they were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

__all__ = ["Attempts", "row", "table"]

_KEY = "screen_row"
_MAY_FAIL = 0.05  # of the attempts of a program and game
_HEAD = ("program", "game", "deals", "read right", "won", "seconds")


def row(
    record_property: Callable[[str, object], None],
    program: str,
    game: str,
    *,
    deals: int = 1,
    read_right: int = 0,
    won: int | None = None,
    seconds: float = 0.0,
) -> None:
    """A line of the table. ``record_property`` is the test's fixture; ``won`` is None where nothing was
    played out; ``seconds`` are those of all deals."""
    record_property(_KEY, (program, game, deals, read_right, won, seconds))


def table(rows: Sequence[Sequence[Any]]) -> list[str]:
    """The lines of the table, those of the same program and game added up; empty without any."""
    sums: dict[tuple[str, str], list[Any]] = {}
    for program, game, deals, read_right, won, seconds in rows:
        found = sums.setdefault((program, game), [0, 0, None, 0.0])
        found[0] += deals
        found[1] += read_right
        found[2] = found[2] if won is None else (found[2] or 0) + won
        found[3] += seconds
    lines = [
        (program, game, str(deals), str(read), "" if won is None else str(won), f"{seconds:.1f}")
        for (program, game), (deals, read, won, seconds) in sorted(sums.items())
    ]
    if not lines:
        return []
    widths = [max(map(len, column)) for column in zip(_HEAD, *lines, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if i < 2 else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in (_HEAD, *lines)
    ]


class Attempts:
    """What became of the tests that are marked as attempts, and did anything else fail?"""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str], int] = {}
        self.lost: dict[tuple[str, str], list[str]] = {}
        self.others_failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        rows = [value for name, value in report.user_properties if name == _KEY]
        if report.when == "call" and "attempt" in report.keywords and rows:
            key = rows[0][0], rows[0][1]
            self.made[key] = self.made.get(key, 0) + 1
            if report.failed:
                self.lost.setdefault(key, []).append(report.nodeid)
        elif report.failed:
            self.others_failed = True

    def few_lost(self) -> bool:
        """Were no more attempts lost than may be, and did nothing else fail?"""
        return not self.others_failed and all(
            len(lost) <= _MAY_FAIL * self.made[key] for key, lost in self.lost.items()
        )

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.exitstatus == pytest.ExitCode.TESTS_FAILED and self.few_lost():
            session.exitstatus = pytest.ExitCode.OK


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Attempts(), "screen attempts")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [
        report
        for kind in ("passed", "failed")
        for report in terminalreporter.getreports(kind)
        if report.when == "call"
    ]
    rows = [value for report in reports for name, value in report.user_properties if name == _KEY]
    for i, line in enumerate(table(rows)):
        if not i:
            terminalreporter.section("played in real programs")
        terminalreporter.write_line(line)
    attempts = terminalreporter.config.pluginmanager.get_plugin("screen attempts")
    assert isinstance(attempts, Attempts)
    for (program, game), lost in attempts.lost.items():
        made = attempts.made[program, game]
        terminalreporter.write_line(f"lost in {program}, {game}: {len(lost)} of {made}: {', '.join(lost)}")
