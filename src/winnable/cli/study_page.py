"""`winnable study page`: the study in a browser, filling while it runs."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED
from winnable.cli.page import page_options, started


@click.command(
    "page",
    cls=Command,
    examples=[
        ("Watch a study in the browser:", "winnable study page study.db --open"),
        ("At another port:", "winnable study page study.db --port 8700"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@page_options(8618)
def command(file: Path, open_page: bool, host: str, port: int | None) -> int:
    """Show the study in FILE, a .db file, as a page in the browser, until you press Ctrl-C. The page fills
    while the study runs.

    It says how far the study is, and what share of games each player has won, and shows the report with its
    plots (these need winnable[plot]). If there is no FILE yet, the page waits for it. Only this machine can
    open the page, unless --host names an address that others reach. Then only people who have the whole link
    can use it.
    """
    from winnable.web.study.app import serve_study

    serve_study(
        file,
        host=host,
        port=port,
        on_start=started(f"The page of {file}", open_page=open_page),
        on_wait=lambda: click.echo(f"winnable: there is no {file} yet; the page waits for it", err=True),
    )
    return ANSWERED
