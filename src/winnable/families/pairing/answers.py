"""What solvers answer about positions of pairing games: with points, and why none can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from winnable.families.pairing.game import PairingGame
from winnable.families.pairing.solution_text import PairingText
from winnable.families.pairing.solver import Challenge, cleared, parse_challenge
from winnable.text.answers import Answers, Total
from winnable.text.solution_text import Style

if TYPE_CHECKING:
    from winnable.text.solution import SolutionText

__all__ = ["PairingAnswers"]


class PairingAnswers(Answers[PairingGame]):
    """Answers about positions of pairing games."""

    _games = 0
    _cleared = 0  # cards of a challenge's rank, over all positions
    _open = False  # did a limit leave it open how many more?

    @property
    def challenge(self) -> Challenge | None:
        """What is to be reached instead of a win."""
        text = self.question.challenge
        return None if text is None else parse_challenge(text)

    def facts(self, result: Any, written: SolutionText | None) -> dict[str, Any]:
        """Points, where the rules give such."""
        facts = super().facts(result, written)
        if self.game.info.scored:
            facts["score"] = result.score
        if (challenge := self.challenge) is not None and challenge.most:
            facts["cleared"] = self._cleared_in(result, challenge)
        return facts if self.question.decides else facts | {"score_bound": result.score_bound}

    def note(self, result: Any) -> None:
        """Adds up what is cleared."""
        if (challenge := self.challenge) is not None and challenge.most:
            self._games += 1
            self._cleared += self._cleared_in(result, challenge)
            self._open = self._open or result.verdict == "unknown"

    def total(self) -> Total | None:
        """Where more cards of a rank are to be cleared than a deal has."""
        challenge = self.challenge
        if challenge is None or not challenge.most or not challenge.cards:
            return None
        met = True if self._cleared >= challenge.cards else None if self._open else False
        told = {True: "met", False: "cannot be met", None: "not known"}[met]
        text = f"# challenge {challenge} over all deals: {told}, {self._cleared} cleared"
        data = {"games": self._games, "challenge": str(challenge), "met": met, "cleared": self._cleared}
        return Total(text, met, data)

    def _write(self, result: Any) -> SolutionText:
        return PairingText(self.game, result.write(Style(self.style).value))

    def _cleared_in(self, result: Any, challenge: Challenge) -> int:
        """By the result's moves, or before."""
        assert challenge.rank is not None
        position = result.start
        for move in result.moves:
            position = self.game.play(position, move)
        return cleared(position, challenge.rank)

    def _remark(self, result: Any, written: SolutionText) -> str:
        challenge = self.challenge
        if challenge is None or not challenge.most:
            return super()._remark(result, written)
        price = self._price(result)
        told = f"challenge {challenge}: {self._cleared_in(result, challenge)} cleared, proved the most"
        return f"{told}; {price}" if price else told
