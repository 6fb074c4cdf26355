"""Heuristics of pile-building games: named features with weights, added up.

``parse_heuristic("foundation=.5,blocked=.3")`` reads one; a name alone has weight 1, and the
weights of the student system go by ``student_v1`` and ``student_v2``.

===============  ==============================================================================
foundation       cards not yet on a foundation
blocked          cards lying on the next card that each suit needs: the deeper, the more
cells            occupied cells
columns          empty columns; weigh it negatively, as a reward
cards_left       foundation by another name, as an admissible estimate
aside            groups of cards that must step aside before a lower card of their suit under
                 them can go home; admissible, also with automatic moves
needed_above     cards_left + aside; admissible where every move home is the player's
===============  ==============================================================================

The argument for admissibility stands in ``native/patience/features.hpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from winnable import _core
from winnable.errors import InputError
from winnable.search.features import WeightedFeatures, parse_weights

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame, PatiencePosition

__all__ = ["FEATURES", "NAMED", "Heuristic", "parse_heuristic"]

_ALIASES = {"cards_left": "foundation"}
FEATURES: tuple[str, ...] = (*_core.patience_features(), *_ALIASES)


@dataclass(frozen=True, slots=True)
class Heuristic(WeightedFeatures):
    """Weighted features of a pile-building game, in the order given.

    InputError for an unknown name or a weight beyond 1000.
    """

    FEATURES: ClassVar[tuple[str, ...]] = FEATURES
    ALIASES: ClassVar[Mapping[str, str]] = _ALIASES
    RANGES: ClassVar[Mapping[str, tuple[float, float]]] = {
        "foundation": (0.0, 2.0),
        "cards_left": (0.0, 2.0),
        "blocked": (0.0, 1.0),
        "cells": (0.0, 1.0),
        "columns": (-1.0, 0.0),
        "aside": (0.0, 2.0),
        "needed_above": (0.0, 2.0),
    }
    TUNED: ClassVar[tuple[str, ...]] = ("foundation", "cells", "columns", "blocked")
    AUTOPLAY: ClassVar[str] = "safe"

    @classmethod
    def named(cls) -> Mapping[str, Heuristic]:
        """The student system's weights, ``student_v1`` and ``student_v2``."""
        return NAMED

    @classmethod
    def tuned(cls, game: PatienceGame) -> tuple[str, ...]:
        """Those in ``TUNED``, without ``blocked`` where whole suits leave, and nothing waits for a next
        card."""
        return tuple(name for name in cls.TUNED if name != "blocked" or not game.info.runs_leave)

    @classmethod
    def tuning_start(cls) -> Mapping[str, float]:
        """The student system's second set of weights."""
        return dict(NAMED["student_v2"].weights)

    @classmethod
    def default(cls, game: PatienceGame, algorithm: str) -> Heuristic:
        """``needed_above`` for ida_star and ``student_v2`` otherwise, where these mean something."""
        if game.info.runs_leave:
            return parse_heuristic("foundation=.5,cells=.2,columns=-.5")
        return parse_heuristic("needed_above") if algorithm == "ida_star" else NAMED["student_v2"]

    def value(self, game: PatienceGame, position: PatiencePosition, *, supermoves: bool = True) -> float:
        """The estimate of one position, in moves. InputError if a feature means nothing in this game."""
        self.check(game)
        return _core.heuristic_value(game.core, position, self.native, supermoves)

    def admissible(self, game: PatienceGame, *, autoplay: str = "none", supermoves: bool = True) -> bool:
        """Is it proved never to exceed the player's moves still to come, under these options?"""
        self.check(game)
        return _core.heuristic_admissible(game.core, self.native, autoplay, supermoves)

    def check(self, game: PatienceGame) -> None:
        """InputError if a feature means nothing in this game."""
        try:
            _core.heuristic_admissible(game.core, self.native)
        except ValueError as error:
            raise InputError(f"{game.info.name}: {error}") from None


NAMED: dict[str, Heuristic] = {
    "student_v1": Heuristic(tuple(_core.student_weights(1))),
    "student_v2": Heuristic(tuple(_core.student_weights(2))),
}


def parse_heuristic(text: str) -> Heuristic:
    """Reads ``student_v2``, ``needed_above`` or ``foundation=.5,blocked=.3``.

    Raises InputError, with the column, for an unknown or repeated name or a weight that is no number.
    """
    return parse_weights(text, Heuristic)
