"""Where a unit begins: its position, and the seed of who plays it."""

from __future__ import annotations

import random
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from winnable.family import AnyGame, observed
from winnable.studies.experiments.plan import UNKNOWN
from winnable.studies.experiments.starts import KEPT, Kept, Making, deal_of, position_of, positions_of
from winnable.studies.experiments.store import Terms

if TYPE_CHECKING:
    from winnable.analysis.equity import WorldStream

__all__ = ["Start", "drawn_seed", "policy_seed", "start_of", "starts_of", "with_draws"]

_SPAN: Final = 2**64
_DRAWS: Final = "draws "


class Start(NamedTuple):
    """A position, and the seed of the choices that are made from there on."""

    position: Any
    seed: int


def start_of(
    game: AnyGame,
    terms: Terms,
    source: str,
    number: int,
    kept: Kept | None,
    repetition: int,
    player: str = "",
    making: Making = Making(),  # noqa: B008  # it is a value
) -> Start:
    """Where a repetition of a deal begins; the same whoever is the ``player``.

    Where its cards lie as they are, a repetition has the study's seed plus its number, or the seeds of a hand
    from the one on that its text names: see :func:`with_draws`.

    Under the terms ``DRAWN`` its hidden cards are drawn anew: repetition r is the r-th of
    :func:`winnable.analysis.equity.worlds`, by a seed that hands of one study do not share, so that what
    comes of one says nothing of another. Under ``UNKNOWN`` those are drawn that are not known, by the study's
    seed itself.

    Raises:
        InputError: what is kept is no position of the game, or the game hides no cards.
    """
    if not terms.hidden:
        if kept is None:
            return Start(position_of(game, source, number, kept, making), policy_seed(terms, repetition))
        return _of_kept(game, terms, kept, repetition, making)
    name = str(deal_of(source, number)) if kept is None else kept.text
    hand = game.spelled, terms.seed, terms.hidden, name
    world = _worlds.pop((hand, repetition))
    if world is None:
        stream = _streams.pop((hand, player))  # each player goes on from where it was itself
        if stream is None or stream.next > repetition:
            stream = _stream(game, terms, name, lambda: position_of(game, source, number, kept))
        _streams.keep((hand, player), stream)
        world = stream.until(repetition)
    _worlds.keep((hand, repetition), world)
    return Start(world.position, world.seed)


def starts_of(
    game: AnyGame,
    terms: Terms,
    source: str,
    places: Sequence[tuple[int, int]],
    kept: Mapping[int, Kept],
    player: str = "",
    making: Making = Making(),  # noqa: B008  # it is a value
) -> tuple[list[Any], list[int]]:
    """The positions and the seeds of units at these repetitions and numbers; see :func:`start_of`. Puzzles
    that are not made within the limits are None."""
    if not terms.hidden and source != KEPT:
        positions = positions_of(game, source, [number for _, number in places], kept, making)
        return positions, [policy_seed(terms, repetition) for repetition, _ in places]
    starts = [
        start_of(game, terms, source, n, kept.get(n), repetition, player, making) for repetition, n in places
    ]
    return [start.position for start in starts], [start.seed for start in starts]


def _stream(game: AnyGame, terms: Terms, name: str, position: Callable[[], Any]) -> WorldStream:
    """The worlds of a hand from the first on; ``name`` is its text, or its deal."""
    from winnable.analysis.equity import WorldStream, hide
    from winnable.reading import only_entry

    seen = observed(game)
    if terms.hidden == UNKNOWN:
        return WorldStream(seen, only_entry(game, name).checked(seen), terms.seed)
    return WorldStream(seen, hide(seen, seen.setup(position())), _seed_of(terms.seed, name))


def with_draws(text: str, first: int) -> str:
    """The text of a hand among others whose games all have seeds of one row: its own are those from ``first``
    on of :func:`drawn_seed`."""
    return f"{_DRAWS}{first}\n{text}"


def drawn_seed(seed: int, number: int) -> int:
    """The seed with this number, from 0, in the row that a study's seed draws."""
    made = _rows.made
    if seed not in made:
        made.clear()
        made[seed] = random.Random(f"games {seed}"), array("Q")
    rng, row = made[seed]
    while len(row) <= number:
        row.append(rng.randrange(1, 2**63))
    return row[number]


def _of_kept(game: AnyGame, terms: Terms, kept: Kept, repetition: int, making: Making) -> Start:
    position = _positions.pop((game.spelled, kept.text))
    first = None
    if kept.text.startswith(_DRAWS):
        first, _, text = kept.text.removeprefix(_DRAWS).partition("\n")
    else:
        text = kept.text
    if position is None:
        position = position_of(game, KEPT, 0, kept._replace(text=text), making)
    _positions.keep((game.spelled, kept.text), position)
    seed = (
        policy_seed(terms, repetition) if first is None else drawn_seed(terms.seed, int(first) + repetition)
    )
    return Start(position, seed)


def policy_seed(terms: Terms, repetition: int) -> int:
    """The seed of a repetition of a deal whose cards lie as they are."""
    return (terms.seed + repetition) % _SPAN


def _seed_of(seed: int, name: str) -> int:
    from hashlib import blake2b  # which takes its time to load

    return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=8).digest())


class _Recent(threading.local):
    """What a thread has made and goes on with; the last used comes last."""

    def __init__(self, most: int) -> None:
        self._made: dict[Any, Any] = {}
        self._most = most

    def pop(self, key: Any) -> Any:
        """Takes it out; None where it is not there."""
        return self._made.pop(key, None)

    def keep(self, key: Any, made: Any) -> None:
        """Puts it at the end, in the place of the oldest where there are many."""
        if len(self._made) >= self._most:
            self._made.pop(next(iter(self._made)))
        self._made[key] = made


class _Rows(threading.local):
    def __init__(self) -> None:
        self.made: dict[int, tuple[random.Random, array[int]]] = {}


_streams = _Recent(256)
_worlds = _Recent(1024)
_positions = _Recent(4096)
_rows = _Rows()
