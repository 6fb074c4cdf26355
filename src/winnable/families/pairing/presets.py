"""Named games whose answer is known, of Pyramid and its variants: Microsoft's deals by their numbers.

The first deal of each level, from number 1 on, and the first that is proved lost. ``tests/families/
test_presets.py`` has the solver and the grader prove every claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from winnable.choices import Preset

__all__ = ["PRESETS"]

_LEVELS: Final = ("easy", "medium", "hard", "expert", "master", "grandmaster")

# The first deals of the levels, from easy on, and the first lost one.
_DEALS: Final[Mapping[str, tuple[tuple[int, ...], int]]] = {
    "pyramid": ((3, 2, 4, 1, 10, 50), 12),
    "pyramid:hoyle": ((3987, 3, 57, 156, 14, 2), 1),
    "pyramid:thirteen": ((3987, 3, 57, 156, 14, 2), 1),
    "pyramid:king_tut": ((28, 35, 2, 4, 1, 3), 5),
    "pyramid:tuts_tomb": ((83, 11, 122, 86, 39, 15), 1),
    "pyramid:giza": ((2, 27, 19, 4, 5, 1), 7),
    "pyramid:triangle": ((11, 2, 1, 6, 8, 5), 10),
}


def _presets(deals: tuple[int, ...], lost: int) -> tuple[Preset, ...]:
    graded = [
        Preset(name=level, start=f"ms:{deal}", won=True, level=level, about=f"Microsoft's deal {deal}")
        for level, deal in zip(_LEVELS, deals, strict=True)
    ]
    return (
        *graded,
        Preset(name="proved impossible", start=f"ms:{lost}", won=False, about=f"Microsoft's deal {lost}"),
    )


PRESETS: Final[Mapping[str, tuple[Preset, ...]]] = {
    game: _presets(deals, lost) for game, (deals, lost) in _DEALS.items()
}
