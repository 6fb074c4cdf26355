"""Positions and moves of Spider and its kin, and what is legal in them.

Sources: the rules in docs/formats.md; Spiderette, Will o' the Wisp, Mrs. Mop and Scorpion as books and
PySolFC have them. Cards are numbers as in ``cards``; the second copy of a card is the same number again.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .cards import SUITS, rank, suit
from .rules import Fills, Follows, any_suit, anything, same_suit

UNKNOWN = -1  # a card that nobody has seen yet
DEAL = (48, 48, 1)  # the move that deals a row; others are (from column, to column, cards)
OFF = 32  # and where complete runs may stay, (from column, OFF + suit, 13) takes one off

Column = tuple[int, ...]
Move = tuple[int, int, int]


class Rules(NamedTuple):
    """What tells one game of the kin from another."""

    name: str
    suits: str  # letters of the suits in the pack
    copies: int  # of each card
    dealt: tuple[int, ...]  # cards in each column at the start
    down: tuple[int, ...]  # how many of them lie face down
    builds: Follows = any_suit  # a group onto a column, by its deepest card
    fills: Fills = anything
    heaps: bool = False  # any face-up card moves with all that lies on it; else only one run in suit moves
    deal_over_empty: bool = False  # a row may be dealt while a column is empty
    runs_stay: bool = False  # until a move takes them off; else complete runs leave by themselves


class Position(NamedTuple):
    """Columns deepest card first; how many cards of each lie face down; the stock, next dealt first; complete
    runs that have left, by suit C D H S. A hidden card may be UNKNOWN: then this is what a player sees."""

    columns: tuple[Column, ...]
    down: tuple[int, ...]
    stock: Column = ()
    runs: tuple[int, ...] = (0, 0, 0, 0)


def pack(rules: Rules) -> list[int]:
    """All cards of the game, each as often as it is there."""
    return [4 * r + SUITS.index(s) for r in range(13) for s in rules.suits for _ in range(rules.copies)]


def layout(rules: Rules, deck: list[int]) -> Position:
    """The cards in the order dealt: face-down rows, columns that are full left out, and then a row face up;
    what is left is the stock. (Where nothing lies face down, rows up to the last one too.)"""
    assert sorted(deck) == sorted(pack(rules))
    left = list(deck)
    columns: list[Column] = [()] * len(rules.dealt)
    for _ in range(max(rules.dealt)):
        for i, full in enumerate(rules.dealt):
            if len(columns[i]) < full - 1:
                columns[i] += (left.pop(0),)
    for i in range(len(columns)):
        columns[i] += (left.pop(0),)
    return Position(tuple(columns), rules.down, tuple(left))


def is_won(rules: Rules, position: Position) -> bool:
    """Every suit has left, as often as it is in the pack."""
    return all(position.runs[SUITS.index(s)] == rules.copies for s in rules.suits)


def liftable(rules: Rules, column: Column, down: int) -> int:
    """How many cards at the end of the column may be lifted together, at most; fewer may always be."""
    face_up = len(column) - down
    if rules.heaps or face_up <= 1:
        return face_up
    length = 1
    while length < face_up and same_suit(column[-length], column[-length - 1]):
        length += 1
    return length


def may_deal(rules: Rules, position: Position) -> bool:
    return bool(position.stock) and (rules.deal_over_empty or all(position.columns))


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """Every legal move, sorted; each empty column by name, the row deal last."""
    return [*_column_moves(rules, position), *([DEAL] if may_deal(rules, position) else [])]


def _column_moves(rules: Rules, position: Position) -> Iterator[Move]:
    for source, (column, down) in enumerate(zip(position.columns, position.down, strict=True)):
        most = liftable(rules, column, down)
        for target, onto in enumerate(position.columns):
            for count in range(1, most + 1):
                deepest = column[-count]
                fits = rules.builds(deepest, onto[-1]) if onto else rules.fills(deepest, 0)
                if fits and target != source:
                    yield source, target, count
        if rules.runs_stay and is_complete(column[down:][-13:]):
            yield source, OFF + suit(column[-1]), 13


def play(rules: Rules, position: Position, move: Move) -> Position:
    """The position after a legal move; the cards that it brings to light must be known."""
    assert move in legal_moves(rules, position), f"illegal {move} in {position}"
    return settle(rules, put(position, move))


def put(position: Position, move: Move) -> Position:
    """The cards where the move puts them; complete runs stay, and nothing is turned yet."""
    columns = list(position.columns)
    if move == DEAL:
        for i, dealt in enumerate(position.stock[: len(columns)]):
            columns[i] += (dealt,)
        return position._replace(columns=tuple(columns), stock=position.stock[len(columns) :])
    source, target, count = move
    runs = list(position.runs)
    if target >= OFF:
        runs[target - OFF] += 1
    else:
        columns[target] += columns[source][-count:]
    columns[source] = columns[source][:-count]
    return position._replace(columns=tuple(columns), runs=tuple(runs))


def settle(rules: Rules, position: Position) -> Position:
    """What happens by itself: complete runs leave, unless a move takes them off, and cards at the end of a
    column are turned."""
    while (settled := settle_once(rules, position)) != position:
        position = settled
    return position


def settle_once(rules: Rules, position: Position) -> Position:
    """Complete runs at the end of columns leave; then each column that ends face down has its end turned."""
    columns, down, runs = list(position.columns), list(position.down), list(position.runs)
    for i, column in enumerate(columns):
        if not rules.runs_stay and is_complete(column[down[i] :][-13:]):
            runs[suit(column[-1])] += 1
            columns[i] = column[:-13]
        if columns[i] and down[i] == len(columns[i]):
            down[i] -= 1
    return Position(tuple(columns), tuple(down), position.stock, tuple(runs))


def is_complete(cards: Column) -> bool:
    """King to ace in one suit?"""
    return len(cards) == 13 and rank(cards[-1]) == 0 and all(same_suit(b, a) for a, b in pairwise(cards))


def canonical(position: Position) -> Position:
    """Equal for positions that are equal to a player: without a stock, columns have no order."""
    if position.stock:
        return position
    order = sorted(zip(position.columns, position.down, strict=True))
    return position._replace(columns=tuple(c for c, _ in order), down=tuple(d for _, d in order))


# --- what is seen ----------------------------------------------------------------------------------------


def observe(position: Position) -> Position:
    """The position with every hidden card UNKNOWN."""
    columns = [
        (UNKNOWN,) * down + column[down:]
        for column, down in zip(position.columns, position.down, strict=True)
    ]
    return position._replace(columns=tuple(columns), stock=(UNKNOWN,) * len(position.stock))


def unseen(rules: Rules, position: Position) -> Counter[int]:
    """The cards of the pack that have not left and are not known: one for each UNKNOWN."""
    left = Counter(pack(rules))
    left.subtract(4 * r + s for s in range(4) for r in range(13) for _ in range(position.runs[s]))
    left.subtract(card for column in position.columns for card in column if card != UNKNOWN)
    left.subtract(card for card in position.stock if card != UNKNOWN)
    return +left


def faults(rules: Rules, position: Position) -> list[str]:
    """What keeps this from being a position of the game with every card known."""
    found = []
    if not len(position.columns) == len(position.down) == len(rules.dealt):
        found.append("wrong number of columns")
    if any(d > max(0, len(c) - 1) for c, d in zip(position.columns, position.down, strict=True)):
        found.append("a column ends face down")
    cards = [card for column in position.columns for card in column] + list(position.stock)
    cards += [4 * r + s for s in range(4) for r in range(13) for _ in range(position.runs[s])]
    if sorted(cards) != sorted(pack(rules)):
        found.append("not each card as often as the pack has it")
    if settle(rules, position) != position:
        found.append("a complete run stands, or a card waits to be turned")
    if not rules.heaps and not rules.runs_stay and any(map(covers_a_run, position.columns, position.down)):
        found.append("cards lie on a complete run, which should have left before they came")
    return found


def covers_a_run(column: Column, down: int) -> bool:
    return any(is_complete(column[i : i + 13]) for i in range(down, len(column) - 13))


# --- text --------------------------------------------------------------------------------------------------


def format_move(rules: Rules, position: Position, move: Move) -> str:
    """``deal``, ``3h`` for a run that is taken off, ``37``, or ``37v2`` where
    more cards could go the same way: a hexadecimal digit up to a run's thirteen, and decimal beyond."""
    if move == DEAL:
        return "deal"
    source, target, count = move
    if target >= OFF:
        return "1234567890xyz"[source] + "h"
    text = "1234567890xyz"[source] + "1234567890xyz"[target]
    longest = max(m[2] for m in _column_moves(rules, position) if m[:2] == (source, target))
    return text if count == longest else f"{text}v{count:x}" if count <= 13 else f"{text}v{count}"
