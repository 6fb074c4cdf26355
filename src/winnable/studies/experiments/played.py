"""Games that policies play as units of a study: whoever counts games is given them as from any player."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Final, NamedTuple

from winnable.analysis.equity import Play, World
from winnable.studies.experiments.measured import Followed

__all__ = ["MEASURES_OF_GAMES", "RecordedGame", "play_of"]

# With the moves, so that a log can be written, and different games be told apart, also of earlier runs.
MEASURES_OF_GAMES: Final = ("seconds", "reason", "length", "score", "decisions", "moves")


class RecordedGame(NamedTuple):
    """What a study keeps of a game; ``texts`` are its moves in the game's notation."""

    won: bool
    reason: str
    score: int
    texts: tuple[str, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """Texts tell moves apart as well as the moves themselves do: of games from one start."""
        return self.texts


def play_of(followed: Followed) -> Play:
    """Plays worlds by taking what became of them from a study, whose units they are in their order."""

    def play(games: Iterable[World]) -> Generator[tuple[World, RecordedGame], None, None]:
        rows = followed.rows("reason", "score", "moves")
        for world, (outcome, reason, score, moves) in zip(games, rows, strict=False):
            yield world, RecordedGame(outcome == "won", reason, score, tuple(moves.split()))

    return play
