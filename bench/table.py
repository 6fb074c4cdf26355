"""What the benchmarks share: rows of a table, and time that other processes do not spoil."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured, and what it must be at least and should be."""

    what: str
    ours: str
    peer: str
    least: str
    aim: str
    met: bool


def cpu_of(work: Callable[[], object], runs: int = 1) -> float:
    """The least CPU seconds of this process for some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def user_seconds(argv: tuple[str, ...], runs: int = 1) -> tuple[float, str, int]:
    """The least user CPU of some runs of a command, its stdout, and its peak resident bytes."""
    best, out, peak = float("inf"), "", 0
    for _ in range(runs):
        process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        out = process.stdout.read()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        best, peak = min(best, usage.ru_utime), usage.ru_maxrss * 1024
    return best, out, peak


def print_table(rows: list[Row]) -> None:
    """Columns as wide as their longest entry."""
    lines = [("what", "measured", "peer", "at least", "aim", "holds")]
    lines += [(r.what, r.ours, r.peer, r.least, r.aim, "yes" if r.met else "NO") for r in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(6)]
    for line in lines:
        print("  ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True)).rstrip())
