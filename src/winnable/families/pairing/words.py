"""Moves of pairing games in words."""

from __future__ import annotations

from winnable._core import UNSEEN_INDEX, PairingMove, PairingObservation, PairingPosition
from winnable.cards import Card, Rank
from winnable.families.pairing.game import PairingGame
from winnable.families.pairing.setup import row_lengths
from winnable.text.phrases import count_noun

__all__ = ["cards_of", "describe_move", "describe_seen", "place_name", "row_of", "slot_of"]


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


def row_of(game: PairingGame, slot: int) -> int:
    """The row of a slot of the tableau, from 1: the row dealt first."""
    first = 0
    for row, width in enumerate(row_lengths(game.core), 1):
        first += width
        if slot < first:
            return row
    raise ValueError(f"the tableau has no slot {slot}")


def place_name(game: PairingGame, position: PairingPosition, card: Card, *, with_row: bool = False) -> str:
    """``in the pyramid`` (``in row 7`` if asked), ``in column 3``, ``on the waste``, ``on the stock``.

    Cards below the top of waste or stock are ``in`` it; ValueError for a card that has left.
    """
    number = card.index
    if number in position.tableau:
        row = row_of(game, position.tableau.index(number))
        return f"in row {row}" if with_row else f"in the {game.rules['tableau']}"
    for i, column in enumerate(position.columns, 1):
        if number in column:
            return f"in column {i}"
    if number in position.waste:
        return "on the waste" if position.waste[-1] == number else "in the waste"
    if number in position.stock:
        return "on the stock" if position.stock[0] == number else "in the stock"
    raise ValueError(f"{card} has left already")


def describe_move(game: PairingGame, position: PairingPosition, move: PairingMove) -> str:
    """``8S in the pyramid with 5D on the waste``, ``the king KH in row 7``, ``draw: 4S to the waste``,
    ``recycle the waste: pass 2 of 3``."""
    if move.is_draw:
        count = game.rules["draw"]
        assert isinstance(count, int)
        drawn = " ".join(str(Card.from_index(n)) for n in position.stock[:count])
        return f"draw: {drawn} to the waste"
    if move.is_recycle:
        passes = game.rules["passes"]
        return "recycle the waste" + (
            "" if passes == "unlimited" else f": pass {position.pass_number + 1} of {passes}"
        )
    cards = cards_of(move)
    if len(cards) == 1:
        return f"the king {cards[0]} {place_name(game, position, cards[0], with_row=True)}"
    first, second = sorted(cards, key=lambda card: _reading_order(position, card))
    where = [place_name(game, position, card) for card in (first, second)]
    if where[0] == where[1]:
        return f"{first} with {second}, both {where[0]}"
    return f"{first} {where[0]} with {second} {where[1]}"


def describe_seen(
    game: PairingGame, seen: PairingObservation, world: PairingPosition, move: PairingMove
) -> str:
    """The same of what is seen, ``world`` being any position that looks so: a draw names no hidden card."""
    if not move.is_draw or UNSEEN_INDEX not in seen.stock[: int(game.rules["draw"])]:
        return describe_move(game, world, move)
    drawn = min(int(game.rules["draw"]), len(seen.stock))
    cards = "the next card" if drawn == 1 else f"the next {count_noun(drawn, 'card')}"
    return f"draw: {cards} to the waste"


def _reading_order(position: PairingPosition, card: Card) -> tuple[int, Rank]:
    """Cards of the tableau first, then those of columns, waste and stock; higher ranks first."""
    piles = (position.tableau, b"".join(position.columns), position.waste, position.stock)
    where = next(i for i, pile in enumerate(piles) if card.index in pile)
    return where, Rank(Rank.KING - card.rank)
