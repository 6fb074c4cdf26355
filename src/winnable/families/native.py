"""What the games have in common: an engine of the core, seen as :class:`winnable.game.Game`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from winnable.errors import quote
from winnable.game import GameInfo, Outcome

if TYPE_CHECKING:
    from winnable.family import Family, RuleValue

__all__ = ["NativeGame", "NativeNotation", "str_is_board", "wrong_arguments"]

P = TypeVar("P")
M = TypeVar("M")
G = TypeVar("G")


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
        try:
            return self._core.format_move(position, move)
        except TypeError:
            raise wrong_arguments(type(self).__name__, "format", position, move) from None

    def parse(self, position: P, text: str) -> M:
        """The legal move a text names; ValueError if it is no move, IllegalMove if not allowed."""
        if not isinstance(text, str):
            raise wrong_arguments(type(self).__name__, "parse", position, text)
        # The core's messages are C strings: what is said of a null character would end there.
        if len(text) > self.longest or not (text.isascii() and text.isprintable()):
            raise ValueError(f"{quote(text)} is not a move: expected {self.expected}")
        try:
            return self._core.parse_move(position, text)
        except TypeError:
            raise wrong_arguments(type(self).__name__, "parse", position, text) from None


def str_is_board(kind: type[P], board: Callable[[P], str]) -> None:
    """Lets ``str`` of the core's positions be their board; ``repr`` stays one line."""

    def text(position: Any) -> str:
        return board(position).rstrip("\n")

    kind.__str__ = text  # type: ignore[method-assign]


class NativeGame(ABC, Generic[P, M]):
    """A game that the core plays; with ``deal``, one that satisfies :class:`winnable.game.Game`."""

    __slots__ = ("core", "info", "notation")

    family: Family[Any, Any, Any]
    core: NativeCore[P, M]
    info: GameInfo
    notation: NativeNotation[P, M]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spelled}>"

    def __eq__(self, other: object) -> bool:
        """Games are equal that are spelled alike and have the same rules."""
        if not isinstance(other, NativeGame):
            return NotImplemented
        return self.spelled == other.spelled and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.spelled)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[type[NativeGame[P, M]], str]]:
        """Pickled by its spelling; PicklingError for rules of one's own, which no spelling names."""
        if self.family.named(self.spelled) != self:
            raise PicklingError(f"cannot pickle {self!r}: its rules are not those of the game of that name")
        return _spelled, (type(self), self.spelled)

    def __copy__(self: G) -> G:
        return self  # nothing of a game changes

    def __deepcopy__(self: G, memo: object) -> G:
        return self

    @property
    @abstractmethod
    def spelled(self) -> str:
        """The name that get_game() reads back, rules that were set included."""

    @property
    @abstractmethod
    def rules(self) -> Mapping[str, RuleValue]:
        """Every rule with its value."""

    def legal_moves(self, position: P) -> Sequence[M]:
        """Every legal move, sorted."""
        try:
            return self.core.legal_moves(position)
        except TypeError:
            raise wrong_arguments(self.spelled, "legal_moves", position) from None

    def distinct_moves(self, position: P) -> Sequence[M]:
        """One legal move for each successor that differs from the others and from the position.

        Here every legal move: games in which some lead to the same position say which to leave out.
        """
        return self.legal_moves(position)

    def play(self, position: P, move: M) -> P:
        """The position after a move; raises IllegalMove with the reason."""
        try:
            return self.core.play(position, move)
        except TypeError:
            raise wrong_arguments(self.spelled, "play", position, move) from None

    def outcome(self, position: P) -> Outcome:
        """Won, stuck or open."""
        try:
            return Outcome(self.core.outcome(position))
        except TypeError:
            raise wrong_arguments(self.spelled, "outcome", position) from None

    def key(self, position: P) -> int:
        """128 bits, equal for positions that do not differ in the game's eyes."""
        try:
            return self.core.key(position)
        except TypeError:
            raise wrong_arguments(self.spelled, "key", position) from None


def wrong_arguments(of: str, function: str, *given: object) -> TypeError:
    """One line instead of the core's list of signatures."""
    kinds = ", ".join(type(value).__name__ for value in given)
    return TypeError(f"{of}: {function}() takes no ({kinds}); expected positions and moves of this game")


def _spelled(kind: type[NativeGame[Any, Any]], text: str) -> object:
    """A pickled game."""
    return kind.family.spelled(text)
