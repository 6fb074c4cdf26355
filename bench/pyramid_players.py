"""How often Pyramid is won by who sees what a person sees: `python bench/pyramid_players.py` prints a table.

Deals are drawn with seed 0, the same for all players of a variant. The first column decides them with all
cards known: no player can win more of them. Shares are in percent, with Wilson's intervals of 95 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from winnable.deals import random_deals
from winnable.registry import get_game, variant_names
from winnable.studies.winnability import Winnability, count_winnable

SEED = 0
PLAYERS = ("best", "fast", "greedy", "random")


def shown(found: Winnability, known: Winnability | None = None) -> str:
    """A share and its interval, ``of`` the share that can be won of the same deals."""
    low, high = found.interval()
    of = "" if known is None else f" of {100 * known.share[0]:.1f}"
    return f"{100 * found.share[0]:.1f}{of} ({100 * low:.1f} to {100 * high:.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="for all but best")
    parser.add_argument("--best-deals", type=int, default=200, help="for best, the first of them")
    parser.add_argument("--variants", nargs="*", default=None, help="all that hide cards, by default")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    print("| variant | all cards known | " + " | ".join(PLAYERS) + " |", flush=True)
    print("|---" * (2 + len(PLAYERS)) + "|", flush=True)
    for variant in args.variants or variant_names("pyramid"):
        game: Any = get_game(f"pyramid:{variant}")
        if not game.info.hidden:
            continue
        cells = [shown(count_winnable(game, random_deals(SEED), count=args.deals, jobs=args.jobs))]
        for policy in PLAYERS:
            count = args.best_deals if policy == "best" else args.deals
            start = time.process_time()
            played = count_winnable(game, random_deals(SEED), policy, SEED, count=count, jobs=args.jobs)
            seconds = (time.process_time() - start) / count
            known = count_winnable(game, random_deals(SEED), count=count) if policy == "best" else None
            cells.append(shown(played, known))
            print(f"{variant} {policy}: {1000 * seconds:.1f} ms of CPU a game", file=sys.stderr, flush=True)
        print(f"| {variant} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
