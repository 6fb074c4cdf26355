"""What players mark beside a position while they play: pencil marks, clues that are done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from winnable.text.readers import Notes

__all__ = ["MarkKind"]

P = TypeVar("P")


class MarkKind(Protocol[P]):
    """The marks of a family of games, each a text of one word. They set how things are, so that making a mark
    twice is making it once; no rule of the game knows them."""

    @property
    def example(self) -> str:
        """Marks as errors show them."""
        ...

    def none(self, position: P) -> Notes:
        """The notes of somebody who has marked nothing yet."""
        ...

    def made(self, position: P, notes: Any, text: str) -> Notes:
        """The notes after one more mark; InputError for a text that is none on this board."""
        ...

    def entered(self, position: P) -> tuple[P, Sequence[str]]:
        """The puzzle as it begins, and the moves that fill in what its player has filled in already."""
        ...

    def written(self, notes: Any) -> str:
        """The one mark that makes these notes of none; empty where nothing is marked."""
        ...
