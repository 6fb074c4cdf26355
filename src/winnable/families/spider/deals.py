"""Decks of Spider and its kin: one deck or two, of one, two or four suits, as each program shuffles them.

KPat (``kpat``, and ``ms`` for Spider) shuffles with Microsoft's generator two decks AC AD AH AS 2C .. KS,
one after the other. With two suits its clubs and hearts are our hearts, its diamonds and spades our spades;
with one suit all are spades. PySolFC (``pysol``) has C S H D, each ace to king, twice; with two suits its
clubs and spades are our spades (it shows clubs), its hearts and diamonds our hearts; with one suit all are
spades (it shows clubs). It also lays Spider out in another shape: columns 1, 4, 7 and 10 get six cards, not
columns 1 to 4. Winnable's own shuffle (``seed``) has KPat's decks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from winnable.deals import DIALECTS, DealNumber, checked_deal, microsoft, pysol, seeded
from winnable.families.spider.setup import SpiderSetup

COLUMNS: Final = 10
# The column that each card of the tableau goes to, the last ten of them face up: KPat deals row by row, and
# PySolFC four rows, a card more for columns 1, 4, 7 and 10, and a row.
_KPAT_ORDER: Final = tuple(i % COLUMNS for i in range(54))
_PYSOL_ORDER: Final = (*_KPAT_ORDER[:40], 0, 3, 6, 9, *range(COLUMNS))
_MICROSOFT_PACK: Final = tuple(range(52)) * 2


class _Shuffle(NamedTuple):
    """How a dialect shuffles two decks, and which suit of ours each of its suits C D H S becomes, by how many
    suits there are."""

    two_decks: Callable[[int], bytes]
    suits: Mapping[int, tuple[int, int, int, int]]


_KPAT_SUITS: Final = {1: (3, 3, 3, 3), 2: (2, 3, 2, 3), 4: (0, 1, 2, 3)}
_PYSOL_SUITS: Final = {1: (3, 3, 3, 3), 2: (3, 2, 2, 3), 4: (0, 1, 2, 3)}
_KPAT: Final = _Shuffle(lambda number: microsoft.shuffle(_MICROSOFT_PACK, number), _KPAT_SUITS)
_SHUFFLES: Final = {
    "ms": _KPAT,
    "kpat": _KPAT,
    "pysol": _Shuffle(pysol.two_decks, _PYSOL_SUITS),
    "seed": _Shuffle(lambda number: seeded.shuffle(_MICROSOFT_PACK, number), _KPAT_SUITS),
}


def spider_deck(
    deal: int | str | DealNumber, decks: int = 2, suits: int = 4, *, default: str = "kpat"
) -> bytes:
    """The 52 or 104 cards of a deal by number 0..51, first dealt first: 617, ``"kpat:617"`` or a DealNumber.

    A bare number is of the dialect ``default``. InputError as ``parse_deal`` raises it.
    """
    found = checked_deal(deal, default)
    shuffle = _SHUFFLES[found.dialect]
    cards = shuffle.two_decks(found.number) if decks == 2 else DIALECTS[found.dialect].deck(found.number)
    mapped = shuffle.suits[suits]
    return bytes(card & ~3 | mapped[card & 3] for card in cards)


def spider_start(deal: int | str | DealNumber, suits: int = 4, *, default: str = "kpat") -> SpiderSetup:
    """The start of a deal of Spider itself, two decks in ten columns, as the deal's program lays it out.

    Winnable's own deals are laid out as KPat's. InputError as ``parse_deal`` raises it.
    """
    found = checked_deal(deal, default)
    deck = spider_deck(found, 2, suits)
    order = _PYSOL_ORDER if found.dialect == "pysol" else _KPAT_ORDER
    columns: list[bytearray] = [bytearray() for _ in range(COLUMNS)]
    for column, card in zip(order, deck, strict=False):
        columns[column].append(card)
    down = [len(column) - 1 for column in columns]
    return SpiderSetup.from_indices(map(bytes, columns), down, deck[len(order) :], (0, 0, 0, 0))
