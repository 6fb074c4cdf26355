"""`winnable sheet`: puzzles on paper, their solutions on the last page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.main import ANSWERED
from winnable.cli.options import load_game, position_argument
from winnable.cli.positions import all_positions
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable.render.sheet import Puzzle
    from winnable.render.svg import Drawing


@click.command("sheet")
@click.argument("game", metavar="GAME")
@position_argument
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="FILE.pdf (needs winnable[print]), or FILE.svg: then FILE-1.svg and so on, one for each page.",
)
@click.option(
    "--per-page",
    type=click.IntRange(1, 40),
    default=6,
    show_default=True,
    metavar="N",
    help="Puzzles on each page.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the pages."
)
@click.option("--title", default="Undead", show_default=True, help="Printed above every page.")
def command(game: str, position: str, output: Path, per_page: int, paper: str, title: str) -> int:
    """Print the puzzles that POSITION names, for GAME undead, with their solutions on the last page.

    POSITION is a file of game IDs or boards, - for standard input, or seeds of boards to make, such as 1..12.
    """
    from winnable.render.sheet import sheet_pages

    chosen = load_game(game)
    if chosen.info.family != "undead":
        raise InputError(f"{chosen.info.title} has no sheets", expected="undead")
    if output.suffix.lower() not in (".pdf", ".svg"):
        raise InputError(f"{quote(output.name)} names no format", expected="a file that ends in .pdf or .svg")
    puzzles = _puzzles(chosen, position)
    pages = sheet_pages(puzzles, paper=paper, per_page=per_page, title=title)
    for path in _write(pages, output):
        click.echo(str(path))
    return ANSWERED


def _puzzles(game: Any, text: str) -> list[Puzzle]:
    """The puzzles with their solutions, numbered; InputError for one that has none."""
    from winnable.render.sheet import Puzzle
    from winnable.search.api import Verdict
    from winnable.search.undead_solver import UndeadSolver

    solver = UndeadSolver(game)
    puzzles = []
    for number, (label, position) in enumerate(all_positions(game, text), 1):
        result = solver.solve(position)
        if result.verdict is not Verdict.SOLVED:
            raise InputError(f"{label}: this board has no solution", expected="boards that can be solved")
        solution = position
        for move in result.moves:
            solution = game.play(solution, move)
        note = "" if result.unique else "one of several"
        if note:
            click.echo(f"winnable: {label}: has several solutions", err=True)
        puzzles.append(Puzzle(str(number), position, solution, note))
    return puzzles


def _write(pages: Sequence[Drawing], output: Path) -> list[Path]:
    """Writes the pages, and says to which files."""
    if output.suffix.lower() == ".pdf":
        from winnable.render.pdf import pdf_of

        output.write_bytes(pdf_of(pages))
        return [output]
    from winnable.render.svg import document

    paths = [output.with_stem(f"{output.stem}-{number}") for number in range(1, len(pages) + 1)]
    for path, page in zip(paths, pages, strict=True):
        path.write_text(document(page, unit="mm"), encoding="utf-8")
    return paths
