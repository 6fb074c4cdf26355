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

    Given time, the solver of short wins uses all of it. A hint is wanted at once, and the same one on every
    machine: so it stops after a fixed effort, and goes on only where that finds no win.
    """
    solver, given = PatienceSolver(game, "short"), limits or Limits()
    nodes = min(NODES_FOR_A_WIN, given.nodes or NODES_FOR_A_WIN)
    quick = solver.solve(position, limits=replace(given, nodes=nodes), token=token)
    if quick.verdict is not Verdict.UNKNOWN or quick.reason is not StopReason.NODES or nodes == given.nodes:
        return quick
    left = replace(
        given,
        nodes=given.nodes and given.nodes - quick.stats.expanded,
        seconds=given.seconds and max(given.seconds - quick.stats.seconds, 0.001),
    )
    return solver.solve(position, limits=left, token=token)


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
