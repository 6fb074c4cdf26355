"""A table of verdicts, a row for each move, and how verdicts and lengths are said to a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from winnable.family import RegisteredGame
from winnable.results import Result
from winnable.search.api import StopReason, Verdict
from winnable.text.phrases import count_noun, counted

__all__ = ["MoveVerdict", "MoveVerdicts", "length_words", "rank", "verdict_words"]

M = TypeVar("M")

_WORDS = {Verdict.SOLVED: "winnable", Verdict.UNSOLVABLE: "lost", Verdict.UNKNOWN: "not known"}
_RANKS = (Verdict.SOLVED, Verdict.UNKNOWN, Verdict.UNSOLVABLE)


def verdict_words(verdict: Verdict) -> str:
    """A verdict as a player says it: ``winnable``, ``lost``, ``not known``."""
    return _WORDS[verdict]


def length_words(length: int, *, optimal: bool = False, differ: bool = True, noun: str = "move") -> str:
    """``in at most 84 moves``, where a line is all that is known; ``in 84 moves, the fewest`` where that is
    proved; ``in 84 moves`` where wins do not ``differ`` in length."""
    counted = count_noun(length, noun)
    if length == 1 or not differ:
        return f"in {counted}"
    return f"in {counted}, the fewest" if optimal else f"in at most {counted}"


@dataclass(frozen=True, slots=True)
class MoveVerdict(Result, Generic[M]):
    """One legal move and what it leads to.

    ``equal`` are the other moves that lead to the same position, up to the game's symmetry, in the game's
    notation. ``length`` is that of the shortest win that is known to begin with this move; 0 if none is.
    ``optimal``: is it proved that none is shorter? ``why`` says why an UNSOLVABLE move loses, where one
    reason will do. ``made_in`` is where the move is made, for ``words``. ``score``: the most points that can
    be made after it, where that was asked; with UNKNOWN the most that were found.
    """

    move: M
    move_text: str
    verdict: Verdict
    reason: StopReason
    length: int
    why: str = ""
    made_in: tuple[RegisteredGame[Any, M], Any] | None = field(default=None, compare=False, repr=False)
    score: int | None = None
    equal: tuple[str, ...] = ()
    optimal: bool = False

    @property
    def words(self) -> str:
        """What the move does. Found when it is asked for: in Pyramid that takes as long as the verdict."""
        if self.made_in is None:
            return ""
        game, position = self.made_in
        return game.family.describe(game, position, self.move)

    @property
    def length_words(self) -> str:
        """``in at most 84 moves``; ``in 84 moves, the fewest`` where that is proved."""
        differ = self.made_in is None or self.made_in[0].family.reasons().lines_differ
        return length_words(self.length, optimal=self.optimal, differ=differ)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        data: dict[str, Any] = {
            "move": self.move_text,
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "length": self.length,
            "optimal": self.optimal,
            "words": self.words,
            "equal": list(self.equal),
        }
        return data if self.score is None else data | {"score": self.score}


class MoveVerdicts(tuple[MoveVerdict[M], ...]):
    """The verdicts of the moves, as a table, the best first.

    ``won``: the game is won already; ``lost`` says why it is lost whatever is played, where that shows at
    sight. ``line`` is the shortest win that is known from here; it begins with the first row's move.
    """

    won: bool
    lost: str
    line: tuple[M, ...]

    def __new__(
        cls,
        rows: Iterable[MoveVerdict[M]] = (),
        *,
        won: bool = False,
        lost: str = "",
        line: Iterable[M] = (),
    ) -> Self:
        table = super().__new__(cls, rows)
        table.won, table.lost, table.line = won, lost, tuple(line)
        return table

    @property
    def verdict(self) -> Verdict:
        """SOLVED if some move wins or the game is won already, UNSOLVABLE if none does, UNKNOWN where a limit
        left that open."""
        if self.won:
            return Verdict.SOLVED
        found = {answer.verdict for answer in self}
        for verdict in (Verdict.SOLVED, Verdict.UNKNOWN):
            if verdict in found:
                return verdict
        return Verdict.UNSOLVABLE

    def data(self) -> list[dict[str, Any]]:
        """As values that JSON can hold, one for each move."""
        return [answer.data() for answer in self]

    def text(self) -> str:
        """A line for each row; one in all where the game is won already, or lost at sight."""
        if self.won:
            return "the game is won already\n"
        if self.lost:
            return f"lost: {self.lost}\n"
        width = max((5, *(len(answer.move_text) for answer in self)))
        listed = {answer.move_text for answer in self}
        lines = (
            _line(answer, width, [text for text in answer.equal if text not in listed]) for answer in self
        )
        return "".join(lines) or "no legal move changes anything\n"


def _line(answer: MoveVerdict[Any], width: int, equal: Sequence[str]) -> str:
    told = verdict_words(answer.verdict)
    if answer.score is not None:
        found = "" if answer.verdict is Verdict.SOLVED else " found"
        length = f", {count_noun(answer.length, 'move')}" if answer.length else ""
        told = f"{counted(answer.score, 'point')}{found}{length}"
    elif answer.length:
        told += " " + answer.length_words
    why = f" ({answer.why})" if answer.why else ""
    same = f" (the same: {' '.join(equal)})" if equal else ""
    return f"{answer.move_text:<{width}} {told}: {answer.words}{why}{same}\n"


def rank(row: MoveVerdict[Any]) -> tuple[int, int]:
    """What sorts rows, the best first: won in few moves, won in more, not known, lost."""
    return _RANKS.index(row.verdict), row.length
