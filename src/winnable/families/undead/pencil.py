"""Pencil marks that cannot be right: those of a cell leave out every monster that it can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from winnable._core import CancelToken, UndeadPosition
from winnable.families.undead.game import UndeadGame
from winnable.families.undead.solver import UndeadSolver
from winnable.families.undead.sums import MONSTERS
from winnable.families.undead.words import cell_name, monster_noun
from winnable.search.api import Limits, SolveResult, Verdict, begun, half
from winnable.text.phrases import join_words

__all__ = ["PencilCheck", "WrongMarks", "check_pencil"]


class WrongMarks(NamedTuple):
    """The marks of a cell, ``g``, of which no solution has any there; ``certain`` is the one monster that
    solutions have there, empty where there are several or that is not known."""

    cell: str
    marks: str
    certain: str

    @property
    def words(self) -> str:
        """In a sentence."""
        mark, verb = ("mark", "is") if len(self.marks) == 1 else ("marks", "are")
        said = join_words([monster_noun(monster) for monster in self.marks], "or")
        begin = f"the pencil {mark} in {self.cell} {verb} wrong"
        if self.certain:
            return f"{begin}: {monster_noun(self.certain)} is certain there, not {said}"
        return f"{begin}: no solution has {said} there"

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "cell": self.cell,
            "marks": self.marks,
            "certain": self.certain or None,
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class PencilCheck:
    """What came of checking pencil marks: those that are ``wrong``, in reading order, and the cells whose
    marks were ``undecided`` when a limit was reached. All others are right: some solution has one of them."""

    wrong: tuple[WrongMarks, ...]
    undecided: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """In sentences; none where all is right."""
        said = [marks.words for marks in self.wrong]
        if self.undecided:
            cells = join_words(self.undecided)
            said.append(f"whether the pencil marks in {cells} are right was not decided before the limit")
        return tuple(said)


def check_pencil(
    game: UndeadGame,
    position: UndeadPosition,
    pencil: Mapping[str, str],
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> PencilCheck:
    """Which pencil marks (by cells, ``{"r1c2": "gv"}``) no solution has, given what is filled in.

    Marks in cells that are filled are passed over, and all are where the position has no solution: then they
    are not what is wrong. ``limits`` are for the whole answer.
    """
    marked = {square: marks for square, marks in _open_marks(position, pencil) if set(marks) != set(MONSTERS)}
    if not marked:
        return PencilCheck(())
    limits = begun(limits)
    result = UndeadSolver(game).solve(position, limits=half(limits), token=token)
    if result.verdict is Verdict.UNSOLVABLE:
        return PencilCheck(())
    if result.verdict is Verdict.SOLVED and result.unique:
        can_hold = _only_solution(game, position, result)
        found = [
            WrongMarks(cell_name(position, square), marks, can_hold[square])
            for square, marks in marked.items()
            if can_hold[square] not in marks
        ]
        return PencilCheck(tuple(found))
    return _one_by_one(game, position, marked, limits, token)


def _open_marks(position: UndeadPosition, pencil: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for square, held in enumerate(position.squares):
        marks = pencil.get(cell_name(position, square), "")
        if held == "." and marks:
            yield square, marks


def _only_solution(game: UndeadGame, position: UndeadPosition, result: SolveResult[Any]) -> str:
    for move in result.moves:
        position = game.play(position, move)
    return position.squares


def _one_by_one(
    game: UndeadGame,
    position: UndeadPosition,
    marked: Mapping[int, str],
    limits: Limits | None,
    token: CancelToken | None,
) -> PencilCheck:
    """Where there are several solutions, or not all is known: by trying every monster in each cell."""
    tried = [(square, monster) for square in marked for monster in MONSTERS]
    boards = [
        position.filled(position.squares[:square] + monster + position.squares[square + 1 :])
        for square, monster in tried
    ]
    answers = UndeadSolver(game, "first").solve_many(boards, limits=limits, token=token)
    verdicts = {choice: Verdict(answer.verdict) for choice, answer in zip(tried, answers, strict=True)}
    wrong, undecided = [], []
    for square, marks in marked.items():
        name = cell_name(position, square)
        of_marks = {verdicts[square, monster] for monster in marks}
        others = [m for m in MONSTERS if verdicts[square, m] is not Verdict.UNSOLVABLE]
        if not others:
            return PencilCheck(())  # no solution, which the first question had left open
        if of_marks == {Verdict.UNSOLVABLE}:
            certain = len(others) == 1 and verdicts[square, others[0]] is Verdict.SOLVED
            wrong.append(WrongMarks(name, marks, others[0] if certain else ""))
        elif Verdict.SOLVED not in of_marks:
            undecided.append(name)
    return PencilCheck(tuple(wrong), tuple(undecided))
