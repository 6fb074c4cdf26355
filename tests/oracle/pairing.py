"""Pairing games (Pyramid and its kin): positions, what is legal in them, what a move does, the score.

From the written rules (docs/rules/pyramid.md): cards leave in pairs that make thirteen, kings alone; a card
of the tableau is free when no card lies on it; ``draw`` turns cards of the stock over to the waste and
``recycle`` makes the waste, its order kept, the stock again.

A position is rows of cards, None where one has left, and lists of cards; a move is its text.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from .cards import name, rank

KING = 12
ROW_POINTS = (25, 50, 75, 100, 150, 250, 500)  # for clearing a row, from the bottom to the apex
PAIR_POINTS = 5
PAR = {1: 50, 2: 35, 3: 20}  # for clearing the tableau in this pass

Row = tuple[int | None, ...]
Pile = tuple[int, ...]


class Rules(NamedTuple):
    """What tells one pairing game from another; the defaults are Microsoft's."""

    name: str
    rows: int = 7
    upside_down: bool = False  # the first row dealt is the longest
    face_down: int = 0  # rows, the first dealt first: hidden from the player, the same to the rules
    columns: int = 0  # open columns that hold the rest of the deck; none: it is the stock
    passes: int | None = 3  # None: as many as one likes
    draw: int = 1
    dealt_to_waste: int = 0
    stock_top: str = "pairs"  # with any card; "apart": with any but the waste's top; "no": not in play
    slips_out: bool = False  # a card may leave with the one that alone lies on it
    all_cards: bool = False  # the tableau is not enough
    scoring: str = "none"
    plays_on: bool = False  # cards may leave after the win; else the game is over


class Position(NamedTuple):
    """Rows in the order dealt; columns deepest card first; waste and stock first drawn first."""

    rows: tuple[Row, ...]
    columns: tuple[Pile, ...] = ()
    waste: Pile = ()
    stock: Pile = ()
    pass_number: int = 1


def row_lengths(rules: Rules) -> list[int]:
    lengths = list(range(1, rules.rows + 1))
    return lengths[::-1] if rules.upside_down else lengths


def layout(rules: Rules, deck: list[int]) -> Position:
    """The rows as they are dealt; the rest is the stock, or is dealt to the columns in turn, row by row."""
    rest = list(deck)
    rows = tuple(tuple(rest.pop(0) for _ in range(length)) for length in row_lengths(rules))
    if rules.columns:
        return Position(rows, tuple(tuple(rest[i :: rules.columns]) for i in range(rules.columns)))
    return Position(rows, (), tuple(rest[: rules.dealt_to_waste]), tuple(rest[rules.dealt_to_waste :]))


def lying_on(rules: Rules, position: Position, row: int, place: int) -> list[int]:
    """The cards that lie directly on this place of the tableau."""
    if row + 1 == len(position.rows):
        return []
    over = position.rows[row + 1]
    places = (place - 1, place) if rules.upside_down else (place, place + 1)
    return [card for i in places if 0 <= i < len(over) and (card := over[i]) is not None]


def tableau_cards(position: Position) -> list[int]:
    return [card for row in position.rows for card in row if card is not None]


def cards_in_play(position: Position) -> list[int]:
    columns = [card for column in position.columns for card in column]
    return [*tableau_cards(position), *columns, *position.waste, *position.stock]


def covered(rules: Rules, position: Position) -> Iterator[tuple[int, list[int]]]:
    """Every card of tableau and columns with the cards that lie directly on it."""
    for r, row in enumerate(position.rows):
        for place, card in enumerate(row):
            if card is not None:
                yield card, lying_on(rules, position, r, place)
    for column in position.columns:
        for depth, card in enumerate(column):
            yield card, list(column[depth + 1 : depth + 2])


def free_cards(rules: Rules, position: Position) -> list[int]:
    """The cards that may leave, given a partner: no card on them, or the tops of waste and stock."""
    free = [card for card, over in covered(rules, position) if not over]
    free += position.waste[-1:]
    if rules.stock_top != "no":
        free += position.stock[:1]
    return free


def pairs(rules: Rules, position: Position) -> set[tuple[int, int]]:
    """The two cards of every pair that may leave now, lower number first."""
    free = free_cards(rules, position)
    together = list(combinations(free, 2))
    if rules.stock_top == "apart" and position.waste and position.stock:
        together.remove((position.waste[-1], position.stock[0]))
    if rules.slips_out:
        together += [
            (card, over[0]) for card, over in covered(rules, position) if len(over) == 1 and over[0] in free
        ]
    return {(min(a, b), max(a, b)) for a, b in together if rank(a) + 1 + rank(b) + 1 == 13}


def legal_moves(rules: Rules, position: Position) -> list[str]:
    """Pairs by their lower cards, kings, then the draw or the recycle; nothing when the game is over."""
    if is_won(rules, position) and not rules.plays_on:
        return []
    moves = [f"{name(b)}+{name(a)}" for a, b in sorted(pairs(rules, position))]
    moves += [name(card) for card in sorted(free_cards(rules, position)) if rank(card) == KING]
    if position.stock:
        moves.append("draw")
    elif position.waste and (rules.passes is None or position.pass_number < rules.passes):
        moves.append("recycle")
    return moves


def play(rules: Rules, position: Position, move: str) -> Position:
    assert move in legal_moves(rules, position), f"illegal {move}"
    return play_unchecked(rules, position, move)


def play_unchecked(rules: Rules, position: Position, move: str) -> Position:
    rows, columns, waste, stock, pass_number = position
    if move == "draw":
        return Position(rows, columns, waste + stock[: rules.draw], stock[rules.draw :], pass_number)
    if move == "recycle":
        return Position(rows, columns, (), waste, pass_number + (rules.passes is not None))
    gone = move.split("+")

    def without(pile: Pile) -> Pile:
        return tuple(card for card in pile if name(card) not in gone)

    return Position(
        tuple(tuple(None if c is None or name(c) in gone else c for c in row) for row in rows),
        tuple(map(without, columns)),
        without(waste),
        without(stock),
        pass_number,
    )


def is_won(rules: Rules, position: Position) -> bool:
    return not (cards_in_play(position) if rules.all_cards else tableau_cards(position))


def outcome(rules: Rules, position: Position) -> str:
    if is_won(rules, position):
        return "won"
    return "open" if legal_moves(rules, position) else "stuck"


def removals(position: Position) -> int:
    """Pairs and kings that have left, of a whole deck."""
    left = cards_in_play(position)
    kings_left = [card for card in left if rank(card) == KING]
    return (4 - len(kings_left)) + (48 - (len(left) - len(kings_left))) // 2


def score(rules: Rules, position: Position) -> int:
    if rules.scoring == "microsoft":
        from_bottom = reversed(position.rows)
        cleared = sum(p for p, row in zip(ROW_POINTS, from_bottom, strict=True) if row == (None,) * len(row))
        return PAIR_POINTS * removals(position) + cleared
    if rules.scoring == "par":
        bonus = 0 if tableau_cards(position) else PAR[position.pass_number]
        return bonus - len(cards_in_play(position))
    return 0


def gone_of_rank(position: Position, wanted: int) -> int:
    """How many cards of a rank have left."""
    return 4 - sum(rank(card) == wanted for card in cards_in_play(position))
