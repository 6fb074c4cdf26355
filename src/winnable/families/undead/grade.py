"""How hard an Undead board is, in three ways.

``sgt``: the grade of Simon Tatham's puzzles. ``technique``: what the easiest explanation needs, and the
level that follows from it. ``formula``: the dissertation's difficulty. What is filled in counts as given.
Only boards with exactly one solution have the first two; the formula looks at the clues alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from winnable._core import CancelToken, UndeadPosition, UndeadSgtGrader
from winnable.analysis.difficulty import GraderKind, Level, why_stopped
from winnable.errors import InputError
from winnable.families.undead.explain import RUNGS, Explanation, Step, explain
from winnable.families.undead.game import UndeadGame
from winnable.results import Result
from winnable.search.api import Limits, StopReason, Verdict

__all__ = [
    "GRADER",
    "WEIGHTS",
    "Formula",
    "SgtGrade",
    "Technique",
    "UndeadDifficulty",
    "UndeadGrader",
    "formula",
    "level_of",
    "technique_of",
]

WEIGHTS: Final = (1.0, 1.0, 1.0, 1.0)  # of the formula's terms; the dissertation names none

_BELOW_WHAT_IFS: Final = RUNGS[-2]
_FEW_TWO_LINES: Final = 1  # steps, beyond which a board is expert
_FEW_WHAT_IFS: Final = 2  # beyond these, or a longer chain, it is grandmaster
_SHORT_CHAIN: Final = 3
_BY_RUNG: Final = dict(zip(RUNGS, (Level.EASY, Level.EASY, Level.EASY, Level.MEDIUM), strict=False))


@dataclass(frozen=True, slots=True)
class SgtGrade:
    """``grade`` is easy, normal or tricky; ``passes`` were made over all lines, and left ``open`` cells to
    brute force."""

    grade: str
    passes: int
    open: int


@dataclass(frozen=True, slots=True)
class Technique:
    """What the easiest explanation needs.

    ``hardest`` is its hardest rung, None where nothing is left to fill in; ``at_hardest`` counts its steps of
    that rung, and ``steps`` all of them. ``chain`` is the number of steps of its longest what-if, those of
    what-ifs within it included, and ``nested`` says whether it has such. ``open`` cells are left when no rung
    below the what-ifs leads on; ``branching`` is how many monsters each of them may still hold then, on
    average. Without what-ifs these are 0, False, 0 and 1.
    """

    hardest: str | None
    steps: int
    at_hardest: int
    by_rung: dict[str, int]
    chain: int = 0
    nested: bool = False
    open: int = 0
    branching: float = 1.0


@dataclass(frozen=True, slots=True)
class Formula:
    """The dissertation's difficulty of a board and its terms, before they are weighted.

    ``length`` is l, the most cells that a line crosses; ``faces`` is (g + v) / z; ``sightings`` is
    2 n^2 - |2 n^2 - s|, and ``mirrors`` n^2 - |n^2 - m|. W x H stands for n^2. Without zombies z is taken for
    1. Of hidden sightings s knows nothing: they count 0.
    """

    value: float
    length: int
    faces: float
    sightings: int
    mirrors: int


@dataclass(frozen=True, slots=True)
class UndeadDifficulty(Result):
    """A board's grades. Where ``level``, ``sgt`` or ``technique`` is None, ``why`` says why.

    ``verdict`` is SOLVED where there is a solution, if not the only one.
    """

    verdict: Verdict
    reason: StopReason
    formula: Formula
    why: str = ""
    level: Level | None = None
    sgt: SgtGrade | None = None
    technique: Technique | None = None

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "level": None if self.level is None else self.level.value,
            "sgt": None if self.sgt is None else asdict(self.sgt),
            "technique": None if self.technique is None else asdict(self.technique),
            "formula": {name: round(value, 3) for name, value in asdict(self.formula).items()},
        }

    def text(self) -> str:
        """In one line."""
        parts = [f"no level: {self.why}" if self.level is None else self.level.value]
        if self.technique is not None:
            parts[0] += f": {_technique_text(self.technique)}"
        if self.sgt is not None:
            parts.append(f"sgt {self.sgt.grade} ({_sgt_text(self.sgt)})")
        return "; ".join([*parts, f"formula {self.formula.value:.2f}"])


class UndeadGrader:
    """Grades boards; keeps its memory from one to the next.

    Args:
        game: Undead.
        limits: for each question: is there one solution, sgt's passes, the explanation.
        weights: of the formula's four terms.

    Raises:
        InputError: not four weights.
    """

    def __init__(
        self, game: UndeadGame, *, limits: Limits | None = None, weights: Sequence[float] = WEIGHTS
    ) -> None:
        if len(weights) != len(WEIGHTS):
            raise InputError(f"{len(weights)} weights", expected=f"{len(WEIGHTS)}")
        self.game = game
        self.limits = limits or Limits()
        self.weights = tuple(weights)
        self._sgt = UndeadSgtGrader()

    def grade(self, position: UndeadPosition, *, token: CancelToken | None = None) -> UndeadDifficulty:
        """A board's grades."""
        at_most = self.limits
        (raw,) = self._sgt.grade_many(
            [position], at_most.nodes or 0, at_most.seconds or 0.0, at_most.bytes, token
        )
        measured = formula(position, self.weights)
        verdict, reason = Verdict(raw.verdict), StopReason(raw.reason)
        if raw.grade == "none":
            why = _why_none(verdict, reason, raw.solutions)
            known = verdict if raw.solutions != 1 else Verdict.UNKNOWN
            return UndeadDifficulty(known, reason, measured, why)
        sgt = SgtGrade(raw.grade, raw.passes, raw.open)
        without = explain(position, hardest=_BELOW_WHAT_IFS, limits=at_most, token=token)
        whole = without if without.solved else explain(position, limits=at_most, token=token)
        if not whole.solved:
            reason, why = _end(whole), _not_explained(whole)
            return UndeadDifficulty(Verdict.UNKNOWN, reason, measured, why, sgt=sgt)
        technique = technique_of(without, whole)
        return UndeadDifficulty(verdict, reason, measured, "", level_of(technique), sgt, technique)


def _why_none(verdict: Verdict, reason: StopReason, solutions: int) -> str:
    if verdict is Verdict.UNSOLVABLE:
        return "it has no solution"
    if solutions > 1:
        return "it has more than one solution"
    return why_stopped(reason)


def _end(explained: Explanation) -> StopReason:
    return StopReason.INCOMPLETE if explained.complete else explained.reason


def _not_explained(explained: Explanation) -> str:
    if explained.complete:  # lines were passed over
        return "its lines are too long to be explained"
    return f"stopped by {explained.reason.value} before it was explained"


def technique_of(without: Explanation, whole: Explanation) -> Technique:
    """What a board needs, from its explanations without and with what-ifs; the latter fills every cell."""
    hardest = whole.hardest
    at_hardest = 0 if hardest is None else whole.by_rung[hardest]
    what_ifs = [step for step in whole.steps if step.assumed is not None]
    left = [len(could) for could in without.candidates if len(could) > 1]
    return Technique(
        hardest,
        len(whole.steps),
        at_hardest,
        whole.by_rung,
        chain=max((_length(step.chain) for step in what_ifs), default=0),
        nested=any(link.assumed is not None for step in what_ifs for link in step.chain),
        open=len(left),
        branching=sum(left) / len(left) if left else 1.0,
    )


def _length(chain: Iterable[Step]) -> int:
    """The steps of a chain, those of what-ifs within it included."""
    return sum(1 + _length(link.chain) for link in chain)


def level_of(technique: Technique) -> Level:
    """The level: easy to medium by the hardest rung, above that by how often and how far it is needed.

    Hard and expert boards need two lines jointly, expert ones more than once. Master boards need what-ifs:
    one or two, of at most three steps, none within another; grandmaster boards need more than that.
    """
    hardest = technique.hardest
    if hardest == "what if":
        short = technique.chain <= _SHORT_CHAIN and not technique.nested
        few = technique.at_hardest <= _FEW_WHAT_IFS
        return Level.MASTER if short and few else Level.GRANDMASTER
    if hardest == "two lines":
        return Level.HARD if technique.at_hardest <= _FEW_TWO_LINES else Level.EXPERT
    return Level.EASY if hardest is None else _BY_RUNG[hardest]


def formula(position: UndeadPosition, weights: Sequence[float] = WEIGHTS) -> Formula:
    """d = w1 l + w2 (g + v) / z + w3 (2 n^2 - |2 n^2 - s|) + w4 (n^2 - |n^2 - m|).

    From section 2.5.4 of Krishan Dipesh Patel, "Using AI to Solve Simon Tatham's Undead Game" (2020), for
    square boards; see :class:`Formula` for what else is taken how.
    """
    ghosts, vampires, zombies = position.totals
    area = position.width * position.height
    seen = sum(shown for shown in position.sightings if shown is not None)
    mirrors = sum(square in "\\/" for square in position.board)
    terms = (
        max(len(line.cells) for line in position.lines),
        (ghosts + vampires) / max(zombies, 1),
        2 * area - abs(2 * area - seen),
        area - abs(area - mirrors),
    )
    return Formula(sum(weight * term for weight, term in zip(weights, terms, strict=True)), *terms)


def _technique_text(technique: Technique) -> str:
    if technique.hardest is None:
        return "nothing is left to fill in"
    text = f"{technique.hardest} in {technique.at_hardest} of {technique.steps} steps"
    if technique.open:
        text += f", the longest over {technique.chain}, with {technique.open} cells open"
    return text


def _sgt_text(grade: SgtGrade) -> str:
    passes = f"{grade.passes} pass" + ("" if grade.passes == 1 else "es")
    cells = f"{grade.open} cell" + ("" if grade.open == 1 else "s")
    return f"{passes}, then {cells} by brute force" if grade.open else passes


def _scales(graded: UndeadDifficulty) -> dict[str, str]:
    """sgt's grade, and the hardest rung of the explanation."""
    grades = {} if graded.sgt is None else {"sgt": graded.sgt.grade}
    if graded.technique is None:
        return grades
    return grades | {"technique": graded.technique.hardest or "none"}


GRADER: Final[GraderKind[UndeadGame, UndeadPosition]] = GraderKind(
    UndeadGrader, weights=len(WEIGHTS), scales=_scales
)
