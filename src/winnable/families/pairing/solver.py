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

from winnable._core import CancelToken, PairingResult
from winnable._core import PairingSolver as CoreSolver
from winnable.cards import DECK_SIZE, UNKNOWN_INDEX, Rank, parse_rank
from winnable.errors import InputError, quote
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.search.api import Limits
from winnable.search.native import NativeSolver
from winnable.search.solvers import SolverKind, check_kind, check_metric

__all__ = ["METRICS", "SOLVERS", "Challenge", "PairingSolver", "cleared", "parse_challenge"]

METRICS = ("actions", "removals", "passes")

_EXPECTED = "points=500, clear=3x9 for three nines, clear=board+3x9 or most=9"
_MOST_POINTS = 10_000
_SUITS = 4
_MOST_CARDS = 1000  # over many deals


@dataclass(frozen=True, slots=True)
class Challenge:
    """Reach ``points`` points or, where ``rank`` is given, clear ``cards`` cards of that rank.

    With ``board`` the game is won, too. ``cards`` 0: as many as can be cleared. More than four are to be
    cleared over several deals: each clears as many as it can.
    """

    points: int = 0
    cards: int = 0
    rank: Rank | None = None
    board: bool = False

    @property
    def most(self) -> bool:
        """Are as many cards to be cleared as can be?"""
        return self.rank is not None and not 1 <= self.cards <= _SUITS

    def __str__(self) -> str:
        if self.rank is None:
            return f"points={self.points}"
        if not self.cards:
            return f"most={self.rank.letter}"
        return f"clear={'board+' if self.board else ''}{self.cards}x{self.rank.letter}"


def parse_challenge(text: str) -> Challenge:
    """Reads ``points=500``, ``clear=3x9``, ``clear=board+3x9`` or ``most=9``; else InputError."""
    words = text.strip().lower()
    if match := re.fullmatch(r"points=(-?\d{1,5})", words):
        points = int(match[1])
        if abs(points) <= _MOST_POINTS:
            return Challenge(points=points)
    elif match := re.fullmatch(r"clear=(board\+)?(\d{1,4})x(\w+)", words):
        cards, rank, board = int(match[2]), parse_rank(match[3]), match[1] is not None
        if board and not 1 <= cards <= _SUITS:
            raise InputError(f"a rank has {_SUITS} cards, not {cards}", expected=_EXPECTED)
        if not 1 <= cards <= _MOST_CARDS:
            expected = f"1 to {_SUITS}, or up to {_MOST_CARDS} over several deals"
            raise InputError(f"a rank has {_SUITS} cards, not {cards}", expected=expected)
        return Challenge(cards=cards, rank=rank, board=board)
    elif match := re.fullmatch(r"most=(\w+)", words):
        return Challenge(rank=parse_rank(match[1]))
    raise InputError(f"{quote(text)} is no challenge", expected=_EXPECTED)


def cleared(position: PairingPosition, rank: Rank) -> int:
    """How many cards of a rank have left."""
    piles = (position.tableau, *position.columns, position.waste, position.stock)
    left = sum(number // _SUITS == rank for pile in piles for number in pile if number != UNKNOWN_INDEX)
    return _SUITS - left


class PairingSolver(NativeSolver[PairingPosition, PairingMove, PairingResult]):
    """Satisfies :class:`winnable.search.api.Solver`; keeps its tables from one position to the next.

    Args:
        game: a pairing game.
        kind: ``auto``, ``fewest`` or ``score``.
        metric: what ``fewest`` minimises: ``actions``, ``removals`` or ``passes``.
        challenge: what to reach instead of a win; ``kind`` is then ``auto`` or ``fewest``.

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
        if challenge is not None and "challenge" not in SOLVERS[kind].takes:
            raise InputError(f"the solver {kind} takes no challenge", expected="the solver auto or fewest")
        self.game = game
        self.kind = kind
        self.challenge = challenge
        try:
            self._cores = self._make(metric)
        except ValueError as error:
            raise InputError(f"{game.spelled}: {error}") from None
        self._solve_many = self._cores[0].solve_many if len(self._cores) == 1 else self._solve_most

    def _make(self, metric: str) -> list[CoreSolver]:
        """One solver or, where the most cards of a rank are wanted, one for each number, four first."""
        challenge, core = self.challenge, self.game.core
        priced = metric if self.kind == "fewest" else ""
        if challenge is None:
            return [CoreSolver(core, self.kind, metric)]
        if challenge.rank is None:
            _check_points(self.game, challenge.points)
            return [CoreSolver.challenge(core, "points", challenge.points, metric=priced)]
        amounts = range(_SUITS, 0, -1) if challenge.most else (challenge.cards,)
        rank = int(challenge.rank)
        return [CoreSolver.challenge(core, "clear", n, rank, challenge.board, priced) for n in amounts]

    def _solve_most(
        self,
        positions: list[PairingPosition],
        nodes: int,
        seconds: float,
        most: int,
        token: CancelToken | None,
    ) -> list[PairingResult]:
        """Of each position the first number of cards that is not proved to be too many."""
        answers = []
        for position in positions:
            limits = Limits(nodes or None, seconds or None, most).for_answer()
            for core in self._cores:
                left = limits.left()
                (answer,) = core.solve_many([position], left.nodes or 0, left.seconds or 0.0, most, token)
                limits.spend(answer.stats["expanded"])
                if answer.verdict != "unsolvable":
                    break
            answers.append(answer)
        return answers


def _check_points(game: PairingGame, points: int) -> None:
    """InputError for points that every position has."""
    least = {"microsoft": 0, "par": -DECK_SIZE}.get(str(game.rules["scoring"]))
    if least is not None and points <= least:
        what = f"points={points}: every position of {game.spelled} has {least} points or more"
        raise InputError(what, expected=f"points={least + 1} or more")


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
        takes=("challenge",),
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
