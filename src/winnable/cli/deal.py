"""`winnable deal`: the start of a deal, or any position, as text."""

from __future__ import annotations

import click

from winnable.cli.options import echo_json, game_argument, json_option, load_game, position_argument
from winnable.cli.positions import all_positions


@click.command("deal")
@game_argument
@position_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["board", "flat", "thesis", "json"]),
    default="board",
    show_default=True,
    help="A drawn board; for Pyramid also the deck on one line, or the thesis's JSON; or our JSON.",
)
@json_option
def command(game: str, position: str, form: str, as_json: bool) -> None:
    """Show POSITION of GAME as a board, or in another format.

    POSITION is a deal (617, ms:617, pysol:123456, seed:42), a range (ms:1..10), a file, or - for
    standard input. Several boards are parted by a line ---; the other formats take a line each.
    """
    from winnable.formats.boards import position_data, write_position

    chosen = load_game(game)
    for number, (label, start) in enumerate(all_positions(chosen, position)):
        if as_json or form == "json":
            echo_json({"deal": label, **position_data(chosen, start)})
            continue
        text = write_position(chosen, start, form)
        click.echo(f"---\n{text}" if number > 0 and form == "board" else text, nl=False)
