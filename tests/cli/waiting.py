"""Waiting for a command that runs as a process of its own to be as far as a test wants it, by /proc."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sizes import PATIENCE


def until_reading(pid: int) -> None:
    """Waits until the process sleeps with all its threads, its only work being to wait for more input."""
    _until(lambda: _states(pid) == {"S"} and _cpu_ticks(pid) > 0)


def until_threads(pid: int) -> None:
    """Waits until the native search runs beside the main thread, and the one that tells how far it is."""
    _until(lambda: len(list(Path(f"/proc/{pid}/task").iterdir())) > 2)


def _until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    seen = 0
    while seen < 10:  # for a tenth of a second on end
        assert time.monotonic() < deadline
        seen = seen + 1 if ready() else 0
        time.sleep(0.01)


def _states(pid: int) -> set[str]:
    """Of all its threads: a search runs beside the main one, which sleeps meanwhile."""
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            found.add((task / "stat").read_text().rpartition(")")[2].split()[0])
    return found


def _cpu_ticks(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])
