"""Options that several commands share, and what they turn into."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from winnable.cli.kinds import MOST_NODES, MOST_SEED, Bytes, Number, OneOf, Seconds, Whole
from winnable.contract import LARGEST
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.family import AnyGame
    from winnable.search.api import Limits

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

DEFAULT_BYTES = 2_000_000_000
FORMATS = ("board", "flat", "thesis", "hand", "id", "save", "paths", "json")  # of positions as text
AUTOPLAYS = ("none", "horne", "safe", "max")
_MOST_SHOWN = 20  # deals named in a summary for people
_MOST_JOBS = 1024

_VARIANT = "winnable.variant"  # where --variant waits in click's context for load_game
_ROWS = "winnable.rows"  # and --rows for the reading of POSITION
_QUIET = "winnable.quiet"  # and --quiet for what shows progress


def variant_option(function: F) -> F:
    """--variant, which ``load_game`` puts together with GAME."""

    def keep(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        ctx.meta[_VARIANT] = value

    return click.option(
        "--variant",
        metavar="NAME",
        expose_value=False,
        callback=keep,
        help="The variant of GAME. 'winnable games GAME' lists its variants.",
    )(function)


def game_argument(function: F) -> F:
    """GAME and --variant."""
    return click.argument("game", metavar="GAME")(variant_option(function))


def rows_option(function: F) -> F:
    """--rows, which ``rows_asked_for`` tells to what reads a position."""

    def keep(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        ctx.meta[_ROWS] = value

    return click.option(
        "--rows",
        is_flag=True,
        expose_value=False,
        callback=keep,
        help="Take each line of a board as a row, as you see it on the screen, and not as a column (in games "
        "like FreeCell).",
    )(function)


def position_argument(function: F) -> F:
    """POSITION and --rows."""
    return click.argument("position", metavar="POSITION")(rows_option(function))


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
seed_option = click.option(
    "--seed",
    type=Whole(0, MOST_SEED),
    default=0,
    show_default=True,
    help="The number with which random choices start. The same seed makes the same choices.",
)
jobs_option = click.option(
    "-j",
    "--jobs",
    type=Whole(1, _MOST_JOBS),
    default=None,
    help="How many tasks run at the same time.  [default: one per processor]",
)


def quiet_option(function: F) -> F:
    """--quiet, which what shows progress asks for with ``quiet``."""

    def keep(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        ctx.meta[_QUIET] = value

    return click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, callback=keep, help="Show no progress."
    )(function)


def quiet() -> bool:
    """Does --quiet ask for no progress?"""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def count_option(what: str, usual: int | None = 1, most: int = 10**7, *, least: int = 1) -> Callable[[F], F]:
    """--count: how many of what; ``usual`` is the default, None where it is told in ``what``."""
    return click.option(
        "-n",
        "--count",
        type=Whole(least, most),
        default=usual,
        show_default=usual is not None,
        help=what,
    )


def output_option(
    what: str, metavar: str = "FILE", *, folder: bool = False, dash: bool = False, required: bool = False
) -> Callable[[F], F]:
    """--output: where a command writes what it makes, instead of printing it."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(dir_okay=folder, file_okay=not folder, path_type=Path, allow_dash=dash),
        required=required,
        metavar=metavar,
        help=what,
    )


def after_option(what: str = "Moves already made from POSITION, such as '26 3a 5h'.") -> Callable[[F], F]:
    """--after: moves already made; where it is given several times, those of the first come first."""
    return click.option(
        "--after", multiple=True, default=(), metavar="MOVES", help=what, callback=_moves_in_turn
    )


def _moves_in_turn(ctx: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str:
    return " ".join(given)


def autoplay_option(what: str, usual: str | None = None) -> Callable[[F], F]:
    """--autoplay: which cards go home by themselves."""
    return click.option(
        "--autoplay", type=OneOf(AUTOPLAYS), default=usual, show_default=usual is not None, help=what
    )


z_option = click.option(
    "--z",
    type=Number(0, 100, above=True),
    default=1.96,
    show_default=True,
    help="How wide the interval is, in standard deviations. 1.96 means a certainty of 95 %, and 3 of 99.7 %.",
)


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="WINNABLE_DATA",
    metavar="FOLDER",
    help="The folder in which games are kept.  [default: WINNABLE_DATA, or your folder for the data of "
    "programs]",
)


def picture_options(width: int) -> Callable[[F], F]:
    """--card-width, --four-colour and --dark."""

    def decorate(function: F) -> F:
        for option in (
            click.option("--dark", is_flag=True, help="Draw light marks on dark cards."),
            click.option(
                "--four-colour", "four_colours", is_flag=True, help="Give each suit its own colour."
            ),
            click.option(
                "--card-width",
                type=Number(28, 400),
                default=width,
                show_default=True,
                metavar="PIXELS",
                help="How wide a card is drawn. A square of a grid is half as wide.",
            ),
        ):
            function = option(function)
        return function

    return decorate


def limit_options(
    seconds: float | None = None, *, memory: str = "2G", jobs: bool = False, of: str = "the answer"
) -> Callable[[F], F]:
    """--max-nodes, --max-seconds and --max-memory, each a budget for the whole of one answer, which ``of``
    names; with ``jobs``, these share the default memory."""

    def decorate(function: F) -> F:
        for option in (
            max_memory_option(of, memory, jobs=jobs),
            max_seconds_option(of, seconds),
            max_nodes_option(of),
        ):
            function = option(function)
        return function

    return decorate


def max_seconds_option(of: str, usual: float | None = None) -> Callable[[F], F]:
    """--max-seconds."""
    return click.option(
        "--max-seconds",
        type=Seconds(),
        default=usual,
        show_default=usual is not None,
        help=f"Spend at most this much time on {of}.",
    )


def max_nodes_option(of: str, usual: int | None = None) -> Callable[[F], F]:
    """--max-nodes."""
    return click.option(
        "--max-nodes",
        type=Whole(1, MOST_NODES),
        default=usual,
        show_default=usual is not None,
        help=f"Search at most this many positions for {of}.",
    )


def max_memory_option(of: str, usual: str = "2G", *, jobs: bool = False) -> Callable[[F], F]:
    """--max-memory."""
    return click.option(
        "--max-memory",
        type=Bytes(),
        default=None if jobs else usual,
        metavar="SIZE",
        help=f"Use at most this much memory for {of}, such as 500M.  "
        + f"[default: {usual}{', shared by the jobs' if jobs else ''}]",
    )


def make_limits(max_nodes: int | None, max_seconds: float | None, max_memory: int) -> Limits:
    """The limits that the options ask for."""
    from winnable.search.api import Limits

    return Limits(nodes=max_nodes, seconds=max_seconds, bytes=max_memory)


def given(parameter: str) -> bool:
    """Does the command line name this parameter, by its name in Python?"""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is click.core.ParameterSource.COMMANDLINE


def load_game(name: str) -> AnyGame:
    """The game of that name, in the variant that --variant names; InputError if there is none."""
    from winnable.registry import get_game

    try:
        return get_game(name, variant_asked_for())
    except InputError as error:
        from winnable.cli.mistyped import no_game

        raise no_game(name, error) from None


def variant_asked_for() -> str | None:
    """What --variant names."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_VARIANT)


def rows_asked_for() -> bool:
    """Does --rows say that boards are typed row by row?"""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_ROWS))


def about(game: AnyGame, deal: str) -> dict[str, str]:
    """What every answer about a position begins with."""
    return {"game": game.spelled, "deal": deal}


def listed(deals: Sequence[str]) -> str:
    """Deals by name; of many their number, and the first ones."""
    if len(deals) <= _MOST_SHOWN:
        return ", ".join(deals) or "none"
    first = ", ".join(deals[:_MOST_SHOWN])
    return f"{len(deals)}, from {first}, ... (--json lists them all)"


def json_line(value: object) -> str:
    """One JSON object on one line, which any reader of JSON reads as it is meant."""
    return json.dumps(_portable(value), separators=(", ", ": "), allow_nan=False) + "\n"


def _portable(value: object) -> object:
    """The value with texts for whole numbers that others would round, and null for what JSON has no number
    for."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {key: _portable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        texts = set(map(type, value)) == {str}  # as the many moves of a solution are
        return value if texts else [_portable(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, int) and abs(value) > LARGEST:
        return str(value)
    return value


def echo_json(value: object) -> None:
    """One JSON object on one line of stdout."""
    sys.stdout.write(json_line(value))


def default_jobs() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
