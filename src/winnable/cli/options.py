"""Options that several commands share, and what they turn into."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.games.patience import PatienceGame
    from winnable.search.api import Limits

F = TypeVar("F", bound=Callable[..., Any])

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}
DEFAULT_BYTES = 2_000_000_000


class Bytes(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A size: 500M, 2G, 64Mi, or a number of bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]i?)?b?", str(value).strip().lower())
        if match is None or (size := int(float(match[1]) * _UNITS[match[2] or ""])) < 1:
            self.fail(f"{value!r} is no size; write 500M, 2G or a number of bytes", param, ctx)
        return size


game_argument = click.argument("game", metavar="GAME")
position_argument = click.argument("position", metavar="POSITION")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")


def limit_options(seconds: float | None = None) -> Callable[[F], F]:
    """--max-nodes, --max-seconds and --max-memory."""

    def decorate(function: F) -> F:
        for option in (
            click.option(
                "--max-memory",
                type=Bytes(),
                default=DEFAULT_BYTES,
                metavar="SIZE",
                help="Memory for each position's search, e.g. 500M.  [default: 2G]",
            ),
            click.option(
                "--max-seconds",
                type=click.FloatRange(min=0, min_open=True),
                default=seconds,
                show_default=seconds is not None,
                help="Wall-clock seconds for each position.",
            ),
            click.option(
                "--max-nodes",
                type=click.IntRange(min=1),
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


def load_game(name: str) -> PatienceGame:
    """The game of that name; InputError if there is none."""
    from winnable.games.registry import get_game

    game: PatienceGame = get_game(name)
    return game


def echo_json(value: object) -> None:
    """One JSON object on one line of stdout."""
    sys.stdout.write(json.dumps(value, separators=(", ", ": ")) + "\n")


@contextmanager
def cancellable() -> Iterator[CancelToken]:
    """A token that the first Ctrl-C cancels, so that work answers with what it knows; a second interrupts."""
    from winnable._core import CancelToken

    token = CancelToken()

    def on_interrupt(signum: int, frame: object) -> None:
        if token.cancelled:
            raise KeyboardInterrupt
        token.cancel()

    previous = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield token
    finally:
        signal.signal(signal.SIGINT, previous)


def default_jobs() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
