"""Tune what Spider's policies judge boards by, from games played: the cross-entropy method.

A shape has a number for each of ``spider_terms()`` (native/spider/policy/shape.hpp says what each means)
and each number of rows left. Every generation draws steps away from the shape so far, the same for all rows
or for one number of rows only, plays the same games with each, and takes the mean of those that won most,
weighted by rank; the spread follows how far from the old mean the good ones lie (Rubinstein and Kroese,
*The Cross-Entropy Method*, 2004; the weights by rank are those of Hansen's CMA-ES). As the searches stop at
a number of boards and never at the clock, the same settings give the same shape.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from winnable._core import CancelToken, Observation, SpiderPlayer, spider_shape, spider_terms
from winnable.deals import DealRange
from winnable.errors import InputError
from winnable.families.spider import FAMILY
from winnable.families.spider.game import SpiderGame
from winnable.families.spider.stages import open_starts
from winnable.search.policy import PlayShapes, Starts, Trainer

__all__ = [
    "TRAINER",
    "Generation",
    "State",
    "TrainSettings",
    "check_writable",
    "first_state",
    "header",
    "train",
    "write_header",
]

# A run that leaves counts too, less than the game: with few games, that tells more about a shape.
_RUN_VALUE: Final = 0.3 / 8
_LEAST_STEP: Final = 0.1  # of the first step: the search never narrows to a point
_DEALS_APART: Final = 1_000_000  # of the deal numbers of two generations
_SEEDS: Final = 2**64

STAGES: Final = len(spider_shape(4)[0])  # numbers of rows left, from none on

Shape = tuple[tuple[float, ...], ...]  # by term, and by rows left
Step = tuple[float, ...]  # by term


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """What fixes the answer of training, beside how many generations there are.

    ``boards`` a search, ``games`` a shape, ``population`` shapes a generation, the best ``elite`` of which
    make the next. ``scale`` widens or narrows the first steps. With ``rows`` only what counts with so many
    rows left is tuned, by games from ``positions`` boards on which that stage begins. The ``start`` is the
    shape of the ``package``, or the ``first`` one, set by hand.
    """

    suits: int = 4
    boards: int = 2000
    games: int = 250
    population: int = 48
    elite: int = 14
    scale: float = 1.0
    seed: int = 0
    rows: int | None = None
    positions: int = 500
    start: str = "package"


@dataclass(frozen=True, slots=True)
class State:
    """Where training stands: the mean of the shapes drawn next and how far they spread."""

    generation: int
    mean: Shape
    step: Step


@dataclass(frozen=True, slots=True)
class Generation:
    """What a generation found: the state after it, the share of its games won, and by its best shape."""

    state: State
    won: float
    best: float


def first_state(settings: TrainSettings) -> State:
    """Where training starts."""
    steps = tuple(settings.scale * step for _, _, step in spider_terms())
    by_hand = [[first] * STAGES for _, first, _ in spider_terms()]
    mean = spider_shape(settings.suits) if settings.start == "package" else by_hand
    return State(0, tuple(tuple(map(float, stages)) for stages in mean), steps)


def train(
    settings: TrainSettings,
    generations: int,
    play: PlayShapes,
    *,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_position: Callable[[int], None] | None = None,
) -> Iterator[Generation]:
    """Trains and yields each generation; ends early once cancelled.

    Args:
        settings: see :class:`TrainSettings`.
        generations: how many.
        play: plays the games of a generation.
        jobs: threads that look for boards on which a stage begins; the result does not depend on it.
        token: cancels.
        on_position: told how many boards on which a stage begins are found, after each.

    Raises:
        InputError: no board is found on which it is open who wins.
    """
    game = FAMILY.game("spider", None, () if settings.suits == 4 else (f"suits={settings.suits}",))
    assert isinstance(game, SpiderGame)
    seen: list[Observation] = []
    if settings.rows is not None:
        with ThreadPoolExecutor(jobs) as pool:
            seen = _stage(game, settings, pool, token, on_position)
    state = first_state(settings)
    while state.generation < generations and not (token is not None and token.cancelled):
        steps = _draw(settings, state)
        shapes = [rounded(moved(state.mean, step, settings.rows)) for step in steps]
        played = play(game, shapes, settings.boards, _starts(game, settings, state.generation, seen))
        if played is None:
            return
        wins = [won / settings.games for won, _ in played]
        runs = [_RUN_VALUE * runs / settings.games for _, runs in played]
        scores = [share + value for share, value in zip(wins, runs, strict=True)]
        state = _next(settings, state, steps, scores)
        yield Generation(state, sum(wins) / len(wins), max(wins))


def _first_deal(settings: TrainSettings, generation: int) -> int:
    first = (settings.seed * 1000 + generation) * _DEALS_APART
    return first % (_SEEDS - _DEALS_APART)  # so that those which follow it are numbers of deals, too


def _stage(
    game: SpiderGame,
    settings: TrainSettings,
    pool: Executor,
    token: CancelToken | None,
    on_position: Callable[[int], None] | None,
) -> list[Observation]:
    """What is seen where the stage begins that is tuned: of games of the package's shape."""
    assert settings.rows is not None
    shape = spider_shape(settings.suits)
    found = open_starts(
        game,
        lambda: SpiderPlayer.shaped(game.core, shape, settings.boards),
        settings.rows,
        _first_deal(settings, 999),
        pool,
        token,
    )
    seen: list[Observation] = []
    for look in islice(found, settings.positions):
        seen.append(look)
        if on_position is not None:
            on_position(len(seen))
    return seen


def _starts(game: SpiderGame, settings: TrainSettings, generation: int, seen: list[Observation]) -> Starts:
    """What the shapes of a generation play: deals, or worlds that look as the stage began."""
    if settings.rows is None:
        first = _first_deal(settings, generation)
        return DealRange("seed", first, first + settings.games - 1)
    rng = random.Random(f"{settings.seed}:{generation}:worlds")
    return [game.determinise(rng.choice(seen), rng) for _ in range(settings.games)]


def moved(shape: Shape, step: Step, rows: int | None) -> Shape:
    """The shape with a step added: for every number of rows left, or for one."""
    return tuple(
        tuple(value + by if rows in (None, stage) else value for stage, value in enumerate(stages))
        for stages, by in zip(shape, step, strict=True)
    )


def rounded(shape: Shape) -> list[list[int]]:
    """The shape in whole numbers, as the core plays with it."""
    return [[round(value) for value in stages] for stages in shape]


def _draw(settings: TrainSettings, state: State) -> list[Step]:
    """Steps away from the mean."""
    rng = random.Random(f"{settings.seed}:{state.generation}")
    return [tuple(step * rng.gauss(0, 1) for step in state.step) for _ in range(settings.population)]


def _next(settings: TrainSettings, state: State, drawn: list[Step], scores: list[float]) -> State:
    order = sorted(range(len(drawn)), key=lambda i: (-scores[i], i))[: settings.elite]
    weights = [math.log(len(order) + 0.5) - math.log(rank) for rank in range(1, len(order) + 1)]
    total = sum(weights)
    by, steps = [], []
    for k, (step, (_, _, first)) in enumerate(zip(state.step, spider_terms(), strict=True)):
        values = [drawn[i][k] for i in order]
        by.append(sum(w * v for w, v in zip(weights, values, strict=True)) / total)
        spread = math.sqrt(sum(w * v**2 for w, v in zip(weights, values, strict=True)) / total)
        steps.append(max(_LEAST_STEP * settings.scale * first, (step + spread) / 2))
    return State(state.generation + 1, moved(state.mean, tuple(by), settings.rows), tuple(steps))


def header(shapes: Callable[[int], list[list[int]]] = spider_shape) -> str:
    """The text of native/spider/policy/shapes.hpp for these shapes, by number of suits."""
    lines = [
        "// The shapes that `winnable train spider` found; that command writes this file.",
        "// By term, and by rows left: none to five.",
        "#pragma once",
        "",
        '#include "spider/policy/shape.hpp"',
        "",
        "namespace winnable {",
        "",
    ]
    for suits in (1, 2, 4):
        values = [f"{{{{{', '.join(map(str, stages))}}}}}," for stages in shapes(suits)]
        width = max(map(len, values))
        lines.append(f"inline constexpr SpiderShape kSpiderShape{suits}{{{{")
        for value, (name, _, _) in zip(values, spider_terms(), strict=True):
            lines.append(f"    {value:<{width}}  // {name}")
        lines += ["}};", ""]
    return "\n".join([*lines, "}  // namespace winnable", ""])


def check_writable(path: Path) -> None:
    """InputError if no file can be written there; nothing is written yet."""
    target = path if path.exists() else path.parent
    if path.is_dir() or not os.access(target, os.W_OK):
        raise InputError(f"{path} cannot be written", expected="a path that can be written")


def write_header(path: Path, suits: int, state: State) -> None:
    """Writes the header with a state's mean in place of the package's shape.

    Raises:
        InputError: the file cannot be written.
    """
    mean = rounded(state.mean)
    text = header(lambda s: mean if s == suits else spider_shape(s))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror or error}", expected="a path that can be written"
        ) from None


def settings_of(game: SpiderGame, **options: Any) -> TrainSettings:
    """The settings for a game's suits; InputError for a game whose policies judge by no shape of its own."""
    for suits in (4, 2, 1):
        if game.spelled == ("spider" if suits == 4 else f"spider:suits={suits}"):
            return TrainSettings(suits=suits, **options)
    raise InputError(f"{game.spelled} is not trained", expected="spider, spider:suits=2 or spider:suits=1")


def _write(path: Path, settings: TrainSettings, state: State) -> None:
    write_header(path, settings.suits, state)


TRAINER: Final = Trainer(settings_of, train, check_writable, _write)
