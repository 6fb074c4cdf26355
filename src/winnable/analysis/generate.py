"""Generators: puzzles made from deal numbers, as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.deals import DealNumber

__all__ = ["Generator", "Made"]

G_contra = TypeVar("G_contra", contravariant=True)


class Made(Protocol):
    """The puzzle of a deal number with its solution. Where ``position`` is None, none was found."""

    @property
    def deal(self) -> DealNumber: ...
    @property
    def position(self) -> Any: ...
    @property
    def solution(self) -> Any: ...
    @property
    def grade(self) -> str: ...
    @property
    def reason(self) -> str:
        """Why none was found: nodes, time or cancelled."""
        ...

    def text(self, form: str, *, first: bool = True) -> str:
        """The puzzle in one of the generator's forms; ``first`` of several."""
        ...

    def data(self) -> dict[str, Any]:
        """The puzzle as a value that JSON can hold."""
        ...

    def missing(self) -> str:
        """In words that none was found."""
        ...


class Generator(Protocol[G_contra]):
    """Makes puzzles of one family. ``forms`` are how they can be written, the usual one first."""

    @property
    def forms(self) -> Sequence[str]: ...

    def make(
        self,
        game: G_contra,
        deals: Iterable[DealNumber],
        *,
        asked: Mapping[str, str] | None = None,
        looked: int | None = None,
        seconds: float | None = None,
        jobs: int = 1,
        token: CancelToken | None = None,
        on_looked: Callable[[int], None] | None = None,
    ) -> Iterator[Made]:
        """The puzzles of deal numbers, in their order.

        Args:
            game: whose options say what they are to be like.
            deals: the numbers.
            asked: more options, on top of the game's.
            looked: candidates to look at for each; the generator's own limit by default.
            seconds: wall clock for each; no limit by default.
            jobs: threads; what is made does not depend on their number.
            token: cancels; puzzles in work then come as cancelled, and no more are begun.
            on_looked: told now and then how many candidates were looked at in all.

        Raises:
            InputError: an option given twice, or what no puzzle can be like.
        """
        ...
