"""How `winnable difficulty` shows the grades of Undead boards, and reads the formula's weights."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from winnable.errors import quote

if TYPE_CHECKING:
    from winnable.families.undead.grade import SgtGrade, Technique, UndeadDifficulty

_MOST = 4


class Weights(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """Four numbers with commas between them."""

    name = "weights"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        weights: list[float] = []
        for word in str(value).split(","):
            try:
                weights.append(float(word))
            except ValueError:
                self.fail(f"{quote(word)} is no number; write four, as 1,1,1,1", param, ctx)
        if len(weights) != _MOST or not all(map(isfinite, weights)):
            self.fail(f"{quote(str(value))} are not four numbers, as 1,1,1,1", param, ctx)
        return tuple(weights)


def grades_data(graded: UndeadDifficulty) -> dict[str, Any]:
    """A board's grades as JSON."""
    return {
        "verdict": graded.verdict.value,
        "reason": graded.reason.value,
        "why": graded.why,
        "level": None if graded.level is None else graded.level.value,
        "sgt": None if graded.sgt is None else asdict(graded.sgt),
        "technique": None if graded.technique is None else asdict(graded.technique),
        "formula": {name: round(value, 3) for name, value in asdict(graded.formula).items()},
    }


def grades_text(graded: UndeadDifficulty) -> str:
    """A board's grades in one line."""
    parts = [f"no level: {graded.why}" if graded.level is None else graded.level.value]
    if graded.technique is not None:
        parts[0] += f": {_technique(graded.technique)}"
    if graded.sgt is not None:
        parts.append(f"sgt {graded.sgt.grade} ({_sgt(graded.sgt)})")
    return "; ".join([*parts, f"formula {graded.formula.value:.2f}"])


def _technique(technique: Technique) -> str:
    if technique.hardest is None:
        return "nothing is left to fill in"
    text = f"{technique.hardest} in {technique.at_hardest} of {technique.steps} steps"
    if technique.open:
        text += f", the longest over {technique.chain}, with {technique.open} cells open"
    return text


def _sgt(grade: SgtGrade) -> str:
    passes = f"{grade.passes} pass" + ("" if grade.passes == 1 else "es")
    cells = f"{grade.open} cell" + ("" if grade.open == 1 else "s")
    return f"{passes}, then {cells} by brute force" if grade.open else passes
