"""What every registered game must have tests for: its own rules, and each of its variants."""

from __future__ import annotations

from winnable.games import game_names
from winnable.games.registry import variant_names


def registered_names() -> list[str]:
    """All games as ``get_game`` spells them, each followed by its variants; a game's own rules come once."""
    return [
        spelled
        for name in game_names()
        for spelled in (name, *(f"{name}:{variant}" for variant in variant_names(name)[1:]))
    ]


def file_stem(spelled: str) -> str:
    """The name of its golden playthrough's file, without .txt."""
    return spelled.replace(":", "-")
