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

The argument for admissibility stands in ``native/search/patience_features.hpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from winnable import _core
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.games.patience import PatienceGame, PatiencePosition

__all__ = ["FEATURES", "NAMED", "Heuristic", "parse_heuristic"]

_ALIASES = {"cards_left": "foundation"}
FEATURES: tuple[str, ...] = (*_core.patience_features(), *_ALIASES)
_LARGEST = 1000.0


@dataclass(frozen=True, slots=True)
class Heuristic:
    """Weighted features, in the order given. InputError for an unknown name or a weight beyond 1000."""

    weights: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        for name, weight in self.weights:
            if name not in FEATURES:
                raise InputError(f"unknown feature {name!r}", expected="one of " + ", ".join(FEATURES))
            if not abs(weight) <= _LARGEST:
                raise InputError(f"the weight of {name} is {weight}", expected="a number from -1000 to 1000")

    @classmethod
    def of(cls, weights: Mapping[str, float]) -> Heuristic:
        """From a mapping of features to weights."""
        return cls(tuple(weights.items()))

    @property
    def native(self) -> list[tuple[str, float]]:
        """As the core takes it."""
        return [(_ALIASES.get(name, name), weight) for name, weight in self.weights]

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

    def __str__(self) -> str:
        return ",".join(f"{name}={weight:g}" for name, weight in self.weights)


NAMED: dict[str, Heuristic] = {
    "student_v1": Heuristic(tuple(_core.student_weights(1))),
    "student_v2": Heuristic(tuple(_core.student_weights(2))),
}


def parse_heuristic(text: str) -> Heuristic:
    """Reads ``student_v2``, ``needed_above`` or ``foundation=.5,blocked=.3``.

    Raises InputError, with the column, for an unknown or repeated name or a weight that is no number.
    """
    if text.strip() in NAMED:
        return NAMED[text.strip()]
    weights: dict[str, float] = {}
    column = 1
    for item in text.split(","):
        name, equals, number = (part.strip() for part in item.partition("="))
        if name in NAMED:
            raise InputError(
                f"{name} stands alone", expected="no other feature beside it", column=column, line=1
            )
        if name not in FEATURES:
            choice = ", ".join((*NAMED, *FEATURES))
            raise InputError(f"unknown feature {name!r}", expected="one of " + choice, line=1, column=column)
        if name in weights:
            raise InputError(f"{name} is given twice", expected="each feature once", line=1, column=column)
        weights[name] = _parse_weight(name, number, column) if equals else 1.0
        column += len(item) + 1
    return Heuristic.of(weights)


def _parse_weight(name: str, text: str, column: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(
            f"the weight of {name} is {text!r}",
            expected="a number, as in foundation=.5",
            line=1,
            column=column,
        ) from None
