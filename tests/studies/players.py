"""Players that only pretend to play, for tests of what counts their games."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from winnable.analysis.equity import World


@dataclass
class Game:
    """What a fake player played."""

    won: bool
    moves: tuple[str, ...] = ()
    reason: str = "goal"


def player(plays: Callable[[World], Game]) -> Any:
    """Plays each world by this function, in order."""

    def play(games: Iterable[World]) -> Generator[tuple[World, Game], None, None]:
        for world in games:
            yield world, plays(world)

    return play
