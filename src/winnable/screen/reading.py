"""What a picture was read as: a position, and what about it is doubtful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from winnable.cards import UNKNOWN, Card
from winnable.errors import InputError
from winnable.results import Result

if TYPE_CHECKING:
    from winnable.screen.combine import Combined
    from winnable.screen.seen import Box, SeenPile, SeenTable

__all__ = ["Doubt", "Reading", "Spot", "pile_data"]

Spot = tuple[str, int]  # a card's place: the name of its pile, and its number in it, deepest card 0


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card, or another thing on a board, of which it is not certain what it is.

    ``name`` says where it lies (``column 3, card 2``; ``D3``); ``value`` is the best guess as text,
    ``confidence`` how probable that is, ``others`` what else it may be, likeliest first, and ``why`` what
    makes it doubtful. ``spot`` is its place on a table of cards.
    """

    name: str
    box: Box
    value: str
    confidence: float
    others: tuple[str, ...] = ()
    why: str = ""
    spot: Spot | None = None

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "name": self.name,
            "value": self.value,
            "confidence": round(self.confidence, 4),
            "others": list(self.others),
            "box": self.box.data(),
            "why": self.why,
        }

    def short(self) -> str:
        """``column 3, card 2: TH or TD``"""
        return f"{self.name}: {' or '.join((self.value or 'nothing', *self.others))}"

    def text(self) -> str:
        """In one line: ``column 3, card 2: TH (61 %), or TD``."""
        others = f", or {' or '.join(self.others)}" if self.others else ""
        why = f"; {self.why}" if self.why else ""
        return f"{self.name}: {self.value or 'nothing'} ({self.confidence:.0%}){others}{why}"


@dataclass(frozen=True, slots=True)
class Reading(Result):
    """What a picture was read as.

    ``game`` is spelled as every command takes it. ``seen`` is the position as text, with a question mark
    behind each doubtful card; ``position`` the same without doubts, or empty while there is one.
    ``problems`` say why the cards that were read are no position of the game, a line each; ``notes`` what was
    taken for granted. ``table`` has the cards with their places, and is None for a puzzle on squares.
    """

    game: str
    seen: str
    doubts: tuple[Doubt, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    table: SeenTable | None = None
    seconds: float = 0.0
    readers: tuple[str, ...] = ()
    evidence: Combined | None = field(default=None, repr=False, compare=False)
    told: Mapping[Spot, Card] = field(default_factory=dict)

    @property
    def certain(self) -> bool:
        """Is every card sure, and are they a position of the game?"""
        return not self.doubts and not self.problems

    @property
    def position(self) -> str:
        """The position as text that every command reads; empty where it is not certain."""
        return self.seen if self.certain else ""

    def answered(self, cards: Mapping[Spot, Card]) -> Reading:
        """The reading with what somebody says of some of its cards; that may settle other doubts, too.

        Raises:
            InputError: there is no such place, or the deck has no such card left.
        """
        if self.table is None or self.evidence is None:
            raise InputError("this board is no table of cards", expected="answers about cards")
        from winnable.screen.readout import settled, spots_of

        places = {spot for spot, _ in spots_of(self.table)}
        for spot in cards:
            if spot not in places:
                raise InputError(f"no card lies face up at {spot[0]}, card {spot[1] + 1}")
        return settled(replace(self, told={**self.told, **cards}), self.table, self.evidence, [self.game])

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "game": self.game,
            "certain": self.certain,
            "position": self.position or None,
            "seen": self.seen,
            "doubts": [doubt.data() for doubt in self.doubts],
            "problems": list(self.problems),
            "notes": list(self.notes),
            "piles": [] if self.table is None else [pile_data(pile) for pile in self.table.piles],
            "readers": list(self.readers),
            "stats": {"seconds": round(self.seconds, 4)},
        }

    def text(self) -> str:
        """The position, then what is doubtful and what is wrong, a line each behind a ``#``."""
        lines = [f"# {self.game}", *self.seen.splitlines()]
        lines += [f"# doubtful: {doubt.text()}" for doubt in self.doubts]
        lines += [f"# wrong: {problem}" for problem in self.problems]
        lines += [f"# note: {note}" for note in self.notes]
        return "\n".join(lines) + "\n"


def pile_data(pile: SeenPile) -> dict[str, Any]:
    """A pile with the boxes of its cards."""
    return {
        "name": pile.name,
        "box": pile.box.data(),
        "cards": [str(card.card or UNKNOWN) for card in pile.cards],
        "down": sum(not card.up for card in pile.cards),
        "boxes": [card.box.data() for card in pile.cards],
    }
