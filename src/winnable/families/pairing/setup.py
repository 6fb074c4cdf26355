"""Setups of a pairing game: piles, or a whole deck, as somebody wrote them, not yet known to be legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, Protocol

from winnable._core import UNSEEN_INDEX, PairingObservation
from winnable._core import PairingGame as CoreGame
from winnable.cards import CARDS, UNKNOWN_INDEX, Card
from winnable.errors import Place, Written

if TYPE_CHECKING:
    from winnable.families.pairing.game import PairingGame, PairingPosition

# Where something was written: a card by its pile and place in it (from 0), a row or column as a whole
# by its number (a column's place is then -1), the pass, or the board as a whole.
PairingSlot = tuple[
    Literal["tableau", "row", "column", "waste", "stock", "played", "pass", "deck", "board"], int, int
]
BOARD: Final[PairingSlot] = ("board", 0, 0)
PASS: Final[PairingSlot] = ("pass", 0, 0)


class PairingLayout(Protocol):
    """What a setup is checked against: a pairing game's engine, and its name for errors."""

    @property
    def core(self) -> CoreGame:
        """The engine, whose rules say how many cards lie where."""
        ...

    @property
    def spelled(self) -> str:
        """The game's name with its options."""
        ...


def row_lengths(core: CoreGame) -> tuple[int, ...]:
    """How many cards each row of the tableau has when it is dealt, in reading order."""
    rules = core.rules.to_dict()
    lengths = range(1, int(rules["rows"]) + 1)
    return tuple(lengths if rules["tableau"] == "pyramid" else reversed(lengths))


class PairingSetup(Written[PairingSlot]):
    """Piles of cards, loose: nothing is promised about which cards there are, and some may be unknown.

    ``tableau`` has a card or None (gone) for each slot in reading order, ``columns`` are deepest card
    first, ``waste`` and ``stock`` first drawn first (so the last of the waste and the first of the stock
    are on top). ``pass_number`` counts from 1. ``played`` are the cards that have left, where somebody
    listed them; None: whatever is missing. ``rows`` are the lengths of the tableau's rows where it was
    written in rows. ``places`` says where each was read and ``source`` in which file.
    ``tableau_alone``: somebody wrote the tableau and not a word about what lies beside it. None of these,
    nor ``played`` and empty columns at the end, count for equality.
    """

    __slots__ = ("columns", "pass_number", "played", "rows", "stock", "tableau", "tableau_alone", "waste")

    def __init__(
        self,
        tableau: Iterable[Card | None],
        columns: Iterable[Iterable[Card]] = (),
        waste: Iterable[Card] = (),
        stock: Iterable[Card] = (),
        pass_number: int = 1,
        played: Iterable[Card] | None = None,
        *,
        rows: Iterable[int] | None = None,
        places: Mapping[PairingSlot, Place] | None = None,
        source: str | None = None,
        tableau_alone: bool = False,
    ) -> None:
        self.tableau: tuple[Card | None, ...] = tuple(tableau)
        self.tableau_alone = tableau_alone
        self.columns: tuple[tuple[Card, ...], ...] = tuple(tuple(column) for column in columns)
        self.waste: tuple[Card, ...] = tuple(waste)
        self.stock: tuple[Card, ...] = tuple(stock)
        self.pass_number = pass_number
        self.played: tuple[Card, ...] | None = None if played is None else tuple(played)
        self.rows: tuple[int, ...] | None = None if rows is None else tuple(rows)
        super().__init__(places, source)

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

    @classmethod
    def of_observation(cls, seen: PairingObservation) -> PairingSetup:
        """What a player sees: the cards that are not known are UNKNOWN. Then those that have left are listed,
        as nothing else tells them apart."""
        there = {*seen.tableau, *chain.from_iterable(seen.columns), *seen.waste, *seen.stock}
        gone = [card for card in CARDS if card.index not in there and not seen.unseen[card.index]]
        return cls(
            [None if n == UNKNOWN_INDEX else _card(n) for n in seen.tableau],
            [map(_card, column) for column in seen.columns],
            map(_card, seen.waste),
            map(_card, seen.stock),
            seen.pass_number,
            gone if gone and any(seen.unseen) else None,
        )

    def slots(self) -> Iterator[tuple[PairingSlot, Card]]:
        """Every card that has not left with its slot: tableau, columns, stock, waste."""
        for i, card in enumerate(self.tableau):
            if card is not None:
                yield ("tableau", i, 0), card
        for i, column in enumerate(self.columns):
            yield from ((("column", i, depth), card) for depth, card in enumerate(column))
        yield from ((("stock", i, 0), card) for i, card in enumerate(self.stock))
        yield from ((("waste", i, 0), card) for i, card in enumerate(self.waste))

    def dealt_order(self) -> bytes:
        """The cards as a deck: tableau, then waste and stock or the columns row by row; gaps left out."""
        depth = max(map(len, self.columns), default=0)
        in_rows = (column[i] for i in range(depth) for column in self.columns if i < len(column))
        cards = chain((card for card in self.tableau if card is not None), in_rows, self.waste, self.stock)
        return bytes(card.index for card in cards)

    def check(self, game: PairingLayout, *, known: bool = True) -> None:
        """Raises InputError, with the place, for the first thing that keeps this from being a position
        of the game; unless ``known``, cards that the player cannot see may be unknown."""
        from winnable.families.pairing.problems import problems

        for problem in problems(self, game, known=known):
            raise problem

    def position_in(self, game: PairingGame) -> PairingPosition:
        """The legal position that it is in a game; InputError names what is wrong and where."""
        return game.position(self)

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, PairingSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        columns = self.columns
        while columns and not columns[-1]:  # whether somebody wrote them says nothing
            columns = columns[:-1]
        return self.tableau, columns, self.waste, self.stock, self.pass_number

    def __repr__(self) -> str:
        def spell(cards: Iterable[Card | None]) -> str:
            return " ".join("--" if card is None else str(card) for card in cards) or "none"

        piles = [f"tableau {spell(self.tableau)}", *(f"column {spell(column)}" for column in self.columns)]
        piles += [f"waste {spell(self.waste)}", f"stock {spell(self.stock)}", f"pass {self.pass_number}"]
        if self.played is not None:
            piles.append(f"played {spell(self.played)}")
        return f"<PairingSetup {'; '.join(piles)}>"


class DeckSetup(Written[PairingSlot]):
    """The start of a deal given by its cards, loose: the tableau in reading order, then the rest of the
    deck, first drawn first. ``rows`` are the lengths of the tableau's rows where it was written in rows."""

    __slots__ = ("cards", "rows")

    def __init__(
        self,
        cards: Iterable[Card],
        *,
        rows: Iterable[int] | None = None,
        places: Mapping[PairingSlot, Place] | None = None,
        source: str | None = None,
    ) -> None:
        self.cards: tuple[Card, ...] = tuple(cards)
        self.rows: tuple[int, ...] | None = None if rows is None else tuple(rows)
        super().__init__(places, source)

    def deck(self, game: PairingLayout) -> bytes:
        """The 52 card numbers; InputError, with the place, if it is no deck that can be dealt here."""
        from winnable.families.pairing.problems import deck_problems

        for problem in deck_problems(self, game):
            raise problem
        return bytes(card.index for card in self.cards)

    def position_in(self, game: PairingGame) -> PairingPosition:
        """The legal position that it is in a game; InputError names what is wrong and where."""
        return game.deal_deck(self.deck(game))

    def __eq__(self, other: object) -> bool:
        return self.cards == other.cards if isinstance(other, DeckSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cards)

    def __repr__(self) -> str:
        return f"<DeckSetup {' '.join(map(str, self.cards))}>"


def dealt(deck: DeckSetup, game: PairingLayout) -> PairingSetup:
    """The start of a deal as piles; cards of the deck may be unknown. InputError if it has not 52."""
    from winnable.families.pairing.problems import deck_shape_problems

    for problem in deck_shape_problems(deck, game):
        raise problem
    rules, cards = game.core.rules.to_dict(), deck.cards
    tableau, rest = sum(row_lengths(game.core)), int(rules["waste_cards"])
    columns = int(rules["columns"])
    places: dict[PairingSlot, Place] = {}
    for slot, place in deck.places.items():
        pile, number, _ = slot
        if pile != "deck":
            places[slot] = place
        elif number < tableau:
            places["tableau", number, 0] = place
        elif columns:
            places["column", (number - tableau) % columns, (number - tableau) // columns] = place
        elif number < tableau + rest:
            places["waste", number - tableau, 0] = place
        else:
            places["stock", number - tableau - rest, 0] = place
    return PairingSetup(
        cards[:tableau],
        [cards[tableau + i :: columns] for i in range(columns)],
        () if columns else cards[tableau : tableau + rest],
        () if columns else cards[tableau + rest :],
        places=places,
        source=deck.source,
    )


def observation_of(setup: PairingSetup) -> PairingObservation:
    """What is seen of a setup that was checked: whatever is written."""
    there = {card for _, card in setup.slots()} | set(setup.played or ())

    def numbers(cards: Iterable[Card | None]) -> bytes:
        return bytes(
            UNKNOWN_INDEX if card is None else card.index if card.known else UNSEEN_INDEX for card in cards
        )

    return PairingObservation(
        numbers(setup.tableau),
        [numbers(column) for column in setup.columns],
        numbers(setup.waste),
        numbers(setup.stock),
        setup.pass_number,
        bytes(card not in there for card in CARDS),
    )


def _card(number: int) -> Card:
    return Card.from_index(UNKNOWN_INDEX if number == UNSEEN_INDEX else number)
