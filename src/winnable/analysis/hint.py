"""The best move, and why: what it frees, what it keeps, and what every other move loses.

What can be said of a move in words stands with its family, in ``reasons.py``. A family may have hints of its
own kind in ``hint.py``: in Undead a hint is a deduction, and in Spider, where cards are hidden, a policy's
move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.analysis.move_table import MoveVerdict, length_words
from winnable.analysis.verdict import Known, PositionVerdict, as_result, better, position_verdict
from winnable.analysis.verdicts import move_verdicts
from winnable.family import RegisteredGame, observed, require
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.results import Result
from winnable.search.api import Limits, SolveResult, StopReason, Verdict, begun, half
from winnable.text.phrases import counted

if TYPE_CHECKING:
    from winnable.text.readers import Notes

__all__ = ["Adviser", "Hint", "HintMaker", "Reasons", "advise", "can_hide", "hint", "observe", "plays_unseen"]

G = TypeVar("G")
P = TypeVar("P")
M = TypeVar("M")
G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)

_MOST_NAMED = 6  # losing moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons(Generic[G, P, M]):
    """What a family can say of its moves, in clauses.

    ``find_win`` finds a win in few moves, or says why there is none; ``find_points``, where the game has
    points, the line to the most of them, None where no more are made. ``why_they_lose`` gives reasons for
    some of the losing moves, ``why_it_wins`` and ``why_it_scores`` for the first move of a line, and
    ``why_lost`` says what is wrong with a lost position, or nothing. ``only_move`` is said where there is no
    other. ``aims_at_points``: is it a game in which the most points are the aim, whether or not they win?
    ``short`` names a solver that finds short wins, and how many positions it may expand for each position;
    ``lines_differ`` is False where all wins from a position take the same number of moves.
    """

    find_win: Callable[[G, P, Limits | None, CancelToken | None], SolveResult[M]]
    only_move: str = "it is the only legal move"
    find_points: Callable[[G, P, Limits | None, CancelToken | None], SolveResult[M] | None] = (
        lambda game, position, limits, token: None
    )
    why_they_lose: Callable[[G, P, Sequence[MoveVerdict[M]]], list[str]] = lambda game, position, lost: []
    why_it_wins: Callable[[G, P, SolveResult[M]], list[str]] = lambda game, position, result: []
    why_it_scores: Callable[[G, P, SolveResult[M]], list[str]] = lambda game, position, best: []
    why_lost: Callable[[P], str] = lambda position: ""
    aims_at_points: Callable[[G], bool] = lambda game: False
    short: tuple[str, int] | None = None
    lines_differ: bool = True


class HintMaker(Protocol[G_contra, P_contra]):
    """Makes a family's own kind of hint."""

    def __call__(
        self,
        game: G_contra,
        position: P_contra,
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
        notes: Any = None,
    ) -> Hint[Any]:
        """The hint; ``notes`` are what the player has noted beside the position, such as pencil marks."""
        ...


class Adviser(Protocol[G_contra]):
    """Makes a hint for a player who does not see every card."""

    def __call__(self, game: G_contra, seen: Any, *, policy: str | None = None, seed: int = 0) -> Hint[Any]:
        """The move that a policy plays next, given only what the player has ``seen``. ``policy`` is its name,
        by default that of the strongest; ``seed`` is for policies that draw at random."""
        ...


@dataclass(frozen=True, slots=True)
class Hint(Result, Generic[M]):
    """A move and its reasons, or the verdict alone where there is no move to advise.

    ``line`` is the whole winning line in the game's notation, ``move`` its first move, written as
    ``move_text``; ``optimal``: is it proved that no win is shorter? ``others`` are the verdicts of the other
    moves, as far as they were asked for. Where the position is lost but points are still to be made, ``line``
    makes the most that were found and ``score`` says how many the game then has; else that is None.
    """

    verdict: Verdict
    reason: StopReason
    move: M | None
    move_text: str
    words: str
    why: tuple[str, ...]
    line: tuple[str, ...]
    others: tuple[MoveVerdict[M], ...]
    score: int | None = None
    optimal: bool = False

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        data: dict[str, Any] = {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "move": self.move_text or None,
            "words": self.words,
            "why": list(self.why),
            "moves": list(self.line),
            "length": len(self.line),
            "others": {other.move_text: other.verdict.value for other in self.others},
        }
        return data if self.score is None else data | {"score": self.score}

    def text(self) -> str:
        """In a line: the move, what it is, and why."""
        if self.move is None:
            return "; ".join(self.why) + "\n"
        named = self.words.startswith(self.move_text)  # as in "draw: 4S to the waste"
        words = self.words if named else f"{self.move_text}: {self.words}"
        return "; ".join((words, *self.why)) + "\n"


def hint(
    game: RegisteredGame[P, M],
    position: P,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    open_cards: bool = False,
    notes: Notes | None = None,
    autoplay: Autoplay = Autoplay.NONE,
    known: Known[P] = lambda position: None,
) -> Hint[M]:
    """The first move of a short win from here, with reasons; ``game`` is any game with solvers.

    ``limits`` are for the whole answer: at first up to half of them for a win, and what is left for the
    verdicts of the other moves, of which some may then stay unknown. In Undead it is the next cell that is
    certain: an :class:`~winnable.families.undead.hint.UndeadHint`, which checks the pencil marks in
    ``notes``, what the player has noted beside the position. Where cards are hidden it is the move of a
    policy that does not know them, without limits, a :class:`~winnable.families.spider.hint.PolicyHint`; with
    ``open_cards`` it is the solver's, which does.

    Under ``autoplay`` max, where cards go home whether they are wanted or not, the win is one that can be
    played so. ``known`` says what is known already of this position and of those after it: a hint tells of no
    longer win, and knows what is lost.
    """
    if plays_unseen(game) and not open_cards:
        return advise(game, observe(game, position))
    limits = begun(limits)
    if game.family.hint is not None:
        return game.family.hint()(game, position, limits=limits, token=token, notes=notes)
    reasons = _reasons(game)
    if reasons.aims_at_points(game):
        return _towards_points(game, position, limits, token)
    if game.outcome(position) is Outcome.WON:
        return _without_move(Verdict.SOLVED, StopReason.GOAL, "the game is won already")
    result = _short_win(game, position, limits, token, autoplay, known(position))
    if result.verdict is not Verdict.SOLVED:
        return _no_win(game, position, result, limits, token)
    verdicts = move_verdicts(
        game, position, limits=limits, token=token, win=result, autoplay=autoplay, known=known
    )
    if verdicts.line:  # where there are several as short, the one that the verdicts begin with
        result = replace(result, moves=verdicts.line, texts=(), cost=float(len(verdicts.line)))
    best = result.moves[0]
    others = _others(game, position, best, verdicts)
    return Hint(
        verdict=result.verdict,
        reason=result.reason,
        move=best,
        move_text=game.notation.format(position, best),
        words=game.family.describe(game, position, best),
        why=_why(game, position, result, others),
        line=_texts(game, position, result.moves),
        others=others,
        optimal=result.optimal,
    )


def _short_win(
    game: RegisteredGame[P, M],
    position: P,
    limits: Limits | None,
    token: CancelToken | None,
    autoplay: Autoplay,
    known: PositionVerdict | None,
) -> SolveResult[M]:
    """A win in few moves, or why there is none, which a search says better than that it is known."""
    told = None if known is None else as_result(game, position, known)
    if told is not None and told.optimal:
        return told
    find = _find_forced if autoplay is Autoplay.MAX else _reasons(game).find_win
    result = better(find(game, position, half(limits), token), told)
    if result.verdict is Verdict.UNKNOWN and limits is not None and limits.may_go_on:
        result = find(game, position, limits, token)
    return result


def _find_forced(
    game: RegisteredGame[P, M], position: P, limits: Limits | None, token: CancelToken | None
) -> SolveResult[M]:
    """A win under autoplay max, or why there is none."""
    answer = position_verdict(game, position, autoplay=Autoplay.MAX, limits=limits, token=token)
    return as_result(game, position, answer)


def _why(
    game: RegisteredGame[P, M], position: P, result: SolveResult[M], others: Sequence[MoveVerdict[M]]
) -> tuple[str, ...]:
    """Why this move: what stands against the others first, if that is a reason; how long the win is last."""
    wins = _reasons(game).why_it_wins(game, position, result) or [_why_this(result)]
    causes, lost = _what_others_lose(game, position, others)
    told, unknown = _told_of_lost(game, others, lost, causes), _told_of_unknown(others)
    if causes or len(lost) == len(others):
        return (*told, *wins[:-1], *unknown, wins[-1])
    return (*wins[:-1], *told, *unknown, wins[-1])


def _why_this(result: SolveResult[Any]) -> str:
    return f"it wins {length_words(len(result.moves), optimal=result.optimal)}"


def _others(
    game: RegisteredGame[P, M], position: P, best: M, verdicts: Sequence[MoveVerdict[M]]
) -> tuple[MoveVerdict[M], ...]:
    """The verdicts of the moves that lead elsewhere than the best one."""
    key = game.key(game.play(position, best))
    return tuple(v for v in verdicts if game.key(game.play(position, v.move)) != key)


def _towards_points(
    game: RegisteredGame[P, M], position: P, limits: Limits | None, token: CancelToken | None
) -> Hint[M]:
    """The move towards the most points, and what the others cost."""
    reasons = _reasons(game)
    best = reasons.find_points(game, position, half(limits), token)
    after = position
    wins = game.outcome(position) is Outcome.WON
    for move in () if best is None else best.moves:
        after = game.play(after, move)
        wins = wins or game.outcome(after) is Outcome.WON
    verdict, reason, why = Verdict.SOLVED, StopReason.GOAL if best is None else best.reason, []
    if not wins:
        result = reasons.find_win(game, position, half(limits), token)
        verdict, reason = result.verdict, result.reason
        why = [_why_none(game, position, result)] if verdict is Verdict.UNSOLVABLE else []
    if best is None:
        told = [*why, "no move makes more points than there are"]
        return _without_move(verdict, reason, "; ".join(told))
    first = best.moves[0]

    def others(solver: str) -> tuple[MoveVerdict[M], ...]:
        given = half(limits) if solver == "score" else limits
        verdicts = move_verdicts(game, position, solver=solver, limits=given, token=token)
        return _others(game, position, first, verdicts)

    why += _what_others_cost(game, others("score"), best.score)
    return Hint(
        verdict=verdict,
        reason=reason,
        move=best.moves[0],
        move_text=game.notation.format(position, best.moves[0]),
        words=game.family.describe(game, position, best.moves[0]),
        why=(*why, *reasons.why_it_scores(game, position, best)),
        line=_texts(game, position, best.moves),
        others=others("auto"),
        score=best.score,
    )


def _what_others_cost(
    game: RegisteredGame[Any, M], others: Sequence[MoveVerdict[M]], most: int | None
) -> list[str]:
    """The most points after each of the moves that make fewer."""
    if not others:
        return [_reasons(game).only_move]
    proved = [v for v in others if v.verdict is Verdict.SOLVED and v.score is not None]
    fewer = [v for v in proved if most is not None and v.score is not None and v.score < most]
    if not fewer:
        return []
    named = ", ".join(f"{v.move_text} {v.score}" for v in fewer[:_MOST_NAMED])
    more = ", …" if len(fewer) > _MOST_NAMED else ""
    which = f"{len(fewer)} of the {len(others)} other moves" if len(others) > 1 else "the only other move"
    return [f"fewer points after {which}: {named}{more}"]


def advise(game: RegisteredGame[Any, M], seen: Any, *, policy: str | None = None, seed: int = 0) -> Hint[M]:
    """The move of a policy that knows no more than ``seen``, what a player sees; the strongest by default.

    InputError for a game whose family has no such advice, and for a policy that there is not.
    """
    adviser: Adviser[Any] = require(game, "advise", game.family.advise)()
    return adviser(game, seen, policy=policy, seed=seed)


def observe(game: RegisteredGame[P, Any], position: P) -> Any:
    """What the player sees of a position, in a game that can say so."""
    return observed(game).observe(position)


def can_hide(game: RegisteredGame[Any, Any]) -> bool:
    """Does the game hide cards, and can it say what its player sees?"""
    return game.info.hidden and game.info.can_observe


def plays_unseen(game: RegisteredGame[Any, Any]) -> bool:
    """Are cards that a position has hidden from its player, unless it is opened? Where moves may be taken
    back they are not: whoever has the cards may know them."""
    return can_hide(game) and not game.info.can_undo


def _reasons(game: RegisteredGame[P, M]) -> Reasons[Any, P, M]:
    return game.family.reasons()


def _no_win(
    game: RegisteredGame[P, M],
    position: P,
    result: SolveResult[M],
    limits: Limits | None,
    token: CancelToken | None,
) -> Hint[M]:
    """The verdict, with the move towards the most points where a lost game still makes some."""
    why = _why_none(game, position, result)
    best: SolveResult[M] | None = None
    if result.verdict is Verdict.UNSOLVABLE:
        best = _reasons(game).find_points(game, position, limits, token)
    if best is None:
        return _without_move(result.verdict, result.reason, why)
    return Hint(
        verdict=result.verdict,
        reason=result.reason,
        move=best.moves[0],
        move_text=game.notation.format(position, best.moves[0]),
        words=game.family.describe(game, position, best.moves[0]),
        why=(why, *_reasons(game).why_it_scores(game, position, best)),
        line=_texts(game, position, best.moves),
        others=(),
        score=best.score,
    )


def _without_move(verdict: Verdict, reason: StopReason, why: str) -> Hint[Any]:
    return Hint(verdict, reason, None, "", "", (why,), (), ())


def _why_none(game: RegisteredGame[P, M], position: P, result: SolveResult[M]) -> str:
    if result.verdict is Verdict.UNKNOWN:
        return f"no win found before {result.reason.too_late}; it may still be winnable"
    if result.why:
        return f"lost: {result.why}"
    moves = len(game.distinct_moves(position))
    if moves == 0:
        return "lost: no legal move is left"
    tried = f"{counted(result.stats.expanded, 'position')} tried"
    made = "when the only move is" if moves == 1 else f"whichever of the {moves} moves is"
    return f"lost: {made} made, no line wins ({tried})"


def _texts(game: RegisteredGame[P, M], position: P, moves: Sequence[M]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(game.notation.format(position, move))
        position = game.play(position, move)
    return tuple(texts)


def _what_others_lose(
    game: RegisteredGame[P, M], position: P, others: Sequence[MoveVerdict[M]]
) -> tuple[list[str], list[MoveVerdict[M]]]:
    """The other moves that lose, and the reasons that there are for some of them."""
    lost = [v for v in others if v.verdict is Verdict.UNSOLVABLE]
    return _reasons(game).why_they_lose(game, position, lost) if lost else [], lost


def _told_of_lost(
    game: RegisteredGame[P, M],
    others: Sequence[MoveVerdict[M]],
    lost: Sequence[MoveVerdict[M]],
    causes: Sequence[str],
) -> list[str]:
    """Which other moves lose, in clauses."""
    if not others:
        return [_reasons(game).only_move]
    if not lost:
        return []
    if len(lost) == len(others) > 1:
        return ["every other move loses", *causes]
    if len(lost) == len(others):
        return [*causes] or [f"the only other move, {lost[0].move_text}, loses"]
    if len(causes) == len(lost):
        return [*causes]
    named = ", ".join(v.move_text for v in lost[:_MOST_NAMED]) + (", …" if len(lost) > _MOST_NAMED else "")
    verb = "loses" if len(lost) == 1 else "lose"
    return [f"{len(lost)} of the {len(others)} other moves {verb}: {named}", *causes]


def _told_of_unknown(others: Sequence[MoveVerdict[Any]]) -> list[str]:
    """Of which other moves the limits left open whether they win."""
    unknown = [v.move_text for v in others if v.verdict is Verdict.UNKNOWN]
    if not unknown:
        return []
    if len(others) == 1:
        return ["whether the only other move wins is not known within the limits"]
    if len(unknown) == len(others):
        return ["whether the other moves win is not known within the limits"]
    named = ", ".join(unknown[:_MOST_NAMED]) + (", …" if len(unknown) > _MOST_NAMED else "")
    return [f"whether {named} would win, too, is not known within the limits"]
