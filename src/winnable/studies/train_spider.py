"""Tune what Spider's policies judge boards by, from games played: the cross-entropy method.

A shape is a number for each of ``spider_terms()`` (native/solvers/spider_shape.hpp says what each means).
Every generation draws shapes around the best so far, plays the same deals with each, and moves to the mean of
those that won most, weighted by rank; the spread follows how far the good ones lie apart (Rubinstein and
Kroese, *The Cross-Entropy Method*, 2004; the weights by rank are those of Hansen's CMA-ES). As the searches
stop at a number of boards and never at the clock, the same settings give the same shape.
"""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from winnable._core import CancelToken, SpiderPlayer, SpiderPosition, spider_shape, spider_terms
from winnable.errors import InputError
from winnable.games.registry import get_game
from winnable.games.spider import SpiderGame

__all__ = [
    "Generation",
    "State",
    "TrainSettings",
    "append_log",
    "check_header",
    "first_state",
    "header",
    "read_log",
    "train",
    "write_header",
]

# A run that leaves counts too, less than the game: with few games, that tells more about a shape.
_RUN_VALUE: Final = 0.3 / 8
_LEAST_STEP: Final = 0.1  # of the first step: the search never narrows to a point
_DEALS_APART: Final = 1_000_000  # of the deal numbers of two generations

SPIDER_TERMS: Final = spider_terms()

Shape = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """What fixes a training run.

    ``boards`` a search, ``games`` a shape, ``population`` shapes a generation, the best ``elite`` of which
    make the next. ``scale`` widens or narrows the first steps.
    """

    suits: int = 4
    boards: int = 2000
    games: int = 250
    population: int = 48
    elite: int = 14
    scale: float = 1.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class State:
    """Where a training run stands: the mean of the shapes drawn next and how far they spread."""

    generation: int
    mean: Shape
    step: Shape


@dataclass(frozen=True, slots=True)
class Generation:
    """What a generation found: the state after it, the share of its games won, and by its best shape."""

    state: State
    won: float
    best: float


def first_state(settings: TrainSettings, start: str = "package") -> State:
    """Where training starts: from the shape of the ``package``, or from the ``first`` one, set by hand."""
    steps = tuple(settings.scale * step for _, _, step in spider_terms())
    mean = spider_shape(settings.suits) if start == "package" else [first for _, first, _ in spider_terms()]
    return State(0, tuple(map(float, mean)), steps)


def train(
    settings: TrainSettings,
    state: State,
    generations: int,
    *,
    jobs: int = 1,
    token: CancelToken | None = None,
) -> Iterator[Generation]:
    """Trains on from a state and yields each generation; ends early once cancelled.

    Args:
        settings: see :class:`TrainSettings`; those of the run that the state is from.
        state: :func:`first_state`, or that of the last generation of a run broken off.
        generations: the number of the last one.
        jobs: threads; the result does not depend on it.
        token: cancels.
    """
    game = get_game("spider" if settings.suits == 4 else f"spider:suits={settings.suits}")
    assert isinstance(game, SpiderGame)
    with ThreadPoolExecutor(jobs) as pool:
        while state.generation < generations:
            first = settings.seed * 1000 * _DEALS_APART + state.generation * _DEALS_APART
            deals = [game.deal(f"seed:{first + i}") for i in range(settings.games)]
            shapes = _draw(settings, state)
            play = _Trial(game, deals, settings.boards, token)
            scores = list(pool.map(play, shapes))
            if token is not None and token.cancelled:
                return
            state = _next(settings, state, shapes, [score for _, score in scores])
            wins = [won for won, _ in scores]
            yield Generation(state, sum(wins) / len(wins), max(wins))


class _Trial:
    """Plays the deals of a generation with one shape: the share won, and the score that counts."""

    def __init__(
        self, game: SpiderGame, deals: list[SpiderPosition], boards: int, token: CancelToken | None
    ) -> None:
        self.game, self.deals, self.boards, self.token = game, deals, boards, token

    def __call__(self, shape: Shape) -> tuple[float, float]:
        player = SpiderPlayer.shaped(self.game.core, [round(value) for value in shape], self.boards)
        games = player.play_many(self.deals, [0] * len(self.deals), token=self.token)
        won = sum(game.won for game in games) / len(games)
        return won, won + _RUN_VALUE * sum(game.runs for game in games) / len(games)


def _draw(settings: TrainSettings, state: State) -> list[Shape]:
    rng = random.Random(f"{settings.seed}:{state.generation}")
    return [
        tuple(mean + step * rng.gauss(0, 1) for mean, step in zip(state.mean, state.step, strict=True))
        for _ in range(settings.population)
    ]


def _next(settings: TrainSettings, state: State, shapes: list[Shape], scores: list[float]) -> State:
    order = sorted(range(len(shapes)), key=lambda i: (-scores[i], i))[: settings.elite]
    weights = [math.log(len(order) + 0.5) - math.log(rank) for rank in range(1, len(order) + 1)]
    total = sum(weights)
    first_steps = [step for _, _, step in spider_terms()]
    means, steps = [], []
    for k, (old, step) in enumerate(zip(state.mean, state.step, strict=True)):
        values = [shapes[i][k] for i in order]
        means.append(sum(w * v for w, v in zip(weights, values, strict=True)) / total)
        spread = math.sqrt(sum(w * (v - old) ** 2 for w, v in zip(weights, values, strict=True)) / total)
        least = _LEAST_STEP * first_steps[k]
        steps.append(max(least, (step + spread) / 2))
    return State(state.generation + 1, tuple(means), tuple(steps))


def append_log(path: Path, settings: TrainSettings, found: Generation) -> None:
    """Adds a generation to a log: one JSON line each, with all that is needed to train on.

    A last line that was cut off, as by a full disk, is left out.

    Raises:
        InputError: the file cannot be written.
    """
    line = json.dumps({"settings": asdict(settings)} | asdict(found))
    try:
        whole = len(_whole_lines(path.read_bytes())) if path.exists() else 0
        with path.open("ab") as file:
            file.truncate(whole)
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror or error}", expected="a path that can be written"
        ) from None


def _whole_lines(text: bytes) -> bytes:
    """The text without what follows its last line end."""
    return text[: text.rfind(b"\n") + 1]


def read_log(path: Path, settings: TrainSettings) -> State | None:
    """The state after a log's last whole line; None if there is no log yet.

    Raises:
        InputError: the file cannot be read, is no such log, or that of a run with other settings.
    """
    if not path.exists():
        return None
    try:
        text = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}", expected="a log that can be read") from None
    try:
        *_, last = _whole_lines(text).decode("utf-8").splitlines()
        data = json.loads(last)
        state = data["state"]
        known = TrainSettings(**data["settings"])
        found = State(int(state["generation"]), tuple(state["mean"]), tuple(state["step"]))
    except (ValueError, TypeError, KeyError):
        raise InputError(f"{path} is no log of `winnable train`", expected="one, or a new path") from None
    if known != settings:
        raise InputError(f"{path} is of a run with other settings", expected="the same ones, or a new path")
    if {len(found.mean), len(found.step)} != {len(spider_terms())}:
        raise InputError(f"{path} has shapes of another length", expected=f"{len(spider_terms())} numbers")
    return found


def header(shapes: Callable[[int], list[int]] = spider_shape) -> str:
    """The text of native/solvers/spider_shapes.hpp for these shapes, by number of suits."""
    lines = [
        "// The shapes that `winnable train spider` found; that command writes this file.",
        "#pragma once",
        "",
        '#include "solvers/spider_shape.hpp"',
        "",
        "namespace winnable {",
        "",
    ]
    for suits in (1, 2, 4):
        values = [f"{value}," for value in shapes(suits)]
        width = max(map(len, values))
        lines.append(f"inline constexpr SpiderShape kSpiderShape{suits}{{{{")
        for value, (name, _, _) in zip(values, spider_terms(), strict=True):
            lines.append(f"    {value:<{width}}  // {name}")
        lines += ["}};", ""]
    return "\n".join([*lines, "}  // namespace winnable", ""])


def check_header(path: Path) -> None:
    """InputError if no header can be written there; nothing is written yet."""
    target = path if path.exists() else path.parent
    if path.is_dir() or not os.access(target, os.W_OK):
        raise InputError(f"{path} cannot be written", expected="a path that can be written")


def write_header(path: Path, suits: int, state: State) -> None:
    """Writes the header with a state's mean in place of the package's shape.

    Raises:
        InputError: the file cannot be written.
    """
    mean = [round(value) for value in state.mean]
    text = header(lambda s: mean if s == suits else spider_shape(s))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror or error}", expected="a path that can be written"
        ) from None
