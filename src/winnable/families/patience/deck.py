"""Decks, one to a line: 52 cards in the order in which they are dealt, to one column after the other.

    7D AD 5C 3S 5S 8C 2D AH TD 7S ...

A ``#`` begins a line of comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from winnable.cards import CARDS, DECK_SIZE, Card, find_card, parse_card
from winnable.errors import Place, Written
from winnable.families.patience.setup import BOARD, Setup, Slot, column_slot, problems
from winnable.families.patience.text import has_header
from winnable.text.lines import is_comment, is_separator, parse_at
from winnable.text.typed import cards_of, plain

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame, PatiencePosition

__all__ = ["DeckSetup", "looks_like_deck", "parse_decks"]

# Of 52 cards dealt to two columns one has 26, and twelve may be built on them: what is longer is no column,
# unless a game has but one, whose boards we write with a colon.
_LONGEST_COLUMN: Final = 38


class DeckSetup(Written[Slot]):
    """The start of a deal given by its cards, loose: first dealt first."""

    __slots__ = ("cards",)

    def __init__(
        self, cards: Iterable[Card], *, places: Mapping[Slot, Place] | None = None, source: str | None = None
    ) -> None:
        self.cards: tuple[Card, ...] = tuple(cards)
        super().__init__(places, source)

    def position_in(self, game: PatienceGame) -> PatiencePosition:
        """The start that it is in a game; InputError names a card that is missing, unknown or there twice."""
        as_column = Setup([self.cards], places=self.places, source=self.source)
        for problem in problems(as_column, columns=1, cells=0):
            here = set(self.cards)
            missing = [card for card in CARDS if card not in here]
            if len(self.cards) + len(missing) != DECK_SIZE:  # the problem is another one than those
                raise problem
            names = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
            what = f"a deck in one line without {names}"
            raise self.error(BOARD, what, expected=f"each of the {DECK_SIZE} cards once, first dealt first")
        deck = bytes(card.index for card in self.cards)
        # The game takes the deck as its program has it, the text has the order of dealing.
        return game.deal_deck(deck[::-1] if game.rules["deck_reversed"] else deck)

    def __eq__(self, other: object) -> bool:
        return self.cards == other.cards if isinstance(other, DeckSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cards)

    def __repr__(self) -> str:
        return f"<DeckSetup {' '.join(map(str, self.cards))}>"


def parse_decks(lines: Iterable[str], source: str | None = None, first_line: int = 1) -> Iterator[DeckSetup]:
    """The decks in ``lines``; InputError, with the place, for what is no card.

    ``first_line`` is the number of the first of the lines.
    """
    for number, raw in enumerate(lines, first_line):
        if not raw.strip() or is_comment(raw) or is_separator(raw):
            continue
        cards: list[Card] = []
        places: dict[Slot, Place] = {BOARD: Place(number, 1)}
        for depth, (word, column) in enumerate(cards_of(plain(raw))):
            places[column_slot(0, depth)] = Place(number, column)
            cards.append(find_card(word) or parse_at(parse_card, word, source, number, column))
        yield DeckSetup(cards, places=places, source=source)


def looks_like_deck(line: str) -> bool:
    """Could this be a deck? It has more cards than a column can have."""
    words = cards_of(plain(line))
    if has_header(line) or line.lstrip().startswith((":", "[[")) or len(words) <= _LONGEST_COLUMN:
        return False
    return any(find_card(word) is not None for word, _ in words)
