"""Named games whose answer is known, of FreeCell and its kin: Microsoft's deals by their numbers.

For each game the first deal of each level, from number 1 on, and one that is proved lost where one is known.
``tests/families/test_presets.py`` has the solver and the grader prove every claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from winnable.choices import Preset

__all__ = ["PRESETS"]

_LEVELS: Final = ("easy", "medium", "hard", "expert", "master", "grandmaster")

# The first deals of the levels, from easy on.
_OF_LEVELS: Final[Mapping[str, tuple[int, ...]]] = {
    "freecell": (3, 2, 4, 1, 9, 63),
    "relaxed": (3, 2, 12, 1, 10, 9),
    "forecell": (3, 2, 4, 12, 37, 266),
    "bakers_game": (3, 2, 7, 1, 4, 86),
    "ko_bakers": (17, 2, 13, 29, 15, 62),
    "eight_off": (3, 2, 12, 7, 1, 5),
    "seahaven": (2, 5, 4, 7, 6, 1),
    "penguin": (2, 1, 6, 16, 4, 5),
    "beleaguered_castle": (2, 4, 16, 6, 5, 27),
    "streets_and_alleys": (7, 11, 4, 10, 9, 27),
    "citadel": (2, 1, 6, 7, 11, 31),
    "bakers_dozen": (1, 2, 4, 3, 6, 56),
    "simple_simon": (9, 2, 5, 10, 1, 67),
}

# Deals that no line wins, each with what there is to say of it.
_LOST: Final[Mapping[str, tuple[tuple[int, str], ...]]] = {
    "freecell": (
        (11982, "the only one of the first 32,000"),
        (146692, "the second of the first million"),
        (-1, "Microsoft's own joke: it is not shuffled"),
        (-2, "its other joke"),
    ),
    "freecell:cells=3": ((169, "the first with three cells"),),
    "freecell:cells=2": ((1, "the first with two cells"),),
    "forecell": ((1, ""),),
    "bakers_game": ((10, ""),),
    "ko_bakers": ((1, ""),),
    "eight_off": ((465, ""),),
    "seahaven": ((21, ""),),
    "penguin": ((616, ""),),
    "beleaguered_castle": ((1, ""),),
    "streets_and_alleys": ((1, ""),),
    "citadel": ((21, ""),),
    "bakers_dozen": ((64, ""),),
    "simple_simon": ((6, ""),),
}

# Deals that people tell each other of.
_TOLD: Final[Mapping[str, tuple[tuple[int, str], ...]]] = {
    "freecell": (
        (617, "many call it hard"),
        (1941, "not where every card goes home by itself as soon as it can"),
    ),
}


def _presets(game: str) -> tuple[Preset, ...]:
    graded = [
        Preset(name=level, start=f"ms:{deal}", won=True, level=level, about=f"Microsoft's deal {deal}")
        for level, deal in zip(_LEVELS, _OF_LEVELS.get(game, ()), strict=False)
    ]
    told = [
        Preset(name=f"deal {deal}", start=f"ms:{deal}", won=True, about=about)
        for deal, about in _TOLD.get(game, ())
    ]
    lost = [
        Preset(
            name="proved impossible" if i == 0 else f"proved impossible: {deal}",
            start=f"ms:{deal}",
            won=False,
            about="; ".join(filter(None, (f"Microsoft's deal {deal}", about))),
        )
        for i, (deal, about) in enumerate(_LOST.get(game, ()))
    ]
    return (*graded, *told, *lost)


PRESETS: Final[Mapping[str, tuple[Preset, ...]]] = {
    game: _presets(game) for game in dict.fromkeys((*_OF_LEVELS, *_LOST))
}
