"""Counts with the oracle and writes counts.txt: ``python tests/perft/generate.py`` (a minute)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from oracle import pairing, pairing_solve, solve, spider, spider_solve, undead  # noqa: E402
from oracle.cards import microsoft_deck  # noqa: E402
from oracle.games import GAMES, variant  # noqa: E402
from oracle.pairing_games import MIXED_GAMES, PAIRING_GAMES  # noqa: E402
from oracle.rules import Rules  # noqa: E402
from oracle.spider_games import SPIDER_GAMES, SPIDER_VARIANTS, kpat_start  # noqa: E402

HEADER = """\
# Sequences of legal moves at depth 1, 2, ... from a deal or game ID, each empty cell and column by name.
# Source: counted by the independent rules in tests/oracle (tests/perft/generate.py), not by the engine.
# game deal counts...
"""

DEALS = 3


class Extent(NamedTuple):
    """How far to count: sequences at the last depth, about, and depths."""

    most: int
    deepest: int


PILE_BUILDING = Extent(30_000, 8)
PAIRS_LEAVE = Extent(5_000, 30)  # the first recycle is late
CELLS_FILL = Extent(20_000, 9)
RUNS_LEAVE = Extent(5_000, 9)
# As game IDs: the board of a dissertation; givens and hidden sightings; one row, where the moves run out.
UNDEAD_BOARDS = (
    "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3",
    "5x4:5,4,7,cRbGcLbZbRbL,5,-,3,3,2,1,-,4,-,0,4,3,0,0,-,1,4,2",
    "4x1:1,1,1,aRb,1,1,-,-,1,1,0,1,1,1",
)

VARIANTS = {
    f"freecell:cells={cells},columns={columns}": variant("freecell", cells=cells, columns=columns)
    for cells, columns in [(0, 8), (1, 8), (2, 7), (3, 4), (6, 10)]
} | {"freecell:foundation_return=true": variant("freecell", takes_back=True)}


Count = Callable[[Any, int], int]  # of sequences: by the number of a Microsoft deal or an ID, and the depth


def pile_building(rules: Rules) -> Count:
    return lambda number, depth: solve.perft(rules, rules.layout(rules, microsoft_deck(number)), depth)


def pairs_leave(rules: pairing.Rules) -> Count:
    return lambda number, depth: pairing_solve.perft(
        rules, pairing.layout(rules, microsoft_deck(number)), depth
    )


def runs_leave(rules: spider.Rules) -> Count:
    return lambda number, depth: spider_solve.perft(rules, kpat_start(rules, number), depth)


def cells_fill(game_id: str, depth: int) -> int:
    return undead.perft(undead.read_id(game_id).rows, depth)


def counts(count: Count, number: int | str, extent: Extent) -> list[int]:
    """Counts as deep as ``extent`` allows; the next depth is guessed from the last two."""
    found = [count(number, 1)]
    while len(found) < extent.deepest and 0 < _guess(found) <= extent.most:
        found.append(count(number, len(found) + 1))
    return found


def _guess(found: list[int]) -> int:
    return found[-1] * max(2, found[-1] // max(1, (found + found)[-2]))


def main() -> None:
    games = {name: (pile_building(rules), PILE_BUILDING) for name, rules in (GAMES | VARIANTS).items()}
    pairing_games = PAIRING_GAMES | MIXED_GAMES
    games |= {name: (pairs_leave(rules), PAIRS_LEAVE) for name, rules in pairing_games.items()}
    lines = []
    for name, (count, extent) in games.items():
        moving = (number for number in range(1, 1000) if count(number, 2) > 0)
        lines += [
            f"{name} ms:{n} {' '.join(map(str, counts(count, n, extent)))}" for n in islice(moving, DEALS)
        ]
    for name, spider_rules in (SPIDER_GAMES | SPIDER_VARIANTS).items():
        lines += [
            f"{name} kpat:{n} {' '.join(map(str, counts(runs_leave(spider_rules), n, RUNS_LEAVE)))}"
            for n in range(1, DEALS + 1)
        ]
    lines += [
        f"undead {board} {' '.join(map(str, counts(cells_fill, board, CELLS_FILL)))}"
        for board in UNDEAD_BOARDS
    ]
    (HERE / "counts.txt").write_text(HEADER + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
