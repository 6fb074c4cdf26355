"""Options that several commands share, and what they turn into."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from winnable.contract import LARGEST
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable.family import AnyGame
    from winnable.search.api import Limits

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}
DEFAULT_BYTES = 2_000_000_000
MOST_SEED = 2**64 - 1
MOST_NODES = 10**18  # far beyond any machine, and within what the core counts
_MOST_BYTES = 10**18
_MOST_SHOWN = 20  # deals named in a summary for people


class Bytes(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A size: 500M, 2G, 64Mi, or a number of bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]i?)?b?", str(value).strip().lower())
        size = 0.0 if match is None else float(match[1]) * _UNITS[match[2] or ""]
        if not 1 <= size <= _MOST_BYTES:
            self.fail(f"{quote(str(value))} is no size; write 500M, 2G or a number of bytes", param, ctx)
        return int(size)


class Seconds(click.FloatRange):
    """A positive number of seconds."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{quote(str(value))} is no number of seconds", param, ctx)
        return seconds


class Whole(click.IntRange):
    """A whole number with a long upper end, which help, in narrow columns, does not show."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least)
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int = super().convert(value, param, ctx)
        if number > self.most:
            self.fail(f"{number} is not in the range {self.min}<=x<={self.most}.", param, ctx)
        return number


_VARIANT = "winnable.variant"  # where --variant waits in click's context for load_game
_ROWS = "winnable.rows"  # and --rows for the reading of POSITION


def variant_option(function: F) -> F:
    """--variant, which ``load_game`` puts together with GAME."""

    def keep(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        ctx.meta[_VARIANT] = value

    return click.option(
        "--variant",
        metavar="NAME",
        expose_value=False,
        callback=keep,
        help="A variant of GAME: pyramid --variant hoyle is pyramid:hoyle.",
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
        help="A board in POSITION has a line for each row, as seen on the screen (FreeCell and its kin).",
    )(function)


def position_argument(function: F) -> F:
    """POSITION and --rows."""
    return click.argument("position", metavar="POSITION")(rows_option(function))


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")


def limit_options(
    seconds: float | None = None, *, memory: str = "2G", jobs: bool = False
) -> Callable[[F], F]:
    """--max-nodes, --max-seconds and --max-memory; with ``jobs``, these share the default memory."""

    def decorate(function: F) -> F:
        for option in (
            click.option(
                "--max-memory",
                type=Bytes(),
                default=None if jobs else memory,
                metavar="SIZE",
                help="Memory for each position's search, e.g. 500M.  "
                + f"[default: {memory}{', shared by the jobs' if jobs else ''}]",
            ),
            click.option(
                "--max-seconds",
                type=Seconds(),
                default=seconds,
                show_default=seconds is not None,
                help="Wall-clock seconds for each position.",
            ),
            click.option(
                "--max-nodes",
                type=Whole(1, MOST_NODES),
                default=None,
                help="Positions that each search may expand.",
            ),
        ):
            function = option(function)
        return function

    return decorate


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
