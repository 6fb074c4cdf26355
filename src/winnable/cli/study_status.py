"""`winnable study status`: how far a study is, and what it has found."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.main import ANSWERED, LIMIT
from winnable.cli.options import json_option
from winnable.cli.study_table import show


@click.command("status")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> int:
    """Show the study in FILE, a .db file: units done, and for each game and player the share of wins.

    Units that a limit left undecided, and failed ones, count as lost in the lower end of the interval and as
    won in the upper. It is Wilson's; where a stop rule decides when to end, the one that holds then, too.
    A run may be at work meanwhile. Exit code 3: some units failed.
    """
    from winnable.studies.experiments.store import Store

    with Store(file, write=False) as store:
        return LIMIT if show(store, as_json=as_json).failed else ANSWERED
