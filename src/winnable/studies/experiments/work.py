"""What a worker does: measures the units of one batch. It knows nothing but its task."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from winnable._core import CancelToken
from winnable.registry import get_game
from winnable.studies.experiments.begin import starts_of
from winnable.studies.experiments.players import Measured, Player, Seat
from winnable.studies.experiments.provenance import Machine, this_machine
from winnable.studies.experiments.starts import Kept, Making
from winnable.studies.experiments.store import Terms

__all__ = ["Done", "Task", "measure"]

_MOST_SEATS = 4  # that a thread keeps: each may hold the tables of a solver


@dataclass(frozen=True, slots=True)
class Task:
    """The units of a batch, whole: a worker elsewhere needs no file.

    ``places`` are a repetition and the number of a deal in the source for each; ``kept`` are the positions,
    where they are kept, by number.
    """

    game: str
    player: str
    terms: str
    source: str
    places: tuple[tuple[int, int], ...]
    kept: dict[int, Kept]
    measures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a task: for each unit the outcome and the measures that were asked for; ``seconds`` of
    CPU for all of them: what else a machine does makes no batch smaller."""

    rows: tuple[tuple[Any, ...], ...]
    seconds: float
    machine: Machine


class _Seats(threading.local):
    """The players that this thread has made ready; a solver serves one thread at a time."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str, str], tuple[Any, Seat]] = {}


_seats = _Seats()


def measure(task: Task, token: CancelToken | None = None) -> Done:
    """Measures every unit of a task, in order; once the token is cancelled those are left out that were not
    done."""
    start = time.thread_time()
    if token is not None and token.cancelled:
        return Done((), 0.0, this_machine())
    game, seat = _seat(task)
    terms = Terms.of(task.terms)
    making = Making(terms.limits, token)
    positions, seeds = starts_of(game, terms, task.source, task.places, task.kept, task.player, making)
    rows = tuple(_measured(seat, positions, seeds, task.measures, token))
    return Done(rows, time.thread_time() - start, this_machine())


def _measured(
    seat: Seat,
    positions: Sequence[Any],
    seeds: Sequence[int],
    measures: Sequence[str],
    token: CancelToken | None,
) -> Iterator[Measured]:
    """The units in order; of a puzzle that was not made in time nothing is known."""
    made = [i for i, position in enumerate(positions) if position is not None]
    rows = iter(seat([positions[i] for i in made], [seeds[i] for i in made], measures, token))
    unmade = ("unknown", *("time" if measure == "reason" else None for measure in measures))
    for position in positions:
        if position is None and token is not None and token.cancelled:
            return
        row = unmade if position is None else next(rows, None)
        if row is None:
            return
        yield row


def _seat(task: Task) -> tuple[Any, Seat]:
    key = (task.game, task.player, task.terms)
    made = _seats.made
    if key in made:
        made[key] = made.pop(key)  # the last used comes last
    else:
        if len(made) >= _MOST_SEATS:
            made.pop(next(iter(made)))
        game = get_game(task.game)
        made[key] = game, Player.of(task.player).seat(game, Terms.of(task.terms).limits)
    return made[key]
