"""`winnable schema`: what each line of a command's JSON is."""

from __future__ import annotations

import json

import click


@click.command("schema")
@click.argument("names", metavar="[COMMAND]", nargs=-1)
def command(names: tuple[str, ...]) -> None:
    """Print the JSON Schema of what COMMAND --json prints on each line; without COMMAND, list them all."""
    from winnable.cli.json_keys import COMMANDS, schema_of

    if not names:
        click.echo("\n".join(COMMANDS))
    else:
        click.echo(json.dumps(schema_of(" ".join(names)), indent=2))
