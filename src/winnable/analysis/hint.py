"""The best move, and why: what it frees, what it keeps, and what every other move loses.

What can be said of a move in words stands with its family: ``patience_reasons.py``, ``pairing_reasons.py``
and ``spider_reasons.py``. Undead, where a hint is a deduction, has its own in ``undead_hint.py``; a policy's
move where cards are hidden is in ``spider_hint.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.analysis.verdicts import MoveVerdict, move_verdicts
from winnable.describe import describe_move
from winnable.game import Outcome
from winnable.search.api import Limits, SolveResult, StopReason, Verdict

__all__ = ["Hint", "hint", "plays_unseen"]

M = TypeVar("M")

_MOST_NAMED = 6  # losing moves


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A move and its reasons, or the verdict alone where there is no move to advise.

    ``line`` is the whole winning line in the game's notation, ``move`` its first move; ``others``
    are the verdicts of the other moves, as far as they were asked for. Where the position is
    lost but points are still to be made, ``line`` makes the most that were found and ``score`` says
    how many the game then has; else that is None.
    """

    verdict: Verdict
    reason: StopReason
    move: M | None
    text: str
    words: str
    why: tuple[str, ...]
    line: tuple[str, ...]
    others: tuple[MoveVerdict[M], ...]
    score: int | None = None


def hint(
    game: Any,
    position: Any,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    open_cards: bool = False,
) -> Hint[Any]:
    """The first move of a short win from here, with reasons; ``game`` is any game with solvers.

    ``limits`` hold for the search of the win and again for the verdict of each other move. In Undead it is
    the next cell that is certain: an :class:`~winnable.families.undead.hint.UndeadHint`. Where cards are
    hidden it is the move of a policy that does not know them, without limits, a
    :class:`~winnable.families.spider.hint.PolicyHint`; with ``open_cards`` it is the solver's, which does.
    """
    if plays_unseen(game) and not open_cards:
        from winnable.families.spider.hint import hint as policy_hint

        return policy_hint(game, game.observe(position))
    if game.info.family == "undead":
        from winnable.families.undead.hint import hint as undead_hint

        return undead_hint(game, position, limits=limits, token=token)
    if game.outcome(position) is Outcome.WON:
        return _without_move(Verdict.SOLVED, StopReason.GOAL, "the game is won already")
    reasons = _family(game)
    result: SolveResult[Any] = reasons.find_win(game, position, limits, token)
    if result.verdict is not Verdict.SOLVED:
        return _no_win(game, position, result, limits, token)
    best = result.moves[0]
    after = game.play(position, best)
    verdicts = move_verdicts(game, position, limits=limits, token=token, distinct=True)
    others = tuple(v for v in verdicts if game.play(position, v.move) != after)
    why = [*_what_others_lose(game, position, others), *reasons.why_it_wins(game, position, result)]
    return Hint(
        verdict=result.verdict,
        reason=result.reason,
        move=best,
        text=game.notation.format(position, best),
        words=describe_move(game, position, best),
        why=tuple(why) or (f"it begins a win in {len(result.moves)} moves",),
        line=_texts(game, position, result.moves),
        others=others,
    )


def plays_unseen(game: Any) -> bool:
    """Does the game hide cards, and can it say what its player sees?"""
    return game.info.hidden and hasattr(game, "observe")


def _family(game: Any) -> Any:
    """The module of a family's reasons, imported when first needed."""
    return import_module(f"winnable.families.{game.info.family}.reasons")


def _no_win(
    game: Any,
    position: Any,
    result: SolveResult[Any],
    limits: Limits | None,
    token: CancelToken | None,
) -> Hint[Any]:
    """The verdict, with the move towards the most points where a lost game still makes some."""
    why = _why_none(game, position, result)
    best: SolveResult[Any] | None = None
    if result.verdict is Verdict.UNSOLVABLE:
        best = _family(game).find_points(game, position, limits, token)
    if best is None:
        return _without_move(result.verdict, result.reason, why)
    return Hint(
        verdict=result.verdict,
        reason=result.reason,
        move=best.moves[0],
        text=game.notation.format(position, best.moves[0]),
        words=describe_move(game, position, best.moves[0]),
        why=(why, *_family(game).why_it_scores(game, position, best)),
        line=_texts(game, position, best.moves),
        others=(),
        score=best.score,
    )


def _without_move(verdict: Verdict, reason: StopReason, why: str) -> Hint[Any]:
    return Hint(verdict, reason, None, "", "", (why,), (), ())


def _why_none(game: Any, position: Any, result: SolveResult[Any]) -> str:
    if result.verdict is Verdict.UNKNOWN:
        return f"no win found before the limit ({result.reason.value}); it may still be winnable"
    if result.why:
        return f"lost: {result.why}"
    moves = len(game.distinct_moves(position))
    if moves == 0:
        return "lost: no legal move is left"
    tried = f"{result.stats.expanded} positions tried"
    made = "when the only move is" if moves == 1 else f"whichever of the {moves} moves is"
    return f"lost: {made} made, no line wins ({tried})"


def _texts(game: Any, position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(game.notation.format(position, move))
        position = game.play(position, move)
    return tuple(texts)


def _what_others_lose(game: Any, position: Any, others: Sequence[MoveVerdict[Any]]) -> list[str]:
    if not others:
        return [_family(game).ONLY_MOVE]
    lost = [v for v in others if v.verdict is Verdict.UNSOLVABLE]
    if not lost:
        return []
    causes: list[str] = _family(game).why_they_lose(game, position, lost)
    if len(lost) == len(others) > 1:
        return ["every other move loses", *causes]
    if len(lost) == len(others):
        return causes or [f"the only other move, {lost[0].text}, loses"]
    if len(causes) == len(lost):
        return causes
    named = ", ".join(v.text for v in lost[:_MOST_NAMED]) + (", …" if len(lost) > _MOST_NAMED else "")
    verb = "loses" if len(lost) == 1 else "lose"
    return [f"{len(lost)} of the {len(others)} other moves {verb}: {named}", *causes]
