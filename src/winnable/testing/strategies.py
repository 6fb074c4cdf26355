"""Hypothesis strategies: cards, decks, deals, positions and moves. Needs Hypothesis (the ``dev`` extra)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from winnable.cards import CARDS, DECK_SIZE, Card
from winnable.family import RegisteredGame
from winnable.game import Game

__all__ = [
    "FamilyStrategies",
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
G_contra = TypeVar("G_contra", contravariant=True)

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


class FamilyStrategies(Protocol[G_contra]):
    """What a family draws, in its ``strategies.py``."""

    def starts(self, game: G_contra) -> st.SearchStrategy[Any]:
        """Positions that games start from."""
        ...

    def near_end_positions(self, game: G_contra, most_cards: int) -> st.SearchStrategy[Any]:
        """Positions of at most so many cards, or cells to fill."""
        ...

    def toy_positions(self, game: G_contra, size: int) -> st.SearchStrategy[Any]:
        """Positions small enough to search exhaustively."""
        ...

    def any_moves(self) -> st.SearchStrategy[Any]:
        """Moves of the right type, whether or not the game has such piles or cards."""
        ...


def positions(game: Game[P, M], most_moves: int = 60) -> st.SearchStrategy[P]:
    """Positions that random play reaches from a start; shrinks towards short lines."""
    family = getattr(game, "family", None)
    starts = deals(game).map(game.deal) if family is None else family.strategies().starts(game)
    return _positions(game, starts, most_moves)


def near_end_positions(game: RegisteredGame[P, Any], most_cards: int = 20) -> st.SearchStrategy[P]:
    """Positions of at most ``most_cards`` cards in play, piles uneven, some cells filled; of Undead, of at
    most so many cells to fill.

    Where foundations take whole suits only, whole suits are in play, at least one; so in Spider and its kin,
    where cards may lie face down and in the stock, too.
    """
    return game.family.strategies().near_end_positions(game, most_cards)


def toy_positions(game: RegisteredGame[P, Any], size: int = 3) -> st.SearchStrategy[P]:
    """Positions that are small enough to search exhaustively, like deals of a smaller deck.

    Of a pile-building game, the ``size`` highest ranks only, all below home; where foundations take whole
    suits only, one suit; so in Spider and its kin. Of a pairing game, a tableau of ``size`` rows and a few
    cards beside it. Of Undead, at most twice ``size`` cells to fill.
    """
    return game.family.strategies().toy_positions(game, size)


def any_moves(game: RegisteredGame[Any, M]) -> st.SearchStrategy[M]:
    """Moves of the right type, whether or not the game has such piles or cards."""
    return game.family.strategies().any_moves()


@st.composite
def _positions(draw: st.DrawFn, game: Game[P, M], starts: st.SearchStrategy[P], most_moves: int) -> P:
    return _walk(draw, game, draw(starts), most_moves)


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
