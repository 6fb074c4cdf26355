"""Whole games played in the real programs by `winnable screen play`, as a user starts it, and what the
programs themselves say of how they ended."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any, Final

from screen.programs import Running

__all__ = ["Attempt", "flashes", "play", "says_won"]

_LONGEST: Final = 3000.0  # seconds for one game, on a busy machine
_DARK: Final = 60  # of 255: lines and numbers are darker
_WHITE: Final = 235  # cards are lighter
_ROW: Final = 0.34  # of the window's height: foundations lie above


@dataclass(frozen=True)
class Attempt:
    """How a game went: the exit code, what the command told, and seconds from its start to its end."""

    code: int
    told: dict[str, Any]
    errors: str
    seconds: float

    @property
    def won(self) -> bool:
        return self.code == 0 and self.told.get("status") == "won"

    def words(self) -> str:
        """For a test that fails."""
        return f"{self.code} {self.told.get('status')} {self.told.get('why')} {self.errors[-400:]}"


def play(run: Running, game: str, *options: str) -> Attempt:
    """Plays the game in the program's window, from its pixels alone: nothing else is told about it."""
    command = [sys.executable, "-m", "winnable", "screen", "play", game, "--profile", run.name, "--yes"]
    begun = time.monotonic()
    done = subprocess.run(
        [*command, "--json", "--save", str(run.home / "stopped.winnable"), *options],
        capture_output=True,
        text=True,
        timeout=_LONGEST,
        check=False,
    )
    told = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    return Attempt(done.returncode, told, done.stderr, time.monotonic() - begun)


def flashes(run: Running, times: int = 8) -> bool:
    """Does Undead's last move, taken back and made again, make it flash, as when a board becomes solved?

    All lines turn white twice in less than a second. A busy machine may miss that; then it is tried again.
    """
    run.window.bring_forward()
    for _ in range(times):
        run.pointer.key("u")
        run.settled(0.2, 2.0)
        run.pointer.key("r")
        until, dark = time.monotonic() + 1.0, []
        while time.monotonic() < until:
            dark.append(float((run.window.look() < _DARK).all(axis=2).mean()))
        if min(dark) < max(dark) / 2:
            return True
    return False


def says_won(run: Running, seconds: float = 60.0) -> bool:
    """Does AisleRiot say that its FreeCell is won? At the end of a game it shows a window without a title; a
    game is won if no card lies below the row of the foundations then."""
    until = time.monotonic() + seconds
    while not (untitled := [window for window in run.window.siblings() if not window.title]):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    picture, here = run.window.look().copy(), run.window.box
    for window in untitled:
        top, left = round(window.box.top - here.top), round(window.box.left - here.left)
        picture[top : top + round(window.box.height), left : left + round(window.box.width)] = 0
    below = picture[round(_ROW * picture.shape[0]) :]
    return float((below > _WHITE).all(axis=2).mean()) < 0.002
