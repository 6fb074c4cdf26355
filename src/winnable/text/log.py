"""Logs of games that were played, a line each: written, and replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

__all__ = ["Checked", "LogFormat", "Logged", "Writer"]


class Logged(Protocol):
    """A game as a line of a log has it."""

    @property
    def line(self) -> int:
        """The number of its line in the log, from 1."""
        ...

    @property
    def source(self) -> str | None:
        """The log's file, or None."""
        ...

    @property
    def deal(self) -> str | None:
        """The deal, as it is written in commands; None for a position that no deal number has."""
        ...

    @property
    def game(self) -> str:
        """The game's name with its options."""
        ...

    @property
    def moves(self) -> tuple[str, ...]:
        """What was played, in the game's notation."""
        ...

    def start(self, game: Any) -> Any:
        """The position in which it started; InputError if there is none."""
        ...


class Checked(NamedTuple):
    """A game of a log, replayed.

    ``breaks_at`` is the number of the move that is illegal, and ``reason`` says why, or what its line says
    that is not so; 0 then. Both are None where all is as the line says. ``by_policy``: are the moves those of
    the policy and the seed that the line names? None where that was not asked, or they are nobody's here.
    """

    won: bool
    score: int
    breaks_at: int | None = None
    reason: str | None = None
    by_policy: bool | None = None


class Writer(Protocol):
    """Takes games one by one."""

    def write(self, logged: Any) -> None:
        """Adds a game, made by ``LogFormat.entry``, to the log as one line."""
        ...


class LogFormat(NamedTuple):
    """How a family writes and reads logs.

    ``writer`` opens a log of that name; ``entry`` makes what it takes of a game, a start with ``position``
    and ``seed``, what was played, the deal if there is one, the policy's name and its boards. ``replay``
    plays a game of a log again, and where it is told to asks its policy anew.
    """

    writer: Callable[[str], AbstractContextManager[Writer]]
    entry: Callable[..., Any]
    read: Callable[[Iterable[str], str | None], Iterator[Any]]
    replay: Callable[..., Checked]
