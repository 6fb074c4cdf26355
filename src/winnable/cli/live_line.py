"""One line of a terminal that is written over and over, and makes way for what is printed meanwhile."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from tqdm import tqdm

__all__ = ["LiveLine", "can_be_live"]

_BAR = 20  # columns
_WIDE = 100  # columns of a terminal that has room for a bar
_USUAL = 80  # columns of a terminal that does not say how many it has


def can_be_live(stream: TextIO) -> bool:
    """Is the stream a terminal on which a line can be written over?"""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class LiveLine:
    """A line at the cursor of ``stream``, a terminal, without escape codes; tqdm draws it and cuts it to the
    width that the terminal has now.

    From ``start`` to ``stop``, what is written to standard output and error goes through here where these are
    the same terminal: the line is taken away first, and comes back with the next ``draw``.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: tqdm[Any] | None = None  # made with the first line
        self._shown = False
        self._columns = 0  # that the line had
        self._lock = threading.RLock()
        self._covered: dict[str, _Above] = {}  # by the name of a stream in sys

    @property
    def columns(self) -> int:
        """How many a line may fill; the last one stays free, where some terminals begin a new line."""
        try:
            columns = os.get_terminal_size(self._stream.fileno()).columns
        except OSError:  # it has gone
            columns = 0
        return (columns or _USUAL) - 1

    def start(self) -> None:
        """From now on what is printed makes the line go away."""
        here = _terminal(self._stream)
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is self._stream or (here is not None and _terminal(stream) == here):
                self._covered[name] = _Above(stream, self)
                setattr(sys, name, self._covered[name])

    def stop(self) -> None:
        """Takes the line away; streams are as they were."""
        for name, above in self._covered.items():
            if getattr(sys, name) is above:
                setattr(sys, name, above.stream)
        self.clear()
        with self._lock:
            if self._bar is not None:
                self._bar.close()

    def draw(self, text: str, share: float | None = None) -> None:
        """Shows a text, with a bar where ``share`` of the work is done and the terminal is wide.

        Nothing is drawn into a line that somebody has begun to print.
        """
        with self._lock:
            if not all(above.at_start for above in self._covered.values()):
                return
            bar = self._bar = self._bar or _make_bar(self._stream)
            columns = self.columns
            with_bar = share is not None and columns >= _WIDE and len(text) + _BAR + 3 <= columns
            bar.bar_format = f"{{desc}} |{{bar:{_BAR}}}|" if with_bar else "{desc}"
            bar.n = share or 0.0
            bar.set_description_str(text[:columns], refresh=False)
            self._write(str(bar)[:columns], columns)
            self._shown = True

    def clear(self) -> None:
        """Takes the line away until the next ``draw``."""
        with self._lock:
            if self._shown and self._bar is not None:
                self._shown = False
                self._write("", self.columns)

    def _write(self, text: str, columns: int) -> None:
        """Writes over the line. Of a longer one that the terminal cut when it became narrow, the last column
        is left."""
        assert self._bar is not None
        self._bar.sp(text.ljust(columns + (columns < self._columns)))
        self._columns = columns

    def write_above(self, above: _Above, text: str) -> int:
        """Writes to a stream that shares the terminal."""
        with self._lock:
            self.clear()
            written = above.stream.write(text)
            if text:
                above.at_start = text.endswith("\n")
            return written


class _Above:
    """A stream of a terminal on which a line is live: what is written there stands above it."""

    def __init__(self, stream: TextIO, line: LiveLine) -> None:
        self.stream = stream
        self.at_start = True  # of a line, as far as was written here
        self._line = line

    def write(self, text: str) -> int:
        return self._line.write_above(self, text)

    def writelines(self, texts: Any) -> None:
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _terminal(stream: TextIO) -> str | None:
    """The terminal that a stream is, None if it is none."""
    try:
        return os.ttyname(stream.fileno())
    except (AttributeError, OSError, ValueError):  # no terminal, nor a file, or closed
        return None


def _make_bar(stream: TextIO) -> tqdm[Any]:
    """Half a second to import on a busy machine, so only where a line is to be shown."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of its own
    tqdm.set_lock(threading.RLock())  # its own is one between processes, too
    bar = tqdm(total=1.0, file=stream, leave=False, dynamic_ncols=True, delay=1e-9)

    def show(text: str) -> None:
        """Leaves the cursor at the start: what is typed, or a shell's prompt after a kill, stands there."""
        stream.write(f"\r{text}\r")
        stream.flush()

    bar.sp = show
    return bar
