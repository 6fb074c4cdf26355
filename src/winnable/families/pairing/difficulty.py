"""How hard a position of a pairing game is: six levels.

A winnable position is as hard as what can go wrong on the best line, the solution with the fewest actions. At
each of its positions the exact decider says of every legal move whether it still wins; the more moves lose,
the later they still lose, and the more passes and actions the win takes, the harder the position. An
unwinnable position has no level.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from winnable._core import CancelToken
from winnable.analysis.difficulty import LEVELS, GraderKind, Level, ungraded, why_stopped
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.solver import PairingSolver
from winnable.results import Result
from winnable.search.api import Limits, StopReason, Verdict
from winnable.text.phrases import counted

__all__ = ["GRADER", "Difficulty", "Grader", "Traits", "level_of", "score"]


@dataclass(frozen=True, slots=True)
class Traits:
    """What makes a position hard, measured along its best line.

    ``choices`` and ``losing`` count the legal moves of all positions on the line, and those of them after
    which the game is lost. ``narrow`` counts the positions at which only one of several moves wins.
    ``last_escape`` is the number of the last move, from 1, at whose place another one would have lost; 0:
    none would. ``passes`` and ``actions`` are the fewest that a win takes; without a stock there are no
    passes.
    """

    choices: int
    losing: int
    narrow: int
    last_escape: int
    passes: int
    actions: int

    @property
    def losing_share(self) -> float:
        """The losing moves among all legal ones; 0 where there is none."""
        return self.losing / self.choices if self.choices else 0.0


# Fitted to how often a simple player loses; how, and on which deals, is told in docs/howto/difficulty.md.
WEIGHTS = {"losing_share": 20.0, "last_escape": 0.03, "passes": 0.2, "actions": 0.1}
# The least score of medium, hard, expert, master and grandmaster: quantiles of random winnable deals of
# Microsoft's rules, by analysis.difficulty.SHARES.
THRESHOLDS = (4.8, 5.8, 6.5, 7.4, 8.8)


@dataclass(frozen=True, slots=True)
class Difficulty(Result):
    """A position's level, with what it rests on.

    ``level``, ``traits`` and ``score`` are None where the position is lost, or won already, or a limit was
    reached; ``why`` then says so. ``line`` is the best line in the game's notation.
    """

    verdict: Verdict
    reason: StopReason
    why: str = ""
    level: Level | None = None
    score: float | None = None
    traits: Traits | None = None
    line: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        traits = self.traits
        return {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "level": None if self.level is None else self.level.value,
            "rating": None if self.score is None else round(self.score, 3),
            "traits": None if traits is None else asdict(traits) | {"losing_share": traits.losing_share},
            "moves": list(self.line),
            "length": len(self.line),
        }

    def text(self) -> str:
        """In one line."""
        traits = self.traits
        if self.level is None or traits is None:
            return f"no level: {self.why}"
        of = f"of {counted(traits.choices, 'legal move')} along a line of {counted(traits.actions, 'action')}"
        if traits.losing:
            verb = "loses" if traits.losing == 1 else "lose"
            lost = f"{of} {traits.losing} {verb}, the last at move {traits.last_escape}"
        else:
            lost = f"none {of} loses"
        places = "place" if traits.narrow == 1 else "places"
        passes = f"; passes needed: {traits.passes}" if traits.passes else ""
        return (
            f"{self.level.value} (score {self.score:.2f}): {lost}; only one move wins at "
            f"{traits.narrow} {places}{passes}"
        )


def score(traits: Traits) -> float:
    """One number for the traits: their sum, each times its weight."""
    return sum(weight * float(getattr(traits, name)) for name, weight in WEIGHTS.items())


def level_of(score: float) -> Level:
    """The level of a score."""
    return LEVELS[bisect_right(THRESHOLDS, score)]


class Grader:
    """Grades positions of one game; keeps its solvers' tables from one to the next.

    Args:
        game: a pairing game, such as Pyramid.
        limits: for each question put to a solver: the best line, the fewest passes, each move's verdict.
    """

    def __init__(self, game: PairingGame, *, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits
        self._decider = PairingSolver(game)
        self._shortest = PairingSolver(game, "fewest", "actions")
        self._passes = PairingSolver(game, "fewest", "passes")

    def grade(self, position: PairingPosition, *, token: CancelToken | None = None) -> Difficulty:
        """The level of a position."""
        best = self._shortest.solve(position, limits=self.limits, token=token)
        if not best.moves:
            return Difficulty(*ungraded(best))
        thrifty = self._passes.solve(position, limits=self.limits, token=token)
        for answer in (best, thrifty):
            if not answer.optimal:
                return _stopped(answer.reason)
        line = _Line(self.game, position, best.moves)
        answers = self._decider.solve_many(line.successors, limits=self.limits, token=token)
        for raw in answers:
            if raw.verdict == "unknown":
                return _stopped(StopReason(raw.reason))
        traits = line.traits(
            wins=[raw.verdict == "solved" for raw in answers],
            passes=int(thrifty.cost),
        )
        total = score(traits)
        return Difficulty(best.verdict, best.reason, "", level_of(total), total, traits, line.texts)


class _Line:
    """The positions of a line, and what the legal moves there lead to."""

    def __init__(self, game: PairingGame, position: PairingPosition, moves: Sequence[PairingMove]) -> None:
        numbers: dict[PairingPosition, int] = {}
        texts = []
        self.choices: list[list[int]] = []  # by place on the line, by legal move: which successor
        for move in moves:
            after = [game.play(position, choice) for choice in game.legal_moves(position)]
            self.choices.append([numbers.setdefault(one, len(numbers)) for one in after])
            texts.append(game.notation.format(position, move))
            position = game.play(position, move)
        self.successors = list(numbers)
        self.texts = tuple(texts)

    def traits(self, wins: Sequence[bool], passes: int) -> Traits:
        """The traits of a line, told which successors are winnable."""
        legal = [len(choices) for choices in self.choices]
        winning = [sum(wins[number] for number in choices) for choices in self.choices]
        losing = [total - won for total, won in zip(legal, winning, strict=True)]
        return Traits(
            choices=sum(legal),
            losing=sum(losing),
            narrow=sum(won == 1 < total for won, total in zip(winning, legal, strict=True)),
            last_escape=max((number for number, lost in enumerate(losing, 1) if lost), default=0),
            passes=passes,
            actions=len(legal),
        )


def _stopped(reason: StopReason) -> Difficulty:
    return Difficulty(Verdict.UNKNOWN, reason, why_stopped(reason))


GRADER: Final[GraderKind[PairingGame, PairingPosition]] = GraderKind(Grader)
