"""A command on a terminal of so many columns, which an emulator shows as a person sees it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable

import pyte

from sizes import PATIENCE

# Says how far it is from the start on, and all the time: a test need not wait for the second second.
EAGER = (
    "import sys; from winnable.cli import progress as p; "
    "p._FIRST = p._TERMINAL_EVERY = 0.0; p._TICK = 0.01; "
    "from winnable.cli.main import main; main(sys.argv[1:])"
)
ROWS = 2000  # nothing scrolls away
_LAST = 20  # rows that are looked at while it works


class Terminal:
    """Runs ``winnable`` with these arguments on a terminal of its own; ``raw`` is all that it has sent."""

    def __init__(self, *argv: str, columns: int, script: str = EAGER, **environ: str) -> None:
        self.raw = b""
        self.ended = False
        self._screen = pyte.Screen(columns, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self.pid, self._fd = pty.fork()
        if not self.pid:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
            # Not the size of pytest's terminal, which readline may have put beside os.environ, too.
            kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
            command = (sys.executable, "-c", script, *argv)
            os.execve(sys.executable, command, {**kept, "TERM": "xterm", **environ})
        self.resize(columns)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if not self.ended:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    def resize(self, columns: int) -> None:
        """Makes the terminal so wide."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        self._screen.resize(ROWS, columns)

    def type(self, text: str) -> None:
        """Types on its keyboard."""
        os.write(self._fd, text.encode())

    def lines(self, last: int = ROWS) -> list[str]:
        """What is in the last rows of the screen, without the empty ones below."""
        end = self._screen.cursor.y + 1
        rows = [
            "".join(self._screen.buffer[y][x].data for x in range(self._screen.columns)).rstrip()
            for y in range(max(0, end - last), end)
        ]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def step(self) -> None:
        """Waits for more from the command, and shows it."""
        ready, _, _ = select.select([self._fd], [], [], 60)
        assert ready, ("the command says nothing after", self.lines(_LAST))
        try:
            data = os.read(self._fd, 4096)
        except OSError:  # all of its ends are closed
            data = b""
        self.raw += data
        self.ended = not data
        self._stream.feed(data)

    def until(self, seen: Callable[[list[str]], bool]) -> None:
        """Waits until the screen is so."""
        deadline = time.monotonic() + PATIENCE
        while not seen(self.lines(_LAST)):
            assert not self.ended, self.lines(_LAST)
            assert time.monotonic() < deadline, self.lines(_LAST)
            self.step()

    def code(self, look: Callable[[list[str]], None] = lambda lines: None) -> int:
        """The exit code, once it has ended; ``look`` is shown each screen until then."""
        while not self.ended:
            self.step()
            look(self.lines(_LAST))
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
