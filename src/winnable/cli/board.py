"""`winnable board`: a game on the terminal."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.ink import toned, unicode_option, wrapped
from winnable.cli.main import ANSWERED, CANCELLED, NO
from winnable.cli.options import (
    after_option,
    autoplay_option,
    data_option,
    limit_options,
    load_game,
    make_limits,
    variant_option,
)
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable.cli.board_table import Table
    from winnable.cli.board_words import Words
    from winnable.family import AnyGame
    from winnable.web.store import Store


@click.command(
    "board",
    cls=Command,
    examples=[
        ("Play deal 617 on the terminal:", "winnable board freecell 617"),
        ("Play Spider, where moves cannot be taken back:", "winnable board spider 1"),
    ],
)
@click.argument("game", metavar="[GAME]", required=False)
@click.argument("position", metavar="[POSITION]", required=False)
@variant_option
@after_option("Start after these moves from POSITION, such as '26 3a'.")
@click.option("--open", "open_cards", is_flag=True, help="Show all cards, and let moves be taken back.")
@autoplay_option(
    "Which cards go to the foundations by themselves after each move (in games like FreeCell).", "none"
)
@click.option(
    "--verdicts/--no-verdicts",
    default=True,
    show_default=True,
    help="Say after each move whether the game can still be won.",
)
@unicode_option
@click.option("--four-colour", "four_colours", is_flag=True, help="Give each suit its own colour.")
@data_option
@click.option(
    "--read-only", is_flag=True, help="Keep no games, except those that you save with the word save."
)
@limit_options(seconds=2.0)
def command(
    game: str | None,
    position: str | None,
    after: str,
    open_cards: bool,
    autoplay: str,
    verdicts: bool,
    four_colours: bool,
    data: Path | None,
    read_only: bool,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
) -> int:
    """Play GAME on the terminal, with undo and hints. You are told after each move whether it can still be
    won.

    POSITION is a deal, the name of a file, or - for a position that you paste. Without POSITION you play a
    random deal. You may also give only the name of a file that contains a saved game or a position. If you
    give nothing at all, you are asked for a game or a position.

    Type ? to see what can be typed. The lines may also come from a pipe. Then the game ends at the first line
    that cannot be done, with exit code 2. Exit code 1: the game is lost when the lines end.
    """
    from winnable.cli.board_begin import Opening
    from winnable.cli.board_lines import Lines
    from winnable.cli.board_table import Manner, Table
    from winnable.cli.board_words import Words

    lines = Lines(lambda: _suggestions(words))
    limits = make_limits(max_nodes, max_seconds, max_memory)
    manner = Manner(limits, verdicts, four_colours)
    table = Table(lines, manner, None if read_only or not lines.interactive else _store(data))
    words = Words(table, Opening(open_cards=open_cards, autoplay=autoplay, after=after))
    with _ending(table):
        _begin(words, game, position)
        return CANCELLED if table.told_to_end else _play(words)


def _store(data: Path | None) -> Store:
    from winnable.web.store import Store, data_folder

    return Store(data or data_folder())


def _suggestions(words: Words) -> list[str]:
    from winnable.cli.board_words import words_here

    table = words.table
    session = None if table.kept is None else table.session
    names = [f"{word.name} " for word in words_here(session)]
    return names if session is None else [*names, *(f"{text} " for text in session.legal())]


def _begin(words: Words, game: str | None, position: str | None) -> None:
    """What the command line names, or how to go on without."""
    if game is None:
        words.table.say("There is no game on the table yet.")
        words.table.say(
            "Type a game and a deal, such as freecell 617, or paste a position and an empty line."
        )
        words.table.say("? lists what else can be typed.")
    elif position is None and (game == "-" or Path(game).is_file()):
        words.deeds.paste("") if game == "-" else words.deeds.open(game)
    else:
        chosen = _chosen(game)
        words.deeds.begin(chosen, position or "")


def _chosen(game: str) -> AnyGame:
    try:
        return load_game(game)
    except InputError as error:
        if any(sign in game for sign in "./\\"):
            what = f"{quote(game)} is no game, and no file has this name"
            raise InputError(what, expected="a game such as freecell, or a file") from None
        raise error from None


def _play(words: Words) -> int:
    """Reads lines until the game is over; the exit code."""
    table, lines = words.table, words.table.lines
    while not words.deeds.over:
        try:
            line = lines.next()
            if line is None:
                break
            words.read(line)
        except InputError as error:
            if not lines.interactive:
                raise error.at(source="<stdin>", line=lines.number) from None
            click.echo(toned(wrapped(str(error)), "bad"))
        except KeyboardInterrupt:
            if table.told_to_end or not lines.interactive:
                raise
            click.echo("\nCtrl-D or quit ends the game.")
        if table.told_to_end:
            return CANCELLED
    return NO if not lines.interactive and words.deeds.is_lost else ANSWERED


@contextmanager
def _ending(table: Table) -> Iterator[None]:
    """SIGTERM ends the game, whatever is asked; Ctrl-C only what is being typed or searched."""
    before = signal.getsignal(signal.SIGTERM)

    def on_signal(signum: int, frame: FrameType | None) -> None:
        table.told_to_end = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
