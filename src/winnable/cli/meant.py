"""What a line of words means: a command, a game and a position, in any order, with other words between."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from winnable.errors import InputError
from winnable.names import find_name

__all__ = ["NEED_MORE", "OF_GAME", "Meant", "command_line", "example", "meant_command", "read_words"]

# What stands behind GAME in an example; where it is no deal, also the game.
_BEHIND: Final[Mapping[str, str]] = {
    "search": "617 --max-nodes 1000",
    "check": "617 solution.txt",
    "review": "617 '2a 3b'",
    "winnability": "--count 100",
    "generate": "5x5",
    "sheet": "1..4 -o sheet.svg",
}
_GAMES: Final[Mapping[str, str]] = {
    "explain": "undead",
    "generate": "undead",
    "sheet": "undead",
    "equity": "spider",
    "play": "spider",
    "train": "spider",
}
# Commands that take a game alone, or nothing; all others take a position, too.
OF_GAME: Final = ("games", "winnability", "train", "audit")
_OF_NOTHING: Final = ("serve", "screen", "study", "completion", "schema")
NEED_MORE: Final = ("check", "review", "sheet")  # than a game and a position

# What people call a command, beside its name.
_COMMANDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("new", "start", "begin", "open", "resume", "continue", "undo", "redo"), "board"),
    **dict.fromkeys(("rules", "list", "variants"), "games"),
    **dict.fromkeys(("next", "best", "move", "tip", "advice", "suggest", "suggestion"), "hint"),
    **dict.fromkeys(("moves",), "verdicts"),
    **dict.fromkeys(
        ("win", "won", "winnable", "winnable?", "solvable", "solvable?", "solution", "answer", "possible"),
        "solve",
    ),
    **dict.fromkeys(("draw", "display", "view", "picture"), "show"),
    **dict.fromkeys(("hard", "easy", "hardness", "grade", "rate", "level"), "difficulty"),
    **dict.fromkeys(("verify", "validate"), "check"),
    **dict.fromkeys(("analyse", "analyze", "analysis", "mistake", "mistakes"), "review"),
    **dict.fromkeys(("make", "create", "puzzle", "puzzles"), "generate"),
    **dict.fromkeys(("gui", "web", "browser", "server", "ui"), "serve"),
    "odds": "winnability",
    "shuffle": "deal",
}
_SAY_LITTLE: Final = frozenset(("show", "games", "puzzle", "puzzles"))  # beside another command
# Words that say nothing about what is meant.
_BETWEEN: Final = frozenset(
    re.findall(
        r"\w+",
        "a an the me my i you we of in for from with at on please is are it be been can could do does how "
        "what which give get find tell play played playing game games solitaire patience this that let want",
    )
)
_NUMBERED: Final = frozenset(("deal", "game", "hand", "number", "no", "no.", "nr", "#"))


class Meant(NamedTuple):
    """A command, a game as it is spelled, and what of it; each may be empty."""

    command: str
    game: str
    position: str


def meant_command(word: str) -> str:
    """The command that a word names, or means; empty for any other word."""
    from winnable.cli.main import COMMANDS

    return find_name(word, COMMANDS) or _COMMANDS.get(word.casefold(), "")


def read_words(words: Sequence[str], *, command: str = "") -> Meant | None:
    """What words mean, all of them: a game, a position, a command unless it is given, and words that say
    nothing, in any order. None where one of them is none of these, or they mean nothing."""
    game, left = _without_game(list(words))
    position = _position(left)
    if position is not None:
        return Meant(command, game, position) if command or game or position else None
    places = [at for at in range(len(left)) if _is_command(left, at)]
    if command:
        places = [at for at in places if meant_command(left[at]) == command]
    said = {meant_command(left[at]) for at in places}
    if len(said) > 1:
        places = [at for at in places if left[at].casefold() not in _SAY_LITTLE]
        said = {meant_command(left[at]) for at in places}
    if len(said) > 1:
        return None
    others = [word for at, word in enumerate(left) if at not in places and not _says_little(left, at)]
    position = _position(others)
    if position is None:
        return None
    command = command or next(iter(said), "")
    return Meant(command, game, position) if command or game or position else None


def _without_game(words: list[str]) -> tuple[str, list[str]]:
    """The game that is named in some place, and the words around it; empty, and all words, where none is."""
    from winnable.registry import split_game

    for at in range(len(words)):
        found = split_game(words[at:])
        if found is not None:
            game, count = found
            return game, words[:at] + words[at + count :]
    return "", words


def _is_command(words: Sequence[str], at: int) -> bool:
    """Does the word there mean a command, and not say what kind of number follows?"""
    return not _says_of_number(words, at) and bool(meant_command(words[at]))


def _says_little(words: Sequence[str], at: int) -> bool:
    return not _says_of_number(words, at) and words[at].casefold() in _BETWEEN | _SAY_LITTLE


def _says_of_number(words: Sequence[str], at: int) -> bool:
    """Does the word there say of what the number behind it is, as in deal 617?"""
    behind = words[at + 1] if at + 1 < len(words) else ""
    return words[at].casefold() in _NUMBERED and behind.strip("#").isdecimal()


def _position(words: Sequence[str]) -> str | None:
    """The one position that words name, empty for no words; None for what is none."""
    if not words:
        return ""
    several = len(words) > 1 and all(word.isdecimal() for word in words)
    ways = [", ".join(words)] if several else [" ".join(words), "".join(words)]  # 4 x 4 is 4x4
    return next((position for position in ways if _is_position(position)), None)


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


def example(meant: Meant, options: Sequence[str] = ()) -> str:
    """A command line that runs, of what is meant and what is usual."""
    command = meant.command or "solve"
    if command in _OF_NOTHING:
        return command_line(command, *options)
    if command in ("board", "games") and not (meant.game or meant.position):
        return command_line(command, *options)
    game = meant.game or (_usual_game(meant.position) if meant.position else _GAMES.get(command, "freecell"))
    if command == "play" and not _plays_itself(game):
        command = "board"
    if command in OF_GAME or (command == "board" and not meant.position):
        tail = _BEHIND.get(command, "") if command == "winnability" and not options else ""
        return f"{command_line(command, game, *options)} {tail}".rstrip()
    if meant.position:
        more = _BEHIND[command].partition(" ")[2] if command in ("check", "review") else ""
        return f"{command_line(command, game, meant.position)} {more} {shlex.join(options)}".replace(
            "  ", " "
        ).rstrip()
    behind = "" if options else _BEHIND.get(command, "")
    number = "617" if game.startswith("freecell") else "1"
    return (
        command_line(command, game)
        + " "
        + (behind.replace("617", number, 1) if behind else shlex.join([number, *options]))
    )


def _plays_itself(game: str) -> bool:
    """Are there policies that play this game?"""
    from winnable.registry import get_game

    return get_game(game).family.policies is not None


def command_line(*words: str) -> str:
    return f"winnable {shlex.join(words)}" if words else "winnable --help"
