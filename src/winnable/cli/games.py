"""`winnable games`: which games there are, their rules, and their variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.options import echo_json, json_option, load_game, variant_asked_for, variant_option

if TYPE_CHECKING:
    from winnable.family import AnyGame


@click.command(
    "games",
    cls=Command,
    examples=[
        ("Which games are there?", "winnable games"),
        ("Which variants of Pyramid?", "winnable games pyramid"),
    ],
)
@click.argument("game", metavar="[GAME]", required=False)
@variant_option
@json_option
def command(game: str | None, as_json: bool) -> None:
    """List the games; or show all rules of GAME, and its variants.

    Each variant is named with the books or programs that play the game so. If GAME hides cards, the policies
    are listed, too: these are computer players that see only what you see. Any rule can be changed after a
    colon: freecell:cells=3,columns=7 or pyramid:hoyle,passes=2.
    """
    from winnable.registry import game_names

    if game is not None:
        (_show_json if as_json else _show)(load_game(game))
        return
    if variant_asked_for() is not None:
        raise click.UsageError("--variant is of one game: name it")
    width = max(map(len, game_names()))
    for name in game_names():
        info = load_game(name).info
        if as_json:
            echo_json({"game": name, "title": info.title, "family": info.family, "summary": info.summary})
        else:
            click.echo(f"{name:<{width}}  {info.summary}")


def _show_json(game: AnyGame) -> None:
    from winnable.registry import variant_specs
    from winnable.search.policy import policy_names

    info = game.info
    data = {
        "game": game.spelled,
        "title": info.title,
        "family": info.family,
        "summary": info.summary,
        "dialects": info.dialects,
        "rules": game.rules,
        "options": list(game.info.options),
    }
    if policies := policy_names(game):
        data["policies"] = list(policies)
    if specs := variant_specs(info.name):
        data["variants"] = {
            name: {"title": spec.title, "summary": spec.summary, "source": spec.source}
            for name, spec in specs.items()
        }
    echo_json(data)


def _show(game: AnyGame) -> None:
    from winnable.registry import variant_specs
    from winnable.search.policy import policy_names

    click.echo(f"{game.info.title}: {game.info.summary}")
    click.echo(f"deal numbers: {', '.join(game.info.dialects)}")
    for key, value in game.rules.items():
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()
        click.echo(f"{key} = {text or 'even'}")
    for told in game.family.told_rules(game):
        click.echo(told)
    if policies := policy_names(game):
        click.echo(f"policies that play it: {', '.join(policies)}")
    specs = variant_specs(game.info.name)
    if game.info.variant in specs:
        click.echo(f"played so by: {specs[game.info.variant].source}")
        return
    width = max(map(len, specs), default=0)
    for name, spec in specs.items():
        click.echo(f"variant {name:<{width}}  {spec.summary} ({spec.source})")
