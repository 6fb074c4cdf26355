"""`winnable show`: what is on the table, as text or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
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


@click.command(
    "show",
    cls=Command,
    examples=[
        ("Draw deal 617 after the move 2a:", "winnable show freecell 617 --after 2a"),
        ("The same as a picture in a file:", "winnable show freecell 617 --after 2a -o board.svg"),
    ],
)
@game_argument
@position_argument
@after_option(
    "Start after these moves from POSITION, such as '26 3a' or 'draw'. In Spider a move names the cards that "
    "it turned up: '37=QH deal=KS,7D,...'."
)
@click.option(
    "--format",
    "form",
    type=OneOf(FORMATS),
    default=None,
    help="Print the position as text that every command reads as a POSITION. 'winnable deal --help' "
    "explains the formats.",
)
@output_option(
    "Write a picture to this file: FILE.svg, FILE.png or FILE.pdf (the last two need winnable[print]). "
    "FILE.txt and FILE.json hold the same drawing as text and as data."
)
@picture_options(80)
@unicode_option
@click.option("--open", "open_cards", is_flag=True, help="Also show the cards that the player does not see.")
@click.option(
    "--line",
    "line_at",
    default="",
    metavar="LABEL",
    help="In Undead, show what can be seen from this number at the edge, such as D3 above column 3.",
)
@click.option(
    "--candidates",
    type=OneOf(["sighting", "difference", "totals", "one-line", "two-lines"]),
    default=None,
    help="In Undead, show what each open square may still hold, if you use no reasons that are "
    "harder than this technique of 'winnable explain'.",
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
    """Draw POSITION of GAME, on the terminal or as a picture in a file.

    POSITION is a deal, a file with one board, or - for standard input. If the game hides cards, you see what
    a player sees, and cards that nobody knows may be written ??.
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
