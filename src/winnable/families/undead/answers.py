"""What solvers answer about boards of Undead: the filled board, moves, or the clues that contradict each
other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from winnable._core import UndeadConflict
from winnable.families.undead.game import UndeadGame
from winnable.families.undead.solver import find_conflict
from winnable.families.undead.words import clash_words
from winnable.search.api import StopReason
from winnable.text.answers import Answers
from winnable.text.boards import write_position
from winnable.text.phrases import counted
from winnable.text.solution_text import Style, format_solution

if TYPE_CHECKING:
    from winnable.text.solution import SolutionText

__all__ = ["UndeadAnswers"]


class UndeadAnswers(Answers[UndeadGame]):
    """Answers about boards of Undead; InputError for a style or an autoplay that means nothing there."""

    USUAL_STYLE: ClassVar[str] = "board"

    def data(self, label: str, result: Any) -> dict[str, Any]:
        """An answer as a value that JSON can hold, with the clues that contradict each other."""
        data = super().data(label, result)
        if (conflict := self._conflict(result)) is not None:
            data["why"] = [clash_words(conflict.labels, fewest=conflict.fewest)]
            data["conflict"] = {"clues": conflict.labels, "fewest": conflict.fewest}
        return data

    def facts(self, result: Any, written: SolutionText | None) -> dict[str, Any]:
        """How many solutions were found, and another one, if one was."""
        facts = {"solutions": result.solutions, "unique": result.unique}
        return facts | {"second": result.second_texts} if result.second_moves else facts

    def text(self, label: str, result: Any) -> str:
        """An answer in lines."""
        told = f"# {self.game.spelled} {label}: {self._told(result)}\n"
        if result.verdict != "solved":
            return told
        told += self._solution(result.start, result.moves)
        if result.second_moves:
            told += "# another solution\n" + self._solution(result.start, result.second_moves)
        return told

    def _conflict(self, result: Any) -> UndeadConflict | None:
        """The fewest clues that contradict each other where there is no solution."""
        if result.verdict != "unsolvable":
            return None
        return find_conflict(result.start, limits=self._left(result), token=self.token)

    def _solution(self, start: Any, moves: Any) -> str:
        if self.style in ("moves", "words"):
            return format_solution(self.game, start, moves, style=Style(self.style))
        for move in moves:
            start = self.game.play(start, move)
        return write_position(self.game, start)

    def _told(self, result: Any) -> str:
        if result.verdict == "unknown":
            searched = counted(result.stats["expanded"], "position")
            return f"unknown, {StopReason(result.reason).told} after {searched}"
        if result.verdict == "unsolvable":
            conflict = self._conflict(result)
            why = "" if conflict is None else f": {clash_words(conflict.labels, fewest=conflict.fewest)}"
            return f"unsolvable, proved{why}"
        solver = self.question.solver
        if solver == "first":
            return "solved"
        if result.unique:
            return "solved, the only solution"
        stopped = "" if result.reason in ("goal", "exhausted") else f", {StopReason(result.reason).told}"
        if solver == "auto":
            return (
                f"solved; whether there are others is not known{stopped}" if stopped else "solved, not unique"
            )
        if stopped or result.unique is None:
            return f"solved; {result.solutions} solutions or more{stopped}"
        exactly = "" if result.all else " or more"
        return f"solved; {result.solutions} solutions{exactly}"
