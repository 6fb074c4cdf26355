"""A report of a million units: how its time grows, and the memory that it takes."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from studies.reports.made import made


def reported(folder: Path, deals: int) -> tuple[resource.struct_rusage, str]:
    """What the report of so many deals, for each of two players, uses; and its page."""
    folder.mkdir()
    store = made(folder, {}, deals=deals)
    rng = random.Random(1)
    columns = "block, number, outcome, seconds, expanded, peak_bytes, run"

    def write(open_) -> None:  # type: ignore[no-untyped-def]
        for block in (1, 2):
            drawn = (rng.lognormvariate(-9, 1.5) for _ in range(deals))
            rows = (
                (block, n, "unknown" if t > 5e-3 else "solved", t, int(t * 1e6), int(t * 1e9), 1)
                for n, t in enumerate(drawn)
            )
            open_.executemany(f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    store.change(write)
    store.close()
    argv = [sys.executable, "-m", "winnable", "study", "report", "made.db", "-o", "page.html"]
    with subprocess.Popen(argv, cwd=folder) as process:
        _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    return used, (folder / "page.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_ten_times_as_many_units_take_little_more_than_ten_times_as_long_and_a_million_2_gb(
    tmp_path: Path,
) -> None:
    few, _ = reported(tmp_path / "few", 50_000)
    many, page = reported(tmp_path / "many", 500_000)
    assert many.ru_utime < 12 * few.ru_utime
    assert many.ru_maxrss * 1024 < 2e9
    assert "500,000" in page
