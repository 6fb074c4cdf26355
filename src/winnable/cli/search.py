"""`winnable search`: a textbook search, with its statistics."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

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
from winnable.cli.positions import Label, one_position

if TYPE_CHECKING:
    from winnable.games.patience import PatienceGame, PatienceMove, PatiencePosition
    from winnable.search.api import SolveResult

_AUTOPLAYS = ("none", "horne", "safe", "max")


@click.command("search")
@game_argument
@position_argument
@click.option(
    "--algorithm",
    default="astar",
    show_default=True,
    metavar="NAME",
    help="breadth_first, depth_first, iterative_deepening, uniform_cost, greedy, astar, weighted_astar, "
    "ida_star or beam.",
)
@click.option(
    "--heuristic",
    default=None,
    metavar="WEIGHTS",
    help="Features with weights, foundation=.5,blocked=.3, or a name: student_v1, student_v2, needed_above.",
)
@click.option("--weight", type=float, default=None, help="Of the estimate, in weighted_astar.")
@click.option("--depth-limit", type=click.IntRange(min=1), default=None, help="Deepest position, in moves.")
@click.option(
    "--beam-width", type=click.IntRange(min=1), default=None, help="Positions kept of each level, in beam."
)
@click.option(
    "--autoplay",
    type=click.Choice(_AUTOPLAYS),
    default="none",
    show_default=True,
    help="Automatic moves after each move.",
)
@click.option("--supermoves/--single-cards", default=True, help="May groups move at once?  [default: yes]")
@click.option(
    "--off-foundation/--no-off-foundation",
    default=True,
    help="May cards come back from the foundations, where the rules let them?  [default: yes]",
)
@click.option(
    "--after", default="", metavar="MOVES", help="Moves already made from POSITION, e.g. '26 3a 5h'."
)
@click.option(
    "--trace", type=click.Path(dir_okay=False), default=None, help="Write events to this file, as JSON lines."
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Every how many-th event the trace holds.",
)
@limit_options()
@json_option
def command(
    game: str,
    position: str,
    after: str,
    trace: str | None,
    every: int,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
    **options: Any,
) -> int:
    """Search from POSITION of GAME with a textbook algorithm.

    Lengths count the player's moves; those of --autoplay are left out. Exit code 1: proved
    unwinnable; 3: a limit was reached, or the search is one that leaves positions out.
    """
    from winnable.search.algorithms import search
    from winnable.search.trace import TraceWriter

    chosen = load_game(game)
    label, start = one_position(chosen, position, after)
    about = {"game": chosen.spelled, "deal": label, "algorithm": options["algorithm"]}
    observer = nullcontext(None) if trace is None else TraceWriter(trace, every=every, about=about)
    with cancellable() as token, observer as watching:
        result = search(
            chosen,
            start,
            limits=make_limits(max_nodes, max_seconds, max_memory),
            observer=watching,
            token=token,
            **options,
        )
        cancelled = token.cancelled
    _show(chosen, label, start, result, options["algorithm"], as_json)
    if cancelled:
        return CANCELLED
    return {"solved": ANSWERED, "unsolvable": NO, "unknown": LIMIT}[result.verdict.value]


def _show(
    game: PatienceGame,
    label: Label,
    start: PatiencePosition,
    result: SolveResult[PatienceMove],
    algorithm: str,
    as_json: bool,
) -> None:
    from winnable.formats.solution_text import move_texts
    from winnable.moves import lay_out

    texts = move_texts(game, start, result.moves)
    stats = {
        name: getattr(result.stats, name)
        for name in (
            "expanded",
            "generated",
            "duplicates",
            "backtracks",
            "depth",
            "branching",
            "peak_bytes",
            "seconds",
        )
    }
    if as_json:
        echo_json(
            {
                "deal": label,
                "algorithm": algorithm,
                "verdict": result.verdict.value,
                "reason": result.reason.value,
                "length": len(texts),
                "moves": texts,
                "cost": result.cost,
                "lower_bound": result.lower_bound,
                "optimal": result.optimal,
                "stats": stats,
            }
        )
        return
    click.echo(f"# {algorithm}: {result.verdict.value} ({result.reason.value})")
    if texts:
        proof = ", proved fewest" if result.optimal else ""
        click.echo(f"# {result.cost:g} moves by the player{proof}, {len(texts)} with the automatic ones")
    elif result.lower_bound:
        click.echo(f"# no solution has fewer than {result.lower_bound:g} moves")
    for name, value in stats.items():
        click.echo(
            f"# {name.replace('_', ' ')}: {value:,.3g}"
            if isinstance(value, float)
            else f"# {name.replace('_', ' ')}: {value:,}"
        )
    click.echo(lay_out(texts), nl=False)
