"""Were these hands shuffled evenly? Where ranks and suits lie, against shuffles of the same cards.

Each statistic is a number that grows with what chance makes rare. The hands' numbers are set among those of
sets of as many hands shuffled evenly: their rank is the p-value, exact whatever the statistic's distribution
(M. Dwass, "Modified randomization tests for nonparametric hypotheses", Annals of Mathematical Statistics
28, 1957). That several statistics are looked at is corrected for with the smallest of their p-values in
each set (P. H. Westfall and S. S. Young, "Resampling-based multiple testing", 1993: single-step minP), so
that they alarm together on even shuffles no more often than the level says.

Where some hand was not seen whole, which cards were seen depends on the play, and so on the cards: a king
at the end of a column keeps hidden what is below it. So then only such places take part as are not chosen
by the cards in them: those that lie face up at the start, and the rows of the stock that were dealt.
Whether a row was dealt still depends on cards that came before it, so that p-values are no longer exact;
played out, fair hands alarm no more often for it (``bench/spider_audit.py``).
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from winnable._core import CancelToken
from winnable.cards import UNKNOWN_INDEX
from winnable.errors import InputError
from winnable.studies.places import Hand, Layout, Statistic, against, is_whole, layout_of, picker
from winnable.studies.structure import IN_SEQUENCE, SUITS, Chances, Structure

__all__ = ["Hand", "Layout", "ShuffleTest", "ShuffleTests", "layout_of", "shuffle_tests"]

Look = tuple[float, float]  # the smaller, the rarer
Region = tuple[str, Sequence[int]]  # its name, and how many of each kind lie there


@dataclass(frozen=True, slots=True)
class ShuffleTest:
    """One statistic: its p-value alone, and the one corrected for all that are looked at; ``most`` says
    where the hands differ most."""

    name: str
    p: float
    corrected: float
    most: str


@dataclass(frozen=True, slots=True)
class ShuffleTests:
    """All statistics, and the p-value of the smallest: uniform, but for ties, on even shuffles."""

    tests: tuple[ShuffleTest, ...]
    p: float
    shuffles: int


def shuffle_tests(
    layout: Layout,
    hands: Sequence[Hand],
    *,
    cards: Hand | None = None,
    shuffles: int = 999,
    seed: int = 0,
    token: CancelToken | None = None,
    on_shuffle: Callable[[int], None] | None = None,
) -> ShuffleTests | None:
    """Tests hands of the same cards.

    Args:
        layout: of every hand.
        hands: at least one; 255 stands for a card that nobody saw.
        cards: of every hand, in any order; those of the first, if it is whole.
        shuffles: sets of evenly shuffled hands to compare with; no p-value is below 1 / (shuffles + 1).
        seed: of the shuffles.
        token: cancels; the answer is then None.
        on_shuffle: told how many sets were made.

    Raises:
        InputError: no hands, ``shuffles`` below 1, hands of other cards or of another size, or no ``cards``
            where some are unknown.
    """
    if cards is None:
        cards = hands[0] if hands else b""
    _check(layout, hands, cards, shuffles)
    # No deal that a number names is drawn by the same numbers.
    rng, deck = random.Random(f"shuffles {seed}"), list(cards)
    measure = _Measure(layout, cards, hands)
    found = measure(hands)
    sets = [[statistic.value for statistic in found]]
    for made in range(shuffles):
        if token is not None and token.cancelled:
            return None
        drawn = []
        for _ in hands:
            rng.shuffle(deck)
            drawn.append(bytes(deck))
        sets.append([statistic.value for statistic in measure(drawn)])
        if on_shuffle is not None:
            on_shuffle(made + 1)
    return _judge(found, sets)


def _check(layout: Layout, hands: Sequence[Hand], cards: Hand, shuffles: int) -> None:
    if not hands:
        raise InputError("no hands to test", expected="at least one")
    if shuffles < 1:
        raise InputError(f"shuffles is {shuffles}", expected="1 or more")
    if UNKNOWN_INDEX in cards:
        raise InputError("cards of the first hand are unknown", expected="the cards of every hand")
    pack = Counter(cards)
    for number, hand in enumerate(hands, 1):
        known = Counter(hand.replace(bytes([UNKNOWN_INDEX]), b""))
        if len(hand) != layout.size or len(cards) != layout.size or known - pack:
            raise InputError(f"hand {number} has other cards than the first", expected="hands of one game")


def _judge(found: Sequence[Statistic], sets: Sequence[Sequence[float]]) -> ShuffleTests:
    """The hands are the first of the sets."""
    # What is equal must tie, though the order in which it is summed may change its last digits.
    looks = [_looks([round(value, 9) for value in values]) for values in zip(*sets, strict=True)]
    rarest = sorted(min(of_set) for of_set in zip(*looks, strict=True))

    def corrected(look: Look) -> float:
        return bisect_right(rarest, look) / len(rarest)

    tests = tuple(
        ShuffleTest(statistic.name, of_test[0][0], corrected(of_test[0]), statistic.most())
        for statistic, of_test in zip(found, looks, strict=True)
    )
    return ShuffleTests(tests, min(test.corrected for test in tests), len(sets) - 1)


def _looks(values: Sequence[float]) -> list[Look]:
    """For each value the share of all that are as great or greater, then how far it is below them all.

    The latter, in standard deviations, tells apart what is the greatest of its test in two tests: without
    it the smallest p-value of ten tests would hardly ever be rare.
    """
    ordered, size = sorted(values), len(values)
    mean = sum(ordered) / size
    spread = math.sqrt(sum((value - mean) ** 2 for value in ordered) / size) or 1.0
    return [((size - bisect_left(ordered, value)) / size, (mean - value) / spread) for value in values]


class _Measure:
    """The statistics of sets of hands of which the same places are known as of these."""

    def __init__(self, layout: Layout, cards: Hand, hands: Sequence[Hand]) -> None:
        self._whole = all(map(is_whole, hands))
        rows = [picker(row) for row in layout.rows]
        seen = [[i for i, row in enumerate(rows) if is_whole(row(hand))] for hand in hands]
        self._structure = Structure(layout, cards, seen, self._whole)
        self._depths, self._rows, self._columns = (
            [picker(region) for region in regions] for regions in (layout.depths, layout.rows, layout.columns)
        )
        self._below, self._above = (picker([pair[i] for pair in layout.pairs]) for i in (0, 1))
        self._kinds = [_Kind(name, cards) for name in ("ranks", "suits")]
        self._chances = Chances(cards)

    def __call__(self, hands: Sequence[Hand]) -> list[Statistic]:
        evenly = self._evenly(hands) if self._whole else self._face_up(hands)
        return [*evenly, *self._structure(hands)]

    def _face_up(self, hands: Sequence[Hand]) -> list[Statistic]:
        face_up = b"".join(map(self._depths[0], hands))
        return [
            _spread(f"{kind.name} face up", kind, [("the face-up row", kind.counts([face_up])[0])])
            for kind in self._kinds
            if len(kind.present) > 1
        ]

    def _evenly(self, hands: Sequence[Hand]) -> list[Statistic]:
        depths, rows, columns = (
            [b"".join(map(pick, hands)) for pick in picks]
            for picks in (self._depths, self._rows, self._columns)
        )
        found: list[Statistic] = []
        for kind in self._kinds:
            if len(kind.present) < 2:
                continue  # one suit lies evenly however it lies
            by_depth, by_row, by_column = map(kind.counts, (depths, rows, columns))
            found.append(_depth(kind, by_depth))
            if rows:
                total = [sum(row) for row in zip(*by_row, strict=True)]
                found.append(_spread(f"{kind.name} in the stock", kind, [("the stock", total)]))
            layers = [*_named("layer", by_depth), *_named("stock row", by_row)]
            found.append(_spread(f"{kind.name} by layer", kind, layers))
            found.append(_spread(f"{kind.name} by column", kind, _named("column", by_column)))
        return [*found, *self._neighbours(hands)]

    def _neighbours(self, hands: Sequence[Hand]) -> Iterator[Statistic]:
        below, above = (b"".join(map(pick, hands)) for pick in (self._below, self._above))
        ranks = (pile.translate(_OF["ranks"]) for pile in (below, above))
        in_row = sum(map(IN_SEQUENCE.__contains__, zip(*ranks, strict=True)))
        in_suit = sum(a & 3 == b & 3 for a, b in zip(below, above, strict=True))
        for name, count, chance, words in (
            ("neighbours in rank", in_row, self._chances.in_sequence(), "cards lie on one a rank higher"),
            ("neighbours in suit", in_suit, self._chances.equal(SUITS), "cards lie on one of their suit"),
        ):
            if chance < 1:  # else all cards are of one suit
                mean = chance * len(below)
                yield Statistic(name, abs(count - mean), partial(against, f"{count} {words}", mean))


_WORDS = {
    "ranks": ("aces", *map(str, range(2, 11)), "jacks", "queens", "kings"),
    "suits": ("clubs", "diamonds", "hearts", "spades"),
}
_OF = {"ranks": bytes(face >> 2 for face in range(256)), "suits": bytes(face & 3 for face in range(256))}


class _Kind:
    """Ranks or suits: the share of the cards that each is, and which there are."""

    def __init__(self, name: str, cards: Hand) -> None:
        self.name = name
        self.words = [f"{word}s" if word.isdecimal() else word for word in _WORDS[name]]
        totals = self._count(cards)
        self.share = [total / len(cards) for total in totals]
        self.present = [i for i, total in enumerate(totals) if total]

    def counts(self, regions: Iterable[bytes]) -> list[list[int]]:
        """How many of each there are in each region."""
        return [self._count(region) for region in regions]

    def _count(self, cards: bytes) -> list[int]:
        named = cards.translate(_OF[self.name])
        return [named.count(i) for i in range(len(_WORDS[self.name]))]

    def expected(self, counts: Sequence[int]) -> list[tuple[int, float]]:
        """How many of each there would be by chance in a region with so many cards."""
        size = sum(counts)
        return [(i, size * self.share[i]) for i in self.present if size]

    def deviation(self, counts: Sequence[int]) -> float:
        """Of a region's counts: squares over what is expected, summed."""
        size = sum(counts)
        return sum(counts[i] ** 2 / self.share[i] for i in self.present) / size - size if size else 0.0


def _depth(kind: _Kind, depths: Sequence[Sequence[int]]) -> Statistic:
    """How far the mean depths in the columns are from each other: squares, summed."""
    sizes = [sum(counts) for counts in depths]
    mean = sum(depth * size for depth, size in enumerate(sizes)) / max(1, sum(sizes))
    sums = {i: sum((depth - mean) * counts[i] for depth, counts in enumerate(depths)) for i in kind.present}
    squares = {i: total**2 / kind.share[i] for i, total in sums.items()}

    def most() -> str:
        i = max(kind.present, key=squares.__getitem__)
        shift = sums[i] / max(1, sum(counts[i] for counts in depths))
        way = "deeper" if shift > 0 else "higher"
        return f"{kind.words[i]} lie {abs(shift):.2f} cards {way} than the mean"

    return Statistic(f"depth of {kind.name}", sum(squares.values()), most)


def _spread(name: str, kind: _Kind, regions: Sequence[Region]) -> Statistic:
    """Pearson's chi-square of the kind and the regions: squared deviations over what is expected, summed."""
    value = sum(kind.deviation(counts) for _, counts in regions)

    def most() -> str:
        _, i, where, count, mean = max(
            ((counts[i] - mean) ** 2 / mean, i, where, counts[i], mean)
            for where, counts in regions
            for i, mean in kind.expected(counts)
        )
        return against(f"{count} {kind.words[i]} in {where}", mean)

    return Statistic(name, value, most)


def _named(name: str, regions: Sequence[Sequence[int]]) -> list[Region]:
    return [(f"{name} {number}", counts) for number, counts in enumerate(regions, 1)]
