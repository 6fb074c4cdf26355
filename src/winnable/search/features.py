"""Heuristics made of named features with weights, added up: what all families of games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

from winnable.errors import InputError, quote
from winnable.names import find_name, unknown_name

__all__ = ["WeightedFeatures", "parse_weights"]

W = TypeVar("W", bound="WeightedFeatures")
_LARGEST = 1000.0


@dataclass(frozen=True, slots=True)
class WeightedFeatures:
    """Weighted features of one family of games, in the order given.

    InputError for an unknown name or a weight beyond 1000.
    """

    weights: tuple[tuple[str, float], ...]

    FEATURES: ClassVar[tuple[str, ...]] = ()
    ALIASES: ClassVar[Mapping[str, str]] = {}  # other names of features
    RANGES: ClassVar[Mapping[str, tuple[float, float]]] = {}  # where to look for weights; else 0 to 1
    TUNED: ClassVar[tuple[str, ...]] = ()  # what is tuned when nothing is said
    AUTOPLAY: ClassVar[str] = "none"  # the automatic moves of searches that tune

    def __post_init__(self) -> None:
        for name, weight in self.weights:
            if name not in self.FEATURES:
                raise unknown_name(f"unknown feature {quote(name)}", name, self.FEATURES)
            if not abs(weight) <= _LARGEST:
                raise InputError(f"the weight of {name} is {weight}", expected="a number from -1000 to 1000")

    @classmethod
    def of(cls, weights: Mapping[str, float]) -> Self:
        """From a mapping of features to weights."""
        return cls(tuple(weights.items()))

    @classmethod
    def named(cls) -> Mapping[str, Self]:
        """Weights that have a name."""
        return {}

    @classmethod
    def tuned(cls, game: Any) -> tuple[str, ...]:
        """The features of this game that are tuned when nothing is said."""
        return cls.TUNED

    @classmethod
    def tuning_start(cls) -> Mapping[str, float]:
        """Weights where tuning starts, as far as they are known; else the middle of the range."""
        return {}

    @classmethod
    def default(cls, game: Any, algorithm: str) -> Self:
        """What an informed algorithm takes in this game when nothing is said."""
        raise NotImplementedError

    def check(self, game: Any) -> None:
        """InputError if a feature means nothing in this game."""

    @property
    def native(self) -> list[tuple[str, float]]:
        """As the core takes it."""
        return [(self.ALIASES.get(name, name), weight) for name, weight in self.weights]

    def __str__(self) -> str:
        return ",".join(f"{name}={weight:g}" for name, weight in self.weights)


def parse_weights(text: str, kind: type[W]) -> W:
    """Reads ``foundation=.5,blocked=.3``, or a name of such weights; a feature alone has weight 1.

    Raises InputError, with the column, for an unknown or repeated name or a weight that is no number.
    """
    named = kind.named()
    if (alone := find_name(text, named)) is not None:
        return named[alone]
    weights: dict[str, float] = {}
    column = 1
    for item in text.split(","):
        given, equals, number = (part.strip() for part in item.partition("="))
        name = find_name(given, (*named, *kind.FEATURES)) or given
        if name in named:
            raise InputError(
                f"{name} stands alone", expected="no other feature beside it", column=column, line=1
            )
        if name not in kind.FEATURES:
            error = unknown_name(f"unknown feature {quote(name)}", name, (*named, *kind.FEATURES))
            raise error.at(line=1, column=column)
        if name in weights:
            raise InputError(f"{name} is given twice", expected="each feature once", line=1, column=column)
        weights[name] = _parse_weight(name, number, column) if equals else 1.0
        column += len(item) + 1
    return kind.of(weights)


def _parse_weight(name: str, text: str, column: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(
            f"the weight of {name} is {quote(text)}",
            expected="a number, as in foundation=.5",
            line=1,
            column=column,
        ) from None
