"""Generators: puzzles made from deal numbers, as they are asked for, and those of a seed, all different.

A puzzle is looked for among many, which may take long. So who answers about the deal of one makes it within
the limits of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.deals import DealNumber, checked_deal, random_deals
from winnable.errors import NoDealError
from winnable.family import RegisteredGame
from winnable.search.api import Limits

__all__ = ["Generator", "Made", "dealt", "different", "too_few"]

_MOST_EQUAL: Final = 1000  # puzzles in a row that were made before: there may be no others

P = TypeVar("P")
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


def dealt(
    game: RegisteredGame[P, Any],
    number: int | str | DealNumber,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> P:
    """The position of a deal; a puzzle is made within the seconds that ``limits`` leave, unless cancelled.

    Raises:
        InputError: the game has no such deal; NoDealError, which is one: none was made, or not in time.
    """
    if game.family.generator is None:
        return game.deal(number)
    deal = checked_deal(number, game.info.dialects[0])
    limits, token = limits or Limits(), token or CancelToken()
    generator: Generator[Any] = game.family.generator()
    made = next(iter(generator.make(game, [deal], seconds=limits.left().seconds, token=token)), None)
    if made is None or made.reason == "cancelled":
        raise NoDealError(f"{deal}: cancelled before its puzzle was made")
    if made.position is None and made.reason == "time":
        what = f"{deal}: its puzzle was not made within {limits.seconds:g} s"
        raise NoDealError(what, mend="allow more seconds")
    if made.position is None:
        raise NoDealError(f"{deal}: {made.missing()}", mend="ask for less")
    position: P = made.position
    return position


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
