"""`winnable screen read`: the position in a picture or a window, and what is doubtful about it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED
from winnable.cli.options import echo_json, json_option
from winnable.errors import InputError
from winnable.render.files import write_whole

if TYPE_CHECKING:
    from winnable.cards import Card
    from winnable.screen.reading import Doubt, Reading
    from winnable.screen.seen import Picture

_SKIP = "?"


@click.command(
    "read",
    cls=Command,
    examples=[
        ("Which position is on this screenshot?", "winnable screen read screenshot.png"),
        (
            "Mark on the picture what was read:",
            "winnable screen read screenshot.png --annotated seen.png",
        ),
    ],
)
@click.argument("images", metavar="[IMAGE]...", nargs=-1)
@click.option(
    "--window", "title", metavar="TITLE", help="Read the window that has this in its title, instead of IMAGE."
)
@click.option(
    "--game", metavar="GAME", help="Which game it is.  [default: the one that the table looks like]"
)
@click.option(
    "--annotated",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png",
    help="Also write a picture with a frame around each card, in another colour if it is doubtful.",
)
@click.option(
    "--ask/--no-ask", default=None, help="Ask about doubtful cards, or not.  [default: ask on a terminal]"
)
@click.option("--yes", is_flag=True, help="Ask nothing, and stop if a card is doubtful.")
@json_option
def command(
    images: tuple[str, ...],
    title: str | None,
    game: str | None,
    annotated: Path | None,
    ask: bool | None,
    yes: bool,
    as_json: bool,
) -> int:
    """Read the position from an IMAGE of a table: a screenshot of any program, at any size.

    A card that is not certain is printed with a question mark, and listed below the board. No other command
    reads a position with such a card. On a terminal you are asked about these cards.
    """
    if bool(images) == bool(title):
        raise click.UsageError("give either IMAGE or --window TITLE")
    if annotated is not None and (len(images) > 1 or annotated.suffix.lower() != ".png"):
        raise click.UsageError("--annotated writes one FILE.png, of one picture")
    if yes and ask:
        raise click.UsageError("--yes asks nothing: give it without --ask")
    asks = not yes and (sys.stdin.isatty() if ask is None else ask)
    for number, (name, picture) in enumerate(_pictures(images, title)):
        reading = _read(picture, game or "", name)
        if asks:
            reading = ask_about(reading)
        if annotated is not None:
            _write_annotated(annotated, picture, reading)
        _check(reading, name, yes=yes)
        if as_json:
            echo_json({"game": reading.game, "deal": name, **reading.data()})
        else:
            click.echo(("---\n" if number else "") + reading.text(), nl=False)
    return ANSWERED


def _pictures(images: Sequence[str], title: str | None) -> Iterator[tuple[str, Picture]]:
    """The pictures, each with its name in errors."""
    if title is not None:
        from winnable.screen.window import one_window

        window = one_window(title=title)
        yield window.title, window.look()
        return
    from winnable.screen.picture import open_picture

    for image in images:
        yield image, open_picture(image)


def _read(picture: Picture, game: str, name: str) -> Reading:
    from winnable.screen.readout import read_picture

    try:
        return read_picture(picture, game)
    except InputError as error:
        raise error.at(source=name) from None


def ask_about(reading: Reading) -> Reading:
    """The reading with what its player says of the doubtful cards, one by one; an answer may settle
    others."""
    skipped: set[str] = set()
    while rest := [doubt for doubt in reading.doubts if doubt.spot and doubt.name not in skipped]:
        spot, card = rest[0].spot, _answer(rest[0])
        if spot is None or card is None:
            skipped.add(rest[0].name)
            continue
        try:
            reading = reading.answered({spot: card})
        except InputError as error:
            click.echo(f"{error}", err=True)
    return reading


def _answer(doubt: Doubt) -> Card | None:
    """What the player says of a card; None for "I don't know"."""
    from winnable.cards import UNKNOWN, parse_card

    click.echo(doubt.text(), err=True)
    while True:
        offered = _SKIP if doubt.value == str(UNKNOWN) else doubt.value
        text = click.prompt(f"which is it ({_SKIP}: not known)", default=offered, err=True)
        if text.strip() == _SKIP:
            return None
        try:
            card = parse_card(text.strip())
        except InputError as error:
            click.echo(f"{error}", err=True)
            continue
        if card.known:
            return card


def _check(reading: Reading, name: str, *, yes: bool) -> None:
    """InputError for what is no position, and with --yes for doubts."""
    if reading.doubts and yes:
        told = "; ".join(doubt.short() for doubt in reading.doubts)
        cards = "1 card is" if len(reading.doubts) == 1 else f"{len(reading.doubts)} cards are"
        mend = "leave --yes out to be asked about them, and see --annotated"
        raise InputError(f"{cards} doubtful: {told}", mend=mend, source=name)
    if reading.problems and not reading.doubts:
        raise InputError(reading.problems[0], mend="see what --annotated shows", source=name)


def _write_annotated(path: Path, picture: Picture, reading: Reading) -> None:
    from winnable.screen.annotate import annotated_png

    write_whole(path, annotated_png(picture, reading))
