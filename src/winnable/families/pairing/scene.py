"""The table of a pairing game: the pyramid or triangle, below it open columns, or the stock and the waste."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from winnable.cards import UNKNOWN, UNKNOWN_INDEX, Card
from winnable.families.pairing.game import PairingGame, PairingObservation, PairingPosition
from winnable.families.pairing.setup import row_lengths
from winnable.game import Outcome
from winnable.scene import Count, Pile, Scene, TableMove

__all__ = ["scene"]

_ROW = 0.5  # steps from a row of the pyramid to the next
_BELOW = 0.15  # steps between the pyramid and what lies below it
_STOCK, _WASTE = "stock", "waste"
_ROOM = 7  # cards side by side that the stock or the waste may take, below a small pyramid, too
_WIDEST = 0.5  # of a card's width: from a card of the waste to the next


def scene(
    game: PairingGame, given: PairingPosition | PairingObservation, *, open_cards: bool = False
) -> Scene:
    """What the player sees on the table, and the legal moves.

    With ``open_cards`` also the cards that lie face down: those of the stock, and of rows dealt so.
    """
    # Of a position that looks so no hidden card is shown.
    position = game.determinise(given, Random(0)) if isinstance(given, PairingObservation) else given
    rows = row_lengths(game.core)
    wide = max(*rows, len(position.columns))
    below = _ROW * (len(rows) - 1) + 1 + _BELOW
    known = set(range(UNKNOWN_INDEX)) if open_cards else set(position.known)
    piles = [*_tableau(game, position, rows, wide, known)]
    if position.columns:
        piles += _columns(position, below)
    else:
        piles += _stock_and_waste(game, position, below, max(wide, _ROOM), known, open_cards)
    return Scene(
        game=game.spelled,
        title=game.info.title,
        piles=tuple(piles),
        moves=tuple(_moves(game, position, piles)),
        counts=tuple(_counts(game, position)),
    )


def _tableau(
    game: PairingGame, position: PairingPosition, rows: Sequence[int], wide: int, known: set[int]
) -> Iterator[Pile]:
    """A pile for each place of the pyramid; a card comes before those that lie on it."""
    down_until = sum(rows[: int(game.rules["face_down_rows"])])
    covers = game.core.covers
    slot = 0
    for row, length in enumerate(rows):
        for i in range(length):
            number = position.tableau[slot]
            there = number != UNKNOWN_INDEX
            covered = any(position.tableau[other] != UNKNOWN_INDEX for other in covers[slot])
            down = there and covered and slot < down_until
            yield Pile(
                name=f"row {row + 1} card {i + 1}",
                role="pyramid",
                x=(wide - length) / 2 + i,
                y=_ROW * row,
                cards=(_card(number, known),) if there else (),
                down=int(down),
                gap=True,
            )
            slot += 1


def _card(number: int, known: set[int]) -> Card:
    return Card.from_index(number) if number in known else UNKNOWN


def _columns(position: PairingPosition, y: float) -> Iterator[Pile]:
    for i, column in enumerate(position.columns):
        cards = tuple(map(Card.from_index, column))
        yield Pile(name=f"column {i + 1}", role="reserve", x=i, y=y, cards=cards, fan="down")


def _stock_and_waste(
    game: PairingGame, position: PairingPosition, y: float, wide: int, known: set[int], open_cards: bool
) -> Iterator[Pile]:
    """Stock and waste side by side; where every card is shown, they lie below each other."""
    stock = tuple(_card(number, known) for number in reversed(position.stock))
    shown = game.rules["stock_top"] == "open" and stock
    again = position.waste and _may_recycle(game, position)
    waste_y = y + 1 if open_cards else y
    yield Pile(
        name=_STOCK,
        role="stock",
        x=0,
        y=y,
        cards=stock,
        down=len(stock) - bool(shown),
        fan="right" if open_cards else "none",
        spread=_spread(len(stock), wide),
        sign="recycle" if again else "",
    )
    x = 0 if open_cards else 1
    yield Pile(
        name=_WASTE,
        role="waste",
        x=x,
        y=waste_y,
        cards=tuple(map(Card.from_index, position.waste)),
        fan="right",
        spread=_spread(len(position.waste), wide - x),
    )


def _spread(cards: int, room: float) -> float:
    """How far apart so many cards lie in a row as wide as ``room`` cards."""
    return min(_WIDEST, (room - 1) / max(cards - 1, 1))


def _may_recycle(game: PairingGame, position: PairingPosition) -> bool:
    """Once the stock is empty."""
    if game.outcome(position) is Outcome.WON and not game.rules["play_on"]:
        return False
    passes = game.rules["passes"]
    return passes == "unlimited" or position.pass_number < int(passes)


def _moves(game: PairingGame, position: PairingPosition, piles: Iterable[Pile]) -> Iterator[TableMove]:
    """Two cards leave together when either is laid on the other; a king leaves by a click."""
    where = {
        card: (pile.name, index) for pile in piles for index, card in enumerate(pile.cards) if card.known
    }
    top = max(len(position.stock) - 1, 0)
    for move in game.legal_moves(position):
        text = game.notation.format(position, move)
        if move.is_draw:
            yield TableMove(text, _STOCK, top, _WASTE)
        elif move.is_recycle:
            yield TableMove(text, _STOCK, 0)
        else:
            yield from _removal(text, [Card.from_index(number) for number in move.cards], where)


def _removal(text: str, cards: list[Card], where: Mapping[Card, tuple[str, int]]) -> Iterator[TableMove]:
    places = [where[card] for card in cards]
    if len(places) == 1:
        yield TableMove(text, *places[0])
    else:
        for (source, index), (target, _) in (places, places[::-1]):
            yield TableMove(text, source, index, target)


def _counts(game: PairingGame, position: PairingPosition) -> Iterator[Count]:
    if position.columns:
        there = sum(card != UNKNOWN_INDEX for card in position.tableau)
        yield Count("cards", there + sum(map(len, position.columns)))
    else:
        yield Count("stock", len(position.stock))
        yield Count("waste", len(position.waste))
        passes = game.rules["passes"]
        if passes == "unlimited":
            return
        yield Count("pass", position.pass_number, int(passes))
    if game.rules["scoring"] != "none":
        yield Count("score", position.score)
