"""The table at the end of ``make test-screen``: which program played which game, and how that went.

A plugin of pytest (``-p screen.table``). A test adds a line with ``row``; lines of one program and game are
added up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

__all__ = ["row", "table"]

_KEY = "screen_row"
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
