"""Texts about moves as one says them aloud, no card by its letters; and texts with symbols for suits."""

from __future__ import annotations

import re
from typing import Final

from winnable.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS, Card, Rank, Suit, parse_card

__all__ = ["card_name", "number_word", "sentence", "spoken", "with_symbols"]

_CARD: Final = rf"[{RANK_LETTERS}][{SUIT_LETTERS}]"
_CARDS: Final = re.compile(rf"(?<![=+])(?:the king )?\b{_CARD}(?: {_CARD})*\b(?![=+])")
_ONE_CARD: Final = re.compile(rf"(?<![A-Za-z0-9])([{RANK_LETTERS}])([{SUIT_LETTERS}])(?![A-Za-z0-9])")
_TO_SYMBOL: Final = str.maketrans(SUIT_LETTERS, SUIT_SYMBOLS)
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def card_name(card: Card) -> str:
    """``seven of hearts``; ``unknown card``."""
    if not card.known:
        return "unknown card"
    return f"{Rank(card.rank).name.lower()} of {Suit(card.suit).name.lower()}"


def number_word(number: int) -> str:
    """``two``; from eleven on in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def spoken(text: str, article: str = "") -> str:
    """The text with its cards by their names: ``5H 4S from column 2`` is ``five of hearts, four of spades
    from column 2``; with ``article`` each has it before its name."""

    def names(found: re.Match[str]) -> str:
        cards = found[0].removeprefix("the king ").split()
        return ", ".join(f"{article}{card_name(parse_card(card))}" for card in cards)

    return _CARDS.sub(names, text)


def with_symbols(text: str) -> str:
    """The text with a symbol for the suit of each card: ``KS from column 2`` is ``K♠ from column 2``. Every
    reader of cards takes both."""
    return _ONE_CARD.sub(lambda found: found[1] + found[2].translate(_TO_SYMBOL), text)


def sentence(text: str) -> str:
    """With a capital at its head and a full stop at its end."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""
