"""Options that somebody typed who meant others, and the words of a command line that are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import click

from winnable.cli.meant import read_words
from winnable.errors import InputError, quote
from winnable.names import unknown_name

__all__ = ["Words", "argument_names", "command_of", "no_option", "one_hyphen", "texts", "words_of"]

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
    "--limit": "--max-seconds",
    "--time-limit": "--max-seconds",
    "--max-time": "--max-seconds",
    "-t": "--max-seconds",
    "--ram": "--max-memory",
    "--moves": "--after",
    "--short": "--solver short",
    "--shortest": "--solver shortest",
    "--optimal": "--solver shortest",
    "--fewest": "--solver fewest",
    "--level": "--difficulty",
    "--error": "--half-width",
    "--precision": "--half-width",
    "--colour": "--four-colour",
}
_KEEPS_NOTHING: Final = ("-o", "--output", "--out", "--file", "--save")


class Words(NamedTuple):
    """The words of a command line that are no options, and the moves that --after has."""

    words: list[str]
    after: str = ""


def one_hyphen(argv: Sequence[str], context: click.Context) -> str | None:
    """For ``-json``, which click reads as ``-j son``: the option with two hyphens."""
    known = [opt for one in context.command.params for opt in one.opts if opt.startswith("--")]
    for word in argv:
        short = word.partition("=")[0]
        if re.fullmatch(r"-[a-z-]{2,}", short) and f"-{short}" in known:
            return f"did you mean -{short}?"
    return None


def no_option(
    error: click.NoSuchOption, context: click.Context, argv: Sequence[str], what: str
) -> InputError:
    """The error for an option that there is not."""
    name = error.option_name
    if name[1:].isdecimal():
        return _negative(next((word for word in argv if word.startswith(name)), name), context, argv)
    if (hyphens := one_hyphen(argv, context)) is not None:
        return InputError(what, mend=hyphens)
    if name in ("-?", "--?", "/?"):
        return InputError(what, mend=f"write {context.command_path} --help")
    return _unknown_option(name, context, argv)


def _negative(number: str, context: click.Context, argv: Sequence[str]) -> InputError:
    """The error for a word such as -1, which is read as an option, and may be a deal."""
    from winnable.deals import parse_deal
    from winnable.registry import get_game

    what, help_line = f"No such option {quote(number)}", f"see {context.command_path} --help"
    words = words_of(context, [word for word in argv if word != number]).words
    meant = read_words(words, command=command_of(context)) if words else None
    if meant is None or not meant.game or meant.position:
        return InputError(what, mend=help_line)
    dialect = get_game(meant.game).info.dialects[0]
    try:
        deal = parse_deal(f"{dialect}:{number}")
    except InputError as error:
        return InputError(error.what, expected=error.expected, mend=help_line)
    return InputError(what, mend=f"{help_line}; for a deal write {deal}")


def _unknown_option(name: str, context: click.Context, argv: Sequence[str]) -> InputError:
    """An error for an option that there is not, with the nearest one, or that which others call so."""
    command = context.command_path
    options = [opt for param in context.command.params for opt in param.opts]
    what = f"{command} has no option {quote(name)}"
    meant = _MEANT.get(name, "")
    if meant.partition(" ")[0] in options:
        return InputError(what, mend=f"did you mean {meant}?")
    if (game := _with_rule(name, context, argv)) is not None:
        return InputError(what, mend=f"it belongs to the name of the game: {game}")
    if name in _KEEPS_NOTHING:
        return InputError(what, mend="to keep the answer in a file, put > FILE at the end of the line")
    near = unknown_name(what, name, [option for option in options if option.startswith("--")])
    return near if near.mend else InputError(what, mend=f"see {command} --help")


def _with_rule(name: str, context: click.Context, argv: Sequence[str]) -> str | None:
    """The game as it is spelled with a rule that was given as an option, ``freecell:cells=3`` for
    ``--cells 3``; None for what is no rule."""
    from winnable.registry import family_of, get_game

    rule = name.lstrip("-").replace("-", "_")
    pairs = zip(argv, [*argv[1:], ""], strict=True)
    value = next(
        (key.partition("=")[2] or after for key, after in pairs if key.partition("=")[0] == name), ""
    )
    meant = read_words([word for word in argv[1:] if not word.startswith("-") and word != value][:1])
    if meant is None or not meant.game:
        return None
    base, colon, options = meant.game.partition(":")
    if rule not in [choice.name for choice in family_of(base).choices()]:
        return None
    spelled = f"{base}:{options}{',' if colon else ''}{rule}={value}"
    try:
        return str(get_game(spelled).spelled)
    except InputError:
        return None


def words_of(context: click.Context, argv: Sequence[str]) -> Words:
    """The words of a command line that are neither the command nor options with their values."""
    rest = list(argv)
    for name in context.command_path.split()[1:]:
        at = next((i for i, word in enumerate(rest) if word.casefold() == name), None)
        if at is None:
            return Words([])
        del rest[: at + 1]
    fresh = context.command.make_context(context.info_name, [], parent=context.parent, resilient_parsing=True)
    try:
        values, extra, _ = context.command.make_parser(fresh).parse_args(args=rest)
    except click.UsageError:
        return Words([])
    words = texts(values.get(name) for name in argument_names(context))
    return Words([*words, *extra], " ".join(texts([values.get("after")])))


def texts(values: Iterable[Any]) -> list[str]:
    """The texts among values, also those of lists; what click has for nothing is neither."""
    lists = (value if isinstance(value, (list, tuple)) else [value] for value in values)
    return [text for items in lists for text in items if isinstance(text, str)]


def argument_names(context: click.Context) -> list[str]:
    return [one.name or "" for one in context.command.params if isinstance(one, click.Argument)]


def command_of(context: click.Context) -> str:
    return context.command_path.partition(" ")[2]
