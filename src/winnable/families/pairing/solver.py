"""The solvers of pairing games, all exact.

``auto`` decides, with a win as it is found. ``fewest`` proves that no win is cheaper: in actions (a
draw, a recycle and a removal count one each), in removals, or in passes. ``score`` proves that no
line makes more points, whether or not it wins. A challenge asks for less than a win: so many points,
or so many cards of a rank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from winnable._core import CancelToken, PairingResult
from winnable._core import PairingSolver as CoreSolver
from winnable.cards import Rank, parse_rank
from winnable.errors import InputError, quote
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.search.api import Limits, Observer, SolveResult
from winnable.search.native import to_result

__all__ = ["METRICS", "SOLVER_NAMES", "Challenge", "PairingSolver", "parse_challenge"]

SOLVER_NAMES = ("auto", "fewest", "score")
METRICS = ("actions", "removals", "passes")

_EXPECTED = "points=500, or clear=3x9 for three nines"
_MOST_POINTS = 10_000
_SUITS = 4


@dataclass(frozen=True, slots=True)
class Challenge:
    """Reach ``points`` points or, where ``rank`` is given, clear ``cards`` cards of that rank."""

    points: int = 0
    cards: int = 0
    rank: Rank | None = None

    def __str__(self) -> str:
        if self.rank is None:
            return f"points={self.points}"
        return f"clear={self.cards}x{self.rank.letter}"


def parse_challenge(text: str) -> Challenge:
    """Reads ``points=500`` or ``clear=3x9``; InputError for anything else."""
    if match := re.fullmatch(r"points=(-?\d{1,5})", text.strip().lower()):
        points = int(match[1])
        if abs(points) <= _MOST_POINTS:
            return Challenge(points=points)
    elif match := re.fullmatch(r"clear=(\d)x(\w+)", text.strip().lower()):
        cards, rank = int(match[1]), parse_rank(match[2])
        if not 1 <= cards <= _SUITS:
            raise InputError(f"a rank has {_SUITS} cards, not {cards}", expected=_EXPECTED)
        return Challenge(cards=cards, rank=rank)
    raise InputError(f"{quote(text)} is no challenge", expected=_EXPECTED)


class PairingSolver:
    """Satisfies :class:`winnable.search.api.Solver`; keeps its tables from one position to the next.

    Args:
        game: a pairing game.
        kind: ``auto``, ``fewest`` or ``score``.
        metric: what ``fewest`` minimises: ``actions``, ``removals`` or ``passes``.
        challenge: what to reach instead of a win; then ``kind`` must be ``auto``.

    SOLVED means for ``score`` that the moves are proved to make the most points, and for a challenge
    that they meet it. Raises InputError for a kind, metric or challenge that the game does not have.
    """

    def __init__(
        self,
        game: PairingGame,
        kind: str = "auto",
        metric: str = "actions",
        challenge: Challenge | None = None,
    ) -> None:
        if kind not in SOLVER_NAMES:
            raise InputError(f"unknown solver {kind!r}", expected="one of " + ", ".join(SOLVER_NAMES))
        if metric not in METRICS:
            raise InputError(f"unknown metric {metric!r}", expected="one of " + ", ".join(METRICS))
        if challenge is not None and kind != "auto":
            raise InputError(f"a challenge is met as it is found, not by {kind}", expected="the solver auto")
        self.game = game
        self.kind = kind
        self.challenge = challenge
        try:
            self._core = self._make(metric)
        except ValueError as error:
            raise InputError(f"{game.spelled}: {error}") from None

    def _make(self, metric: str) -> CoreSolver:
        challenge = self.challenge
        if challenge is None:
            return CoreSolver(self.game.core, self.kind, metric)
        if challenge.rank is None:
            return CoreSolver.challenge(self.game.core, "points", challenge.points)
        return CoreSolver.challenge(self.game.core, "clear", challenge.cards, int(challenge.rank))

    def solve(
        self,
        position: PairingPosition,
        *,
        limits: Limits | None = None,
        observer: Observer | None = None,
        token: CancelToken | None = None,
    ) -> SolveResult[PairingMove]:
        """Can this position be won, or what else was asked of it?

        Raises ValueError for an ``observer``: these solvers have no events, the searches do.
        """
        if observer is not None:
            raise ValueError("solvers report no events; use winnable.search.search to watch a search")
        (raw,) = self.solve_many([position], limits=limits, token=token)
        return replace(to_result(raw), score=raw.score, score_bound=raw.score_bound)

    def solve_many(
        self,
        positions: Sequence[PairingPosition],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[PairingResult]:
        """Answers in the order of the positions, as light native results; limits are for each one."""
        limits = limits or Limits()
        return self._core.solve_many(
            list(positions), limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token
        )
