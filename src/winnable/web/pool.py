"""What is known of games played unseen: the games that policies have played on from what is seen there.

It goes by what is seen, not by boards: a game that is loaded again, or is open twice, shows what was counted
before, and goes on from there. Nothing here depends on a hidden card.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from winnable.analysis.hint import observe
from winnable.analysis.outlook import game_over
from winnable.family import RegisteredGame, observed
from winnable.intervals import wilson
from winnable.web.wire import ChanceTold

__all__ = ["Look", "Pool", "look_of"]

_MOST: Final = 20_000  # observations that are kept, and of these so many with the chances of each move
_MOST_MOVES: Final = 500


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen of a place of a game, and what is certain there at sight: won or lost, and why."""

    key: tuple[str, Hashable]
    hidden: int
    sure: str
    why: str


def look_of(game: RegisteredGame[Any, Any], position: Any) -> Look:
    """What is seen of a position; whatever lies hidden, it is the same."""
    seen = observe(game, position)
    hiding = observed(game)
    sure, why = game_over(game, hiding.determinise(seen, Random(0)))
    return Look((game.spelled, seen), hiding.unseen_cards(seen), sure, why)


@dataclass(slots=True)
class _Counted:
    """The games of a policy: all of them together, and each move's worlds."""

    wins: int = 0
    games: int = 0
    worlds: dict[str, str] = field(default_factory=dict)

    @property
    def worlds_count(self) -> int:
        """Worlds in which each move was tried."""
        return len(next(iter(self.worlds.values()), ""))


class Pool:
    """Counts by what is seen and by policy. Each count is the first games of one and the same row of games,
    so that of two the longer one holds the other: a count only ever grows.

    Args:
        most: observations that are kept; those that were not asked about for longest are forgotten.
    """

    def __init__(self, most: int = _MOST, most_moves: int = _MOST_MOVES) -> None:
        self._most, self._most_moves = most, most_moves
        self._counted: OrderedDict[Hashable, dict[str, _Counted]] = OrderedDict()
        self._with_moves: OrderedDict[tuple[Hashable, str], _Counted] = OrderedDict()

    def so_far(self, look: Look, policy: str) -> dict[str, Any]:
        """What a policy has counted, for a worker to go on from: ``wins``, ``games``, and ``worlds`` of each
        move."""
        counted = self._counted.get(look.key, {}).get(policy, _Counted())
        return {"wins": counted.wins, "games": counted.games, "worlds": counted.worlds}

    def learn(self, look: Look, answer: dict[str, Any]) -> None:
        """Takes an answer to the question ``chance`` or ``chances``, or a part of one."""
        policies = self._counted.setdefault(look.key, {})
        self._counted.move_to_end(look.key)
        counted = policies.setdefault(answer["policy"], _Counted())
        moves = answer.get("moves")
        if moves is None:
            if answer["games"] > counted.games:
                counted.wins, counted.games = answer["wins"], answer["games"]
        elif answer["games"] > counted.worlds_count:
            counted.worlds = {move["move"]: move["worlds"] for move in moves}
            self._keep_moves((look.key, answer["policy"]), counted)
        while len(self._counted) > self._most:
            self._counted.popitem(last=False)

    def _keep_moves(self, key: tuple[Hashable, str], counted: _Counted) -> None:
        self._with_moves[key] = counted
        self._with_moves.move_to_end(key)
        while len(self._with_moves) > self._most_moves:
            self._with_moves.popitem(last=False)[1].worlds = {}

    def told(self, look: Look) -> ChanceTold | None:
        """What is known of a place, by the policy with the most games; None where that is nothing."""
        if look.sure:
            return ChanceTold(sure=look.sure, why=look.why, hidden=look.hidden)  # type: ignore[arg-type]
        counts = self._counted.get(look.key, {})
        policy = max(counts, key=lambda name: counts[name].games, default="")
        if not policy or not counts[policy].games:
            return None
        counted = counts[policy]
        low, high = wilson(counted.wins, counted.games)
        return ChanceTold(
            policy=policy,
            wins=counted.wins,
            games=counted.games,
            low=low,
            high=high,
            hidden=look.hidden,
            sure="winnable" if counted.wins and not look.hidden else "",
        )
