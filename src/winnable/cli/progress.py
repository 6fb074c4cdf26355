"""How far work is that takes over a second, told on stderr: a live line on a terminal, lines in a log."""

from __future__ import annotations

import math
import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from winnable.cli.live_line import LiveLine, can_be_live
from winnable.cli.options import quiet

if TYPE_CHECKING:
    from winnable._core import CancelToken

_TYPED = "winnable.typed"  # where it waits in click's context that input is being typed

_FIRST, _TERMINAL_EVERY, _LOG_EVERY = 1.0, 0.2, 10.0
_SILENT = 3.0  # seconds of work that says nothing, until a log tells that it goes on
_TICK = 0.1  # seconds between looks at the clock
_MUCH_MEMORY = 10**8  # bytes that are worth a word


def typed_input() -> None:
    """From now on no line is live: somebody types there."""
    _context_meta()[_TYPED] = True


class Progress:
    """Says how far the work is from the second second on, as long as the block goes on: on a terminal in a
    line that is written over, in a log now and then.

    Args:
        text: what is known at first.
        token: of the work, which counts positions and memory for as long as one search goes on.
        total: how many things there are to do, if that is known.
        noun: what such a thing is called, one of them.
        seconds: how long the work may take, if it has a limit.
        in_logs: say it in a log, too; else on a terminal alone.
    """

    def __init__(
        self,
        text: str = "",
        *,
        token: CancelToken | None = None,
        total: int | None = None,
        noun: str = "",
        seconds: float | None = None,
        in_logs: bool = True,
    ) -> None:
        self._start = time.monotonic()
        self._next = self._start + _FIRST
        self._text, self._done, self._total = text, 0, total
        self._noun, self._token, self._limit = noun, token, seconds
        self._meta = _context_meta()
        self._line = LiveLine(sys.stderr) if not quiet() and can_be_live(sys.stderr) else None
        if quiet() or (self._line is None and not in_logs):
            self._next = math.inf
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._voice = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> Progress:
        if self._line is not None:
            self._line.start()
        if self._next < math.inf:
            self._voice.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self._over.set()
        if self._voice.ident is not None:
            self._voice.join()
        if self._line is not None:
            self._line.stop()

    @property
    def seconds(self) -> float:
        """Since the work began."""
        return time.monotonic() - self._start

    def show(
        self, text: str = "", done: int | None = None, total: int | None = None, noun: str | None = None
    ) -> None:
        """What is known now, how many things are done, of how many, and of what; said when it is time to."""
        with self._lock:
            self._text = text
            self._noun = self._noun if noun is None else noun
            self._total = self._total if total is None else total
            if done is not None:
                self._done = done
                self._rate.note(time.monotonic(), done)
            if self._line is None:
                self._say()

    def _repeat(self) -> None:
        """Says it again as time goes on, also while the work says nothing."""
        while not self._over.wait(_TICK):
            with self._lock:
                if self._line is not None or self.seconds >= _SILENT:
                    self._say()

    def _say(self) -> None:
        now = time.monotonic()
        if now < self._next or self._meta.get(_TYPED):
            return
        self._next = now + (_LOG_EVERY if self._line is None else _TERMINAL_EVERY)
        try:
            if self._line is None:
                sys.stderr.write(self._words() + "\n")
                sys.stderr.flush()
            else:
                share = self._done / self._total if self._total else None
                self._line.draw(self._words(self._line.columns), share)
        except OSError:  # talk that cannot be heard must not end the work
            self._next = math.inf

    @property
    def _rate(self) -> Any:
        """Of the things done; made when first asked for, as most work is over sooner."""
        if not hasattr(self, "_made_rate"):
            from winnable.studies.experiments.rate import Rate

            self._made_rate = Rate()
        return self._made_rate

    def _words(self, columns: int | None = None) -> str:
        """What is said, without its least important parts where they have no room."""
        parts = [part for part in self._parts() if part.text]
        if len(parts) == 1:
            parts.insert(0, _Part("at work", 0))
        while len(parts) > 1 and columns is not None and len(_joined(parts)) > columns:
            parts.remove(max(parts, key=lambda part: part.rank))
        return _joined(parts)

    def _parts(self) -> list[_Part]:
        """In the order in which they are said."""
        from winnable.studies.experiments.rate import pace_words

        rate = self._rate.at(time.monotonic())
        left = (self._total - self._done) / rate if rate and self._total else None
        pace = pace_words(rate, left)
        counted, noun = self._counted()
        searched, memory = self._searched()
        return [
            _Part(counted, 0),
            _Part(noun, 4, " "),
            _Part(self._text, 3 if counted else 0, ": "),
            _Part(pace[0] if pace else "", 6),
            _Part(pace[1] if len(pace) > 1 else "", 2),
            _Part(searched, 5 if counted or self._text else 0),
            _Part(memory, 7),
            _Part(f"({self.seconds:.0f}{f' of {self._limit:g}' if self._limit else ''} s)", 1, " "),
        ]

    def _counted(self) -> tuple[str, str]:
        """How many things are done, of how many, and what they are called."""
        if not self._noun:
            return "", ""
        if self._total is None and not self._done:
            return f"no {_plural(self._noun)} yet", ""
        of = "" if self._total is None else f" of {self._total:,}"
        one = (self._done if self._total is None else self._total) == 1
        return f"{self._done:,}{of}", self._noun if one else _plural(self._noun)

    def _searched(self) -> tuple[str, str]:
        """What the work's token has counted so far: positions, and much memory."""
        if self._token is None or not self._token.nodes:
            return "", ""
        memory = f"{self._token.bytes / 1e6:,.0f} MB" if self._token.bytes >= _MUCH_MEMORY else ""
        return f"{self._token.nodes:,} positions searched", memory


class _Part(NamedTuple):
    """A part of what is said; of those that have no room the highest ``rank`` goes first."""

    text: str
    rank: int
    before: str = ", "


def _joined(parts: list[_Part]) -> str:
    return parts[0].text + "".join(part.before + part.text for part in parts[1:])


def _plural(noun: str) -> str:
    return f"{noun}es" if noun.endswith("ch") else f"{noun}s"


def _context_meta() -> dict[str, Any]:
    """What click keeps for the command that runs; of none an empty one."""
    import click

    context = click.get_current_context(silent=True)
    return {} if context is None else context.meta
