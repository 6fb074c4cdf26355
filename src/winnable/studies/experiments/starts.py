"""Where the deals of a study come from: runs of numbered deals, drawn ones, and positions that are kept.

A run names its ``source`` and its numbers: ``ms`` 1 to 1000; ``random:7``, the deals that the seed 7 draws,
by their place among them; ``kept``, positions of files and puzzles by their row in the study's file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from winnable.deals import DealNumber
from winnable.deals.seeded import splitmix64
from winnable.errors import InputError, NoDealError, quote
from winnable.family import AnyGame, require
from winnable.studies.experiments.plan import GameDeals, Kept, Study

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.search.api import Limits
    from winnable.text.detect import Entry

__all__ = [
    "KEPT",
    "Kept",
    "Making",
    "Run",
    "deal_of",
    "deals_of",
    "first_of",
    "kept_of",
    "kept_starts",
    "numbered_runs",
    "position_of",
    "positions_of",
]

KEPT: Final = "kept"
_RANDOM: Final = "random"
_STEP: Final = 0x9E3779B97F4A7C15  # of SplitMix64's state, from each number to the next
_GIVE_UP: Final = 100_000  # deals in a row that are not of the level


class Run(NamedTuple):
    """Deals of one source, from ``first`` to ``last``, both included."""

    source: str
    first: int
    last: int


def numbered_runs(deals: GameDeals, seed: int) -> list[Run]:
    """The runs of deals that need no row of their own: ranges, and drawn deals of any level."""
    runs = [Run(one.dialect, one.first, one.last) for one in deals.deals]
    if deals.random and not deals.level:
        runs.append(Run(f"{_RANDOM}:{seed}", 0, deals.random - 1))
    return runs


def kept_starts(deals: GameDeals, study: Study, game: AnyGame) -> Iterator[Kept]:
    """The positions in hand or in files, puzzles that are made and deals that are sought by their level.

    Raises:
        InputError: a file that cannot be read, a text that is no position of the game, or fewer puzzles or
            deals than asked for.
    """
    yield from deals.positions
    for name in deals.files:
        yield from _from_file(name, study, game)
    if deals.generate:
        yield from _made(deals.generate, study.seed, game)
    if deals.random and deals.level:
        yield from _of_level(deals, study, game)


def _from_file(name: str, study: Study, game: AnyGame) -> Iterator[Kept]:
    from winnable.text.detect import read_file

    folder = Path(study.source).parent if study.source else Path()
    path = str(folder / name)
    for entry in read_file(path, game):
        label = entry.label.replace(path, name) if entry.deal is None else str(entry.deal)
        yield kept_of(game, entry, label)


def kept_of(game: AnyGame, entry: Entry, label: str) -> Kept:
    """What is kept of something that was read: its deal, or the text of its position.

    Raises:
        InputError: it is no position of the game.
    """
    from winnable.text.boards import write_position

    position = entry.position(game)
    if entry.deal is not None:
        return Kept(label, str(entry.deal), True)
    return Kept(label, write_position(game, position), False)


def _made(count: int, seed: int, game: AnyGame) -> Iterator[Kept]:
    from winnable.analysis.generate import different, too_few

    generator = require(game, "generator", game.family.generator)()
    made = 0
    for puzzle in different(lambda deals: generator.make(game, deals), seed, count):
        if puzzle.position is None:
            raise InputError(f"{puzzle.deal}: {puzzle.missing()}", mend="take another seed or grade")
        made += 1
        yield Kept(str(puzzle.deal), str(puzzle.deal), True)
    if made < count:
        raise InputError(too_few(made), expected=f"generate = {made}, or a larger board")


def _of_level(deals: GameDeals, study: Study, game: AnyGame) -> Iterator[Kept]:
    from winnable.analysis.difficulty import as_level, find_deals
    from winnable.deals import random_deals

    level = as_level(deals.level)
    found = find_deals(game, random_deals(study.seed), level=level, give_up=_GIVE_UP, limits=study.limits)
    count = 0
    for one in islice(found, deals.random):
        count += 1
        yield Kept(str(one.deal), str(one.deal), True)
    if count < deals.random:
        what = (
            f"{count} of {deals.random} deals of the level {level} found; {_GIVE_UP} in a row were of others"
        )
        raise InputError(what, expected=f"random = {count}, or another level")


def first_of(runs: Sequence[Run], count: int) -> Iterator[Run]:
    """The first deals of some runs, all where ``count`` is 0."""
    left = count or sum(run.last - run.first + 1 for run in runs)
    for run in runs:
        if left > 0:
            yield run._replace(last=min(run.last, run.first + left - 1))
        left -= run.last - run.first + 1


def deal_of(source: str, number: int) -> DealNumber:
    """The deal with this number in a source that is not kept."""
    return next(deals_of(source, [number]))


def deals_of(source: str, numbers: Iterable[int]) -> Iterator[DealNumber]:
    """The deals with these numbers in a source that is not kept."""
    kind, _, seed = source.partition(":")
    if kind != _RANDOM:
        yield from (DealNumber(source, number) for number in numbers)
        return
    drawn, following = splitmix64(0), -1
    for number in numbers:
        if number != following:
            drawn = splitmix64((int(seed) + number * _STEP) % 2**64)
        yield DealNumber("seed", next(drawn))
        following = number + 1


class Making(NamedTuple):
    """Within which limits the puzzle of a deal is made, and what cancels that."""

    limits: Limits | None = None
    token: CancelToken | None = None

    def position(self, game: AnyGame, deal: str | DealNumber) -> Any:
        """The position of a deal; None for a puzzle that was not made by then."""
        from winnable.analysis.generate import dealt

        if game.family.generator is None:
            return game.deal(deal)
        try:
            return dealt(game, deal, limits=self.limits, token=self.token)
        except NoDealError:
            cancelled = self.token is not None and self.token.cancelled
            if cancelled or (self.limits is not None and self.limits.seconds is not None):
                return None
            raise


def positions_of(
    game: AnyGame,
    source: str,
    numbers: Sequence[int],
    kept: Mapping[int, Kept],
    making: Making = Making(),  # noqa: B008  # it is a value
) -> list[Any]:
    """The positions of a game with these numbers in a source; of the source ``kept`` they are in ``kept``.
    None for a puzzle that was not made.

    Raises:
        InputError: what is kept is no position of the game.
    """
    if source != KEPT:
        return [making.position(game, deal) for deal in deals_of(source, numbers)]
    return [position_of(game, source, number, kept[number], making) for number in numbers]


def position_of(
    game: AnyGame,
    source: str,
    number: int,
    kept: Kept | None,
    making: Making = Making(),  # noqa: B008  # it is a value
) -> Any:
    """One of them."""
    if kept is None:
        return making.position(game, deal_of(source, number))
    if kept.is_deal:
        return making.position(game, kept.text)
    from winnable.reading import as_position

    try:
        return as_position(game, kept.text)
    except InputError as error:
        raise InputError(f"the position {quote(kept.label)} cannot be read back: {error}") from None
