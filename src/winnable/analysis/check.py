"""Solutions that anybody wrote, and logs of games, replayed: do they hold, and do they win?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from winnable.errors import InputError
from winnable.family import RegisteredGame, require
from winnable.moves import Autoplay
from winnable.results import Result
from winnable.text.log import Checked
from winnable.text.solution import Replay, Solution, parse_solution, replay

__all__ = ["CheckedGame", "CheckedSolution", "check_log", "check_solution", "read_solution"]

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class CheckedSolution(Result, Generic[P, M]):
    """A solution and what became of it when it was played."""

    game: RegisteredGame[P, M]
    solution: Solution
    played: Replay[P, M]

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        played, broken = self.played, self.played.broken
        own = self.game.family.solutions().facts(self.game, played)
        why = [*([] if broken is None else [broken.reason]), *own.pop("why", [])]
        made = zip(played.positions, played.moves, strict=False)
        return {
            "legal": broken is None,
            "won": played.won,
            "outcome": played.outcome.value,
            "why": why,
            "length": len(played.moves),
            "moves": [self.game.notation.format(position, move) for position, move in made],
            "listed": sum(played.player),
            **own,
            "broken": None if broken is None else broken.data(),
        }

    def text(self) -> str:
        """In a line."""
        played = self.played
        if played.broken is not None:
            return f"{played.broken}\n"
        solutions = self.game.family.solutions()
        made = solutions.summary(self.game, played)
        if played.won:
            return f"legal, won: {made}\n"
        fault = solutions.fault(self.game, played, self.solution)
        return f"legal, not won: {played.outcome.value} after {made}{fault}\n"


def read_solution(game: RegisteredGame[Any, Any], text: str, source: str | None = None) -> Solution:
    """The moves in a text; InputError, with the place, for a text that has none."""
    if not text.strip():
        what = "there is no solution here: the text is empty"
        expected = f'moves such as {game.family.solutions().example}, or JSON with "moves"'
        raise InputError(what, expected=expected, source=source)
    return parse_solution(text, source, game)


def check_solution(
    game: RegisteredGame[P, M], position: P, solution: Solution, autoplay: Autoplay | None = None
) -> CheckedSolution[P, M]:
    """Plays a solution; see :func:`~winnable.text.solution.replay`."""
    return CheckedSolution(game, solution, replay(game, position, solution, autoplay))


@dataclass(frozen=True, slots=True)
class CheckedGame(Result):
    """A game of a log, its line, and what became of it when it was played again."""

    line: int
    deal: str | None
    source: str | None
    found: Checked

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        found = self.found
        return {
            "deal": self.deal or f"{self.source}:{self.line}",
            "where": {"source": self.source, "line": self.line, "column": None},
            "as_logged": found.reason is None or found.by_policy is False,
            "won": found.won,
            "score": found.score,
            "broken": {"number": found.breaks_at} if found.breaks_at else None,
            "why": [] if found.reason is None else [found.reason],
            **({} if found.by_policy is None else {"by_policy": found.by_policy}),
        }

    def text(self) -> str:
        """In a line; nothing where the game went as the log says."""
        found = self.found
        if found.breaks_at:
            return f"{self.source}:{self.line}: move {found.breaks_at} breaks: {found.reason}\n"
        return f"{self.source}:{self.line}: {found.reason}\n" if found.reason is not None else ""


def check_log(
    game: RegisteredGame[Any, Any], lines: Iterable[str], source: str | None, *, by_policy: bool = False
) -> Iterator[CheckedGame]:
    """Plays the games of a log again, one after the other, and where ``by_policy`` says so lets the policies
    that it names play them, too; InputError for a line that is none, and for a game without logs."""
    log = require(game, "log", game.family.log)()
    for logged in log.read(lines, source):
        yield CheckedGame(
            logged.line, logged.deal, logged.source, log.replay(game, logged, by_policy=by_policy)
        )
