"""Winnable's own deals: an even shuffle from a 64-bit seed, the same on every machine.

The numbers come from SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014), whose state starts at the seed. The deck starts as AC AD AH AS 2C .. KS.
For i = 51 .. 1 (Fisher and Yates, from the top) a number x is drawn, and drawn again while
x >= 2^64 - 2^64 mod (i + 1), so that every card is equally likely; card i changes places with card
x mod (i + 1). The deck is then dealt from its start. Two decks are that deck twice, with i = 103 .. 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

FIRST: Final = 0
LAST: Final = 2**64 - 1

_SPAN = 2**64
_MASK = _SPAN - 1


def deck(seed: int) -> bytes:
    """The 52 cards of the deal with this seed, first dealt first."""
    return shuffle(range(52), seed)


def shuffle(pack: Sequence[int], seed: int) -> bytes:
    """The cards of a pack of any size, shuffled as the deal with this seed shuffles one deck."""
    numbers = splitmix64(seed)
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        limit = _SPAN - _SPAN % (i + 1)
        x = next(numbers)
        while x >= limit:
            x = next(numbers)
        j = x % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return bytes(cards)


def splitmix64(state: int) -> Iterator[int]:
    """SplitMix64's numbers, 0 .. 2^64 - 1, from this state on."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        yield z ^ (z >> 31)
