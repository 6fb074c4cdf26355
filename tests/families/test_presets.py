"""Named games: what is claimed of each is proved, by the solver and by the grader."""

from __future__ import annotations

from typing import Any

import pytest

from sizes import ALL, PATIENCE
from winnable.analysis.difficulty import LEVELS, make_grader
from winnable.choices import Preset
from winnable.reading import only_entry
from winnable.registry import families, get_game
from winnable.search.api import Limits
from winnable.search.solvers import solve

LIMITS = Limits(seconds=PATIENCE)
NAMED = [
    pytest.param(game, preset, id=f"{game}-{preset.name}")
    for family in families().values()
    for game, presets in family.presets().items()
    for preset in presets
]
# To grade takes long; of each game a third of the levels is enough for every day.
GRADED = [
    param
    for param in NAMED
    if param.values[1].level
    and (ALL or LEVELS.index(param.values[1].level) == len(param.values[0]) % len(LEVELS))
]


def start(game: Any, preset: Preset) -> Any:
    return only_entry(game, preset.start).position(game)


@pytest.mark.parametrize(("name", "preset"), NAMED if ALL else NAMED[::3])
def test_the_answer_is_proved(name: str, preset: Preset) -> None:
    game = get_game(name)
    assert game.spelled == name
    found = solve(game, start(game, preset), limits=LIMITS)
    assert found.verdict == ("solved" if preset.won else "unsolvable")


@pytest.mark.parametrize(("name", "preset"), GRADED)
def test_the_level_is_the_graders(name: str, preset: Preset) -> None:
    game = get_game(name)
    assert preset.level in LEVELS
    assert make_grader(game, limits=LIMITS).grade(start(game, preset)).level == preset.level


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_a_game_names_each_once(family: Any) -> None:
    for name, presets in family.presets().items():
        names = [preset.name for preset in presets]
        assert len(names) == len(set(names)), name
        assert all(not preset.level or preset.won for preset in presets)


def test_there_are_such_of_every_kind() -> None:
    claimed = {
        (family.name, preset.won)
        for family in families().values()
        for presets in family.presets().values()
        for preset in presets
    }
    assert claimed >= {
        (name, won) for name in ("patience", "pairing", "undead", "spider") for won in (True, False)
    }
