"""The solvers of pile-building games: one position, or many in a row on many threads.

``auto`` decides: a fast incomplete portfolio, then a complete search that proves. ``short`` looks
for few moves and improves as long as it may. ``shortest`` proves that no solution is shorter, in a
metric of your choice, or gives the best found with its lower bound.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from winnable._core import CancelToken, PatienceResult, metric_names
from winnable._core import PatienceSolver as CoreSolver
from winnable.errors import InputError
from winnable.games.patience import PatienceGame, PatienceMove, PatiencePosition
from winnable.search.api import Limits, Observer, SolveResult, Stats, StopReason, Verdict

__all__ = ["SOLVER_NAMES", "PatienceSolver", "solve", "solve_stream"]

SOLVER_NAMES = ("auto", "short", "shortest")

L = TypeVar("L")
_BATCH_SECONDS = 0.05  # a batch grows while it takes less
_BATCH_MOST = 256


class PatienceSolver:
    """Satisfies :class:`winnable.search.api.Solver`; keeps its tables from one position to the next.

    Args:
        game: a pile-building game.
        kind: ``auto``, ``short`` or ``shortest``.
        metric: what ``shortest`` minimises; see ``winnable._core.metric_names()``.
    """

    def __init__(self, game: PatienceGame, kind: str = "auto", metric: str = "moves") -> None:
        if kind not in SOLVER_NAMES:
            raise InputError(f"unknown solver {kind!r}", expected="one of " + ", ".join(SOLVER_NAMES))
        if metric not in metric_names():
            raise InputError(f"unknown metric {metric!r}", expected="one of " + ", ".join(metric_names()))
        self.game = game
        self.kind = kind
        self._core = CoreSolver(game.core, kind, metric)

    def solve(
        self,
        position: PatiencePosition,
        *,
        limits: Limits | None = None,
        observer: Observer | None = None,
        token: CancelToken | None = None,
        on_improvement: Callable[[SolveResult[PatienceMove]], None] | None = None,
    ) -> SolveResult[PatienceMove]:
        """Can this position be won?

        ``on_improvement`` is called with each better solution that ``short`` and ``shortest`` find.
        Raises ValueError for an ``observer``: these solvers have no events, the searches do.
        """
        if observer is not None:
            raise ValueError("solvers report no events; use winnable.search.search to watch a search")
        tell = None if on_improvement is None else lambda raw: on_improvement(to_result(raw))
        return to_result(self._many([position], limits or Limits(), token, tell)[0])

    def solve_many(
        self,
        positions: Sequence[PatiencePosition],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[PatienceResult]:
        """Answers in the order of the positions, as light native results; limits are for each one."""
        return self._many(positions, limits or Limits(), token, None)

    def _many(
        self,
        positions: Sequence[PatiencePosition],
        limits: Limits,
        token: CancelToken | None,
        tell: Callable[[PatienceResult], None] | None,
    ) -> list[PatienceResult]:
        return self._core.solve_many(
            list(positions), limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token, tell
        )


def to_result(raw: PatienceResult) -> SolveResult[PatienceMove]:
    """A native result as the value that every solver answers with."""
    stats = raw.stats
    seconds = stats.pop("seconds")
    return SolveResult(
        verdict=Verdict(raw.verdict),
        reason=StopReason(raw.reason),
        moves=tuple(raw.moves),
        cost=raw.cost,
        lower_bound=raw.lower_bound,
        stats=Stats(seconds=seconds, **{name: int(value) for name, value in stats.items()}),
    )


def solve(
    game: PatienceGame,
    position: PatiencePosition,
    solver: str = "auto",
    *,
    metric: str = "moves",
    limits: Limits | None = None,
) -> SolveResult[PatienceMove]:
    """Can this position be won? ``solve(game, game.deal(617)).verdict``."""
    return PatienceSolver(game, solver, metric).solve(position, limits=limits)


def solve_stream(
    make: Callable[[], PatienceSolver],
    items: Iterable[tuple[L, PatiencePosition]],
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
) -> Iterator[tuple[L, PatienceResult]]:
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
    idle: deque[PatienceSolver] = deque()

    def work(batch: list[tuple[L, PatiencePosition]]) -> list[tuple[L, PatienceResult]]:
        try:
            solver = idle.popleft()
        except IndexError:  # a thread's first batch
            solver = make()
        try:
            return batches.solve(solver, batch, limits, token)
        finally:
            idle.append(solver)

    with ThreadPoolExecutor(jobs) as pool:
        pending: deque[Future[list[tuple[L, PatienceResult]]]] = deque()
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
        solver: PatienceSolver,
        batch: list[tuple[L, PatiencePosition]],
        limits: Limits | None,
        token: CancelToken,
    ) -> list[tuple[L, PatienceResult]]:
        start = time.monotonic()
        results = solver.solve_many([position for _, position in batch], limits=limits, token=token)
        spent = time.monotonic() - start
        if spent < _BATCH_SECONDS and len(batch) == self.size:
            self.size = min(2 * self.size, _BATCH_MOST)
        elif spent > 4 * _BATCH_SECONDS:
            self.size = max(1, self.size // 2)
        return [(label, result) for (label, _), result in zip(batch, results, strict=True)]
