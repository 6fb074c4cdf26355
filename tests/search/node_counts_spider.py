"""Writes node_counts_spider.txt, the signature of the searches on open Spider:
``python -m tests.search.node_counts_spider``.

A change that is not meant to change a search leaves every number as it is; else its commit says why.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from native.spider_agree import Pair, pair, random_deal, to_core, toy_pair
from oracle.spider_toys import ending
from winnable.families.spider.game import SpiderPosition
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits
from winnable.search.solvers import make_solver

COUNTS = Path(__file__).with_name("node_counts_spider.txt")
HEADER = """\
# Positions expanded and generated over random deals or endings: the same on every platform.
# Written by tests/search/node_counts_spider.py. game columns positions search expanded generated
"""
NODES = 10_000  # for each position
WHOLE = ("spider", "spider:suits=2", "spiderette", "mrs_mop", "scorpion")
# Game, columns (0: whole deals), number of positions, and who searches them.
RUNS: list[tuple[str, int, int, str]] = [
    *(("spider", 4, 6, f"search:{algorithm}") for algorithm in ALGORITHMS),
    *(("scorpion", 7, 3, f"search:{algorithm}") for algorithm in ("greedy", "astar")),
    *(
        (name, 0, 2, "solver:auto")
        for name in ("spider", "spider:suits=2", "spiderette", "mrs_mop", "scorpion")
    ),
    ("spider", 4, 6, "solver:auto"),
]


def positions_of(name: str, columns: int, number: int) -> tuple[Pair, list[SpiderPosition]]:
    """The game, and positions drawn from seeds."""
    if columns == 0:
        both = pair(name)
        decks = [random_deal(both.rules, Random(f"counts {seed}")) for seed in range(number)]
        return both, [both.game.deal_deck(bytes(deck)) for deck in decks]
    toy = toy_pair(name, columns)
    drawn = [ending(toy.rules, Random(f"counts {s}"), runs=1, pieces=6, stock=2) for s in range(number)]
    return toy, [to_core(toy.game, position) for position in drawn]


def line(name: str, columns: int, number: int, who: str) -> str:
    """One run, counted."""
    kind, _, word = who.partition(":")
    both, positions = positions_of(name, columns, number)
    limits = Limits(nodes=NODES)
    expanded = generated = 0
    for position in positions:
        if kind == "solver":
            stats = make_solver(both.game, word).solve(position, limits=limits).stats
        else:
            stats = search(both.game, position, word, limits=limits).stats
        expanded += stats.expanded
        generated += stats.generated
    return f"{name} {columns} {number} {who} {expanded} {generated}"


if __name__ == "__main__":
    COUNTS.write_text(HEADER + "".join(line(*run) + "\n" for run in RUNS))
