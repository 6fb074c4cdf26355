"""A progress line on stderr for work that takes over a second."""

from __future__ import annotations

import math
import sys
import threading
import time
from types import TracebackType

from winnable.cli.options import quiet

_FIRST, _TERMINAL_EVERY, _LOG_EVERY = 1.0, 0.2, 10.0
_SILENT = 3.0  # seconds without a word from the work


class Progress:
    """Shows a line from the second second on: rewritten on a terminal, now and then in a log.

    Work that says nothing for some seconds, as it has so slow a part, is given ``at_first`` to say until it
    does, and then its last line once more.
    """

    def __init__(self, at_first: str = "") -> None:
        self._start = time.monotonic()
        self._next = math.inf if quiet() else self._start + _FIRST
        self._terminal = sys.stderr.isatty()
        self._shown = False
        self.said = 0  # lines
        self._text = at_first
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._voice = threading.Thread(target=self._repeat, daemon=True) if at_first else None

    def __enter__(self) -> Progress:
        if self._voice is not None:
            self._voice.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self._over.set()
        if self._voice is not None:
            self._voice.join()
        if self._shown and self._terminal:
            self._write("\r\x1b[K")

    @property
    def seconds(self) -> float:
        """Since the work began."""
        return time.monotonic() - self._start

    def show(self, text: str) -> None:
        """Says how far the work is, if it is time to."""
        with self._lock:
            self._text = text
            self._say()

    def _repeat(self) -> None:
        """Says the last line again, with the time, as long as the work does not."""
        while not self._over.wait(_SILENT):
            with self._lock:
                self._say()

    def _say(self) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (_TERMINAL_EVERY if self._terminal else _LOG_EVERY)
        self._shown = True
        self.said += 1
        line = f"{self._text} ({self.seconds:.0f} s)"
        self._write(f"\r\x1b[K{line}" if self._terminal else line + "\n")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # talk that cannot be heard must not end the work
            self._next = math.inf
