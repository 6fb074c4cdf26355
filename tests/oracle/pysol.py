"""Names and cards of PyPI's pysol-cards, a second source of layouts."""

from __future__ import annotations

from typing import Any

# Ours -> theirs, where they know the game.
PYSOL_NAMES = {
    "freecell": "freecell",
    "forecell": "forecell",
    "eight_off": "eight_off",
    "seahaven": "seahaven_towers",
    "beleaguered_castle": "beleaguered_castle",
    "streets_and_alleys": "streets_and_alleys",
    "citadel": "citadel",
    "bakers_dozen": "bakers_dozen",
    "simple_simon": "simple_simon",
}


def pysol_card(theirs: Any) -> int:
    """PySol's suits are C S H D and its ace is 1."""
    rank, suit = int(theirs.rank) - 1, (0, 3, 2, 1)[theirs.suit]
    return 4 * rank + suit
