"""A command at a pseudo-terminal of some width, as a person has it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sizes import PATIENCE


class Terminal:
    """What a process shows, and what is typed to it."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process, self._master = process, master
        self.text = ""  # all that was shown
        self._seen = 0

    def wait_for(self, pattern: str) -> str:
        """What is shown from where the last wait ended up to what matches the pattern."""
        end = time.monotonic() + PATIENCE
        while True:
            found = re.compile(pattern).search(self.text, self._seen)
            if found:
                part = self.text[self._seen : found.end()]
                self._seen = found.end()
                return part
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{pattern!r} was not shown after:\n{self.text[self._seen :]}")

    def type(self, text: str) -> None:
        """Types a line."""
        self.press(text + "\n")

    def press(self, keys: str) -> None:
        """Types keys, such as Ctrl-C."""
        os.write(self._master, keys.encode())

    def ends(self) -> int:
        """Reads all that is still shown, and gives the exit code."""
        while self._read(PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the process has closed its side
            return False
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


@contextmanager
def at_terminal(*argv: str, columns: int = 80, **environment: str) -> Iterator[Terminal]:
    """The command at a terminal of so many columns; what is in ``environment`` beside what there is."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    env: Mapping[str, str] = {
        **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")},
        "TERM": "xterm-256color",
        **environment,
    }
    process = subprocess.Popen(
        (sys.executable, "-m", "winnable", *argv),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=env,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # so that Ctrl-C reaches it
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(master)
