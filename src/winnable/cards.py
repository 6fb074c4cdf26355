"""The alphabet: ranks, suits and cards.

A card's number is ``4 * rank + suit`` with ranks A 2 .. Q K from 0 and suits C D H S from 0,
which is the order of Microsoft's deck; the native core uses the same numbers.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import total_ordering
from typing import Final

from winnable.errors import InputError, quote

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"
SUIT_SYMBOLS: Final = "♣♦♥♠"
OUTLINED_SUITS: Final = "♧♢♡♤"
_BACK: Final = 0x1F0A0  # the playing card that shows its back
_EMOJI: Final = "\ufe0f"  # behind a symbol: shown as a picture
DECK_SIZE: Final = 52
UNKNOWN_INDEX: Final = 255
_LOOK_ALIKE: Final = str.maketrans("OIL", "011")  # letters that stand for a number
CARD_EXPECTED: Final = f"a rank {RANK_LETTERS} then a suit {SUIT_LETTERS}"

# Spellings of a rank besides its letter: "0" and "10" are ten, "1" is an ace, and "11" to "13"
# are the court cards of files that count ranks from 1 to 13.
_OTHER_RANKS: Final = {"1": 0, "0": 9, "10": 9, "11": 10, "12": 11, "13": 12}


class Colour(StrEnum):
    """Black or red."""

    BLACK = "black"
    RED = "red"


class Suit(IntEnum):
    """One of the four suits, numbered in the order C D H S."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """C, D, H or S."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit as a character of Unicode: ♣ ♦ ♥ ♠."""
        return SUIT_SYMBOLS[self]

    @property
    def colour(self) -> Colour:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Colour.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK


class Rank(IntEnum):
    """One of the thirteen ranks, numbered from 0 (ace) to 12 (king)."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12

    @property
    def letter(self) -> str:
        """A, 2 to 9, T, J, Q or K."""
        return RANK_LETTERS[self]


@total_ordering
class Card:
    """A card: one of 52, or UNKNOWN. Interned, so that equal cards are the same object.

    ``Card.of(rank, suit)``, ``Card.from_index(n)`` and ``parse_card(text)`` find one. Cards are
    ordered by their number; UNKNOWN comes last.
    """

    __slots__ = ("_index",)
    _index: int

    def __new__(cls) -> Card:
        raise TypeError("cards are found, not made: use Card.of, Card.from_index or parse_card")

    @staticmethod
    def of(rank: int, suit: int) -> Card:
        """The card of this rank (0..12) and suit (0..3); ValueError for any other number."""
        return CARDS[4 * Rank(rank) + Suit(suit)]

    @staticmethod
    def from_index(index: int) -> Card:
        """The card numbered 0..51, or UNKNOWN for 255; ValueError for any other number."""
        if 0 <= index < DECK_SIZE:
            return CARDS[index]
        if index == UNKNOWN_INDEX:
            return UNKNOWN
        raise ValueError(f"no card has the number {index}")

    @property
    def index(self) -> int:
        """0..51 = 4 * rank + suit; 255 for UNKNOWN."""
        return self._index

    @property
    def known(self) -> bool:
        """False for UNKNOWN alone."""
        return self._index != UNKNOWN_INDEX

    @property
    def rank(self) -> Rank:
        """ValueError for UNKNOWN, as for ``suit`` and ``colour``."""
        return Rank(self._known_index() >> 2)

    @property
    def suit(self) -> Suit:
        """ValueError for UNKNOWN."""
        return Suit(self._known_index() & 3)

    @property
    def colour(self) -> Colour:
        """The colour of the suit; ValueError for UNKNOWN."""
        return self.suit.colour

    def _known_index(self) -> int:
        if self._index == UNKNOWN_INDEX:
            raise ValueError("an unknown card has no rank and no suit")
        return self._index

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card cannot be changed")

    def __lt__(self, other: object) -> bool:
        return self._index < other._index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        return Card.from_index, (self._index,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __str__(self) -> str:
        return format_card(self)

    def __repr__(self) -> str:
        return f"<Card {format_card(self)}>"


def _make(index: int) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "_index", index)
    return card


CARDS: Final[tuple[Card, ...]] = tuple(map(_make, range(DECK_SIZE)))
UNKNOWN: Final = _make(UNKNOWN_INDEX)


def format_card(card: Card, *, unicode: bool = False) -> str:
    """``TH``, or ``T♥`` when ``unicode`` asks for it; ``??`` for UNKNOWN."""
    return (_IN_SYMBOLS if unicode else _IN_LETTERS)[card.index]


def _texts(suits: str) -> dict[int, str]:
    """By their number, how cards are written with these suits."""
    known = {
        4 * rank + i: letter + suit
        for rank, letter in enumerate(RANK_LETTERS)
        for i, suit in enumerate(suits)
    }
    return known | {UNKNOWN_INDEX: "??"}


_IN_LETTERS: Final = _texts(SUIT_LETTERS)
_IN_SYMBOLS: Final = _texts(SUIT_SYMBOLS)


def _spellings() -> dict[str, Card]:
    table = {"??": UNKNOWN, "#": UNKNOWN, "##": UNKNOWN, chr(_BACK): UNKNOWN}
    for row, suit in enumerate(
        (3, 2, 1, 0)
    ):  # Unicode's playing cards: rows of 16, with a knight after the jack
        for rank in range(13):
            table[chr(_BACK + 16 * row + rank + 1 + (rank > 10))] = CARDS[4 * rank + suit]
    ranks = {letter: rank for rank, letter in enumerate(RANK_LETTERS)} | _OTHER_RANKS
    for text, rank in ranks.items():
        for suit in range(4):
            for sign in (SUIT_LETTERS[suit], SUIT_SYMBOLS[suit], OUTLINED_SUITS[suit]):
                table[text + sign] = table[sign + text] = CARDS[4 * rank + suit]
    return table


_SPELLINGS: Final = _spellings()


def find_card(text: str) -> Card | None:
    """The card that ``text`` spells (see ``parse_card``), or None."""
    return _SPELLINGS.get(text.upper().replace(_EMOJI, ""))


def parse_card(text: str) -> Card:
    """The card that ``text`` spells: a rank and a suit, either of them first, in any case.

    Ranks are ``A 2-9 T J Q K``; also ``1`` an ace, ``10`` and ``0`` a ten, ``11`` to ``13`` the
    court cards. Suits are ``C D H S`` or their symbols. Unicode's playing cards are
    read, too. ``??``, ``#`` and ``##`` are UNKNOWN. InputError for anything else, with the card that may be
    meant.
    """
    card = find_card(text)
    if card is None:
        meant = find_card(text.upper().translate(_LOOK_ALIKE))
        mend = f"did you mean {meant}?" if meant is not None and meant.known else None
        raise InputError(f"unknown card {quote(text)}", expected=CARD_EXPECTED, mend=mend)
    return card


def parse_rank(text: str) -> Rank:
    """The rank that ``text`` spells, as in ``parse_card``; InputError for anything else."""
    upper = text.upper()
    if len(upper) == 1 and upper in RANK_LETTERS:
        return Rank(RANK_LETTERS.index(upper))
    if upper in _OTHER_RANKS:
        return Rank(_OTHER_RANKS[upper])
    raise InputError(f"unknown rank {quote(text)}", expected=f"one of {RANK_LETTERS}")


def parse_suit(text: str) -> Suit:
    """The suit that a letter or a symbol names; InputError for anything else."""
    upper = text.upper().replace(_EMOJI, "")
    for names in (SUIT_LETTERS, SUIT_SYMBOLS, OUTLINED_SUITS):
        if len(upper) == 1 and upper in names:
            return Suit(names.index(upper))
    raise InputError(f"unknown suit {quote(text)}", expected=f"one of {SUIT_LETTERS}")
