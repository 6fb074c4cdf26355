"""`winnable search`: a textbook search, or one that somebody wrote about, with its statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    MOST_NODES,
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

if TYPE_CHECKING:
    from winnable.search.algorithms import SearchKind
    from winnable.search.api import SolveResult

_AUTOPLAYS = ("none", "horne", "safe", "max")
_TEXTBOOK = (
    "heuristic",
    "weight",
    "depth_limit",
    "beam_width",
    "autoplay",
    "supermoves",
    "off_foundation",
)
_STATS = (
    "expanded",
    "generated",
    "duplicates",
    "backtracks",
    "depth",
    "branching",
    "peak_bytes",
    "seconds",
)


@click.command("search")
@game_argument
@position_argument
@click.option(
    "--algorithm",
    default="astar",
    show_default=True,
    metavar="NAME",
    help="breadth_first, depth_first, iterative_deepening, uniform_cost, greedy, astar, weighted_astar, "
    "ida_star, beam; thesis for pairing games; brute, random, squares, paths, tightened for Undead.",
)
@click.option(
    "--heuristic",
    default=None,
    metavar="WEIGHTS",
    help="Features with weights, foundation=.5,blocked=.3, or a name: student_v1, student_v2, needed_above; "
    "of pairing games removals=.5,covered=.25, of Undead open=.6,choices=.2.",
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
@click.option("--no-kings-first", is_flag=True, help="thesis: kings have no precedence.")
@click.option("--no-pyramid-first", is_flag=True, help="thesis: pairs within the pyramid have no precedence.")
@click.option("--no-frees-first", is_flag=True, help="thesis: freeing more cards gives no precedence.")
@click.option(
    "--dead-ends",
    type=click.Choice(["both", "single", "shared", "none"]),
    default="both",
    show_default=True,
    help="thesis: which of its checks for dead ends are made.",
)
@click.option("--table", is_flag=True, help="thesis: search each position once.")
@click.option("--draw-moves", is_flag=True, help="thesis: draw and recycle are moves, too; complete.")
@click.option(
    "--zero-fill", is_flag=True, help="Undead's methods: first fill in the lines that show nothing."
)
@click.option(
    "--zero-sum",
    is_flag=True,
    help="squares, paths, tightened: check the difference of the two sightings of a line.",
)
@click.option("--second", is_flag=True, help="Undead's methods: go on for a second solution.")
@click.option(
    "--seed", type=click.IntRange(0, MOST_NODES), default=None, help="random: of its draws.  [default: 1]"
)
@click.option(
    "--tries",
    type=click.IntRange(1, MOST_NODES),
    default=None,
    help="random: boards drawn at most.  [default: 1000000]",
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
    algorithm: str,
    after: str,
    trace: str | None,
    every: int,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
    **options: Any,
) -> int:
    """Search from POSITION of GAME with a textbook algorithm, or as the thesis on Pyramid did, or the
    dissertation on Undead.

    Lengths count the player's moves; those of --autoplay are left out. Exit code 1: proved
    unwinnable; 3: a limit was reached, or the search is one that leaves positions out.
    """
    from winnable.search.trace import TraceWriter

    chosen = load_game(game)
    run = _search(chosen, algorithm, options)
    label, start = one_position(chosen, position, after)
    asked = {**about(chosen, label), "algorithm": algorithm}
    observer = nullcontext(None) if trace is None else TraceWriter(trace, every=every, about=asked)
    with cancellable() as token, observer as watching:
        result = run(
            chosen,
            start,
            limits=make_limits(max_nodes, max_seconds, max_memory),
            observer=watching,
            token=token,
        )
        cancelled = token.cancelled
    _show(chosen, label, start, result, algorithm, as_json)
    if cancelled:
        return CANCELLED
    return {"solved": ANSWERED, "unsolvable": NO, "unknown": LIMIT}[result.verdict.value]


def _search(game: Any, algorithm: str, options: dict[str, Any]) -> Callable[..., SolveResult[Any]]:
    """The search with its options; InputError for one that belongs to another search."""
    from winnable.errors import InputError
    from winnable.search.algorithms import ALGORITHMS, search

    own = game.family.searches()
    if algorithm not in own and algorithm not in ALGORITHMS:
        known = ", ".join((*ALGORITHMS, *own))
        raise InputError(f"{game.info.name} has no search {algorithm!r}", expected=f"one of {known}")
    taken = own[algorithm].options if algorithm in own else _TEXTBOOK
    context = click.get_current_context()
    for name in options:
        if name not in taken and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise InputError(f"{algorithm} takes no {_spelled(name)}", expected=_expected(name, taken, own))
    chosen = {name: options[name] for name in taken}
    if algorithm in own:
        return partial(own[algorithm].run, **chosen)
    return partial(search, algorithm=algorithm, **chosen)


def _spelled(name: str) -> str:
    return "--" + name.replace("_", "-")


def _expected(name: str, taken: Sequence[str], own: Mapping[str, SearchKind]) -> str:
    """What goes instead with an algorithm that takes no such option."""
    takers = [other for other, kind in own.items() if name in kind.options]
    if takers:
        return "it with --algorithm " + " or ".join(filter(None, (", ".join(takers[:-1]), takers[-1])))
    return "some of " + ", ".join(_spelled(other) for other in taken)


def _show(game: Any, label: str, start: Any, result: SolveResult[Any], algorithm: str, as_json: bool) -> None:
    from winnable.text.solution_text import move_texts

    texts = move_texts(game, start, result.moves)
    stats = {name: getattr(result.stats, name) for name in _STATS}
    figures = asdict(result.figures) if hasattr(result, "figures") else None
    if as_json:
        data: dict[str, Any] = {
            **about(game, label),
            "algorithm": algorithm,
            "verdict": result.verdict.value,
            "reason": result.reason.value,
            "why": [result.why] if result.why else [],
            "length": len(texts),
            "moves": texts,
            "cost": result.cost,
            "lower_bound": result.lower_bound,
            "optimal": result.optimal,
            "stats": stats,
        }
        if result.solutions is not None:
            second = move_texts(game, start, result.second)
            data |= {"solutions": result.solutions, "unique": result.unique, "second": second}
        echo_json(data if figures is None else {**data, "figures": figures})
        return
    _print(game, result, texts, algorithm)
    for name, value in (stats if figures is None else figures).items():
        shown = f"{value:,.3g}" if isinstance(value, float) else f"{value:,}"
        click.echo(f"# {name.replace('_', ' ')}: {shown}")
    from winnable.moves import lay_out

    click.echo(lay_out(texts), nl=False)
    if result.second:
        click.echo("# another solution")
        click.echo(lay_out(move_texts(game, start, result.second)), nl=False)


def _others(result: SolveResult[Any]) -> str:
    """Of a search for a second solution, what it came to."""
    if not result.solutions or (result.unique is None and result.reason.value == "goal"):
        return ""
    if result.unique is None:
        return ", whether there are others is not known"
    return ", the only solution" if result.unique else ", not unique"


def _print(game: Any, result: SolveResult[Any], texts: list[str], algorithm: str) -> None:
    """The verdict and the lengths."""
    click.echo(f"# {algorithm}: {result.verdict.value} ({result.reason.value}){_others(result)}")
    if texts:
        click.echo(f"# {game.family.solutions().found(result, texts)}")
    elif result.lower_bound:
        click.echo(f"# no solution has fewer than {result.lower_bound:g} moves")
