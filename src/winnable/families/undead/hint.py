"""The next cell of an Undead board that can be known, and why; mistakes come first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from winnable._core import CancelToken
from winnable.analysis.hint import Hint
from winnable.families.undead.explain import explain
from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition
from winnable.families.undead.mistakes import Mistakes, entries, find_mistakes
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.pencil import PencilCheck, check_pencil
from winnable.families.undead.reasons import Told, tell
from winnable.families.undead.solver import UndeadSolver, find_conflict
from winnable.families.undead.steps_text import hint_data, hint_text
from winnable.families.undead.words import clash_words, describe_move
from winnable.game import Outcome
from winnable.search.api import Limits, SolveResult, StopReason, Verdict, begun, half

__all__ = ["UndeadHint", "hint"]


@dataclass(frozen=True, slots=True)
class UndeadHint(Hint[UndeadMove]):
    """A cell that is certain, and the steps that fill it; ``rule`` is that of the last one.

    Where there are ``mistakes``, everything else is about ``start``: the board without them. Otherwise
    ``start`` is the position that was asked about. ``notes`` are what the player has noted beside it, and
    ``pencil`` what came of checking the pencil marks among them; None where there are none.
    """

    start: UndeadPosition | None = None
    rule: str = ""
    steps: tuple[Told, ...] = ()
    mistakes: Mistakes | None = None
    notes: UndeadNotes | None = None
    pencil: PencilCheck | None = None

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return Hint.data(self) | hint_data(self)

    def text(self) -> str:
        """Mistakes, wrong pencil marks, then the next cell with its reasons, and the board."""
        return hint_text(self)


def hint(
    game: UndeadGame,
    position: UndeadPosition,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    notes: UndeadNotes | None = None,
) -> UndeadHint:
    """The next cell with the easiest reasons, from any position; ``limits`` are for the whole answer.

    Of ``notes``, what the player has noted beside the board, it names the pencil marks that are wrong.
    """
    limits = begun(limits)
    advice = _without_notes(game, position, limits, token)
    if notes is None or not notes.pencil:
        return replace(advice, notes=notes)
    assert advice.start is not None
    pencil = check_pencil(game, advice.start, notes.pencil, limits=limits, token=token)
    return replace(advice, notes=notes, pencil=pencil)


def _without_notes(
    game: UndeadGame, position: UndeadPosition, limits: Limits | None, token: CancelToken | None
) -> UndeadHint:
    if game.outcome(position) is Outcome.WON:
        return _without_move(position, Verdict.SOLVED, StopReason.GOAL, "every monster is in its place")
    solver = UndeadSolver(game)
    result = solver.solve(position, limits=half(limits), token=token)
    if result.verdict is not Verdict.UNSOLVABLE:
        return _next(game, position, result, limits, token)
    if entries(position):
        puzzle = solver.solve(position.start, limits=half(limits), token=token)
        if puzzle.verdict is Verdict.SOLVED:
            return _mistaken(game, position, limits, token)
        result = puzzle
    if result.verdict is Verdict.UNKNOWN:
        told = result.reason.told
        why = f"the entries cannot all stay; whether the puzzle can be solved is not known, {told}"
        return _without_move(position, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, why)
    return _without_move(position, result.verdict, result.reason, _no_solution(position.start, limits, token))


def _mistaken(
    game: UndeadGame, position: UndeadPosition, limits: Limits | None, token: CancelToken | None
) -> UndeadHint:
    """The mistakes, and the next cell without them."""
    mistakes = find_mistakes(game, position, limits=half(limits), token=token)
    if mistakes is None:
        cancelled = token is not None and token.cancelled
        told = StopReason.CANCELLED.told if cancelled else "stopped by a limit"
        why = f"the entries cannot all stay; which are to be taken back is not known, {told}"
        return _without_move(position, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, why)
    squares = list(position.squares)
    for square in mistakes.to_take_back:
        squares[square] = "."
    start = position.filled("".join(squares))
    result = UndeadSolver(game).solve(start, limits=half(limits), token=token)
    advice = _next(game, start, result, limits, token)
    return replace(advice, verdict=Verdict.UNSOLVABLE, reason=StopReason.EXHAUSTED, mistakes=mistakes)


def _next(
    game: UndeadGame,
    position: UndeadPosition,
    result: SolveResult[UndeadMove],
    limits: Limits | None,
    token: CancelToken | None,
) -> UndeadHint:
    """The next cell that is certain; else, of several solutions, the begin of one."""
    explanation = explain(position, next_cell=True, limits=limits, token=token)
    steps = tell(position, explanation.steps)
    if steps and (filled := _first_filled(game, position, steps)) is not None:
        return _advice(game, position, result, filled, steps)
    if result.verdict is Verdict.UNKNOWN or not result.moves:
        why = f"no next cell was found before {result.reason.too_late}"
        return _without_move(position, result.verdict, result.reason, why)
    why = "no other cell follows"
    if explanation.reason is not StopReason.EXHAUSTED:
        why = f"no cell was found to be certain before {explanation.reason.too_late}"
    elif result.unique is False:
        why = "no cell follows, and there are several solutions"
    best = result.moves[0]
    return UndeadHint(
        verdict=result.verdict,
        reason=result.reason,
        move=best,
        move_text=game.notation.format(position, best),
        words=describe_move(game, position, best),
        why=(why, "this begins one of them" if result.unique is False else "this begins a solution"),
        line=_texts(game, position, result.moves),
        others=(),
        start=position,
    )


def _advice(
    game: UndeadGame,
    position: UndeadPosition,
    result: SolveResult[UndeadMove],
    best: UndeadMove,
    steps: Sequence[Told],
) -> UndeadHint:
    others = [move for move in result.moves if move != best]
    return UndeadHint(
        verdict=result.verdict,
        reason=result.reason,
        move=best,
        move_text=game.notation.format(position, best),
        words=describe_move(game, position, best),
        why=tuple(told.words for told in steps),
        line=_texts(game, position, [best, *others]) if result.moves else (),
        others=(),
        start=position,
        rule=steps[-1].rule,
        steps=tuple(steps),
    )


def _first_filled(game: UndeadGame, position: UndeadPosition, steps: Sequence[Told]) -> UndeadMove | None:
    """The first cell that the last of the steps fills."""
    for cut in steps[-1].step.cuts:
        if len(cut.left) == 1:
            row, column = divmod(cut.square, position.width)
            return UndeadMove(row, column, cut.left)
    return None


def _no_solution(position: UndeadPosition, limits: Limits | None, token: CancelToken | None) -> str:
    conflict = find_conflict(position, limits=limits, token=token)
    if conflict is None or not conflict.labels:
        return "the puzzle has no solution"
    return f"the puzzle has no solution: {clash_words(conflict.labels)}"


def _texts(game: UndeadGame, position: UndeadPosition, moves: Sequence[UndeadMove]) -> tuple[str, ...]:
    return tuple(game.notation.format(position, move) for move in moves)


def _without_move(position: UndeadPosition, verdict: Verdict, reason: StopReason, why: str) -> UndeadHint:
    return UndeadHint(verdict, reason, None, "", "", (why,), (), (), start=position)
