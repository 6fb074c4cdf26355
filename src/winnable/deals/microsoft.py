"""Microsoft's deal numbers, and FreeCell Pro's beyond them.

1 to 32000 are those of the original FreeCell, to 1,000,000 of Windows XP; FreeCell Pro goes on
to 2^33 - 1 with the same generator, x = 214013 x + 2531011 mod 2^32, and more of its bits.

Microsoft's program also has two deals that are not shuffled, -1 and -2, which cannot be won; their tableaus
are shown at https://rosettacode.org/wiki/Talk:Deal_cards_for_FreeCell ("support for negative games").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from winnable.cards import DECK_SIZE, RANK_LETTERS
from winnable.errors import InputError

FIRST: Final = 1
LAST: Final = 2**33 - 1
USUAL_LAST: Final = 1_000_000  # of Windows' own programs
ANY_CARD: Final = 2**DECK_SIZE - 1

# The ranks of the cards in columns 1 to 4 and 5 to 8, row by row, and the suits in each four columns: C D H S
# in deal -1, S H D C in deal -2.
IMPOSSIBLE: Final = {
    -1: ("AQ 3T 58 76 94 J2 K", (0, 1, 2, 3)),
    -2: ("A7 K6 Q5 J4 T3 92 8", (3, 2, 1, 0)),
}


def deck(number: int) -> bytes:
    """The 52 cards of deal ``number``, first dealt first: ms 1 begins JD 2D 9H JC 5D 7H 7C 5H."""
    from winnable._core import microsoft_deck

    if number in IMPOSSIBLE:
        ranks, suits = IMPOSSIBLE[number]
        return bytes(4 * RANK_LETTERS.index(rank) + suit for rank in ranks.replace(" ", "") for suit in suits)
    return microsoft_deck(number)


def deals_like(
    places: Mapping[int, Iterable[int]], first: int = FIRST, last: int = USUAL_LAST, most: int = 2
) -> list[int]:
    """The deals from ``first`` to ``last`` that have one of the given cards in each of some places.

    At most ``most`` deals. Places count the cards as they are dealt, from 0; cards are indices.
    A deal costs some 20 ns, as most of them differ in the first cards.
    """
    from winnable._core import microsoft_deals_like

    may_be = [ANY_CARD] * DECK_SIZE
    for place, cards in places.items():
        may_be[place] = sum(1 << card for card in set(cards))
    return microsoft_deals_like(may_be, first, last, most)


def shuffle(pack: Sequence[int], number: int) -> bytes:
    """The cards of a pack of any size, shuffled as deal ``number`` shuffles one deck; first dealt first.

    InputError for the deals that are not shuffled.
    """
    if number in IMPOSSIBLE:
        raise InputError(f"deal {number} is a layout of one deck", expected="a number that is not negative")
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
