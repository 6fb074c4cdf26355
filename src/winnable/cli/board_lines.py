"""What a player types, line by line: at a prompt, with the lines of before at hand, or from a pipe."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import click

__all__ = ["Lines"]

PROMPT: Final = "> "
_BLOCK_PROMPT: Final = ". "
_MOST: Final = 20_000  # lines of one position
_WAKE: Final = 0.25  # seconds


class Lines:
    """Standard input. What a pipe brings is shown behind the prompt, so that the output reads like a game.

    Args:
        suggest: the words that may begin a line now; at a terminal the tabulator key completes them.
    """

    def __init__(self, suggest: Callable[[], Sequence[str]] = tuple) -> None:
        self.interactive = sys.stdin.isatty()
        self.number = 0  # of the last line that was read, from 1
        self._suggest = suggest
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")  # what is no text is no move, and is shown so
        if self.interactive:
            self._edit()

    def next(self, prompt: str = PROMPT) -> str | None:
        """The next line without its end; None after the last one. KeyboardInterrupt as it comes."""
        if self.interactive:
            try:
                with _waking_up():
                    line = input(prompt)
            except EOFError:
                click.echo()
                return None
        else:
            read = sys.stdin.readline()
            if not read:
                return None
            line = read.rstrip("\r\n")
            click.echo(f"{prompt}{line}")
        self.number += 1
        return line

    def block(
        self, first: Sequence[str] = (), goes_on: Callable[[Sequence[str]], bool] = lambda lines: False
    ) -> list[str]:
        """Lines up to an empty one, one with a single dot, or the end; after ``first``, which were read.

        ``goes_on``: does an empty line after these belong to them? A second one in a row never does.
        """
        lines = list(first)
        while len(lines) < _MOST:
            line = self.next(_BLOCK_PROMPT)
            if line is None or line.strip() == ".":
                break
            if line.strip():
                lines.append(line)
            elif lines:
                if not lines[-1] or not goes_on(lines):
                    break
                lines.append("")
        return lines

    def _edit(self) -> None:
        """Editing of lines and completion, where Python has them."""
        with suppress(ImportError):
            import readline

            found: list[str] = []

            def complete(text: str, state: int) -> str | None:
                if state == 0:
                    found[:] = [word for word in self._suggest() if word.startswith(text)]
                return found[state] if state < len(found) else None

            readline.set_completer(complete)
            readline.set_completer_delims(" ")
            # A pasted position comes line by line, as if it were typed, not as one line with breaks in it.
            readline.parse_and_bind("set enable-bracketed-paste off")
            is_edit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if is_edit else "tab: complete")


@contextmanager
def _waking_up() -> Iterator[None]:
    """Readline looks for signals only when one interrupts its waiting: one that came a moment before it began
    to wait would be answered at the next key. So its waiting is interrupted now and then."""
    if not hasattr(signal, "setitimer"):  # on Windows
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, _WAKE, _WAKE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
