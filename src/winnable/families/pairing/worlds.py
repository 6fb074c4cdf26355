"""What may lie hidden in a pairing game, order by order: how often the best play wins, exactly.

The unseen cards may lie in any order over the places that are hidden, each equally likely. Whoever sees no
more than is seen must make the same move in all that look alike; the best that can be done so is counted
(native/pairing/policy/exact.hpp). If it wins none, none can be won by anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Final, NamedTuple

from winnable._core import CancelToken, PairingObservation, pairing_exact
from winnable.families.pairing.game import PairingGame, PairingMove
from winnable.text.phrases import count_noun

__all__ = ["MOST_HIDDEN", "Exact", "exact", "told"]

MOST_HIDDEN: Final = 6  # cards: 720 orders
_POSITIONS: Final = 20_000  # to look at, for all moves together, the same on every machine


class Exact(NamedTuple):
    """In how many orders the best play wins after each of the moves, of how many there are."""

    moves: Sequence[PairingMove]
    wins: Sequence[int]
    orders: int

    @property
    def most(self) -> int:
        """Of the best move; 0 without moves."""
        return max(self.wins, default=0)

    def share(self, move: PairingMove) -> float:
        """The probability of a win after a move, with the best play from there on."""
        return self.wins[self.moves.index(move)] / self.orders


def exact(
    game: PairingGame,
    seen: PairingObservation,
    moves: Sequence[PairingMove],
    token: CancelToken | None = None,
) -> Exact | None:
    """How often the best play wins after each legal move, in their order; None where too much is hidden."""
    hidden = game.unseen_cards(seen)
    if hidden > MOST_HIDDEN:
        return None
    wins = pairing_exact(game.core, seen, _POSITIONS, token)
    return None if wins is None else Exact(moves, wins, factorial(hidden))


def told(seen_cards: int, found: Exact) -> str:
    """What was found, in a clause."""
    hidden = count_noun(seen_cards, "card")
    if found.most == 0:
        return f"lost whatever lies hidden: none of the {found.orders} orders of {hidden} can be won"
    if found.most == found.orders:
        both = "both" if found.orders == 2 else f"all {found.orders}"
        return f"won whatever lies hidden: the best play wins {both} orders of {hidden}"
    return f"the best play wins {found.most} of the {found.orders} orders of {hidden}"
