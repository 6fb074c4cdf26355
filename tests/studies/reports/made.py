"""Files of studies whose results are made up, so that every number of a report is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.plan import read_study
from winnable.studies.experiments.store import Store
from winnable.studies.reports.panels import PLOTS

MADE_PLOTS = [name for name in PLOTS if name != "equity"]  # of ``made``: each board was measured once
TEXT = """\
title = "Made up: <b> & \\"more\\" |"
limits.nodes = 300
repetitions = {repetitions}
[[games]]
game = "freecell"
deals = "ms:1..{deals}"
[[players]]
solver = "auto"
[[players]]
search = "greedy"
"""
Row = tuple[str, float | None, int | None, int | None]  # outcome, seconds, expanded, peak_bytes


def made(folder: Path, results: Mapping[str, Sequence[Row]], *, deals: int, repetitions: int = 1) -> Store:
    """A study of FreeCell for two players, ``auto`` and ``greedy``, with the results of each in the order of
    its units; those that have none are not done."""
    store = Store(folder / "made.db", create=True)
    add_study(store, read_study(TEXT.format(deals=deals, repetitions=repetitions), "made.toml"))
    put(store, results)
    return store


def made_equity(folder: Path) -> Store:
    """Three hands of Pyramid, ten games of each by `random`, as they lie and with hidden cards drawn:
    ``WINS`` of them were won. An eleventh game of the first hand was broken off."""
    text = """\
title = "Equity"
repetitions = 11
[[games]]
game = "pyramid"
deals = "ms:1..3"
[[games]]
game = "pyramid"
deals = "ms:1..3"
hidden = "drawn"
[[players]]
policy = "random"
"""
    store = Store(folder / "made.db", create=True)
    add_study(store, read_study(text, "made.toml"))
    store.read("INSERT INTO runs VALUES (1, '2026-01-02T03:04:05', '1.2.3', NULL, 'none', 'x')")
    for block, wins in zip(store.blocks(), WINS, strict=True):
        for repetition in range(10):
            for hand, count in enumerate(wins):
                outcome = "won" if repetition < count else "lost"
                query = "INSERT INTO results (block, number, outcome, seconds, run) VALUES (?, ?, ?, 1.0, 1)"
                store.read(query, block.id, 3 * repetition + hand, outcome)
    store.read("INSERT INTO results (block, number, outcome, seconds, run) VALUES (1, 30, 'unknown', 1.0, 1)")
    return store


WINS: Final = ((8, 0, 3), (1, 0, 1))


def put(store: Store, results: Mapping[str, Sequence[Row]]) -> None:
    """Writes results by the player's name."""
    blocks = {block.label: block for block in store.blocks()}
    columns = "block, number, outcome, seconds, expanded, peak_bytes, run"
    store.read("INSERT INTO runs VALUES (1, '2026-01-02T03:04:05', '1.2.3', NULL, 'none', 'x')")
    for label, rows in results.items():
        for number, row in enumerate(rows):
            query = f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, ?, 1)"
            store.read(query, blocks[label].id, number, *row)


# Eight boards: of `auto` one at its limit and one failed without a time, of `greedy` the last not done yet.
AUTO: list[Row] = [
    ("solved", 0.001, 10, 1000),
    ("solved", 0.002, 20, 2000),
    ("unsolvable", 0.004, 40, 1500),
    ("solved", 0.0, 0, 0),
    ("unknown", 0.010, 300, 9000),
    ("failed", None, None, None),
    ("solved", 0.003, 30, 1000),
    ("unsolvable", 0.005, 50, 1000),
]
GREEDY: list[Row] = [
    ("solved", 0.010, 100, 5000),
    ("unknown", 0.030, 300, 9000),
    ("unknown", 0.020, 300, 9000),
    ("solved", 0.011, 110, 5000),
    ("solved", 0.012, 120, 5000),
    ("unknown", 0.040, 300, 9000),
    ("solved", 0.013, 130, 5000),
]
RESULTS = {"auto": AUTO, "greedy": GREEDY}
