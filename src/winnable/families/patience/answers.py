"""What solvers answer about positions of pile-building games: under an autoplay."""

from __future__ import annotations

from typing import Any

from winnable.families.patience.game import PatienceGame
from winnable.families.patience.solver import PatienceSolver
from winnable.moves import Autoplay
from winnable.search.api import Verdict
from winnable.text.answers import Answers

__all__ = ["PatienceAnswers"]

_WITHOUT = {
    Verdict.SOLVED: "no line wins under autoplay max; without it one does",
    Verdict.UNSOLVABLE: "no line wins, under autoplay max or without it",
    Verdict.UNKNOWN: "no line wins under autoplay max; whether one does without it is not known",
}


class PatienceAnswers(Answers[PatienceGame]):
    """Answers about positions of pile-building games."""

    def data(self, label: str, result: Any) -> dict[str, Any]:
        """An answer as a value that JSON can hold; ``label`` is what its position is called."""
        return super().data(label, self._as_written(result))

    def text(self, label: str, result: Any) -> str:
        """An answer in lines."""
        return super().text(label, self._as_written(result))

    def facts(self, result: Any) -> dict[str, Any]:
        """Under which autoplay the moves are written."""
        changed = self.autoplay != "none" and result.verdict == "solved"
        autoplay = self._autoplay_for(result) if changed else self.autoplay
        return super().facts(result) | {"autoplay": autoplay}

    def _as_written(self, result: Any) -> Any:
        """The answer itself, or a win of single cards where this one is to be written so but cannot be: under
        max the cards of a group may go home on the way."""
        if result.verdict != "solved" or self._autoplay_for(result) is self.autoplay:
            return result
        solver = PatienceSolver(self.game, autoplay=self.autoplay, supermoves=False)
        (other,) = solver.solve_many([result.start], limits=self.limits, token=self.token)
        return other if other.verdict == "solved" else result

    def _remark(self, result: Any) -> str:
        """Also that no line was found that can be written as it was asked for."""
        written = self._autoplay_for(result)
        if written is self.autoplay:
            return super()._remark(result)
        told = f"no line of single cards found under {self.autoplay}: written for {written}"
        return "; ".join(filter(None, (super()._remark(result), told)))

    def _reasons(self, result: Any) -> list[str]:
        spoilt = self.autoplay is Autoplay.MAX and result.verdict == "unsolvable"
        return [self._why_none(result)] if spoilt else super()._reasons(result)

    def _why_none(self, result: Any) -> str:
        if self.autoplay is not Autoplay.MAX:
            return super()._why_none(result)
        free = PatienceSolver(self.game).solve(result.start, limits=self.limits, token=self.token)
        return _WITHOUT[free.verdict]
