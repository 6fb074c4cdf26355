"""Writes the golden playthroughs: ``python tests/playthroughs/generate.py [GAME ...]``, all unless named.

Each game gets a random line with every position written out, and in wins.txt a line that wins. Run it after
a change that is meant to change rules, notation, order of moves or keys, and read the diff.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from registered import file_stem, registered_names  # noqa: E402
from winnable.games import get_game  # noqa: E402
from winnable.search.api import Limits  # noqa: E402
from winnable.search.solvers import solve  # noqa: E402
from winnable.testing.playthrough import random_moves, write_playthrough  # noqa: E402

# By family. A stock comes round after thirty moves or so.
MOST_MOVES = {"patience": 25, "pairing": 50}
WINNERS = {"patience": "short", "pairing": "fewest"}
WINS_HEADER = "# A winning line of each game, every move written out: game deal moves... (by short or fewest)"


def playthrough(name: str) -> str:
    """A random game: of deals 1 .. 30, the first whose random line is the longest."""
    game = get_game(name)
    deals = [f"ms:{number}" for number in range(1, 31)]
    most_moves = MOST_MOVES[game.info.family]
    lines = {deal: random_moves(game, deal, most_moves=most_moves) for deal in deals}
    deal = max(deals, key=lambda deal: len(lines[deal]))
    return write_playthrough(game, deal, lines[deal])


def win(name: str) -> str:
    """The first of deals 1, 2, .. that is solved with little effort: game, deal, moves."""
    game = get_game(name)
    for number in count(1):
        position = start = game.deal(f"ms:{number}")
        result = solve(game, start, WINNERS[game.info.family], limits=Limits(nodes=50_000))
        texts = []
        for move in result.moves:
            texts.append(game.notation.format(position, move))
            position = game.play(position, move)
        if texts:
            return f"{name} ms:{number} {' '.join(texts)}"
    raise AssertionError("count() never ends")


def main(names: list[str]) -> None:
    for name in names or registered_names():
        (HERE / f"{file_stem(name)}.txt").write_text(playthrough(name))
    if not names:
        (HERE / "wins.txt").write_text("\n".join([WINS_HEADER, *map(win, registered_names())]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
