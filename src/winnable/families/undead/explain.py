"""An Undead board explained: the steps of the ladder as values, from the solver that finds them.

The rungs, easiest first: ``sighting`` (a full or a zero line), ``difference`` (of a line's two ends),
``totals``, ``one line``, ``two lines`` (that share a cell, or the totals) and ``what if``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from winnable._core import (
    CancelToken,
    UndeadExplainer,
    UndeadLine,
    UndeadPosition,
    UndeadReason,
    UndeadStep,
)
from winnable.search.api import Limits, StopReason

__all__ = ["RUNGS", "Cut", "Explanation", "Reason", "Step", "explain"]

RUNGS: Final = ("sighting", "difference", "totals", "one line", "two lines", "what if")


@dataclass(frozen=True, slots=True)
class Cut:
    """What a step leaves of a cell: its square, in reading order from 0, and the letters it may hold."""

    square: int
    was: str
    left: str

    @property
    def gone(self) -> str:
        """The monsters that are ruled out."""
        return "".join(monster for monster in self.was if monster not in self.left)


@dataclass(frozen=True, slots=True)
class Reason:
    """The clues that something follows from, beside what the cells may hold.

    ``end`` is the sighting, for the rung ``sighting``: 0 or 1, an end of the one line. ``totals`` says
    whether the totals are needed. ``kinds``, for the rung ``totals``, is one letter where all of that monster
    are placed; two letters where just as many cells can hold the third kind as are needed of it.
    """

    rung: str
    lines: tuple[UndeadLine, ...] = ()
    end: int | None = None
    totals: bool = False
    kinds: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction. For a what-if: ``assumed``, a square and a monster, leads by ``chain`` to where
    ``broken`` cannot be met."""

    reason: Reason
    cuts: tuple[Cut, ...]
    assumed: tuple[int, str] | None = None
    chain: tuple[Step, ...] = ()
    broken: Reason | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """All steps from a position on, and what is left then.

    ``candidates`` are by square, empty for mirrors. ``broken``, where the position contradicts itself, is
    what cannot be met after the steps. ``by_rung`` counts the steps of each rung, without those in chains.
    """

    steps: tuple[Step, ...]
    candidates: tuple[str, ...]
    solved: bool
    broken: Reason | None
    reason: StopReason
    by_rung: dict[str, int]
    nodes: int  # reasons tried
    with_what_ifs: bool  # were they allowed?
    passed_over: bool  # were lines left out that can be filled in too many ways to go through?

    @property
    def complete(self) -> bool:
        """Did the ladder come to its end, rather than to a limit?

        Then nothing more follows by the rungs allowed. Where there are several solutions, what-ifs within
        what-ifs are not tried, so that a candidate left may still be in none of them.
        """
        return self.reason is StopReason.EXHAUSTED

    @property
    def hardest(self) -> str | None:
        """The hardest rung of the steps; None where there is none."""
        return next((rung for rung in reversed(RUNGS) if self.by_rung.get(rung)), None)


def explain(
    position: UndeadPosition,
    *,
    hardest: str = "what if",
    next_cell: bool = False,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Explanation:
    """The steps that solve a position, each by the easiest rung that leads on; entered monsters are facts.

    With ``next_cell`` only the steps to one more filled cell: by the easiest rungs, and the fewest. No rung
    beyond ``hardest`` is used. A node of the limits is one reason tried. ValueError for an unknown rung.
    """
    limits = limits or Limits()
    left = limits.left()
    raw = UndeadExplainer().explain(
        position, hardest, next_cell, left.nodes or 0, left.seconds or 0.0, left.bytes, token
    )
    limits.spend(raw.nodes)
    lines = position.lines
    return Explanation(
        steps=tuple(_step(step, lines) for step in raw.steps),
        candidates=tuple(raw.candidates),
        solved=raw.solved,
        broken=None if raw.broken is None else _reason(raw.broken, lines),
        reason=StopReason(raw.reason),
        by_rung=raw.by_rung,
        nodes=raw.nodes,
        with_what_ifs=hardest == RUNGS[-1],
        passed_over=raw.passed_over,
    )


def _step(raw: UndeadStep, lines: Sequence[UndeadLine]) -> Step:
    return Step(
        reason=_reason(raw, lines),
        cuts=tuple(Cut(*cut) for cut in raw.cuts),
        assumed=raw.assumed,
        chain=tuple(_step(link, lines) for link in raw.chain),
        broken=None if raw.broken is None else _reason(raw.broken, lines),
    )


def _reason(raw: UndeadReason | UndeadStep, lines: Sequence[UndeadLine]) -> Reason:
    chosen = tuple(lines[number] for number in raw.lines)
    end = None if raw.end is None else chosen[0].ends.index(raw.end)
    return Reason(raw.rung, chosen, end, raw.totals, raw.kinds)
