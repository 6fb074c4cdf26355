"""Heuristics of pairing games: named features with weights, added up.

``parse_pairing_heuristic("removals=.5,covered=.25")`` reads one; a name alone has weight 1.

===============  ==============================================================================
tableau          cards in the tableau
covered          of those, the ones that other cards cover
rows             rows of the tableau that still hold a card
cards_left       cards in tableau, stock, waste and columns
removals         removals that cannot be spared, by matching the cards that must leave with cards
                 that they can leave with; infinite where that is impossible, and the game lost
===============  ==============================================================================

``removals`` is admissible up to weight 1, alone. Each removal takes at most two from each of the
others, so these are up to one half together, and ``cards_left`` where all cards must leave. Draws
and recycles are moves, too, and none of the features counts them. The argument stands in
``native/pairing/features.hpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from winnable import _core
from winnable.search.features import WeightedFeatures, parse_weights

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingGame, PairingPosition

__all__ = ["PAIRING_FEATURES", "PairingHeuristic", "parse_pairing_heuristic"]

PAIRING_FEATURES: tuple[str, ...] = tuple(_core.pairing_features())


@dataclass(frozen=True, slots=True)
class PairingHeuristic(WeightedFeatures):
    """Weighted features of a pairing game, in the order given.

    InputError for an unknown name or a weight beyond 1000.
    """

    FEATURES: ClassVar[tuple[str, ...]] = PAIRING_FEATURES
    RANGES: ClassVar[Mapping[str, tuple[float, float]]] = dict.fromkeys(PAIRING_FEATURES, (0.0, 1.0))
    TUNED: ClassVar[tuple[str, ...]] = ("removals", "tableau", "covered", "cards_left")

    @classmethod
    def default(cls, game: PairingGame, algorithm: str) -> PairingHeuristic:
        """``removals`` where it makes shortest solutions, else the tableau's cards beside it.

        Both are admissible, so both see dead ends.
        """
        if algorithm in ("greedy", "beam"):
            return parse_pairing_heuristic("removals=.4,tableau=.3")
        return parse_pairing_heuristic("removals")

    def value(self, game: PairingGame, position: PairingPosition) -> float:
        """The estimate of one position, in moves; infinite where an admissible one sees a dead end."""
        return _core.pairing_heuristic_value(game.core, position, self.native)

    def admissible(self, game: PairingGame) -> bool:
        """Is it proved never to exceed the moves still to come?"""
        return _core.pairing_heuristic_admissible(game.core, self.native)


def parse_pairing_heuristic(text: str) -> PairingHeuristic:
    """Reads ``removals`` or ``removals=.5,covered=.25``.

    Raises InputError, with the column, for an unknown or repeated name or a weight that is no number.
    """
    return parse_weights(text, PairingHeuristic)
