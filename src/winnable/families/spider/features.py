"""Heuristics of open Spider: named features with weights, added up.

``parse_spider_heuristic("loose=1,down=2")`` reads one; a name alone has weight 1.

===============  ==============================================================================
loose            cards in the columns, kings left out, that do not lie on the next card of their
                 suit: each takes a move
rows             rows still to be dealt: each is a move
down             face-down cards
runs             complete runs that have not left
columns          empty columns; weigh it negatively, as a reward
===============  ==============================================================================

A sum is admissible where ``loose`` and ``rows`` weigh at most 1 and nothing else weighs more than 0. The
argument stands in ``native/spider/open/features.hpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from winnable import _core
from winnable.search.features import WeightedFeatures, parse_weights

if TYPE_CHECKING:
    from winnable.families.spider.game import SpiderGame, SpiderPosition

__all__ = ["SPIDER_FEATURES", "SpiderHeuristic", "parse_spider_heuristic"]

SPIDER_FEATURES: tuple[str, ...] = tuple(_core.spider_features())


@dataclass(frozen=True, slots=True)
class SpiderHeuristic(WeightedFeatures):
    """Weighted features of open Spider, in the order given.

    InputError for an unknown name or a weight beyond 1000.
    """

    FEATURES: ClassVar[tuple[str, ...]] = SPIDER_FEATURES
    RANGES: ClassVar[Mapping[str, tuple[float, float]]] = {
        "loose": (0.0, 2.0),
        "rows": (0.0, 10.0),
        "down": (0.0, 5.0),
        "runs": (0.0, 20.0),
        "columns": (-2.0, 0.0),
    }
    TUNED: ClassVar[tuple[str, ...]] = ("loose", "rows", "down", "runs")

    @classmethod
    def tuning_start(cls) -> Mapping[str, float]:
        """The weights that greedy and beam take by default."""
        return {"loose": 1.0, "rows": 10.0, "down": 2.0, "runs": 20.0}

    @classmethod
    def default(cls, game: SpiderGame, algorithm: str) -> SpiderHeuristic:
        """``loose,rows``, which is admissible; for greedy and beam with weights that lead to wins."""
        if algorithm in ("greedy", "beam"):
            return parse_spider_heuristic("loose=1,rows=10,down=2,runs=20")
        return parse_spider_heuristic("loose,rows")

    def value(self, game: SpiderGame, position: SpiderPosition) -> float:
        """The estimate of one position, in moves."""
        return _core.spider_heuristic_value(position, self.native)

    def admissible(self, game: SpiderGame) -> bool:
        """Is it proved never to exceed the moves still to come?"""
        return _core.spider_heuristic_admissible(self.native)


def parse_spider_heuristic(text: str) -> SpiderHeuristic:
    """Reads ``loose,rows`` or ``loose=1,down=2``.

    Raises InputError, with the column, for an unknown or repeated name or a weight that is no number.
    """
    return parse_weights(text, SpiderHeuristic)
