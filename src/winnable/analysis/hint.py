"""The best move, and why: what it frees, or what every other move loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from winnable._core import CancelToken
from winnable.analysis.verdicts import MoveVerdict, move_verdicts
from winnable.game import Outcome
from winnable.games.patience import PatienceGame, PatienceMove, PatiencePosition
from winnable.games.patience_words import describe_move, moved_cards, pile_name
from winnable.search.api import Limits, SolveResult, StopReason, Verdict
from winnable.search.patience_solver import PatienceSolver

__all__ = ["Hint", "hint"]

_LOOK_AHEAD = 12  # moves of the solution in which a freed card must go home to be worth saying


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and its reasons, or the verdict alone where there is no move to advise.

    ``line`` is the whole winning line in the game's notation, ``move`` its first move; ``others``
    are the verdicts of the other moves, as far as they were asked for.
    """

    verdict: Verdict
    reason: StopReason
    move: PatienceMove | None
    text: str
    words: str
    why: tuple[str, ...]
    line: tuple[str, ...]
    others: tuple[MoveVerdict, ...]


def hint(
    game: PatienceGame,
    position: PatiencePosition,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> Hint:
    """The first move of a short win from here, with reasons.

    ``limits`` hold for the search of the win and again for the verdict of each other move.
    """
    if game.outcome(position) is Outcome.WON:
        return _without_move(Verdict.SOLVED, StopReason.GOAL, "the game is won already")
    result = PatienceSolver(game, "short").solve(position, limits=limits, token=token)
    if result.verdict is not Verdict.SOLVED:
        return _without_move(result.verdict, result.reason, _why_none(game, position, result))
    best = result.moves[0]
    after = game.play(position, best)
    verdicts = move_verdicts(game, position, limits=limits, token=token, distinct=True)
    others = tuple(v for v in verdicts if game.play(position, v.move) != after)
    why = (*_what_others_lose(others), *what_it_does(game, position, result.moves))
    return Hint(
        verdict=result.verdict,
        reason=result.reason,
        move=best,
        text=game.notation.format(position, best),
        words=describe_move(game, position, best),
        why=why or (f"it begins a win in {len(result.moves)} moves",),
        line=_texts(game, position, result.moves),
        others=others,
    )


def _without_move(verdict: Verdict, reason: StopReason, why: str) -> Hint:
    return Hint(verdict, reason, None, "", "", (why,), (), ())


def _why_none(game: PatienceGame, position: PatiencePosition, result: SolveResult[PatienceMove]) -> str:
    if result.verdict is Verdict.UNKNOWN:
        return f"no win found before the limit ({result.reason.value}); it may still be winnable"
    moves = len(game.distinct_moves(position))
    if moves == 0:
        return "lost: no legal move is left"
    tried = f"{result.stats.expanded} positions tried"
    return f"lost: whichever of the {moves} moves is made, no line wins ({tried})"


def _texts(game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(game.notation.format(position, move))
        position = game.play(position, move)
    return tuple(texts)


def _what_others_lose(others: Sequence[MoveVerdict]) -> list[str]:
    if not others:
        return ["it is the only move that changes anything"]
    lost = [v.text for v in others if v.verdict is Verdict.UNSOLVABLE]
    if not lost:
        return []
    if len(lost) == len(others):
        return ["every other move loses" if len(others) > 1 else f"the only other move, {lost[0]}, loses"]
    named = ", ".join(lost[:6]) + (", …" if len(lost) > 6 else "")
    return [f"{len(lost)} of the {len(others)} other moves lose: {named}"]


def what_it_does(game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]) -> list[str]:
    """What the first of ``moves`` does for the line that it begins, in clauses."""
    first = moves[0]
    after = game.play(position, first)
    out = []
    if first.to_pile >= 32:
        out.append(_why_home(game, position, first))
    source = pile_name(first.from_pile)
    if first.from_pile < 16 and not after.columns[first.from_pile]:
        out.append(f"it empties {source}")
    elif 16 <= first.from_pile < 32:
        out.append(f"it frees {source}")
    freed = _freed_for_home(game, position, moves)
    if freed is not None:
        out.append(freed)
    elif (use := _next_use(game, position, moves)) is not None:
        out.append(use)
    return out


def _why_home(game: PatienceGame, position: PatiencePosition, move: PatienceMove) -> str:
    card = moved_cards(position, move)[0]
    safe = move in game.core.autoplay(position, "safe")
    return f"{card} is safe at home: nothing will need it again" if safe else f"{card} goes home"


def _freed_for_home(
    game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]
) -> str | None:
    """The first card that lay under the moved ones and goes home soon in this line."""
    first = moves[0]
    if first.from_pile >= 16:
        return None
    column = position.columns[first.from_pile]
    under = set(column[: len(column) - first.count])
    here = game.play(position, first)
    for ahead, move in enumerate(moves[1:_LOOK_AHEAD], start=1):
        cards = moved_cards(here, move)
        if move.to_pile >= 32 and cards[0].index in under:
            when = "next" if ahead == 1 else f"{ahead} moves later"
            return f"it frees {cards[0]} of {pile_name(first.from_pile)}, which goes home {when}"
        here = game.play(here, move)
    return None


def _next_use(game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]) -> str | None:
    """What the line does at once with the card, cell or column that the first move opened."""
    if len(moves) < 2:
        return None
    first, second = moves[0], moves[1]
    here = game.play(position, first)
    words = describe_move(game, here, second)
    if (
        second.to_pile == first.from_pile
        or second.from_pile == first.from_pile
        or second.to_pile == first.to_pile
    ):
        return f"it makes way for {words}"
    return None
