"""A setup: piles as somebody wrote them, not yet known to be a legal position.

Parsing gives a Setup, and only a game turns it into a position. ``problems`` finds what
is wrong with one in any game of a single deck, and names the place where each was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

from winnable.cards import (
    CARDS,
    DECK_SIZE,
    RANK_LETTERS,
    SUIT_LETTERS,
    UNKNOWN,
    UNKNOWN_INDEX,
    Card,
    Rank,
    Suit,
    parse_card,
)
from winnable.errors import InputError, Place, Written, quote
from winnable.text.phrases import counted

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame, PatiencePosition

RANKS: Final = 13
SUITS: Final = 4

# Where something of a setup was written: a card of a column by its column and depth (deepest 0;
# -1 is the column as a whole), a cell by its number, a foundation by its suit, and the board.
Slot = tuple[Literal["column", "cell", "foundation", "board"], int, int]
BOARD: Final[Slot] = ("board", 0, 0)


def column_slot(column: int, depth: int = -1) -> Slot:
    """Where a card of a column was written (``depth`` 0 is the deepest), or the column as a whole (-1)."""
    return ("column", column, depth)


def cell_slot(cell: int) -> Slot:
    """Where a cell's card was written."""
    return ("cell", cell, 0)


def foundation_slot(suit: int) -> Slot:
    """Where the foundation of a suit (0 to 3 for C D H S) was written."""
    return ("foundation", suit, 0)


class Setup(Written[Slot]):
    """Piles of cards, loose: nothing is promised about which cards there are.

    ``columns`` hold cards deepest first; ``cells`` a card or None each; ``foundation_counts`` the
    number of cards (0..13) by suit C D H S, counted up from the rank ``base``. ``places`` says
    where each was read and ``source`` in which file; ``bare`` that the text had lines of cards alone,
    without a word on foundations and cells, and ``unmarked`` that no colon says that these are columns. None
    of these counts for equality.
    """

    __slots__ = ("bare", "base", "cells", "columns", "foundation_counts", "unmarked")

    def __init__(
        self,
        columns: Iterable[Iterable[Card]] = (),
        cells: Iterable[Card | None] = (),
        foundation_counts: Iterable[int] = (0, 0, 0, 0),
        base: int = 0,
        *,
        places: Mapping[Slot, Place] | None = None,
        source: str | None = None,
        bare: bool = False,
        unmarked: bool = False,
    ) -> None:
        self.bare, self.unmarked = bare, unmarked
        self.columns: tuple[tuple[Card, ...], ...] = tuple(tuple(column) for column in columns)
        self.cells: tuple[Card | None, ...] = tuple(cells)
        self.foundation_counts: tuple[int, ...] = tuple(foundation_counts)
        if len(self.foundation_counts) != SUITS:
            raise ValueError(f"a setup has {SUITS} foundations, not {len(self.foundation_counts)}")
        self.base = Rank(base)
        super().__init__(places, source)

    @classmethod
    def from_indices(
        cls, columns: Iterable[bytes], cells: bytes = b"", home: Iterable[int] = (0, 0, 0, 0), base: int = 0
    ) -> Setup:
        """A setup from the native core's numbers: cards 0..51, an empty cell 255."""
        return cls(
            [[Card.from_index(n) for n in column] for column in columns],
            [None if n == UNKNOWN_INDEX else CARDS[n] for n in cells],
            home,
            base,
        )

    def indices(self) -> tuple[list[bytes], bytes, tuple[int, ...], int]:
        """Columns, cells, foundations and base as the native core takes them."""
        columns = [bytes(card.index for card in column) for column in self.columns]
        cells = bytes(UNKNOWN_INDEX if card is None else card.index for card in self.cells)
        return columns, cells, self.foundation_counts, int(self.base)

    def slots(self) -> Iterator[tuple[Slot, Card]]:
        """Every card outside the foundations with its slot: the cells first, then the columns."""
        for i, card in enumerate(self.cells):
            if card is not None:
                yield cell_slot(i), card
        for i, column in enumerate(self.columns):
            for depth, card in enumerate(column):
                yield column_slot(i, depth), card

    def home_cards(self, suit: int) -> tuple[Card, ...]:
        """The cards on one foundation, lowest first."""
        return tuple(
            Card.of((self.base + i) % RANKS, suit) for i in range(min(self.foundation_counts[suit], RANKS))
        )

    def card_count(self) -> int:
        """Cards in all piles, the foundations too."""
        in_cells = sum(card is not None for card in self.cells)
        return sum(self.foundation_counts) + in_cells + sum(map(len, self.columns))

    def is_one_deck(self) -> bool:
        """Is each of the 52 cards here exactly once?"""
        cards = {card for card in self.cells if card is not None}.union(*self.columns)
        for suit in Suit:
            cards.update(self.home_cards(suit))
        return len(cards) == self.card_count() == DECK_SIZE and UNKNOWN not in cards

    def check(self, *, columns: int, cells: int, game: str = "this game") -> None:
        """Raises InputError, with the place, for the first thing that keeps this from being a
        position of a one-deck game with that many columns and cells (see ``problems``)."""
        for problem in problems(self, columns=columns, cells=cells, game=game):
            raise problem

    def position_in(self, game: PatienceGame) -> PatiencePosition:
        """The legal position that it is in a game; InputError names what is wrong and where."""
        return game.position(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self.columns, self.cells, self.foundation_counts, self.base

    def __repr__(self) -> str:
        columns = " | ".join(" ".join(map(str, column)) for column in self.columns)
        cells = " ".join("-" if card is None else str(card) for card in self.cells)
        home = " ".join(f"{SUIT_LETTERS[suit]}-{count}" for suit, count in enumerate(self.foundation_counts))
        return (
            f"<Setup foundations {home}; base {self.base.letter}; cells {cells or 'none'}; columns {columns}>"
        )


def make_setup(
    columns: Sequence[str], cells: str = "", foundations: Mapping[str, int] | None = None, base: int = 0
) -> Setup:
    """A setup from texts: columns ``"JD 2D 9H"`` deepest first, cells ``"KC - -"``, foundations
    ``{"H": 5}`` (number of cards). InputError for an unknown card or suit."""
    counts = [0] * SUITS
    for letter, count in (foundations or {}).items():
        if letter.upper() not in SUIT_LETTERS or len(letter) != 1:
            raise InputError(f"unknown suit {quote(letter)}", expected=f"one of {SUIT_LETTERS}")
        counts[SUIT_LETTERS.index(letter.upper())] = count
    return Setup(
        [[parse_card(text) for text in column.split()] for column in columns],
        [None if text in ("-", "*") else parse_card(text) for text in cells.split()],
        counts,
        base,
    )


def problems(setup: Setup, *, columns: int, cells: int, game: str = "this game") -> Iterator[InputError]:
    """What keeps ``setup`` from being a position of a game of one deck with that many columns
    and cells, in reading order; nothing if it has each of the 52 cards once.

    Fewer columns or cells than the game has are fine: the others are empty.
    """
    yield from _pile_problems(setup, columns, cells, game)
    if setup.is_one_deck():
        return
    home = {card for suit in Suit for card in setup.home_cards(suit)}
    yield from _card_problems(setup, home, game)
    yield from _missing(setup, home)


def _pile_problems(setup: Setup, columns: int, cells: int, game: str) -> Iterator[InputError]:
    for suit, count in enumerate(setup.foundation_counts):
        if not 0 <= count <= RANKS:
            name = SUIT_LETTERS[suit]
            yield setup.error(
                foundation_slot(suit), f"foundation {name} holds {count} cards", expected="0 to 13"
            )
    if len(setup.cells) > cells:
        what = f"a cell too many: {game} has {counted(cells, 'cell')}, not {len(setup.cells)}"
        yield setup.error(cell_slot(cells), what, mend="take it out, or name a game with more cells")
    if len(setup.columns) > columns:
        what = f"a column too many: {game} has {counted(columns, 'column')}, not {len(setup.columns)}"
        mend = "take it out, or put --- between two boards"
        if sum(map(bool, setup.columns)) <= columns:
            mend = "take out what is empty: in a board a blank line is an empty column"
        yield setup.error(column_slot(columns), what, mend=mend)


def _card_problems(setup: Setup, home: set[Card], game: str) -> Iterator[InputError]:
    total = setup.card_count()
    excess = f"{total} cards: " if total > DECK_SIZE else ""
    expected = f"each of the {DECK_SIZE} cards once"
    seen: dict[Card, Slot] = {}
    for slot, card in setup.slots():
        if not card.known:
            yield setup.error(
                slot, "an unknown card", expected=f"every card of {game} face up", mend="say which it is"
            )
        elif card in home:
            what = f"{excess}{card} is on its foundation already"
            mend = f"take it out here, or lower foundation {card.suit.letter}"
            yield setup.error(slot, what, expected=expected, mend=mend)
        elif card in seen:
            first = setup.places.get(seen[card])
            before = f", first at {first}" if first is not None else ""
            yield setup.error(
                slot, f"{excess}{card} appears twice{before}", expected=expected, mend="take one out"
            )
        else:
            seen[card] = slot


def _missing(setup: Setup, home: set[Card]) -> Iterator[InputError]:
    present = home | {card for _, card in setup.slots()}
    missing = [card for card in CARDS if card not in present]
    if not missing:
        return
    names = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
    verb = "is" if len(missing) == 1 else "are"
    what = f"{counted(len(missing), 'card')} of {DECK_SIZE} {verb} missing: {names}"
    counts = _foundations_that_explain(setup, missing)
    if counts is not None:
        tops = " ".join(f"{SUIT_LETTERS[s]}-{_top(setup.base, counts[s])}" for s in Suit)
        yield setup.error(BOARD, what, mend=f"if home, write Foundations: {tops}")
    else:
        yield setup.error(BOARD, what, mend="put each in a column or a cell")


def _foundations_that_explain(setup: Setup, missing: Sequence[Card]) -> list[int] | None:
    """Foundation counts that hold the missing cards, if some would."""
    counts = list(setup.foundation_counts)
    for card in sorted(missing, key=lambda c: (c.rank - setup.base) % RANKS):
        if (card.rank - setup.base) % RANKS != counts[card.suit]:
            return None
        counts[card.suit] += 1
    return counts


def _top(base: int, count: int) -> str:
    return RANK_LETTERS[(base + count - 1) % RANKS] if count else "0"
