"""`winnable serve`: the analysis board in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.kinds import Whole
from winnable.cli.main import ANSWERED
from winnable.cli.options import data_option
from winnable.cli.page import page_options, started


@click.command(
    "serve",
    cls=Command,
    examples=[
        ("Open the board in your browser:", "winnable serve --open"),
        ("Only look, and keep nothing on disk:", "winnable serve --open --read-only"),
    ],
)
@page_options(8617)
@click.option(
    "-j",
    "--jobs",
    type=Whole(1, 256),
    help="How many searches run at the same time. Together they use at most half of the machine's "
    "memory, and each of them 500 MB to 4 GB.  [default: one per processor]",
)
@data_option
@click.option(
    "--read-only",
    is_flag=True,
    help="Write nothing to disk. Games are kept in memory and in the browser only.",
)
def command(
    open_page: bool, host: str, port: int | None, jobs: int | None, data: Path | None, read_only: bool
) -> int:
    """Open the analysis board as a page in the browser, until you press Ctrl-C.

    Only this machine can open the page, unless --host names an address that others reach. Then the link that
    is printed ends in a key, and only people who have the whole link can use the page.
    """
    from winnable.web.serve import serve

    say = started("The analysis board", open_page=open_page)
    serve(host=host, port=port, workers=jobs, data=data, read_only=read_only, on_start=say)
    return ANSWERED
