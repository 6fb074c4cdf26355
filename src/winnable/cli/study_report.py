"""`winnable study report`: what was measured as a page, as Markdown, or one plot alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED
from winnable.cli.options import output_option
from winnable.errors import InputError, quote
from winnable.render.files import write_whole

if TYPE_CHECKING:
    from winnable.studies.experiments.store import Store
    from winnable.studies.reports.document import Document, Pictures

_PAGE = (".html", ".htm")
_TEXT = (".md", ".markdown")


@click.command(
    "report",
    cls=Command,
    examples=[
        ("Write the report as Markdown:", "winnable study report study.db -o report.md"),
        ("Draw one plot:", "winnable study report study.db --plot time -o time.svg"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@output_option(
    "Write one file: FILE.html, or FILE.md with its plots beside it; with --plot FILE.svg, FILE.png or "
    "FILE.pdf. - is standard output.  [default: NAME-report.html and NAME-report.md, in this folder]",
    dash=True,
)
@click.option(
    "--plot",
    default=None,
    metavar="NAME",
    help="Draw only this plot: time, cactus, survival, nodes, winrate, equity or memory.",
)
def command(file: Path, output: Path | None, plot: str | None) -> int:
    """Write tables and plots of the study in FILE, a .db file: as a page of HTML, and as Markdown.

    Plots need winnable[plot]; without it there are only tables. You may write a report while a run is at
    work.
    """
    from winnable.studies.experiments.store import Store

    with Store(file, write=False) as store:
        if plot is not None:
            _one_plot(store, file, plot, output)
        else:
            _whole(store, file, output)
    return ANSWERED


def _one_plot(store: Store, file: Path, name: str, output: Path | None) -> None:
    from winnable.names import pick_name
    from winnable.studies.reports.document import panels_of
    from winnable.studies.reports.draw import FORMS, NO_MATPLOTLIB, can_draw, draw
    from winnable.studies.reports.panels import PLOTS

    name = pick_name("plot", name, PLOTS)
    path = Path(f"{file.stem}-{name}.svg") if output is None else output
    form = "svg" if path == Path("-") else path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        expected = "a file that ends in .svg, .png or .pdf"
        raise InputError(f"{quote(path.name)} names no format of pictures", expected=expected)
    if not can_draw():
        raise InputError(NO_MATPLOTLIB)
    panels = panels_of(store, name)
    if not panels:
        what = "nothing was measured that this plot shows"
        raise InputError(what, expected="results with what it shows", source=str(file))
    _write(path, draw(panels, form))


def _whole(store: Store, file: Path, output: Path | None) -> None:
    from winnable.studies.reports.document import report_of
    from winnable.studies.reports.draw import NO_MATPLOTLIB, can_draw
    from winnable.studies.reports.html import html
    from winnable.studies.reports.markdown import markdown

    stem = f"{file.stem}-report"
    paths = [Path(f"{stem}.html"), Path(f"{stem}.md")] if output is None else [output]
    for path in paths:
        if path != Path("-") and path.suffix.lower() not in (*_PAGE, *_TEXT):
            raise InputError(
                f"{quote(path.name)} names no format", expected="a file that ends in .html or .md"
            )
    document, plots = report_of(store), can_draw()
    for path in paths:
        if path.suffix.lower() in _PAGE:
            _write(path, html(document, plots=plots).encode())
        elif path == Path("-") or not plots:
            _write(path, markdown(document).encode())
        else:
            _with_pictures(document, path)
    if not plots:
        click.echo(f"winnable: no plots: {NO_MATPLOTLIB}", err=True)


def _with_pictures(document: Document, path: Path) -> None:
    from winnable.studies.reports.draw import draw
    from winnable.studies.reports.markdown import markdown

    def drawn(pictures: Pictures) -> str:
        beside = path.with_name(f"{path.stem}-{pictures.name}.svg")
        _write(beside, draw(pictures.panels, "svg"))
        return beside.name

    text = markdown(document, drawn)
    _write(path, text.encode())


def _write(path: Path, content: bytes) -> None:
    if path == Path("-"):
        sys.stdout.write(content.decode())
        return
    write_whole(path, content)
    click.echo(str(path))
