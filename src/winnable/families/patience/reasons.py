"""What a move of a pile-building game does, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from winnable._core import CancelToken
from winnable.analysis.hint import Reasons
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.solver import PatienceSolver
from winnable.families.patience.words import describe_move, moved_cards, pile_name
from winnable.search.api import Limits, SolveResult, StopReason, Verdict

__all__ = ["REASONS", "find_win", "why_it_wins"]


NODES_FOR_A_WIN = 100_000  # about 0.2 s
_LOOK_AHEAD = 12  # moves of the solution in which a freed card must go home to be worth saying


def find_win(
    game: PatienceGame, position: PatiencePosition, limits: Limits | None, token: CancelToken | None
) -> SolveResult[PatienceMove]:
    """A win in few moves, or why there is none.

    Given time, the solver of short wins uses all of it. A hint is wanted at once, and the same one on every
    machine: so it stops after a fixed effort. Where that finds no win, the solver that gives the verdicts
    decides, so that a hint and a verdict never differ.
    """
    given = limits or Limits()
    nodes = min(NODES_FOR_A_WIN, given.nodes or NODES_FOR_A_WIN)
    quick = PatienceSolver(game, "short").solve(position, limits=replace(given, nodes=nodes), token=token)
    if quick.verdict is not Verdict.UNKNOWN or quick.reason is not StopReason.NODES or nodes == given.nodes:
        return quick
    left = replace(
        given,
        nodes=given.nodes and given.nodes - quick.stats.expanded,
        seconds=given.seconds and max(given.seconds - quick.stats.seconds, 0.001),
    )
    return PatienceSolver(game).solve(position, limits=left, token=token)


def why_it_wins(
    game: PatienceGame, position: PatiencePosition, result: SolveResult[PatienceMove]
) -> list[str]:
    """What the first move of a win does for the line that it begins, in clauses."""
    moves = result.moves
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


REASONS: Final = Reasons(
    find_win=find_win,
    only_move="it is the only move that changes anything",
    why_it_wins=why_it_wins,
)
