"""A card game that the package does not know, which shows that a new game needs nothing of the page.

A kin of Golf. Twelve cards, ace to six of two suits: three columns of three, one on the waste, two in the
stock. A column's last card goes onto the waste if its rank is next to that of the card there, either way; the
stock is turned card by card. Won when the columns are empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from winnable.cards import parse_card
from winnable.errors import InputError
from winnable.families.python import PythonGame, python_family
from winnable.family import Family, Spec
from winnable.game import IllegalMove, Outcome
from winnable.scene import Count, Pile, Scene, TableMove

DECK = [f"{rank}{suit}" for suit in "HS" for rank in "A23456"]
RANKS = "A23456"

# A position: three columns, the waste and the stock, all cards as text.
Table = tuple[tuple[str, ...], ...]
TURN = "turn"


class SmallGolf(PythonGame[Table, str]):
    """The rules. A move is a column's number as text, or ``turn``."""

    def start(self, number: int) -> Table:
        deck = list(DECK)
        Random(number).shuffle(deck)
        return (*(tuple(deck[i : i + 3]) for i in (0, 3, 6)), (deck[9],), tuple(deck[10:]))

    def legal_moves(self, position: Table) -> list[str]:
        columns = [str(i + 1) for i in range(3) if _fits(position, i)]
        return columns + ([TURN] if position[4] else [])

    def play(self, position: Table, move: str) -> Table:
        if move not in self.legal_moves(position):
            raise IllegalMove(f"{move}: not next to the card on the waste")
        piles = [list(pile) for pile in position]
        source = 4 if move == TURN else int(move) - 1
        piles[3].append(piles[source].pop())
        return tuple(tuple(pile) for pile in piles)

    def outcome(self, position: Table) -> Outcome:
        if not any(position[:3]):
            return Outcome.WON
        return Outcome.OPEN if self.legal_moves(position) else Outcome.STUCK

    def key(self, position: Table) -> int:
        """What is left follows from how much of each pile is left, and from the card on the waste."""
        key = DECK.index(position[3][-1])
        for pile in (*position[:3], position[4]):
            key = 4 * key + len(pile)
        return key

    def move_text(self, move: str) -> str:
        return move

    def parse_move(self, text: str) -> str:
        if not re.fullmatch(f"[123]|{TURN}", text):
            raise ValueError(f"{text!r} is not a move: expected 1, 2, 3 or {TURN}")
        return text


def _fits(position: Table, column: int) -> bool:
    if not position[column]:
        return False
    ranks = [RANKS.index(pile[-1][0]) for pile in (position[column], position[3])]
    return abs(ranks[0] - ranks[1]) == 1


def board(position: Table) -> str:
    """Five lines, a pile each."""
    return "".join(f"pile {' '.join(pile)}".rstrip() + "\n" for pile in position)


def parse_board(rows: Sequence[str], source: str | None, first: int) -> Table:
    """The position that five lines show."""
    piles = tuple(tuple(row.split()[1:]) for row in rows)
    if sorted(card for pile in piles for card in pile) != sorted(DECK):
        raise InputError("not the twelve cards", expected="each once", source=source, line=first)
    return piles


def scene(game: SmallGolf, position: Table) -> Scene:
    """What is on the table."""
    cards = [tuple(map(parse_card, pile)) for pile in position]
    piles = [
        Pile(f"column {i + 1}", "tableau", i, 1.3, cards[i], fan="down", label=str(i + 1)) for i in range(3)
    ]
    piles.append(Pile("waste", "waste", 1, 0, cards[3]))
    piles.append(Pile("stock", "stock", 0, 0, cards[4], down=len(cards[4])))
    moves = [TableMove(move, f"column {move}", len(position[int(move) - 1]) - 1, "waste") for move in
             game.legal_moves(position) if move != TURN]  # fmt: skip
    if position[4]:
        moves.append(TableMove(TURN, "stock", len(position[4]) - 1))
    return Scene(
        game.spelled,
        game.info.title,
        tuple(piles),
        moves=tuple(moves),
        counts=(Count("stock", len(cards[4])),),
    )


def make(spec: Spec, options: Mapping[str, str]) -> SmallGolf:
    """The game of a spec."""
    return SmallGolf(spec, options)


FAMILY: Family[SmallGolf, Table, str] = python_family(
    name="small_golf",
    games=[Spec("small_golf", "Small Golf", "cards go onto the waste one rank up or down")],
    make=make,
    describe=lambda game, position, move: (
        "a card is turned" if move == TURN else f"{position[int(move) - 1][-1]} goes onto the waste"
    ),
    board=board,
    looks_like_board=lambda line: line.startswith("pile "),
    parse_board=parse_board,
    rows=5,
    scene=scene,
    example="1 turn 2",
    algorithm="depth_first",
)
SmallGolf.family = FAMILY
