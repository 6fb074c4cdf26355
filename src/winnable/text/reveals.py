"""Moves written with the cards that they bring to light: ``37=QH``, ``deal=KS,QH,…``.

What a player finds out during a game is what the position at its start hid there. So it is kept as knowledge
of the start, in which unknown cards become known one by one; the moves stay what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeVar

from winnable.cards import Card, parse_card
from winnable.errors import InputError, quote
from winnable.family import RegisteredGame
from winnable.text.phrases import count_noun

__all__ = ["OtherCardsError", "Reveals", "learned", "split_reveal"]

G = TypeVar("G", bound=RegisteredGame[Any, Any])
P = TypeVar("P")
S = TypeVar("S")  # a setup

SIGN: Final = "="


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveals(Generic[G, P, S]):
    """How a family's moves bring hidden cards to light.

    ``example`` shows such moves in an error. ``news`` names the places of the start, as ``card_at`` takes
    them, whose cards a move brought to light, by the start and the positions before and after the move: in
    the order in which they come, so that what a card decides comes after it. ``card_at`` is the card that is
    known there, or an unknown one; ``fill`` the start with one more card known, InputError where it cannot be
    that card. ``world`` draws a position that the setup may be, its known cards in their places. ``known``
    is what is known of a later position, by the start or, without one, by what is seen alone.
    """

    example: str
    news: Callable[[G, S, P, P], Sequence[Hashable]]
    card_at: Callable[[S, Any], Card]
    fill: Callable[[G, S, Any, Card], S]
    world: Callable[[G, S, Random], P]
    known: Callable[[G, S | None, P], S]


class OtherCardsError(InputError):
    """Other cards than those that a move brings to light, or too few or too many."""


def split_reveal(text: str) -> tuple[str, tuple[Card, ...]]:
    """A move's text, and the cards named behind it; InputError for what is no card."""
    move, sign, names = text.partition(SIGN)
    if not sign:
        return move, ()
    cards = []
    for name in names.split(","):
        try:
            cards.append(parse_card(name))
        except InputError as error:
            raise InputError(f"{quote(text)}: {error.what}", expected=error.expected) from None
    if not move or not all(card.known for card in cards):
        raise InputError(f"{quote(text)} names no move and its cards", expected="a move such as 37=QH")
    return move, tuple(cards)


def learned(
    reveals: Reveals[G, P, S], game: G, start: S, moves: Sequence[Any], text: str, cards: Sequence[Card]
) -> S:
    """The start with the cards known that a move brings to light.

    Args:
        reveals: of the game's family.
        game: the game.
        start: a setup of it, checked.
        moves: those made from there.
        text: one more move, in the game's notation.
        cards: what it brings to light, in the order of ``news``.

    Raises:
        OtherCardsError: others than those known already, too few or too many.
        InputError: a card that cannot lie there.
        ValueError: no move, or an illegal one.
    """
    while True:
        # A world in which the cards named so far are what they are; each may change what else is turned.
        here = reveals.world(game, start, Random(0))
        for move in moves:
            here = game.play(here, move)
        after = game.play(here, game.notation.parse(here, text))
        news = reveals.news(game, start, here, after)
        unknown = None
        for place, card in zip(news, cards, strict=False):
            before = reveals.card_at(start, place)
            if not before.known:
                unknown = place, card
                break
            if before != card:
                raise OtherCardsError(f"{text} brings {before} to light, not {card}", expected=str(before))
        if unknown is None:
            break
        start = reveals.fill(game, start, *unknown)
    if len(news) != len(cards):
        brings = count_noun(len(news), "card") if news else "no card"
        named = "1 is named" if len(cards) == 1 else f"{len(cards)} are named"
        expected = f"{count_noun(len(news), 'card')} behind =" if news else f"{text} alone"
        raise OtherCardsError(f"{text} brings {brings} to light, and {named}", expected=expected)
    return start
