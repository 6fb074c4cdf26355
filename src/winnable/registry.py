"""Games by name: the families that there are, and their games, built when asked for.

The only module that imports by a computed name. Families from outside the package are found by the entry
points ``winnable.families``, each of which names a :class:`~winnable.family.Family`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from winnable.errors import InputError, quote
from winnable.family import Family, RegisteredGame, Spec

__all__ = ["families", "family_of", "game_names", "get_game", "load", "variant_names", "variant_specs"]

# In the order of the docs.
_OURS: Final = ("patience", "pairing", "undead", "spider")
ENTRY_POINTS: Final = "winnable.families"


def load(module: str) -> ModuleType:
    """A module of the package by its name below ``winnable``."""
    return import_module(f"winnable.{module}")


@cache
def families() -> Mapping[str, Family[Any, Any, Any]]:
    """Every family by name, ours first.

    Raises:
        InputError: a family from outside has the name of another, or a game that there is already.
    """
    from importlib.metadata import entry_points

    found: dict[str, Family[Any, Any, Any]] = {}
    ours = [load(f"families.{name}").FAMILY for name in _OURS]
    others = [
        point.load() for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    ]
    for family in (*ours, *others):
        taken = {name for other in found.values() for name in other.games} & set(family.games)
        if family.name in found or taken:
            what = f"two families have {min(taken) if taken else family.name}"
            raise InputError(what, expected="other names for the games of one of them")
        found[family.name] = family
    return found


def family_of(name: str) -> Family[Any, Any, Any]:
    """The family of the game of that name, without options; InputError if there is no such game."""
    for family in families().values():
        if name in family.games:
            return family
    raise InputError(f"unknown game {quote(name)}", expected="one of " + ", ".join(game_names()))


def game_names() -> tuple[str, ...]:
    """The names of all games, in the order of the docs."""
    return tuple(name for family in families().values() for name in family.games)


def variant_names(name: str) -> tuple[str, ...]:
    """The variants of a game, its own rules first; none for most games.

    Raises:
        InputError: unknown game.
    """
    return tuple(variant_specs(name))


def variant_specs(name: str) -> Mapping[str, Spec]:
    """The variants of a game by name, as data: titles, rules and who plays them so.

    Raises:
        InputError: unknown game.
    """
    return family_of(name).variants.get(name, {})


def get_game(name: str, variant: str | None = None) -> Any:
    """The game of that name, with a variant and options after a colon: ``freecell:cells=3,columns=7``,
    ``pyramid:hoyle``, ``pyramid:hoyle,passes=2``. ``variant`` names one beside the text.

    Raises:
        InputError: unknown game, variant or option, or a value that the option does not take.
    """
    game: RegisteredGame[Any, Any] = family_of(name.partition(":")[0]).spelled(name, variant)
    return game
