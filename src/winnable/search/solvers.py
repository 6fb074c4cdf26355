"""Solvers by name, for any game: one position, or many in a row on many threads.

What a family's solvers are stands in its ``solver.py``.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.errors import InputError, quote
from winnable.family import RegisteredGame
from winnable.names import pick_name
from winnable.search.api import Limits, SolveResult
from winnable.search.native import GameSolver, RawResult

__all__ = [
    "GameSolver",
    "SolverChoice",
    "SolverKind",
    "check_kind",
    "check_metric",
    "choose_solver",
    "make_solver",
    "solve",
    "solve_stream",
    "solver_names",
]

L = TypeVar("L")
P = TypeVar("P")
M = TypeVar("M")
G = TypeVar("G", bound=RegisteredGame[Any, Any])
_BATCH_SECONDS = 0.05  # a batch grows while it takes less
_BATCH_MOST = 256

# Parameter -> what is said of a solver that does not take it.
_PARAMETERS = {
    "metric": "minimises nothing",
    "challenge": "takes no challenge",
    "most": "counts nothing",
    "autoplay": "plays under no autoplay",
}


@dataclass(frozen=True, slots=True)
class SolverKind(Generic[G]):
    """A solver as its family declares it.

    ``make`` builds one for a game and the parameters it takes: those in ``takes``, and ``metric`` if it has
    ``metrics``, the first of them by default. ``proved`` says of an optimal solution what it is proved to be.
    ``decides``: does it say whether a position can be won? ``improves``: does it tell better and better
    solutions to ``on_improvement``, which ``make`` then takes?
    """

    name: str
    summary: str
    make: Callable[..., GameSolver]
    metrics: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    proved: str = ""
    decides: bool = True
    improves: bool = False

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of what it takes."""
        return (*(("metric",) if self.metrics else ()), *self.takes)


@dataclass(frozen=True, slots=True)
class SolverChoice(Generic[G]):
    """A solver with its parameters, checked: what a game was asked for. Calling it builds one."""

    game: G
    kind: SolverKind[G]
    parameters: Mapping[str, Any]

    def __call__(self) -> GameSolver:
        """A new solver of this kind, with tables of its own."""
        return self.kind.make(self.game, **self.parameters)

    def told(self, on_improvement: Callable[[RawResult], None]) -> GameSolver:
        """One that tells each better solution as it finds it, where this kind does."""
        if not self.kind.improves:
            return self()
        return self.kind.make(self.game, **self.parameters, on_improvement=on_improvement)

    @property
    def solver(self) -> str:
        """The solver's name."""
        return self.kind.name

    @property
    def metric(self) -> str | None:
        """What is minimised; None for a solver that minimises nothing."""
        named: str | None = self.parameters.get("metric")
        return named or (self.kind.metrics[0] if self.kind.metrics else None)

    @property
    def challenge(self) -> str | None:
        """What is to be reached instead of a win."""
        return self.parameters.get("challenge")

    @property
    def proved(self) -> str:
        """What an optimal solution is proved to be; empty where nothing is minimised."""
        return self.kind.proved

    @property
    def decides(self) -> bool:
        """Does the solver say whether a position can be won?"""
        return self.kind.decides


def solver_names(game: RegisteredGame[Any, Any]) -> tuple[str, ...]:
    """The solvers of a game, the one that only decides first."""
    return tuple(game.family.solvers())


def choose_solver(game: G, kind: str = "auto", **parameters: Any) -> SolverChoice[G]:
    """A solver by name with its parameters, those that are None left out.

    Raises:
        InputError: a solver or a parameter that this game does not have.
    """
    kinds: Mapping[str, SolverKind[G]] = game.family.solvers()
    chosen = kinds[check_kind(kind, kinds)]
    given = {name: value for name, value in parameters.items() if value is not None}
    for name in given:
        if name not in chosen.parameters:
            raise _not_taken(game, chosen, name, kinds)
    if "metric" in given:
        given["metric"] = check_metric(given["metric"], chosen.metrics)
    return SolverChoice(game, chosen, given)


def _not_taken(
    game: RegisteredGame[Any, Any], kind: SolverKind[Any], name: str, kinds: Mapping[str, SolverKind[Any]]
) -> InputError:
    if name not in _PARAMETERS:
        return InputError(
            f"solvers have no parameter {quote(name)}", expected="one of " + ", ".join(_PARAMETERS)
        )
    takers = [other.name for other in kinds.values() if name in other.parameters]
    expected = "the solver " + " or ".join(takers) if takers else f"no {name} in {game.info.name}"
    return InputError(f"the solver {kind.name} {_PARAMETERS[name]}", expected=expected)


def check_kind(kind: str, kinds: Mapping[str, SolverKind[Any]]) -> str:
    """The solver of that name, as it is spelled here; InputError if it is none of these."""
    return pick_name("solver", kind, kinds)


def check_metric(metric: str, metrics: Sequence[str]) -> str:
    """The metric of that name, as it is spelled here; InputError if it is none of these."""
    return pick_name("metric", metric, metrics)


def make_solver(
    game: RegisteredGame[Any, Any],
    kind: str = "auto",
    metric: str | None = None,
    challenge: str | None = None,
    most: int | None = None,
    autoplay: str | None = None,
) -> GameSolver:
    """A solver of any game by name; ``challenge`` is a text such as ``points=500`` or ``clear=3x9``,
    ``most`` is how far ``count`` counts, and ``autoplay`` is the policy that makes moves by itself.

    Raises:
        InputError: a solver, a metric or a challenge that this game does not have.
    """
    return choose_solver(game, kind, metric=metric, challenge=challenge, most=most, autoplay=autoplay)()


def solve(
    game: RegisteredGame[P, M],
    position: P,
    solver: str = "auto",
    *,
    metric: str | None = None,
    challenge: str | None = None,
    limits: Limits | None = None,
) -> SolveResult[M]:
    """Can this position be won? ``solve(game, game.deal(617)).verdict``."""
    return make_solver(game, solver, metric, challenge).solve(position, limits=limits)


def solve_stream(
    make: Callable[[], GameSolver],
    items: Iterable[tuple[L, Any]],
    *,
    limits: Limits | Callable[[L], Limits] | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
) -> Generator[tuple[L, Any], None, None]:
    """Solves labelled positions, lazily, and yields the answers in the order of the items.

    Each of ``jobs`` threads makes its own solver; ``limits`` are for each position, or say by its label what
    its own are. Once ``token`` is cancelled the positions in work answer CANCELLED and no more are taken.
    """
    token = token or CancelToken()
    source = iter(items)
    batches = _Batches()
    if jobs == 1:
        solver = make()
        while not token.cancelled and (batch := list(islice(source, batches.size))):
            yield from batches.solve(solver, batch, limits, token)
        return
    idle: deque[GameSolver] = deque()

    def work(batch: list[tuple[L, Any]]) -> list[tuple[L, Any]]:
        try:
            solver = idle.popleft()
        except IndexError:  # a thread's first batch
            solver = make()
        try:
            return batches.solve(solver, batch, limits, token)
        finally:
            idle.append(solver)

    with ThreadPoolExecutor(jobs) as pool:
        pending: deque[Future[list[tuple[L, Any]]]] = deque()
        try:
            while True:
                while len(pending) < 2 * jobs and not token.cancelled:
                    batch = list(islice(source, batches.size))
                    if not batch:
                        break
                    pending.append(pool.submit(work, batch))
                if not pending:
                    return
                yield from pending.popleft().result()
        except BaseException:
            token.cancel()
            raise


class _Batches:
    """One native call answers several positions where they are quick: the size follows the pace."""

    def __init__(self) -> None:
        self.size = 1

    def solve(
        self,
        solver: GameSolver,
        batch: list[tuple[L, Any]],
        limits: Limits | Callable[[L], Limits] | None,
        token: CancelToken,
    ) -> list[tuple[L, Any]]:
        start = time.monotonic()
        if callable(limits):
            results = [
                solver.solve_many([position], limits=limits(label), token=token)[0]
                for label, position in batch
            ]
        else:
            results = [*solver.solve_many([position for _, position in batch], limits=limits, token=token)]
        spent = time.monotonic() - start
        if spent < _BATCH_SECONDS and len(batch) == self.size:
            self.size = min(2 * self.size, _BATCH_MOST)
        elif spent > 4 * _BATCH_SECONDS:
            self.size = max(1, self.size // 2)
        return [(label, result) for (label, _), result in zip(batch, results, strict=True)]
