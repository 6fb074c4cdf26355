"""Whole games by a policy, whatever game it plays: the loop that asks for moves and makes them.

A game asks its policy for moves, makes them as far as the first that brings a card to light, each checked by
the rules, and asks anew with what is seen then. The seed of a game fixes it: decision number n is made with
``decision_seed(seed, n)``, whatever plays, on every machine. The core plays the games of its own policies by
the same loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from winnable._core import MOST_PLAYED_MOVES, CancelToken, decision_seed
from winnable.family import ObservedGame
from winnable.game import IllegalMove, Outcome
from winnable.search.api import Limits
from winnable.search.policy import PlayedGame, Policy, PolicyError

__all__ = ["End", "Seat"]

AnyObserved = ObservedGame[Any, Any]


class End(NamedTuple):
    """How a game ended that a policy in Python played."""

    start: Any
    position: Any
    won: bool
    reason: str  # as PlayedGame has it
    moves: tuple[Any, ...]
    texts: tuple[str, ...]
    decisions: int
    seconds: float


class Seat(NamedTuple):
    """A policy at a game, as ``solve_stream`` wants its solvers.

    ``native`` plays many games in the core, None if it does not know the policy; ``told`` says what a game
    was that ended so, and ``lost_at_sight`` whether a position is lost by what lies open.
    """

    game: AnyObserved
    policy: Policy
    told: Callable[[AnyObserved, End], PlayedGame]
    native: Callable[[Policy, Sequence[Any], Sequence[int], Limits, CancelToken | None], Any] = (
        lambda policy, positions, seeds, limits, token: None
    )
    lost_at_sight: Callable[[Any], bool] = lambda position: False

    def solve_many(
        self,
        starts: Sequence[tuple[Any, int]],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> list[PlayedGame]:
        """The games from these positions, each with its seed."""
        limits = limits or Limits()
        positions, seeds = [start for start, _ in starts], [seed for _, seed in starts]
        played: list[PlayedGame] | None = self.native(self.policy, positions, seeds, limits, token)
        if played is not None:
            return played
        return [
            self.told(self.game, _Table(self, position, seed, limits, token).play())
            for position, seed in starts
        ]


class _Table:
    """One game by a policy in Python; the same loop as the core's (policy/play.cpp of each family)."""

    def __init__(
        self, seat: Seat, position: Any, seed: int, limits: Limits, token: CancelToken | None
    ) -> None:
        self.seat, self.game, self.limits, self.token = seat, seat.game, limits, token
        self.start = self.position = position
        self.seed = seed
        self.begin = time.monotonic()
        self.moves: list[Any] = []
        self.texts: list[str] = []
        self.decisions = 0

    def play(self) -> End:
        reason = self._run()
        return End(
            self.start,
            self.position,
            self._won(),
            reason,
            tuple(self.moves),
            tuple(self.texts),
            self.decisions,
            time.monotonic() - self.begin,
        )

    def _won(self) -> bool:
        return self.game.outcome(self.position) is Outcome.WON

    def _run(self) -> str:
        """Plays, and says why it ended."""
        while not self._won():
            if self.seat.lost_at_sight(self.position):
                return "conceded"
            if stop := self._stopped():
                return stop
            seen = self.game.observe(self.position)
            plan = self.seat.policy.decide(seen, decision_seed(self.seed, self.decisions))
            self.decisions += 1
            if stop := self._stopped():
                return stop
            if not plan:
                return "conceded"
            for move in plan:
                if len(self.moves) >= MOST_PLAYED_MOVES:
                    return "conceded"
                if self.limits.nodes is not None and len(self.moves) >= self.limits.nodes:
                    return "moves"
                self._make(move)
                if self._won() or self._unseen(self.game.observe(self.position)) != self._unseen(seen):
                    break
        return "won"

    def _unseen(self, seen: Any) -> int:
        """How many cards are not seen: fewer after a move that brings some to light."""
        return self.game.unseen_cards(seen)

    def _stopped(self) -> str:
        if self.token is not None and self.token.cancelled:
            return "cancelled"
        seconds = self.limits.seconds
        return "time" if seconds is not None and time.monotonic() - self.begin > seconds else ""

    def _make(self, move: Any) -> None:
        try:
            text = self.game.notation.format(self.position, move)
            self.position = self.game.play(self.position, move)
        except IllegalMove as error:
            raise PolicyError(f"a policy's move {len(self.moves) + 1} is not legal: {error}") from error
        self.moves.append(move)
        self.texts.append(text)
