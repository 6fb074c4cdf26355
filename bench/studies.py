"""What a study costs beside its units: `python bench/studies.py` prints the table.

The same Spider deals, cut off after so many nodes that one takes about a millisecond, are solved by the bare
solver and by `winnable study run` with one worker, in turns; then by one worker and by two. A study of a
million quick units is asked for its status, and for its report. Overhead is CPU; the rest is wall time, which
needs a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from table import Row, print_table

from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.solvers import make_solver, solve_stream

GAME, NODES, MEMORY = "spider", 130, 256_000_000  # a unit takes about a millisecond
UNITS, ROUNDS = 4000, 5
MILLION = 1_000_000
MOST_OVERHEAD, MOST_STATUS, MOST_REPORT, MOST_BYTES, LEAST_SCALING = 0.05, 1.0, 60.0, 2e9, 1.8


class Spent(NamedTuple):
    """What a command took: CPU and wall seconds, and the most bytes that one of its processes held."""

    cpu: float
    wall: float
    peak: int


def spent(*argv: str) -> Spent:
    """Runs a command to its end; processes that it started count as well."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen([sys.executable, *argv], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(said.decode(errors="replace"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(cpu, time.monotonic() - start, usage.ru_maxrss * 1024)


def solve_bare(units: int) -> None:
    """The units without a study."""
    game = get_game(GAME)
    items = ((number, game.deal(f"ms:{number}")) for number in range(1, units + 1))
    limits = Limits(nodes=NODES, bytes=MEMORY)
    for _ in solve_stream(lambda: make_solver(game), items, limits=limits):
        pass


def study(folder: Path, text: str, workers: int) -> Spent:
    """Runs a study anew."""
    for old in folder.glob("bench.db*"):
        old.unlink()
    (folder / "bench.toml").write_text(text, encoding="utf-8")
    where = (str(folder / "bench.toml"), "-o", str(folder / "bench.db"), "--jobs", str(workers))
    return spent("-m", "winnable", "study", "run", *where)


def asked(game: str, units: int, nodes: int) -> str:
    """A study of a game's first numbered deals, solved within so many nodes each."""
    games = f'[[games]]\ngame = "{game}"\ndeals = "ms:1..{units}"\n'
    return f'limits.nodes = {nodes}\n{games}[[players]]\nsolver = "auto"\n'


def overhead_row(folder: Path, units: int) -> Row:
    """The CPU of a study with one worker over that of the bare solver, without what starting takes."""
    shares, each = [], []
    for _ in range(ROUNDS):
        bare = spent(__file__, "--bare", str(units)).cpu - spent(__file__, "--bare", "1").cpu
        ours = study(folder, asked(GAME, units, NODES), 1).cpu - study(folder, asked(GAME, 1, NODES), 1).cpu
        shares.append(ours / bare - 1)
        each.append(bare / units)
    share = median(shares)
    what = f"overhead at {1e3 * median(each):.2f} ms a unit"
    spread = f"{share:.1%} ({min(shares):.1%} to {max(shares):.1%})"
    return Row(what, spread, "bare solver", "<= 5%", "", share <= MOST_OVERHEAD)


def scaling_row(folder: Path, units: int) -> Row:
    """How many times as fast two workers are; a study of one unit tells what starting takes."""
    ratios = []
    for _ in range(ROUNDS):
        one, two = (
            study(folder, asked(GAME, units, NODES), workers).wall
            - study(folder, asked(GAME, 1, NODES), workers).wall
            for workers in (1, 2)
        )
        ratios.append(one / two)
    ratio = median(ratios)
    spread = f"{ratio:.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    return Row("two workers, times as fast", spread, "one worker", ">= 1.8", "", ratio >= LEAST_SCALING)


def million_rows(folder: Path) -> Iterator[Row]:
    """A study with a million units: how long its status and its report take."""
    ran = study(folder, asked("pyramid", MILLION, 1_000_000), os.cpu_count() or 1)
    each = f"{1e6 * ran.cpu / MILLION:.0f} us CPU a unit"
    yield Row("a million deals of Pyramid", f"{ran.wall:.0f} s, {each}", "", "", "", met=True)
    name = str(folder / "bench.db")
    told = min((spent("-m", "winnable", "study", "status", name) for _ in range(3)), key=lambda one: one.wall)
    yield Row("... status", f"{told.wall:.2f} s", "", "<= 1 s", "", told.wall <= MOST_STATUS)
    report = spent("-m", "winnable", "study", "report", name, "-o", str(folder / "report.html"))
    yield Row("... report", f"{report.wall:.1f} s", "", "<= 60 s", "", report.wall <= MOST_REPORT)
    held = f"{report.peak / 1e6:.0f} MB"
    yield Row("... its memory", held, "", "<= 2 GB", "", report.peak <= MOST_BYTES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, default=UNITS, help="for overhead and scaling")
    parser.add_argument("--bare", type=int, metavar="UNITS", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.bare is not None:
        solve_bare(chosen.bare)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [overhead_row(folder, chosen.units), scaling_row(folder, chosen.units), *million_rows(folder)]
    print_table(rows)
    sys.exit(not all(row.met for row in rows))


if __name__ == "__main__":
    main()
