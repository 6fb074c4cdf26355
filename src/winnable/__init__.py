"""Winnable: can this position still be won? Prove it, and say what the best move is.

Everything that is public is reached from here and loaded on first use, so that importing the
package costs almost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from winnable.cards import Card, Colour, Rank, Suit, format_card, parse_card
    from winnable.errors import InputError
    from winnable.piles import Setup

_HOME = {
    "Card": "cards",
    "Colour": "cards",
    "InputError": "errors",
    "Rank": "cards",
    "Setup": "piles",
    "Suit": "cards",
    "format_card": "cards",
    "parse_card": "cards",
}

__all__ = [
    "Card",
    "Colour",
    "InputError",
    "Rank",
    "Setup",
    "Suit",
    "__version__",
    "format_card",
    "parse_card",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"winnable.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
