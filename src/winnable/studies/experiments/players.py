"""Who is measured: a solver, a search or a policy with its parameters, the same for every family."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, Final, Literal

from winnable.errors import InputError, quote
from winnable.family import AnyGame
from winnable.names import find_name, pick_name
from winnable.search.algorithms import ALGORITHMS, search
from winnable.search.api import Limits
from winnable.search.policy import BROKEN_OFF, PlayedGame, make_policy, play_many
from winnable.search.solvers import choose_solver

__all__ = ["FIGURES", "MEASURES", "OUTCOMES", "Measured", "Player", "Seat", "Value", "grid_of"]

Kind = Literal["solver", "search", "policy"]
Value = str | int | float | bool

KINDS: Final[tuple[Kind, ...]] = ("solver", "search", "policy")
# What may come of a unit. `failed`: it ended its worker, or raised an error, twice.
OUTCOMES: Final = ("solved", "unsolvable", "unknown", "won", "lost", "failed")
# What is measured of a unit beside its outcome, and its type in SQLite, in the order of the file's columns.
# `figures` are those that only one family's search counts; `moves`, the line found, only where asked for.
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
_STATS: Final = ("seconds", "expanded", "generated", "duplicates", "backtracks", "depth", "peak_bytes")

Measured = tuple[str, dict[str, Any]]  # the outcome, and measures by name


@dataclass(frozen=True, slots=True)
class Player:
    """A solver, a search or a policy by name, with its parameters; ``label`` is what tables call it."""

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
        makers = {"solver": _solver_seat, "search": _search_seat, "policy": _policy_seat}
        return makers[self.kind](self, game, limits)

    def check(self, game: AnyGame, position: Any) -> None:
        """InputError for a name, a parameter or a value that this game does not have: tried on a position."""
        self.seat(game, Limits(nodes=1))([position], [0], False)


# Positions and a seed for each; are the moves asked for?
Seat = Callable[[Sequence[Any], Sequence[int], bool], list[Measured]]


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
    solver = choose_solver(game, player.name, **player.parameters)()

    def measure(positions: Sequence[Any], seeds: Sequence[int], moves: bool) -> list[Measured]:
        return [_answered(raw, moves) for raw in solver.solve_many(positions, limits=limits)]

    return measure


def _answered(raw: Any, moves: bool) -> Measured:
    stats = raw.stats
    found = {name: stats[name] for name in _STATS if name in stats}
    found["reason"] = str(raw.reason)
    found["cost"], found["lower_bound"] = raw.cost, raw.lower_bound
    solved = raw.verdict == "solved"
    if solved:
        found["length"] = raw.length
    for name in ("score", "solutions", "unique"):
        found[name] = getattr(raw, name, None)
    if moves and solved:
        found["moves"] = " ".join(raw.texts)
    return str(raw.verdict), found


def _search_seat(player: Player, game: AnyGame, limits: Limits) -> Seat:
    own = game.family.searches()
    name = find_name(player.name, own) or pick_name("search", player.name, (*ALGORITHMS, *own))
    run = own[name].run if name in own else partial(search, algorithm=name)
    taken = [option.name for option in own[name].options] if name in own else _textbook_options(game, name)
    for parameter in player.parameters:
        if parameter not in taken:
            expected = "one of " + ", ".join(taken) if taken else "none"
            raise InputError(f"the search {name} takes no {quote(parameter)}", expected=expected)
    draws = "seed" in taken and "seed" not in player.parameters

    def measure(positions: Sequence[Any], seeds: Sequence[int], moves: bool) -> list[Measured]:
        found = []
        for position, seed in zip(positions, seeds, strict=True):
            drawn = {"seed": seed} if draws else {}
            found.append(_searched(run(game, position, limits=limits, **player.parameters, **drawn), moves))
        return found

    return measure


def _textbook_options(game: AnyGame, name: str) -> list[str]:
    info = ALGORITHMS[name]
    return [*(("heuristic",) if info.informed else ()), *info.options, *game.family.search_options]


def _searched(result: Any, moves: bool) -> Measured:
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
    if moves and solved:
        found["moves"] = " ".join(result.texts)
    return result.verdict.value, found


def _policy_seat(player: Player, game: AnyGame, limits: Limits) -> Seat:
    for parameter in player.parameters:
        if parameter != "boards":
            raise InputError(f"a policy takes no {quote(parameter)}", expected="boards")
    boards: Any = player.parameters.get("boards")
    policy = make_policy(game, player.name, boards=boards)

    def measure(positions: Sequence[Any], seeds: Sequence[int], moves: bool) -> list[Measured]:
        items = zip(range(len(positions)), positions, seeds, strict=True)
        return [_played(played, moves) for _, played in play_many(game, items, lambda: policy, limits=limits)]

    return measure


def _played(played: PlayedGame, moves: bool) -> Measured:
    broken = played.reason in BROKEN_OFF
    found: dict[str, Any] = {
        "seconds": played.seconds,
        "expanded": played.nodes,
        "reason": played.reason,
        "length": len(played.texts),
        "score": played.score,
        "decisions": played.decisions,
    }
    if moves:
        found["moves"] = " ".join(played.texts)
    return "won" if played.won else "unknown" if broken else "lost", found
