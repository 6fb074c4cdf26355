"""A game that was played on the screen: how it ended, what was done, and what it took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from winnable.results import Result
from winnable.screen.report import Report

__all__ = ["Played", "Status", "StopError"]

# How a game ended: won; lost, proved; a policy's game that is over; the solver's limits; somebody said stop;
# the user took over; cards that could not be told; something that nothing explains.
Status: TypeAlias = Literal["won", "lost", "over", "unknown", "asked", "taken over", "doubts", "stopped"]


class StopError(Exception):
    """There is no going on; ``status`` and ``why`` become those of the game."""

    def __init__(self, status: Status, why: str) -> None:
        super().__init__(why)
        self.status: Status = status
        self.why = why


@dataclass(frozen=True, slots=True)
class Played(Result):
    """A game that was played on the screen.

    ``moves`` are those made since the first look, with the cards that they brought to light; ``saved`` is
    the game where it stands, as ``Session.load`` reads it, empty if nothing was read; ``title`` is the
    window's.
    """

    status: Status
    why: str
    game: str
    title: str
    moves: tuple[str, ...]
    saved: str
    report: Report

    @property
    def won(self) -> bool:
        """Did the program end the game as won?"""
        return self.status == "won"

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "game": self.game,
            "window": self.title,
            "status": self.status,
            "why": [self.why] if self.why else [],
            "length": len(self.moves),
            "moves": list(self.moves),
            "report": self.report.data(),
        }

    def text(self) -> str:
        """In a line."""
        count = len(self.moves)
        return f"{self.status} after {count} move{'' if count == 1 else 's'}: {self.why}\n"
