"""`winnable sheet`: puzzles on paper, their solutions on the last page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable
from winnable.cli.kinds import MOST_NODES, OneOf, Whole
from winnable.cli.main import ANSWERED, LIMIT
from winnable.cli.options import (
    count_option,
    default_jobs,
    given,
    jobs_option,
    load_game,
    output_option,
    quiet_option,
    seed_option,
)
from winnable.cli.positions import all_entries, made
from winnable.cli.progress import Progress
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.analysis.generate import Generator
    from winnable.family import AnyGame
    from winnable.render.drawing import Drawing
    from winnable.render.sheet import Puzzle


@click.command(
    "sheet",
    cls=Command,
    examples=[
        ("Print six easy puzzles:", "winnable sheet undead:size=5x5,grade=easy -n 6 -o sheet.svg"),
        ("Print the puzzles that seeds 1 to 4 make:", "winnable sheet undead:size=5x5 1..4 -o sheet.svg"),
    ],
)
@click.argument("game", metavar="GAME")
@click.argument("position", metavar="[POSITION]", required=False)
@count_option("How many puzzles to make, if there is no POSITION.", None, MOST_NODES)
@seed_option
@output_option(
    "The file to write: FILE.pdf (it needs winnable[print]), or FILE.svg, which makes FILE-1.svg and so on, "
    "one for each page.",
    required=True,
)
@click.option(
    "--per-page",
    type=Whole(1, 40),
    default=None,
    help="How many puzzles stand on a page, 40 at most.  [default: 6, or fewer if their squares would be too "
    "small to write in]",
)
@click.option(
    "--paper", type=OneOf(["a4", "letter"]), default="a4", show_default=True, help="The size of the pages."
)
@click.option("--title", default="Undead", show_default=True, help="The words at the top of every page.")
@jobs_option
@quiet_option
def command(
    game: str,
    position: str | None,
    count: int | None,
    seed: int,
    output: Path,
    per_page: int | None,
    paper: str,
    title: str,
    jobs: int | None,
) -> int:
    """Print puzzles of GAME, which is undead, on pages, with their solutions on the last page.

    POSITION is a file of game IDs or boards, - for standard input, or the seeds of boards to make, such as
    1..12. Without POSITION, new puzzles are made, as many as --count says. They are of the kind that GAME
    names: undead:size=10x10,grade=tricky. No two are equal.

    Exit code 3: some puzzles could not be made. Then nothing is printed.
    """
    from winnable.family import require
    from winnable.render.sheet import sheet_pages

    if (position is None) == (count is None) or (position is not None and given("seed")):
        raise click.UsageError("give a POSITION, or --count and --seed")
    chosen = load_game(game)
    generator = require(chosen, "generator", chosen.family.generator)()
    if output.suffix.lower() not in (".pdf", ".svg"):
        raise InputError(f"{quote(output.name)} names no format", expected="a file that ends in .pdf or .svg")
    if position is not None:
        puzzles = _read(generator, chosen, position)
    else:
        assert count is not None
        with cancellable() as token:
            puzzles = _made(generator, chosen, count, seed, jobs or default_jobs(), token)
            if token.cancelled:
                raise KeyboardInterrupt  # nothing is printed
        if len(puzzles) < count:
            return LIMIT
    pages = sheet_pages(puzzles, paper=paper, per_page=per_page, title=title)
    for path in _write(pages, output):
        click.echo(str(path))
    return ANSWERED


def _read(generator: Generator[Any], game: AnyGame, text: str) -> list[Puzzle]:
    """Puzzles with their solutions, numbered, with the grade that their text names; InputError for one that
    has no solution."""
    from winnable.analysis.scenes import scene_of
    from winnable.render.sheet import Puzzle
    from winnable.search.api import Verdict
    from winnable.search.solvers import make_solver

    solver = make_solver(game)
    puzzles = []
    for number, (label, entry) in enumerate(all_entries(game, text), 1):
        position = made(game, entry)
        result = solver.solve(position)
        if result.verdict is not Verdict.SOLVED:
            raise InputError(f"{label}: this board has no solution", expected="boards that can be solved")
        solution = position
        for move in result.moves:
            solution = game.play(solution, move)
        note = "" if result.unique else "one of several"
        if note:
            click.echo(f"winnable: {label}: has several solutions", err=True)
        scenes = scene_of(game, position), scene_of(game, solution)
        grade = "" if entry.setup is None else generator.grade_of(entry.setup)
        puzzles.append(Puzzle(f"{number}, {grade}" if grade else str(number), *scenes, note))
    return puzzles


def _made(
    generator: Generator[Any], game: AnyGame, count: int, seed: int, jobs: int, token: CancelToken
) -> list[Puzzle]:
    """Puzzles that a seed makes, numbered, with their grade; those that were not found are named instead."""
    from winnable.analysis.generate import different, too_few
    from winnable.analysis.scenes import scene_of
    from winnable.render.sheet import Puzzle

    puzzles: list[Puzzle] = []
    missed = 0
    with Progress(token=token, total=count, noun="puzzle") as progress:
        make = partial(
            generator.make,
            game,
            jobs=min(count, jobs),
            token=token,
            on_looked=lambda looked: progress.show(f"{looked:,} boards looked at", len(puzzles)),
        )
        for board in different(make, seed, count):
            if board.position is not None and board.solution is not None:
                name = f"{len(puzzles) + 1}, {board.grade}"
                scenes = scene_of(game, board.position), scene_of(game, board.solution)
                puzzles.append(Puzzle(name, *scenes, str(board.deal)))
            elif board.reason != "cancelled":
                click.echo(f"winnable: {board.deal}: {board.missing()}", err=True)
                missed += 1
    if len(puzzles) + missed < count and not token.cancelled:
        click.echo(f"winnable: {too_few(len(puzzles))}", err=True)
    return puzzles


def _write(pages: Sequence[Drawing], output: Path) -> list[Path]:
    """Writes the pages, and says to which files."""
    from winnable.render.files import write_whole

    if output.suffix.lower() == ".pdf":
        from winnable.render.pdf import pdf_of

        write_whole(output, pdf_of(pages))
        return [output]
    from winnable.render.drawing import document

    paths = [output.with_stem(f"{output.stem}-{number}") for number in range(1, len(pages) + 1)]
    for path, page in zip(paths, pages, strict=True):
        write_whole(path, document(page, unit="mm").encode())
    return paths
