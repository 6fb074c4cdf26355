"""A report of a million units: the time and the memory that it takes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studies.reports.made import made

DEALS = 500_000  # for each of two players


@pytest.mark.slow
def test_a_million_units_are_reported_in_a_minute_and_2_gb(tmp_path: Path) -> None:
    store = made(tmp_path, {}, deals=DEALS)
    rng = random.Random(1)
    columns = "block, number, outcome, seconds, expanded, peak_bytes, run"

    def write(open_) -> None:  # type: ignore[no-untyped-def]
        for block in (1, 2):
            drawn = (rng.lognormvariate(-9, 1.5) for _ in range(DEALS))
            rows = (
                (block, n, "unknown" if t > 5e-3 else "solved", t, int(t * 1e6), int(t * 1e9), 1)
                for n, t in enumerate(drawn)
            )
            open_.executemany(f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    store.change(write)
    store.close()
    start = time.monotonic()
    argv = [sys.executable, "-m", "winnable", "study", "report", "made.db", "-o", "page.html"]
    with subprocess.Popen(argv, cwd=tmp_path) as process:
        _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    assert time.monotonic() - start < 60
    assert used.ru_maxrss * 1024 < 2e9
    assert "500,000" in (tmp_path / "page.html").read_text(encoding="utf-8")
