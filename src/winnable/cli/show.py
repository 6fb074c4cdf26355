"""`winnable show`: what is on the table, as text or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.ink import CARD_FORMS, draw, in_symbols, unicode_option
from winnable.cli.kinds import OneOf
from winnable.cli.main import ANSWERED
from winnable.cli.options import (
    FORMATS,
    about,
    after_option,
    echo_json,
    game_argument,
    json_option,
    load_game,
    output_option,
    picture_options,
    position_argument,
)
from winnable.cli.positions import one_session


@click.command("show")
@game_argument
@position_argument
@after_option(
    "Moves already made from POSITION, such as '26 3a' or 'draw'; in Spider with what came to light: "
    "'37=QH deal=KS,7D,...'."
)
@click.option(
    "--format",
    "form",
    type=OneOf(FORMATS),
    default=None,
    help="As text that every command reads as a POSITION: the board, or what else deal writes.",
)
@output_option("FILE.svg; FILE.png or FILE.pdf (these need winnable[print]); FILE.json or FILE.txt.")
@picture_options(80)
@unicode_option
@click.option("--open", "open_cards", is_flag=True, help="Also the cards that the player does not see.")
@click.option(
    "--line", "line_at", default="", metavar="LABEL", help="Undead: what D3, or another sighting, sees."
)
@click.option(
    "--candidates",
    type=OneOf(["sighting", "difference", "totals", "one-line", "two-lines"]),
    default=None,
    help="Undead: what open squares may still hold, by reasons no harder than this.",
)
@json_option
def command(
    game: str,
    position: str,
    after: str,
    form: str | None,
    output: Path | None,
    four_colours: bool,
    dark: bool,
    card_width: float,
    open_cards: bool,
    line_at: str,
    candidates: str | None,
    as_json: bool,
) -> int:
    """Show a POSITION of GAME: as text, or as a picture in a file.

    POSITION is a deal, a file with one board, or - for standard input. Where a game hides cards it is what
    the player sees, and cards that nobody knows may be ??; --format board then writes a board to go on from.
    """
    from winnable.render.files import check_ending, write_scene
    from winnable.render.style import Style
    from winnable.text.boards import write_position

    if as_json and output is not None:
        raise click.UsageError("--json prints to standard output, --output writes a file: give one of them")
    if form is not None and (as_json or output is not None):
        raise click.UsageError("--format writes a position as text: give it without --json and --output")
    if output is not None:
        check_ending(output)
    chosen = load_game(game)
    label, session = one_session(chosen, position, after, open_cards=open_cards)
    if form is not None:
        place = session.known if session.unseen else session.position
        text = write_position(chosen, place, form, session.notes)
        click.echo(in_symbols(text) if form in CARD_FORMS else text, nl=False)
        return ANSWERED
    rung = None if candidates is None else candidates.replace("-", " ")
    scene = session.scene(line_at=line_at, ruled_out_by=rung)
    if output is not None:
        write_scene(scene, output, Style(width=card_width, four_colours=four_colours, dark=dark))
        click.echo(str(output))
    elif as_json:
        echo_json({**about(chosen, label), "scene": scene.data()})
    else:
        click.echo(draw(scene, four_colours=four_colours))
    return ANSWERED
