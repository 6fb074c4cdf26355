"""The games of training as a study: each shape of a generation is a player, and all play the same starts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from winnable.deals import DealRange
from winnable.family import RegisteredGame
from winnable.search.api import Limits
from winnable.search.policy import PlayShapes, Starts
from winnable.studies.experiments.measured import Measurer
from winnable.studies.experiments.plan import GameDeals, Kept, Study
from winnable.studies.experiments.players import Player, shape_text
from winnable.studies.experiments.run import Going
from winnable.text.boards import write_position

__all__ = ["played_by"]


def played_by(
    measuring: Measurer, text: str = "", on_progress: Callable[[Going], None] | None = None
) -> PlayShapes:
    """Plays the games of one generation after another, as far as the file has not played them.

    Args:
        measuring: who measures, and where it is kept.
        text: what is asked, for people.
        on_progress: told now and then how far a generation is.
    """
    generations = count(1)

    def play(
        game: RegisteredGame[Any, Any], shapes: Sequence[Sequence[Sequence[int]]], boards: int, starts: Starts
    ) -> list[tuple[int, int]] | None:
        number = next(generations)
        players = [
            Player(
                "policy",
                "fast",
                {"boards": boards, "shape": shape_text(shape)},
                _name(number, which, "shape"),
            )
            for which, shape in enumerate(shapes, 1)
        ]
        study = Study(
            title=f"Training of {game.spelled}",
            games=(_deals(game, starts, number),),
            players=tuple(players),
            limits=Limits(),
            measures=("figures",),
            text=text,
        )
        asked, _ = measuring.measure(study, on_progress)
        found = []
        for units in asked.units:
            rows = [row[1:] for row in units.rows("figures")]
            if len(rows) < len(units):
                return None
            runs = sum(json.loads(figures)["runs"] for _, figures in rows if figures)
            found.append((sum(outcome == "won" for outcome, _ in rows), runs))
        return found

    return play


def _deals(game: RegisteredGame[Any, Any], starts: Starts, generation: int) -> GameDeals:
    if isinstance(starts, DealRange):
        return GameDeals(game.spelled, (starts,))
    kept = [
        Kept(_name(generation, which, "world"), write_position(game, start), False)
        for which, start in enumerate(starts, 1)
    ]
    return GameDeals(game.spelled, positions=tuple(kept))


def _name(generation: int, which: int, what: str) -> str:
    return f"generation {generation}, {what} {which}"
