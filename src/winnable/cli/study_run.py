"""`winnable study run`: measures what a study asks for, and goes on where it was interrupted."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable
from winnable.cli.kinds import Whole
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT
from winnable.cli.measuring import tell_going
from winnable.cli.options import default_jobs, echo_json, json_option, output_option, quiet_option
from winnable.cli.progress import Progress
from winnable.cli.study_table import read_study_file, show
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from winnable._core import CancelToken
    from winnable.studies.experiments.crews import Crew
    from winnable.studies.experiments.run import Going
    from winnable.studies.experiments.store import Store


_EVERY = 10.0  # seconds between objects that say how far it is


@click.command(
    "run",
    cls=Command,
    examples=[
        ("Measure what a file asks for:", "winnable study run study.toml"),
        ("Go on with it, on four processors:", "winnable study run study.db --jobs 4"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@output_option(
    "The file in which results are kept.  [default: the study's name with .db, in this folder]", "FILE.db"
)
@click.option(
    "-j",
    "--jobs",
    type=Whole(0, 1024),
    default=None,
    help="How many processes work at the same time; 0 means this one alone.  [default: one per processor]",
)
@click.option(
    "--cluster",
    default=None,
    metavar="ADDRESS",
    help="Let a dask cluster work instead: the address of its scheduler, or local for one on this machine.",
)
@click.option("--retry-failed", is_flag=True, help="Measure again what has failed before.")
@quiet_option
@json_option
def command(
    file: Path,
    output: Path | None,
    jobs: int | None,
    cluster: str | None,
    retry_failed: bool,
    as_json: bool,
) -> int:
    """Measure what the study in FILE asks for: a TOML file, or the .db file of a study that was begun.

    A study consists of units: one deal, for instance, that one player plays. Each result is kept as soon as
    it is there. However a run ends, the next one does only what is missing. Several runs may work on one file
    at the same time.

    Exit code 3: some units failed. A unit fails if it ends its process, or raises an error, twice.
    """
    if cluster is not None and jobs == 0:
        raise click.UsageError("--cluster works elsewhere, --jobs 0 here: give one")
    with ExitStack() as stack:
        store = stack.enter_context(_opened(file, output))
        token = stack.enter_context(cancellable())
        crew = stack.enter_context(_crew(cluster, default_jobs() if jobs is None else jobs, token))
        going = _run(store, crew, token, retry_failed=retry_failed, as_json=as_json)
        show(store, as_json=as_json)
    if going.cancelled:
        return CANCELLED
    return LIMIT if going.failed else ANSWERED


def _run(store: Store, crew: Crew, token: CancelToken, *, retry_failed: bool, as_json: bool) -> Going:
    from winnable.studies.experiments.run import run_study

    next_line = time.monotonic() + _EVERY

    def tell(going: Going) -> None:
        nonlocal next_line
        tell_going(progress, going)
        if as_json and time.monotonic() >= next_line:
            next_line = time.monotonic() + _EVERY
            echo_json({"study": str(store.path), **going.data()})
            sys.stdout.flush()

    with Progress(token=token, noun="unit") as progress:
        return run_study(store, crew, retry_failed=retry_failed, token=token, on_progress=tell)


def _opened(file: Path, output: Path | None) -> Store:
    """The file of results: that of a study which was begun, or one with the units of a study file."""
    from winnable.studies.experiments.blocks import add_study, missing_units
    from winnable.studies.experiments.store import Store

    if _is_database(file):
        if output is not None and output != file:
            raise InputError(f"{quote(str(file))} has its results itself", mend="leave out --output")
        return Store(file)
    study = read_study_file(file)
    path = Path(f"{file.stem}.db") if output is None else output
    store = Store(path, create=True)
    try:
        if not add_study(store, study, create=True) and (missing := missing_units(store, study)):
            what = f"{path} is of another study: {missing} of these units are not in it"
            mend = f"add them with: winnable study add {path} {file}, or name another --output"
            raise InputError(what, mend=mend, source=str(file))
    except BaseException:
        store.close()
        raise
    return store


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def _crew(address: str | None, workers: int, token: CancelToken) -> AbstractContextManager[Crew]:
    from winnable.studies.experiments.crews import here
    from winnable.studies.experiments.workers import cluster, processes

    if address is not None:
        return cluster(address, max(1, workers))
    return processes(workers) if workers else here(token)
