"""What it costs to write answers out: `python bench/answers.py [--deals N] [--runs N]`.

Each style of `winnable solve` against `--summary`, which solves the same deals and writes none of them: user
CPU of the whole command, the least of some runs. Moves and JSON are to cost at most 1.3 times as much.
"""

from __future__ import annotations

import argparse
import sys

from table import Row, print_table, user_seconds

MOST = 1.3
GAMES = {
    "freecell": ("", "--json", "--print cards", "--print words", "--print boards", "--autoplay safe"),
    "simple_simon": ("", "--json", "--print words"),
    "pyramid": ("", "--json", "--print words", "--print boards"),
}
HELD = ("", "--json")  # the others are told without a bound


def main() -> int:
    """Prints the table; exit code 1 where a bound is not met."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    for game, styles in GAMES.items():
        deals = arguments.deals if game != "simple_simon" else max(1, arguments.deals // 10)
        rows += _rows(game, deals, styles, arguments.runs)
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


def _rows(game: str, deals: int, styles: tuple[str, ...], runs: int) -> list[Row]:
    """Runs take turns, so that all have the same machine."""
    ask = ("winnable", "solve", game, f"ms:1..{deals}", "--jobs", "1")
    best = dict.fromkeys(("--summary", *styles), float("inf"))
    for _ in range(runs):
        for style in best:
            best[style] = min(best[style], user_seconds((*ask, *style.split()))[0])
    rows = []
    for style in styles:
        ratio, held = best[style] / best["--summary"], style in HELD
        bound = f"{MOST:g}, most" if held else ""
        told = f"{game} {style or 'moves'}: times --summary"
        peer = f"{best['--summary']:.2f} s"
        rows.append(Row(told, f"{ratio:.2f}", peer, bound, "", met=ratio <= MOST or not held))
    return rows


if __name__ == "__main__":
    sys.exit(main())
