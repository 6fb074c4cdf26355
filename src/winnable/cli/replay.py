"""`winnable replay`: a trace step by step in the terminal, as lines, or as an animation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.kinds import Number, OneOf
from winnable.cli.main import ANSWERED
from winnable.cli.options import count_option, output_option, picture_options, quiet_option
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.studies.replay import Replay, Step

_WORDS = 60  # characters of the way in an animation's caption


@click.command(
    "replay",
    cls=Command,
    examples=[
        ("Step through a trace:", "winnable replay trace.jsonl"),
        ("Draw it as an animation:", "winnable replay trace.jsonl -o search.svg"),
    ],
)
@click.argument("trace", metavar="TRACE")
@click.option(
    "--print",
    "printed",
    type=OneOf(["lines", "boards"]),
    default=None,
    help="Print all steps, a line for each, or after each line also the board.  [default: lines, if there "
    "is no terminal]",
)
@output_option("Draw the steps as an animation, into this file.", "FILE.svg")
@count_option(
    "How many steps to draw at most. If there are more, steps are left out evenly.", 60, 10_000, least=2
)
@click.option(
    "--speed",
    type=Number(0.1, 50),
    default=2,
    show_default=True,
    help="How many steps there are in a second, in the animation and at first on the terminal.",
)
@picture_options(40)
@quiet_option
def command(
    trace: str,
    printed: str | None,
    output: Path | None,
    count: int,
    speed: float,
    card_width: float,
    four_colours: bool,
    dark: bool,
) -> int:
    """Show a search step by step, from TRACE, a file that 'winnable search --trace' has written.

    On a terminal these keys work: n or space goes to the next step, p to the previous one, a number and Enter
    to that step, f and l to the first and the last one; r runs and stops, + and - change the speed, q quits.
    """
    from winnable.studies.replay import Replay

    if output is not None and printed is not None:
        raise click.UsageError("--print prints to standard output, --output writes a file: give one of them")
    if output is not None:
        _check_name(output)
    with Replay(trace) as replay:
        if output is not None:
            from winnable.render.style import Style

            style = Style(width=card_width, four_colours=four_colours, dark=dark)
            _draw(replay, output, count, 1 / speed, style)
        elif printed is None and sys.stdin.isatty() and sys.stdout.isatty():
            from winnable.cli.player import Player

            Player(replay, speed).run()
        else:
            _print(replay, boards=printed == "boards")
    return ANSWERED


def _check_name(output: Path) -> None:
    from winnable.errors import InputError, quote

    if output.suffix.lower() != ".svg":
        raise InputError(
            f"{quote(output.name)} is no name for an animation", expected="a file that ends in .svg"
        )


def _print(replay: Replay, *, boards: bool) -> None:
    click.echo(f"# {replay.title()}: {replay.sampling()}")
    for index in range(len(replay)):
        step = replay.step(index)
        click.echo(step.text())
        if boards:
            click.echo(replay.scene(step).text() + "\n")
    if replay.ending():
        click.echo(f"# {replay.ending()}")


def _draw(replay: Replay, output: Path, most: int, seconds: float, style: object) -> None:
    """Writes the animation, and says which steps are in it."""
    from winnable.errors import InputError
    from winnable.render.drawing import document
    from winnable.render.files import write_whole
    from winnable.render.film import Frame, film
    from winnable.render.style import Style
    from winnable.studies.replay import evenly

    assert isinstance(style, Style)
    if len(replay) == 0:
        raise InputError("this trace has no events", source=replay.source, expected="one or more to draw")
    places = evenly(len(replay), most)
    drawn = f"{len(places):,} of {replay.sampling()}" if len(places) < len(replay) else replay.sampling()
    title = f"{replay.title()}: {drawn}"
    frames = []
    with Progress(total=len(places), noun="step") as progress:
        for place in places:
            step = replay.step(place)
            last = place == len(replay) - 1
            frames.append(Frame(replay.scene(step), _captions(replay, step, last=last), step.event.depth))
            progress.show("", len(frames))
    write_whole(output, document(film(frames, style, seconds=seconds, title=title), title=title).encode())
    click.echo(str(output))
    if len(places) < len(replay):
        click.echo(f"# {drawn}; --count draws more")


def _captions(replay: Replay, step: Step, *, last: bool) -> tuple[str, ...]:
    ending = f"; {replay.ending()}" if last and replay.ending() else ""
    way = " ".join(step.moves)
    if len(way) > _WORDS:
        way = "... " + way[-_WORDS:].partition(" ")[2]
    return (f"{step.text()}{ending}", f"so far: {step.tally()}", f"moves: {way or 'none'}")
