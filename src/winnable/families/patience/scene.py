"""The table of a pile-building game: cells and foundations above the columns, or foundations beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from winnable.cards import RANK_LETTERS, SUIT_LETTERS, UNKNOWN_INDEX, Card, Suit
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.words import FIRST_CELL, FIRST_HOME, pile_name
from winnable.scene import Pile, Scene, TableMove

__all__ = ["columns_of", "moves_of", "scene"]

_BESIDE = 0.25  # steps between the columns and foundations that stand beside them
_RANKS = 13


def scene(game: PatienceGame, position: PatiencePosition, *, open_cards: bool = False) -> Scene:
    """What lies on the table, every card face up, and the legal moves."""
    columns = [tuple(map(Card.from_index, column)) for column in position.columns]
    # A king, or what stands for it where the foundations start from another rank.
    last = RANK_LETTERS[(position.base - 1) % _RANKS]
    sign = last if game.rules["empty_column"] == "king" else ""
    piles = (
        *_cells(position),
        *_foundations(position),
        *columns_of(columns, [0] * len(columns), sign=sign),
    )
    moves = game.legal_moves(position)
    return Scene(
        game=game.spelled,
        title=game.info.title,
        piles=piles,
        moves=tuple(moves_of(moves, piles, lambda move: game.notation.format(position, move))),
    )


def _cells(position: PatiencePosition) -> Iterator[Pile]:
    for i, card in enumerate(position.cells):
        name = pile_name(FIRST_CELL + i)
        cards = () if card == UNKNOWN_INDEX else (Card.from_index(card),)
        yield Pile(name=name, role="cell", x=i, y=0, cards=cards, label=name.removeprefix("cell "))


def _foundations(position: PatiencePosition) -> Iterator[Pile]:
    """The foundations, each by its suit: right of the cells, or beside the columns where there is no room."""
    wide, cells, suits = len(position.columns), len(position.cells), len(Suit)
    above = cells + suits <= wide
    left = wide - suits if cells else (wide - suits) / 2
    for suit in Suit:
        yield Pile(
            name=_table_name(FIRST_HOME + suit),
            role="foundation",
            x=left + suit if above else max(wide, cells) + _BESIDE,
            y=0 if above else suit,
            cards=tuple(Card.of((position.base + i) % _RANKS, suit) for i in range(position.home[suit])),
            sign=suit.letter,
        )


def columns_of(columns: Sequence[tuple[Card, ...]], down: Sequence[int], *, sign: str = "") -> Iterator[Pile]:
    """The columns of a tableau below a row of other piles, the first ``down`` cards of each face down."""
    for i, (cards, hidden) in enumerate(zip(columns, down, strict=True)):
        yield Pile(
            name=pile_name(i),
            role="tableau",
            x=i,
            y=1,
            cards=cards,
            down=hidden,
            fan="down",
            label=str(i + 1),
            sign=sign,
        )


def moves_of(
    moves: Iterable[PatienceMove], piles: Iterable[Pile], text: Callable[[PatienceMove], str]
) -> Iterator[TableMove]:
    """Moves of cards between ``piles``, as hands make them."""
    sizes = {pile.name: len(pile.cards) for pile in piles}
    for move in moves:
        source = _table_name(move.from_pile)
        yield TableMove(text(move), source, sizes[source] - move.count, _table_name(move.to_pile))


def _table_name(pile: int) -> str:
    """A pile's name in a scene: ``column 3``, ``cell b``, ``foundation H``."""
    return pile_name(pile) if pile < FIRST_HOME else f"foundation {SUIT_LETTERS[pile - FIRST_HOME]}"
