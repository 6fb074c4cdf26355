"""How often Pyramid is won by who sees what a person sees: `python bench/pyramid_players.py` prints a table.

Deals are drawn with seed 0, the same for all players of a variant. The first column decides them with all
cards known: no player can win more of them. Shares are in percent, with Wilson's intervals of 95 %. It is a
study: with --study FILE.db the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from winnable.cli.measuring import measuring
from winnable.intervals import wilson
from winnable.registry import get_game, variant_names
from winnable.search.api import Limits
from winnable.studies.experiments.asked import AskedUnits
from winnable.studies.experiments.plan import GameDeals, Study
from winnable.studies.experiments.players import Player

SEED = 0
KNOWN, BEST = "auto", "best"
PLAYERS = (BEST, "fast", "greedy", "random")


def study(variants: list[str], deals: int, best_deals: int) -> Study:
    """Each variant with who knows all cards and with each player."""
    hiding = [game for name in variants if (game := _game(name)).info.hidden]
    first = {BEST: best_deals}
    return Study(
        "Players of Pyramid",
        tuple(GameDeals(game.spelled, random=deals) for game in hiding),
        (
            Player("solver", KNOWN, label="all cards known"),
            *(Player("policy", name, deals=first.get(name, 0)) for name in PLAYERS),
        ),
        Limits(),
        SEED,
        text="# python " + shlex.join(sys.argv),
    )


def _game(variant: str) -> Any:
    return get_game(f"pyramid:{variant}")


def lines(found: dict[str, dict[str, AskedUnits]]) -> Iterator[str]:
    """The table, of the units of each game and player."""
    yield "| variant | all cards known | " + " | ".join(PLAYERS) + " |"
    yield "|---" * (2 + len(PLAYERS)) + "|"
    for game, units in found.items():
        won = {
            name: [outcome in ("solved", "won") for _, outcome in one.rows()] for name, one in units.items()
        }
        known = won[KNOWN][: len(won[BEST])]
        cells = [shown(won[KNOWN]), shown(won[BEST], known), *(shown(won[name]) for name in PLAYERS[1:])]
        yield f"| {game.partition(':')[2] or 'microsoft'} | " + " | ".join(cells) + " |"


def shown(won: list[bool], known: list[bool] | None = None) -> str:
    """A share and its interval, ``of`` the share that can be won of the same deals."""
    low, high = wilson(sum(won), len(won))
    of = "" if known is None else f" of {percent(known)}"
    return f"{percent(won)}{of} ({100 * low:.1f} to {100 * high:.1f})"


def percent(won: list[bool]) -> str:
    return f"{100 * sum(won) / max(1, len(won)):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="for all but best")
    parser.add_argument("--best-deals", type=int, default=200, help="for best, the first of them")
    parser.add_argument("--variants", nargs="*", default=None, help="all that hide cards, by default")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--study", type=Path, metavar="FILE.db", help="keep each result here, and go on from it"
    )
    args = parser.parse_args()
    asked_for = study(args.variants or list(variant_names("pyramid")), args.deals, args.best_deals)
    with measuring(asked_for, args.study, args.jobs, "games") as (asked, _):
        found: dict[str, dict[str, AskedUnits]] = {}
        for units in asked.units:
            found.setdefault(units.game, {})[units.player.name] = units
            seconds = [spent for _, _, spent in units.rows("seconds")]
            each = 1000 * sum(seconds) / max(1, len(seconds))
            print(f"{units.game} {units.player.words()}: {each:.1f} ms of wall clock a game", file=sys.stderr)
        print("\n".join(lines(found)))


if __name__ == "__main__":
    main()
