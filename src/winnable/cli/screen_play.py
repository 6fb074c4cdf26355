"""`winnable screen play`: a game in a window of another program, read, solved and played with the pointer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.groups import Command
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    echo_json,
    game_argument,
    json_option,
    load_game,
    max_seconds_option,
    seed_option,
)
from winnable.cli.page import process_option, window_option
from winnable.errors import InputError, quote
from winnable.render.files import write_whole

if TYPE_CHECKING:
    from winnable.family import AnyGame
    from winnable.screen.played import Played
    from winnable.screen.profile import Profile
    from winnable.screen.seen import Picture
    from winnable.screen.sight import Sight
    from winnable.screen.window import Window

# How a game ends, as exit codes: what is proved lost, or given up by a policy, is a no.
CODES = {
    "won": ANSWERED,
    "lost": NO,
    "over": NO,
    "unknown": LIMIT,
    "stopped": LIMIT,
    "doubts": LIMIT,
    "asked": CANCELLED,
    "taken over": CANCELLED,
}


@click.command(
    "play",
    cls=Command,
    examples=[
        ("Play the game in a window, asking before each move:", "winnable screen play freecell --step"),
        ("Click on the window that is meant:", "winnable screen play freecell --click"),
    ],
)
@game_argument
@window_option
@process_option
@click.option("--click", "by_click", is_flag=True, help="Play in the window that you click on next.")
@click.option(
    "--profile",
    "profile_name",
    default="",
    metavar="NAME",
    help="How moves are made in that program: the name of a profile, or a .toml file.  [default: the profile "
    "that fits the window]",
)
@click.option(
    "--policy",
    default="",
    metavar="NAME",
    help="The policy that plays if cards stay hidden.",
)
@seed_option
@max_seconds_option("each position that it has to think about", 30.0)
@click.option("--step", is_flag=True, help="Ask before each move.")
@click.option("--quick", is_flag=True, help="Move the pointer faster than people do.")
@click.option("--yes", is_flag=True, help="Ask nothing about doubtful cards, and stop if there are any.")
@click.option(
    "--save",
    "save_to",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("stopped.winnable"),
    show_default=True,
    metavar="FILE",
    help="Where a game that was not won is saved as it stands.",
)
@click.option(
    "--frames",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Also write pictures into a new folder: of the first board, and of the board after each move.",
)
@click.option(
    "--report",
    is_flag=True,
    help="Print how long each stage took, which cards were doubtful, and which moves were tried again.",
)
@json_option
def command(
    game: str,
    title: str,
    process: str,
    by_click: bool,
    profile_name: str,
    policy: str,
    seed: int,
    max_seconds: float,
    step: bool,
    quick: bool,
    yes: bool,
    save_to: Path,
    frames: Path | None,
    report: bool,
    as_json: bool,
) -> int:
    """Play GAME in a window of another program, with the mouse.

    The board is read and the game is solved. After each move the board is read again, and compared with what
    the move should have led to. It stops as soon as you move the mouse or press a key. If cards stay hidden,
    as in Spider, a policy plays, a computer player that sees only what you see.

    Exit code 1: the game cannot be won, or the policy gave up. 3: the board could not be read, or a limit was
    reached; the file of --save has the game as it stands. 130: you took over.
    """
    from winnable.screen.plan import Planner
    from winnable.screen.player import Player
    from winnable.screen.pointer import HUMANE, QUICK, open_pointer
    from winnable.screen.sight import usual_reader
    from winnable.search.api import Limits

    chosen = load_game(game)
    profile, window = _profile_and_window(profile_name, title, process, by_click)
    profile.hints(chosen.info.name)
    window.check_shown()
    window.bring_forward()
    limits = Limits(seconds=max_seconds, bytes=2 * 10**9)
    planner = Planner(limits=limits, policy=policy, seed=seed, may_undo=bool(profile.keys.undo))
    with open_pointer(QUICK if quick else HUMANE) as pointer:
        player = Player(
            window,
            pointer,
            usual_reader(chosen, profile.name),
            profile,
            chosen,
            planner=planner,
            ask=_asker(pointer.again) if step else None,
            told=None if as_json else _teller(),
            shown=None if frames is None else _recorder(frames),
            wait=pointer.watch.wait,
            resolve=None if yes else _resolver(chosen, pointer.again),
        )
        played = player.play()
    _show(played, save_to, report=report, as_json=as_json)
    return CODES[played.status]


def _profile_and_window(name: str, title: str, process: str, by_click: bool) -> tuple[Profile, Window]:
    """The profile and the window that are meant.

    Raises:
        InputError: there is no such window, or several; or no profile is of it.
    """
    from winnable.screen.profile import Profile, profile_names
    from winnable.screen.window import clicked_window, find_windows, one_window, open_desktop

    named = Profile.load(name) if name else None
    desktop = open_desktop()
    if by_click:
        click.echo("click on the game's window", err=True)
        window = clicked_window(desktop=desktop)
    elif title or process:
        window = one_window(title, process, desktop=desktop)
    else:
        profiles = [named] if named else [Profile.load(each) for each in profile_names()]
        found = [
            (profile, window)
            for window in find_windows(desktop=desktop)
            for profile in profiles
            if profile.is_of(window) and window.state == "shown"
        ]
        windows = list(dict.fromkeys(window for _, window in found))
        if len(windows) != 1:
            told = ", ".join(quote(window.title) for window in windows[:6])
            many = f"{len(windows)} windows of known programs: {told}"
            raise InputError(
                many if windows else "no window of a known program",
                expected="one window",
                mend="name it with --window or --process, or --click on it",
            )
        return found[0]
    if named:
        return named, window
    for each in profile_names():
        profile = Profile.load(each)
        if profile.is_of(window):
            return profile, window
    raise InputError(
        f"no profile is of the window {quote(window.title)}",
        expected="a program with a profile: " + ", ".join(profile_names()),
        mend="name one with --profile, or make one with: winnable screen calibrate",
    )


def _asker(again: Callable[[], None]) -> Callable[[str], bool]:
    """Asks before each move; what was typed for the answer is no taking over."""

    def ask(words: str) -> bool:
        answer = click.confirm(words, default=True, err=True)
        again()
        return answer

    return ask


def _resolver(game: AnyGame, again: Callable[[], None]) -> Callable[[Sight], Sight | None]:
    """Asks about doubtful cards on a terminal, as `winnable screen read` does."""

    def resolve(sight: Sight) -> Sight | None:
        import sys

        from winnable.cli.screen_read import ask_about as answers
        from winnable.screen.sight import sight_of

        if sight.reading is None or not sys.stdin.isatty():
            return None
        before = len(sight.doubts)
        found = sight_of(answers(sight.reading))
        again()
        from dataclasses import replace

        return replace(found, corrected=before - len(found.doubts))

    return resolve


def _teller() -> Callable[[str], None]:
    """Tells each move on stderr."""
    numbers = count(1)
    return lambda line: click.echo(f"{next(numbers):4} {line}", err=True)


def _recorder(folder: Path) -> Callable[[Picture], None]:
    """Writes pictures into a folder, numbered in four digits so that names sort as moves do.

    A folder that holds pictures already is refused: the recording would be of two games.
    """
    from io import BytesIO

    from PIL import Image

    numbers = count()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder {quote(str(folder))} cannot be made: {error.strerror}") from None
    if any(folder.glob("*.png")):
        what = f"the folder {quote(str(folder))} holds pictures already"
        raise InputError(what, mend="name another one with --frames")

    def record(picture: Picture) -> None:
        out = BytesIO()
        Image.fromarray(picture).save(out, "PNG")
        path = folder / f"{next(numbers):04}.png"
        try:
            write_whole(path, out.getvalue())
        except OSError as error:
            raise InputError(f"{quote(str(path))} cannot be written: {error.strerror}") from None

    return record


def _show(played: Played, save_to: Path, *, report: bool, as_json: bool) -> None:
    saved = None
    if not played.won and played.saved:
        try:
            write_whole(save_to, played.saved.encode())
        except OSError as error:
            why = f"the game cannot be saved in {quote(str(save_to))}: {error.strerror}"
            raise InputError(
                f"{played.text().strip()}; {why}",
                mend="name another file with --save",
            ) from None
        saved = str(save_to)
    if as_json:
        echo_json({**played.data(), "saved": saved})
        return
    click.echo(played.text(), nl=False)
    if saved is not None:
        click.echo(f"the game as it stands: {saved}")
    if report:
        click.echo(played.report.text(), nl=False)
