"""`winnable verdicts`: still winnable after each legal move?"""

from __future__ import annotations

import click

from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    cancellable,
    echo_json,
    game_argument,
    json_option,
    limit_options,
    load_game,
    make_limits,
    position_argument,
)
from winnable.cli.positions import one_position


@click.command("verdicts")
@game_argument
@position_argument
@click.option(
    "--after", default="", metavar="MOVES", help="Moves already made from POSITION, e.g. '26 3a 5h'."
)
@limit_options(seconds=10.0)
@json_option
def command(
    game: str,
    position: str,
    after: str,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Say for each legal move in POSITION of GAME whether the game is still winnable after it.

    Lengths are those of the wins found, not of the shortest. Exit code 1: no move wins; 3: a limit,
    which holds for each move, left some move undecided and no move is known to win.
    """
    from winnable.analysis.verdicts import move_verdicts
    from winnable.games.patience_words import describe_move

    chosen = load_game(game)
    label, start = one_position(chosen, position, after)
    with cancellable() as token:
        found = move_verdicts(
            chosen, start, limits=make_limits(max_nodes, max_seconds, max_memory), token=token
        )
        cancelled = token.cancelled
    for answer in found:
        words = describe_move(chosen, start, answer.move)
        if as_json:
            echo_json(
                {
                    "deal": label,
                    "move": answer.text,
                    "verdict": answer.verdict.value,
                    "reason": answer.reason.value,
                    "length": answer.length,
                    "words": words,
                }
            )
        else:
            length = f", {answer.length} moves" if answer.length else ""
            click.echo(f"{answer.text:<5} {answer.verdict.value}{length}: {words}")
    if not found and not as_json:
        click.echo("no legal move")
    if cancelled:
        return CANCELLED
    verdicts = {answer.verdict.value for answer in found}
    if "solved" in verdicts:
        return ANSWERED
    return LIMIT if "unknown" in verdicts else NO
