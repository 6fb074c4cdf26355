"""Positions and moves of one-deck, face-up, pile-building games, and what is legal in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from .cards import is_red, rank, suit

FIRST_CELL = 16
FIRST_FOUNDATION = 32


class Position(NamedTuple):
    """Columns deepest card first; cells, None if empty; cards home by suit C D H S; foundations' base."""

    columns: tuple[tuple[int, ...], ...]
    cells: tuple[int | None, ...]
    home: tuple[int, ...] = (0, 0, 0, 0)
    base: int = 0


@dataclass(frozen=True, order=True, slots=True)
class Move:
    """Piles: 0.. columns, 16.. cells, 32 + suit foundations; ``count`` cards travel together."""

    from_pile: int
    to_pile: int
    count: int


Follows = Callable[[int, int], bool]  # may this card lie on that one?
Fills = Callable[[int, int], bool]  # may this card fill an empty column, given the foundations' base?


class Rules(NamedTuple):
    """What tells one game of the family from another."""

    name: str
    columns: int
    cells: int
    builds: Follows  # onto a column
    travels: Follows  # two neighbours of a column that may be lifted together
    fills: Fills
    groups: str  # "one", "limited" (by empty cells and columns) or "unlimited"
    layout: Callable[["Rules", list[int]], Position]
    suits_leave: bool = False  # foundations take whole suits only, at once, from the end of a column
    takes_back: bool = False  # cards may come back off the foundations
    drops: Follows | None = None  # where a group of two or more lands, if not where a single card does


def alternate(card: int, on: int) -> bool:
    """One lower and of the other colour."""
    return rank(card) + 1 == rank(on) and is_red(card) != is_red(on)


def same_suit(card: int, on: int) -> bool:
    """One lower in the same suit."""
    return rank(card) + 1 == rank(on) and suit(card) == suit(on)


def round_the_corner(card: int, on: int) -> bool:
    """One lower in the same suit, a king being one lower than an ace."""
    return (rank(card) + 1) % 13 == rank(on) and suit(card) == suit(on)


def same_colour(card: int, on: int) -> bool:
    """One lower in the same colour."""
    return rank(card) + 1 == rank(on) and is_red(card) == is_red(on)


def never(card: int, on: int) -> bool:
    """Nothing is built."""
    return False


def any_suit(card: int, on: int) -> bool:
    """One lower, suits and colours ignored."""
    return rank(card) + 1 == rank(on)


def anything(card: int, base: int) -> bool:
    return True


def nothing(card: int, base: int) -> bool:
    return False


def kings(card: int, base: int) -> bool:
    """The last card of a foundation: a king, or the card below the foundations' base."""
    return rank(card) == (base - 1) % 13


def is_home_next(position: Position, card: int) -> bool:
    """The foundation of the card's suit waits for exactly this card."""
    laid = position.home[suit(card)]
    return laid < 13 and rank(card) == (position.base + laid) % 13


def is_won(position: Position) -> bool:
    return position.home == (13, 13, 13, 13)


def group_limit(rules: Rules, position: Position, to_empty: bool) -> int:
    """How many cards a limited group move may take: see ``supermove`` for the proof by search.

    An empty column helps only if it takes any card, and never when it is itself the target.
    """
    free_cells = position.cells.count(None)
    if rules.fills is not anything:
        return free_cells + 1
    free_columns = position.columns.count(()) - (1 if to_empty else 0)
    return (free_cells + 1) * 2**free_columns


def run_length(rules: Rules, position: Position, column: tuple[int, ...]) -> int:
    """How many cards at the end of the column would travel together."""
    length = min(1, len(column))
    while (
        length < len(column)
        and rank(column[-length - 1]) != position.base
        and rules.travels(column[-length], column[-length - 1])
    ):
        length += 1
    return length


def may_land(rules: Rules, position: Position, card: int, column: tuple[int, ...], count: int = 1) -> bool:
    """Whether a group of ``count`` cards from ``card`` down fits the column.

    Nothing is built on a foundation's first card: an ace, or in Penguin the beak.
    """
    if not column:
        return rules.fills(card, position.base)
    follows = rules.drops if rules.drops is not None and count > 1 else rules.builds
    return rank(column[-1]) != position.base and follows(card, column[-1])


def may_group(rules: Rules, position: Position, count: int, to_empty: bool) -> bool:
    if count == 1 or rules.groups == "unlimited":
        return True
    return rules.groups == "limited" and count <= group_limit(rules, position, to_empty)


def _column_moves(rules: Rules, position: Position) -> Iterator[Move]:
    for source, column in enumerate(position.columns):
        for count in range(1, run_length(rules, position, column) + 1):
            for target, onto in enumerate(position.columns):
                if (
                    target != source
                    and may_land(rules, position, column[-count], onto, count)
                    and may_group(rules, position, count, not onto)
                ):
                    yield Move(source, target, count)


def _single_moves(rules: Rules, position: Position) -> Iterator[Move]:
    """Into and out of cells and foundations."""
    tops = [(pile, column[-1]) for pile, column in enumerate(position.columns) if column]
    held = [(FIRST_CELL + cell, card) for cell, card in enumerate(position.cells) if card is not None]
    home = []
    if rules.takes_back:
        last = [(position.base + laid - 1) % 13 for laid in position.home]
        home = [(FIRST_FOUNDATION + s, 4 * last[s] + s) for s in range(4) if position.home[s] > 0]
    for pile, _ in tops + home:
        for cell, there in enumerate(position.cells):
            if there is None:
                yield Move(pile, FIRST_CELL + cell, 1)
    for pile, top in held + home:
        for target, onto in enumerate(position.columns):
            if may_land(rules, position, top, onto):
                yield Move(pile, target, 1)
    for pile, top in tops + held:
        if not rules.suits_leave and is_home_next(position, top):
            yield Move(pile, FIRST_FOUNDATION + suit(top), 1)


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """Every legal move, each empty cell and column by name, sorted."""
    return sorted([*_column_moves(rules, position), *_single_moves(rules, position)])


def outcome(rules: Rules, position: Position) -> str:
    if is_won(position):
        return "won"
    return "open" if legal_moves(rules, position) else "stuck"


def _lift(position: Position, move: Move) -> tuple[Position, tuple[int, ...]]:
    """The position without the moving cards, and those cards, deepest first."""
    columns, cells, home = list(position.columns), list(position.cells), list(position.home)
    if move.from_pile >= FIRST_FOUNDATION:
        s = move.from_pile - FIRST_FOUNDATION
        home[s] -= 1
        group: tuple[int, ...] = (4 * ((position.base + home[s]) % 13) + s,)
    elif move.from_pile >= FIRST_CELL:
        held = cells[move.from_pile - FIRST_CELL]
        assert held is not None
        group = (held,)
        cells[move.from_pile - FIRST_CELL] = None
    else:
        column = columns[move.from_pile]
        group = column[-move.count :]
        columns[move.from_pile] = column[: -move.count]
    return Position(tuple(columns), tuple(cells), tuple(home), position.base), group


def let_suits_leave(columns: list[tuple[int, ...]], home: list[int]) -> None:
    """A complete suit, king to ace, at the end of a column goes home."""
    for pile, column in enumerate(columns):
        run = column[-13:]
        if len(run) == 13 and all(same_suit(lower, upper) for upper, lower in pairwise(run)):
            columns[pile] = column[:-13]
            home[suit(run[0])] = 13


def play(rules: Rules, position: Position, move: Move) -> Position:
    """The position after a legal move."""
    assert move in legal_moves(rules, position), f"illegal {move} in {position}"
    return play_unchecked(rules, position, move)


def play_unchecked(rules: Rules, position: Position, move: Move) -> Position:
    lifted, group = _lift(position, move)
    columns, cells, home = list(lifted.columns), list(lifted.cells), list(lifted.home)
    if move.to_pile >= FIRST_FOUNDATION:
        home[move.to_pile - FIRST_FOUNDATION] += 1
    elif move.to_pile >= FIRST_CELL:
        cells[move.to_pile - FIRST_CELL] = group[0]
    else:
        columns[move.to_pile] += group
    if rules.suits_leave:
        let_suits_leave(columns, home)
    return Position(tuple(columns), tuple(cells), tuple(home), position.base)


def canonical(position: Position) -> Position:
    """The same position with its columns and cells in a fixed order: equal if equal to a player."""
    cells = sorted(card for card in position.cells if card is not None)
    empty = [None] * (len(position.cells) - len(cells))
    return Position(tuple(sorted(position.columns)), (*cells, *empty), position.home, position.base)


def faults(rules: Rules, position: Position) -> list[str]:
    """What keeps this from being a position of the game: wrong piles, missing or doubled cards."""
    found = []
    if len(position.columns) != rules.columns or len(position.cells) != rules.cells:
        found.append("wrong number of columns or cells")
    if any(not 0 <= laid <= 13 for laid in position.home):
        found.append("a foundation holds 0 to 13 cards")
    if rules.suits_leave and any(laid not in (0, 13) for laid in position.home):
        found.append("a foundation holds a whole suit or nothing")
    seen = [card for column in position.columns for card in column]
    seen += [card for card in position.cells if card is not None]
    seen += [4 * ((position.base + i) % 13) + s for s, laid in enumerate(position.home) for i in range(laid)]
    if sorted(seen) != list(range(52)):
        found.append("not exactly one of each card")
    return found
