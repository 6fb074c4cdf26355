"""How hard a position is: six levels, as its family grades it; and deals found by their level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.deals import DealNumber
from winnable.errors import InputError, quote
from winnable.family import CAPABILITIES, RegisteredGame, require
from winnable.names import pick_name
from winnable.search.api import Limits, SolveResult, StopReason, Verdict
from winnable.search.solvers import choose_solver, solve_stream

__all__ = [
    "LEVELS",
    "SHARES",
    "FoundDeal",
    "Graded",
    "Grader",
    "GraderKind",
    "Level",
    "Tally",
    "as_level",
    "difficulty",
    "find_deals",
    "make_grader",
    "read_weights",
    "ungraded",
    "why_stopped",
]

G = TypeVar("G", bound=RegisteredGame[Any, Any])
P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)


class Level(StrEnum):
    """Microsoft's names for its six levels, from the easiest on."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    MASTER = "master"
    GRANDMASTER = "grandmaster"


LEVELS = tuple(Level)
# What part of random winnable deals each level holds, from easy on, where levels are quantiles of scores.
SHARES = (0.25, 0.25, 0.2, 0.15, 0.1, 0.05)


def as_level(text: str) -> Level:
    """The level of that name; InputError if there is none."""
    return Level(pick_name("level", text, LEVELS))


class Graded(Protocol):
    """A position's level, with what it rests on; ``level`` is None where it has none, and ``why`` says so."""

    @property
    def verdict(self) -> Verdict:
        """Can the position still be won? One that cannot has no level."""
        ...

    @property
    def reason(self) -> StopReason:
        """GOAL or EXHAUSTED where the verdict is sure; else the limit that came first."""
        ...

    @property
    def why(self) -> str:
        """Why there is no level, in a clause; empty where there is one."""
        ...

    @property
    def level(self) -> Level | None:
        """None where the position is lost, where a limit came first, and where the game has no levels."""
        ...

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The same, by the name that all results have."""
        ...

    def text(self) -> str:
        """In one line."""
        ...


class Grader(Protocol[P_contra]):
    """Grades positions of one game; keeps its tables from one to the next."""

    def grade(self, position: P_contra, *, token: CancelToken | None = None) -> Graded:
        """The level of a position, with what it rests on.

        The grader's limits hold for each question that it puts to a solver. Where ``token`` is cancelled, the
        answer has the reason CANCELLED and no level.
        """
        ...


@dataclass(frozen=True, slots=True)
class GraderKind(Generic[G, P]):
    """How a family grades: ``make`` takes the game, ``limits`` for each question put to a solver, and, where
    it has a formula with such, ``weights``. ``scales`` are the grades of a position by other scales than the
    level, by their names. ``unlevelled`` says why a game has no levels, though its positions are measured;
    empty where it has."""

    make: Callable[..., Grader[P]]
    weights: int = 0  # of the formula
    scales: Callable[[Any], Mapping[str, str]] = lambda graded: {}
    unlevelled: Callable[[Any], str] = lambda game: ""


def why_stopped(reason: StopReason) -> str:
    """Why a position has no level where a limit came first."""
    return f"{reason.told} before it was graded"


def ungraded(answer: SolveResult[Any]) -> tuple[Verdict, StopReason, str]:
    """What is to be said of a position that was found to be lost, to be won already, or neither in time: its
    verdict, the reason, and why it has no level."""
    if answer.verdict is Verdict.SOLVED:
        why = "it is won already"
    elif answer.verdict is Verdict.UNSOLVABLE:
        why = f"it cannot be won: {answer.why}" if answer.why else "it cannot be won"
    else:
        why = why_stopped(answer.reason)
    return answer.verdict, answer.reason, why


def grader_kind(game: RegisteredGame[Any, Any]) -> GraderKind[Any, Any]:
    """How a game is graded; InputError where it is not, and why."""
    found = game.family.grader
    if found is None and game.info.hidden:
        what = f"{game.info.title} has no levels of difficulty, as its player does not see every card"
        raise InputError(what, expected=CAPABILITIES["grader"][1])
    return require(game, "grader", found)()


def make_grader(
    game: RegisteredGame[P, Any], *, limits: Limits | None = None, weights: tuple[float, ...] | None = None
) -> Grader[P]:
    """The grader of a game; InputError where it has none, or none with weights."""
    kind: GraderKind[Any, P] = grader_kind(game)
    if weights is None:
        return kind.make(game, limits=limits)
    if not kind.weights:
        what = f"{game.info.name} is not graded by a formula with weights"
        raise InputError(what, expected="a game such as undead")
    return kind.make(game, limits=limits, weights=weights)


def read_weights(text: str) -> tuple[float, ...]:
    """The weights of a formula, with commas between them: ``1,1,1,1``; InputError where they are none."""
    try:
        weights = tuple(map(float, text.split(",")))
    except ValueError:
        weights = ()
    if not weights or not all(map(isfinite, weights)):
        raise InputError(f"{quote(text)} are no weights", expected="numbers with commas, such as 1,1,1,1")
    return weights


class Tally:
    """How many positions of a game have each level, and each grade by its other scales."""

    def __init__(self) -> None:
        self.positions = 0
        self.levels: Counter[str] = Counter()
        self.scales: dict[str, Counter[str]] = {}
        self.lost: list[str] = []
        self.undecided: list[str] = []
        self.without_level: list[str] = []  # those that can be won, and have none

    def add(
        self, label: Callable[[], str], outcome: str, level: str | None, scales: Mapping[str, str]
    ) -> None:
        """Counts a position with its verdict, its level and its grades by other scales; ``label`` tells what
        it is called, where it has no level."""
        self.positions += 1
        for scale, grade in scales.items():
            self.scales.setdefault(scale, Counter())[grade] += 1
        if level is not None:
            self.levels[level] += 1
        elif outcome == Verdict.UNSOLVABLE:
            self.lost.append(label())
        elif outcome == Verdict.SOLVED:
            self.without_level.append(label())
        else:
            self.undecided.append(label())

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold: every level, the other grades from the most frequent on."""
        return {
            "games": self.positions,
            "levels": {level.value: self.levels[level.value] for level in LEVELS},
            "scales": {scale: dict(counts.most_common()) for scale, counts in self.scales.items()},
            "lost": self.lost,
            "undecided": self.undecided,
            "without_level": self.without_level,
        }


def difficulty(
    game: RegisteredGame[P, Any],
    position: P,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Graded:
    """How hard a position is, in games that have levels: ``difficulty(game, game.deal("ms:1")).level``."""
    return make_grader(game, limits=limits).grade(position, token=token)


class FoundDeal(NamedTuple):
    """A winnable deal; ``difficulty`` only where a level was asked for."""

    deal: DealNumber
    position: Any
    difficulty: Graded | None

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary that JSON can hold."""
        graded = {} if self.difficulty is None else {"difficulty": self.difficulty.to_dict()}
        return {"deal": str(self.deal), **graded}


def find_deals(
    game: RegisteredGame[Any, Any],
    deals: Iterable[DealNumber],
    *,
    level: Level | None = None,
    give_up: int | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    on_deal: Callable[[int], None] | None = None,
    on_undecided: Callable[[DealNumber], None] | None = None,
) -> Iterator[FoundDeal]:
    """The winnable ones among deals, or those of a level, in the order of the deals; none that begins as one
    found before, as small boards may.

    Args:
        game: any registered game.
        deals: where to look; may be endless (:func:`winnable.deals.random_deals`).
        level: only deals of this level.
        give_up: end after so many deals in a row that are not as asked.
        limits: for each question put to a solver; a deal that they leave undecided is not found.
        token: cancels.
        on_deal: told after each deal how many were looked at.
        on_undecided: told of each deal that limits leave undecided.

    Raises:
        InputError: a level for a game that has none.
    """
    if level is not None and (why := grader_kind(game).unlevelled(game)):
        raise InputError(why, expected=f"{game.info.name} by its own rules")
    token = token or CancelToken()
    grader = None if level is None else make_grader(game, limits=limits)
    items = ((deal, game.deal(deal)) for deal in deals)
    stream = solve_stream(choose_solver(game), items, limits=limits, token=token)
    missed = 0
    found: set[Any] = set()
    for tried, (deal, answer) in enumerate(stream, 1):
        graded = None
        as_asked = answer.verdict == "solved" and answer.start not in found
        if answer.verdict == "unknown" and answer.reason != "cancelled" and on_undecided is not None:
            on_undecided(deal)
        if as_asked and grader is not None:
            graded = grader.grade(answer.start, token=token)
            as_asked = graded.level is level
        if on_deal is not None:
            on_deal(tried)
        missed = 0 if as_asked else missed + 1
        if as_asked:
            found.add(answer.start)
            yield FoundDeal(deal, answer.start, graded)
        elif missed == give_up:
            return
