"""`winnable deal`: the start of a deal, as text."""

from __future__ import annotations

import click

from winnable.cli.options import echo_json, game_argument, json_option, load_game, position_argument
from winnable.cli.positions import all_positions


@click.command("deal")
@game_argument
@position_argument
@json_option
def command(game: str, position: str, as_json: bool) -> None:
    """Show POSITION of GAME as a board that Freecell Solver reads, or as JSON.

    POSITION is a deal (617, ms:617, pysol:123456, seed:42), a range (ms:1..10), a file, or - for
    standard input. Several boards are parted by a line ---.
    """
    from winnable.formats import fcsolve, json

    chosen = load_game(game)
    for number, (label, start) in enumerate(all_positions(chosen, position)):
        setup = chosen.setup(start)
        if as_json:
            echo_json({"deal": label, **json.to_data(setup, game=chosen.spelled)})
            continue
        if number > 0:
            click.echo("---")
        click.echo(fcsolve.format_board(setup), nl=False)
