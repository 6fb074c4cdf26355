"""What solvers answer about positions of pairing games: with points, and why none can be won."""

from __future__ import annotations

from typing import Any

from winnable.families.pairing.game import PairingGame
from winnable.text.answers import Answers

__all__ = ["PairingAnswers"]


class PairingAnswers(Answers[PairingGame]):
    """Answers about positions of pairing games."""

    def facts(self, result: Any) -> dict[str, Any]:
        """Points, where the rules give such."""
        facts = super().facts(result)
        if self.game.info.scored:
            facts["score"] = result.score
        return facts if self.question.decides else facts | {"score_bound": result.score_bound}
