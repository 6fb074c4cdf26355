"""`winnable study add`: asks a study that was begun for more."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED
from winnable.cli.options import echo_json, json_option
from winnable.cli.study_table import read_study_file
from winnable.text.phrases import count_noun


@click.command(
    "add",
    cls=Command,
    examples=[
        ("Ask a study for what a changed file asks for:", "winnable study add study.db study.toml"),
        ("And for what another one asks for:", "winnable study add study.db other.toml"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("study", metavar="STUDY", type=click.Path(path_type=Path))
@json_option
def command(file: Path, study: Path, as_json: bool) -> int:
    """Add to the study in FILE, a .db file, what STUDY, a TOML file, asks for.

    Usually STUDY is the file with which the study was begun, changed to name more deals or players. The next
    run measures what is new. What was measured stays.
    """
    from winnable.studies.experiments.blocks import add_study
    from winnable.studies.experiments.store import Store

    more = read_study_file(study)
    with Store(file) as store:
        added = add_study(store, more)
    if as_json:
        echo_json({"study": str(file), "added": added})
    else:
        click.echo(f"{file}: {count_noun(added, 'unit')} added")
    return ANSWERED
