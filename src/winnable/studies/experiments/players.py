"""Who is measured: a solver, search, policy or grader with its parameters, the same for every family."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product, takewhile
from typing import Any, Final, Literal

from winnable._core import CancelToken
from winnable.errors import InputError, quote
from winnable.family import AnyGame
from winnable.names import find_name, pick_name
from winnable.registry import pick_solver
from winnable.search.api import Limits
from winnable.search.policy import BROKEN_OFF, PlayedGame, make_policy, play_many, shaped_policy

__all__ = [
    "FIGURES",
    "LEVEL",
    "MEASURES",
    "OUTCOMES",
    "Measured",
    "Player",
    "Seat",
    "Value",
    "grid_of",
    "shape_text",
]

Kind = Literal["solver", "search", "policy", "grader"]
Value = str | int | float | bool

KINDS: Final[tuple[Kind, ...]] = ("solver", "search", "policy", "grader")
# What may come of a unit. `failed`: it ended its worker, or raised an error, twice.
OUTCOMES: Final = ("solved", "unsolvable", "unknown", "won", "lost", "failed")
# What is measured of a unit beside its outcome, and its type in SQLite, in the order of the file's columns.
# `figures` are those that only one family's search or grader has; `moves`, the line found, only where asked
# for.
MEASURES: Final[Mapping[str, str]] = {
    "seconds": "REAL",
    "expanded": "INTEGER",
    "reason": "TEXT",
    "generated": "INTEGER",
    "duplicates": "INTEGER",
    "backtracks": "INTEGER",
    "depth": "INTEGER",
    "peak_bytes": "INTEGER",
    "length": "INTEGER",
    "cost": "REAL",
    "lower_bound": "REAL",
    "score": "INTEGER",
    "solutions": "INTEGER",
    "unique": "INTEGER",
    "decisions": "INTEGER",
    "figures": "TEXT",
    "moves": "TEXT",
}
FIGURES: Final = "figures"
LEVEL: Final = "level"  # the grader: every family that has one has one alone
_OF_POLICIES: Final = ("boards", "first", "shape")  # parameters
_STATS: Final = ("seconds", "expanded", "generated", "duplicates", "backtracks", "depth", "peak_bytes")

Measured = tuple[Any, ...]  # the outcome, and the measures that were asked for


@dataclass(frozen=True, slots=True)
class Player:
    """A solver, search, policy or grader by name, with its parameters; ``label`` is what tables call it."""

    kind: Kind
    name: str
    parameters: Mapping[str, Value] = field(default_factory=dict)
    label: str = ""
    games: tuple[str, ...] = ()  # only in these; in all where there are none
    deals: int = 0  # only the first so many of each game; all where it is 0

    @property
    def identity(self) -> str:
        """The same text for the same player, whatever it is called."""
        return json.dumps({self.kind: self.name, **dict(sorted(self.parameters.items()))})

    @classmethod
    def of(cls, identity: str) -> Player:
        """The player that an ``identity`` tells."""
        data = json.loads(identity)
        kind = next(kind for kind in KINDS if kind in data)
        return cls(kind, data.pop(kind), data)

    def words(self, varied: Sequence[str] | None = None) -> str:
        """Its name and the parameters that vary, all of them by default."""
        shown = self.parameters if varied is None else {key: self.parameters[key] for key in varied}
        return " ".join([self.name, *(f"{key}={_shown(value)}" for key, value in shown.items())])

    def seat(self, game: AnyGame, limits: Limits) -> Seat:
        """The player ready to measure positions of a game.

        Raises:
            InputError: a name or a parameter that this game does not have.
        """
        makers = {
            "solver": _solver_seat,
            "search": _search_seat,
            "policy": _policy_seat,
            "grader": _grader_seat,
        }
        return makers[self.kind](self, game, limits)

    def check(self, game: AnyGame, position: Any) -> None:
        """InputError for a name, a parameter or a value that this game does not have: tried on a position."""
        self.seat(game, Limits(nodes=1))([position], [0], (), None)


# Positions, a seed for each, the names of what is measured, and what cancels: answers in their order, without
# those from the first on that was cancelled.
Seat = Callable[[Sequence[Any], Sequence[int], Sequence[str], CancelToken | None], list[Measured]]


def grid_of(kind: Kind, names: Sequence[Value], grid: Mapping[str, Sequence[Value]]) -> list[Player]:
    """A player for each name and each choice of the parameters' values."""
    return [
        Player(kind, str(name), dict(zip(grid, chosen, strict=True)))
        for name in names
        for chosen in product(*grid.values())
    ]


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _solver_seat(player: Player, game: AnyGame, limits: Limits) -> Seat:
    solver = pick_solver(game, player.name, **player.parameters)()

    def measure(
        positions: Sequence[Any], seeds: Sequence[int], measures: Sequence[str], token: CancelToken | None
    ) -> list[Measured]:
        answers: Iterable[Any] = solver.solve_many(positions, limits=limits, token=token)
        if token is not None and token.cancelled:
            answers = takewhile(lambda raw: raw.reason != "cancelled", answers)
        takers = [_OF_ANSWERS[name] for name in measures]
        return [_answered(raw, takers) for raw in answers]

    return measure


Taker = Callable[[Any, Mapping[str, Any]], Any]  # of an answer and its stats


def _answered(raw: Any, takers: Sequence[Taker]) -> Measured:
    stats = raw.stats
    return (raw.verdict, *[take(raw, stats) for take in takers])


def _of_stats(name: str) -> Taker:
    return lambda raw, stats: stats.get(name)


def _of_answer(name: str) -> Taker:
    return lambda raw, stats: getattr(raw, name, None)


_OF_ANSWERS: Final[Mapping[str, Taker]] = {
    **{name: _of_stats(name) for name in _STATS},
    "reason": lambda raw, stats: str(raw.reason),
    **{name: _of_answer(name) for name in ("cost", "lower_bound", "score", "solutions", "unique")},
    "length": lambda raw, stats: raw.length if raw.verdict == "solved" else None,
    "moves": lambda raw, stats: " ".join(raw.texts) if raw.verdict == "solved" else None,
    **dict.fromkeys(("decisions", FIGURES), lambda raw, stats: None),
}


def _search_seat(player: Player, game: AnyGame, limits: Limits) -> Seat:
    from winnable.search.algorithms import ALGORITHMS, search

    own = game.family.searches()
    name = find_name(player.name, own) or pick_name("search", player.name, (*ALGORITHMS, *own))
    run = own[name].run if name in own else partial(search, algorithm=name)
    taken = [option.name for option in own[name].options] if name in own else _textbook_options(game, name)
    for parameter in player.parameters:
        if parameter not in taken:
            expected = "one of " + ", ".join(taken) if taken else "none"
            raise InputError(f"the search {name} takes no {quote(parameter)}", expected=expected)
    draws = "seed" in taken and "seed" not in player.parameters

    def measure(
        positions: Sequence[Any], seeds: Sequence[int], measures: Sequence[str], token: CancelToken | None
    ) -> list[Measured]:
        found = []
        for position, seed in zip(positions, seeds, strict=True):
            options = {**player.parameters, **({"seed": seed} if draws else {})}
            result = run(game, position, limits=limits, token=token, **options)
            if result.reason == "cancelled":
                break
            found.append(_searched(result, measures))
        return found

    return measure


def _textbook_options(game: AnyGame, name: str) -> list[str]:
    from winnable.search.algorithms import ALGORITHMS

    info = ALGORITHMS[name]
    return [*(("heuristic",) if info.informed else ()), *info.options, *game.family.search_options]


def _searched(result: Any, measures: Sequence[str]) -> Measured:
    found = {name: getattr(result.stats, name) for name in _STATS}
    found["reason"] = result.reason.value
    found["cost"], found["lower_bound"] = result.cost, result.lower_bound
    solved = result.verdict.value == "solved"
    if solved:
        found["length"] = len(result.moves)
    for name in ("score", "solutions", "unique"):
        found[name] = getattr(result, name)
    figures = result.data().get("figures") if hasattr(result, "figures") else None
    if figures:
        found[FIGURES] = json.dumps(figures)
    if "moves" in measures and solved:
        found["moves"] = " ".join(result.texts)
    return (result.verdict.value, *map(found.get, measures))


def _policy_seat(player: Player, game: AnyGame, limits: Limits) -> Seat:
    policy = _policy(player, game)
    first = player.parameters.get("first")

    def measure(
        positions: Sequence[Any], seeds: Sequence[int], measures: Sequence[str], token: CancelToken | None
    ) -> list[Measured]:
        starts = positions if first is None else [_moved(game, start, str(first)) for start in positions]
        items = zip(range(len(starts)), starts, seeds, strict=True)
        games = (played for _, played in play_many(game, items, lambda: policy, limits=limits, token=token))
        takers = [_OF_GAMES[name] for name in measures]
        return [_played(one, takers) for one in takewhile(lambda one: one.reason != "cancelled", games)]

    return measure


def _policy(player: Player, game: AnyGame) -> Any:
    """Who plays: a policy by name, or one that judges boards by a ``shape``; see :func:`shape_text`."""
    others = {name: value for name, value in player.parameters.items() if name not in _OF_POLICIES}
    settings: Any = None
    if others:
        kinds = game.family.policies
        settings_of = None if kinds is None else kinds().settings_of
        if settings_of is None:
            what = f"the policy {player.name} takes no {quote(next(iter(others)))}"
            raise InputError(what, expected="one of " + ", ".join(_OF_POLICIES))
        settings = settings_of(player.name, others)
    boards: Any = player.parameters.get("boards")
    shape = player.parameters.get("shape")
    if shape is None:
        return make_policy(game, player.name, settings=settings, boards=boards)
    if boards is None:
        raise InputError("a shape without boards", expected="how many boards each search keeps")
    try:
        numbers = [[int(number) for number in row.split()] for row in str(shape).split(",")]
    except ValueError:
        raise InputError(f"the shape is {quote(str(shape))}", expected="rows of whole numbers") from None
    return shaped_policy(game, numbers, boards)


def shape_text(shape: Sequence[Sequence[int]]) -> str:
    """A shape as a parameter of a policy: rows of numbers with commas between them."""
    return ",".join(" ".join(map(str, row)) for row in shape)


def _moved(game: AnyGame, position: Any, text: str) -> Any:
    """The position after the first move, which is not the policy's own."""
    return game.play(position, game.notation.parse(position, text))


def _played(played: PlayedGame, takers: Sequence[Callable[[PlayedGame], Any]]) -> Measured:
    outcome = "won" if played.won else "unknown" if played.reason in BROKEN_OFF else "lost"
    return (outcome, *[take(played) for take in takers])


_OF_GAMES: Final[Mapping[str, Callable[[PlayedGame], Any]]] = {
    **dict.fromkeys(MEASURES, lambda played: None),
    "seconds": lambda played: played.seconds,
    "expanded": lambda played: played.nodes,
    "reason": lambda played: played.reason,
    "length": lambda played: len(played.texts),
    "score": lambda played: played.score,
    "decisions": lambda played: played.decisions,
    FIGURES: lambda played: json.dumps({"runs": played.runs}) if played.runs else None,
    "moves": lambda played: " ".join(played.texts),
}


def _grader_seat(player: Player, game: AnyGame, limits: Limits) -> Seat:
    from winnable.analysis.difficulty import grader_kind, make_grader, read_weights

    pick_name("grader", player.name, (LEVEL,))
    for parameter in player.parameters:
        if parameter != "weights":
            raise InputError(f"a grader takes no {quote(parameter)}", expected="weights")
    given = player.parameters.get("weights")
    weights = None if given is None else read_weights(str(given))
    grader, scales = make_grader(game, limits=limits, weights=weights), grader_kind(game).scales

    def measure(
        positions: Sequence[Any], seeds: Sequence[int], measures: Sequence[str], token: CancelToken | None
    ) -> list[Measured]:
        found = []
        for position in positions:
            start = time.perf_counter()
            graded = grader.grade(position, token=token)
            if token is not None and token.cancelled:
                break
            spent = time.perf_counter() - start
            found.append(_graded(graded.data(), dict(scales(graded)), spent, measures))
        return found

    return measure


def _graded(
    data: dict[str, Any], scales: dict[str, str], seconds: float, measures: Sequence[str]
) -> Measured:
    outcome, moves = data.pop("verdict"), data.pop("moves", None)
    found = {"seconds": seconds, "reason": data.pop("reason"), "length": data.pop("length", None)}
    found[FIGURES] = json.dumps({**data, "scales": scales})
    if moves and "moves" in measures:
        found["moves"] = " ".join(moves)
    return (outcome, *map(found.get, measures))
