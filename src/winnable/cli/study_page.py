"""`winnable study page`: the study in a browser, filling while it runs."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.main import ANSWERED
from winnable.cli.page import page_options, started


@click.command("page")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@page_options(8618)
def command(file: Path, open_page: bool, host: str, port: int | None) -> int:
    """Serve a page of the study in FILE, a .db file, that fills while it runs, until Ctrl-C.

    How far it is, the shares of wins and the report with its plots (these need winnable[plot]) are brought up
    to date by themselves. The page only reads. FILE need not be there yet: the page then waits for it. It is
    for this machine alone, unless --host names an address that others reach: then it takes the whole link
    that is printed.
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
