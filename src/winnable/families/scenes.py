"""The scene of any position. THE ONE PLACE TO REPLACE: a game's family is to answer this by itself."""

from __future__ import annotations

from typing import Any

from winnable.errors import InputError
from winnable.scene import Scene

__all__ = ["scene_of"]


def scene_of(game: Any, position: Any, *, open_cards: bool = False, **marks: Any) -> Scene:
    """What a player sees of a position, or of an observation of one; with ``open_cards`` every card.

    ``marks`` are for puzzles on squares: ``candidates``, ``ruled_out_by``, ``lines``, ``cells``, ``line_at``.

    Raises:
        InputError: marks for a game that is not played on squares, or marks that are not on the board.
    """
    family = game.info.family
    if family == "undead":
        from winnable.families.undead import scene as undead

        return undead.scene(game, position, **marks)
    if any(marks.values()):
        raise InputError(
            f"{game.info.title} is played with cards: it has no sightings and no candidates",
            expected="neither --line nor --candidates",
        )
    if family == "pairing":
        from winnable.families.pairing import scene as pairing

        return pairing.scene(game, position, open_cards=open_cards)
    if family == "spider":
        from winnable.families.spider import scene as spider
        from winnable.games.spider import Observation

        if open_cards:
            return spider.scene(game, position)
        seen = position if isinstance(position, Observation) else game.observe(position)
        return spider.view_scene(game, seen)
    from winnable.families.patience import scene as patience

    return patience.scene(game, position)
