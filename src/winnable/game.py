"""What every game is: positions are values, moves are values, and both are text outside.

A game is anything that satisfies :class:`Game`; the searches, the session and every front end
use nothing else. Games that hide cards also satisfy :class:`HiddenGame`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from winnable._core import IllegalMove

if TYPE_CHECKING:
    from random import Random

    from winnable.deals import DealNumber

__all__ = ["Game", "GameInfo", "HiddenGame", "IllegalMove", "Notation", "Outcome"]

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
M = TypeVar("M")


class Outcome(StrEnum):
    """How a position stands by itself; whether an open one can be won is a verdict."""

    OPEN = "open"
    WON = "won"
    STUCK = "stuck"  # not won, and no legal move


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts that a game declares about itself, for listings and for algorithms that need them."""

    name: str  # in commands: "freecell"
    title: str  # on screens: "FreeCell"
    family: str  # games that share an engine and a notation
    summary: str  # the rules in one line
    dialects: tuple[str, ...]  # deal numbers, the usual one first
    variant: str = ""  # by its name, where it is not the game's own rules
    options: tuple[str, ...] = ()  # rules that a player may set: "cells", "columns"
    hidden: bool = False  # are there cards that a player may not see?
    can_observe: bool = False  # can the game say what its player sees?
    can_undo: bool = True  # may a player take moves back? Else cards that a position has stay hidden
    plays_itself: bool = False  # are there moves that a policy of autoplay may make?
    scored: bool = False  # do the rules give points?
    on_squares: bool = False  # is it played on a grid, rather than with cards?
    runs_leave: bool = False  # do whole runs leave, rather than single cards?
    symmetric_columns: bool = False  # are positions the same if only the order of columns differs?
    always_winnable: bool = False  # is every deal made so that it has a solution?


class Notation(Protocol[P_contra, M]):
    """Moves to text and back, in one game."""

    def format(self, position: P_contra, move: M) -> str:
        """The move's text in this position."""
        ...

    def parse(self, position: P_contra, text: str) -> M:
        """The legal move that a text names; ValueError if it is no move, IllegalMove if not allowed."""
        ...


@runtime_checkable
class Game(Protocol[P, M]):
    """A single-player game with everything visible."""

    @property
    def info(self) -> GameInfo:
        """What the game declares about itself."""
        ...

    @property
    def notation(self) -> Notation[P, M]:
        """The game's one notation for moves."""
        ...

    def deal(self, number: int | str | DealNumber) -> P:
        """The starting position of a deal: 617, "ms:617", "pysol:123456", or as read."""
        ...

    def legal_moves(self, position: P) -> Sequence[M]:
        """Every legal move, sorted."""
        ...

    def play(self, position: P, move: M) -> P:
        """The position after a move; raises IllegalMove with the reason."""
        ...

    def outcome(self, position: P) -> Outcome:
        """Whether the position is won, stuck or open."""
        ...

    def key(self, position: P) -> int:
        """128 bits; equal for positions that differ only in the order of like piles."""
        ...


class HiddenGame(Game[P, M], Protocol):
    """A game whose player does not see everything."""

    def observe(self, position: P) -> Any:
        """What the player sees: a value that does not contain the hidden cards."""
        ...

    def unseen_cards(self, observation: Any) -> int:
        """How many cards the player does not see."""
        ...

    def determinise(self, observation: Any, rng: Random) -> P:
        """A position drawn evenly from those that look like this."""
        ...
