"""What every search and every solver takes and answers.

A verdict is one of three. ``SOLVED`` comes with moves, ``UNSOLVABLE`` is a proof, and
``UNKNOWN`` says why nothing is known: a limit was reached, somebody cancelled, or the search
left positions out (a depth limit, a beam, an unsound option).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from winnable.results import Result
from winnable.search.budget import Budget

__all__ = [
    "EVENT_KINDS",
    "Limits",
    "Observer",
    "Sampling",
    "SearchEvent",
    "SolveResult",
    "Solver",
    "Stats",
    "StopReason",
    "Verdict",
    "begun",
    "half",
]

M = TypeVar("M")
N = TypeVar("N", int, float)
P_contra = TypeVar("P_contra", contravariant=True)

_HARDLY: Final = 1e-9  # seconds

#: What can happen in a search, in the order in which the ``counts`` of an event stand.
EVENT_KINDS: Final = ("expand", "generate", "duplicate", "prune", "backtrack", "goal")


class Verdict(StrEnum):
    """Can this position still be won?

    ``solved`` comes with moves that win, ``unsolvable`` is a proof, and where nothing is known it is
    ``unknown``.
    """

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


class StopReason(StrEnum):
    """Why a search stopped.

    ``goal``: it found what it looked for. ``exhausted``: everything was searched. ``nodes``, ``time`` and
    ``memory``: that limit was reached. ``cancelled``: somebody cancelled it. ``incomplete``: it is of a kind
    that leaves positions out, such as those below a depth limit, and found nothing in the rest.
    """

    GOAL = "goal"
    EXHAUSTED = "exhausted"
    NODES = "nodes"
    TIME = "time"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    INCOMPLETE = "incomplete"

    @property
    def told(self) -> str:
        """What is said of a search that it ended: ``stopped by time``, or ``cancelled``."""
        return self.value if self is StopReason.CANCELLED else f"stopped by {self.value}"

    @property
    def too_late(self) -> str:
        """Before what nothing was found: ``the limit (time)``, or ``it was cancelled``."""
        return "it was cancelled" if self is StopReason.CANCELLED else f"the limit ({self.value})"


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer may spend; ``None`` means no limit.

    ``nodes`` counts positions expanded, ``seconds`` is wall-clock time, both of all searches that the answer
    takes together; ``bytes`` is the memory that each of these holds, tables included. Raises ``ValueError``
    unless each is positive. ``budget`` is what is left of them, once the answer has been begun.
    """

    nodes: int | None = None
    seconds: float | None = None
    bytes: int = 2_000_000_000
    budget: Budget | None = field(default=None, repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        for name in ("nodes", "seconds", "bytes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} limit: expected a positive number, not {value}")

    def for_answer(self) -> Limits:
        """The same, from now on for all searches together that are given them; as they are, if an answer
        of which this is a part has begun them."""
        begun = self.budget is not None or (self.nodes is None and self.seconds is None)
        return self if begun else replace(self, budget=Budget(self.nodes, self.seconds))

    def part(self, of: int) -> Limits:
        """For one of so many questions that are still to be asked: an equal part of what is left."""
        return self if self.budget is None else replace(self, budget=self.budget.part(of))

    def left(self) -> Limits:
        """What one search may spend now, where nothing is left hardly anything."""
        if self.budget is None:
            return self
        nodes, seconds = self.budget.nodes, self.budget.seconds
        return Limits(
            _least(self.nodes, None if nodes is None else max(nodes, 1)),
            _least(self.seconds, None if seconds is None else max(seconds, _HARDLY)),
            self.bytes,
        )

    def spend(self, nodes: float) -> None:
        """Takes down what a search has expanded."""
        if self.budget is not None:
            self.budget.spend(int(nodes))

    @property
    def spent(self) -> bool:
        """Has the answer spent all that it may?"""
        return self.budget is not None and self.budget.spent

    @property
    def may_go_on(self) -> bool:
        """Is there a limit, and is something left of what the answer may spend?"""
        return self.budget is not None and not self.budget.spent

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {"nodes": self.nodes, "seconds": self.seconds, "bytes": self.bytes}


def begun(limits: Limits | None) -> Limits | None:
    """``Limits.for_answer`` of limits, if there are any."""
    return None if limits is None else limits.for_answer()


def half(limits: Limits | None) -> Limits | None:
    """Half of what is left of the limits of an answer, if there are any."""
    return None if limits is None else limits.part(2)


def _least(one: N | None, other: N | None) -> N | None:
    return other if one is None else one if other is None else min(one, other)


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search did. ``depth`` is the deepest position met, in moves from the start."""

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    backtracks: int = 0
    depth: int = 0
    peak_bytes: int = 0
    seconds: float = 0.0

    @property
    def branching(self) -> float:
        """Positions generated for each position expanded; 0 if none was."""
        return self.generated / self.expanded if self.expanded else 0.0


@dataclass(frozen=True, slots=True)
class SolveResult(Result, Generic[M]):
    """The answer of a search or a solver.

    ``moves`` lead from the position asked about to a win, automatic ones included; they are empty
    unless ``verdict`` is ``SOLVED``. ``texts`` are the same in the game's notation, and
    ``second_texts`` those of ``second``; empty where a game of one's own has none. ``cost`` is their
    cost in the search's own metric. No solution costs less than ``lower_bound``; where the two are
    equal, the solution is proved shortest. A lower bound of 0 says nothing. ``why`` says in words why
    an UNSOLVABLE position is lost, where one reason will do. In games with points ``score`` is what the
    moves reach and ``score_bound`` what no line exceeds, as far as the solver knows. In puzzles
    ``solutions`` are those found, of as many as were sought; ``unique`` says whether the one found is
    proved to be the only one, None where that is not known; ``second`` are the moves of another.
    """

    verdict: Verdict
    reason: StopReason
    moves: tuple[M, ...] = ()
    cost: float = 0.0
    lower_bound: float = 0.0
    stats: Stats = field(default_factory=Stats)
    why: str = ""
    score: int | None = None
    score_bound: int | None = None
    solutions: int | None = None
    unique: bool | None = None
    second: tuple[M, ...] = ()
    texts: tuple[str, ...] = ()
    second_texts: tuple[str, ...] = ()

    @property
    def optimal(self) -> bool:
        """Is the solution proved to be as cheap as any?"""
        return self.verdict is Verdict.SOLVED and self.lower_bound >= self.cost

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold; moves that have no notation are as ``str`` gives them."""
        data: dict[str, Any] = {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "length": len(self.moves),
            "moves": list(self.texts) or [str(move) for move in self.moves],
            "cost": self.cost,
            "lower_bound": self.lower_bound,
            "stats": asdict(self.stats),
        }
        if self.score is not None:
            data |= {"score": self.score, "score_bound": self.score_bound}
        if self.solutions is not None:
            data |= {"solutions": self.solutions, "unique": self.unique, "second": list(self.second_texts)}
        return data


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """One event of a search.

    ``kind`` is expand, generate, duplicate, prune, backtrack or goal. ``number`` counts all the
    events of the search from 0, sampled or not. ``node`` and ``parent`` number the positions
    kept, from 0 for the start; ``None`` where there is none. ``depth`` is in moves, ``cost`` is
    the cost so far, ``estimate`` the heuristic's value, and ``key`` the position's key.

    ``move`` is what led to the position, in the game's notation: a move, or what the search tries at once in
    its place, such as a path of Undead with its filling; ``None`` at the start. The way from the start is the
    first ``kept`` moves of the way of the event seen before, then ``more``; without a notation there is none.

    ``open`` is how many positions wait to be expanded (0 in searches that keep none waiting), ``bound`` the
    cost that no solution is below as far as is proved, and ``seconds`` the time since the search began.
    ``counts`` are the events of each of the :data:`EVENT_KINDS` so far, sampled or not, this one included.
    ``notable`` are a new best estimate, a new bound or round, and a solution. Where events are sampled, the
    last one is of kind ``end``: only its ``number``, ``counts`` and ``seconds`` mean something.
    """

    kind: str
    number: int
    node: int | None
    parent: int | None
    depth: int
    cost: float
    estimate: float
    key: int
    move: str | None = None
    kept: int = 0
    more: tuple[str, ...] = ()
    open: int = 0
    bound: float = 0.0
    seconds: float = 0.0
    counts: tuple[int, ...] = ()
    notable: bool = False


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to see a search of any length in a bounded number of events: all of the ``first``, then one in 1,
    2, 4, 8, ..., the rate halved whenever more than ``most`` at the new one would have come; and whatever is
    notable. An observer that asks for it still sees those that came while the rate was higher."""

    first: int = 2000
    most: int = 8_000


class Observer(Protocol):
    """Sees a search at work: every ``every``-th event, in order, a batch at a time; or with a ``sampling``
    attribute what that says."""

    @property
    def every(self) -> int:
        """1 to see each event, 100 to see one in a hundred; a search counts all the same."""
        ...

    def on_events(self, events: Sequence[SearchEvent]) -> None:
        """What this raises ends the search and is raised to the caller."""


class Solver(Protocol[P_contra, M]):
    """Anything that answers whether a position can still be won."""

    def solve(
        self, position: P_contra, *, limits: Limits = ..., observer: Observer | None = None
    ) -> SolveResult[M]:
        """The verdict on a position, with the line that wins where there is one.

        UNSOLVABLE is a proof; a limit that comes first leaves UNKNOWN, with the reason.
        """
        ...
