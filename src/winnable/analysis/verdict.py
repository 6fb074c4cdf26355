"""Can a position still be won, as the game is played: under what makes moves by itself?

What autoplay ``horne`` and ``safe`` send home is never missed, so they change nothing but the order in which
the moves of a win are made. Under ``max`` every card that can go home does, at once after each move: a win
without it may be none there, and a loss is proved for it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from winnable._core import CancelToken
from winnable.analysis.move_table import length_words
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.results import Result
from winnable.search.api import Limits, SolveResult, Stats, StopReason, Verdict
from winnable.search.native import RawResult
from winnable.search.solvers import GameSolver, choose_solver
from winnable.text.phrases import counted
from winnable.text.solution_text import move_texts

__all__ = [
    "Known",
    "PositionVerdict",
    "as_result",
    "better",
    "deciding_solver",
    "moves_as_played",
    "position_verdict",
    "shortening_solver",
    "why_lost",
]

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class PositionVerdict(Result):
    """Can a position still be won?

    ``moves`` win it, in the game's notation, those that make themselves included; ``optimal``: no fewer do,
    proved. ``why`` says why it is lost, where one reason will do. ``expanded`` counts the positions that were
    searched, in so many ``seconds`` and with so many bytes at the most; ``limits`` are those of that search,
    None where it was broken off, or where the verdict follows from others and none was made. ``unique``, of a
    puzzle: is there one solution, or are there several? None where that is not known, and for other games.
    """

    verdict: Verdict
    reason: StopReason
    moves: tuple[str, ...] = ()
    why: str = ""
    expanded: int = 0
    seconds: float = 0.0
    peak_bytes: int = 0
    limits: Limits | None = None
    optimal: bool = False
    unique: bool | None = None

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        data = {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "moves": list(self.moves),
            "length": len(self.moves),
            "optimal": self.optimal,
            "stats": {"expanded": self.expanded, "seconds": self.seconds, "peak_bytes": self.peak_bytes},
            "limits": None if self.limits is None else self.limits.data(),
        }
        return data if self.unique is None else data | {"unique": self.unique}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> PositionVerdict:
        """The verdict that :meth:`data` made this of."""
        limits = data["limits"]
        return cls(
            Verdict(data["verdict"]),
            StopReason(data["reason"]),
            moves=tuple(data["moves"]),
            why="; ".join(data["why"]),
            limits=None if limits is None else Limits(**limits),
            optimal=data["optimal"],
            unique=data.get("unique"),
            **data["stats"],
        )

    def text(self) -> str:
        """In a line."""
        if self.verdict is Verdict.SOLVED:
            return f"winnable {length_words(len(self.moves))}\n" if self.moves else "won\n"
        if self.verdict is Verdict.UNSOLVABLE:
            follows = self.limits is None and not self.expanded  # from what was known
            searched = "" if follows else f" ({counted(self.expanded, 'position')} searched)"
            return f"lost: {self.why or 'no line wins'}{searched}\n"
        return f"not known: {self.reason.told} after {counted(self.expanded, 'position')}\n"


def position_verdict(
    game: RegisteredGame[P, Any],
    position: P,
    *,
    solver: str = "auto",
    autoplay: Autoplay = Autoplay.NONE,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> PositionVerdict:
    """Can this position be won, with all its cards known, where ``autoplay`` follows each move?

    InputError for an unknown solver, one that does not say which positions are won, and one that knows no
    autoplay max.
    """
    if game.outcome(position) is Outcome.WON:
        return PositionVerdict(Verdict.SOLVED, StopReason.GOAL)
    limits, token = limits or Limits(), token or CancelToken()
    given = limits.left()
    (raw,) = deciding_solver(game, solver, autoplay).solve_many([position], limits=limits, token=token)
    verdict = Verdict(raw.verdict)
    moves = tuple(raw.texts) if verdict is Verdict.SOLVED else ()
    as_played = moves_as_played(game, position, moves, autoplay)
    shortest = raw.cost == raw.length and raw.lower_bound >= raw.cost and len(as_played) == raw.length
    return PositionVerdict(
        verdict,
        StopReason(raw.reason),
        moves=as_played,
        why=why_lost(game, position, raw) if verdict is Verdict.UNSOLVABLE else "",
        expanded=int(raw.stats["expanded"]),
        seconds=raw.stats["seconds"],
        peak_bytes=int(raw.stats["peak_bytes"]),
        limits=None if token.cancelled else given,
        optimal=bool(moves) and shortest,
        unique=getattr(raw, "unique", None) if game.info.on_squares else None,
    )


#: What is known of a position already, if anything is.
Known = Callable[[P], PositionVerdict | None]


def as_result(game: RegisteredGame[P, M], position: P, answer: PositionVerdict) -> SolveResult[M]:
    """What is known of a position as a solver would have answered."""
    moves: list[M] = []
    for text in answer.moves:
        moves.append(game.notation.parse(position, text))
        position = game.play(position, moves[-1])
    cost = float(len(moves))
    stats = Stats(expanded=answer.expanded)
    bound = cost if answer.optimal else 0.0
    return SolveResult(answer.verdict, answer.reason, tuple(moves), cost, bound, stats, answer.why)


def better(found: SolveResult[M], known: SolveResult[M] | None) -> SolveResult[M]:
    """Of two answers the one that decides, and of two wins the shorter one."""
    if known is None or known.verdict is Verdict.UNKNOWN:
        return found
    if found.verdict is Verdict.UNKNOWN:
        return known
    shorter = (len(known.moves), not known.optimal) < (len(found.moves), not found.optimal)
    return known if found.verdict is Verdict.SOLVED and shorter else found


def deciding_solver(
    game: RegisteredGame[Any, Any], solver: str, autoplay: Autoplay = Autoplay.NONE
) -> GameSolver:
    """The solver of that name; InputError where it does not say which moves win, or not so under ``max``."""
    forced = autoplay.value if autoplay is Autoplay.MAX else None
    chosen = choose_solver(game, solver, autoplay=forced)
    if not chosen.decides:
        deciding = [name for name, kind in game.family.solvers().items() if kind.decides]
        raise InputError(f"{solver} does not say which moves win", expected=" or ".join(deciding))
    return chosen()


def shortening_solver(game: RegisteredGame[Any, Any], autoplay: Autoplay = Autoplay.NONE) -> str | None:
    """The solver that goes on looking for shorter wins, best one that proves the shortest; None in games that
    have none, and where all wins are equally long."""
    reasons = game.family.reasons()
    if not reasons.lines_differ:
        return None
    names = [name for name, kind in game.family.solvers().items() if kind.decides and kind.proved]
    if reasons.short is not None:
        names.append(reasons.short[0])
    for name in names:
        try:
            deciding_solver(game, name, autoplay)
        except InputError:  # not under this autoplay
            continue
        return name
    return None


def why_lost(game: RegisteredGame[P, Any], position: P, raw: RawResult) -> str:
    """Why a position is lost, where one reason will do."""
    return raw.why or game.family.reasons().why_lost(position)


def moves_as_played(
    game: RegisteredGame[P, Any], position: P, moves: Sequence[str], autoplay: Autoplay
) -> tuple[str, ...]:
    """The moves of a win in the order in which they are made where ``autoplay`` makes its own after each of
    the player's; as they are, if they cannot be made so."""
    if autoplay is Autoplay.NONE or not moves:
        return tuple(moves)
    solutions, place, values = game.family.solutions(), position, list[Any]()
    for text in moves:
        values.append(game.notation.parse(place, text))
        place = game.play(place, values[-1])
    try:
        by_player = move_texts(game, position, values, autoplay=autoplay)
    except InputError:
        return tuple(moves)
    out: list[str] = []
    for text in by_player:
        played = solutions.replay_moves(game, position, [game.notation.parse(position, text)], autoplay)
        out += map(game.notation.format, played.positions, played.moves)
        position = played.positions[-1]
    return tuple(out)
