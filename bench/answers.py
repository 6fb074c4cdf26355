"""What it costs to write answers out: `python bench/answers.py [--deals N] [--runs N]`.

Each style of `winnable solve` and `winnable play` against `--summary`, which solves or plays the same deals
and writes none of them: user CPU of the whole command, the least of some runs. Every style is to cost at most
1.3 times as much; one that writes boards is told without a bound, as it prints fifty times more than moves.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from table import Row, print_table, user_seconds

MOST = 1.3


class Asked(NamedTuple):
    """A command with the options of its styles; of so many deals it takes one."""

    command: str
    game: str
    one_in: int
    styles: tuple[str, ...]
    more: tuple[str, ...] = ()


ASKED = (
    Asked(
        "solve",
        "freecell",
        1,
        (
            "",
            "--json",
            "--print cards",
            "--print words",
            "--print boards",
            "--autoplay safe",
            "--autoplay safe --json",
            "--autoplay safe --print words",
            "--autoplay safe --print boards",
        ),
    ),
    Asked("solve", "simple_simon", 100, ("", "--json", "--print words", "--print boards")),
    Asked("solve", "pyramid", 1, ("", "--json", "--print words", "--print boards")),
    Asked("play", "spider", 300, ("", "--json", "--print words", "--print boards"), ("--policy", "fast")),
    Asked("play", "pyramid", 60, ("", "--json", "--print words", "--print boards"), ("--policy", "fast")),
)


def main() -> int:
    """Prints the table; exit code 1 where a bound is not met."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    for asked in ASKED:
        rows += _rows(asked, max(1, arguments.deals // asked.one_in), arguments.runs)
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


def _rows(asked: Asked, deals: int, runs: int) -> list[Row]:
    """Runs take turns, so that all have the same machine."""
    command = ("winnable", asked.command, asked.game, f"1..{deals}", "--jobs", "1", *asked.more)
    best = dict.fromkeys(("--summary", *asked.styles), float("inf"))
    for _ in range(runs):
        for style in best:
            best[style] = min(best[style], user_seconds((*command, *style.split()))[0])
    rows = []
    for style in asked.styles:
        ratio, held = best[style] / best["--summary"], not style.endswith("boards")
        bound = f"{MOST:g}, most" if held else ""
        told = f"{asked.command} {asked.game} {style or 'moves'}: times --summary"
        peer = f"{best['--summary']:.2f} s"
        rows.append(Row(told, f"{ratio:.2f}", peer, bound, "", met=ratio <= MOST or not held))
    return rows


if __name__ == "__main__":
    sys.exit(main())
