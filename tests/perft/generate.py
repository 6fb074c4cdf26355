"""Counts with the oracle and writes counts.txt: ``python tests/perft/generate.py`` (a minute)."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from oracle.cards import microsoft_deck  # noqa: E402
from oracle.games import GAMES, variant  # noqa: E402
from oracle.rules import Rules  # noqa: E402
from oracle.solve import perft  # noqa: E402

HEADER = """\
# Sequences of legal moves at depth 1, 2, ... from a deal, each empty cell and column by name.
# Source: counted by the independent rules in tests/oracle (tests/perft/generate.py), not by the engine.
# game deal counts...
"""

MOST = 30_000  # sequences at the last depth
DEEPEST = 8
DEALS = 3

VARIANTS = {
    f"freecell:cells={cells},columns={columns}": variant("freecell", cells=cells, columns=columns)
    for cells, columns in [(0, 8), (1, 8), (2, 7), (3, 4), (6, 10)]
} | {"freecell:foundation_return=true": variant("freecell", takes_back=True)}


def counts(rules: Rules, number: int) -> list[int]:
    """Counts as deep as ``MOST`` and ``DEEPEST`` allow; the next depth is guessed from the last two."""
    position = rules.layout(rules, microsoft_deck(number))
    found = [perft(rules, position, 1)]
    while len(found) < DEEPEST and 0 < found[-1] * max(2, found[-1] // max(1, (found + found)[-2])) <= MOST:
        found.append(perft(rules, position, len(found) + 1))
    return found


def main() -> None:
    lines = []
    for name, rules in (GAMES | VARIANTS).items():
        moving = (n for n in range(1, 1000) if perft(rules, rules.layout(rules, microsoft_deck(n)), 2) > 0)
        lines += [f"{name} ms:{n} {' '.join(map(str, counts(rules, n)))}" for n in islice(moving, DEALS)]
    (HERE / "counts.txt").write_text(HEADER + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
