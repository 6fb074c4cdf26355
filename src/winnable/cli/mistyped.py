"""What somebody meant who typed something else: errors that end with a command line that runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

from winnable.cli.meant import NEED_MORE, OF_GAME, Meant, command_line, example, meant_command, read_words
from winnable.cli.mistyped_options import (
    Words,
    argument_names,
    command_of,
    no_option,
    one_hyphen,
    texts,
    words_of,
)
from winnable.errors import InputError, quote
from winnable.names import find_name, near_names

__all__ = ["as_input_error", "no_command", "no_game"]

_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
_HELP: Final = ("/?", "/h", "-?", "--?", "?", "man", "usage", "commands")
_VERSION: Final = ("version", "-v", "ver")
_HYPHENS: Final = "-/\u2010\u2011\u2012\u2013\u2014\u2212"
_TAKE_A_GAME: Final = (
    *("solve", "hint", "verdicts", "review", "check", "show", "deal", "games", "board", "generate", "sheet"),
    *("explain", "difficulty", "winnability", "play", "equity", "search", "tune", "train"),
)


def no_command(word: str, rest: Sequence[str], unknown: Callable[[], InputError | None]) -> InputError | None:
    """An error for a command line that begins with no command; ``unknown`` gives that for a misspelt one."""
    what = f"No such command {quote(word)}"
    plain = word.casefold()
    if plain == "winnable":
        return InputError(f"{quote(word)} stands here twice", mend=f"write {command_line(*rest)}")
    if plain in _HELP:
        return InputError(what, mend="write winnable --help")
    if plain in _VERSION:
        return InputError(what, mend="write winnable --version")
    words, options = _split([word, *rest])
    if options in (["--help"], ["-h"]):
        options = []
    if len(words) > 1 and words[-1].casefold() == "help":
        words.pop()
    path = Path(word)
    if path.suffix.casefold() in _PICTURES:
        return InputError(f"{quote(word)} is a picture", mend=f"write {command_line('screen', 'read', word)}")
    error, meant = unknown(), read_words(words)
    if meant is None and error is None:
        return _no_deal(words) or _near_game(what, words, options)
    if meant is None:
        return error
    return _meant_line(what, words, meant, options)


def _meant_line(what: str, words: Sequence[str], meant: Meant, options: Sequence[str]) -> InputError:
    """The error for a command line that begins with no command, and means something."""
    from winnable.registry import split_game

    found, line = split_game(words), example(meant, options)
    if found is None and not (meant.command or meant.game):
        mend = f"say what to do with it, and of which game it is: {line}"
        return InputError(f"{quote(' '.join(words))} is no command", mend=mend)
    if found is None:
        return InputError(what, mend=f"did you mean {line}?")
    what = f"{quote(' '.join(words[: found[1]]))} is a game, and no command"
    if meant.command:
        return InputError(what, mend=f"write {line}")
    if meant.position:
        return InputError(what, mend=f"to solve this, write {line}")
    mend = f"{command_line('games', meant.game)} shows its rules, winnable solve solves its deals"
    return InputError(what, mend=mend)


def _near_game(what: str, words: Sequence[str], options: Sequence[str]) -> InputError | None:
    """The error for a line that begins with what is nearly a game; None for any other."""
    from winnable.registry import game_names

    near = near_names(words[0], game_names())
    lines = [example(meant, options) for name in near if (meant := read_words([name, *words[1:]]))]
    return InputError(what, mend=f"did you mean {' or '.join(lines)}?") if lines else None


def _no_deal(words: Sequence[str]) -> InputError | None:
    """The error for a game with the number of a deal that there is not; None for other words."""
    from winnable.deals import looks_like_deal, parse_deal_list
    from winnable.registry import get_game, split_game

    found = split_game(words)
    number = "" if found is None else " ".join(words[found[1] :])
    if found is None or not looks_like_deal(number):
        return None
    game = get_game(found[0])
    try:
        parse_deal_list(number, game.info.dialects[0])
    except InputError as error:
        mend = error.mend or f"write for example {example(Meant('', game.spelled, ''), ())}"
        return InputError(error.what, expected=error.expected, mend=mend)
    return None


def no_game(name: str, error: InputError) -> InputError:
    """The error for an unknown game, with a way out where the command line shows what was meant."""
    from winnable.registry import game_names

    context = click.get_current_context(silent=True)
    if context is None or find_name(name.partition(":")[0], game_names()) is not None:
        return error
    command, words = command_of(context), texts(context.params.get(one) for one in argument_names(context))
    meant = read_words(words, command=command)
    if meant is None and command in ("check", "review") and Path(name).is_file():
        meant = read_words(words[1:], command=command)
        if meant is not None and meant.game and meant.position:
            line = command_line(command, meant.game, meant.position, name)
            return InputError(f"{quote(name)} is no game", mend=f"write {line}")
    if meant is None or command not in _TAKE_A_GAME:
        return error
    line = example(meant)
    if meant.game:
        return InputError(f"{quote(name)} is no game", mend=f"write {line}")
    if meant.position:
        mend = f"name the game first: {line}"
        if command in OF_GAME:
            mend = f"for example {example(Meant(command, '', ''))}"
        return InputError(f"{quote(name)} is no game", mend=mend)
    myself = (
        "to play yourself, write winnable board" if command == "play" else "winnable games lists the games"
    )
    return InputError(error.what, mend=f"write for example {line}; {myself}")


def as_input_error(error: click.UsageError, argv: Sequence[str]) -> InputError:
    """One line for a command line that click does not take."""
    context = error.ctx or _context_of(argv)
    what = _what(error)
    if context is None:
        return InputError(what, mend="see winnable --help")
    help_line = f"see {context.command_path} --help"
    if isinstance(error, click.NoSuchOption):
        return no_option(error, context, argv, what)
    if isinstance(error, click.BadParameter) and (mend := one_hyphen(argv, context)) is not None:
        return InputError(what, mend=mend)
    typed = words_of(context, argv)
    missing = isinstance(error, click.MissingParameter) and not isinstance(error.param, click.Option)
    extra = len(typed.words) > len(argument_names(context)) and type(error) is click.UsageError
    if missing or extra:
        return InputError(what, mend=_words_mend(context, typed, missing=missing) or help_line)
    if isinstance(error, click.MissingParameter) and command_of(context) == "sheet":
        return InputError(what, mend=f"for example winnable sheet undead -n 4 -o sheet.svg; {help_line}")
    return InputError(what, mend=help_line)


def _what(error: click.UsageError) -> str:
    """What is wrong, without the full stop; of the value of an option, the option first."""
    if (
        isinstance(error, click.BadParameter)
        and not isinstance(error, click.MissingParameter)
        and error.param
    ):
        name = (
            error.param.make_metavar(error.ctx)
            if error.ctx and not error.param.opts[0].startswith("-")
            else ""
        )
        said = " ".join(error.message.split()).rstrip(".")
        return f"{name or max(error.param.opts, key=len)}: {said[:1].lower()}{said[1:]}"
    return " ".join(error.format_message().split()).rstrip(".")


def _words_mend(context: click.Context, typed: Words, *, missing: bool) -> str | None:
    """What to write instead of these words, of which one is missing or too much."""
    command, words = command_of(context), typed.words
    if command not in _TAKE_A_GAME:
        return None
    if not words:
        return f"for example {example(Meant(command, '', ''))}; see {context.command_path} --help"
    if (option := _as_option(words, context)) is not None:
        return option
    takes_moves = "moves" in argument_names(context)
    if (with_moves := _with_moves(context, typed, takes_moves=takes_moves)) is not None:
        return f"did you mean {with_moves}?"
    meant = read_words(words, command=command)
    if meant is None:
        return None
    line = example(meant)
    if missing and not meant.position:
        return f"for example {line}; see {context.command_path} --help"
    if missing and command in NEED_MORE and meant.game:
        return f"for example {line}; see {context.command_path} --help"
    if not meant.game:
        return f"name the game first: {line}"
    return f"did you mean {line}?"


def _with_moves(context: click.Context, typed: Words, *, takes_moves: bool) -> str | None:
    """The command line with the moves at its end in quotes, or as those of --after; None where there are none
    at its end."""
    options = [name for param in context.command.params for name in param.opts]
    if not takes_moves and "--after" not in options:
        return None
    command = command_of(context)
    for at in range(2, len(typed.words)):
        meant, moves = read_words(typed.words[:at], command=command), typed.words[at:]
        if meant is None or not (meant.game and meant.position) or not _is_move(meant, moves[0]):
            continue
        if takes_moves:
            return command_line(command, meant.game, meant.position, " ".join(moves))
        after = " ".join(filter(None, (typed.after, *moves)))
        return command_line(command, meant.game, meant.position, "--after", after)
    return None


def _is_move(meant: Meant, text: str) -> bool:
    """Is this a move of the game by its form, legal or not?"""
    from winnable.cli.positions import one_position
    from winnable.game import IllegalMove
    from winnable.moves import split_moves
    from winnable.registry import get_game

    game = get_game(meant.game)
    token = next(split_moves([text]), None)
    if token is None:
        return False
    try:
        game.notation.parse(one_position(game, meant.position)[1], token.text)
    except IllegalMove:
        return True
    except (ValueError, OSError):
        return False
    return True


def _as_option(words: Sequence[str], context: click.Context) -> str | None:
    """For a word that is an option but for its hyphens, such as ``json`` or ``—json``: the option."""
    options = [name for param in context.command.params for name in param.opts if name.startswith("--")]
    for word in words:
        name = "--" + word.lstrip(_HYPHENS).partition("=")[0].casefold()
        if name in (*options, "--help") and not Path(word).exists():
            return f"did you mean {name}, with two hyphens?"
    return None


def _context_of(argv: Sequence[str]) -> click.Context | None:
    """The context of the command that a line names, for errors that do not know theirs."""
    from winnable.cli.main import COMMANDS, cli

    context = click.Context(cli, info_name="winnable")
    for word in argv:
        group = context.command
        if not isinstance(group, click.Group) or word.startswith("-"):
            break
        if context.parent is None and meant_command(word) not in COMMANDS:
            break
        command = group.get_command(context, word)
        if command is None:
            break
        context = click.Context(command, parent=context, info_name=command.name)
    return context


def _split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Words up to the first option, and those from there on."""
    options = (i for i, word in enumerate(words) if word.startswith("-") and not word[1:].isdecimal())
    at = next(options, len(words))
    return list(words[:at]), list(words[at:])
