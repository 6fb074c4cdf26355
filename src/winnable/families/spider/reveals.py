"""What moves of Spider and its kin bring to light: the cards of a row, and the one that a column turns.

Face-down cards stay where they were dealt until they are turned, and the stock is dealt in its order. So a
card that comes to light is known by its place at the start: its column and depth, or its number in the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from winnable.cards import Card
from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.setup import SpiderSetup, SpiderSlot
from winnable.text.reveals import Reveals

__all__ = ["REVEALS"]


def _news(
    game: SpiderGame, start: SpiderSetup, before: SpiderPosition, after: SpiderPosition
) -> Sequence[SpiderSlot]:
    """The cards of the row first, since one of them may complete a run, and so have a card turned."""
    size = len(start.stock)
    dealt = range(size - len(before.stock), size - len(after.stock))
    rows: list[SpiderSlot] = [("stock", number, 0) for number in dealt]
    downs = zip(before.down, after.down, strict=True)
    turned: list[SpiderSlot] = [("column", i, left) for i, (was, left) in enumerate(downs) if left < was]
    return [*rows, *turned]


def _card_at(start: SpiderSetup, slot: SpiderSlot) -> Card:
    kind, pile, depth = slot
    return start.stock[pile] if kind == "stock" else start.columns[pile][depth]


def _fill(game: SpiderGame, start: SpiderSetup, slot: SpiderSlot, card: Card) -> SpiderSetup:
    facts = game.facts
    if card.suit not in facts.suits_used:
        raise InputError(f"{card} is not in {facts.game}", expected="a card of its suits")
    if not _missing(game, start)[card]:
        what = f"{card} cannot come to light: every {card} is known to be elsewhere, or has left"
        raise InputError(what, expected="a card that has not been seen as often as it is there")
    return _with_cards(start, {slot: card})


def _world(game: SpiderGame, start: SpiderSetup, rng: Random) -> SpiderPosition:
    hidden = list(_missing(game, start).elements())
    rng.shuffle(hidden)
    unknown = [slot for slot, card in start.slots() if not card.known]
    return game.position(_with_cards(start, dict(zip(unknown, hidden, strict=True))))


def _known(game: SpiderGame, start: SpiderSetup | None, position: SpiderPosition) -> SpiderSetup:
    if start is None:
        return SpiderSetup.of_observation(game.observe(position))
    whole = game.setup(position)
    columns = [
        (*start.columns[i][:down], *column[down:])
        for i, (column, down) in enumerate(zip(whole.columns, whole.down, strict=True))
    ]
    left = len(start.stock) - len(whole.stock)
    return SpiderSetup(columns, whole.down, start.stock[left:], whole.runs)


def _missing(game: SpiderGame, setup: SpiderSetup) -> Counter[Card]:
    """How many of each card are unknown."""
    facts, runs = game.facts, setup.runs or (0, 0, 0, 0)
    left = Counter({card: facts.copies - runs[card.suit] for card in facts.faces})
    left.subtract(card for _, card in setup.slots() if card.known)
    return left


def _with_cards(setup: SpiderSetup, cards: dict[SpiderSlot, Card]) -> SpiderSetup:
    """The same setup with these cards in these slots."""

    def filled(slots: Iterable[tuple[SpiderSlot, Card]]) -> list[Card]:
        return [cards.get(slot, card) for slot, card in slots]

    columns = [
        filled((("column", i, depth), card) for depth, card in enumerate(column))
        for i, column in enumerate(setup.columns)
    ]
    stock = filled((("stock", i, 0), card) for i, card in enumerate(setup.stock))
    return SpiderSetup(
        columns, setup.down, stock, setup.runs, rows=setup.rows, places=setup.places, source=setup.source
    )


REVEALS: Final[Reveals[SpiderGame, SpiderPosition, SpiderSetup]] = Reveals(
    example="37=QH or deal=KS,QH,...",
    news=_news,
    card_at=_card_at,
    fill=_fill,
    world=_world,
    known=_known,
)
