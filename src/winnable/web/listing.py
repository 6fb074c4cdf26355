"""The games as the page offers them: by family, with their variants, rules and kinds of deals."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from winnable.registry import game_names, get_game, variant_specs

__all__ = ["GameEntry", "Listing", "VariantEntry", "listing"]


class VariantEntry(msgspec.Struct, frozen=True):
    """A variant of a game."""

    name: str
    title: str
    summary: str


class GameEntry(msgspec.Struct, frozen=True):
    """A game: what it is called, the dialects of its deals, the rules that a player may set, as they are."""

    name: str
    title: str
    family: str
    summary: str
    dialects: tuple[str, ...]
    rules: dict[str, Any]
    options: tuple[str, ...]
    variants: tuple[VariantEntry, ...]
    hidden: bool
    plays_itself: bool
    on_squares: bool


class Listing(msgspec.Struct, frozen=True):
    """All games."""

    games: tuple[GameEntry, ...]


@cache
def listing() -> Listing:
    """The games that are registered."""
    return Listing(tuple(map(_entry, game_names())))


def _entry(name: str) -> GameEntry:
    game = get_game(name)
    info = game.info
    variants = [VariantEntry(spec.name, spec.title, spec.summary) for spec in variant_specs(name).values()]
    return GameEntry(
        name=name,
        title=info.title,
        family=info.family,
        summary=info.summary,
        dialects=info.dialects,
        rules=dict(game.rules),
        options=info.options,
        variants=tuple(variants),
        hidden=info.hidden and info.can_observe,
        plays_itself=info.plays_itself,
        on_squares=info.on_squares,
    )
