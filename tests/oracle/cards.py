"""Cards as numbers 0..51 (4 * rank + suit, suits C D H S, ace = rank 0) and the Microsoft deal generator."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def rank(card: int) -> int:
    return card // 4


def suit(card: int) -> int:
    return card % 4


def is_red(card: int) -> bool:
    return SUITS[suit(card)] in "DH"


def card(text: str) -> int:
    """The number of a card written rank first, for instance ``card("TH")``."""
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def name(number: int) -> str:
    return RANKS[rank(number)] + SUITS[suit(number)]


def microsoft_deck(number: int, decks: int = 1) -> list[int]:
    """The 52 cards of Microsoft deal ``number`` (1 .. 2^33 - 1), first dealt first; two decks as in KPat.

    The three ranges are those of Microsoft FreeCell (below 2^31), its unsigned extension, and FreeCell Pro.
    """
    deck = list(range(52)) * decks
    state = number - 2**32 if number >= 2**32 else number
    dealt = []
    for left in range(len(deck), 0, -1):
        state = (214013 * state + 2531011) % 2**32
        if number >= 2**32:
            random = (state // 65536) % 65536 + 1
        else:
            random = (state // 65536) % 32768
            if number >= 2**31:
                random += 32768
        chosen = random % left
        dealt.append(deck[chosen])
        deck[chosen] = deck[left - 1]
    return dealt
