"""What is wrong on a board that somebody is filling in: that it is wrong, and never what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.results import Result
from winnable.search.api import Limits
from winnable.text.phrases import count_noun

__all__ = ["BoardCheck", "MistakeFinder"]

G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCheck(Result):
    """What came of looking a board over; squares by number, in reading order from 0.

    ``squares`` hold what no solution has there. No solution has the whole of a group in ``together``, though
    it may have each of them. The marks of the squares ``marked`` leave out whatever may stand there.
    ``undecided``: a limit came first, so that there may be more. ``unsolvable``: the puzzle itself has no
    solution, and nothing is compared. ``done``: all is filled in, and right.
    """

    squares: tuple[int, ...] = ()
    together: tuple[tuple[int, ...], ...] = ()
    marked: tuple[int, ...] = ()
    undecided: bool = False
    unsolvable: bool = False
    done: bool = False

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "squares": list(self.squares),
            "together": [list(group) for group in self.together],
            "marked": list(self.marked),
            "undecided": self.undecided,
            "text": self.text().rstrip("\n"),
        }

    def text(self) -> str:
        """In sentences."""
        return " ".join(self._sentences()) + "\n"

    def _sentences(self) -> Iterator[str]:
        if self.unsolvable:
            yield "The puzzle has no solution."
            return
        if self.squares:
            yield f"{count_noun(len(self.squares), 'square')} cannot be right."
        for group in self.together:
            yield f"{count_noun(len(group), 'square')} cannot all be right together."
        if self.marked:
            squares = count_noun(len(self.marked), "square")
            yield f"The marks of {squares} leave out whatever may stand there."
        if self.undecided:
            yield "Whether all else is right was not decided in this time."
        elif self.done:
            yield "Everything is right."
        elif not (self.squares or self.together or self.marked):
            yield "Nothing is wrong so far."


class MistakeFinder(Protocol[G_contra, P_contra]):
    """Looks over the boards of one family; ``notes`` are what the player has noted beside the board."""

    def __call__(
        self,
        game: G_contra,
        position: P_contra,
        *,
        notes: Any = None,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> BoardCheck:
        """What is wrong on the board, as far as that was found within the limits."""
        ...
