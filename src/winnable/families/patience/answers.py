"""What solvers answer about positions of pile-building games: under an autoplay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from winnable.families.patience.game import PatienceGame
from winnable.families.patience.solution_text import PatienceText
from winnable.families.patience.solver import PatienceSolver
from winnable.moves import Autoplay
from winnable.search.api import Verdict
from winnable.text.answers import Answers
from winnable.text.solution_text import Style

if TYPE_CHECKING:
    from winnable.text.solution import SolutionText

__all__ = ["PatienceAnswers"]

_WITHOUT = {
    Verdict.SOLVED: "no line wins under autoplay max; without it one does",
    Verdict.UNSOLVABLE: "no line wins, under autoplay max or without it",
    Verdict.UNKNOWN: "no line wins under autoplay max; whether one does without it is not known",
}


class PatienceAnswers(Answers[PatienceGame]):
    """Answers about positions of pile-building games."""

    def facts(self, result: Any, written: SolutionText | None) -> dict[str, Any]:
        """Under which autoplay the moves are written."""
        autoplay = self.autoplay if written is None else written.autoplay
        return super().facts(result, written) | {"autoplay": autoplay}

    def _write(self, result: Any) -> SolutionText:
        style = Style(self.style)
        return PatienceText(self.game, style, result.write(style.value, self.autoplay.value))

    def _as_written(self, result: Any) -> tuple[Any, SolutionText]:
        """The answer itself, or a win of single cards where this one is to be written so but cannot be: under
        max the cards of a group may go home on the way."""
        shown = super()._as_written(result)
        if shown[1].autoplay is self.autoplay:
            return shown
        solver = PatienceSolver(self.game, autoplay=self.autoplay, supermoves=False)
        (other,) = solver.solve_many([result.start], limits=self._left(result), token=self.token)
        return super()._as_written(other) if other.verdict == "solved" else shown

    def _remark(self, result: Any, written: SolutionText) -> str:
        """Also that no line was found that can be written as it was asked for."""
        remark = super()._remark(result, written)
        if written.autoplay is self.autoplay:
            return remark
        told = f"no line of single cards found under {self.autoplay}: written for {written.autoplay}"
        return "; ".join(filter(None, (remark, told)))

    def _reasons(self, result: Any) -> list[str]:
        spoilt = self.autoplay is Autoplay.MAX and result.verdict == "unsolvable"
        return [self._why_none(result)] if spoilt else super()._reasons(result)

    def _why_none(self, result: Any) -> str:
        if self.autoplay is not Autoplay.MAX:
            return super()._why_none(result)
        free = PatienceSolver(self.game).solve(result.start, limits=self._left(result), token=self.token)
        return _WITHOUT[free.verdict]
