"""Positions and scenes that several tests look at: starts and boards in mid-game of every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from families.undead.ids import SAMPLE, from_id
from winnable.analysis.scenes import scene_of
from winnable.registry import get_game
from winnable.scene import Scene


def reached(game: Any, deal: int, moves: int) -> Any:
    """A position so many random moves from the start, or the last before no move is left."""
    position = from_id(SAMPLE) if game.info.family == "undead" else game.deal(deal)
    rng = Random(moves)
    for _ in range(moves):
        choices = game.distinct_moves(position)
        if not choices:
            break
        position = game.play(position, rng.choice(list(choices)))
    return position


def positions_of(name: str) -> Iterator[tuple[Any, Any]]:
    """The game with its start and two later positions."""
    game = get_game(name)
    for moves in (0, 12, 60):
        yield game, reached(game, 3, moves)


def scenes_of(name: str) -> Iterator[Scene]:
    """Those positions as the player sees them, and with all cards known."""
    for game, position in positions_of(name):
        for open_cards in (False, True):
            yield scene_of(game, position, open_cards=open_cards)
