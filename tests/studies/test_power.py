"""What is said of differences that would be seen, against audits of hands that differ so."""

from __future__ import annotations

import random

import pytest

from winnable.errors import InputError
from winnable.studies.audit import permutation_p
from winnable.studies.power import Power

LEVEL = 0.05 / 3


def seen(power: Power, shift: float, sets: int, *, alike: bool = False) -> float:
    """How often the audit's own test sees hands whose equity is shifted so; ``alike``: each of them a little,
    instead of a part of them fully."""
    rng, found = random.Random(4), 0
    first, second = power.sizes
    room = 1 - power.mean if shift > 0 else power.mean
    for seed in range(sets):
        given = []
        for won in rng.choices(power.won, k=first):
            if alike:
                changed = sum(rng.random() < abs(shift) / room for _ in range(power.games))
                given.append(min(power.games, won + changed) if shift > 0 else max(0, won - changed))
            else:
                given.append((power.games if shift > 0 else 0) if rng.random() < abs(shift) / room else won)
        drawn = rng.choices(power.won, k=second)
        found += permutation_p(given, drawn, 299, seed) <= power.level
    return found / sets


@pytest.mark.parametrize("games", [1, 10])
def test_differences_are_seen_four_times_of_five(games: int) -> None:
    rng = random.Random(7)
    won = tuple(sum(rng.random() < 0.3 for _ in range(games)) for _ in range(80))
    power = Power(won, games, (40, 40), LEVEL)
    assert power.easier is not None
    assert 0.1 < power.easier < 0.5
    assert 0.7 <= seen(power, power.easier, 100) <= 0.92
    assert seen(power, power.easier / 3, 60) < 0.45
    if games > 1:  # hands that differ less from each other are seen at least as well
        assert seen(power, power.easier, 60, alike=True) >= 0.8


def test_what_is_never_won_cannot_be_harder() -> None:
    """Where the normal approximation said that hands won 13 points less often would be seen."""
    never = Power((0,) * 80, 10, (40, 40), LEVEL)
    assert (never.mean, never.harder) == (0, None)
    assert never.easier is not None
    assert 0.1 < never.easier < 0.35
    assert 0.7 <= seen(never, never.easier, 100) <= 0.92
    always = Power((10,) * 80, 10, (40, 40), LEVEL)
    assert always.easier is None
    assert always.harder == pytest.approx(never.easier, abs=0.06)
    rarely = Power((0,) * 76 + (1,) * 4, 10, (40, 40), LEVEL)
    assert rarely.harder is None  # though there is some room
    assert rarely.of(-rarely.mean) < 0.2


def test_few_hands_see_nothing() -> None:
    few = Power((3, 5, 6, 4, 7, 2, 5, 5, 4, 6), 10, (5, 5), LEVEL)
    assert few.easier is None or few.easier > 0.3
    most = few.of(1 - few.mean)
    assert most > few.of((1 - few.mean) / 4)


def test_more_hands_for_smaller_differences() -> None:
    won = tuple(random.Random(1).choices((0, 1), (0.6, 0.4), k=200))
    power = Power(won, 1, (100, 100), LEVEL)
    many = power.hands_to_see(0.05)
    assert 3 < many / power.hands_to_see(0.1) < 5
    # A coin's variance: 2 v ((z of the level + z of the power) / difference) ** 2
    assert many == pytest.approx(2 * 0.24 * ((2.394 + 0.842) / 0.05) ** 2, rel=0.05)
    at_the_edge = Power((0,) * 40, 1, (20, 20), LEVEL)
    assert 100 < at_the_edge.hands_to_see(0.05) < 300
    enough = Power((0,) * 40, 1, (at_the_edge.hands_to_see(0.05),) * 2, LEVEL)
    assert 0.65 < enough.of(0.05) <= 0.95


def test_the_seed_decides() -> None:
    won = (0, 1, 2, 3) * 10
    assert Power(won, 5, (20, 20), LEVEL, 1).of(0.3) == Power(won, 5, (20, 20), LEVEL, 1).of(0.3)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="no hands to judge by"):
        Power((), 10, (5, 5), LEVEL)
    with pytest.raises(InputError, match="no hands to judge by"):
        Power((1,), 10, (0, 5), LEVEL)
    power = Power((2, 4, 6, 2, 4), 10, (5, 5), LEVEL)
    for shift in (0, 0.7, -0.4):
        with pytest.raises(InputError, match="the mean equity cannot shift by"):
            power.of(shift)
    for difference in (0, -0.1, 0.9):
        with pytest.raises(InputError, match="the difference is"):
            power.hands_to_see(difference)
