"""Reads counts.txt: a game (with options), a deal, and the counts at depth 1, 2, ..."""

from __future__ import annotations

from pathlib import Path

from winnable.testing import PerftCase

COUNTS = Path(__file__).with_name("counts.txt")
SOURCE = "tests/oracle"


def perft_cases() -> dict[str, list[PerftCase]]:
    """The cases of each game as ``get_game`` spells it."""
    cases: dict[str, list[PerftCase]] = {}
    for line in COUNTS.read_text().splitlines():
        if line and not line.startswith("#"):
            game, deal, *counts = line.split()
            cases.setdefault(game, []).append(PerftCase(deal, tuple(map(int, counts)), SOURCE))
    return cases
