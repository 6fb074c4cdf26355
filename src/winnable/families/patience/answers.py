"""What solvers answer about positions of pile-building games: under an autoplay."""

from __future__ import annotations

from typing import Any

from winnable.families.patience.game import PatienceGame
from winnable.text.answers import Answers

__all__ = ["PatienceAnswers"]


class PatienceAnswers(Answers[PatienceGame]):
    """Answers about positions of pile-building games."""

    def facts(self, result: Any) -> dict[str, Any]:
        """Under which autoplay the moves are written."""
        changed = self.autoplay != "none" and result.verdict == "solved"
        autoplay = self._autoplay_for(result) if changed else self.autoplay
        return super().facts(result) | {"autoplay": autoplay}
