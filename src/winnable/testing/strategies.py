"""Hypothesis strategies: cards, decks, deals, positions and moves. Needs Hypothesis (the ``dev`` extra)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar, cast

from hypothesis import assume
from hypothesis import strategies as st

from winnable.cards import CARDS, DECK_SIZE, Card
from winnable.families.pairing import strategies as pairing_strategies
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.setup import Setup
from winnable.families.spider import strategies as spider_strategies
from winnable.families.undead import strategies as undead_strategies
from winnable.game import Game

__all__ = [
    "any_moves",
    "cards",
    "deals",
    "decks",
    "illegal_moves",
    "near_end_positions",
    "positions",
    "toy_positions",
]

P = TypeVar("P")
M = TypeVar("M")

_CHOICES = st.integers(0, 2**16 - 1)


def cards() -> st.SearchStrategy[Card]:
    """One of the 52 cards."""
    return st.sampled_from(CARDS)


def decks() -> st.SearchStrategy[bytes]:
    """The 52 card numbers in any order."""
    return st.permutations(range(DECK_SIZE)).map(bytes)


def deals(game: Game[Any, Any], most: int = 32000) -> st.SearchStrategy[str]:
    """Numbered deals of the game's usual dialect, 1 .. ``most``."""
    return st.integers(1, most).map(lambda number: f"{game.info.dialects[0]}:{number}")


def positions(game: Game[P, M], most_moves: int = 60) -> st.SearchStrategy[P]:
    """Positions that random play reaches from a deal; shrinks towards short lines."""
    if game.info.family == "undead":  # any board, not only such as the generator makes
        return _positions(game, cast(Any, undead_strategies.boards(cast(Any, game))), most_moves)
    return _positions(game, deals(game).map(game.deal), most_moves)


def near_end_positions(game: Any, most_cards: int = 20) -> st.SearchStrategy[Any]:
    """Positions of at most ``most_cards`` cards in play, piles uneven, some cells filled; of Undead, of at
    most so many cells to fill.

    Where foundations take whole suits only, whole suits are in play, at least one; so in Spider and its kin,
    where cards may lie face down and in the stock, too.
    """
    if game.info.family == "pairing":
        return pairing_strategies.near_end_positions(game, most_cards)
    if game.info.family == "undead":
        return undead_strategies.near_end_positions(game, most_cards)
    if game.info.family == "spider":
        return spider_strategies.near_end_positions(game, most_cards)
    return _near_end(game, most_cards)


def toy_positions(game: Any, size: int = 3) -> st.SearchStrategy[Any]:
    """Positions that are small enough to search exhaustively, like deals of a smaller deck.

    Of a pile-building game, the ``size`` highest ranks only, all below home; where foundations take whole
    suits only, one suit; so in Spider and its kin. Of a pairing game, a tableau of ``size`` rows and a few
    cards beside it. Of Undead, at most twice ``size`` cells to fill.
    """
    if game.info.family == "pairing":
        return pairing_strategies.toy_positions(game, size)
    if game.info.family == "undead":
        return undead_strategies.toy_positions(game, 2 * size)
    if game.info.family == "spider":
        return spider_strategies.toy_positions(game)
    return _toys(game, size)


def any_moves(game: Any) -> st.SearchStrategy[Any]:
    """Moves of the right type, whether or not the game has such piles or cards."""
    if game.info.family == "undead":
        return undead_strategies.any_moves()
    if game.info.family == "spider":
        return spider_strategies.any_moves()
    return pairing_strategies.any_moves() if game.info.family == "pairing" else _patience_moves()


@st.composite
def _positions(draw: st.DrawFn, game: Game[P, M], starts: st.SearchStrategy[P], most_moves: int) -> P:
    return _walk(draw, game, draw(starts), most_moves)


@st.composite
def _near_end(draw: st.DrawFn, game: PatienceGame, most_cards: int) -> PatiencePosition:
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    rules = game.rules
    home = [13, 13, 13, 13]
    for _ in range(draw(st.integers(1, most_cards))):
        home[rng.choice([suit for suit in range(4) if home[suit] > 0])] -= 1
    if rules["leave"] == "runs":
        home = [13, 13, 13, 13]
        for suit in rng.sample(range(4), max(1, most_cards // 13)):
            home[suit] = 0
    return _scattered(game, home, rng)


@st.composite
def _toys(draw: st.DrawFn, game: PatienceGame, ranks: int) -> PatiencePosition:
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    home = [13 - ranks] * 4
    if game.rules["leave"] == "runs":
        home = [13, 13, 13, 13]
        home[rng.randrange(4)] = 0
    return _scattered(game, home, rng, cells=0.0)


def _patience_moves() -> st.SearchStrategy[PatienceMove]:
    pile = st.one_of(st.integers(0, 13), st.integers(16, 24), st.integers(32, 36))
    return st.builds(PatienceMove, pile, pile, st.integers(0, 14))


@st.composite
def illegal_moves(draw: st.DrawFn, game: Game[P, M], most_moves: int = 40) -> tuple[P, M]:
    """A position and a move that is legal in another position of the same game, but not in this one."""
    here = draw(positions(game, most_moves))
    there = draw(positions(game, most_moves))
    legal = game.legal_moves(here)
    others = [move for move in game.legal_moves(there) if move not in legal]
    assume(bool(others))
    return here, _pick(draw, others)


def _walk(draw: st.DrawFn, game: Game[P, M], position: P, most_moves: int) -> P:
    for choice in draw(st.lists(_CHOICES, max_size=most_moves)):
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, moves[choice % len(moves)])
    return position


def _pick(draw: st.DrawFn, options: Sequence[M]) -> M:
    return options[draw(_CHOICES) % len(options)]


def _scattered(game: PatienceGame, home: list[int], rng: Random, cells: float = 0.3) -> PatiencePosition:
    """A position with these foundations; each cell is filled with probability ``cells``."""
    rules = game.rules
    base = rng.randrange(13) if rules["base"] == "beak" else 0
    left = [card for card in CARDS if (card.rank - base) % 13 >= home[card.suit]]
    rng.shuffle(left)
    held: list[Card | None] = [None] * _number(rules["cells"])
    for cell in range(len(held)):
        if left and rng.random() < cells:
            held[cell] = left.pop()
    columns: list[list[Card]] = [[] for _ in range(_number(rules["columns"]))]
    for card in left:
        rng.choice(columns).append(card)
    return game.position(Setup(columns, held, home, base))


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a rule that counts piles is a number, not {value!r}")
    return value
