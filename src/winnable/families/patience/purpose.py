"""What the first move of a win in FreeCell and its kin is for; :mod:`.milestones` says how that is found out.

Milestones are columns that become empty, cards that go home, complete runs that leave, runs that are built,
cells that become free.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import Final

from winnable.cards import UNKNOWN_INDEX, Card, Rank, Suit
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.milestones import (
    Milestone,
    Purpose,
    column_emptied,
    find_purpose,
    newly_empty,
)
from winnable.families.patience.shape import goes_on
from winnable.families.patience.words import FIRST_CELL, FIRST_HOME, moved_cards, pile_name

__all__ = ["purpose"]

_Milestone = Milestone[PatiencePosition]

_LEAST_RUN: Final = 4  # cards in order at the end of a column that are worth naming
_RANKS: Final = 13

# How much it matters, in moves that one would wait for it.
_RUN_LEAVES, _COLUMN_EMPTIED, _NEXT_HOME, _LATER_HOME, _RUN_BUILT, _CELL_FREED = 24, 12, 12, 6, 4, 2


def purpose(game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]) -> Purpose | None:
    """What the first move of a line is for; None where nothing soon to come hangs on it."""
    return find_purpose(game, position, moves, partial(_milestones, game), _mark)


def _mark(position: PatiencePosition, move: PatienceMove) -> Hashable:
    """The deepest card of a move, and where it lands, whatever piles there are for it."""
    return moved_cards(position, move)[0], _goal(position, move)


def _goal(position: PatiencePosition, move: PatienceMove) -> str:
    """Where a move takes its cards, whatever piles there are for it."""
    if move.to_pile >= FIRST_HOME:
        return "home"
    if move.to_pile >= FIRST_CELL:
        return "cell"
    column = position.columns[move.to_pile]
    return str(Card.from_index(column[-1])) if column else "empty"


def _milestones(
    game: PatienceGame, places: Sequence[PatiencePosition], moves: Sequence[PatienceMove]
) -> Iterator[_Milestone]:
    """What happens after the first move that may be its purpose."""
    longest, carried = _LEAST_RUN - 1, moved_cards(places[0], moves[0])
    for number, move in enumerate(moves[1:], start=2):
        before, after = places[number - 1], places[number]
        yield from _run_leaves(game, number, before, after)
        emptied = newly_empty(number, places) if game.rules["empty_column"] != "none" else []
        card = moved_cards(before, move)[0]
        if move.to_pile >= FIRST_HOME and move.from_pile < FIRST_HOME and card not in carried:
            yield _card_home(number, places, card, emptied)
        else:
            yield from (column_emptied(number, i, _COLUMN_EMPTIED) for i in emptied)
        if move.to_pile < FIRST_CELL:
            run = _run(game, after, move.to_pile)
            if len(run) > longest:
                longest = len(run)
                built = _run_built(number, run, move.to_pile)
                if not built.happened(places[:number]):  # else it moved as a whole
                    yield built
        if _free_cells(after) > max(map(_free_cells, places[:number])):
            yield _cell_freed(number, after)


def _run_leaves(
    game: PatienceGame, number: int, before: PatiencePosition, after: PatiencePosition
) -> Iterator[_Milestone]:
    if game.rules["leave"] != "runs":
        return
    for suit in Suit:
        if after.home[suit] > before.home[suit]:
            yield _run_of(number, suit)


def _run_of(number: int, suit: Suit) -> _Milestone:
    return Milestone(
        number,
        _RUN_LEAVES,
        lambda when: f"the run of {suit.name.lower()} is complete {when}",
        lambda line: any(place.home[suit] for place in line),
    )


def _card_home(
    number: int, places: Sequence[PatiencePosition], card: Card, emptied: Sequence[int]
) -> _Milestone:
    """A card goes home, and may leave a column empty. The next one of its suit matters most; one that the
    first move uncovers is freed by it."""
    start, after_first = places[0], places[1]
    suit = card.suit
    least = (card.rank - start.base) % _RANKS
    waits = least - start.home[suit]
    where = next(
        (pile_name(i) for i, column in enumerate(start.columns) if card.index in column),
        next((pile_name(FIRST_CELL + i) for i, cell in enumerate(start.cells) if cell == card.index), ""),
    )
    uncovered = any(
        card.index in after and len(after) < len(before)
        for before, after in zip(start.columns, after_first.columns, strict=True)
    )

    matters = max(_NEXT_HOME - waits, _LATER_HOME)

    def words(when: str) -> str:
        goes = f"goes home {'next' if number == 2 else when}"
        if emptied:
            goes += f" and leaves {pile_name(emptied[0])} empty"
        return f"it frees {card} of {where}, which {goes}" if uncovered else f"{card} of {where} {goes}"

    def happened(line: Sequence[PatiencePosition]) -> bool:
        at_home = any(place.home[suit] > least for place in line)
        return at_home and all(any(not place.columns[i] for place in line) for i in emptied)

    return Milestone(number, max(matters, _COLUMN_EMPTIED) + 1 if emptied else matters, words, happened)


def _run(game: PatienceGame, position: PatiencePosition, pile: int) -> list[Card]:
    """The cards at the end of a column that move together, deepest first."""
    way, base = str(game.rules["group_lift"]), Rank(position.base)
    cards = [Card.from_index(index) for index in position.columns[pile]]
    count = 1
    while count < len(cards) and goes_on(cards[-count], cards[-count - 1], way, base):
        count += 1
    return cards[-count:]


def _run_built(number: int, run: Sequence[Card], pile: int) -> _Milestone:
    indices = tuple(card.index for card in run)

    def lies(place: PatiencePosition) -> bool:
        return any(tuple(column[-len(indices) :]) == indices for column in place.columns)

    told = " ".join(map(str, run)) if len(run) <= _LEAST_RUN + 1 else f"{run[0]} to {run[-1]}"
    return Milestone(
        number,
        _RUN_BUILT + len(run),
        lambda when: f"{told} lie in order in {pile_name(pile)} {when}",
        lambda line: any(map(lies, line)),
    )


def _free_cells(position: PatiencePosition) -> int:
    return position.cells.count(UNKNOWN_INDEX)


def _cell_freed(number: int, after: PatiencePosition) -> _Milestone:
    free = _free_cells(after)
    return Milestone(
        number,
        _CELL_FREED,
        lambda when: f"one more cell is free {when}",
        lambda line: any(_free_cells(place) >= free for place in line),
    )
