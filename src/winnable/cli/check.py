"""`winnable check`: replays a solution that anybody wrote, or a log of games."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.main import ANSWERED, NO
from winnable.cli.options import echo_json, game_argument, json_option, load_game, position_argument
from winnable.cli.positions import one_position
from winnable.deals import looks_like_deal

if TYPE_CHECKING:
    from winnable.text.solution import Replay, Solution

_EXAMPLES = {
    "patience": "26 3a 5h",
    "pairing": "8S+5D KH draw",
    "spider": "37 52v3 deal",
    "undead": "r1c2=g r1c3=v, or a filled board",
}


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
        expected = f'moves such as {_EXAMPLES[chosen.info.family]}, or JSON with "moves"'
        raise InputError(what, expected=expected, source=source)
    moves = parse_solution(text, source, chosen.info.family)
    played = replay(chosen, start, moves, None if autoplay is None else Autoplay(autoplay))
    if as_json:
        echo_json({"deal": label, **_facts(chosen, played)})
    else:
        click.echo(_words(chosen, played, moves))
    return ANSWERED if played.won else NO


def _check_log(game: Any, name: str, autoplay: str | None, as_json: bool) -> int:
    """Plays the games of a log again; the exit code."""
    from winnable.errors import InputError
    from winnable.families.spider.log import read_log, replay_logged
    from winnable.text.detect import read_lines_of

    if game.info.family != "spider" or (looks_like_deal(name) and not Path(name).is_file()):
        raise click.UsageError("Missing argument 'SOLUTION'.")
    if autoplay is not None:
        raise click.UsageError("a log is played as it stands, without --autoplay")
    games = wins = wrong = 0
    text, source = read_lines_of(name)
    lines = iter(text)
    first = list(islice(lines, 1))
    if first and first[0].strip() and not first[0].lstrip().startswith("{"):
        expected = "a JSON object a line; for a position, its SOLUTION after it"
        raise InputError("this is no log of games", expected=expected, source=source, line=1)
    for logged in read_log(chain(first, lines), source):
        found = replay_logged(game, logged)
        games, wins, wrong = games + 1, wins + found.won, wrong + (found.reason is not None)
        if as_json:
            echo_json({"line": logged.line, "deal": logged.deal, **found._asdict()})
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
    facts: dict[str, Any] = {
        "legal": broken is None,
        "won": played.won,
        "moves": len(played.moves),
        "player_moves": sum(played.player),
    }
    if game.info.family == "pairing":
        from winnable.families.pairing.solution import count_actions

        facts |= {**count_actions(played.moves)._asdict(), "score": played.positions[-1].score}
    elif game.info.family == "spider":
        runs = sum(played.positions[-1].runs)
        facts |= {"runs": runs, "score": game.score(len(played.moves), runs)}
    elif game.info.family == "undead":
        facts |= _undead_facts(played)
    else:
        facts |= {"autoplay": played.autoplay.value}
    return facts | {
        "breaks_at": None if broken is None else broken.number,
        "line": None if broken is None else broken.token.line,
        "column": None if broken is None else broken.token.column,
        "reason": None if broken is None else broken.reason,
    }


def _undead_facts(played: Replay[Any, Any]) -> dict[str, Any]:
    """What is wrong on the board, and from which move on: 0 where it was so before the first."""
    from winnable.families.undead.solution import find_fault

    fault = None if played.won else find_fault(played)
    return {"wrong": None if fault is None else fault._asdict()}


def _words(game: Any, played: Replay[Any, Any], solution: Solution) -> str:
    if played.broken is not None:
        return str(played.broken)
    families = {"pairing": _made_in_pairing, "spider": _made_in_spider, "undead": _made_in_undead}
    made = families.get(game.info.family, _made)(game, played)
    if played.won:
        return f"legal, won: {made}"
    told = f"legal, not won: {played.outcome.value} after {made}"
    return told + _told_wrong(game, played, solution) if game.info.family == "undead" else told


def _made_in_undead(_: Any, played: Replay[Any, Any]) -> str:
    made = len(played.moves)
    return f"{made} move{'' if made == 1 else 's'}"


def _told_wrong(game: Any, played: Replay[Any, Any], solution: Solution) -> str:
    """Which clue is wrong, and since when, unless the moves are only those of a board's cells in order."""
    from winnable.families.undead.solution import find_fault

    fault = find_fault(played)
    if fault is None:
        return f"; open cells: {played.positions[-1].squares.count('.')}"
    if fault.move == 0:
        return f"; wrong before the first move: {fault.reason}"
    if solution.board is not None:
        return f"; wrong: {fault.reason}"
    move = game.notation.format(played.positions[fault.move - 1], played.moves[fault.move - 1])
    return f"; wrong since move {fault.move}, {move}: {fault.reason}"


def _made(_: Any, played: Replay[Any, Any]) -> str:
    made = f"{len(played.moves)} moves"
    if played.autoplay != "none":
        made += f", {sum(played.player)} of them the player's, under {played.autoplay} autoplay"
    return made


def _made_in_spider(game: Any, played: Replay[Any, Any]) -> str:
    from winnable.families.spider.solution_text import describe_length

    return describe_length(game, played)


def _made_in_pairing(game: Any, played: Replay[Any, Any]) -> str:
    from winnable.families.pairing.solution_text import describe_actions

    made = describe_actions(game, played)
    left_out = len(played.moves) - sum(played.player)
    return f"{made} (the list leaves out {left_out} draws and recycles)" if left_out else made
