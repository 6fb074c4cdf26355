"""Games by name. Names are known without importing a game; a game is built when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from winnable.errors import InputError, quote

# Name -> (module below winnable.games, the rules value in it).
_PATIENCE = {
    "freecell": ("freecell", "FREECELL"),
    "relaxed": ("freecell", "RELAXED"),
    "forecell": ("freecell", "FORECELL"),
    "bakers_game": ("bakers_game", "BAKERS_GAME"),
    "ko_bakers": ("bakers_game", "KO_BAKERS"),
    "eight_off": ("eight_off", "EIGHT_OFF"),
    "seahaven": ("seahaven", "SEAHAVEN"),
    "penguin": ("penguin", "PENGUIN"),
    "beleaguered_castle": ("castle", "BELEAGUERED_CASTLE"),
    "streets_and_alleys": ("castle", "STREETS_AND_ALLEYS"),
    "citadel": ("castle", "CITADEL"),
    "bakers_dozen": ("bakers_dozen", "BAKERS_DOZEN"),
    "simple_simon": ("simple_simon", "SIMPLE_SIMON"),
}


def game_names() -> tuple[str, ...]:
    """The names of all games, in the order of the docs."""
    return tuple(_PATIENCE)


def get_game(name: str) -> Any:
    """The game of that name, with options after a colon: ``freecell``, ``freecell:cells=3,columns=7``.

    Raises:
        InputError: unknown game or option, or a value that the option does not take.
    """
    base, colon, text = name.partition(":")
    if base not in _PATIENCE:
        raise InputError(f"unknown game {quote(base)}", expected="one of " + ", ".join(_PATIENCE))
    if colon and not text:
        raise InputError(
            f"no options after the colon in {quote(name)}", expected="key=value, as in freecell:cells=3"
        )
    from winnable.games.patience import PatienceGame

    module, attribute = _PATIENCE[base]
    spec = getattr(import_module(f"winnable.games.{module}"), attribute)
    return PatienceGame(spec, _parse_options(text) if text else None)


def _parse_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in text.split(","):
        key, equals, value = item.partition("=")
        if not equals or not key:
            raise InputError(f"cannot read the option {quote(item)}", expected="key=value, as in cells=3")
        if key in options:
            raise InputError(f"the option {quote(key)} is given twice", expected="each option once")
        options[key] = value
    return options
