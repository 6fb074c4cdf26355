"""`winnable check`: replays a solution that anybody wrote, or a log of games."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

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
from winnable.cli.positions import one_position
from winnable.deals import looks_like_deal

if TYPE_CHECKING:
    from winnable.family import AnyGame


@click.command("check")
@game_argument
@position_argument
@click.argument("solution", metavar="[SOLUTION]", required=False)
@autoplay_option(
    "What makes the moves home that SOLUTION leaves out.  [default: what it says, else found out]"
)
@click.option(
    "--by-policy",
    is_flag=True,
    help="A log: let the policy and the seed that a line names play the game, too, and compare the moves.",
)
@json_option
def command(
    game: str, position: str, solution: str | None, autoplay: str | None, by_policy: bool, as_json: bool
) -> int:
    """Replay SOLUTION, a file or - for standard input, from POSITION of GAME.

    SOLUTION is moves in the game's notation, in lines of any length, with comments after #; JSON as
    solve prints it; in Pyramid also a list of the cards that leave, [["13C"], ["1H", "12S"]], with or
    without the draws between them; in FreeCell and its kin also the sentences of fc-solve -m and the boards
    of fc-solve -p -t; in Undead also a board that is filled in, or sgt's moves, S;G0;V1.
    Exit code 1: it breaks, or does not win.

    In Spider and its kin POSITION alone may be a log of games played, a JSON object a line: each is
    played again. Exit code 1: one of them breaks, or did not end as its line says, or with --by-policy
    has a move that its policy would not have made.
    """
    from winnable.analysis.check import check_solution, read_solution
    from winnable.errors import InputError
    from winnable.moves import Autoplay
    from winnable.text.detect import STDIN, read_text

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
    source = STDIN if solution == "-" else solution
    moves = read_solution(chosen, read_text(solution), source)
    checked = check_solution(chosen, start, moves, None if autoplay is None else Autoplay(autoplay))
    if as_json:
        echo_json({**about(chosen, label), **checked.data()})
    else:
        click.echo(checked.text(), nl=False)
    return ANSWERED if checked.played.won else NO


def _check_log(game: AnyGame, name: str, autoplay: str | None, by_policy: bool, as_json: bool) -> int:
    """Plays the games of a log again; the exit code."""
    from winnable.analysis.check import check_log
    from winnable.errors import InputError
    from winnable.text.detect import read_lines_of

    if game.family.log is None or (looks_like_deal(name) and not Path(name).is_file()):
        raise click.UsageError("Missing argument 'SOLUTION'.")
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
            click.echo(checked.text(), nl=False)
    if not games:
        raise InputError("there is no game in this log", source=source, expected="a JSON object a line")
    if not as_json:
        told = f"{wrong} not as the log says" if wrong else "all as the log says"
        if by_policy:
            told += f"; the moves of {policies} are those of the policy that the line names"
        click.echo(f"{games} game{'' if games == 1 else 's'} replayed, {wins} won; {told}")
    return NO if wrong else ANSWERED
