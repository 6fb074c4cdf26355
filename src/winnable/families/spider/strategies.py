"""Positions and moves of Spider and its kin, for Hypothesis and for plain random tests.

Endings: most runs have left, what is left is cut into pieces and put on columns at random, some cards of it
face down or in the stock.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from winnable.cards import Card, Suit
from winnable.families.patience.words import FIRST_HOME
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.setup import RANKS

__all__ = ["any_moves", "near_end_positions", "random_near_end", "starts", "toy_positions"]

_SEEDS = st.integers(0, 2**32 - 1)
_STOCK = 48


def starts(game: SpiderGame) -> st.SearchStrategy[SpiderPosition]:
    """Numbered deals of the game's usual dialect."""
    return st.integers(1, 32000).map(game.deal)


def near_end_positions(game: SpiderGame, most_cards: int = 39) -> st.SearchStrategy[SpiderPosition]:
    """Positions of at most ``most_cards`` cards in play, at least one run of them."""
    return _SEEDS.map(lambda seed: random_near_end(game, Random(seed), max(1, most_cards // RANKS)))


def toy_positions(game: SpiderGame, size: int = 1) -> st.SearchStrategy[SpiderPosition]:
    """Positions with one run in play."""
    return _SEEDS.map(lambda seed: random_near_end(game, Random(seed), 1))


def any_moves() -> st.SearchStrategy[PatienceMove]:
    """Any two columns and any number of cards, a row, or a run that leaves, whether or not a game has such
    piles."""
    column = st.integers(0, 14)
    between = st.builds(PatienceMove, column, column, st.integers(0, 20))
    taken = st.builds(PatienceMove, column, st.integers(FIRST_HOME, _STOCK - 1), st.integers(0, 20))
    return (
        between
        | taken
        | st.just(PatienceMove(_STOCK, _STOCK, 1))
        | st.builds(PatienceMove, column, st.just(_STOCK))
    )


def random_near_end(game: SpiderGame, rng: Random, most_runs: int = 3) -> SpiderPosition:
    """A position with 1 to ``most_runs`` runs in play; complete ones among them leave at once."""
    facts = game.facts
    every = [suit for suit in facts.suits_used for _ in range(facts.copies)]
    standing = rng.sample(every, rng.randint(1, min(most_runs, len(every))))
    cards = [Card.of(rank, suit).index for suit in standing for rank in range(RANKS - 1, -1, -1)]
    stock = _stock(game, rng, cards)
    columns = _columns(rng, cards, facts.columns)
    down = [rng.choice([0, 0, rng.randrange(len(column))]) if column else 0 for column in columns]
    runs = [every.count(suit) - standing.count(suit) for suit in Suit]
    return game.core.position(columns, down, stock, runs)


def _columns(rng: Random, cards: list[int], number: int) -> list[bytes]:
    """Pieces on columns at random, but none on a complete run: it would have left before they came."""
    while True:
        columns = [b""] * number
        for piece in _pieces(rng, cards):
            columns[rng.randrange(number)] += piece
        if not any(
            _complete(column[i : i + RANKS]) for column in columns for i in range(len(column) - RANKS)
        ):
            return columns


def _complete(cards: bytes) -> bool:
    return all(cards[0] - card == 4 * n for n, card in enumerate(cards))


def _stock(game: SpiderGame, rng: Random, cards: list[int]) -> bytes:
    """Takes random cards out: none, or a last row of the stock."""
    sizes = [size for size in game.facts.stock_sizes if size < len(cards)]
    size = rng.choice([0, min((size for size in sizes if size), default=0)])
    return bytes(cards.pop(rng.randrange(len(cards))) for _ in range(size))


def _pieces(rng: Random, cards: list[int]) -> list[bytes]:
    """The cards cut at random, mostly where they do not continue."""
    cuts = sorted(rng.sample(range(1, len(cards)), rng.randint(0, len(cards) - 1)))
    pieces = [bytes(cards[a:b]) for a, b in pairwise([0, *cuts, len(cards)])]
    rng.shuffle(pieces)
    return pieces
