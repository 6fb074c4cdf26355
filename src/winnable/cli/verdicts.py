"""`winnable verdicts`: still winnable after each legal move?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from winnable.cli.ink import in_symbols, unicode_option
from winnable.cli.interrupts import cancellable
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    about,
    after_option,
    echo_json,
    game_argument,
    json_option,
    limit_options,
    load_game,
    make_limits,
    position_argument,
    quiet_option,
)
from winnable.cli.positions import one_session
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.analysis.move_table import MoveVerdicts


@click.command("verdicts")
@game_argument
@position_argument
@after_option("Moves already made from POSITION, such as '26 3a 5h', 'draw 8S+5D' or 'r2c3=g'.")
@click.option(
    "--solver",
    metavar="NAME",
    help="auto decides; short and shortest (FreeCell and kin) and fewest (Pyramid) give short wins, too; "
    "score (Pyramid) says how many points can be made after each move.  [default: auto; score in "
    "pyramid:par, where points are the aim]",
)
@click.option("--all", "every", is_flag=True, help="A row for every legal move, equal ones too.")
@unicode_option
@limit_options(seconds=10.0)
@quiet_option
@json_option
def command(
    game: str,
    position: str,
    after: str,
    solver: str | None,
    every: bool,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Say for each legal move in POSITION of GAME whether the game is still winnable after it.

    The best move is first: those that win, in the fewest moves known, then those of which nothing is
    known, then those that lose. Moves that lead to equal positions are one row, and moves that change
    nothing are left out. "At most" so many moves is a win that was found; "the fewest" is proved. Exit
    code 1: no move wins; 3: a limit, which holds for each move, left some move undecided and no move
    is known to win.
    """
    chosen = load_game(game)
    label, session = one_session(chosen, position, after, open_cards=True)
    with cancellable() as token, Progress(token=token, noun="move") as progress:

        def on_part(part: MoveVerdicts[Any], left: int) -> None:
            open_moves = sum(row.verdict.value == "unknown" for row in part)
            progress.show("", len(part) - open_moves, len(part))

        limits = make_limits(max_nodes, max_seconds, max_memory)
        found = session.move_verdicts(solver=solver, limits=limits, token=token, every=every, on_part=on_part)
        cancelled = token.cancelled
    if as_json:
        for answer in found.data():
            echo_json({**about(chosen, label), **answer})
    else:
        click.echo(in_symbols(found.text()), nl=False)
    if cancelled:
        return CANCELLED
    return {"solved": ANSWERED, "unsolvable": NO, "unknown": LIMIT}[found.verdict.value]
