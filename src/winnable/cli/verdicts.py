"""`winnable verdicts`: still winnable after each legal move?"""

from __future__ import annotations

import click

from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    about,
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
    "--after",
    default="",
    metavar="MOVES",
    help="Moves already made from POSITION, e.g. '26 3a 5h', 'draw 8S+5D' or 'r2c3=g'.",
)
@click.option(
    "--solver",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="auto decides; short and shortest (FreeCell and kin) and fewest (Pyramid) give short wins, too.",
)
@limit_options(seconds=10.0)
@json_option
def command(
    game: str,
    position: str,
    after: str,
    solver: str,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Say for each legal move in POSITION of GAME whether the game is still winnable after it.

    Lengths are those of the wins found, which are the shortest only if --solver proves that. Exit
    code 1: no move wins; 3: a limit, which holds for each move, left some move undecided and no move
    is known to win.
    """
    from winnable.analysis.verdicts import move_verdicts

    chosen = load_game(game)
    label, start = one_position(chosen, position, after)
    with cancellable() as token:
        limits = make_limits(max_nodes, max_seconds, max_memory)
        found = move_verdicts(chosen, start, solver=solver, limits=limits, token=token)
        cancelled = token.cancelled
    width = max(5, *(len(answer.move_text) for answer in found)) if found else 0
    for answer in found:
        words = chosen.family.describe(chosen, start, answer.move)
        if as_json:
            echo_json(
                {
                    **about(chosen, label),
                    "move": answer.move_text,
                    "verdict": answer.verdict.value,
                    "reason": answer.reason.value,
                    "why": [answer.why] if answer.why else [],
                    "length": answer.length,
                    "words": words,
                }
            )
        else:
            moves = "move" if answer.length == 1 else "moves"
            length = f", {answer.length} {moves}" if answer.length else ""
            why = f" ({answer.why})" if answer.why else ""
            click.echo(f"{answer.move_text:<{width}} {answer.verdict.value}{length}: {words}{why}")
    if not found and not as_json:
        click.echo("no legal move")
    if cancelled:
        return CANCELLED
    verdicts = {answer.verdict.value for answer in found}
    if "solved" in verdicts:
        return ANSWERED
    return LIMIT if "unknown" in verdicts else NO
