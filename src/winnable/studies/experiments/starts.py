"""Where the deals of a study come from: runs of numbered deals, drawn ones, and positions that are kept.

A run names its ``source`` and its numbers: ``ms`` 1 to 1000; ``random:7``, the deals that the seed 7 draws,
by their place among them; ``kept``, positions of files and puzzles by their row in the study's file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from winnable.deals import DealNumber
from winnable.deals.seeded import splitmix64
from winnable.errors import InputError, quote
from winnable.family import AnyGame, require
from winnable.reading import as_position
from winnable.studies.experiments.plan import GameDeals, Study
from winnable.text.boards import write_position
from winnable.text.detect import read_file

__all__ = ["KEPT", "Kept", "Run", "deal_of", "first_of", "kept_starts", "numbered_runs", "position_of"]

KEPT: Final = "kept"
_RANDOM: Final = "random"
_STEP: Final = 0x9E3779B97F4A7C15  # of SplitMix64's state, from each number to the next
_GIVE_UP: Final = 100_000  # deals in a row that are not of the level


class Run(NamedTuple):
    """Deals of one source, from ``first`` to ``last``, both included."""

    source: str
    first: int
    last: int


class Kept(NamedTuple):
    """A position that is kept: its name, and a deal or its text, which is what makes it the same one."""

    label: str
    text: str
    is_deal: bool


def numbered_runs(deals: GameDeals, seed: int) -> list[Run]:
    """The runs of deals that need no row of their own: ranges, and drawn deals of any level."""
    runs = [Run(one.dialect, one.first, one.last) for one in deals.deals]
    if deals.random and not deals.level:
        runs.append(Run(f"{_RANDOM}:{seed}", 0, deals.random - 1))
    return runs


def kept_starts(deals: GameDeals, study: Study, game: AnyGame) -> Iterator[Kept]:
    """The positions of files, puzzles that are made and deals that are sought by their level.

    Raises:
        InputError: a file that cannot be read, a text that is no position of the game, or fewer puzzles or
            deals than asked for.
    """
    for name in deals.files:
        yield from _from_file(name, study, game)
    if deals.generate:
        yield from _made(deals.generate, study.seed, game)
    if deals.random and deals.level:
        yield from _of_level(deals, study, game)


def _from_file(name: str, study: Study, game: AnyGame) -> Iterator[Kept]:
    folder = Path(study.source).parent if study.source else Path()
    path = str(folder / name)
    for entry in read_file(path, game):
        position = entry.position(game)
        if entry.deal is not None:
            yield Kept(str(entry.deal), str(entry.deal), True)
        else:
            yield Kept(entry.label.replace(path, name), write_position(game, position), False)


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
        what = f"only {count} deals of the level {level} were found, {_GIVE_UP} in a row were of others"
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
    kind, _, seed = source.partition(":")
    if kind == _RANDOM:
        return DealNumber("seed", next(splitmix64((int(seed) + number * _STEP) % 2**64)))
    return DealNumber(source, number)


def position_of(game: AnyGame, source: str, number: int, kept: Kept | None) -> Any:
    """The position of a game with this number in a source; of the source ``kept`` it is ``kept``.

    Raises:
        InputError: what is kept is no position of the game.
    """
    if kept is None:
        return game.deal(deal_of(source, number))
    if kept.is_deal:
        return game.deal(kept.text)
    try:
        return as_position(game, kept.text)
    except InputError as error:
        raise InputError(f"the position {quote(kept.label)} cannot be read back: {error}") from None
