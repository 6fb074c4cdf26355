"""Commands that are studies underneath: where results are kept, how far they are, one way to end early."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.interrupts import cancellable
from winnable.cli.options import default_jobs
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.studies.experiments.asked import Asked
    from winnable.studies.experiments.plan import Study
    from winnable.studies.experiments.run import Going

study_option = click.option(
    "--study",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    metavar="FILE.db",
    help="Keep each result in this file (a study), so that the same command goes on where it was.",
)


@contextmanager
def measuring(
    study: Study,
    file: Path | None,
    jobs: int | None,
    noun: str = "unit",
    token: CancelToken | None = None,
) -> Iterator[tuple[Asked, Going]]:
    """Measures what a study asks for, with its progress told, until it is done or Ctrl-C ends it; within, its
    units are read.

    Args:
        file: where results are kept; the option --study.
        jobs: threads, one per processor by default.
        noun: what a unit is called.
        token: what Ctrl-C cancels, where that has been arranged already.
    """
    from winnable.studies.experiments.measured import measured

    with ExitStack() as whole:
        with ExitStack() as stack:
            token = token or stack.enter_context(cancellable())
            progress = stack.enter_context(Progress(token=token, noun=noun))
            ready = measured(
                study,
                file=file,
                jobs=jobs or default_jobs(),
                token=token,
                on_progress=lambda going: tell_going(progress, going),
            )
            asked, going = whole.enter_context(ready)
        yield asked, going


def command_line() -> str:
    """What was asked, as a line of a shell: what the file of a study says of it."""
    return "# " + shlex.join(["winnable", *sys.argv[1:]])


def line_of(command: str, *words: str, **options: object) -> str:
    """A command with all that its results depend on, as a line of a shell: the same for the same results, in
    whatever order its options were given."""
    given = [str(word) for word in words]
    for name, value in sorted(options.items()):
        if value is True:
            given.append(f"--{name}")
        elif value not in (None, False, ""):
            given += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(["winnable", command, *given])


def tell_going(progress: Progress, going: Going) -> None:
    """Says how far a study is."""
    parts = [f"{going.failed} failed"] if going.failed else []
    if going.waiting:
        parts.append("another run does the rest")
    progress.show(", ".join(parts), going.done, going.units)
