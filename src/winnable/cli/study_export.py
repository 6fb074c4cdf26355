"""`winnable study export`: what was measured as a table."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED
from winnable.cli.options import output_option
from winnable.render.files import appearing


@click.command(
    "export",
    cls=Command,
    examples=[
        ("Write the results as a table:", "winnable study export study.db -o results.csv"),
        ("Look at them:", "winnable study export study.db"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@output_option(
    "Write to this file: as Parquet if it ends in .parquet (this needs winnable[parquet]), else as CSV.  "
    "[default: CSV on standard output]"
)
def command(file: Path, output: Path | None) -> int:
    """Write the results of the study in FILE, a .db file, as a table.

    Each unit that was measured is a line of the table, with everything that belongs to it.
    """
    from winnable.studies.experiments.export import write_csv, write_parquet
    from winnable.studies.experiments.store import Store

    with Store(file, write=False) as store:
        if output is None:
            write_csv(store, sys.stdout)
            return ANSWERED
        with appearing(output) as unfinished:
            if output.suffix == ".parquet":
                write_parquet(store, unfinished)
                return ANSWERED
            with unfinished.open("w", encoding="utf-8", newline="") as stream:
                write_csv(store, stream)
    return ANSWERED
