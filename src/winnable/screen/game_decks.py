"""Which cards a game is played with, and which games differ in that alone: what a table must be read with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

from winnable.cards import Suit

if TYPE_CHECKING:
    from winnable.cards import Card
    from winnable.family import AnyGame

__all__ = ["deck_of", "games_like", "suits_shown"]


def games_like(spelled: str) -> list[str]:
    """The game, and where it is named without options those of its name that are played with another deck."""
    from winnable.registry import get_game

    game = get_game(spelled)
    if ":" in spelled:
        return [game.spelled]
    found = {_deck_key(game.spelled): game.spelled}
    for other in game.family.presets():
        alike = len(_piles_of(other)) == len(_piles_of(game.spelled))
        if other.partition(":")[0] == game.info.name and alike:
            found.setdefault(_deck_key(other), other)
    return list(found.values())


@cache
def deck_of(spelled: str) -> Mapping[Card, int]:
    """How often the deck of a game has each card."""
    return Counter(card for cards in _piles_of(spelled).values() for card in cards)


def suits_shown(spelled: str) -> list[tuple[Suit, ...]]:
    """In which suits a program may show the deck of a game: for each suit, in the order C D H S, the one that
    is shown for it, its own ones first. Programs choose freely where a deck has fewer than four."""
    own = sorted({card.suit for card in deck_of(spelled)})
    found = {tuple(Suit)}
    for shown in permutations(Suit, len(own)) if len(own) < len(Suit) else ():
        rest = iter(suit for suit in Suit if suit not in shown)
        named = dict(zip(own, shown, strict=True))
        found.add(tuple(named[suit] if suit in named else next(rest) for suit in Suit))

    def strange(suits: tuple[Suit, ...]) -> tuple[int, int, tuple[Suit, ...]]:
        others = [(suit, suits[suit]) for suit in own if suits[suit] != suit]
        red = {Suit.DIAMONDS, Suit.HEARTS}
        return len(others), sum((one in red) != (other in red) for one, other in others), suits

    return sorted(found, key=strange)


def _deck_key(spelled: str) -> tuple[tuple[Card, int], ...]:
    return tuple(sorted(deck_of(spelled).items()))


@cache
def _piles_of(spelled: str) -> Mapping[str, tuple[Card, ...]]:
    """The piles of a game's first deal."""
    from winnable.analysis.scenes import scene_of
    from winnable.registry import get_game

    game: AnyGame = get_game(spelled)
    return {pile.name: pile.cards for pile in scene_of(game, game.deal(1), open_cards=True).piles}
