"""A replay in the terminal, moved by single keys."""

from __future__ import annotations

import os
import select
import shutil
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from winnable.errors import quote

if TYPE_CHECKING:
    from winnable.studies.replay import Replay

__all__ = ["Player"]

_HELP: Final = "n next  p previous  f first  l last  NUMBER Enter  r run/stop  + - speed  q quit"
_CLEAR: Final = "\x1b[H\x1b[2J"
# What the arrow keys, Home and End send, as the letters that mean the same.
_ESCAPES: Final = {
    "\x1b[C": "n", "\x1b[D": "p", "\x1b[B": "n", "\x1b[A": "p", "\x1b[H": "f", "\x1b[F": "l",
    "\x1bOC": "n", "\x1bOD": "p", "\x1bOB": "n", "\x1bOA": "p", "\x1bOH": "f", "\x1bOF": "l",
}  # fmt: skip
_SLOWEST, _FASTEST = 0.1, 50.0


class Player:
    """Shows the steps of a replay on a terminal; ``speed`` in steps a second while it runs by itself."""

    def __init__(self, replay: Replay, speed: float) -> None:
        self.replay = replay
        self.speed = speed
        self.index = 0
        self.running = False
        self.typed = ""  # the digits of a step to go to
        self.said = ""

    def run(self) -> None:
        """Until q is typed, or the input ends."""
        if len(self.replay) == 0:
            sys.stdout.write("This trace has no events.\n")
            return
        with _single_keys():
            while True:
                self.show()
                key = _key(1 / self.speed if self.running else None)
                if key is None:
                    self.go(self.index + 1)
                    self.running &= self.index < len(self.replay) - 1
                elif key in ("q", ""):
                    return
                else:
                    self.press(key)

    def press(self, key: str) -> None:
        """Does what a key means; others are told about."""
        self.said = ""
        last = len(self.replay) - 1
        if key.isdecimal():
            self.typed += key
            return
        typed, self.typed = self.typed, ""
        if key in ("\n", "\r"):
            self.go(int(typed) - 1 if typed else self.index + 1)
        elif key in ("\x7f", "\b"):
            self.typed = typed[:-1]
        elif key in ("n", " "):
            self.go(self.index + 1)
        elif key == "p":
            self.go(self.index - 1)
        elif key in ("f", "l"):
            self.go(0 if key == "f" else last)
        elif key == "r":
            self.running = not self.running and self.index < last
        elif key in ("+", "="):
            self.speed = min(2 * self.speed, _FASTEST)
        elif key == "-":
            self.speed = max(self.speed / 2, _SLOWEST)
        else:
            self.said = f"{quote(key)} means nothing here"

    def go(self, index: int) -> None:
        """To a step; beyond the ends of the trace there is nothing."""
        last = len(self.replay) - 1
        if not 0 <= index <= last:
            self.said = f"there are the steps 1 to {last + 1}"
        self.index = min(max(index, 0), last)

    def show(self) -> None:
        """The step as it is now, as far as the terminal has room."""
        columns, rows = shutil.get_terminal_size()
        step = self.replay.step(self.index)
        state = f"running, {self.speed:g} a second" if self.running else "stopped"
        ending = f"; search: {self.replay.ending()}" if self.replay.ending() else ""
        go = f"  go to {self.typed}_" if self.typed else ""
        lines = [
            self.replay.title(),
            f"step {self.index + 1} of {len(self.replay)}  ({state}{ending}){go}",
            step.text(),
            f"so far: {step.tally()}",
            _tail(f"moves: {' '.join(step.moves) or 'none'}", columns),
            "",
            *self.replay.scene(step).text().split("\n"),
        ]
        foot = [self.said, _HELP]
        lines = lines[: max(1, rows - len(foot) - 1)] + foot
        sys.stdout.write(_CLEAR + "\n".join(line[:columns] for line in lines))
        sys.stdout.flush()


def _tail(text: str, width: int) -> str:
    """The end of a text that is too long, with its first word."""
    if len(text) <= width:
        return text
    first = text.partition(" ")[0] + " ... "
    return first + text[len(text) - max(0, width - len(first)) :].partition(" ")[2]


def _key(seconds: float | None) -> str | None:
    """The next key; None if none came in time, "" at the end of the input. Arrow keys come as letters."""
    stdin = sys.stdin.fileno()
    ready, _, _ = select.select([stdin], [], [], seconds)
    if not ready:
        return None
    key = os.read(stdin, 1).decode(errors="replace")
    while key.startswith("\x1b") and key not in _ESCAPES and len(key) < max(map(len, _ESCAPES)):
        if not select.select([stdin], [], [], 0.05)[0]:
            break
        key += os.read(stdin, 1).decode(errors="replace")
    return _ESCAPES.get(key, key)


@contextmanager
def _single_keys() -> Iterator[None]:
    """Keys are read as they are typed, without echo; the terminal is as it was afterwards."""
    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin)
    sys.stdout.write("\x1b[?1049h\x1b[?25l")  # a screen of its own, no cursor
    try:
        yield
    finally:
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)
