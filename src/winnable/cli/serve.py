"""`winnable serve`: the analysis board in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.kinds import Whole
from winnable.cli.main import ANSWERED
from winnable.cli.page import page_options, started


@click.command("serve")
@page_options(8617)
@click.option(
    "-j",
    "--jobs",
    type=Whole(1, 256),
    help="How many searches run at once. They share half of the memory, each with 500 MB to 4 GB.  "
    "[default: one per processor]",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="WINNABLE_DATA",
    help="The folder in which games are kept.  [default: WINNABLE_DATA, or the user's data folder]",
)
@click.option(
    "--read-only",
    is_flag=True,
    help="Write nothing to disk: games are played as ever, but kept in memory and in the browser only.",
)
def command(
    open_page: bool, host: str, port: int | None, jobs: int | None, data: Path | None, read_only: bool
) -> int:
    """Serve the analysis board as a page in the browser, until Ctrl-C.

    The page is for this machine alone, unless --host names an address that others reach: then it takes the
    whole link that is printed to use it. Pages of other origins cannot ask it anything.
    """
    from winnable.web.serve import serve

    say = started("The analysis board", open_page=open_page)
    serve(host=host, port=port, workers=jobs, data=data, read_only=read_only, on_start=say)
    return ANSWERED
