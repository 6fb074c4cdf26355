"""The games as the page offers them: by family, with their variants, options, kinds of deals and presets."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec

from winnable.analysis.difficulty import LEVELS, grader_kind
from winnable.analysis.hint import can_hide, plays_unseen
from winnable.choices import Choice, OptionKind, Preset
from winnable.deals import DIALECTS
from winnable.errors import InputError
from winnable.family import RegisteredGame, RuleValue
from winnable.registry import families, game_names, get_game, variant_specs

__all__ = ["ChosenGame", "GameEntry", "Listing", "chosen_game", "listing", "preset_of"]


class VariantEntry(msgspec.Struct, frozen=True):
    """A variant of a game."""

    name: str
    title: str
    summary: str


class GameEntry(msgspec.Struct, frozen=True):
    """A game: what it is called, the dialects of its deals, the rules that a player may set, as they are.
    ``group`` is what the games of its family are called together."""

    name: str
    title: str
    family: str
    group: str
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


class OptionEntry(msgspec.Struct, frozen=True):
    """An option with its value, as texts: ``least`` and ``most`` bound numbers, ``length`` is how many there
    may be, ``words`` are all that there are, or what stands for no number, ``suggested`` some of a text."""

    name: str
    kind: OptionKind
    meaning: str
    value: str
    least: int
    most: int
    length: int
    words: tuple[str, ...]
    suggested: tuple[str, ...]


class DialectEntry(msgspec.Struct, frozen=True):
    """A kind of deal numbers; the numbers as texts, for some have more digits than a page counts with."""

    name: str
    whose: str
    first: str
    last: str


class PresetEntry(msgspec.Struct, frozen=True):
    """A named game whose answer is known."""

    name: str
    game: str
    won: bool
    level: str
    about: str


class ChosenGame(msgspec.Struct, frozen=True):
    """A game as it is spelled, with all that may be chosen about it. ``unseen``: are its cards hidden unless
    it is opened? ``can_hide``: may it be played so? ``made``: does a generator make its deals?"""

    game: str
    base: str
    variant: str
    title: str
    summary: str
    options: tuple[OptionEntry, ...]
    dialects: tuple[DialectEntry, ...]
    levels: tuple[str, ...]
    presets: tuple[PresetEntry, ...]
    unseen: bool
    can_hide: bool
    plays_itself: bool
    made: bool
    always_winnable: bool


@cache
def listing() -> Listing:
    """The games that are registered."""
    return Listing(tuple(map(_entry, game_names())))


@lru_cache(200)
def chosen_game(name: str) -> ChosenGame:
    """The game that a name spells.

    Raises:
        InputError: unknown game, variant or option, a value that it does not take, rules that make no game.
    """
    game = get_game(name)
    info = game.info
    unseen = plays_unseen(game)
    return ChosenGame(
        game=game.spelled,
        base=info.name,
        variant=info.variant,
        title=info.title,
        summary=info.summary,
        options=tuple(_option(game, choice) for choice in game.family.choices()),
        dialects=tuple(map(_dialect, info.dialects)),
        levels=() if unseen else _levels(game),
        presets=tuple(
            PresetEntry(preset.name, spelled, preset.won, preset.level, preset.about)
            for spelled, preset in _presets(game)
        ),
        unseen=unseen,
        can_hide=can_hide(game),
        plays_itself=info.plays_itself,
        made=game.family.generator is not None,
        always_winnable=info.always_winnable,
    )


def preset_of(game: RegisteredGame[Any, Any], name: str) -> Preset:
    """The preset of that name; InputError where this very game has none."""
    for preset in game.family.presets().get(game.spelled, ()):
        if preset.name == name:
            return preset
    raise InputError(f"{game.info.title} has no preset of that name", expected="one that its listing names")


def _entry(name: str) -> GameEntry:
    game = get_game(name)
    info = game.info
    variants = [VariantEntry(spec.name, spec.title, spec.summary) for spec in variant_specs(name).values()]
    return GameEntry(
        name=name,
        title=info.title,
        family=info.family,
        group=_group(game),
        summary=info.summary,
        dialects=info.dialects,
        rules=dict(game.rules),
        options=info.options,
        variants=tuple(variants),
        hidden=info.hidden and info.can_observe,
        plays_itself=info.plays_itself,
        on_squares=info.on_squares,
    )


def _group(game: RegisteredGame[Any, Any]) -> str:
    specs = list(families()[game.family.name].games.values())
    return specs[0].title + (" and games like it" if len(specs) > 1 else "")


def _option(game: RegisteredGame[Any, Any], choice: Choice) -> OptionEntry:
    value = game.options.get(choice.name, game.rules.get(choice.name, choice.usual))
    return OptionEntry(
        name=choice.name,
        kind=choice.kind,
        meaning=choice.meaning,
        value=_spelled(value),
        least=choice.least,
        most=choice.most,
        length=choice.length,
        words=choice.words,
        suggested=choice.suggested,
    )


def _spelled(value: RuleValue) -> str:
    """A value as an option takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _dialect(name: str) -> DialectEntry:
    dialect = DIALECTS[name]
    return DialectEntry(name, dialect.whose, str(dialect.first), str(dialect.last))


def _levels(game: RegisteredGame[Any, Any]) -> tuple[str, ...]:
    """The levels by which deals of a game may be asked for; none where it is not graded."""
    try:
        kind = grader_kind(game)
    except InputError:
        return ()
    return () if kind.unlevelled(game) else tuple(level.value for level in LEVELS)


def _presets(game: RegisteredGame[Any, Any]) -> list[tuple[str, Preset]]:
    """Those of a game, or variant, and of the same with options: its own ones first."""
    all_of = game.family.presets()
    names = [name for name in all_of if _kin(game, name)]
    names.sort(key=lambda name: name != game.spelled)
    return [(name, preset) for name in names for preset in all_of[name]]


def _kin(game: RegisteredGame[Any, Any], name: str) -> bool:
    """Does a name spell the same game and variant, perhaps with options?"""
    if name.partition(":")[0] != game.info.name:
        return False
    return get_game(name).info.variant == game.info.variant
