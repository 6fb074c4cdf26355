"""Does a hand come again? Even shuffles hardly ever repeat one; a program with few deals to give does.

How rarely is the birthday problem's bound: of n evenly shuffled hands, d different ones are no more likely
than the number of ways to part n hands into d kinds, times the chance that one hand is what another is, to
the power n - d. The former is at most C(n, d) d^(n-d) / 2 (B. C. Rennie and A. J. Dobson, "On Stirling
numbers of the second kind", Journal of Combinatorial Theory 7, 1969). Such chances are far too small for a
floating-point number, so that their logarithms are what is given.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from winnable.cards import UNKNOWN_INDEX
from winnable.studies.places import Hand, Layout, is_whole, picker

__all__ = ["Repeats", "log10_most_likely", "log10_repeats", "repeats"]


@dataclass(frozen=True, slots=True)
class Repeats:
    """Of so many hands, which are different: by their number from 0, of equal ones the one that is known
    best.

    ``first`` is the first of the hands that are the same as an earlier one, with that one; ``log10_p`` is the
    decimal logarithm of the chance that so few of evenly shuffled hands are different, or a bound above it.
    """

    read: int
    different: tuple[int, ...]
    first: tuple[int, int] | None
    log10_p: float

    @property
    def p(self) -> float:
        """The chance itself; 0 where it is below what a number can hold."""
        return math.pow(10.0, self.log10_p)

    @property
    def repeated(self) -> int:
        """How many hands are the same as an earlier one."""
        return self.read - len(self.different)


def repeats(layout: Layout, hands: Sequence[Hand], cards: Hand) -> Repeats:
    """Which of these hands come again.

    Two hands with unknown cards are the same where all agrees that is known of both. How likely that is by
    chance is then judged by the cards that lie face up at the start alone, which everybody sees: what else is
    known of both depends on how they were played.
    """
    face_up = picker(layout.depths[0])
    whole = all(map(is_whole, hands))
    kinds: dict[bytes, list[int]] = {}
    different: list[int] = []
    first = None
    for number, hand in enumerate(hands):
        alike = kinds.setdefault(hand if whole else face_up(hand), [])
        at = next((i for i, other in enumerate(alike) if _agree(hands[other], hand)), None)
        if at is None:
            alike.append(number)
            different.append(number)
            continue
        other = alike[at]
        if first is None:
            first = number, other
        if hand.count(UNKNOWN_INDEX) < hands[other].count(UNKNOWN_INDEX):
            alike[at] = different[different.index(other)] = number
    chance = log10_most_likely(cards, layout.size if whole else len(layout.depths[0]))
    return Repeats(len(hands), tuple(different), first, log10_repeats(len(hands), len(different), chance))


def _agree(first: Hand, second: Hand) -> bool:
    return all(a == b or UNKNOWN_INDEX in (a, b) for a, b in zip(first, second, strict=True))


def log10_most_likely(cards: Hand, size: int) -> float:
    """The chance of the likeliest sequence of so many cards drawn from these, as a logarithm.

    All sequences of all the cards are equally likely.
    """
    left = sorted(Counter(cards).values())
    log = 0.0
    for drawn in range(size):
        # Of the kind that is there most often: no sequence is likelier.
        most = max(range(len(left)), key=left.__getitem__)
        log += math.log10(left[most]) - math.log10(len(cards) - drawn)
        left[most] -= 1
    return log


def log10_repeats(hands: int, different: int, log10_chance: float) -> float:
    """A bound of the chance that at most so many of evenly shuffled hands are different, as a logarithm.

    ``log10_chance`` is that of one hand to be what another one is, or above it.
    """
    if different >= hands:
        return 0.0
    terms = [
        _log10_partitions(hands, kinds) + (hands - kinds) * log10_chance for kinds in range(1, different + 1)
    ]
    most = max(terms)
    return min(0.0, most + math.log10(sum(10.0 ** (term - most) for term in terms)))


def _log10_partitions(number: int, kinds: int) -> float:
    """A bound of the ways to part so many hands into kinds; of Stirling's numbers of the second kind."""
    ways = math.lgamma(number + 1) - math.lgamma(kinds + 1) - math.lgamma(number - kinds + 1)
    return (ways + (number - kinds) * math.log(kinds) - math.log(2)) / math.log(10)
