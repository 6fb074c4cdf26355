"""Do the levels of FreeCell say what people say? `python bench/difficulty.py freecell`.

Deals that people report as hard or as easy (tests/data/freecell/reported.toml) are ranked among random
deals from 1 to 32000 that can be won. AUC is the chance that one of the list scores higher than a random
deal: 0.5 would say nothing. Owed are at least 0.8 for the hard ones and at most 0.3 for the easy ones. The
same is printed for other figures that `winnable difficulty` shows, none of which has a part in the score.
"""

from __future__ import annotations

import random
import sys
import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from winnable.analysis.difficulty import LEVELS
from winnable.families.patience.difficulty import PatienceDifficulty, PatienceGrader
from winnable.registry import get_game

REPORTED = Path(__file__).parents[1] / "tests" / "data" / "freecell" / "reported.toml"
SEED = 7
LARGEST = 32_000

FIGURES: Mapping[str, Callable[[Any, int], float]] = {
    "score": lambda one, length: (one.hasty.left + one.careful.left) / 2,
    "lost by the hasty player": lambda one, length: -one.hasty.wins,
    "lost by the careful player": lambda one, length: -one.careful.wins,
    "cells needed": lambda one, length: one.cells,
    "shortest win known": lambda one, length: length,
    "share of moves that lose": lambda one, length: one.losing_share,
    "share not known to win": lambda one, length: 1 - one.winning / one.choices,
    "share of narrow places": lambda one, length: one.narrow / one.places,
    "first trap, the sooner": lambda one, length: -(one.first_trap or 1000),
}


def auc(ones: Sequence[float], others: Sequence[float]) -> float:
    """The chance that one is larger than another, ties counting half.

    That is U of Mann and Whitney (1947) over the most that it can be.
    """
    ordered = sorted(others)
    beaten = sum(bisect_left(ordered, one) + bisect_right(ordered, one) for one in ones) / 2
    return beaten / (len(ones) * len(others))


def reported() -> dict[str, list[int]]:
    """The lists by their names, those seen while the players were chosen apart from those kept back."""
    with REPORTED.open("rb") as file:
        data = tomllib.load(file)
    lists = {}
    for kind, sources in data.items():
        for source, parts in sources.items():
            for part in ("seen", "unseen"):
                if parts[part]:
                    lists[f"{kind}, {source}, {part}"] = parts[part]
    return lists


def random_numbers(count: int) -> list[int]:
    """Numbers of Microsoft's deals that can be won, drawn evenly."""
    numbers = random.Random(SEED).sample(range(1, LARGEST + 1), count + 1)
    return [number for number in numbers if number != 11982][:count]


def report_freecell(deals: int) -> None:
    """The table, and the levels that each list has."""
    lists = {**reported(), "random": random_numbers(deals)}
    game: Any = get_game("freecell")
    grader = PatienceGrader(game)
    graded: dict[int, PatienceDifficulty] = {}
    for name, numbers in lists.items():
        for number in numbers:
            if number not in graded:
                graded[number] = grader.grade(game.deal(number))
        print(f"{name}: {len(numbers)} deals graded", file=sys.stderr)
    names = [name for name in lists if name != "random"]
    print(f"AUC against {deals} random deals")
    for figure, value in FIGURES.items():
        print(figure)
        values = {
            name: [value(graded[number].traits, len(graded[number].line)) for number in numbers]
            for name, numbers in lists.items()
        }
        for name in names:
            print(f"    {name:<30}{len(lists[name]):>5} deals{auc(values[name], values['random']):8.3f}")
    print(f"\n{'levels':<34}" + "".join(f"{level.value:>12}" for level in LEVELS) + "   median rank")
    scores = sorted(graded[number].score or 0.0 for number in lists["random"])
    for name, numbers in lists.items():
        levels = Counter(graded[number].level for number in numbers)
        ranks = sorted(bisect_left(scores, graded[number].score or 0.0) / len(scores) for number in numbers)
        shares = "".join(f"{levels[level] / len(numbers):>12.0%}" for level in LEVELS)
        print(f"{name:<34}{shares}{ranks[len(ranks) // 2]:>14.0%}")
