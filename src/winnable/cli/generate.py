"""`winnable generate`: puzzles with one solution, of a size, a grade and a kind, from a seed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable, tell_cancelled
from winnable.cli.kinds import MOST_NODES, OneOf, Whole
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT
from winnable.cli.options import (
    count_option,
    default_jobs,
    jobs_option,
    json_line,
    json_option,
    load_game,
    max_seconds_option,
    output_option,
    quiet_option,
    seed_option,
)
from winnable.cli.progress import Progress


@click.command(
    "generate",
    cls=Command,
    examples=[
        ("Make a puzzle of 5 by 5 squares:", "winnable generate undead 5x5"),
        (
            "Make three easy ones, drawn as boards:",
            "winnable generate undead 5x5 --grade easy -n 3 --format grid",
        ),
    ],
)
@click.argument("game", metavar="GAME")
@click.argument("size", metavar="[SIZE]", required=False)
@click.option(
    "--grade",
    metavar="GRADE",
    default=None,
    help="How hard the puzzles are, as sgt-puzzles grades them: easy, normal or tricky.  [default: any]",
)
@click.option(
    "--technique",
    metavar="NAME",
    default=None,
    help="The hardest technique that a puzzle needs, as 'winnable explain' names them: sighting, difference, "
    "totals, one-line, two-lines or what-if.  [default: any]",
)
@click.option(
    "--mirrors",
    metavar="SHARE",
    default=None,
    help="How many squares hold a mirror: a share, 30% or 0.3, or a number.  [default: about 40%]",
)
@click.option(
    "--hidden",
    metavar="SHARE",
    default=None,
    help="How many numbers at the edge are not shown: a share, 20% or 0.2, or a number.  [default: none]",
)
@count_option("How many puzzles to make.", 1, MOST_NODES)
@seed_option
@click.option(
    "--format",
    "form",
    type=OneOf(["id", "grid"]),
    default="id",
    show_default=True,
    help="Print each puzzle as a game ID of sgt-puzzles on one line (id), or as a drawn board (grid).",
)
@json_option
@output_option("Write the puzzles to this file, which appears when all are made.")
@click.option(
    "--max-nodes",
    type=Whole(1, MOST_NODES),
    default=None,
    help="Look at no more than this many boards for each puzzle.  [default: 400000]",
)
@max_seconds_option("each puzzle")
@jobs_option
@quiet_option
def command(
    game: str,
    size: str | None,
    grade: str | None,
    technique: str | None,
    mirrors: str | None,
    hidden: str | None,
    count: int,
    seed: int,
    form: str,
    as_json: bool,
    output: Path | None,
    max_nodes: int | None,
    max_seconds: float | None,
    jobs: int | None,
) -> int:
    """Make puzzles of GAME undead that have exactly one solution; SIZE is such as 10x10.

    If you give no SIZE, it is 7x7. No two puzzles are equal. The same options and seed make the same puzzles,
    unless you use --max-seconds. Every puzzle has a deal number, which --json prints: 'winnable deal
    undead:size=10x10 NUMBER' makes it again.

    Exit code 3: a limit was reached for some puzzles, which are named, or there are not so many different
    ones.
    """
    from winnable.analysis.generate import different, too_few
    from winnable.family import require

    chosen = load_game(game)
    generator = require(chosen, "generator", chosen.family.generator)()
    given = {"size": size, "grade": grade, "technique": technique, "mirrors": mirrors, "hidden": hidden}
    asked = {name: value for name, value in given.items() if value is not None}
    made = missed = 0
    with (
        cancellable() as token,
        Progress(token=token, total=count, noun="puzzle") as progress,
        _output(output) as file,
    ):
        make = partial(
            generator.make,
            chosen,
            asked=asked,
            looked=max_nodes,
            seconds=max_seconds,
            jobs=min(count, jobs or default_jobs()),
            token=token,
            on_looked=lambda looked: progress.show(
                f"{looked:,} board{'' if looked == 1 else 's'} looked at", made
            ),
        )
        for puzzle in different(make, seed, count):
            if puzzle.position is not None:
                file.write(json_line(puzzle.data()) if as_json else puzzle.text(form, first=made == 0))
                made += 1
            elif puzzle.reason != "cancelled":
                click.echo(f"winnable: {puzzle.deal}: {puzzle.missing()}", err=True)
                missed += 1
        cancelled = token.cancelled
        if cancelled and not made + missed:
            raise KeyboardInterrupt  # there is nothing to tell, and no file to write
    if cancelled:
        tell_cancelled(made, count, "puzzle")
        return CANCELLED
    if made + missed < count:
        click.echo(f"winnable: {too_few(made)}", err=True)
    return ANSWERED if made == count else LIMIT


@contextmanager
def _output(path: Path | None) -> Iterator[IO[str]]:
    """Where puzzles go. A file appears when all that could be made is in it, and never half written."""
    if path is None:
        yield sys.stdout
        return
    from winnable.render.files import appearing

    with appearing(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        yield file
