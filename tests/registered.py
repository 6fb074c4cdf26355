"""What every registered game must have tests for: its own rules, and each of its variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sizes import ALL
from winnable.families.undead.sgt import looks_like_game_id, parse_game_id
from winnable.registry import game_names, get_game, variant_names


def registered_names() -> list[str]:
    """All games as ``get_game`` spells them, each followed by its variants; a game's own rules come once."""
    return [
        spelled
        for name in game_names()
        for spelled in (name, *(f"{name}:{variant}" for variant in variant_names(name)[1:]))
    ]


def some_registered_names() -> list[str]:
    """Every third of each family, for what treats all by the same code; in ``make test-all`` all of them."""
    if ALL:
        return registered_names()
    families: dict[str, list[str]] = {}
    for name in registered_names():
        families.setdefault(get_game(name).info.family, []).append(name)
    return [name for names in families.values() for name in names[::3]]


def file_stem(spelled: str) -> str:
    """The name of its golden playthrough's file, without .txt."""
    return spelled.replace(":", "-")


def start_of(game: Any) -> Callable[[int | str], Any]:
    """How a text that stands for a deal becomes a position. In Undead it may also be a game ID: that says
    which board is meant, whatever a generator makes of numbers."""

    def start(text: int | str) -> Any:
        if game.info.family == "undead" and isinstance(text, str) and looks_like_game_id(text):
            return game.position(parse_game_id(text))
        return game.deal(text)

    return start
