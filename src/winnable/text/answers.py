"""What solvers answer, for people and as JSON: the verdict, the moves, and what is proved.

One :class:`Answers` shows all the answers to one question about one game. What a family's answers hold beside
these stands with the family, in a class on top of this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.moves import Autoplay
from winnable.text.solution_text import Style, format_solution, move_texts, playable_autoplay

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.search.api import Limits

__all__ = ["Answers", "Question", "Total"]

G = TypeVar("G", bound=RegisteredGame[Any, Any])


class Question(Protocol):
    """What was asked of each position: a solver, and what it minimises or is to reach."""

    @property
    def solver(self) -> str: ...
    @property
    def metric(self) -> str | None: ...
    @property
    def challenge(self) -> str | None: ...
    @property
    def proved(self) -> str:
        """What an optimal solution is proved to be; empty where nothing is minimised."""
        ...

    @property
    def decides(self) -> bool:
        """Does the solver say whether a position can be won?"""
        ...


@dataclass(frozen=True, slots=True)
class Total:
    """What all answers say together: in a line, whether it is so (None: not known), and for JSON."""

    text: str
    met: bool | None
    data: dict[str, Any]


class Answers(Generic[G]):
    """Answers about one game in one style; InputError for a style or an autoplay that means nothing there.

    ``limits`` and ``token`` are for what is found out beside the answer, such as why there is no solution.
    """

    USUAL_STYLE: ClassVar[str] = "moves"

    def __init__(
        self,
        game: G,
        question: Question,
        style: str | None = None,
        autoplay: str = "none",
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> None:
        self.game, self.question = game, question
        self.style, self.autoplay = style or self.USUAL_STYLE, Autoplay(autoplay)
        self.limits, self.token = limits, token
        if not game.info.plays_itself:
            if style == "cards":
                what = f"{game.info.name} has no moves of several cards"
                raise InputError(what, expected="--print moves, words or boards")
            if autoplay != "none":
                raise InputError(f"nothing plays itself in {game.info.name}", expected="--autoplay none")

    def data(self, label: str, result: Any) -> dict[str, Any]:
        """An answer as a value that JSON can hold; ``label`` is what its position is called."""
        moves = self._moves(result)
        return {
            "game": self.game.spelled,
            "deal": label,
            "verdict": result.verdict,
            "reason": result.reason,
            "why": self._reasons(result),
            "length": len(moves),
            "moves": moves,
            **self.facts(result),
            "stats": result.stats,
        }

    def text(self, label: str, result: Any) -> str:
        """An answer in lines."""
        if result.verdict != "solved":
            told = f"{result.verdict}, {self._explain(result)}"
            return f"# {self.game.spelled} {label}: {told}\n"
        text = format_solution(
            self.game,
            result.start,
            result.moves,
            style=Style(self.style),
            autoplay=self._autoplay_for(result),
            deal=label,
        )
        remark = self._remark(result)
        return text.replace("\n", f"\n# {remark}\n", 1) if remark else text

    def facts(self, result: Any) -> dict[str, Any]:
        """What JSON holds of an answer in this family, beside what it holds in all."""
        return {"cost": result.cost, "lower_bound": result.lower_bound}

    def note(self, result: Any) -> None:
        """Takes down what all answers together say; called once for each."""

    def total(self) -> Total | None:
        """What all answers say together, where that is asked."""
        return None

    def _reasons(self, result: Any) -> list[str]:
        """Why a position is lost, where one reason will do."""
        return [result.why] if result.why else []

    def _moves(self, result: Any) -> list[str]:
        if result.verdict != "solved" or (self.style, self.autoplay) == ("moves", "none"):
            return list(result.texts)
        autoplay = self._autoplay_for(result)
        return move_texts(self.game, result.start, result.moves, style=Style(self.style), autoplay=autoplay)

    def _autoplay_for(self, result: Any) -> Autoplay:
        """What was asked for, or the strongest weaker policy that does not spoil this solution."""
        style = Style(self.style)
        return playable_autoplay(self.game, result.start, result.moves, self.autoplay, style=style)

    def _remark(self, result: Any) -> str:
        """What is proved about a solution, beside that it is one."""
        question = self.question
        if not question.decides:
            return f"points: {result.score}, proved the most"
        price = self._price(result)
        if question.challenge is None:
            return price
        return f"challenge {question.challenge}: met" + (f"; {price}" if price else "")

    def _price(self, result: Any) -> str:
        """What a solution costs, and what is proved of that; empty where nothing is minimised."""
        question = self.question
        if not question.proved:
            return ""
        optimal = result.lower_bound >= result.cost
        proof = question.proved if optimal else f"at least {result.lower_bound:g}"
        return f"{question.metric}: {result.cost:g}, {proof}"

    def _explain(self, result: Any) -> str:
        """Why there is no solution."""
        expanded = result.stats["expanded"]
        if result.verdict == "unsolvable":
            return f"proved: {self._why_none(result)} ({expanded} positions searched)"
        best = ""
        if not self.question.decides:
            best = f"; {result.score} points found, at most {result.score_bound} possible"
        return f"stopped by {result.reason} after {expanded} positions{best}"

    def _why_none(self, result: Any) -> str:
        why: str = result.why
        if self.question.challenge is None:
            return why or "no line wins"
        return f"no line meets the challenge {self.question.challenge}" + (f": {why}" if why else "")
