"""What solvers answer about positions of Spider and its kin: with complete runs and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from winnable.families.spider.game import SpiderGame
from winnable.text.answers import Answers

if TYPE_CHECKING:
    from winnable.text.solution import SolutionText

__all__ = ["SpiderAnswers"]


class SpiderAnswers(Answers[SpiderGame]):
    """Answers about positions of Spider and its kin."""

    def facts(self, result: Any, written: SolutionText | None) -> dict[str, Any]:
        """How many runs have left after the moves, and the points then."""
        end = result.start
        for move in result.moves:
            end = self.game.play(end, move)
        runs = sum(end.runs)
        score = self.game.score(len(result.moves), runs)
        return super().facts(result, written) | {"complete_runs": runs, "score": score}
