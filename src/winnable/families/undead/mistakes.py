"""What is wrong on an Undead board that somebody is filling in, and where it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from winnable._core import CancelToken, UndeadMove, UndeadPosition
from winnable.analysis.hint import Reasons
from winnable.analysis.review import ReviewKind
from winnable.families.undead.explain import RUNGS, explain
from winnable.families.undead.game import UndeadGame
from winnable.families.undead.solver import UndeadSolver, find_conflict
from winnable.families.undead.sums import MONSTERS, candidates_of, sighting_sum
from winnable.families.undead.words import (
    MONSTER_NAMES,
    cell_name,
    cell_names,
    clash_words,
    line_name,
    monster_noun,
)
from winnable.search.api import Limits, SolveResult, Verdict, begun, half
from winnable.text.phrases import count_noun, join_words

__all__ = ["REASONS", "REVIEW", "Mistakes", "entries", "find_mistakes", "what_is_broken"]

_WITHOUT_ASSUMPTIONS: Final = RUNGS[-2]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Monsters that somebody entered and that cannot all stay.

    ``squares`` are those that no solution has (by number, in reading order from 0). Where a puzzle has
    several solutions, others may each be in one of them, but not all in the same one: no solution has the
    whole of a group in ``together``, and some solution has it but for any one square. ``words`` are
    sentences that name all these, and where the board shows a mistake already.
    """

    squares: tuple[int, ...]
    together: tuple[tuple[int, ...], ...]
    words: tuple[str, ...]

    @property
    def to_take_back(self) -> tuple[int, ...]:
        """The entries to take back, those that are wrong and those that clash; the others can stay."""
        return (*self.squares, *(square for group in self.together for square in group))


def entries(position: UndeadPosition) -> list[int]:
    """The squares that somebody filled in: not the puzzle's own monsters."""
    pairs = zip(position.board, position.squares, strict=True)
    return [square for square, (given, shown) in enumerate(pairs) if given == "." and shown != "."]


def find_mistakes(
    game: UndeadGame,
    position: UndeadPosition,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Mistakes | None:
    """The mistakes on a board whose puzzle has a solution; None where it can be completed as it stands.

    None, too, where that was not decided within the limits, which are for the whole answer.
    """
    limits = begun(limits)
    solver = UndeadSolver(game)
    if solver.solve(position, limits=half(limits), token=token).verdict is not Verdict.UNSOLVABLE:
        return None
    entered = entries(position)
    try:
        wrong = _wrong(game, solver, position, entered, limits, token)
        together = _clashes(game, position, [s for s in entered if s not in wrong], limits, token)
    except _UndecidedError:
        return None
    return Mistakes(tuple(wrong), together, _words(position, wrong, together))


class _UndecidedError(Exception):
    """A limit, or a cancelled token, left a question to the solver open."""


def _decided(verdict: str) -> bool:
    """Is there a solution? Raises where that is not known: what is undecided is neither right nor wrong."""
    if verdict == Verdict.UNKNOWN:
        raise _UndecidedError
    return verdict == Verdict.SOLVED


def _wrong(
    game: UndeadGame,
    solver: UndeadSolver,
    position: UndeadPosition,
    entered: Sequence[int],
    limits: Limits | None,
    token: CancelToken | None,
) -> list[int]:
    """The entries that are in no solution."""
    start = position.start
    result = solver.solve(start, limits=half(limits), token=token)
    if result.verdict is Verdict.SOLVED and result.unique:
        right = start
        for move in result.moves:
            right = game.play(right, move)
        return [square for square in entered if position.squares[square] != right.squares[square]]
    alone = [_with_only(position, [square]) for square in entered]
    answers = solver.solve_many(alone, limits=limits, token=token)
    pairs = zip(entered, answers, strict=True)
    return [square for square, answer in pairs if not _decided(answer.verdict)]


def _clashes(
    game: UndeadGame,
    position: UndeadPosition,
    entered: Sequence[int],
    limits: Limits | None,
    token: CancelToken | None,
) -> tuple[tuple[int, ...], ...]:
    """Groups of entries that are in no solution together, until what is left can stay."""
    solver = UndeadSolver(game, "first")

    def can_stay(kept: Sequence[int]) -> bool:
        return _decided(solver.solve(_with_only(position, kept), limits=limits, token=token).verdict)

    left, groups = list(entered), []
    while left and not can_stay(left):
        group = left
        for square in left:
            fewer = [other for other in group if other != square]
            if not can_stay(fewer):
                group = fewer
        groups.append(tuple(group))
        left = [square for square in left if square not in group]
    return tuple(groups)


def _with_only(position: UndeadPosition, kept: Sequence[int]) -> UndeadPosition:
    """The puzzle with no other entries than these."""
    squares = list(position.board)
    for square in kept:
        squares[square] = position.squares[square]
    return position.filled("".join(squares))


def _words(
    position: UndeadPosition, wrong: Sequence[int], together: Sequence[Sequence[int]]
) -> tuple[str, ...]:
    said = [
        f"{cell_name(position, square)} is wrong: no solution has "
        f"{monster_noun(position.squares[square])} there"
        for square in wrong
    ]
    for group in together:
        held = [f"{monster_noun(position.squares[s])} in {cell_name(position, s)}" for s in group]
        said.append(f"no solution has {join_words(held)} together")
    broken = what_is_broken(position)
    return (*said, broken) if broken else tuple(said)


def what_is_broken(position: UndeadPosition) -> str:
    """A sighting or a total that is wrong by what stands there already, in words; empty where none is."""
    return _broken_line(position) or _broken_total(position)


def _broken_line(position: UndeadPosition) -> str:
    """Where a sighting is wrong whatever open cells will hold; of several the line with the fewest cells."""
    candidates = candidates_of(position)
    found = []
    for line in position.lines:
        for end in (0, 1):
            if line.sightings[end] is None:
                continue
            total = sighting_sum(line, end, candidates)
            name = f"{line.labels[end]} sees {total.target} along {line_name(line)}"
            if total.least > total.target:
                makes = "makes" if len(total.sure) == 1 else "make"
                sure = f"{cell_names(position, total.sure)} {makes} it at least {total.least}"
                found.append((len(line.cells), f"{name}, but {sure}"))
            elif total.most < total.target:
                found.append((len(line.cells), f"{name}, but it can see no more than {total.most} now"))
    return min(found)[1] if found else ""


def _broken_total(position: UndeadPosition) -> str:
    """Where there are too many of one monster already."""
    for monster, total, count in zip(MONSTERS, position.totals, position.counts, strict=True):
        if count > total:
            name = MONSTER_NAMES[monster]
            verb = "is" if total == 1 else "are"
            return f"there {verb} {count_noun(total, name)} in all, but {count} stand already"
    return ""


def _find_win(
    game: UndeadGame, position: UndeadPosition, limits: Limits | None, token: CancelToken | None
) -> SolveResult[UndeadMove]:
    return UndeadSolver(game).solve(position, limits=limits, token=token)


REASONS: Final = Reasons(find_win=_find_win, why_lost=what_is_broken, lines_differ=False)


def _why_lost(
    game: UndeadGame,
    position: UndeadPosition,
    move: UndeadMove,
    limits: Limits | None,
    token: CancelToken | None,
) -> list[str]:
    """The clue that an entry breaks at once; else the clues that it contradicts, seen together."""
    after = game.play(position, move)
    if broken := what_is_broken(after):
        return [broken]
    conflict = find_conflict(after, limits=limits, token=token)
    return [] if conflict is None else [clash_words(conflict.labels, fewest=conflict.fewest)]


def _guess(
    position: UndeadPosition, move: UndeadMove, limits: Limits | None, token: CancelToken | None
) -> str:
    """An entry is a guess where it does not follow from the board by rules that assume nothing."""
    found = explain(position, hardest=_WITHOUT_ASSUMPTIONS, limits=limits, token=token)
    square = move.row * position.width + move.column
    if not found.complete or found.broken is not None or found.candidates[square] == move.monster:
        return ""
    return f"{cell_name(position, square)} was a guess: nothing that stood there made it certain"


REVIEW: Final = ReviewKind(why_lost=_why_lost, guess=_guess)
