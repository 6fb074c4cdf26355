"""Games by name. Names are known without importing a game; a game is built when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingSpec

# Name -> (module below winnable.families, the rules value in it).
_PATIENCE = {
    "freecell": ("patience.games.freecell", "FREECELL"),
    "relaxed": ("patience.games.freecell", "RELAXED"),
    "forecell": ("patience.games.freecell", "FORECELL"),
    "bakers_game": ("patience.games.bakers_game", "BAKERS_GAME"),
    "ko_bakers": ("patience.games.bakers_game", "KO_BAKERS"),
    "eight_off": ("patience.games.eight_off", "EIGHT_OFF"),
    "seahaven": ("patience.games.seahaven", "SEAHAVEN"),
    "penguin": ("patience.games.penguin", "PENGUIN"),
    "beleaguered_castle": ("patience.games.castle", "BELEAGUERED_CASTLE"),
    "streets_and_alleys": ("patience.games.castle", "STREETS_AND_ALLEYS"),
    "citadel": ("patience.games.castle", "CITADEL"),
    "bakers_dozen": ("patience.games.bakers_dozen", "BAKERS_DOZEN"),
    "simple_simon": ("patience.games.simple_simon", "SIMPLE_SIMON"),
}
_PAIRING = {"pyramid": ("pairing.pyramid", "PYRAMID")}
_UNDEAD = {"undead": ("undead.game", "UndeadGame")}
_SPIDER = {
    "spider": ("spider.game", "SPIDER"),
    "spiderette": ("spider.game", "SPIDERETTE"),
    "will_o_the_wisp": ("spider.game", "WILL_O_THE_WISP"),
    "mrs_mop": ("spider.game", "MRS_MOP"),
    "scorpion": ("spider.game", "SCORPION"),
}
_GAMES = {**_PATIENCE, **_PAIRING, **_UNDEAD, **_SPIDER}


def game_names() -> tuple[str, ...]:
    """The names of all games, in the order of the docs."""
    return tuple(_GAMES)


def variant_names(name: str) -> tuple[str, ...]:
    """The variants of a game, its own rules first; none for most games.

    Raises:
        InputError: unknown game.
    """
    return tuple(variant_specs(name))


def variant_specs(name: str) -> Mapping[str, PairingSpec]:
    """The variants of a game by name, as data: titles, rules and who plays them so.

    Raises:
        InputError: unknown game.
    """
    _check_name(name)
    specs: Mapping[str, PairingSpec] = _module(name).VARIANTS if name in _PAIRING else {}
    return specs


def get_game(name: str, variant: str | None = None) -> Any:
    """The game of that name, with a variant and options after a colon: ``freecell:cells=3,columns=7``,
    ``pyramid:hoyle``, ``pyramid:hoyle,passes=2``. ``variant`` names one beside the text.

    Raises:
        InputError: unknown game, variant or option, or a value that the option does not take.
    """
    base, colon, text = name.partition(":")
    _check_name(base)
    if colon and not text:
        raise InputError(
            f"no options after the colon in {quote(name)}", expected="key=value, as in freecell:cells=3"
        )
    words = text.split(",") if text else []
    if variant_names(base) and words and "=" not in words[0]:
        if variant is not None and variant != words[0]:
            raise InputError(f"two variants: {quote(words[0])} and {quote(variant)}", expected="one")
        variant, words = words[0], words[1:]
    options = _parse_options(words)
    spec = getattr(_module(base), _GAMES[base][1])
    if base in _PAIRING:
        from winnable.families.pairing.game import PairingGame

        return PairingGame(spec, _variant(base, variant), options)
    if variant is not None:
        raise InputError(f"{base} has no variants", expected="rules after a colon, as in freecell:cells=3")
    if base in _UNDEAD:
        return spec(options)
    if base in _SPIDER:
        from winnable.families.spider.game import SpiderGame

        return SpiderGame(spec, options)
    from winnable.families.patience.game import PatienceGame

    return PatienceGame(spec, options)


def _check_name(name: str) -> None:
    if name not in _GAMES:
        raise InputError(f"unknown game {quote(name)}", expected="one of " + ", ".join(_GAMES))


def _module(name: str) -> Any:
    return import_module(f"winnable.families.{_GAMES[name][0]}")


def _variant(name: str, variant: str | None) -> PairingSpec | None:
    if variant is None:
        return None
    variants = variant_specs(name)
    if variant not in variants:
        raise InputError(f"{name} has no variant {quote(variant)}", expected="one of " + ", ".join(variants))
    return variants[variant]


def _parse_options(words: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in words:
        key, equals, value = item.partition("=")
        if not equals or not key:
            raise InputError(f"cannot read the option {quote(item)}", expected="key=value, as in cells=3")
        if key in options:
            raise InputError(f"the option {quote(key)} is given twice", expected="each option once")
        options[key] = value
    return options
