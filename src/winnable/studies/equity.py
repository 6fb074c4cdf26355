"""The equity of a hand as a study: games are repetitions of one start, by one player or by one for each move.

See :mod:`winnable.analysis.equity`, which counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from winnable.family import ObservedGame
from winnable.search.api import Limits
from winnable.studies.experiments.plan import UNKNOWN, GameDeals, Kept, Study
from winnable.studies.experiments.played import MEASURES_OF_GAMES
from winnable.studies.experiments.players import Player
from winnable.text.boards import write_position

__all__ = ["equity_study"]


def equity_study(
    game: ObservedGame[Any, Any],
    label: str,
    setup: Any,
    policy: str,
    games: int,
    *,
    seed: int = 0,
    moves: Sequence[str] | None = None,
    text: str = "",
) -> Study:
    """The study of a hand: repetition r is the r-th of its ``worlds``.

    Args:
        game: one that hides cards.
        label: what the hand is called.
        setup: the hand; its unknown cards are drawn.
        policy: who plays.
        games: how many; of each move, where there are ``moves``.
        seed: of what is drawn.
        moves: texts of moves; each is made first by a player of its own.
        text: what is asked, for people.
    """
    hand = Kept(label, write_position(game, setup), False)
    players = (
        [Player("policy", policy)]
        if moves is None
        else [Player("policy", policy, {"first": move}, f"{policy} after {move}") for move in moves]
    )
    return Study(
        title=f"Equity of {label}",
        games=(GameDeals(game.spelled, positions=(hand,), hidden=UNKNOWN),),
        players=tuple(players),
        limits=Limits(),
        seed=seed,
        repetitions=games,
        measures=MEASURES_OF_GAMES,
        text=text,
    )
