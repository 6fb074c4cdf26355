"""`winnable screen calibrate`: a profile for a program that has none yet."""

from __future__ import annotations

from pathlib import Path

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED
from winnable.cli.options import game_argument, load_game, output_option
from winnable.cli.page import process_option, window_option
from winnable.errors import InputError, quote
from winnable.render.files import write_whole


@click.command(
    "calibrate",
    cls=Command,
    examples=[
        ("Make a profile, and click on the window:", "winnable screen calibrate freecell my_program"),
        (
            "Make one for the window with this title:",
            "winnable screen calibrate freecell my_program --window FreeCell",
        ),
    ],
)
@game_argument
@click.argument("name", metavar="NAME")
@window_option
@process_option
@output_option("Write the profile to this file.  [default: NAME.toml among your own profiles]", "FILE.toml")
@click.option("--force", is_flag=True, help="Write over a profile that is there.")
def command(game: str, name: str, title: str, process: str, output: Path | None, force: bool) -> int:
    """Make a profile NAME for the program in whose window GAME has just been dealt.

    A profile tells 'winnable screen play' how moves are made in a program. You are asked to make a few moves
    by hand, and to say how you made each of them. If neither --window nor --process names the window, you
    click on it first. The profile is a text file: look it over, and then try it with 'winnable screen play
    --step'.
    """
    from winnable.screen.calibrate import Calibration, calibrate
    from winnable.screen.profile import own_profiles
    from winnable.screen.sight import usual_reader
    from winnable.screen.window import clicked_window, one_window, open_desktop

    chosen = load_game(game)
    if not name.replace("_", "").replace("-", "").isalnum():
        raise InputError(f"{quote(name)} is no name of a profile", expected="letters, digits, - and _")
    path = output or own_profiles() / f"{name}.toml"
    if path.exists() and not force:
        raise InputError(f"{quote(str(path))} is there already", mend="take another NAME, or --force")
    desktop = open_desktop()
    if title or process:
        window = one_window(title, process, desktop=desktop)
    else:
        click.echo("click on the game's window", err=True)
        window = clicked_window(desktop=desktop)
    user = Calibration(
        say=lambda line: click.echo(line, err=True),
        choose=lambda question, words: str(
            click.prompt(question, type=click.Choice(words), default=words[0], err=True)
        ),
        text=lambda question: str(click.prompt(question, default="", show_default=False, err=True)),
    )
    profile = calibrate(name, window, usual_reader(chosen), chosen, user)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, profile.toml().encode())
    except OSError as error:
        what = f"cannot write {quote(str(path))}: {error.strerror}"
        raise InputError(what, mend="name a --output") from None
    click.echo(str(path))
    return ANSWERED
