"""`winnable schema`: what each line of a command's JSON is."""

from __future__ import annotations

import json

import click

from winnable.cli.groups import Command


@click.command(
    "schema",
    cls=Command,
    examples=[
        ("What does solve --json print?", "winnable schema solve"),
        ("Which commands have a schema?", "winnable schema"),
    ],
)
@click.argument("names", metavar="[COMMAND]", nargs=-1)
def command(names: tuple[str, ...]) -> None:
    """Print the JSON Schema of each line that COMMAND --json prints; without COMMAND, list the commands."""
    from winnable.cli.json_keys import COMMANDS, schema_of

    if not names:
        click.echo("\n".join(COMMANDS))
    else:
        click.echo(json.dumps(schema_of(" ".join(names)), indent=2))
