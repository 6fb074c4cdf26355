"""The boards of Undead that seeds make: their options, and the generator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable._core import UndeadPosition
    from winnable.games.undead import UndeadGame

OPTION_NAMES: Final = ("size", "grade", "technique", "mirrors", "hidden")


def check_options(options: Mapping[str, str]) -> None:
    """InputError for an option, or a value of one, that the generator does not have."""
    for name in options:
        if name not in OPTION_NAMES:
            raise InputError(
                f"undead has no option {quote(name)}", expected="one of " + ", ".join(OPTION_NAMES)
            )


def make_board(game: UndeadGame, seed: int) -> UndeadPosition:
    """The board that a seed makes."""
    raise NotImplementedError
