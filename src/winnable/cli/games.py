"""`winnable games`: which games there are, and their rules."""

from __future__ import annotations

import click

from winnable.cli.options import echo_json, json_option, load_game


@click.command("games")
@click.argument("game", metavar="[GAME]", required=False)
@json_option
def command(game: str | None, as_json: bool) -> None:
    """List the games, or show every rule of GAME.

    Any rule can be set after a colon: freecell:cells=3,columns=7.
    """
    from winnable.games.registry import game_names

    if game is None:
        width = max(map(len, game_names()))
        for name in game_names():
            info = load_game(name).info
            if as_json:
                echo_json({"game": name, "title": info.title, "family": info.family, "summary": info.summary})
            else:
                click.echo(f"{name:<{width}}  {info.summary}")
        return
    chosen = load_game(game)
    if as_json:
        info = chosen.info
        echo_json(
            {
                "game": chosen.spelled,
                "title": info.title,
                "family": info.family,
                "summary": info.summary,
                "dialects": info.dialects,
                "rules": chosen.rules,
            }
        )
        return
    click.echo(f"{chosen.info.title}: {chosen.info.summary}")
    click.echo(f"deal numbers: {', '.join(chosen.info.dialects)}")
    for key, value in chosen.rules.items():
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()
        click.echo(f"{key} = {text or 'even'}")
