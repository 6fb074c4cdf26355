"""`winnable study merge`: several files of studies become one."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED, LIMIT
from winnable.cli.options import echo_json, json_option
from winnable.text.phrases import count_noun


@click.command(
    "merge",
    cls=Command,
    examples=[
        ("Put two studies into one file:", "winnable study merge all.db study.db other.db"),
        ("Put what another one has into a study:", "winnable study merge study.db other.db"),
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("others", metavar="OTHER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def command(file: Path, others: tuple[Path, ...], as_json: bool) -> int:
    """Put what each OTHER study has measured into FILE. All of them are .db files.

    FILE is made if it is not there. What FILE has measured itself stays as it is.

    Exit code 3: a damaged file could be read only in part.
    """
    from winnable.studies.experiments.merge import merge
    from winnable.studies.experiments.store import Store

    unread = False
    with Store(file, create=True) as into:
        for path in others:
            with Store(path, write=False) as other:
                found = merge(into, other)
            for why in found.unread:
                click.echo(f"winnable: {why}", err=True)
            unread |= bool(found.unread)
            if as_json:
                counts = {"added": found.units, "merged": found.results, "there": found.there}
                echo_json({"study": str(file), "other": str(path), **counts})
            else:
                results = f"{count_noun(found.results, 'result')} of {path}"
                click.echo(f"{file}: {results}, {found.there} there already")
    return LIMIT if unread else ANSWERED
