"""A progress line on stderr for work that takes over a second."""

from __future__ import annotations

import math
import sys
import time
from types import TracebackType

_FIRST, _TERMINAL_EVERY, _LOG_EVERY = 1.0, 0.2, 10.0


class Progress:
    """Shows a line from the second second on: rewritten on a terminal, now and then in a log."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._next = self._start + _FIRST
        self._terminal = sys.stderr.isatty()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._shown and self._terminal:
            self._write("\r\x1b[K")

    @property
    def seconds(self) -> float:
        """Since the work began."""
        return time.monotonic() - self._start

    def show(self, text: str) -> None:
        """Says how far the work is, if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (_TERMINAL_EVERY if self._terminal else _LOG_EVERY)
        self._shown = True
        line = f"{text} ({self.seconds:.0f} s)"
        self._write(f"\r\x1b[K{line}" if self._terminal else line + "\n")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # talk that cannot be heard must not end the work
            self._next = math.inf
