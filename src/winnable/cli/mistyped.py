"""What somebody meant who typed something else: errors that end with a command line that runs."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from winnable.errors import InputError, quote
from winnable.names import unknown_name

__all__ = ["as_input_error", "no_command", "no_game"]

_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
_HELP: Final = ("/?", "/h", "-?", "--?", "?", "man", "usage", "commands")
_VERSION: Final = ("version", "-v", "ver")
# A game for examples, where a command is only for some.
_EXAMPLES: Final[Mapping[str, str]] = {
    "solve": "freecell 617",
    "hint": "freecell 617",
    "verdicts": "freecell 617",
    "show": "freecell 617",
    "deal": "freecell 617",
    "difficulty": "freecell 617",
    "search": "freecell 617 --max-nodes 1000",
    "check": "freecell 617 solution.txt",
    "review": "freecell 617 moves.txt",
    "explain": "undead seed:1",
    "generate": "undead 5x5",
    "equity": "spider 1",
    "play": "spider 1",
    "winnability": "freecell",
}

# What people call an option elsewhere, and what it is called here.
_MEANT: Final[Mapping[str, str]] = {
    "--deals": "--count",
    "--games": "--count",
    "--number": "--count",
    "--out": "--output",
    "--file": "--output",
    "--processes": "--jobs",
    "--threads": "--jobs",
    "--workers": "--jobs",
    "--nodes": "--max-nodes",
    "--seconds": "--max-seconds",
    "--time": "--max-seconds",
    "--timeout": "--max-seconds",
    "--memory": "--max-memory",
    "--silent": "--quiet",
}


class _Meant(NamedTuple):
    """A game, as it is spelled, and what of it; either may be empty."""

    game: str
    position: str


def no_command(word: str, rest: Sequence[str], unknown: Callable[[], InputError | None]) -> InputError | None:
    """An error for a command line that begins with no command; ``unknown`` gives that for a misspelt one."""
    what = f"No such command {quote(word)}"
    plain = word.casefold()
    if plain == "winnable":
        return InputError(f"{quote(word)} stands here twice", mend=f"write {_line(*rest)}")
    if plain in _HELP:
        return InputError(what, mend="write winnable --help")
    if plain in _VERSION:
        return InputError(what, mend="write winnable --version")
    words, options = _split([word, *rest])
    if options in (["--help"], ["-h"]):
        options = []
    path = Path(word)
    if path.suffix.casefold() in _PICTURES:
        return InputError(f"{quote(word)} is a picture", mend=f"write {_line('screen', 'read', word)}")
    error = unknown()
    if error is not None and error.mend is not None:
        return error
    meant = _meant(words)
    if meant is not None and meant.game:
        said = quote(" ".join(words[: len(words) - len(meant.position.split())]))
        if not meant.position:
            mend = f"{_line('games', meant.game)} shows its rules, winnable solve solves its deals"
            return InputError(f"{said} is a game, and no command", mend=mend)
        line = _line("solve", meant.game, meant.position, *options)
        return InputError(f"{said} is a game, and no command", mend=f"to solve this, write {line}")
    if meant is not None:
        line = _line("solve", _usual_game(meant.position), meant.position, *options)
        mend = f"say what to do with it, and of which game it is: {line}"
        return InputError(f"{quote(' '.join(words))} is no command", mend=mend)
    return error


def no_game(name: str, error: InputError) -> InputError:
    """The error for an unknown game, with a way out where the command line shows what was meant."""
    context = click.get_current_context(silent=True)
    if context is None or error.mend is not None:
        return error
    position = context.params.get("position")
    if _is_position(name):
        what = f"{quote(name)} is no game"
        swapped = position if isinstance(position, str) and _game(position) else None
        if swapped is not None:
            return InputError(what, mend=f"write {_below(context, _game(swapped), name)}")
        return InputError(what, mend=f"name the game first: {_below(context, _usual_game(name), name)}")
    return error


def as_input_error(error: click.UsageError, argv: Sequence[str]) -> InputError:
    """One line for a command line that click does not take."""
    context = error.ctx
    what = " ".join(error.format_message().split()).rstrip(".")
    if context is None:
        return InputError(what, mend="see winnable --help")
    help_line = f"see {context.command_path} --help"
    if isinstance(error, click.NoSuchOption):
        mend = _option_mend(error, context, argv)
        return _unknown_option(error.option_name, context) if mend is None else InputError(what, mend=mend)
    words = _positional(context, argv)
    arguments = [one.name for one in context.command.params if isinstance(one, click.Argument)]
    missing = isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument)
    if arguments[:2] != ["game", "position"] and (words or not missing):
        return InputError(what, mend=help_line)
    meant = _meant(words) if words else None
    extra = len(words) > len(arguments)
    if meant is not None and meant.game and meant.position and (extra or missing):
        return InputError(what, mend=f"did you mean {_below(context, *meant)}?")
    if missing:
        return InputError(what, mend=_missing_mend(context, words, meant) or help_line)
    return InputError(what, mend=help_line)


def _missing_mend(context: click.Context, words: Sequence[str], meant: _Meant | None) -> str | None:
    command = context.command_path.partition(" ")[2]
    if not words and command in _EXAMPLES:
        return f"for example {context.command_path} {_EXAMPLES[command]}; see {context.command_path} --help"
    if meant is not None and not meant.game:
        game = _usual_game(meant.position)
        return f"name the game first: {_below(context, game, meant.position)}"
    if meant is not None and command in _EXAMPLES:
        number = "617" if meant.game.startswith("freecell") else "1"
        return f"for example {_below(context, meant.game, number)}; see {context.command_path} --help"
    return None


def _option_mend(error: click.NoSuchOption, context: click.Context, argv: Sequence[str]) -> str | None:
    name = error.option_name
    if name[1:].isdecimal():
        return f"see {context.command_path} --help; for a deal write ms:{name}"
    known = [opt for one in context.command.params for opt in one.opts if opt.startswith("--")]
    for word in argv:
        short = word.partition("=")[0]
        if short.startswith(name) and f"-{short}" in known:
            return f"did you mean -{short}?"
    if name in ("-?", "--?", "/?"):
        return f"write {context.command_path} --help"
    return None


def _unknown_option(name: str, context: click.Context) -> InputError:
    """An error for an option that there is not, with the nearest one, or that which others call so."""
    command = context.command_path
    options = [opt for param in context.command.params for opt in param.opts]
    what = f"{command} has no option {quote(name)}"
    if (meant := _MEANT.get(name)) in options:
        return InputError(what, mend=f"did you mean {meant}?")
    near = unknown_name(what, name, [option for option in options if option.startswith("--")])
    return near if near.mend else InputError(what, mend=f"see {command} --help")


def _positional(context: click.Context, argv: Sequence[str]) -> list[str]:
    """The words of a command line that are neither the command nor options with their values."""
    rest = list(argv)
    for name in context.command_path.split()[1:]:
        at = next((i for i, word in enumerate(rest) if word.casefold() == name), None)
        if at is None:
            return []
        del rest[: at + 1]
    fresh = context.command.make_context(context.info_name, [], parent=context.parent, resilient_parsing=True)
    try:
        values, extra, _ = context.command.make_parser(fresh).parse_args(args=rest)
    except click.UsageError:
        return []
    named = (values.get(one.name) for one in context.command.params if isinstance(one, click.Argument))
    return [word for word in named if isinstance(word, str)] + list(extra)


def _meant(words: Sequence[str]) -> _Meant | None:
    """The game and the position that words say, or one of them; None for words that say neither."""
    for at in range(len(words), -1, -1):
        game = _game(" ".join(words[:at])) if at else ""
        several = len(words) - at > 1 and all(word.isdecimal() for word in words[at:])
        position = (", " if several else " ").join(words[at:])
        if game is not None and (not position or _is_position(position)):
            return _Meant(game, position)
    return None


def _game(text: str) -> str | None:
    """A game as it is spelled, from what people call it; None for what is none."""
    from winnable.registry import get_game

    try:
        return get_game(text).spelled
    except InputError:
        return None


def _is_position(text: str) -> bool:
    """Is this a deal's number, a file, or a game ID?"""
    from winnable.deals import looks_like_deal, parse_deal_list
    from winnable.registry import families

    if looks_like_deal(text):
        try:
            return bool(parse_deal_list(text))
        except InputError:
            pass
    try:
        if Path(text).is_file():
            return True
    except (OSError, ValueError):  # too long for a name, or with a null character
        return False
    return any(kin.readers().in_one_word(text) for kin in families().values())


def _usual_game(position: str) -> str:
    """A game for an example with a position: the one that it is of, where that is to be seen."""
    from winnable.reading import game_of
    from winnable.registry import families

    for kin in families().values():
        if kin.readers().in_one_word(position):
            return next(iter(kin.games))
    try:
        if Path(position).is_file():
            return game_of(position)
    except (InputError, OSError, ValueError):
        pass
    return "freecell"


def _below(context: click.Context, *words: str | None) -> str:
    return f"{context.command_path} {shlex.join(word for word in words if word)}"


def _line(*words: str) -> str:
    return f"winnable {shlex.join(words)}" if words else "winnable --help"


def _split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Words up to the first option, and those from there on."""
    options = (i for i, word in enumerate(words) if word.startswith("-") and not word[1:].isdecimal())
    at = next(options, len(words))
    return list(words[:at]), list(words[at:])
