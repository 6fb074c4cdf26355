"""Each game of the family: its rules, and how a deck (in the order dealt) is laid out.

Sources: docs/formats.md (columns, cells, building, empty columns, group moves); the layouts of Baker's
Dozen, Citadel, Eight Off, ForeCell, Seahaven Towers and Simple Simon as PySolFC and fc-solve's board maker
deal them; Penguin as David Parlett describes it (the first card dealt is the beak). Castle games move one
card at a time; a group move there is short for single moves through empty columns, as in FreeCell.
"""

from collections.abc import Callable, Iterable

from .cards import rank, suit
from .rules import (
    Position,
    Rules,
    alternate,
    any_suit,
    anything,
    kings,
    nothing,
    round_the_corner,
    same_suit,
)


def round_robin(cards: Iterable[int], columns: int) -> tuple[tuple[int, ...], ...]:
    dealt: list[list[int]] = [[] for _ in range(columns)]
    for k, card in enumerate(cards):
        dealt[k % columns].append(card)
    return tuple(tuple(column) for column in dealt)


def plain(rules: Rules, deck: list[int]) -> Position:
    """The whole deck row by row, left to right."""
    return Position(round_robin(deck, rules.columns), (None,) * rules.cells)


def last_cards_in_cells(rules: Rules, deck: list[int], cells: tuple[int, ...]) -> Position:
    """The last cards, one to each of the numbered cells; the others row by row."""
    first = len(deck) - len(cells)
    held: list[int | None] = [None] * rules.cells
    for cell, card in zip(cells, deck[first:], strict=True):
        held[cell] = card
    return Position(round_robin(deck[:first], rules.columns), tuple(held))


def forecell(rules: Rules, deck: list[int]) -> Position:
    return last_cards_in_cells(rules, deck, (0, 1, 2, 3))


def eight_off(rules: Rules, deck: list[int]) -> Position:
    return last_cards_in_cells(rules, deck, (0, 2, 4, 6))


def seahaven(rules: Rules, deck: list[int]) -> Position:
    return last_cards_in_cells(rules, deck, (1, 2))


def penguin(rules: Rules, deck: list[int]) -> Position:
    """The first card is the beak; the three others of its rank start the foundations."""
    base = rank(deck[0])
    beak, rest = deck[0], [card for card in deck if rank(card) != base]
    home = tuple(0 if s == suit(beak) else 1 for s in range(4))
    return Position(round_robin([beak, *rest], rules.columns), (None,) * rules.cells, home, base)


def aces_out(rules: Rules, deck: list[int]) -> Position:
    rest = [card for card in deck if rank(card) != 0]
    return Position(round_robin(rest, rules.columns), (), (1, 1, 1, 1))


def citadel(rules: Rules, deck: list[int]) -> Position:
    """Aces out; a card that fits a foundation as it is dealt goes there, its column gets none this round."""
    home = [1, 1, 1, 1]
    columns: list[tuple[int, ...]] = [()] * rules.columns
    for k, card in enumerate(c for c in deck if rank(c) != 0):
        if rank(card) == home[suit(card)]:
            home[suit(card)] += 1
        else:
            columns[k % rules.columns] += (card,)
    return Position(tuple(columns), (), tuple(home))


def bakers_dozen(rules: Rules, deck: list[int]) -> Position:
    """Four rows from the deck's other end; each king changes places with its column's deepest other card."""
    columns = []
    for dealt in round_robin(reversed(deck), rules.columns):
        column = list(dealt)
        for depth, card in enumerate(dealt):
            others = [d for d in range(depth) if rank(column[d]) != 12]
            if rank(card) == 12 and others:
                column[depth], column[others[0]] = column[others[0]], column[depth]
        columns.append(tuple(column))
    return Position(tuple(columns), ())


def simple_simon(rules: Rules, deck: list[int]) -> Position:
    """Rows of 9, 8, 7, 6, 5, 4, 3 and a last row of 10, each from the left."""
    columns: list[tuple[int, ...]] = [()] * rules.columns
    left = list(deck)
    for width in (9, 8, 7, 6, 5, 4, 3, 10):
        for column in range(width):
            columns[column] += (left.pop(0),)
    return Position(tuple(columns), ())


def freecell(cells: int = 4, columns: int = 8) -> Rules:
    return Rules("freecell", columns, cells, alternate, alternate, anything, "limited", plain)


def _castle(name: str, layout: Callable[[Rules, list[int]], Position]) -> Rules:
    return Rules(name, 8, 0, any_suit, any_suit, anything, "limited", layout)


GAMES: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        freecell(),
        Rules("relaxed", 8, 4, alternate, alternate, anything, "unlimited", plain),
        Rules("forecell", 8, 4, alternate, alternate, kings, "limited", forecell),
        Rules("bakers_game", 8, 4, same_suit, same_suit, anything, "limited", plain),
        Rules("ko_bakers", 8, 4, same_suit, same_suit, kings, "limited", plain),
        Rules("eight_off", 8, 8, same_suit, same_suit, kings, "limited", eight_off),
        Rules("seahaven", 10, 4, same_suit, same_suit, kings, "limited", seahaven),
        Rules("penguin", 7, 7, round_the_corner, round_the_corner, kings, "unlimited", penguin),
        _castle("beleaguered_castle", aces_out),
        _castle("streets_and_alleys", plain),
        _castle("citadel", citadel),
        Rules("bakers_dozen", 13, 0, any_suit, any_suit, nothing, "one", bakers_dozen),
        Rules(
            "simple_simon", 10, 0, any_suit, same_suit, anything, "unlimited", simple_simon, suits_leave=True
        ),
    )
}


def variant(name: str, **changes: object) -> Rules:
    """A game of ``GAMES`` with some of its rules changed, for instance ``variant("freecell", cells=2)``."""
    return GAMES[name]._replace(**changes)  # type: ignore[arg-type]
