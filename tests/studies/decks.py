"""Decks of Spider for tests: shuffled evenly, and stacked on purpose."""

from __future__ import annotations

import random

ACES = range(4)  # the faces 0..3


def even_decks(count: int, seed: int) -> list[bytes]:
    """Two decks shuffled together, first dealt first."""
    rng, cards = random.Random(seed), list(range(52)) * 2
    decks = []
    for _ in range(count):
        rng.shuffle(cards)
        decks.append(bytes(cards))
    return decks


def buried_decks(count: int, seed: int) -> list[bytes]:
    """Shuffled evenly, then each ace changes places with one of the 30 cards dealt first.

    Those lie deepest in the columns, under two cards or more.
    """
    rng = random.Random(seed)
    decks = []
    for deck in even_decks(count, seed + 1):
        cards = list(deck)
        aces = [place for place, card in enumerate(cards) if card in ACES]
        for place, target in zip(aces, rng.sample(range(30), len(aces)), strict=True):
            cards[place], cards[target] = cards[target], cards[place]
        decks.append(bytes(cards))
    return decks
