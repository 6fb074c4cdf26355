"""`winnable study export`: what was measured as a table."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from winnable.cli.main import ANSWERED
from winnable.cli.options import output_option
from winnable.render.files import appearing


@click.command("export")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@output_option("Writes here: Parquet where it ends in .parquet, else CSV.  [default: CSV on standard output]")
def command(file: Path, output: Path | None) -> int:
    """Write the units of FILE, a .db file, as a table: a line for each that was done.

    Parquet needs winnable[parquet].
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
