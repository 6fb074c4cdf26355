"""What the games have in common: an engine of the core, seen as :class:`winnable.game.Game`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from winnable.errors import quote
from winnable.game import GameInfo, Outcome

__all__ = ["NativeGame", "NativeNotation"]

P = TypeVar("P")
M = TypeVar("M")


class NativeCore(Protocol[P, M]):
    """The rules of a game in the core."""

    def legal_moves(self, position: P, /) -> list[M]: ...
    def play(self, position: P, move: M, /) -> P: ...
    def outcome(self, position: P, /) -> str: ...
    def key(self, position: P, /) -> int: ...
    def format_move(self, position: P, move: M, /) -> str: ...
    def parse_move(self, position: P, text: str, /) -> M: ...


class NativeNotation(Generic[P, M]):
    """Moves to text and back, by the core; satisfies :class:`winnable.game.Notation`."""

    __slots__ = ("_core",)

    longest: ClassVar[int]  # of a move's text, in characters
    expected: ClassVar[str]  # instead of what is no move, in words

    def __init__(self, core: NativeCore[P, M]) -> None:
        self._core = core

    def format(self, position: P, move: M) -> str:
        """The move's text; raises IllegalMove if it cannot be made here."""
        return self._core.format_move(position, move)

    def parse(self, position: P, text: str) -> M:
        """The legal move a text names; ValueError if it is no move, IllegalMove if not allowed."""
        if len(text) > self.longest or not text.isascii():
            raise ValueError(f"{quote(text)} is not a move: expected {self.expected}")
        return self._core.parse_move(position, text)


class NativeGame(ABC, Generic[P, M]):
    """A game that the core plays; with ``deal``, one that satisfies :class:`winnable.game.Game`."""

    __slots__ = ("core", "info", "notation")

    core: NativeCore[P, M]
    info: GameInfo
    notation: NativeNotation[P, M]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spelled}>"

    @property
    @abstractmethod
    def spelled(self) -> str:
        """The name that get_game() reads back, rules that were set included."""

    def legal_moves(self, position: P) -> Sequence[M]:
        """Every legal move, sorted."""
        return self.core.legal_moves(position)

    def distinct_moves(self, position: P) -> Sequence[M]:
        """One legal move for each successor that differs from the others and from the position.

        Here every legal move: games in which some lead to the same position say which to leave out.
        """
        return self.core.legal_moves(position)

    def play(self, position: P, move: M) -> P:
        """The position after a move; raises IllegalMove with the reason."""
        return self.core.play(position, move)

    def outcome(self, position: P) -> Outcome:
        """Won, stuck or open."""
        return Outcome(self.core.outcome(position))

    def key(self, position: P) -> int:
        """128 bits, equal for positions that do not differ in the game's eyes."""
        return self.core.key(position)
