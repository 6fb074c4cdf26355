"""`winnable study merge`: several files of studies become one."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.main import ANSWERED, LIMIT
from winnable.cli.options import echo_json, json_option
from winnable.text.phrases import count_noun


@click.command("merge")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("others", metavar="OTHER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def command(file: Path, others: tuple[Path, ...], as_json: bool) -> int:
    """Put into FILE what each OTHER has, all .db files; FILE is made where there is none.

    A unit that both have measured stays as FILE has it. Exit code 3: part of a damaged file cannot be read.
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
