"""The table of a game of the Spider kind: stock and complete runs above the columns.

``view_scene`` shows what the player sees, and holds no card that lies face down; ``scene`` has every card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from winnable.cards import UNKNOWN, Card, Rank, Suit
from winnable.families.patience.scene import columns_of, moves_of
from winnable.families.patience.words import pile_name
from winnable.families.spider.game import Observation, PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.words import is_deal, takes_run_off
from winnable.scene import Count, Pile, Scene, TableMove

__all__ = ["scene", "view_scene"]

_STOCK = "stock"


def scene(game: SpiderGame, position: SpiderPosition | Observation, *, open_cards: bool = False) -> Scene:
    """The table as the player sees it or, with ``open_cards``, as it lies."""
    if isinstance(position, Observation):
        return view_scene(game, position)
    return open_scene(game, position) if open_cards else view_scene(game, game.observe(position))


def open_scene(game: SpiderGame, position: SpiderPosition) -> Scene:
    """The table with all cards known, those that lie face down too, and the legal moves."""
    columns = [tuple(map(Card.from_index, column)) for column in position.columns]
    stock = tuple(map(Card.from_index, reversed(position.stock)))
    return _table(game, position, columns, position.down, stock, position.runs)


def view_scene(game: SpiderGame, seen: Observation) -> Scene:
    """The table as the player sees it: face-down cards are unknown, of the stock there is its size alone."""
    columns = [
        (UNKNOWN,) * down + tuple(map(Card.from_index, up))
        for up, down in zip(seen.columns, seen.down, strict=True)
    ]
    # Which moves are legal does not depend on what cannot be seen: any world that looks so will do.
    world = game.determinise(seen, Random(0))
    return _table(game, world, columns, seen.down, (UNKNOWN,) * seen.stock, seen.runs)


def _table(
    game: SpiderGame,
    world: SpiderPosition,
    columns: Sequence[tuple[Card, ...]],
    down: Sequence[int],
    stock: tuple[Card, ...],
    runs: Sequence[int],
) -> Scene:
    sign = "K" if game.rules["empty_column"] == "king" else ""
    most = game.facts.decks * len(Suit)
    piles = (
        *_stock(game, stock),
        *_runs(runs, max(len(columns) - most, 2 if game.facts.stock else 0), most),
        *columns_of(columns, down, sign=sign),
    )
    return Scene(
        game=game.spelled,
        title=game.info.title,
        piles=piles,
        moves=tuple(_moves(game, world, piles, sum(runs))),
        counts=(
            *((Count("stock", len(stock)),) if game.facts.stock else ()),
            Count("runs", sum(runs), most),
        ),
    )


def _stock(game: SpiderGame, cards: tuple[Card, ...]) -> Iterator[Pile]:
    if game.facts.stock:
        yield Pile(name=_STOCK, role="stock", x=0, y=0, cards=cards, down=len(cards))


def _runs(runs: Sequence[int], left: int, most: int) -> Iterator[Pile]:
    """The runs that have left, each from the ace up, and places for those to come; the first at ``left``."""
    suits = list(chain.from_iterable([suit] * count for suit, count in enumerate(runs)))
    for i in range(most):
        cards = tuple(Card.of(rank, suits[i]) for rank in Rank) if i < len(suits) else ()
        yield Pile(name=_run_name(i), role="foundation", x=left + i, y=0, cards=cards)


def _run_name(number: int) -> str:
    return f"run {number + 1}"


def _moves(game: SpiderGame, world: SpiderPosition, piles: Sequence[Pile], runs: int) -> Iterator[TableMove]:
    """A run that a move takes off goes to the first of the places for runs to come."""

    def text(move: PatienceMove) -> str:
        return game.notation.format(world, move)

    moves = game.legal_moves(world)
    between = [move for move in moves if not is_deal(move) and not takes_run_off(move)]
    yield from moves_of(between, piles, text)
    for move in moves:
        if takes_run_off(move):
            first = len(world.columns[move.from_pile]) - move.count
            yield TableMove(text(move), pile_name(move.from_pile), first, _run_name(runs))
        if is_deal(move):
            top = next(len(pile.cards) - 1 for pile in piles if pile.name == _STOCK)
            yield TableMove(text(move), _STOCK, top)
