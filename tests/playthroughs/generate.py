"""Writes the golden playthroughs: ``python tests/playthroughs/generate.py [GAME ...]``, all unless named.

Run it after a change that is meant to change rules, notation, order of moves or keys, and read the diff.
"""

from __future__ import annotations

import sys
from pathlib import Path

from winnable.games import game_names, get_game
from winnable.testing.playthrough import random_moves, write_playthrough

HERE = Path(__file__).parent
MOST_MOVES = 25


def playthrough(name: str) -> str:
    """A random game: of deals 1 .. 30, the first whose random line is the longest."""
    game = get_game(name)
    deals = [f"ms:{number}" for number in range(1, 31)]
    lines = {deal: random_moves(game, deal, most_moves=MOST_MOVES) for deal in deals}
    deal = max(deals, key=lambda deal: len(lines[deal]))
    return write_playthrough(game, deal, lines[deal])


def main(names: list[str]) -> None:
    for name in names or game_names():
        (HERE / f"{name}.txt").write_text(playthrough(name))


if __name__ == "__main__":
    main(sys.argv[1:])
