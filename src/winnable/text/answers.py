"""What solvers answer, for people and as JSON: the verdict, the moves, and what is proved.

One :class:`Answers` shows all the answers to one question about one game. What a family's answers hold beside
these stands with the family, in a class on top of this one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.moves import Autoplay
from winnable.text.phrases import counted
from winnable.text.solution_text import Style, write_solution

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.search.api import Limits
    from winnable.text.solution import SolutionText

__all__ = ["Answers", "Question", "Total"]

_HARDLY: Final = 1e-9  # seconds; none at all would be no limit

G = TypeVar("G", bound=RegisteredGame[Any, Any])


class Question(Protocol):
    """What was asked of each position: a solver, and what it minimises or is to reach."""

    @property
    def solver(self) -> str:
        """The solver's name."""
        ...

    @property
    def metric(self) -> str | None:
        """What the solver minimises, such as moves; None where it minimises nothing."""
        ...

    @property
    def challenge(self) -> str | None:
        """What is to be reached instead of a win, as it was written; None for a win."""
        ...

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

    ``limits`` are those of the solver: what it leaves of them is for what is found out beside its answer,
    such as why there is no solution. ``token`` cancels that.
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
        written = None
        if result.verdict == "solved" and (self.style == Style.CARDS or self.autoplay is not Autoplay.NONE):
            result, written = self._as_written(result)
        moves = list(result.texts) if written is None else written.texts
        return {
            "game": self.game.spelled,
            "deal": label,
            "verdict": result.verdict,
            "reason": result.reason,
            "why": self._reasons(result),
            "length": len(moves),
            "moves": moves,
            **self.facts(result, written),
            "stats": result.stats,
        }

    def text(self, label: str, result: Any) -> str:
        """An answer in lines."""
        if result.verdict != "solved":
            cancelled = result.verdict == "unknown" and result.reason == "cancelled"
            told = self._explain(result) if cancelled else f"{result.verdict}, {self._explain(result)}"
            return f"# {self.game.spelled} {label}: {told}\n"
        result, written = self._as_written(result)
        text, remark = written.text(label), self._remark(result, written)
        return text.replace("\n", f"\n# {remark}\n", 1) if remark else text

    def facts(self, result: Any, written: SolutionText | None) -> dict[str, Any]:
        """What JSON holds of an answer in this family, beside what it holds in all; ``written`` is the
        solution where its moves are not simply all of the answer's."""
        return {"cost": result.cost, "lower_bound": result.lower_bound}

    def note(self, result: Any) -> None:
        """Takes down what all answers together say; called once for each."""

    def total(self) -> Total | None:
        """What all answers say together, where that is asked."""
        return None

    def _left(self, result: Any) -> Limits | None:
        """What an answer has left of its limits."""
        if self.limits is None:
            return None
        nodes, seconds = self.limits.nodes, self.limits.seconds
        return replace(
            self.limits,
            nodes=nodes and max(1, nodes - int(result.stats["expanded"])),
            seconds=seconds and max(_HARDLY, seconds - result.stats["seconds"]),
        )

    def _reasons(self, result: Any) -> list[str]:
        """Why a position is lost, where one reason will do."""
        return [result.why] if result.why else []

    def _as_written(self, result: Any) -> tuple[Any, SolutionText]:
        """The answer with a solution that is shown, and the solution as it is asked for, or under the
        strongest weaker autoplay that does not spoil it."""
        return result, self._write(result)

    def _write(self, result: Any) -> SolutionText:
        """The answer's solution; where the core writes it the moves need not become Python objects."""
        style = Style(self.style)
        return write_solution(self.game, result.start, result.moves, style=style, autoplay=self.autoplay)

    def _remark(self, result: Any, written: SolutionText) -> str:
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
            return f"proved: {self._why_none(result)} ({counted(expanded, 'position')} searched)"
        best = ""
        if not self.question.decides:
            best = f"; {counted(result.score, 'point')} found, at most {result.score_bound} possible"
        stopped = "cancelled" if result.reason == "cancelled" else f"stopped by {result.reason}"
        return f"{stopped} after {counted(expanded, 'position')}{best}"

    def _why_none(self, result: Any) -> str:
        why: str = result.why
        if self.question.challenge is None:
            return why or "no line wins"
        return f"no line meets the challenge {self.question.challenge}" + (f": {why}" if why else "")
