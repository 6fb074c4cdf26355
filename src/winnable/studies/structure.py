"""Structure within rows and columns: what repeats there or never does, and what lies side by side.

A program may deal every rank as often as chance would, and still arrange what it deals: no rank twice in a
row of the stock, no two equal cards beside each other, every suit in every row. Then counts like these,
summed over the hands, come out too small or too large. Each is held against its mean, which is known
exactly since cards are drawn without replacement (the hypergeometric distribution). How far from it is rare
is for :mod:`winnable.studies.shuffle` to say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import comb
from operator import eq
from typing import Final, NamedTuple

from winnable.studies.places import Hand, Layout, Statistic, against, picker
from winnable.text.phrases import counted

__all__ = ["CARDS", "IN_SEQUENCE", "RANKS", "SUITS", "Chances", "Kind", "Structure"]

# Two cards of which the first is a rank higher, as ranks: what may lie on what.
IN_SEQUENCE: Final = frozenset((rank + 1, rank) for rank in range(12))
_BESIDE: Final = IN_SEQUENCE | {(above, below) for below, above in IN_SEQUENCE}
_PARTED: Final = b"\xff"  # between regions that are looked at one after the other; no rank and no suit


class Kind(NamedTuple):
    """What cards are told apart by: ``table`` makes it of a face; ``one`` names it, ``few`` says that there
    are hardly any, so that what counts is how often two are equal, not how many different ones there are."""

    name: str
    one: str
    table: bytes
    few: bool = False


RANKS: Final = Kind("ranks", "a rank", bytes(face >> 2 for face in range(256)))
SUITS: Final = Kind("suits", "a suit", bytes(face & 3 for face in range(256)), few=True)
CARDS: Final = Kind("cards", "a card", bytes(range(256)))


class Chances:
    """Exact means of what is counted, in cards drawn from these without replacement."""

    def __init__(self, cards: Hand) -> None:
        counts = {kind: list(Counter(cards.translate(kind.table)).values()) for kind in (RANKS, SUITS, CARDS)}
        ranks = Counter(cards.translate(RANKS.table))
        pairs = len(cards) * (len(cards) - 1)
        self._equal = {kind: sum(n * (n - 1) for n in counts[kind]) / pairs for kind in counts}
        self._in_sequence = sum(ranks[below] * ranks[above] for below, above in IN_SEQUENCE) / pairs
        self._counts, self._size = counts, len(cards)
        self._repeats: dict[tuple[Kind, int], float] = {}

    def repeats(self, kind: Kind, size: int) -> float:
        """Of so many cards, how many repeat what another one is."""
        if (kind, size) not in self._repeats:
            counts, draws = self._counts[kind], comb(self._size, size)
            missed = sum(comb(self._size - n, size) for n in counts)
            self._repeats[kind, size] = size - len(counts) + missed / draws
        return self._repeats[kind, size]

    def equal(self, kind: Kind) -> float:
        """That two cards are equal."""
        return self._equal[kind]

    def in_sequence(self) -> float:
        """That the first of two cards is a rank higher."""
        return self._in_sequence


class Structure:
    """Counts what repeats in rows and columns, and what lies side by side.

    Args:
        layout: of the hands.
        cards: of each hand, all of them.
        seen: for each hand the rows of its stock that are known, by number from 0.
        whole: are the columns known, too? Else only their last cards, which lie face up at the start.
    """

    def __init__(self, layout: Layout, cards: Hand, seen: Sequence[Sequence[int]], whole: bool) -> None:
        self._chances = Chances(cards)
        self._several_suits = len({card & 3 for card in cards}) > 1
        self._stock_rows = [picker(row) for row in layout.rows]
        self._seen = [tuple(rows) for rows in seen]
        self._tableau = [picker(row) for row in (layout.dealt if whole else layout.depths[:1])]
        self._columns = [picker(column) for column in layout.columns] if whole else []
        stock = [slot for row in layout.rows for slot in row]
        self._last = picker([*(column[-1] for column in layout.columns), *stock])
        self._whole, self._width = whole and bool(stock), len(layout.columns)

    def __call__(self, hands: Sequence[Hand]) -> Iterator[Statistic]:
        """The statistics of a set of hands."""
        rows = [self._stock_rows[i](hand) for hand, seen in zip(hands, self._seen, strict=True) for i in seen]
        tableau = [pick(hand) for pick in self._tableau for hand in hands]
        columns = [pick(hand) for pick in self._columns for hand in hands]
        row = "row of the tableau" if len(self._tableau) > 1 else "face-up row"
        for where, regions in (("stock row", rows), (row, tableau), ("column", columns)):
            if any(len(region) > 1 for region in regions):
                yield from self._repeats(where, regions)
                yield from self._side_by_side(where, regions)
        if self._whole:
            yield from self._from_row_to_row([self._last(hand) for hand in hands])

    def _repeats(self, where: str, regions: Sequence[bytes]) -> Iterator[Statistic]:
        sizes = Counter(map(len, regions))
        for kind in (RANKS, SUITS, CARDS) if self._several_suits else (RANKS,):
            named = [region.translate(kind.table) for region in regions]
            if kind.few:
                found = sum(_pairs(region.count(i)) for region in named for i in range(4))
                mean = self._chances.equal(kind) * sum(_pairs(size) * n for size, n in sizes.items())
                words = f"{counted(found, 'pair')} of {kind.one} in one {where}"
            else:
                found = sum(map(len, named)) - sum(map(len, map(set, named)))
                mean = sum(self._chances.repeats(kind, size) * n for size, n in sizes.items())
                words = _cards(found, f"repeat {kind.one} of their {where}")
            yield _statistic(f"repeated {kind.name} in a {where}", found, mean, words)

    def _side_by_side(self, where: str, regions: Sequence[bytes]) -> Iterator[Statistic]:
        pairs = sum(max(0, len(region) - 1) for region in regions)
        one_by_one = _PARTED.join(regions)
        ranks = _parted(one_by_one, RANKS)
        equal = sum(map(eq, ranks, ranks[1:]))
        words = _cards(equal, "beside one of their rank")
        name, mean = f"equal ranks beside each other in a {where}", self._chances.equal(RANKS) * pairs
        yield _statistic(name, equal, mean, words)
        if where == "column":
            return  # shuffle.py looks at what lies on what there
        beside = sum(map(_BESIDE.__contains__, pairwise(ranks)))
        words = _cards(beside, "beside one of the next rank")
        name, mean = f"sequences beside each other in a {where}", 2 * self._chances.in_sequence() * pairs
        yield _statistic(name, beside, mean, words)
        if self._several_suits:
            suits = _parted(one_by_one, SUITS)
            equal = sum(map(eq, suits, suits[1:]))
            words = _cards(equal, "beside one of their suit")
            name, mean = f"equal suits beside each other in a {where}", self._chances.equal(SUITS) * pairs
            yield _statistic(name, equal, mean, words)

    def _from_row_to_row(self, hands: Sequence[bytes]) -> Iterator[Statistic]:
        """What the rows of the stock put onto each other; of each hand the last cards of its columns, and
        then its stock."""
        below = b"".join(hand[: -self._width] for hand in hands).translate(RANKS.table)
        above = b"".join(hand[self._width :] for hand in hands).translate(RANKS.table)
        equal = sum(map(eq, below, above))
        words = _cards(equal, "are dealt onto one of their rank")
        mean = self._chances.equal(RANKS) * len(below)
        yield _statistic("equal ranks dealt onto each other", equal, mean, words)
        fitting = sum(map(IN_SEQUENCE.__contains__, zip(below, above, strict=True)))
        words = _cards(fitting, "are dealt onto one a rank higher")
        mean = self._chances.in_sequence() * len(below)
        yield _statistic("sequences dealt onto each other", fitting, mean, words)


def _statistic(name: str, found: int, mean: float, words: str) -> Statistic:
    return Statistic(name, abs(found - mean), partial(against, words, mean))


def _parted(regions: bytes, kind: Kind) -> bytes:
    """Ranks or suits of regions one after the other; what parts them stays apart from both."""
    return regions.translate(kind.table[:255] + _PARTED)


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def _cards(number: int, what: str) -> str:
    """``2 cards beside one of their rank``, ``1 card beside one of its rank``."""
    if number == 1:
        for several, one in (("their", "its"), ("are", "is"), ("repeat", "repeats")):
            what = re.sub(rf"\b{several}\b", one, what)
    return f"{counted(number, 'card')} {what}"
