"""PySol Fan Club edition's deal numbers.

Up to 32000 they are Microsoft's. Beyond, the deck C S H D, each ace to king, is shuffled with the
Mersenne Twister, as Python seeds it with the number: for i = 51 .. 1, swap card i with card
``int(random() * (i + 1))``; then the deck is dealt from its end. Two decks are that deck twice, from
which Microsoft's numbers take cards as well.

The PyPI package ``pysol-cards`` is an independent implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from winnable.deals import microsoft

FIRST: Final = 0
LAST: Final = 10**20
LAST_MICROSOFT: Final = 32000

_SUITS = (0, 3, 2, 1)  # C S H D, as numbered in winnable.cards
PACK: Final = tuple(4 * rank + suit for suit in _SUITS for rank in range(13))


def deck(number: int) -> bytes:
    """The 52 cards of deal ``number``, first dealt first."""
    if number <= LAST_MICROSOFT:
        return microsoft.deck(number)
    return shuffle(PACK, number)


def shuffle(pack: Sequence[int], number: int) -> bytes:
    """The cards of a pack of any size, shuffled as a deal beyond 32000 shuffles one deck."""
    from random import Random

    generator = Random(number)
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        j = int(generator.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return bytes(reversed(cards))


def two_decks(number: int) -> bytes:
    """The 104 cards of deal ``number`` of a game of two decks, first dealt first."""
    pack = PACK * 2
    return microsoft.shuffle(pack, number) if number <= LAST_MICROSOFT else shuffle(pack, number)
