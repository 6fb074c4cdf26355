"""`winnable verdicts`: still winnable after each legal move?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.ink import in_symbols, tone_verdicts, unicode_option
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
from winnable.cli.positions import session_within
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.analysis.move_table import MoveVerdicts


@click.command(
    "verdicts",
    cls=Command,
    examples=[
        ("Which moves keep deal 617 winnable?", "winnable verdicts freecell 617"),
        ("And which after the move 2a?", "winnable verdicts freecell 617 --after 2a"),
    ],
)
@game_argument
@position_argument
@after_option("Start after these moves from POSITION, such as '26 3a 5h', 'draw 8S+5D' or 'r2c3=g'.")
@click.option(
    "--solver",
    metavar="NAME",
    help="The solver that is asked. auto decides whether the game can be won after each move. short "
    "and shortest (in games like FreeCell) and fewest (in Pyramid) also look for short wins. "
    "score (in Pyramid) says how many points can be made after each move.  [default: auto; "
    "score in pyramid:par, where points are the aim]",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Print a row for every legal move, even if several come to the same.",
)
@unicode_option
@limit_options(seconds=30.0)
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
    """Say for each legal move in POSITION of GAME whether the game can still be won after it.

    POSITION is a deal, a file with one board, or - for standard input. Moves that win come first, those with
    the shortest wins before the others. Then come moves of which nothing is known, and then moves that lose.
    Moves that lead to equal positions share a row, and moves that change nothing are left out. "In at most 84
    moves" is the length of a win that was found; "in 84 moves, the fewest" is proved.

    Exit code 1: no move wins. 3: a limit was reached for some move, and no move is known to win.
    """
    chosen = load_game(game)
    asked = make_limits(max_nodes, max_seconds, max_memory)
    label, session, limits = session_within(asked, chosen, position, after, open_cards=True)
    with cancellable() as token, Progress(token=token, noun="move") as progress:

        def on_part(part: MoveVerdicts[Any], left: int) -> None:
            open_moves = sum(row.verdict.value == "unknown" for row in part)
            progress.show("", len(part) - open_moves, len(part))

        found = session.move_verdicts(solver=solver, limits=limits, token=token, every=every, on_part=on_part)
        cancelled = token.cancelled
    if as_json:
        for answer in found.data():
            echo_json({**about(chosen, label), **answer})
    else:
        click.echo(tone_verdicts(in_symbols(found.text())), nl=False)
    if cancelled:
        return CANCELLED
    return {"solved": ANSWERED, "unsolvable": NO, "unknown": LIMIT}[found.verdict.value]
