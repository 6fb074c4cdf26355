"""Can the game still be won: here, and after each legal move?

Equal moves, those that lead to the same position up to the game's symmetry, are one row, and the best row is
first. What is known of one move is used for the others: see :mod:`winnable.analysis.known_wins`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.analysis.known_wins import KnownWins
from winnable.analysis.move_table import MoveVerdict, MoveVerdicts, rank
from winnable.analysis.verdict import (
    Known,
    PositionVerdict,
    as_result,
    better,
    deciding_solver,
    position_verdict,
    why_lost,
)
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.search.api import Limits, SolveResult, StopReason, Verdict, begun, half
from winnable.search.native import RawResult
from winnable.search.solvers import GameSolver, choose_solver, solver_names

__all__ = [
    "MoveVerdict",
    "MoveVerdicts",
    "PositionVerdict",
    "move_verdicts",
    "position_verdict",
    "why_lost",
]

P = TypeVar("P")
M = TypeVar("M")

_MORE = 5  # times the effort, where less finds no short win
_PATIENCE = 15  # times the effort, for a win from the position itself


def move_verdicts(
    game: RegisteredGame[P, M],
    position: P,
    *,
    solver: str | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    every: bool = False,
    win: SolveResult[M] | None = None,
    autoplay: Autoplay = Autoplay.NONE,
    on_part: Callable[[MoveVerdicts[M], int], None] | None = None,
    known: Known[P] = lambda position: None,
) -> MoveVerdicts[M]:
    """The verdict of each legal move of a game with solvers, the best first.

    Won moves come first, the shortest win at the top, then those of which nothing is known, then lost ones.
    Moves that lead to the same position are one row, and those that change nothing are left out; ``every``
    gives each a row of its own. ``solver`` is one of ``solver_names(game)``, by default the one that decides
    or, where the most points are the aim, the one that counts them; ``limits`` are for the whole answer. At
    first each move may take its share of them, and what that leaves open is asked again with what is left.

    The solver that decides is helped by a short win from ``position``, the one of which ``hint`` tells
    (``win``, if it is known already), and by short wins after each move, looked for with a fixed effort; then
    each line may go on along any other that it meets. Under ``autoplay`` max, where cards go home whether
    they are wanted or not, each line is the one that was found, and can be played so.

    ``known`` says what is known already of this position and of those after it: no longer win is told of, and
    what is lost stays lost. ``on_part`` is called whenever a move was decided, with the verdicts so far,
    whose wins may still become shorter, and with the number of positions that were not yet looked at.

    InputError for an unknown solver, and for one that does not say which moves win, unless it is ``score``:
    that one says how many points can be made after each move, most first, and SOLVED is then what is proved
    to be the most.
    """
    solver, limits = solver or _usual_solver(game), begun(limits)
    by_points = game.info.scored and not choose_solver(game, solver).decides
    found = _Moves(game, position, autoplay, on_part, known)
    won = game.outcome(position) is Outcome.WON
    if by_points:
        rows = found.by_points(choose_solver(game, solver)(), limits, token)
        return MoveVerdicts(found.unfolded(rows) if every else rows, won=won)
    deciding = deciding_solver(game, solver, autoplay)
    found.decide(deciding, half(limits), token)
    told = known(position)
    here = None if told is None or won else as_result(game, position, told)
    if found.any_open() and solver == solver_names(game)[0] and not won:
        if win is None and not (here is not None and here.optimal) and not found.forced:
            patience = half(limits) or _patience(game)
            win = better(game.family.reasons().find_win(game, position, patience, token), here)
        found.shorten(limits, token)
    win = here if win is None else win
    if win is not None:
        found.add_win(win)
    if limits is not None and limits.may_go_on:
        found.decide_the_rest(deciding, limits, token)
    line = found.join()
    rows = found.rows(line)
    lost = ""
    if not won and all(row.verdict is Verdict.UNSOLVABLE for row in rows):
        lost = game.family.reasons().why_lost(position)
    if every:
        rows = found.unfolded(rows)
    return MoveVerdicts(rows, won=won, lost=lost, line=() if won else line)


def _usual_solver(game: RegisteredGame[Any, Any]) -> str:
    """The solver of what the game is about: to win, or to make the most points."""
    if not game.family.reasons().aims_at_points(game):
        return solver_names(game)[0]
    return next(name for name, kind in game.family.solvers().items() if not kind.decides)


def _patience(game: RegisteredGame[Any, Any]) -> Limits | None:
    """How long a short win is looked for where nobody set a limit: to prove the fewest may take for ever."""
    short = game.family.reasons().short
    return None if short is None else Limits(nodes=_PATIENCE * short[1])


class _Moves(Generic[P, M]):
    """The moves from a position by the positions that they lead to, and what is found out about each."""

    def __init__(
        self,
        game: RegisteredGame[P, M],
        position: P,
        autoplay: Autoplay = Autoplay.NONE,
        on_part: Callable[[MoveVerdicts[M], int], None] | None = None,
        known: Known[P] = lambda position: None,
    ) -> None:
        self.game, self.position, self.on_part = game, position, on_part
        self.forced = autoplay is Autoplay.MAX
        self.moves: dict[int, list[M]] = {}  # by the key of the position after
        self.after: dict[int, P] = {}
        self.made: dict[int, tuple[M, ...]] = {}  # the first of the moves, with what follows it by itself
        here = game.key(position)
        for move in game.legal_moves(position):
            after, made = self._play(move)
            key = game.key(after)
            if key == here:
                continue
            self.moves.setdefault(key, []).append(move)
            self.after.setdefault(key, after)
            self.made.setdefault(key, made)
        # What was known before it was asked: the wins, and why the others are lost.
        told = {key: answer for key, after in self.after.items() if (answer := known(after)) is not None}
        self.wins = {
            key: as_result(game, self.after[key], answer).moves
            for key, answer in told.items()
            if answer.verdict is Verdict.SOLVED
        }
        self.lost = {key: a.why for key, a in told.items() if a.verdict is Verdict.UNSOLVABLE}
        self.raw: dict[int, RawResult] = {}
        self._whys: dict[int, str] = {}  # of lost positions: once each, as the rows are told again and again
        # No win with this move is shorter.
        self.bounds = {key: len(made) for key, made in self.made.items()}
        self.win: SolveResult[M] | None = None
        self.known: KnownWins[P, M] = KnownWins(game)

    def _play(self, move: M) -> tuple[P, tuple[M, ...]]:
        """The position after a move and what follows it by itself, and these moves."""
        if not self.forced:
            return self.game.play(self.position, move), (move,)
        replay_moves = self.game.family.solutions().replay_moves
        played = replay_moves(self.game, self.position, [move], Autoplay.MAX)
        return played.positions[-1], tuple(played.moves)

    def decide(self, solver: GameSolver, limits: Limits | None, token: CancelToken | None) -> None:
        """Asks a solver about every position after a move."""
        if self.on_part is None:
            self._take(solver, list(self.after), limits, token)
            return
        for number, key in enumerate(self.after, 1):
            share = None if limits is None else limits.part(len(self.after) - number + 1)
            self._take(solver, [key], share, token)
            self.on_part(MoveVerdicts(self.rows(())), len(self.after) - number)

    def decide_the_rest(self, solver: GameSolver, limits: Limits, token: CancelToken | None) -> None:
        """Asks again where its share of the limits was too small."""
        short_of = (StopReason.NODES.value, StopReason.TIME.value)
        self._take(
            solver,
            [key for key, raw in self.raw.items() if raw.reason in short_of and not raw.length],
            limits,
            token,
        )

    def any_open(self) -> bool:
        """Is there a move that is not proved to lose?"""
        return any(raw.verdict != Verdict.UNSOLVABLE.value for raw in self.raw.values())

    def shorten(self, limits: Limits | None, token: CancelToken | None) -> None:
        """Looks for short wins after the moves that may win, with a fixed effort; more where that fails."""
        short = self.game.family.reasons().short
        if short is None:
            return
        name, nodes = short
        limits = limits or Limits()
        solver = choose_solver(self.game, name, autoplay=Autoplay.MAX.value if self.forced else None)()
        keys = [key for key, raw in self.raw.items() if raw.verdict != Verdict.UNSOLVABLE.value]
        for effort in (nodes, _MORE * nodes):
            given = replace(limits, nodes=min(effort, limits.nodes or effort))
            keys = self._take(solver, keys, given, token)

    def _take(
        self, solver: GameSolver, keys: Sequence[int], limits: Limits | None, token: CancelToken | None
    ) -> list[int]:
        """Keeps the best answer about each position, and gives back those without one from this solver."""
        places = [self.after[key] for key in keys]
        unanswered = []
        for key, raw in zip(keys, solver.solve_many(places, limits=limits, token=token), strict=True):
            if raw.verdict == Verdict.UNKNOWN.value:
                unanswered.append(key)
            elif raw.verdict == Verdict.SOLVED.value and raw.cost == raw.length:
                self.bounds[key] = max(self.bounds[key], int(raw.lower_bound) + len(self.made[key]))
            known = self.raw.get(key)
            if known is None or _tells_more(raw, known):
                self.raw[key] = raw
        return unanswered

    def add_win(self, result: SolveResult[M]) -> None:
        """What is known of the position before the moves."""
        self.win = result
        if result.verdict is Verdict.SOLVED and result.cost == len(result.moves):
            self.bounds = {key: max(bound, int(result.lower_bound)) for key, bound in self.bounds.items()}

    def join(self) -> tuple[M, ...]:
        """Lets each known line go on along the others that it meets; the shortest win from here, if any."""
        solved = [(key, raw) for key, raw in self.raw.items() if raw.verdict == Verdict.SOLVED.value]
        if not self.game.family.reasons().lines_differ:
            return (self.moves[solved[0][0]][0], *solved[0][1].moves) if solved else ()
        for key, raw in solved:
            if self._shortens(key, raw.length):
                self.wins[key] = tuple(raw.moves)
        wins = self.win is not None and self.win.verdict is Verdict.SOLVED
        if not self.wins and not wins:
            return ()
        if self.forced:  # where lines meet, what goes home by itself may not
            self._note_win()
            key = min(self.wins, key=self._length)
            return (*self.made[key], *self.wins[key])
        self.known.add(self.position, self.win.moves if self.win is not None else ())
        for key, raw in self.raw.items():
            if raw.verdict != Verdict.UNSOLVABLE.value:
                self.known.add(self.after[key], self.wins.get(key, ()))
        self.known.join()
        if self.win is not None and len(self.win.moves) == self.known.moves_left(self.position):
            return self.win.moves  # as good as any, and the one that was asked for
        return self.known.line(self.position)

    def _note_win(self) -> None:
        """The win from here is one with its first move, too."""
        if self.win is None or not self.win.moves:
            return
        after, made = self._play(self.win.moves[0])
        key, rest = self.game.key(after), self.win.moves[len(made) :]
        if self.win.moves[: len(made)] == made and self._shortens(key, len(rest)):
            self.wins[key] = rest

    def _shortens(self, key: int, length: int) -> bool:
        """Is this length of a win after a move shorter than that of the one that is known?"""
        return key not in self.wins or length < len(self.wins[key])

    def _length(self, key: int) -> int:
        """Of the win that is known with this move."""
        return len(self.made[key]) + len(self.wins[key])

    def rows(self, line: Sequence[M]) -> list[MoveVerdict[M]]:
        """A row for each position after a move that was looked at, the best first."""
        game, first = self.game, None
        if line:
            first = game.key(self._play(line[0])[0])
            self.moves[first].sort(key=lambda move: move != line[0])
        keys = [key for key in self.after if key in self.raw]
        rows = {key: self._row(key) for key in keys}
        keys.sort(key=lambda key: (*rank(rows[key]), key != first))
        return [rows[key] for key in keys]

    def _row(self, key: int) -> MoveVerdict[M]:
        raw, moves = self.raw[key], self.moves[key]
        verdict, reason, length = Verdict(raw.verdict), StopReason(raw.reason), 0
        left = self.known.moves_left(self.after[key])
        lost = key in self.lost or (self.win is not None and self.win.verdict is Verdict.UNSOLVABLE)
        if left is not None:
            verdict, reason, length = Verdict.SOLVED, StopReason.GOAL, left + 1
        elif key in self.wins:
            verdict, reason, length = Verdict.SOLVED, StopReason.GOAL, self._length(key)
        elif verdict is Verdict.SOLVED:
            length = len(self.made[key]) + raw.length
        elif lost and verdict is Verdict.UNKNOWN:  # proved before, or of the position before the move
            verdict, reason = Verdict.UNSOLVABLE, StopReason.EXHAUSTED
        why = self._why(key) if verdict is Verdict.UNSOLVABLE else ""
        optimal = length > 0 and (length <= self.bounds[key] or not self.game.family.reasons().lines_differ)
        return self._as_row(moves[0], verdict, reason, length, why, moves[1:], optimal=optimal)

    def _why(self, key: int) -> str:
        """Why the position after a move is lost."""
        raw = self.raw[key]
        if self.lost.get(key):
            return self.lost[key]
        if raw.verdict != Verdict.UNSOLVABLE.value:  # proved of the position before the move, not by this
            return why_lost(self.game, self.after[key], raw)
        if key not in self._whys:
            self._whys[key] = why_lost(self.game, self.after[key], raw)
        return self._whys[key]

    def _as_row(
        self,
        move: M,
        verdict: Verdict,
        reason: StopReason,
        length: int,
        why: str = "",
        equal: Sequence[M] = (),
        *,
        score: int | None = None,
        optimal: bool = False,
    ) -> MoveVerdict[M]:
        game, position = self.game, self.position
        text, others = (
            game.notation.format(position, move),
            [game.notation.format(position, m) for m in equal],
        )
        made_in = (game, position)
        return MoveVerdict(move, text, verdict, reason, length, why, made_in, score, tuple(others), optimal)

    def by_points(
        self, solver: GameSolver, limits: Limits | None, token: CancelToken | None
    ) -> list[MoveVerdict[M]]:
        """A row for each position after a move, with the most points that can be made, the most first."""
        self._take(solver, list(self.after), limits, token)
        rows = []
        for key, raw in self.raw.items():
            verdict = Verdict(raw.verdict)
            why = why_lost(self.game, self.after[key], raw) if verdict is Verdict.UNSOLVABLE else ""
            length = raw.length + 1 if verdict is Verdict.SOLVED else 0
            moves, score = self.moves[key], getattr(raw, "score", None)
            reason = StopReason(raw.reason)
            rows.append(self._as_row(moves[0], verdict, reason, length, why, moves[1:], score=score))
        return sorted(rows, key=lambda row: -(row.score or 0))

    def unfolded(self, rows: Sequence[MoveVerdict[M]]) -> list[MoveVerdict[M]]:
        """A row for each legal move, those that change nothing with what holds of the position itself."""
        game, position = self.game, self.position
        out, told = [], set[str]()
        for row in rows:
            texts = (row.move_text, *row.equal)
            told.update(texts)
            for text in texts:
                others = tuple(other for other in texts if other != text)
                move = game.notation.parse(position, text)
                out.append(replace(row, move=move, move_text=text, equal=others))
        legal = game.legal_moves(position)
        idle = [move for move in legal if game.notation.format(position, move) not in told]
        if not idle:
            return out
        verdict, reason, length = Verdict.UNSOLVABLE, StopReason.EXHAUSTED, 0
        if rows and rows[0].verdict is not Verdict.UNSOLVABLE:
            verdict, reason = rows[0].verdict, rows[0].reason
            length = rows[0].length + 1 if rows[0].length else 0
        for move in idle:
            same = [other for other in idle if other != move]
            out.append(self._as_row(move, verdict, reason, length, equal=same))
        return sorted(out, key=rank)


def _tells_more(raw: RawResult, known: RawResult) -> bool:
    """Does an answer decide what another one does not, or win sooner?"""
    if raw.verdict == Verdict.UNKNOWN.value:
        return False
    return known.verdict == Verdict.UNKNOWN.value or raw.length < known.length
