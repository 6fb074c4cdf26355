"""What the first move of a win is for: something that the line reaches some moves later, and not without it.

The line is replayed and what happens on the way is noted: columns that become empty, cards that go home,
complete runs that leave, runs that are built, cells that become free. To see what the first move has to do
with it, the rest of the line is played once more without that move, each later move as far as it can still
be made, from wherever its card then lies. What happens all the same does not need the first move, at least
not along this line; of what is missed then, the most important thing soon to come is the purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from winnable.cards import UNKNOWN_INDEX, Card, Rank, Suit
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.shape import goes_on
from winnable.families.patience.words import FIRST_CELL, FIRST_HOME, moved_cards, pile_name

__all__ = ["Purpose", "purpose"]

_AHEAD: Final = 16  # moves of the line, the first included, in which the purpose must be reached
_LEAST_RUN: Final = 4  # cards in order at the end of a column that are worth naming
_RANKS: Final = 13
_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

# How much it matters, in moves that one would wait for it.
_RUN_LEAVES, _COLUMN_EMPTIED, _NEXT_HOME, _LATER_HOME, _RUN_BUILT, _CELL_FREED = 24, 12, 12, 6, 4, 2


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a line reaches after ``number`` moves, which needs its first one; ``words`` are a clause."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class _Event:
    """What happens with the move ``number`` of a line, counted from 1; ``words`` take when that is."""

    number: int
    matters: int
    words: Callable[[str], str]
    happened: Callable[[Sequence[PatiencePosition]], bool]  # somewhere along another line?

    @property
    def urgency(self) -> tuple[int, int]:
        """What matters most for its distance comes last."""
        return self.matters - self.number, -self.number


def _when(number: int) -> str:
    """``after the next move``, ``in three moves``, ``in 14 moves``: after so many moves of a line that one is
    to make."""
    if number == 2:
        return "after the next move"
    return f"in {_NUMBERS[number - 2] if number - 2 < len(_NUMBERS) else number} moves"


def purpose(game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]) -> Purpose | None:
    """What the first move of a line is for; None where nothing soon to come hangs on it."""
    ahead = moves[:_AHEAD]
    places = [position]
    for move in ahead:
        places.append(game.play(places[-1], move))
    without = _without_first(game, places, ahead)
    needed = [event for event in _events(game, places, ahead) if not event.happened(without[: event.number])]
    if not needed:
        return None
    event = max(needed, key=lambda event: event.urgency)
    return Purpose(event.number, event.words(_when(event.number)))


def _without_first(
    game: PatienceGame, places: Sequence[PatiencePosition], moves: Sequence[PatienceMove]
) -> list[PatiencePosition]:
    """The positions on the same line without its first move, and without what cannot be made then."""
    here = places[0]
    out = [here]
    for before, move in zip(places[1:], moves[1:], strict=False):
        card, goal = moved_cards(before, move)[0], _goal(before, move)
        for legal in game.legal_moves(here):
            if moved_cards(here, legal)[0] == card and _goal(here, legal) == goal:
                here = game.play(here, legal)
                break
        out.append(here)
    return out


def _goal(position: PatiencePosition, move: PatienceMove) -> str:
    """Where a move takes its cards, whatever piles there are for it."""
    if move.to_pile >= FIRST_HOME:
        return "home"
    if move.to_pile >= FIRST_CELL:
        return "cell"
    column = position.columns[move.to_pile]
    return str(Card.from_index(column[-1])) if column else "empty"


def _events(
    game: PatienceGame, places: Sequence[PatiencePosition], moves: Sequence[PatienceMove]
) -> Iterator[_Event]:
    """What happens after the first move that may be its purpose."""
    longest, carried = _LEAST_RUN - 1, moved_cards(places[0], moves[0])
    for number, move in enumerate(moves[1:], start=2):
        before, after = places[number - 1], places[number]
        yield from _run_leaves(game, number, before, after)
        emptied = _emptied(game, number, places)
        card = moved_cards(before, move)[0]
        if move.to_pile >= FIRST_HOME and move.from_pile < FIRST_HOME and card not in carried:
            yield _card_home(number, places, card, emptied)
        else:
            yield from (_column_emptied(number, i) for i in emptied)
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
) -> Iterator[_Event]:
    if game.rules["leave"] != "runs":
        return
    for suit in Suit:
        if after.home[suit] > before.home[suit]:
            yield _run_of(number, suit)


def _run_of(number: int, suit: Suit) -> _Event:
    return _Event(
        number,
        _RUN_LEAVES,
        lambda when: f"the run of {suit.name.lower()} is complete {when}",
        lambda line: any(place.home[suit] for place in line),
    )


def _emptied(game: PatienceGame, number: int, places: Sequence[PatiencePosition]) -> list[int]:
    """The columns that this move of the line is the first to empty, where an empty column is of use."""
    if game.rules["empty_column"] == "none":
        return []
    return [
        i
        for i, column in enumerate(places[number].columns)
        if not column and all(place.columns[i] for place in places[:number])
    ]


def _column_emptied(number: int, column: int) -> _Event:
    return _Event(
        number,
        _COLUMN_EMPTIED,
        lambda when: f"{pile_name(column)} is empty {when}",
        lambda line: any(not place.columns[column] for place in line),
    )


def _card_home(number: int, places: Sequence[PatiencePosition], card: Card, emptied: Sequence[int]) -> _Event:
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

    return _Event(number, max(matters, _COLUMN_EMPTIED) + 1 if emptied else matters, words, happened)


def _run(game: PatienceGame, position: PatiencePosition, pile: int) -> list[Card]:
    """The cards at the end of a column that move together, deepest first."""
    way, base = str(game.rules["group_lift"]), Rank(position.base)
    cards = [Card.from_index(index) for index in position.columns[pile]]
    count = 1
    while count < len(cards) and goes_on(cards[-count], cards[-count - 1], way, base):
        count += 1
    return cards[-count:]


def _run_built(number: int, run: Sequence[Card], pile: int) -> _Event:
    indices = tuple(card.index for card in run)

    def lies(place: PatiencePosition) -> bool:
        return any(tuple(column[-len(indices) :]) == indices for column in place.columns)

    told = " ".join(map(str, run)) if len(run) <= _LEAST_RUN + 1 else f"{run[0]} to {run[-1]}"
    return _Event(
        number,
        _RUN_BUILT + len(run),
        lambda when: f"{told} lie in order in {pile_name(pile)} {when}",
        lambda line: any(map(lies, line)),
    )


def _free_cells(position: PatiencePosition) -> int:
    return position.cells.count(UNKNOWN_INDEX)


def _cell_freed(number: int, after: PatiencePosition) -> _Event:
    free = _free_cells(after)
    return _Event(
        number,
        _CELL_FREED,
        lambda when: f"one more cell is free {when}",
        lambda line: any(_free_cells(place) >= free for place in line),
    )
