"""One solution under several conventions: with and without autoplay, as supermoves and card by card.

Every conversion is played through the game's rules by the core, so what comes out is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from winnable._core import PatienceMove, carry
from winnable.cards import Card, Rank
from winnable.families.patience.shape import goes_on
from winnable.moves import Autoplay, Metric

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame, PatiencePosition


def lengths(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    autoplay: Autoplay = Autoplay.NONE,
) -> dict[Metric, int | None]:
    """The length of ``moves`` (all of them, automatic ones too) in each metric.

    PLAYER counts under ``autoplay``; it is None if the solution cannot be played under it.
    """
    player = without_autoplay(game, position, moves, autoplay)
    return {
        Metric.MOVES: len(moves),
        Metric.CARDS: sum(move.count for move in moves),
        Metric.STEPS: len(single_cards(game, position, moves)),
        Metric.PLAYER: None if player is None else len(player),
    }


def without_autoplay(
    game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove], autoplay: Autoplay
) -> list[PatienceMove] | None:
    """The player's part of ``moves`` when ``autoplay`` makes its own moves after each of them.

    Cards then go home earlier than in ``moves``, so each move is carried out on what is left
    of it: it is left out if its cards are home, and its cells and empty columns are renamed where
    the old ones are taken. None if a move cannot be carried out any more, as when ``max`` has sent
    a card home that was still to be built upon. What ends won still ends won. IllegalMove for ``moves``
    that cannot be made.
    """
    return game.core.without_autoplay(position, moves, Autoplay(autoplay).value)


def single_cards(
    game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]
) -> list[PatienceMove]:
    """``moves`` with each supermove carried out card by card, through empty cells and columns.

    A group that single cards could not carry, as games with unlimited groups allow, stays one move.
    IllegalMove for moves that cannot be made.
    """
    return game.core.single_cards(position, moves)


def parts_of(
    game: PatienceGame, position: PatiencePosition, source: int, target: int, count: int
) -> list[PatienceMove]:
    """The moves that carry cards from one column to another group by group, through empty columns; none
    if there are too few of these, or if it is one group."""
    cards = [Card.from_index(n) for n in position.columns[source][-count:]]
    lift, base = str(game.rules["group_lift"]), Rank(position.base)
    sizes = [1]  # of the groups, the deepest first
    for lower, upper in pairwise(cards):
        if goes_on(upper, lower, lift, base):
            sizes[-1] += 1
        else:
            sizes.append(1)
    empty = [i for i, column in enumerate(position.columns) if not column and i != target]
    if len(cards) < count or len(sizes) == 1:
        return []
    groups: dict[int, list[int]] = {pile: [] for pile in (target, *empty)} | {source: sizes}
    moves: list[PatienceMove] = []
    for step in carry(len(sizes), source, target, [], empty):
        groups[step.to_pile].append(groups[step.from_pile].pop())
        moves.append(PatienceMove(step.from_pile, step.to_pile, groups[step.to_pile][-1]))
    return moves
