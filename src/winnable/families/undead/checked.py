"""An Undead board that somebody is filling in, compared with its solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from winnable._core import CancelToken
from winnable.analysis.mistakes import BoardCheck
from winnable.families.undead.game import UndeadGame, UndeadPosition
from winnable.families.undead.mistakes import entries, find_mistakes
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.pencil import check_pencil
from winnable.families.undead.solver import UndeadSolver
from winnable.families.undead.sums import MONSTERS
from winnable.families.undead.words import cell_name
from winnable.game import Outcome
from winnable.search.api import Limits, Verdict, begun, half

__all__ = ["look_for_mistakes"]


def look_for_mistakes(
    game: UndeadGame,
    position: UndeadPosition,
    *,
    notes: UndeadNotes | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> BoardCheck:
    """Which entries and which marks no solution has; ``limits`` are for the whole answer.

    The marks are looked at on the board without the entries that are wrong.
    """
    limits = begun(limits)
    common: dict[str, Any] = {"limits": limits, "token": token}
    asked: dict[str, Any] = {"limits": half(limits), "token": token}
    if game.outcome(position) is Outcome.WON:
        return BoardCheck(done=True)
    solver = UndeadSolver(game)
    verdict = solver.solve(position, **asked).verdict
    if verdict is Verdict.UNKNOWN:
        return BoardCheck(undecided=True)
    if verdict is Verdict.SOLVED:
        return _marks(game, position, notes, BoardCheck(), common)
    start = solver.solve(position.start, **asked).verdict if entries(position) else verdict
    if start is Verdict.UNSOLVABLE:
        return BoardCheck(unsolvable=True)
    mistakes = find_mistakes(game, position, **common) if start is Verdict.SOLVED else None
    if mistakes is None:
        return BoardCheck(undecided=True)
    squares = list(position.squares)
    for square in mistakes.to_take_back:
        squares[square] = "."
    found = BoardCheck(squares=mistakes.squares, together=mistakes.together)
    return _marks(game, position.filled("".join(squares)), notes, found, common)


def _marks(
    game: UndeadGame,
    position: UndeadPosition,
    notes: UndeadNotes | None,
    found: BoardCheck,
    common: Mapping[str, Any],
) -> BoardCheck:
    """The same, with the marks that leave out every monster that a square may hold."""
    may = {} if notes is None else _left_by(notes)
    checked = check_pencil(game, position, may, **common)
    wrong = {marks.cell for marks in checked.wrong} | {cell for cell, left in may.items() if not left}
    marked = tuple(
        square
        for square, held in enumerate(position.squares)
        if held == "." and cell_name(position, square) in wrong
    )
    return BoardCheck(
        squares=found.squares,
        together=found.together,
        marked=marked,
        undecided=bool(checked.undecided),
    )


def _left_by(notes: UndeadNotes) -> dict[str, str]:
    """What the marks leave of each marked square: what is pencilled in, else everything, but what is struck
    out."""
    left = {}
    for cell in {*notes.pencil, *notes.struck}:
        may = notes.pencil.get(cell, MONSTERS)
        left[cell] = "".join(monster for monster in may if monster not in notes.struck.get(cell, ""))
    return left
