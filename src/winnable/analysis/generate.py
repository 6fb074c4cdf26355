"""Generators: puzzles made from deal numbers, as they are asked for, and those of a seed, all different."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.deals import DealNumber, random_deals

__all__ = ["Generator", "Made", "different", "too_few"]

_MOST_EQUAL: Final = 1000  # puzzles in a row that were made before: there may be no others

G_contra = TypeVar("G_contra", contravariant=True)


class Made(Protocol):
    """The puzzle of a deal number with its solution. Where ``position`` is None, none was found."""

    @property
    def deal(self) -> DealNumber:
        """The number that the puzzle was made from: the same number and options make the same puzzle."""
        ...

    @property
    def position(self) -> Any:
        """The puzzle as it is given to the player; None where none was found."""
        ...

    @property
    def solution(self) -> Any:
        """The puzzle's one solution; None where none was found."""
        ...

    @property
    def grade(self) -> str:
        """How hard the puzzle is, in a word; empty where the family does not grade what it makes."""
        ...

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
    def forms(self) -> Sequence[str]:
        """The names of the forms in which ``Made.text`` writes a puzzle, the usual one first."""
        ...

    def grade_of(self, setup: Any) -> str:
        """The grade that the text of a puzzle names, in one word; empty where it names none."""
        ...

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


def different(
    make: Callable[[Sequence[DealNumber]], Iterator[Made]], seed: int, count: int
) -> Iterator[Made]:
    """The puzzles of the first deal numbers that a seed draws, up to ``count``, without those that were made
    before: in place of each another number is drawn.

    Numbers of which no puzzle was found count, and are not replaced. Ends early if a thousand puzzles in a
    row were made before; then there may be no others (see ``too_few``).
    """
    deals = random_deals(seed)
    seen: set[Any] = set()
    missing, equal, came = count, 0, True
    while missing and came and equal < _MOST_EQUAL:
        came = False
        for puzzle in make(list(islice(deals, missing))):
            came = True
            if puzzle.position is not None and puzzle.position in seen:
                equal += 1
                continue
            missing -= 1
            if puzzle.position is not None:
                seen.add(puzzle.position)
                equal = 0
            yield puzzle


def too_few(made: int) -> str:
    """Says that there were not as many different puzzles as asked for."""
    return f"only {made} different puzzles were found: {_MOST_EQUAL} in a row were the same as one of them"
