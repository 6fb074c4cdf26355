"""`winnable study status`: how far a study is, and what it has found."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED, LIMIT
from winnable.cli.options import json_option
from winnable.cli.study_table import show


@click.command(
    "status",
    cls=Command,
    examples=[
        ("How far is the study?", "winnable study status study.db"),
        ("The same for a program:", "winnable study status study.db --json"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> int:
    """Say how far the study in FILE, a .db file, is, and what share of the games each player has won.

    What was not decided within the limits, and what failed, counts as lost at the lower end of the interval
    and as won at the upper end. You may ask while a run is at work.

    Exit code 3: some units failed.
    """
    from winnable.studies.experiments.store import Store

    with Store(file, write=False) as store:
        return LIMIT if show(store, as_json=as_json).failed else ANSWERED
