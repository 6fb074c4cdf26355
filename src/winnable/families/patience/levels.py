"""The scores at which each game's levels begin, from ``levels.toml``."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from winnable._core import PatienceRules
from winnable.analysis.difficulty import LEVELS, Level
from winnable.families.patience import FAMILY

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame

__all__ = ["LEVELS_FILE", "cutoffs", "level_of", "uncalibrated"]

LEVELS_FILE: Final = Path(__file__).with_name("levels.toml")


@cache
def _measured() -> dict[str, tuple[float, ...]]:
    with LEVELS_FILE.open("rb") as file:
        return {name: tuple(game["cutoffs"]) for name, game in tomllib.load(file).items()}


def cutoffs(game: PatienceGame) -> tuple[float, ...] | None:
    """The least score of medium, hard, expert, master and grandmaster; None where none were measured.

    They were measured for the rules of a game as they are by themselves, not for those that a player sets.
    """
    own = FAMILY.games.get(game.info.name)
    if own is None or PatienceRules.from_dict(dict(own.rules)) != game.core.rules:
        return None
    return _measured().get(game.info.name)


def level_of(score: float, ends: tuple[float, ...]) -> Level:
    """The level of a score, told where each level but the first begins."""
    return LEVELS[bisect_right(ends, score)]


def uncalibrated(game: PatienceGame) -> str:
    """Why no position of a game has a level; empty where they have."""
    if cutoffs(game) is not None:
        return ""
    return f"levels are not calibrated for the rules of {game.spelled}"
