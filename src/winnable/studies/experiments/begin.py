"""Where a unit begins: its position, and the seed of who plays it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from winnable.family import AnyGame, observed
from winnable.studies.experiments.plan import DRAWN
from winnable.studies.experiments.starts import Kept, deal_of, position_of, positions_of
from winnable.studies.experiments.store import Terms

if TYPE_CHECKING:
    from winnable.analysis.equity import World

__all__ = ["Start", "policy_seed", "start_of", "starts_of"]

_SPAN: Final = 2**64
_MOST_HANDS: Final = 256  # whose worlds a thread goes on with; of more the oldest begin anew


class Start(NamedTuple):
    """A position, and the seed of the choices that are made from there on."""

    position: Any
    seed: int


def start_of(
    game: AnyGame, terms: Terms, source: str, number: int, kept: Kept | None, repetition: int
) -> Start:
    """Where a repetition of a deal begins.

    Under the terms ``drawn`` its hidden cards are drawn anew: repetition r is the r-th of
    :func:`winnable.analysis.equity.worlds`, by a seed that hands of one study do not share, so that what
    comes of one says nothing of another.

    Raises:
        InputError: what is kept is no position of the game, or the game hides no cards.
    """
    if terms.hidden != DRAWN:
        return Start(position_of(game, source, number, kept), policy_seed(terms, repetition))
    name = str(deal_of(source, number)) if kept is None else kept.text
    key = game.spelled, terms.seed, name
    worlds_of = _hands.at(key, repetition)
    if worlds_of is None:
        position = position_of(game, source, number, kept)
        worlds_of = _hands.begin(key, _drawn(game, position, _seed_of(terms.seed, name)))
    world = worlds_of.until(repetition)
    return Start(world.position, world.seed)


def starts_of(
    game: AnyGame,
    terms: Terms,
    source: str,
    places: Sequence[tuple[int, int]],
    kept: Mapping[int, Kept],
) -> tuple[list[Any], list[int]]:
    """The positions and the seeds of units at these repetitions and numbers; see :func:`start_of`."""
    if terms.hidden != DRAWN:
        positions = positions_of(game, source, [number for _, number in places], kept)
        return positions, [policy_seed(terms, repetition) for repetition, _ in places]
    starts = [start_of(game, terms, source, n, kept.get(n), repetition) for repetition, n in places]
    return [start.position for start in starts], [start.seed for start in starts]


def policy_seed(terms: Terms, repetition: int) -> int:
    """The seed of a repetition of a deal whose cards lie as they are."""
    return (terms.seed + repetition) % _SPAN


def _seed_of(seed: int, name: str) -> int:
    return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=8).digest())


def _drawn(game: AnyGame, position: Any, seed: int) -> Iterator[World]:
    from winnable.analysis.equity import hide, worlds

    seen = observed(game)
    return worlds(seen, hide(seen, seen.setup(position)), seed)


class _Worlds:
    """The worlds of a hand, which can only be made one after the other."""

    def __init__(self, source: Iterator[World]) -> None:
        self._source = source
        self.next = 0

    def until(self, number: int) -> World:
        """The world of this number, which must not be behind."""
        world = next(islice(self._source, number - self.next, None))
        self.next = number + 1
        return world


class _Hands(threading.local):
    """The worlds that this thread goes on with, by hand; the last used comes last."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int, str], _Worlds] = {}

    def at(self, key: tuple[str, int, str], number: int) -> _Worlds | None:
        """Those of a hand; None where there are none, or its world of this number is behind."""
        found = self._made.pop(key, None)
        if found is None or found.next > number:
            return None
        return self._keep(key, found)

    def begin(self, key: tuple[str, int, str], source: Iterator[World]) -> _Worlds:
        """Those of a hand from the first on."""
        if len(self._made) >= _MOST_HANDS:
            self._made.pop(next(iter(self._made)))
        return self._keep(key, _Worlds(source))

    def _keep(self, key: tuple[str, int, str], found: _Worlds) -> _Worlds:
        self._made[key] = found
        return found


_hands = _Hands()
