"""`winnable check`: replays a solution that anybody wrote, or a log of games."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.main import ANSWERED, NO
from winnable.cli.options import about, echo_json, game_argument, json_option, load_game, position_argument
from winnable.cli.positions import one_position
from winnable.deals import looks_like_deal

if TYPE_CHECKING:
    from winnable.text.log import Checked, Logged
    from winnable.text.solution import Break, Replay, Solution


@click.command("check")
@game_argument
@position_argument
@click.argument("solution", metavar="[SOLUTION]", required=False)
@click.option(
    "--autoplay",
    type=click.Choice(["none", "horne", "safe", "max"]),
    default=None,
    help="What makes the moves home that SOLUTION leaves out.  [default: what it says, else found out]",
)
@json_option
def command(game: str, position: str, solution: str | None, autoplay: str | None, as_json: bool) -> int:
    """Replay SOLUTION, a file or - for standard input, from POSITION of GAME.

    SOLUTION is moves in the game's notation, in lines of any length, with comments after #; JSON as
    solve prints it; in Pyramid also a list of the cards that leave, [["13C"], ["1H", "12S"]], with or
    without the draws between them; in Undead also a board that is filled in, or sgt's moves, S;G0;V1.
    Exit code 1: it breaks, or does not win.

    In Spider and its kin POSITION alone may be a log of games played, a JSON object a line: each is
    played again. Exit code 1: one of them breaks, or did not end as its line says.
    """
    from winnable.errors import InputError
    from winnable.moves import Autoplay
    from winnable.text.detect import STDIN, read_text
    from winnable.text.solution import parse_solution, replay

    if solution is None:
        return _check_log(load_game(game), position, autoplay, as_json)
    if position == solution == "-":
        raise InputError(
            "position and solution cannot both be standard input", expected="a file for one of them"
        )
    chosen = load_game(game)
    label, start = one_position(chosen, position)
    source = STDIN if solution == "-" else solution
    text = read_text(solution)
    if not text.strip():
        what = "there is no solution here: the text is empty"
        expected = f'moves such as {chosen.family.solutions().example}, or JSON with "moves"'
        raise InputError(what, expected=expected, source=source)
    moves = parse_solution(text, source, chosen)
    played = replay(chosen, start, moves, None if autoplay is None else Autoplay(autoplay))
    if as_json:
        echo_json({**about(chosen, label), **_facts(chosen, played)})
    else:
        click.echo(_words(chosen, played, moves))
    return ANSWERED if played.won else NO


def _check_log(game: Any, name: str, autoplay: str | None, as_json: bool) -> int:
    """Plays the games of a log again; the exit code."""
    from winnable.errors import InputError
    from winnable.text.detect import read_lines_of

    if game.family.log is None or (looks_like_deal(name) and not Path(name).is_file()):
        raise click.UsageError("Missing argument 'SOLUTION'.")
    if autoplay is not None:
        raise click.UsageError("a log is played as it stands, without --autoplay")
    log = game.family.log()
    games = wins = wrong = 0
    text, source = read_lines_of(name)
    lines = iter(text)
    first = list(islice(lines, 1))
    if first and first[0].strip() and not first[0].lstrip().startswith("{"):
        expected = "a JSON object a line; for a position, its SOLUTION after it"
        raise InputError("this is no log of games", expected=expected, source=source, line=1)
    for logged in log.read(chain(first, lines), source):
        found = log.replay(game, logged)
        games, wins, wrong = games + 1, wins + found.won, wrong + (found.reason is not None)
        if as_json:
            echo_json(
                {**about(game, logged.deal or f"{source}:{logged.line}"), **_logged_facts(logged, found)}
            )
        elif found.breaks_at:
            click.echo(f"{logged.source}:{logged.line}: move {found.breaks_at} breaks: {found.reason}")
        elif found.reason is not None:
            click.echo(f"{logged.source}:{logged.line}: {found.reason}")
    if not games:
        raise InputError("there is no game in this log", source=source, expected="a JSON object a line")
    if not as_json:
        told = f"{wrong} not as the log says" if wrong else "all as the log says"
        click.echo(f"{games} game{'' if games == 1 else 's'} replayed, {wins} won; {told}")
    return NO if wrong else ANSWERED


def _facts(game: Any, played: Replay[Any, Any]) -> dict[str, Any]:
    broken = played.broken
    own = game.family.solutions().facts(game, played)
    why = [*([] if broken is None else [broken.reason]), *own.pop("why", [])]
    made = zip(played.positions, played.moves, strict=False)
    return {
        "legal": broken is None,
        "won": played.won,
        "outcome": played.outcome.value,
        "why": why,
        "length": len(played.moves),
        "moves": [game.notation.format(position, move) for position, move in made],
        "listed": sum(played.player),
        **own,
        "broken": None if broken is None else _break_data(broken),
    }


def _break_data(broken: Break) -> dict[str, Any]:
    token = broken.token
    where = {"source": broken.source, "line": token.line, "column": token.column}
    return {"number": broken.number, "move": token.text, "where": where}


def _logged_facts(logged: Logged, found: Checked) -> dict[str, Any]:
    return {
        "where": {"source": logged.source, "line": logged.line, "column": None},
        "as_logged": found.reason is None,
        "won": found.won,
        "score": found.score,
        "broken": {"number": found.breaks_at} if found.breaks_at else None,
        "why": [] if found.reason is None else [found.reason],
    }


def _words(game: Any, played: Replay[Any, Any], solution: Solution) -> str:
    if played.broken is not None:
        return str(played.broken)
    solutions = game.family.solutions()
    made = solutions.summary(game, played)
    if played.won:
        return f"legal, won: {made}"
    return f"legal, not won: {played.outcome.value} after {made}{solutions.fault(game, played, solution)}"
