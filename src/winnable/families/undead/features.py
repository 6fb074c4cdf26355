"""Heuristics of Undead: named features with weights, added up.

``parse_undead_heuristic("open=.6,choices=.2")`` reads one; a name alone has weight 1.

===============  ==============================================================================
open             open cells: just what every solution still costs
lines            lines with an open cell
choices          for every open cell the monsters that its lines and the totals still allow, one
                 by one, beyond the first
===============  ==============================================================================

A sum is admissible where the weights come to at most 1, those of ``lines`` and ``choices`` counted twice.
An admissible one is infinite where a line, a cell or the totals cannot come right any more. The argument
stands in ``native/undead/features.hpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from winnable import _core
from winnable.search.features import WeightedFeatures, parse_weights

if TYPE_CHECKING:
    from winnable.families.undead.game import UndeadGame, UndeadPosition

__all__ = ["UNDEAD_FEATURES", "UndeadHeuristic", "parse_undead_heuristic"]

UNDEAD_FEATURES: tuple[str, ...] = tuple(_core.undead_features())


@dataclass(frozen=True, slots=True)
class UndeadHeuristic(WeightedFeatures):
    """Weighted features of Undead, in the order given.

    InputError for an unknown name or a weight beyond 1000.
    """

    FEATURES: ClassVar[tuple[str, ...]] = UNDEAD_FEATURES
    RANGES: ClassVar[Mapping[str, tuple[float, float]]] = dict.fromkeys(UNDEAD_FEATURES, (0.0, 1.0))
    TUNED: ClassVar[tuple[str, ...]] = ("open", "lines", "choices")

    @classmethod
    def default(cls, game: UndeadGame, algorithm: str) -> UndeadHeuristic:
        """``open``, the true cost of every solution; with ``choices`` beside it where only order counts.

        Both are admissible, so both see dead ends.
        """
        if algorithm in ("greedy", "beam"):
            return parse_undead_heuristic("open=.6,choices=.2")
        return parse_undead_heuristic("open")

    def value(self, game: UndeadGame, position: UndeadPosition) -> float:
        """The estimate of one position, in moves; infinite where an admissible one sees a dead end."""
        return _core.undead_heuristic_value(position, self.native)

    def admissible(self, game: UndeadGame) -> bool:
        """Is it proved never to exceed the moves still to come?"""
        return _core.undead_heuristic_admissible(self.native)


def parse_undead_heuristic(text: str) -> UndeadHeuristic:
    """Reads ``open`` or ``open=.6,choices=.2``.

    Raises InputError, with the column, for an unknown or repeated name or a weight that is no number.
    """
    return parse_weights(text, UndeadHeuristic)
