"""The solvers of pairing games, all exact.

``auto`` decides, with a win as it is found. ``fewest`` proves that no win is cheaper: in actions (a
draw, a recycle and a removal count one each), in removals, or in passes. ``score`` proves that no
line makes more points, whether or not it wins. A challenge asks for less than a win: so many points,
or so many cards of a rank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from winnable._core import PairingResult
from winnable._core import PairingSolver as CoreSolver
from winnable.cards import Rank, parse_rank
from winnable.errors import InputError, quote
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.search.native import NativeSolver
from winnable.search.solvers import SolverKind, check_kind, check_metric

__all__ = ["METRICS", "SOLVERS", "Challenge", "PairingSolver", "parse_challenge"]

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


class PairingSolver(NativeSolver[PairingPosition, PairingMove, PairingResult]):
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
        kind = check_kind(kind, SOLVERS)
        metric = check_metric(metric, METRICS)
        if challenge is not None and kind != "auto":
            raise InputError(f"the solver {kind} takes no challenge", expected="the solver auto")
        self.game = game
        self.kind = kind
        self.challenge = challenge
        try:
            self._core = self._make(metric)
        except ValueError as error:
            raise InputError(f"{game.spelled}: {error}") from None
        self._solve_many = self._core.solve_many

    def _make(self, metric: str) -> CoreSolver:
        challenge = self.challenge
        if challenge is None:
            return CoreSolver(self.game.core, self.kind, metric)
        if challenge.rank is None:
            return CoreSolver.challenge(self.game.core, "points", challenge.points)
        return CoreSolver.challenge(self.game.core, "clear", challenge.cards, int(challenge.rank))


def _make(kind: str) -> Callable[..., PairingSolver]:
    def make(game: PairingGame, metric: str = METRICS[0], challenge: str | None = None) -> PairingSolver:
        return PairingSolver(game, kind, metric, None if challenge is None else parse_challenge(challenge))

    return make


_KINDS: Final[tuple[SolverKind[PairingGame], ...]] = (
    SolverKind("auto", "decides, with a win as it is found", _make("auto"), takes=("challenge",)),
    SolverKind(
        "fewest",
        "proves that no win is cheaper",
        _make("fewest"),
        metrics=METRICS,
        proved="proved fewest",
    ),
    SolverKind(
        "score",
        "proves that no line makes more points",
        _make("score"),
        decides=False,
    ),
)
SOLVERS: Final[Mapping[str, SolverKind[PairingGame]]] = {kind.name: kind for kind in _KINDS}
