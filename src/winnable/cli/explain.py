"""`winnable explain`: a whole solution, step by step, as one reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.interrupts import cancellable
from winnable.cli.kinds import OneOf
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    about,
    after_option,
    echo_json,
    json_option,
    limit_options,
    load_game,
    make_limits,
    output_option,
    quiet_option,
)
from winnable.cli.positions import one_session
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.analysis.explain import Explained


@click.command("explain")
@click.argument("game", metavar="GAME")
@click.argument("position", metavar="POSITION")
@after_option("Moves already made from POSITION, such as 'r2c3=g'.")
@click.option(
    "--hardest",
    default=None,
    metavar="RUNG",
    help="Use no reasons beyond this rung: sighting, difference, totals, one-line, two-lines or what-if.  "
    "[default: the last]",
)
@click.option(
    "--print",
    "style",
    type=OneOf(["lines", "boards"]),
    default="lines",
    show_default=True,
    help="Print a line for each step, or after each line also the board.",
)
@output_option(
    "Write a drawing of each step with its line: FOLDER/step-1.svg and so on.", "FOLDER", folder=True
)
@limit_options(seconds=60.0)
@quiet_option
@json_option
def command(
    game: str,
    position: str,
    after: str,
    hardest: str | None,
    style: str,
    output: Path | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Explain step by step how POSITION of GAME, which is undead, is solved.

    Each step names its rule, its line and its cells; a what-if shows the chain that refutes it. Exit
    code 1: there is no solution, or several, and the steps end where nothing more follows; 3: a
    limit came first.
    """
    from winnable.family import require

    chosen = load_game(game)
    require(chosen, "explain", chosen.family.explain)
    label, session = one_session(chosen, position, after, open_cards=True)
    with cancellable() as token, Progress(token=token, seconds=max_seconds):
        limits = make_limits(max_nodes, max_seconds, max_memory)
        explained = session.explain(hardest=hardest, limits=limits, token=token)
        cancelled = token.cancelled
    if as_json:
        for step in explained.data():
            echo_json({**about(chosen, label), **step})
    else:
        click.echo(explained.text(boards=style == "boards"), nl=False)
    if output is not None:
        _draw(explained, output)
    if explained.solved:
        return ANSWERED
    return CANCELLED if cancelled else NO if explained.complete else LIMIT


def _draw(explained: Explained, folder: Path) -> None:
    from winnable.render.drawing import document
    from winnable.render.files import write_whole
    from winnable.render.svg import draw

    folder.mkdir(parents=True, exist_ok=True)
    for number, frame in enumerate(explained.frames(), 1):
        text = document(draw(frame.scene), title=frame.title)
        write_whole(folder / f"step-{number}.svg", text.encode())
