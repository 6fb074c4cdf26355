"""Microsoft's deal numbers, and FreeCell Pro's beyond them.

1 to 32000 are those of the original FreeCell, to 1,000,000 of Windows XP; FreeCell Pro goes on
to 2^33 - 1 with the same generator, x = 214013 x + 2531011 mod 2^32, and more of its bits.
"""

from __future__ import annotations

from typing import Final

FIRST: Final = 1
LAST: Final = 2**33 - 1


def deck(number: int) -> bytes:
    """The 52 cards of deal ``number``, first dealt first: ms 1 begins JD 2D 9H JC 5D 7H 7C 5H."""
    from winnable._core import microsoft_deck

    return microsoft_deck(number)
