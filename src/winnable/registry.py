"""Games by name: the families that there are, and their games, built when asked for.

The only module that imports by a computed name. Families from outside the package are found by the entry
points ``winnable.families``, each of which names a :class:`~winnable.family.Family`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, overload

from winnable.errors import InputError, quote
from winnable.family import Family, RegisteredGame, Spec
from winnable.names import find_name, pick_name

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingGame
    from winnable.families.patience.game import PatienceGame
    from winnable.families.spider.game import SpiderGame
    from winnable.families.undead.game import UndeadGame

__all__ = [
    "PairingName",
    "PatienceName",
    "SpiderName",
    "UndeadName",
    "as_game",
    "families",
    "family_of",
    "game_names",
    "get_game",
    "load",
    "pick_solver",
    "split_game",
    "variant_names",
    "variant_specs",
]

P = TypeVar("P")
M = TypeVar("M")

# What a type checker knows the type of; a test compares them with the families.
PatienceName = Literal[
    "freecell",
    "relaxed",
    "forecell",
    "bakers_game",
    "ko_bakers",
    "eight_off",
    "seahaven",
    "penguin",
    "beleaguered_castle",
    "streets_and_alleys",
    "citadel",
    "bakers_dozen",
    "simple_simon",
]
PairingName = Literal["pyramid"]
UndeadName = Literal["undead"]
SpiderName = Literal["spider", "spiderette", "will_o_the_wisp", "mrs_mop", "scorpion"]

# In the order of the docs.
_OURS: Final = ("patience", "pairing", "undead", "spider")
ENTRY_POINTS: Final = "winnable.families"

_NUMBER_WORDS: Final = {"no": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
# "2 suits", "(four-suit)", "3 cells"; what stands around it is the game.
_RULE_IN_WORDS: Final = re.compile(
    rf"[\s(,_-]*(?:(?<!\d)(\d{{1,2}})|\b({'|'.join(_NUMBER_WORDS)}))[\s_-]*([a-z]+)\b[\s),_-]*",
    re.IGNORECASE,
)
# What may stand beside the name of any game of cards, and names that are too short to be near.
_BESIDE: Final = re.compile(r"[\s_-]*\b(?:solitaire|patience)\b[\s_-]*", re.IGNORECASE)
_SHORT: Final = {"fc": "freecell"}
_MOST_WORDS: Final = 6  # of a game's name with a rule: "the four-suit Spider solitaire"


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
    """The family of the game of that name, without options and in any case; InputError if there is none."""
    if not isinstance(name, str):
        raise _no_game(name)
    for family in families().values():
        if name in family.games:
            return family
    return family_of(pick_name("game", name, game_names()))


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
    variants = family_of(name).variants
    return variants.get(find_name(name, variants) or name, {})


@overload
def get_game(name: PatienceName, variant: None = None) -> PatienceGame: ...
@overload
def get_game(name: PairingName, variant: str | None = None) -> PairingGame: ...
@overload
def get_game(name: UndeadName, variant: None = None) -> UndeadGame: ...
@overload
def get_game(name: SpiderName, variant: None = None) -> SpiderGame: ...
@overload
def get_game(name: str, variant: str | None = None) -> RegisteredGame[Any, Any]: ...
def get_game(name: str, variant: str | None = None) -> Any:
    """The game of that name, with a variant and options after a colon: ``freecell:cells=3,columns=7``,
    ``pyramid:hoyle``, ``pyramid:hoyle,passes=2``. ``variant`` names one beside the text.

    The type of a game without options is known to type checkers.

    Raises:
        InputError: unknown game, variant or option, or a value that the option does not take.
    """
    if not isinstance(name, str):
        raise _no_game(name)
    spelled = _as_spelled(name)
    game: RegisteredGame[Any, Any] = family_of(spelled.partition(":")[0]).spelled(spelled, variant)
    return game


def _as_spelled(name: str) -> str:
    """The name with its options as they are spelled, of what players call a game: its title, or a name with a
    rule in words, ``Spider 2 suits`` and ``three-cell FreeCell``. Any other name as it is."""
    base, colon, options = name.partition(":")
    if find_name(base, game_names()) is not None:
        return name
    base = _BESIDE.sub(" ", base).strip() or base
    base = find_name(_SHORT.get(base.casefold(), base), game_names()) or base
    if base in game_names():
        return base + colon + options
    titles = {spec.title: game for family in families().values() for game, spec in family.games.items()}
    titled = find_name(base, titles)
    if titled is not None:
        return titles[titled] + colon + options
    ruled = None if colon else _RULE_IN_WORDS.search(base)
    if ruled is None:
        return name
    game = find_name(base[: ruled.start()] + base[ruled.end() :], game_names())
    number = ruled[1] or _NUMBER_WORDS[ruled[2].casefold()]
    rule = f"{ruled[3].casefold().removesuffix('s')}s"
    if game is None or all(choice.name != rule for choice in family_of(game).choices()):
        return name
    return f"{game}:{rule}={number}"


def split_game(words: Sequence[str]) -> tuple[str, int] | None:
    """The game that words begin with, as it is spelled, and how many of the words name it, as many as can:
    ``spider:suits=2`` and 3 for ``Spider 2 suits 5``; None for words that begin with no game."""
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        name = " ".join(words[:count])
        if not any(map(str.isalnum, words[count - 1])):  # a - for what is pasted is no part of a name
            continue
        try:
            return get_game(name).spelled, count
        except InputError:
            continue
    return None


def pick_solver(game: RegisteredGame[Any, Any], name: str = "auto", **parameters: Any) -> Any:
    """The ``SolverChoice`` of a game's solver by name, with parameters.

    Raises:
        InputError: as ``choose_solver`` raises it; a name that only other games know is said to be theirs.
    """
    from winnable.search.solvers import choose_solver

    own = game.family.solvers()
    if find_name(name, own) is None:
        others = [family for family in families().values() if find_name(name, family.solvers()) is not None]
        if others:
            titles = " and ".join(next(iter(other.games.values())).title for other in others)
            what = f"{game.info.title} has no solver {quote(name)}, only {titles}"
            raise InputError(what, expected=f"one of {', '.join(own)}")
    return choose_solver(game, name, **parameters)


@overload
def as_game(game: str) -> RegisteredGame[Any, Any]: ...
@overload
def as_game(game: RegisteredGame[P, M]) -> RegisteredGame[P, M]: ...
def as_game(game: Any) -> RegisteredGame[Any, Any]:
    """The game of that name, or the game that it is; InputError for anything else."""
    if isinstance(game, str):
        return get_game(game)
    if not isinstance(getattr(game, "family", None), Family):
        raise _no_game(game)
    found: RegisteredGame[Any, Any] = game
    return found


def _no_game(given: object) -> InputError:
    shown = quote(repr(given))[1:-1]
    return InputError(f"{shown} is no game", expected="a name such as 'freecell', or what get_game() gives")
