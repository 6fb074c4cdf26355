"""Solvers by name, for any game: one position, or many in a row on many threads.

What a family's solvers are stands in ``patience_solver.py``, ``pairing_solver.py``,
``undead_solver.py`` and ``spider_solver.py``.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.search.api import Limits, SolveResult
from winnable.search.native import GameSolver

__all__ = ["GameSolver", "make_solver", "solve", "solve_stream", "solver_names"]

L = TypeVar("L")
_BATCH_SECONDS = 0.05  # a batch grows while it takes less
_BATCH_MOST = 256


def solver_names(game: Any) -> tuple[str, ...]:
    """The solvers of a game, the one that only decides first."""
    names: tuple[str, ...] = _module(game).SOLVER_NAMES
    return names


def _module(game: Any) -> Any:
    """The module of a family's solvers, imported when first needed."""
    return import_module(f"winnable.families.{game.info.family}.solver")


def make_solver(
    game: Any,
    kind: str = "auto",
    metric: str | None = None,
    challenge: str | None = None,
    most: int | None = None,
) -> GameSolver:
    """A solver of any game by name; ``challenge`` is a text such as ``points=500`` or ``clear=3x9``, and
    ``most`` is how far ``count`` counts.

    Raises:
        InputError: a solver, a metric or a challenge that this game does not have.
    """
    if most is not None and kind != "count":
        raise InputError(f"{kind} counts nothing", expected="the solver count")
    if game.info.family == "pairing":
        from winnable.families.pairing.solver import METRICS, PairingSolver, parse_challenge

        goal = None if challenge is None else parse_challenge(challenge)
        return PairingSolver(game, kind, metric or METRICS[0], goal)
    if challenge is not None:
        raise InputError(f"{game.info.name} has no challenges", expected="a game such as pyramid")
    if game.info.family == "undead":
        from winnable.families.undead.solver import MOST_COUNTED, UndeadSolver

        if metric is not None:
            raise InputError("undead has nothing to minimise", expected="no metric")
        return UndeadSolver(game, kind, most or MOST_COUNTED)
    if game.info.family == "spider":
        from winnable.families.spider.solver import SpiderSolver

        if metric is not None:
            raise InputError(f"{game.info.name} has nothing to minimise", expected="no metric")
        return SpiderSolver(game, kind)
    from winnable.families.patience.solver import PatienceSolver

    return PatienceSolver(game, kind, metric or "moves")


def solve(
    game: Any,
    position: Any,
    solver: str = "auto",
    *,
    metric: str | None = None,
    challenge: str | None = None,
    limits: Limits | None = None,
) -> SolveResult[Any]:
    """Can this position be won? ``solve(game, game.deal(617)).verdict``."""
    return make_solver(game, solver, metric, challenge).solve(position, limits=limits)


def solve_stream(
    make: Callable[[], GameSolver],
    items: Iterable[tuple[L, Any]],
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
) -> Generator[tuple[L, Any], None, None]:
    """Solves labelled positions, lazily, and yields the answers in the order of the items.

    Each of ``jobs`` threads makes its own solver; ``limits`` are for each position. Once
    ``token`` is cancelled the positions in work answer CANCELLED and no more are taken.
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
        limits: Limits | None,
        token: CancelToken,
    ) -> list[tuple[L, Any]]:
        start = time.monotonic()
        results = solver.solve_many([position for _, position in batch], limits=limits, token=token)
        spent = time.monotonic() - start
        if spent < _BATCH_SECONDS and len(batch) == self.size:
            self.size = min(2 * self.size, _BATCH_MOST)
        elif spent > 4 * _BATCH_SECONDS:
            self.size = max(1, self.size // 2)
        return [(label, result) for (label, _), result in zip(batch, results, strict=True)]
