"""A setup of a pairing game: piles as somebody wrote them, not yet known to be a legal position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal

from winnable.cards import UNKNOWN_INDEX, Card
from winnable.errors import InputError, Place

if TYPE_CHECKING:
    from winnable.games.pairing import PairingGame

# Where something was written: a card by its pile and place in it (from 0), or the board as a whole.
PairingSlot = tuple[Literal["tableau", "column", "waste", "stock", "played", "pass", "board"], int, int]
BOARD: Final[PairingSlot] = ("board", 0, 0)


class PairingSetup:
    """Piles of cards, loose: nothing is promised about which cards there are.

    ``tableau`` has a card or None (gone) for each slot in reading order, ``columns`` are deepest card
    first, ``waste`` and ``stock`` first drawn first (so the last of the waste and the first of the stock
    are on top). ``pass_number`` counts from 1. ``played`` are the cards that have left, where somebody
    listed them; None: whatever is missing. ``places`` says where each was read and ``source`` in which
    file; neither counts for equality.
    """

    __slots__ = ("columns", "pass_number", "places", "played", "source", "stock", "tableau", "waste")

    def __init__(
        self,
        tableau: Iterable[Card | None],
        columns: Iterable[Iterable[Card]] = (),
        waste: Iterable[Card] = (),
        stock: Iterable[Card] = (),
        pass_number: int = 1,
        played: Iterable[Card] | None = None,
        *,
        places: Mapping[PairingSlot, Place] | None = None,
        source: str | None = None,
    ) -> None:
        self.tableau: tuple[Card | None, ...] = tuple(tableau)
        self.columns: tuple[tuple[Card, ...], ...] = tuple(tuple(column) for column in columns)
        self.waste: tuple[Card, ...] = tuple(waste)
        self.stock: tuple[Card, ...] = tuple(stock)
        self.pass_number = pass_number
        self.played: tuple[Card, ...] | None = None if played is None else tuple(played)
        self.places: Mapping[PairingSlot, Place] = {} if places is None else places
        self.source = source

    @classmethod
    def from_indices(
        cls,
        tableau: bytes,
        columns: Iterable[bytes] = (),
        waste: bytes = b"",
        stock: bytes = b"",
        pass_number: int = 1,
    ) -> PairingSetup:
        """A setup from the native core's numbers: cards 0..51, a gap 255."""
        return cls(
            [None if n == UNKNOWN_INDEX else Card.from_index(n) for n in tableau],
            [map(Card.from_index, column) for column in columns],
            map(Card.from_index, waste),
            map(Card.from_index, stock),
            pass_number,
        )

    def error(
        self, slot: PairingSlot, what: str, *, expected: str | None = None, mend: str | None = None
    ) -> InputError:
        """An InputError at the place where ``slot`` was read."""
        place = self.places.get(slot)
        line, column = place if place is not None else (None, None)
        return InputError(what, expected=expected, mend=mend, source=self.source, line=line, column=column)

    def check(self, game: PairingGame) -> None:
        """Raises InputError, with the place, for the first thing that keeps this from being a position."""

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, PairingSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self.tableau, self.columns, self.waste, self.stock, self.pass_number
