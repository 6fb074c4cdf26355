"""Moves of pairing games in words."""

from __future__ import annotations

from winnable._core import UNSEEN_INDEX, PairingMove, PairingObservation, PairingPosition
from winnable.cards import Card
from winnable.families.pairing.game import PairingGame
from winnable.text.phrases import count_noun

__all__ = ["cards_of", "describe_move", "describe_seen", "place_name", "slot_of"]


def cards_of(move: PairingMove) -> tuple[Card, ...]:
    """The cards that a removal takes, the lower rank first; none for a draw or a recycle."""
    return tuple(map(Card.from_index, move.cards))


def slot_of(position: PairingPosition, card: Card) -> int | None:
    """The slot of a card in the tableau or the columns, as ``game.core.covers`` counts them; else None."""
    number = card.index
    if number in position.tableau:
        return position.tableau.index(number)
    for i, column in enumerate(position.columns):
        if number in column:
            return len(position.tableau) + i + len(position.columns) * column.index(number)
    return None


def place_name(game: PairingGame, position: PairingPosition, card: Card, *, with_row: bool = False) -> str:
    """``in the pyramid`` (``in row 7`` if asked), ``in column 3``, ``on the waste``, ``on the stock``.

    Cards below the top of waste or stock are ``in`` it; ValueError for a card that has left.
    """
    return game.core.place_name(position, card.index, with_row)


def describe_move(game: PairingGame, position: PairingPosition, move: PairingMove) -> str:
    """``8S in the pyramid with 5D on the waste``, ``the king KH in row 7``, ``draw: 4S to the waste``,
    ``recycle the waste: pass 2 of 3``."""
    return game.core.describe_move(position, move)


def describe_seen(
    game: PairingGame, seen: PairingObservation, world: PairingPosition, move: PairingMove
) -> str:
    """The same of what is seen, ``world`` being any position that looks so: a draw names no hidden card."""
    if not move.is_draw or UNSEEN_INDEX not in seen.stock[: int(game.rules["draw"])]:
        return describe_move(game, world, move)
    drawn = min(int(game.rules["draw"]), len(seen.stock))
    cards = "the next card" if drawn == 1 else f"the next {count_noun(drawn, 'card')}"
    return f"draw: {cards} to the waste"
