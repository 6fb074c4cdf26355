"""How `winnable solve undead` shows its answers: the filled board, moves, or JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from winnable.cli.options import echo_json
from winnable.cli.positions import Label
from winnable.cli.solutions import Task, named
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable._core import CancelToken, UndeadConflict
    from winnable.search.api import Limits


class UndeadPrinter:
    """Answers about boards of Undead; InputError for a style that means nothing there.

    ``limits`` and ``token`` are for finding out which clues contradict each other where there is no solution.
    """

    def __init__(
        self,
        game: Any,
        style: str | None,
        as_json: bool,
        task: Task,
        limits: Limits,
        token: CancelToken,
    ) -> None:
        if style == "cards":
            raise InputError("undead has no cards", expected="--print moves, words or boards")
        self.game, self.style, self.as_json, self.task = game, style, as_json, task
        self.limits, self.token = limits, token

    def show(self, label: Label, result: Any) -> None:
        """Prints one answer."""
        conflict = self._conflict(result) if result.verdict == "unsolvable" else None
        if self.as_json:
            echo_json(self._data(label, result, conflict))
            return
        click.echo(f"# {self.game.spelled} {named(self.game, label)}: {_told(result, conflict, self.task)}")
        if result.verdict == "solved":
            self._show_solution(result.start, result.moves)
            if result.second_moves:
                click.echo("# another solution")
                self._show_solution(result.start, result.second_moves)

    def _conflict(self, result: Any) -> UndeadConflict | None:
        from winnable.families.undead.solver import find_conflict

        return find_conflict(result.start, limits=self.limits, token=self.token)

    def _show_solution(self, start: Any, moves: Any) -> None:
        if self.style in ("moves", "words"):
            from winnable.text.solution_text import Style, format_solution

            text = format_solution(self.game, start, moves, style=Style(self.style))
        else:
            from winnable.text.boards import write_position

            for move in moves:
                start = self.game.play(start, move)
            text = write_position(self.game, start)
        click.echo(text, nl=False)

    def _data(self, label: Label, result: Any, conflict: UndeadConflict | None) -> dict[str, Any]:
        data = {
            "deal": label,
            "verdict": result.verdict,
            "reason": result.reason,
            "length": result.length,
            "moves": result.texts,
            "solutions": result.solutions,
            "unique": result.unique,
        }
        if result.second_moves:
            data["second"] = result.second_texts
        if conflict is not None:
            data["conflict"] = {"clues": conflict.labels, "fewest": conflict.fewest}
        return data | {"stats": result.stats}


def _told(result: Any, conflict: UndeadConflict | None, task: Task) -> str:
    if result.verdict == "unknown":
        return f"unknown, stopped by {result.reason} after {result.stats['expanded']} positions"
    if result.verdict == "unsolvable":
        from winnable.families.undead.words import clash_words

        why = "" if conflict is None else f": {clash_words(conflict.labels, fewest=conflict.fewest)}"
        return f"unsolvable, proved{why}"
    if task.solver == "first":
        return "solved"
    if result.unique:
        return "solved, the only solution"
    stopped = "" if result.reason in ("goal", "exhausted") else f", stopped by {result.reason}"
    if task.solver == "auto":
        return f"solved; whether there are others is not known{stopped}" if stopped else "solved, not unique"
    if stopped or result.unique is None:
        return f"solved; {result.solutions} solutions or more{stopped}"
    exactly = "" if result.all else " or more"
    return f"solved; {result.solutions} solutions{exactly}"
