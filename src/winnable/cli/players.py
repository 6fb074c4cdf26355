"""Players by policy for commands that play many games: who plays, and the log of what was played."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.options import load_game
from winnable.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from winnable.deals import DealNumber
    from winnable.family import AnyGame, AnyObserved

_USUAL = "spider"  # where no GAME is named

policy_option = click.option(
    "--policy",
    default="fast",
    show_default=True,
    metavar="NAME",
    help="The policy that plays: best, fast, random, or another that 'winnable games GAME' lists.",
)
log_option = click.option(
    "--log",
    metavar="FILE",
    default=None,
    help="Write every game to this file, a line each. 'winnable check' replays them.",
)


def hidden_game(name: str | None, *, to_play: bool = False) -> AnyObserved:
    """The game of that name, Spider if none is given; InputError if it has no players by policy. ``to_play``:
    somebody may have meant to play it, and is told how."""
    from winnable.family import observed, require

    game = load_game(name or _USUAL)
    try:
        require(game, "policies", game.family.policies)
    except InputError as error:
        mend = f"to play it yourself, write winnable board {game.spelled}" if to_play else None
        raise InputError(error.what, expected=error.expected, mend=mend) from None
    return observed(game)


def policy_named(game: AnyGame, name: str) -> str:
    """The policy as its game spells it; what names none stays as it is, and whoever makes it says so."""
    from winnable.names import find_name
    from winnable.search.policy import policy_names

    return find_name(name, policy_names(game)) or name


def open_log(
    stack: ExitStack,
    game: AnyGame,
    policy: str,
    name: str | None,
    sources: Iterable[str],
    boards: int | None = None,
) -> Callable[..., None]:
    """A function that writes a game to the log of this name, if there is one; closed with the stack.

    It takes the start, with its ``position`` and ``seed``, the game, and the ``deal`` if the start is one.
    InputError if the log is one of the ``sources`` of the positions, which would be lost.
    """
    if name is None:
        return lambda start, played, deal=None: None
    if name == "-":
        raise InputError("a log cannot be standard output", expected="a file name; for a file called -, ./-")
    if any(_same_file(name, source) for source in sources):
        raise InputError("the log would take the place of what is read", source=name, expected="another name")
    from winnable.family import require

    log = require(game, "log", game.family.log)()
    writer = stack.enter_context(log.writer(name))

    def record(start: Any, played: Any, deal: DealNumber | None = None) -> None:
        writer.write(log.entry(game, start, played, deal, policy, boards))

    return record


def _same_file(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except (OSError, ValueError):  # one of them is no file, or none yet
        return False
