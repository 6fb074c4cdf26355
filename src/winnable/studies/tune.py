"""Search for heuristic weights on a set of deals, reproducibly.

Every trial searches all the deals with one choice of weights. More deals solved is better, then
fewer nodes expanded, then shorter solutions. As the searches stop at a number of nodes, never at
the clock, the same seed gives the same answer on every machine.

A trial is a study with one player. Where there is a file all of them go to it, and what it has is not
searched again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any

from winnable._core import CancelToken
from winnable.deals import DealNumber
from winnable.errors import InputError, quote
from winnable.family import RegisteredGame, require
from winnable.names import find_name, pick_name, unknown_name
from winnable.search.algorithms import ALGORITHMS
from winnable.search.api import Limits
from winnable.search.features import WeightedFeatures
from winnable.studies.experiments.measured import Measurer, measurer
from winnable.studies.experiments.plan import GameDeals, Kept, Study
from winnable.studies.experiments.players import Player
from winnable.text.boards import write_position

__all__ = ["METHODS", "Score", "Trial", "TuneResult", "tune"]

Weights = tuple[float, ...]
Range = tuple[float, float]
Ask = Callable[[Weights], "Score"]

METHODS = ("grid", "random", "coordinate", "cem")
_DIGITS = 3  # weights are rounded to thousandths, so that they can be written down
_POPULATION = 16
_ELITE = 4
_LEAST_SPREAD = 0.02  # of the range


@dataclass(frozen=True, slots=True)
class Score:
    """What some weights achieved: deals solved, nodes expanded on all deals, moves on the solved ones."""

    solved: int
    nodes: int
    length: int

    @property
    def key(self) -> tuple[int, int, int]:
        """Smaller is better."""
        return (-self.solved, self.nodes, self.length)


@dataclass(frozen=True, slots=True)
class Trial:
    """One choice of weights and its score."""

    heuristic: WeightedFeatures
    score: Score


@dataclass(frozen=True, slots=True)
class TuneResult:
    """The best trial (of equals the first), all trials in order, and whether it was cancelled early."""

    best: Trial
    trials: tuple[Trial, ...]
    cancelled: bool = False


def tune(
    game: RegisteredGame[Any, Any],
    deals: Iterable[Any],
    algorithm: str = "astar",
    features: Sequence[str] | Mapping[str, Range] | None = None,
    *,
    method: str = "cem",
    trials: int = 100,
    seed: int = 0,
    limits: Limits | None = None,
    autoplay: str | None = None,
    on_trial: Callable[[Trial], None] | None = None,
    token: CancelToken | None = None,
    jobs: int = 1,
    file: Path | None = None,
    made_by: str = "",
) -> TuneResult:
    """The best weights found for an informed algorithm.

    Args:
        game: any registered game.
        deals: deal numbers, positions, or starts as a study keeps them; at least one.
        algorithm: greedy, astar, weighted_astar, ida_star or beam.
        features: names, or names with the range (low, high) of each weight; by default those in ``TUNED`` of
        the
            family's features.
        method: ``grid`` (evenly spaced values), ``random``, ``coordinate`` (one weight at a time,
            in steps that shrink) or ``cem`` (the cross-entropy method: Rubinstein, 1999).
        trials: at most this many; grid takes the finest grid that fits.
        seed: of every random choice.
        limits: for each search; 20,000 nodes by default. A limit in seconds is refused.
        autoplay: automatic moves in the searches; ``safe`` by default in games that play themselves; the
            others have none.
        on_trial: told of each trial as it ends.
        token: cancels; the result is then what was found so far.
        jobs: threads; the answer does not depend on them.
        file: where every search is kept; see :func:`winnable.studies.experiments.measured.measurer`, for
            ``made_by``, too.

    Raises:
        InputError: no deals, an unknown method, feature or algorithm, or limits that depend on the clock.
    """
    limits = limits or Limits(nodes=20_000)
    kind = require(game, "features", game.family.features)()
    ranges = _ranges(kind.tuned(game) if features is None else features, kind)
    autoplay = kind.AUTOPLAY if autoplay is None else autoplay
    algorithm = find_name(algorithm, ALGORITHMS) or algorithm
    method = find_name(method, METHODS) or method
    _check(game, algorithm, method, trials, limits, autoplay)
    starts = tuple(_kept(game, deal, number) for number, deal in enumerate(deals, 1))
    if not starts:
        raise InputError("no deals to tune on", expected="at least one")
    names = tuple(ranges)
    kind.of(dict.fromkeys(names, 0.0)).check(game)
    done: dict[Weights, Trial] = {}

    def ask(weights: Weights) -> Score:
        weights = tuple(round(weight, _DIGITS) + 0.0 for weight in weights)
        if weights not in done:
            if len(done) >= trials:
                raise _Enough
            heuristic = kind(tuple(zip(names, weights, strict=True)))
            score = _score(measuring, _trial(game, starts, algorithm, heuristic, limits, autoplay))
            done[weights] = Trial(heuristic, score)
            if on_trial is not None:
                on_trial(done[weights])
        return done[weights].score

    cancelled = False
    with measurer(file, jobs=jobs, token=token, made_by=made_by) as measuring:
        try:
            _METHODS[method](ask, tuple(ranges.values()), _start(ranges, kind), trials, random.Random(seed))
        except _Enough:
            pass
        except _Cancelled:
            cancelled = True
    if not done:
        raise InputError("cancelled before the first trial ended")
    best = min(done.values(), key=lambda trial: trial.score.key)
    return TuneResult(best, tuple(done.values()), cancelled)


class _Enough(Exception):  # noqa: N818 - ends the search, no error
    pass


class _Cancelled(Exception):  # noqa: N818
    pass


def _ranges(features: Sequence[str] | Mapping[str, Range], kind: type[WeightedFeatures]) -> dict[str, Range]:
    if isinstance(features, Mapping):
        ranges = dict(features)
    else:
        features = [pick_name("feature", name, kind.FEATURES) for name in features]
        if len(set(features)) != len(features):
            raise InputError("a feature is named twice", expected="each feature once")
        ranges = {name: kind.RANGES.get(name, (0.0, 1.0)) for name in features}
    if not ranges:
        raise InputError("no features to tune", expected="at least one")
    for name, (low, high) in ranges.items():
        if not low < high:
            raise InputError(f"the range of {name} is {low} to {high}", expected="a lower and a higher end")
    return ranges


def _check(
    game: RegisteredGame[Any, Any], algorithm: str, method: str, trials: int, limits: Limits, autoplay: str
) -> None:
    if autoplay != "none" and "autoplay" not in game.family.search_options:
        raise InputError(
            f"{game.info.title} has no automatic moves", expected="a pile-building game for them"
        )
    informed = [info.name for info in ALGORITHMS.values() if info.informed]
    if algorithm not in informed:
        raise InputError(
            f"{quote(algorithm)} has no weights to tune", expected="one of " + ", ".join(informed)
        )
    if method not in METHODS:
        raise unknown_name(f"unknown method {quote(method)}", method, METHODS)
    if trials < 1:
        raise InputError(f"trials is {trials}", expected="1 or more")
    if limits.seconds is not None or limits.nodes is None:
        raise InputError(
            "tuning stops searches at a number of nodes, so that it can be repeated",
            expected="a limit in nodes only",
        )


def _start(ranges: Mapping[str, Range], kind: type[WeightedFeatures]) -> Weights:
    """The family's own weights where there are any in the range, else the middle."""
    known = kind.tuning_start()
    return tuple(
        known[name] if low <= known.get(name, low - 1) <= high else (low + high) / 2
        for name, (low, high) in ranges.items()
    )


def _kept(game: RegisteredGame[Any, Any], deal: Any, number: int) -> Kept:
    """A start as a study keeps it."""
    if isinstance(deal, Kept):
        return deal
    if isinstance(deal, int | str | DealNumber):
        game.deal(deal)  # is it one?
        return Kept(str(deal), str(deal), True)
    return Kept(f"position {number}", write_position(game, deal), False)


def _trial(
    game: RegisteredGame[Any, Any],
    starts: tuple[Kept, ...],
    algorithm: str,
    heuristic: WeightedFeatures,
    limits: Limits,
    autoplay: str,
) -> Study:
    """The study of some weights."""
    moves = {} if autoplay == "none" else {"autoplay": autoplay}
    player = Player("search", algorithm, {"heuristic": str(heuristic), **moves}, str(heuristic))
    return Study(
        title=f"Weights for {algorithm}",
        games=(GameDeals(game.spelled, positions=starts),),
        players=(player,),
        limits=limits,
        measures=("expanded", "length"),
    )


def _score(measuring: Measurer, study: Study) -> Score:
    """What a study found, which is measured as far as it was not."""
    asked, _ = measuring.measure(study)
    (units,) = asked.units
    rows = list(units.rows("expanded", "length"))
    if len(rows) < len(units):
        raise _Cancelled
    lengths = [length for _, outcome, _, length in rows if outcome == "solved"]
    return Score(len(lengths), sum(expanded for _, _, expanded, _ in rows), sum(lengths))


def _grid(ask: Ask, ranges: Sequence[Range], _start: Weights, trials: int, _rng: random.Random) -> None:
    steps = 1
    while (steps + 1) ** len(ranges) <= trials:
        steps += 1
    for weights in islice(product(*(_spaced(low, high, steps) for low, high in ranges)), trials):
        ask(weights)


def _spaced(low: float, high: float, steps: int) -> list[float]:
    if steps == 1:
        return [(low + high) / 2]
    return [low + (high - low) * i / (steps - 1) for i in range(steps)]


def _random(ask: Ask, ranges: Sequence[Range], start: Weights, trials: int, rng: random.Random) -> None:
    ask(start)
    for _ in range(trials - 1):
        ask(tuple(rng.uniform(low, high) for low, high in ranges))


def _coordinate(ask: Ask, ranges: Sequence[Range], start: Weights, _trials: int, _rng: random.Random) -> None:
    """One weight at a time, up and down; when no step helps, half the step."""
    here, best = start, ask(start)
    share = 0.25
    while share * max(high - low for low, high in ranges) >= 10**-_DIGITS:
        better = False
        for there in _neighbours(here, ranges, share):
            score = ask(there)
            if score.key < best.key:
                here, best, better = there, score, True
                break
        if not better:
            share /= 2


def _neighbours(here: Weights, ranges: Sequence[Range], share: float) -> Iterator[Weights]:
    for i, (low, high) in enumerate(ranges):
        for sign in (1, -1):
            moved = min(high, max(low, here[i] + sign * share * (high - low)))
            if moved != here[i]:
                yield (*here[:i], moved, *here[i + 1 :])


def _cem(ask: Ask, ranges: Sequence[Range], start: Weights, trials: int, rng: random.Random) -> None:
    """Draws around the mean of the best so far, ever closer; the first population includes the start."""
    mean = list(start)
    spread = [(high - low) / 2 for low, high in ranges]
    ask(start)
    for _ in range(2 * trials // _POPULATION + 1):  # repeats cost no trial; they end here
        drawn = [
            tuple(min(high, max(low, rng.gauss(mean[i], spread[i]))) for i, (low, high) in enumerate(ranges))
            for _ in range(_POPULATION)
        ]
        elite = sorted(drawn, key=lambda weights: ask(weights).key)[:_ELITE]
        for i, (low, high) in enumerate(ranges):
            values = [weights[i] for weights in elite]
            mean[i] = sum(values) / _ELITE
            variance = sum((value - mean[i]) ** 2 for value in values) / _ELITE
            spread[i] = max(variance**0.5, _LEAST_SPREAD * (high - low))


_METHODS: dict[str, Callable[[Ask, Sequence[Range], Weights, int, random.Random], None]] = {
    "grid": _grid,
    "random": _random,
    "coordinate": _coordinate,
    "cem": _cem,
}
