"""The labelled pictures of real programs' windows, where this machine has them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

# What the programs call the games, as they are called here.
_GAMES = {"freecell": "freecell", "pyramid": "pyramid", "thirteen": "pyramid", "spider": "spider"}


@dataclass(frozen=True)
class Labelled:
    """A picture of a window, and what truly lies there."""

    path: Path
    truth: dict[str, Any]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def game(self) -> str:
        """The game's name; empty for one that is not played with cards."""
        kind = self.path.stem.split("_")[1]
        return next((game for word, game in _GAMES.items() if kind.startswith(word)), "")

    def counts(self) -> dict[str, tuple[int, int]]:
        """How many cards lie face down and face up in each column, or in each place of a pyramid."""
        if "tableau" in self.truth:
            columns = self.truth["tableau"]
            down = self.truth.get("facedown") or [0] * len(columns)
            return {f"column {i + 1}": (down[i], len(cards) - down[i]) for i, cards in enumerate(columns)}
        hidden = self.truth.get("facedown_rows", [])
        return {
            f"row {r + 1} card {c + 1}": (1, 0) if r in hidden else (0, 1)
            for r, row in enumerate(self.truth["pyramid"])
            for c in range(len(row))
        }


def screens_folder() -> Path | None:
    """The folder of labelled pictures: WINNABLE_SCREENS, else shared/data/screens beside the repository."""
    named = os.environ.get("WINNABLE_SCREENS")
    folder = Path(named) if named else Path(__file__).parents[3] / "shared" / "data" / "screens"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def screens() -> Path:
    """The folder of labelled pictures; the test is skipped where there is none."""
    folder = screens_folder()
    if folder is None:
        pytest.skip("no labelled pictures here: set WINNABLE_SCREENS to their folder")
    return folder


@pytest.fixture(scope="session")
def labelled(screens: Path) -> list[Labelled]:
    """All labelled pictures of card games."""
    found = [
        Labelled(path.with_suffix(".png"), json.loads(path.read_text(encoding="utf-8"))["truth"])
        for path in sorted(screens.glob("*.json"))
        if not path.stem.startswith("undead")
    ]
    assert found
    return found
