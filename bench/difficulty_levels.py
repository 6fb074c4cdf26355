"""Where the levels of FreeCell and its kin come from: `python bench/difficulty.py levels [GAME ...]`.

Of each game random winnable deals are scored, and the scores at which the levels begin are such quantiles
that the levels hold the shares that they hold in Pyramid. A deal counts as winnable if the solver `auto`
wins it within 100,000 positions. What is printed is src/winnable/families/patience/levels.toml, for the
games that were named.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any

from winnable.analysis.difficulty import SHARES, find_deals
from winnable.deals import random_deals
from winnable.families.patience import FAMILY
from winnable.families.patience.players import play_all, score
from winnable.registry import get_game
from winnable.search.api import Limits

SEED = 1
EFFORT = Limits(nodes=100_000)

HEAD = """\
# The scores at which the levels medium, hard, expert, master and grandmaster of each game begin: quantiles
# of the scores of so many random winnable deals. Made by `python bench/difficulty.py levels`.
"""


def scores_of(name: str, deals: int, seed: int = SEED) -> list[float]:
    """The scores of random winnable deals of a game, in the order of the deals."""
    game: Any = get_game(name)
    scores = []
    for found in islice(find_deals(game, random_deals(seed), limits=EFFORT), deals):
        played = play_all(game, found.position)
        assert isinstance(played, tuple)
        scores.append(score(*played))
    return scores


def quantiles(scores: Sequence[float]) -> list[float]:
    """Where each level but the first begins."""
    ordered = sorted(scores)
    ends = [sum(SHARES[: i + 1]) for i in range(len(SHARES) - 1)]
    return [round(ordered[round(end * len(ordered))], 2) for end in ends]


def report_levels(names: Sequence[str], deals: int | None) -> None:
    """The text of levels.toml."""
    print(HEAD, end="")
    for name in names or list(FAMILY.games):
        count = deals or (300 if name == "freecell" else 200)
        ends = ", ".join(f"{end:g}" for end in quantiles(scores_of(name, count)))
        print(f"\n[{name}]\ndeals = {count}\ncutoffs = [{ends}]", flush=True)
        print(f"{name}: measured", file=sys.stderr)
