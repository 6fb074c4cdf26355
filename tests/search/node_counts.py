"""Writes node_counts.txt, the signature of the pairing solvers: ``python tests/search/node_counts.py``.

A change that is not meant to change a search leaves every number as it is; else its commit says why.
"""

from __future__ import annotations

from pathlib import Path

from winnable.registry import get_game
from winnable.search.solvers import make_solver

COUNTS = Path(__file__).with_name("node_counts.txt")
HEADER = """\
# Positions expanded, and moves found, over the deals ms:1 and on: the same on every platform.
# Written by tests/search/node_counts.py. game solver metric deals expanded moves
"""
# Game, solver, metric and number of deals.
RUNS: list[tuple[str, str, str, int]] = [
    ("pyramid", "auto", "-", 200),
    ("pyramid", "fewest", "actions", 30),
    ("pyramid", "fewest", "removals", 30),
    ("pyramid", "fewest", "passes", 30),
    ("pyramid", "score", "-", 10),
    ("pyramid:hoyle", "auto", "-", 50),
    ("pyramid:pysol", "auto", "-", 50),
    ("pyramid:king_tut", "auto", "-", 50),
    ("pyramid:king_tut", "fewest", "actions", 10),
    ("pyramid:tuts_tomb", "auto", "-", 50),
    ("pyramid:giza", "auto", "-", 50),
    ("pyramid:giza", "fewest", "actions", 10),
    ("pyramid:triangle", "auto", "-", 20),
    ("pyramid:overlap=true", "auto", "-", 50),
    ("pyramid:par", "score", "-", 5),
]


def line(name: str, kind: str, metric: str, deals: int) -> str:
    """One run, counted."""
    game = get_game(name)
    solver = make_solver(game, kind, None if metric == "-" else metric)
    results = solver.solve_many([game.deal(f"ms:{number}") for number in range(1, deals + 1)])
    expanded = sum(int(result.stats["expanded"]) for result in results)
    moves = sum(result.length for result in results)
    return f"{name} {kind} {metric} {deals} {expanded} {moves}"


if __name__ == "__main__":
    COUNTS.write_text(HEADER + "".join(line(*run) + "\n" for run in RUNS))
