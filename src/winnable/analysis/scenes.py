"""The scene of any position: what is on the table, for every renderer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.scene import Scene

__all__ = ["SceneMaker", "scene_of"]

# A game, a position, and by name ``open_cards`` and the marks, to the scene.
SceneMaker = Callable[..., Scene]


def scene_of(
    game: RegisteredGame[Any, Any], position: Any, *, open_cards: bool = False, **marks: Any
) -> Scene:
    """What a player sees of a position, or of an observation of one; with ``open_cards`` every card.

    ``marks`` are for puzzles on squares: ``candidates``, ``ruled_out_by``, ``lines``, ``cells``, ``line_at``,
    and ``notes``, what the player has noted beside the position.

    Raises:
        InputError: marks for a game that is not played on squares, or marks that are not on the board.
    """
    given = {name: value for name, value in marks.items() if value}
    if given and not game.info.on_squares:
        raise InputError(
            f"{game.info.title} is played with cards: it has no sightings and no candidates",
            expected="neither lines nor candidates",
        )
    return game.family.scene()(game, position, open_cards=open_cards, **given)
