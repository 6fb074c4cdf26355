"""`winnable screen`: games in pictures and windows. Its commands are imported only when they run."""

from __future__ import annotations

import os

import click

from winnable.cli.groups import LazyGroup

# Name -> (module below winnable.cli, one line of help).
COMMANDS = {
    "read": ("screen_read", "Read the position from a picture or a window."),
    "calibrate": ("screen_calibrate", "Make a profile for a program that has none."),
    "play": ("screen_play", "Play a game in a window of another program."),
}


@click.group(
    "screen",
    cls=LazyGroup,
    sections={"Commands": COMMANDS},
    examples=[
        ("Which position is on this screenshot?", "winnable screen read screenshot.png"),
        ("Play the game in a window, asking before each move:", "winnable screen play freecell --step"),
    ],
)
def command() -> None:
    """Read games from pictures and from the windows of other programs, and play them there.

    To read pictures you need the extra winnable[vision]. To read windows and to play there you need
    winnable[automate].
    """
    # The products here are small: threads of numpy's library wait for each other longer than they work. This
    # is heeded when numpy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
