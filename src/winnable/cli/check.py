"""`winnable check`: replays a solution that anybody wrote, or a log of games."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.ink import in_symbols, unicode_option
from winnable.cli.main import ANSWERED, NO
from winnable.cli.options import (
    about,
    autoplay_option,
    echo_json,
    game_argument,
    json_option,
    load_game,
    position_argument,
)
from winnable.cli.positions import one_position, read_moves
from winnable.deals import looks_like_deal

if TYPE_CHECKING:
    from winnable.family import AnyGame


@click.command(
    "check",
    cls=Command,
    examples=[
        ("Does this solution win deal 617?", "winnable check freecell 617 solution.txt"),
        ("Replay the games that a policy played:", "winnable check spider games.jsonl"),
    ],
)
@game_argument
@position_argument
@click.argument("solution", metavar="[SOLUTION]", required=False)
@autoplay_option(
    "Which cards went to the foundations by themselves, if SOLUTION leaves those moves out.  "
    "[default: what SOLUTION says, or else what fits it]"
)
@click.option(
    "--by-policy",
    is_flag=True,
    help="For a log: let the policy that each line names play its game again, and compare the moves.",
)
@unicode_option
@json_option
def command(
    game: str, position: str, solution: str | None, autoplay: str | None, by_policy: bool, as_json: bool
) -> int:
    """Replay SOLUTION from POSITION of GAME, and say where it breaks, if it does.

    SOLUTION is a file, - for standard input, or the moves themselves, such as '26 3a'. It may hold moves in
    the game's notation, in lines of any length, with comments after #, or JSON as 'winnable solve --json'
    prints it. In games like FreeCell it may also be what fc-solve prints with -m or with -p -t. In Pyramid it
    may be a list of the cards that leave, such as [["13C"], ["1H", "12S"]], with or without the draws between
    them. In Undead it may be a board that is filled in, or moves of sgt-puzzles, S;G0;V1.

    In Spider and games like it you may give a log of games as POSITION, and no SOLUTION. 'winnable play
    --log' writes such logs. Each game in the log is played again.

    Exit code 1: the solution breaks, or does not win; or a game is not as its line in the log says.
    """
    from winnable.analysis.check import check_solution
    from winnable.errors import InputError
    from winnable.moves import Autoplay

    if solution is None:
        return _check_log(load_game(game), position, autoplay, by_policy, as_json)
    if by_policy:
        raise click.UsageError("--by-policy is for a log of games, without SOLUTION")
    if position == solution == "-":
        raise InputError(
            "position and solution cannot both be standard input", expected="a file for one of them"
        )
    chosen = load_game(game)
    label, start = one_position(chosen, position)
    moves = read_moves(chosen, solution, "SOLUTION")
    checked = check_solution(chosen, start, moves, None if autoplay is None else Autoplay(autoplay))
    if as_json:
        echo_json({**about(chosen, label), **checked.data()})
    else:
        click.echo(in_symbols(checked.text()), nl=False)
    return ANSWERED if checked.played.won else NO


def _check_log(game: AnyGame, name: str, autoplay: str | None, by_policy: bool, as_json: bool) -> int:
    """Plays the games of a log again; the exit code."""
    from winnable.analysis.check import check_log
    from winnable.errors import InputError
    from winnable.text.detect import read_lines_of

    if game.family.log is None or (looks_like_deal(name) and not Path(name).is_file()):
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'SOLUTION'", param_type="argument"
        )
    if autoplay is not None:
        raise click.UsageError("a log is played as it stands, without --autoplay")
    games = wins = wrong = policies = 0
    text, source = read_lines_of(name)
    lines = iter(text)
    first = list(islice(lines, 1))
    if first and first[0].strip() and not first[0].lstrip().startswith("{"):
        expected = "a JSON object a line; for a position, its SOLUTION after it"
        raise InputError("this is no log of games", expected=expected, source=source, line=1)
    for checked in check_log(game, chain(first, lines), source, by_policy=by_policy):
        found = checked.found
        games, wins, wrong = games + 1, wins + found.won, wrong + (found.reason is not None)
        policies += found.by_policy is True
        if as_json:
            echo_json({"game": game.spelled, **checked.data()})
        else:
            click.echo(in_symbols(checked.text()), nl=False)
    if not games:
        raise InputError("there is no game in this log", source=source, expected="a JSON object a line")
    if not as_json:
        told = f"{wrong} not as the log says" if wrong else "all as the log says"
        if by_policy:
            told += f"; the moves of {policies} are those of the policy that the line names"
        click.echo(f"{games} game{'' if games == 1 else 's'} replayed, {wins} won; {told}")
    return NO if wrong else ANSWERED
