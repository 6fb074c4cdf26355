"""Microsoft's deal numbers, and FreeCell Pro's beyond them.

1 to 32000 are those of the original FreeCell, to 1,000,000 of Windows XP; FreeCell Pro goes on
to 2^33 - 1 with the same generator, x = 214013 x + 2531011 mod 2^32, and more of its bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

FIRST: Final = 1
LAST: Final = 2**33 - 1


def deck(number: int) -> bytes:
    """The 52 cards of deal ``number``, first dealt first: ms 1 begins JD 2D 9H JC 5D 7H 7C 5H."""
    from winnable._core import microsoft_deck

    return microsoft_deck(number)


def shuffle(pack: Sequence[int], number: int) -> bytes:
    """The cards of a pack of any size, shuffled as deal ``number`` shuffles one deck; first dealt first."""
    state = number - 2**32 if number >= 2**32 else number
    cards = bytearray(pack)
    dealt = bytearray()
    while cards:
        state = (214013 * state + 2531011) & 0xFFFFFFFF
        if number < 2**31:
            r = state >> 16 & 0x7FFF
        elif number < 2**32:
            r = state >> 16 & 0x7FFF | 0x8000
        else:
            r = (state >> 16) + 1
        at = r % len(cards)
        dealt.append(cards[at])
        cards[at] = cards[-1]
        cards.pop()
    return bytes(dealt)
