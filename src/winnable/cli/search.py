"""`winnable search`: textbook searches, and those that somebody wrote about, with their statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable, until_cancelled
from winnable.cli.kinds import MOST_NODES, Names, Number, OneOf, Whole
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    after_option,
    autoplay_option,
    echo_json,
    game_argument,
    json_option,
    limit_options,
    load_game,
    make_limits,
    quiet_option,
    rows_option,
    seed_option,
)
from winnable.cli.positions import all_positions, how_many
from winnable.cli.progress import Progress
from winnable.cli.search_table import Run, shown, summary, tables
from winnable.errors import InputError, quote
from winnable.names import find_name, unknown_name

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.family import AnyGame
    from winnable.search.algorithms import SearchKind
    from winnable.search.api import Limits, SolveResult

_MOVE_OPTIONS = ("autoplay", "supermoves", "off_foundation")
# A game, a position, and by name limits, observer and token.
Search = Callable[..., Any]


@click.command(
    "search",
    cls=Command,
    examples=[
        ("Search deal 617 with A*:", "winnable search freecell 617 --max-nodes 20000"),
        (
            "Compare two searches on three deals:",
            "winnable search pyramid 1..3 --algorithm greedy,depth_first --max-nodes 2000",
        ),
    ],
)
@game_argument
@click.argument("positions", metavar="POSITION...", nargs=-1, required=True)
@rows_option
@click.option(
    "--algorithm",
    "algorithms",
    type=Names(),
    default="astar",
    show_default=True,
    metavar="NAMES",
    help="One search, or several with commas between them: breadth_first, depth_first, iterative_deepening, "
    "uniform_cost, greedy, astar, weighted_astar, ida_star, beam. For Pyramid also thesis, and for Undead "
    "brute, random, squares, paths and tightened, as students' theses on these games describe them.",
)
@click.option(
    "--heuristic",
    default=None,
    metavar="WEIGHTS",
    help="How a board is judged: features with weights, such as foundation=.5,blocked=.3 (in Pyramid "
    "removals=.5,covered=.25, in Undead open=.6,choices=.2), or the name of a set: student_v1, student_v2 or "
    "needed_above.",
)
@click.option(
    "--weight",
    type=Number(),
    default=None,
    help="For weighted_astar: what the estimate of the moves still to come is multiplied by.",
)
@click.option("--depth-limit", type=Whole(1), default=None, help="Search no deeper than this many moves.")
@click.option(
    "--beam-width", type=Whole(1), default=None, help="For beam: how many positions it keeps at each depth."
)
@autoplay_option("Which cards go to the foundations by themselves after each move.", "none")
@click.option(
    "--supermoves/--single-cards",
    default=True,
    help="Let groups of cards move at once, or only single cards.",
)
@click.option(
    "--off-foundation/--no-off-foundation",
    default=True,
    help="Let cards come back from the foundations, if the rules allow it, or not.  [default: let them]",
)
@click.option("--no-kings-first", is_flag=True, help="For thesis: do not try kings first.")
@click.option(
    "--no-pyramid-first", is_flag=True, help="For thesis: do not try pairs within the pyramid first."
)
@click.option(
    "--no-frees-first", is_flag=True, help="For thesis: do not try moves that free more cards first."
)
@click.option(
    "--dead-ends",
    type=OneOf(["both", "single", "shared", "none"]),
    default="both",
    show_default=True,
    help="For thesis: which of its two checks for dead ends it makes.",
)
@click.option("--table", is_flag=True, help="For thesis: search no position twice.")
@click.option(
    "--draw-moves",
    is_flag=True,
    help="For thesis: treat draw and recycle as moves like others. Then it misses no solution.",
)
@click.option(
    "--zero-fill",
    is_flag=True,
    help="For the searches of Undead: first fill in the lines from which nothing is seen.",
)
@click.option(
    "--zero-sum",
    is_flag=True,
    help="For squares, paths and tightened: check the difference between the numbers at a line's two ends.",
)
@click.option("--second", is_flag=True, help="For the searches of Undead: look for a second solution, too.")
@seed_option
@click.option(
    "--tries",
    type=Whole(1, MOST_NODES),
    default=None,
    help="For random: how many boards it draws at most.",
)
@after_option("Start after these moves from POSITION, such as '26 3a 5h'.")
@click.option(
    "--trace",
    type=click.Path(dir_okay=False),
    default=None,
    metavar="FILE",
    help="Write what the search does to this file, a line of JSON for each event. 'winnable replay' shows "
    "it.",
)
@click.option(
    "--every",
    type=Whole(1),
    default=1,
    show_default=True,
    help="Keep only every Nth event in the trace.",
)
@limit_options(of="each search")
@quiet_option
@json_option
def command(
    game: str,
    positions: tuple[str, ...],
    algorithms: tuple[str, ...],
    after: str,
    trace: str | None,
    every: int,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
    **options: Any,
) -> int:
    """Run textbook searches from each POSITION of GAME, and say what they did.

    POSITION is a deal, a range (ms:1..10), a file or - for standard input. With one position and one
    algorithm, the moves that were found are printed. With more of either you get a table with averages.
    Lengths count the player's moves, without those of --autoplay.

    Exit code 1: it is proved that the one position that you asked about cannot be won. 3: a limit was
    reached, or nothing was found by a search that leaves out positions.
    """
    chosen = load_game(game)
    searches = _searches(chosen, algorithms, options)
    limits = make_limits(max_nodes, max_seconds, max_memory)
    with cancellable() as token:
        items = until_cancelled(_positions(chosen, positions, after), token)
        first = list(islice(items, 2))
        if len(first) == len(searches) == 1:
            only = next(iter(searches.items()))
            with Progress(token=token, seconds=max_seconds):
                runs = [_one(chosen, first[0], only, limits, token, trace, every)]
            _show(chosen, runs[0], as_json)
        elif trace is not None:
            raise InputError(
                "a trace is of one search", expected="one position and one --algorithm with --trace"
            )
        else:
            count = how_many(chosen, positions)
            with Progress(
                token=token, total=None if count is None else count * len(searches), noun="search"
            ) as progress:
                runs = _many(chosen, chain(first, items), searches, limits, token, progress, as_json)
            _show_many(chosen, runs, list(searches), as_json)
        cancelled = token.cancelled
    if cancelled and not runs:
        raise KeyboardInterrupt  # of nothing there is no table
    return CANCELLED if cancelled else _code(runs)


def _code(runs: Sequence[Run]) -> int:
    """What the answers together mean."""
    verdicts = {run.result.verdict.value for run in runs}
    if "unknown" in verdicts:
        return LIMIT
    return NO if verdicts == {"unsolvable"} and len({run.label for run in runs}) == 1 else ANSWERED


def _positions(game: AnyGame, texts: Sequence[str], after: str) -> Iterator[tuple[str, Any]]:
    """Every position that the arguments name, after the moves in ``after``, with its name."""
    for text in texts:
        yield from all_positions(game, text, after)


def _one(
    game: AnyGame,
    found: tuple[str, Any],
    named: tuple[str, Search],
    limits: Limits,
    token: CancelToken,
    trace: str | None,
    every: int,
) -> Run:
    """One search, with its trace."""
    from winnable.search.trace import TraceWriter
    from winnable.text.boards import position_data

    (label, start), (algorithm, search) = found, named
    if trace is None:
        return Run(label, start, algorithm, search(game, start, limits=limits, token=token))
    about = {"game": game.spelled, "deal": label, "algorithm": algorithm, "start": position_data(game, start)}
    with TraceWriter(trace, every=every, about=about) as observer:
        result = search(game, start, limits=limits, observer=observer, token=token)
        observer.ended = {"verdict": result.verdict.value, "reason": result.reason.value}
    return Run(label, start, algorithm, result)


def _many(
    game: AnyGame,
    positions: Iterable[tuple[str, Any]],
    searches: Mapping[str, Search],
    limits: Limits,
    token: CancelToken,
    progress: Progress,
    as_json: bool,
) -> list[Run]:
    """Searches each position in each way, as far as nobody cancels, and prints each as JSON if asked to."""
    runs: list[Run] = []
    for label, start in positions:
        for algorithm, search in searches.items():
            progress.show(f"now {label} by {algorithm}", len(runs))
            run = Run(label, start, algorithm, search(game, start, limits=limits, token=token))
            if run.cancelled:
                return runs
            runs.append(run.without_moves())
            if as_json:
                echo_json(run.data(game))
    return runs


def _show_many(game: AnyGame, runs: Sequence[Run], algorithms: Sequence[str], as_json: bool) -> None:
    """All searches together."""
    if not runs:
        return  # cancelled before the first one ended
    if as_json:
        for algorithm in algorithms:
            echo_json(summary(game, algorithm, runs))
    else:
        click.echo(tables(runs, algorithms))


def _searches(game: AnyGame, names: Sequence[str], options: dict[str, Any]) -> dict[str, Search]:
    """The searches by name, each with the options that it takes; InputError for an option that none takes."""
    from winnable.search.algorithms import ALGORITHMS, search

    own = game.family.searches()
    names = _known(game, names, own)
    known = {name: _textbook_options(game, name) for name in ALGORITHMS}
    known |= {name: tuple(option.name for option in kind.options) for name, kind in own.items()}
    takes = {name: known[name] for name in names}
    context = click.get_current_context()
    for option in options:
        given = context.get_parameter_source(option) is not ParameterSource.DEFAULT
        if given and not any(option in taken for taken in takes.values()):
            verb = "takes" if len(takes) == 1 else "take"
            taken = list(dict.fromkeys(chain.from_iterable(takes.values())))
            what = f"{' and '.join(names)} {verb} no {_spelled(option)}"
            raise InputError(what, expected=_expected(option, taken, known))
    return {
        name: partial(
            own[name].run if name in own else partial(search, algorithm=name),
            **{option: options[option] for option in taken},
        )
        for name, taken in takes.items()
    }


def _known(game: AnyGame, given: Sequence[str], own: Mapping[str, SearchKind]) -> list[str]:
    """The searches that are meant; InputError for a name that is none, empty or repeated."""
    from winnable.search.algorithms import ALGORITHMS

    expected = "one of " + ", ".join(ALGORITHMS)
    if own:
        expected += f", or of {game.info.name}'s own: " + ", ".join(own)
    names: list[str] = []
    for text in given:
        name = find_name(text, (*ALGORITHMS, *own))
        if not text or name in names:
            what = f"--algorithm names {quote(text)} twice" if text else "--algorithm has an empty name"
            raise InputError(what, expected=f"{expected}; of several each once, with commas between them")
        if name is None:
            what = f"{game.info.name} has no search {quote(text)}"
            near = unknown_name(what, text, (*ALGORITHMS, *own))
            raise near if near.mend else InputError(what, expected=expected)
        names.append(name)
    return names


def _textbook_options(game: AnyGame, name: str) -> tuple[str, ...]:
    """What a textbook search of a game takes beside the limits."""
    from winnable.search.algorithms import ALGORITHMS

    info = ALGORITHMS[name]
    return (*(("heuristic",) if info.informed else ()), *info.options, *game.family.search_options)


def _spelled(name: str) -> str:
    return "--" + name.replace("_", "-")


def _expected(name: str, taken: Sequence[str], known: Mapping[str, Sequence[str]]) -> str:
    """What goes instead with an algorithm that takes no such option; ``known`` are the options of each."""
    takers = [other for other, options in known.items() if name in options]
    if takers:
        return "it with --algorithm " + " or ".join(filter(None, (", ".join(takers[:-1]), takers[-1])))
    if name in _MOVE_OPTIONS:
        return "it in a pile-building game such as freecell"
    return "some of " + ", ".join(_spelled(other) for other in taken)


def _show(game: AnyGame, run: Run, as_json: bool) -> None:
    """One search of one position."""
    from winnable.moves import lay_out
    from winnable.text.solution_text import move_texts

    if as_json:
        echo_json(run.data(game))
        return
    result, texts = run.result, move_texts(game, run.start, run.result.moves)
    _print(game, result, texts, run.algorithm)
    for name, value in (run.figures or run.stats).items():
        click.echo(f"# {name.replace('_', ' ')}: {shown(value)}")
    click.echo(lay_out(texts), nl=False)
    if result.second:
        click.echo("# another solution")
        click.echo(lay_out(move_texts(game, run.start, result.second)), nl=False)


def _others(result: SolveResult[Any]) -> str:
    """Of a search for a second solution, what it came to."""
    if not result.solutions or (result.unique is None and result.reason.value == "goal"):
        return ""
    if result.unique is None:
        return ", whether there are others is not known"
    return ", the only solution" if result.unique else ", not unique"


def _print(game: AnyGame, result: SolveResult[Any], texts: list[str], algorithm: str) -> None:
    """The verdict and the lengths."""
    told = f"{result.verdict.value} ({result.reason.value}){_others(result)}"
    if result.verdict.value == "unknown" and result.reason.value == "cancelled":
        told = "cancelled"
    click.echo(f"# {algorithm}: {told}")
    if texts:
        click.echo(f"# {game.family.solutions().found(result, texts)}")
    elif result.lower_bound:
        click.echo(f"# no solution has fewer than {result.lower_bound:g} moves")
