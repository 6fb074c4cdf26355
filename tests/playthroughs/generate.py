"""Writes the golden playthroughs: ``python tests/playthroughs/generate.py [GAME ...]``, all unless named.

Each game gets a random line with every position written out, and in wins.txt a line that wins. Run it after
a change that is meant to change rules, notation, order of moves or keys, and read the diff.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from registered import file_stem, registered_names, start_of  # noqa: E402
from winnable.families.spider.policy import make_policy, policy_names  # noqa: E402
from winnable.registry import get_game  # noqa: E402
from winnable.search.api import Limits  # noqa: E402
from winnable.search.policy import play  # noqa: E402
from winnable.search.solvers import solve  # noqa: E402
from winnable.testing.playthrough import random_moves, write_playthrough  # noqa: E402

# By family. A stock comes round after thirty moves or so.
MOST_MOVES = {"patience": 25, "pairing": 50, "undead": 25, "spider": 40}
WINNERS = {"patience": "short", "pairing": "fewest", "undead": "auto", "spider": "auto"}
DIALECTS = {"patience": "ms", "pairing": "ms", "spider": "kpat"}
# Of Undead as game IDs: boards that no generator's change makes others.
UNDEAD_LINE = ("5x4:5,4,7,cRbGcLbZbRbL,5,-,3,3,2,1,-,4,-,0,4,3,0,0,-,1,4,2",)
UNDEAD_WIN = ("4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3",)
WINS_HEADER = (
    "# A winning line of each game, every move written out: game deal moves... (by solvers or a policy)"
)


def playthrough(name: str) -> str:
    """A random game: of deals 1 .. 30, the first whose random line is the longest."""
    game = get_game(name)
    family = game.info.family
    numbered = (f"{DIALECTS[family]}:{number}" for number in range(1, 31)) if family in DIALECTS else ()
    deals = UNDEAD_LINE if family == "undead" else tuple(numbered)
    start = start_of(game)
    lines = {deal: random_moves(game, deal, most_moves=MOST_MOVES[family], start=start) for deal in deals}
    deal = max(deals, key=lambda deal: len(lines[deal]))
    return write_playthrough(game, deal, lines[deal], start)


def win(name: str) -> str:
    """The first of deals 1, 2, .. that is solved with little effort: game, deal, moves."""
    game = get_game(name)
    family = game.info.family
    deals = UNDEAD_WIN if family == "undead" else (f"{DIALECTS[family]}:{number}" for number in count(1))
    for deal in deals:
        position = start = start_of(game)(deal)
        texts = []
        for move in winning_moves(game, start):
            texts.append(game.notation.format(position, move))
            position = game.play(position, move)
        if texts:
            return f"{name} {deal} {' '.join(texts)}"
    raise AssertionError(f"no deal of {name} is won")


def winning_moves(game: Any, start: Any) -> Sequence[Any]:
    """Of a policy where there is one that plays the game well, else of a solver; none if they do not win."""
    if "fast" in policy_names(game):
        played = play(game, start, make_policy(game, "fast"), 1)
        return played.moves if played.won else ()
    return solve(game, start, WINNERS[game.info.family], limits=Limits(nodes=50_000)).moves


def main(names: list[str]) -> None:
    for name in names or registered_names():
        (HERE / f"{file_stem(name)}.txt").write_text(playthrough(name))
    if not names:
        (HERE / "wins.txt").write_text("\n".join([WINS_HEADER, *map(win, registered_names())]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
