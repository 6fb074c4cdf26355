"""Writes node_counts_undead.txt, the signature of the searches on Undead:
``python -m tests.search.node_counts_undead``.

A change that is not meant to change a search leaves every number as it is; else its commit says why.
"""

from __future__ import annotations

from pathlib import Path

from families.undead.board_files import GAME, ids_of, position_of
from winnable.families.undead.methods import METHODS, search_by_method
from winnable.registry import get_game
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits
from winnable.search.solvers import make_solver

COUNTS = Path(__file__).with_name("node_counts_undead.txt")
HEADER = """\
# Positions expanded and generated over the boards of a file: the same on every platform.
# Written by tests/search/node_counts_undead.py. file boards search expanded generated
"""
NODES = 20_000  # for each board
# File, number of boards, and who searches them: a solver, a textbook search or one of the old methods.
RUNS: list[tuple[str, int, str]] = [
    *(("7x7dt", 10, f"solver:{kind}") for kind in ("auto", "first")),
    *((name, 3, "solver:auto") for name in ("12x12de", "search-needed-10x10", "random-10x10")),
    *(("7x7dt", 10, f"search:{algorithm}") for algorithm in ALGORITHMS),
    ("random-10x10", 3, "search:astar"),
    *(("5x5dn", 30, f"method:{method}") for method in METHODS),
    *(("5x5dn", 30, f"method:{method}+zero_fill+second") for method in METHODS),
    *(("5x5dn", 30, f"method:{method}+zero_sum") for method in METHODS if method not in ("brute", "random")),
]


def line(name: str, boards: int, who: str) -> str:
    """One run, counted."""
    expanded = generated = 0
    kind, _, what = who.partition(":")
    word, *switches = what.split("+")
    positions = [position_of(game_id) for game_id in ids_of(name)[:boards]]
    assert len(positions) == boards
    limits = Limits(nodes=NODES)
    if kind == "solver":
        for raw in make_solver(get_game("undead"), word).solve_many(positions, limits=limits):
            expanded += int(raw.stats["expanded"])
            generated += int(raw.stats["generated"])
        return f"{name} {boards} {who} {expanded} {generated}"
    for position in positions:
        if kind == "search":
            stats = search(GAME, position, word, limits=limits).stats
        else:
            options = dict.fromkeys(switches, True)
            stats = search_by_method(GAME, position, word, limits=limits, **options).stats  # type: ignore[arg-type]
        expanded += stats.expanded
        generated += stats.generated
    return f"{name} {boards} {who} {expanded} {generated}"


if __name__ == "__main__":
    COUNTS.write_text(HEADER + "".join(line(*run) + "\n" for run in RUNS))
