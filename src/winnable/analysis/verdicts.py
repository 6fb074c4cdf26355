"""Can the game still be won: here, and after each legal move?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.results import Result
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.native import RawResult
from winnable.search.solvers import GameSolver, choose_solver
from winnable.text.phrases import count_noun

__all__ = ["MoveVerdict", "MoveVerdicts", "PositionVerdict", "move_verdicts", "position_verdict", "why_lost"]

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class MoveVerdict(Result, Generic[M]):
    """One legal move and what it leads to.

    ``length`` is the length, with this move, of the win that was found (the shortest only where the
    solver proves that); 0 if none was. ``why`` says why an UNSOLVABLE move loses, where one reason will do.
    ``made_in`` is where the move is made, for ``words``. ``score``: the most points that can be made after
    it, where that was asked; with UNKNOWN the most that were found.
    """

    move: M
    move_text: str
    verdict: Verdict
    reason: StopReason
    length: int
    why: str = ""
    made_in: tuple[RegisteredGame[Any, M], Any] | None = field(default=None, compare=False, repr=False)
    score: int | None = None

    @property
    def words(self) -> str:
        """What the move does. Found when it is asked for: in Pyramid that takes as long as the verdict."""
        if self.made_in is None:
            return ""
        game, position = self.made_in
        return game.family.describe(game, position, self.move)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        data: dict[str, Any] = {
            "move": self.move_text,
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "length": self.length,
            "words": self.words,
        }
        return data if self.score is None else data | {"score": self.score}


class MoveVerdicts(tuple[MoveVerdict[M], ...]):
    """The verdicts of all legal moves, as a table.

    ``won``: the game is won already; ``lost`` says why it is lost whatever is played, where that shows at
    sight.
    """

    won: bool = False
    lost: str = ""

    @property
    def verdict(self) -> Verdict:
        """SOLVED if some move wins or the game is won already, UNSOLVABLE if none does, UNKNOWN where a limit
        left that open."""
        if self.won:
            return Verdict.SOLVED
        found = {answer.verdict for answer in self}
        for verdict in (Verdict.SOLVED, Verdict.UNKNOWN):
            if verdict in found:
                return verdict
        return Verdict.UNSOLVABLE

    def data(self) -> list[dict[str, Any]]:
        """As values that JSON can hold, one for each move."""
        return [answer.data() for answer in self]

    def text(self) -> str:
        """A line for each move; one in all where the game is won already, or lost at sight."""
        if self.won:
            return "the game is won already\n"
        if self.lost:
            return f"lost: {self.lost}\n"
        width = max((5, *(len(answer.move_text) for answer in self)))
        return "".join(_line(answer, width) for answer in self) or "no legal move\n"


def _line(answer: MoveVerdict[Any], width: int) -> str:
    length = f", {count_noun(answer.length, 'move')}" if answer.length else ""
    why = f" ({answer.why})" if answer.why else ""
    if answer.score is not None:
        found = "" if answer.verdict is Verdict.SOLVED else " found"
        return f"{answer.move_text:<{width}} {answer.score} points{found}{length}: {answer.words}\n"
    return f"{answer.move_text:<{width}} {answer.verdict.value}{length}: {answer.words}{why}\n"


@dataclass(frozen=True, slots=True)
class PositionVerdict(Result):
    """Can a position still be won?

    ``moves`` win it, in the game's notation; ``why`` says why it is lost, where one reason will do;
    ``expanded`` counts the positions that were searched.
    """

    verdict: Verdict
    reason: StopReason
    moves: tuple[str, ...] = ()
    why: str = ""
    expanded: int = 0

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "moves": list(self.moves),
            "length": len(self.moves),
            "stats": {"expanded": self.expanded},
        }

    def text(self) -> str:
        """In a line."""
        if self.verdict is Verdict.SOLVED:
            return f"winnable, in {count_noun(len(self.moves), 'move')}\n" if self.moves else "won\n"
        if self.verdict is Verdict.UNSOLVABLE:
            return f"lost: {self.why or 'no line wins'} ({self.expanded} positions searched)\n"
        return f"not known: stopped by {self.reason.value} after {self.expanded} positions\n"


def position_verdict(
    game: RegisteredGame[P, Any],
    position: P,
    *,
    solver: str = "auto",
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> PositionVerdict:
    """Can this position be won, with all its cards known? InputError as for :func:`move_verdicts`."""
    if game.outcome(position) is Outcome.WON:
        return PositionVerdict(Verdict.SOLVED, StopReason.GOAL)
    (raw,) = _decider(game, solver).solve_many([position], limits=limits, token=token)
    verdict = Verdict(raw.verdict)
    why = why_lost(game, position, raw) if verdict is Verdict.UNSOLVABLE else ""
    moves = tuple(raw.texts) if verdict is Verdict.SOLVED else ()
    return PositionVerdict(verdict, StopReason(raw.reason), moves, why, int(raw.stats["expanded"]))


def move_verdicts(
    game: RegisteredGame[P, M],
    position: P,
    *,
    solver: str = "auto",
    limits: Limits | None = None,
    token: CancelToken | None = None,
    distinct: bool = False,
) -> MoveVerdicts[M]:
    """The verdict of each legal move of a game with solvers, in the game's order; ``limits`` are for each.

    ``solver`` is one of ``solver_names(game)``. ``distinct`` leaves out moves that only differ in which
    empty cell or column they fill, and those that change nothing. The solver ``score`` says how many points
    can be made after each move, most first; SOLVED is then what is proved to be the most. InputError for an
    unknown solver, and for one that says neither.
    """
    by_points = game.info.scored and not choose_solver(game, solver).decides
    maker = choose_solver(game, solver)() if by_points else _decider(game, solver)
    moves = game.distinct_moves(position) if distinct else game.legal_moves(position)
    answers: dict[Any, tuple[Verdict, StopReason, int, str, int | None]] = {}
    made_in = (game, position)
    out = []
    for move in moves:
        after = game.play(position, move)
        if after not in answers:
            answers[after] = _answer(game, maker, after, limits, token)
        verdict, reason, length, why, score = answers[after]
        text = game.notation.format(position, move)
        length = length + 1 if verdict is Verdict.SOLVED else 0
        score = score if by_points else None
        out.append(MoveVerdict(move, text, verdict, reason, length, why, made_in, score))
    found = MoveVerdicts(sorted(out, key=lambda answer: -(answer.score or 0)) if by_points else out)
    found.won = game.outcome(position) is Outcome.WON
    if found.verdict is Verdict.UNSOLVABLE:
        found.lost = game.family.reasons().why_lost(position)
    return found


def _decider(game: RegisteredGame[Any, Any], solver: str) -> GameSolver:
    chosen = choose_solver(game, solver)
    if not chosen.decides:
        deciding = [name for name, kind in game.family.solvers().items() if kind.decides]
        raise InputError(f"{solver} does not say which moves win", expected=" or ".join(deciding))
    return chosen()


def _answer(
    game: RegisteredGame[P, Any],
    solver: GameSolver,
    position: P,
    limits: Limits | None,
    token: CancelToken | None,
) -> tuple[Verdict, StopReason, int, str, int | None]:
    (raw,) = solver.solve_many([position], limits=limits, token=token)
    verdict = Verdict(raw.verdict)
    why = why_lost(game, position, raw) if verdict is Verdict.UNSOLVABLE else ""
    return verdict, StopReason(raw.reason), raw.length, why, getattr(raw, "score", None)


def why_lost(game: RegisteredGame[P, Any], position: P, raw: RawResult) -> str:
    """Why a position is lost, where one reason will do."""
    return raw.why or game.family.reasons().why_lost(position)
