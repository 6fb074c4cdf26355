"""`winnable study export`: what was measured as a table."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import click

from winnable.cli.main import ANSWERED


@click.command("export")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    metavar="FILE",
    help="Writes here: Parquet where it ends in .parquet, else CSV.  [default: CSV on standard output]",
)
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
        # Beside it, so that it is there whole or not at all.
        unfinished = output.with_name(f".{output.name}.{os.getpid()}")
        try:
            if output.suffix == ".parquet":
                write_parquet(store, unfinished)
            else:
                with unfinished.open("w", encoding="utf-8", newline="") as stream:
                    write_csv(store, stream)
            unfinished.replace(output)
        finally:
            with suppress(FileNotFoundError):
                unfinished.unlink()
    return ANSWERED
