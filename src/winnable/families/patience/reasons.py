"""What a move of a pile-building game does, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from winnable._core import CancelToken
from winnable.analysis.hint import Reasons
from winnable.analysis.move_table import length_words
from winnable.cards import Card
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.purpose import purpose
from winnable.families.patience.solver import PatienceSolver
from winnable.families.patience.words import describe_move, moved_cards, pile_name
from winnable.search.api import Limits, SolveResult, StopReason, Verdict

__all__ = ["REASONS", "find_win", "why_it_wins"]


NODES_FOR_A_WIN = 100_000  # about 0.2 s
NODES_AFTER_A_MOVE = 20_000  # for each move of a table of verdicts
_SOON = 4  # moves after which a purpose speaks for itself


def find_win(
    game: PatienceGame, position: PatiencePosition, limits: Limits | None, token: CancelToken | None
) -> SolveResult[PatienceMove]:
    """A win in few moves, or why there is none.

    The solver that gives the verdicts is asked first, so that a hint and a verdict never differ. Given time,
    the solver of short wins uses all of it. A hint is wanted at once, and the same one on every machine: so
    it stops after a fixed effort. Where neither is enough, the first one decides with what is left.
    """
    given, decider = (limits or Limits()).for_answer(), PatienceSolver(game)
    decided = decider.solve(position, limits=_at_most(given.part(2)), token=token)
    if decided.verdict is Verdict.UNSOLVABLE or not _may_go_on(decided, token):
        return decided
    short = PatienceSolver(game, "short").solve(position, limits=_at_most(given), token=token)
    if short.verdict is Verdict.SOLVED and (not decided.moves or len(short.moves) <= len(decided.moves)):
        return short
    if decided.verdict is Verdict.SOLVED or given.spent:
        return decided
    return short if not _may_go_on(short, token) else decider.solve(position, limits=given, token=token)


def _at_most(limits: Limits) -> Limits:
    """The fixed effort, within limits."""
    return replace(limits, nodes=min(NODES_FOR_A_WIN, limits.left().nodes or NODES_FOR_A_WIN))


def _may_go_on(result: SolveResult[PatienceMove], token: CancelToken | None) -> bool:
    """May more effort find more than this?"""
    if token is not None and token.cancelled:
        return False
    return result.verdict is Verdict.SOLVED or result.reason in (StopReason.NODES, StopReason.TIME)


def why_it_wins(
    game: PatienceGame, position: PatiencePosition, result: SolveResult[PatienceMove]
) -> list[str]:
    """What the first move of a win does for the line that it begins, in clauses, and how long the win is."""
    moves = result.moves
    first = moves[0]
    after = game.play(position, first)
    out = []
    if first.to_pile >= 32 and first in game.core.autoplay(position, "safe"):
        out.append(f"{moved_cards(position, first)[0]} is safe at home: nothing will need it again")
    source = pile_name(first.from_pile)
    if first.from_pile < 16 and not after.columns[first.from_pile]:
        out.append(f"it empties {source}")
    elif 16 <= first.from_pile < 32 and not 16 <= first.to_pile < 32:
        out.append(f"it frees {source}")
    aim = purpose(game, position, moves)
    if aim is None or aim.number > _SOON:
        out += _next_use(game, position, moves) or ([] if aim or out else _uncovered(after, first))
    out += [aim.words] if aim else []
    return [*out, f"it wins {length_words(len(moves), optimal=result.optimal)}"]


def _next_use(game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]) -> list[str]:
    """What the line does at once with the card, cell or column that the first move opened."""
    if len(moves) < 2:
        return []
    first, second = moves[0], moves[1]
    words = describe_move(game, game.play(position, first), second)
    if (
        second.to_pile == first.from_pile
        or second.from_pile == first.from_pile
        or second.to_pile == first.to_pile
    ):
        return [f"it makes way for {words}"]
    return []


def _uncovered(after: PatiencePosition, move: PatienceMove) -> list[str]:
    """The card on which the moved ones lay."""
    column = after.columns[move.from_pile] if move.from_pile < 16 else b""
    return [f"it uncovers {Card.from_index(column[-1])} in {pile_name(move.from_pile)}"] if column else []


REASONS: Final = Reasons(
    find_win=find_win,
    only_move="it is the only move that changes anything",
    why_it_wins=why_it_wins,
    short=("short", NODES_AFTER_A_MOVE),
)
