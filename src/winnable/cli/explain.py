"""`winnable explain`: a whole solution, step by step, as one reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
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
from winnable.cli.positions import session_within
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.analysis.explain import Explained


@click.command(
    "explain",
    cls=Command,
    examples=[
        ("Explain how a puzzle is solved:", "winnable explain undead seed:1"),
        (
            "Use easy reasons only, and draw the board after each:",
            "winnable explain undead seed:1 --hardest difference --print boards",
        ),
    ],
)
@click.argument("game", metavar="GAME")
@click.argument("position", metavar="POSITION")
@after_option("Start after these moves from POSITION, such as 'r2c3=g', a ghost in row 2, column 3.")
@click.option(
    "--hardest",
    default=None,
    metavar="NAME",
    help="Use no harder technique than this: sighting, difference, totals, one-line, two-lines or "
    "what-if.  [default: what-if]",
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
    "Also draw each step with its line of sight, into FOLDER/step-1.svg and so on.", "FOLDER", folder=True
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

    POSITION is a game ID, the seed of a board (seed:1), a file with one board, or - for standard input. Each
    step names the rule that it uses, the line of sight and the squares. A what-if supposes a monster in a
    square, and shows that this leads to a contradiction.

    Exit code 1: there is no solution, or there are several, and the steps end where nothing more follows. 3:
    a limit was reached.
    """
    from winnable.family import require

    chosen = load_game(game)
    require(chosen, "explain", chosen.family.explain)
    asked = make_limits(max_nodes, max_seconds, max_memory)
    label, session, limits = session_within(asked, chosen, position, after, open_cards=True)
    with cancellable() as token, Progress(token=token, seconds=max_seconds):
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
