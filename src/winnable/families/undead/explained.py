"""A whole explanation of an Undead board in words, as JSON, and to draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from winnable._core import CancelToken, UndeadPosition
from winnable.errors import quote
from winnable.families.undead.explain import RUNGS, Explanation, explain
from winnable.families.undead.game import UndeadGame
from winnable.families.undead.reasons import Told, breaking, tell
from winnable.families.undead.scene import scene
from winnable.families.undead.steps_text import (
    marked_board,
    narrowed_cells,
    open_cells,
    step_data,
    step_lines,
)
from winnable.families.undead.words import MONSTER_NAMES
from winnable.names import find_name, unknown_name
from winnable.results import Result
from winnable.scene import Scene
from winnable.search.api import Limits, StopReason
from winnable.text.phrases import count_noun

__all__ = ["EXPLAINER", "UndeadExplained"]


class Drawn(NamedTuple):
    """A step to draw: its title, and the board after it with the lines and cells that it is about."""

    title: str
    scene: Scene


@dataclass(frozen=True, slots=True)
class UndeadExplained(Result):
    """An explanation from a position on; satisfies :class:`winnable.analysis.explain.Explained`."""

    game: UndeadGame
    start: UndeadPosition
    explanation: Explanation
    steps: tuple[Told, ...]

    @property
    def solved(self) -> bool:
        """Do the steps lead to the one solution?"""
        return self.explanation.solved

    @property
    def complete(self) -> bool:
        """Did the steps come to their end, rather than to a limit?"""
        return self.explanation.complete

    def text(self, *, boards: bool = False) -> str:
        """The steps in lines and how they end; after each what open cells are narrowed down to by then, in a
        line, or with ``boards`` on the board, which is drawn then."""
        out, before = [], ""
        for number, told in enumerate(self.steps, 1):
            out += [f"{line}\n" for line in step_lines(told, str(number))]
            narrowed = _listed(narrowed_cells(told.after, told.candidates))
            if boards:
                out.append(marked_board(told.after, told, candidates=told.candidates))
            elif narrowed and narrowed != before:
                out.append(f"   narrowed down: {narrowed}\n")
            before = narrowed
        out.append(f"# {self.ending}\n")
        if not boards or not self.steps:
            after = self.steps[-1].after if self.steps else self.start
            out.append(marked_board(after, candidates=self.explanation.candidates))
        return "".join(out)

    def data(self) -> Iterator[dict[str, Any]]:
        """The steps, one by one, and how they end, as values that JSON can hold."""
        for number, told in enumerate(self.steps, 1):
            yield {"step": number, **step_data(self.start, told)}
        explanation = self.explanation
        yield {
            "settled": explanation.solved,
            "reason": (StopReason.GOAL if explanation.solved else explanation.reason).value,
            "why": [] if explanation.broken is None else [self._what_breaks()],
            "by_rung": explanation.by_rung,
            "hardest": explanation.hardest,
            "open": open_cells(self.start, explanation.candidates),
        }

    def to_dict(self) -> dict[str, Any]:
        """The steps, how they end, and how many there are of each kind, as a value that JSON can hold."""
        *steps, ending = self.data()
        return ending | {"steps": steps}

    def frames(self) -> list[Drawn]:
        """The steps to draw."""
        return [
            Drawn(
                f"{number}. {told.rule}: {told.words}",
                scene(self.game, told.after, candidates=told.candidates, lines=told.lines, cells=told.cells),
            )
            for number, told in enumerate(self.steps, 1)
        ]

    @property
    def ending(self) -> str:
        """Where the steps end: solved, or what is left open, and why."""
        explanation = self.explanation
        steps = count_noun(len(explanation.steps), "step")
        if explanation.solved:
            return f"solved in {steps}; the hardest rule: {explanation.hardest or 'none'}"
        if explanation.broken is not None:
            mistakes = "; winnable hint names the mistakes" if self.start != self.start.start else ""
            return f"no solution: {self._what_breaks()}{mistakes}"
        left = open_cells(self.start, explanation.candidates)
        listed = _listed(left)
        if not explanation.complete:
            return f"{explanation.reason.told} after {steps}; open: {listed}"
        if explanation.passed_over:
            long = "lines that can be filled in too many ways were passed over"
            return f"here the steps end, after {steps}: {long}; open: {listed}"
        if explanation.with_what_ifs:
            return f"here the steps end, after {steps}: there are several solutions; open: {listed}"
        return f"here these rules end, after {steps}; open: {listed}"

    def _what_breaks(self) -> str:
        assert self.explanation.broken is not None
        return breaking(self.start, self.explanation.candidates, self.explanation.broken)


def _listed(cells: Mapping[str, str]) -> str:
    """``r2c4, r3c3 (ghost or zombie), r4c2 (vampire or zombie)``."""
    alike: dict[str, list[str]] = {}
    for cell, held in cells.items():
        alike.setdefault(held, []).append(cell)
    return ", ".join(f"{', '.join(of_it)} ({_either(held)})" for held, of_it in alike.items())


def _either(held: str) -> str:
    """``ghost, vampire or zombie``."""
    *others, last = (MONSTER_NAMES[monster] for monster in held)
    return f"{', '.join(others)} or {last}" if others else last


class _Explainer:
    """Satisfies :class:`winnable.analysis.explain.Explainer`."""

    rungs: Final = tuple(rung.replace(" ", "-") for rung in RUNGS)

    def explain(
        self,
        game: UndeadGame,
        position: UndeadPosition,
        *,
        hardest: str | None = None,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> UndeadExplained:
        """The steps of rungs up to ``hardest`` (all by default); InputError for one that there is not."""
        asked = hardest or self.rungs[-1]
        found_rung = find_name(asked, self.rungs)
        if found_rung is None:
            raise unknown_name(f"no technique {quote(asked)}", asked, self.rungs)
        found = explain(position, hardest=found_rung.replace("-", " "), limits=limits, token=token)
        return UndeadExplained(game, position, found, tuple(tell(position, found.steps)))


EXPLAINER: Final = _Explainer()
