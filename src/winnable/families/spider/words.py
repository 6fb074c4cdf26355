"""Moves of Spider and its kin in words, and what a move does, from what the player sees.

Nothing here looks at a face-down card: what a move turns up is not part of what it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from winnable._core import Observation, PatienceMove
from winnable.cards import Rank, Suit
from winnable.families.patience.words import FIRST_HOME, pile_name
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.text.phrases import count_noun, counted

__all__ = [
    "Effects",
    "card_words",
    "cards_words",
    "describe_move",
    "describe_seen",
    "effects",
    "is_deal",
    "moved_faces",
    "suit_words",
    "takes_run_off",
    "why_stuck",
]

STOCK: Final = 48

_RANKS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
_RUN: Final = 13


@dataclass(frozen=True, slots=True)
class Effects:
    """What a move does for certain, columns numbered from 0.

    ``turned``: columns where a face-down card comes to the end. ``emptied``: columns left without a card.
    ``filled``: the empty column that it takes, or None. ``joined``: the first card moved continues in suit
    the one that it lands on. ``parted``: it was taken off such a card. ``completed``: the suits of the runs
    that become complete, and leave unless the game's runs may stay. ``taken``: where they may, the suit of
    the run that it takes off, or None. Of a row deal only ``dealt`` is certain.
    """

    turned: tuple[int, ...] = ()
    emptied: tuple[int, ...] = ()
    filled: int | None = None
    joined: bool = False
    parted: bool = False
    completed: tuple[int, ...] = ()
    taken: int | None = None
    dealt: bool = False


def is_deal(move: PatienceMove) -> bool:
    """Is it a row deal?"""
    return move.from_pile == STOCK


def takes_run_off(move: PatienceMove) -> bool:
    """Does it take a complete run off the table?"""
    return FIRST_HOME <= move.to_pile < STOCK


def card_words(face: int) -> str:
    """``seven of spades`` for a card by its number, 0 to 51."""
    return f"{_RANKS[face >> 2]} of {suit_words(face & 3)}"


def suit_words(suit: int) -> str:
    """``spades``."""
    return Suit(suit).name.lower()


def cards_words(faces: Sequence[int]) -> str:
    """``seven of spades``, ``seven and six of spades``, ``nine to five of spades``.

    Of cards that do not follow in suit the first one, ``with the 3 cards on it``.
    """
    first, last = faces[0], faces[-1]
    if len(faces) == 1:
        return card_words(first)
    if not _in_suit(faces):
        on_it = len(faces) - 1
        return f"{card_words(first)} with the {'card' if on_it == 1 else f'{on_it} cards'} on it"
    link = "and" if len(faces) == 2 else "to"
    return f"{_RANKS[first >> 2]} {link} {_RANKS[last >> 2]} of {suit_words(first & 3)}"


def moved_faces(seen: Observation, move: PatienceMove) -> bytes:
    """The cards that a move carries which is no row deal, deepest first."""
    return seen.columns[move.from_pile][-move.count :]


def describe_move(game: SpiderGame, position: SpiderPosition, move: PatienceMove) -> str:
    """``seven and six of spades from column 3 onto the eight of hearts in column 5, turning a card``."""
    return describe_seen(game, game.observe(position), move)


def describe_seen(game: SpiderGame, seen: Observation, move: PatienceMove, *, bare: bool = False) -> str:
    """The same from what the player sees; ``deal a row of 10 cards, 40 left in the stock``.

    ``bare`` leaves out what the move turns and completes.
    """
    if is_deal(move):
        return _describe_deal(seen)
    done = "" if bare else _describe_effects(effects(game, seen, move))
    if takes_run_off(move):
        return (
            f"take the run of {suit_words(move.to_pile - FIRST_HOME)} off {pile_name(move.from_pile)}{done}"
        )
    target = seen.columns[move.to_pile]
    name = pile_name(move.to_pile)
    onto = f"onto the {card_words(target[-1])} in {name}" if target else f"to the empty {name}"
    return f"{cards_words(moved_faces(seen, move))} from {pile_name(move.from_pile)} {onto}{done}"


def _describe_effects(done: Effects) -> str:
    words = "".join(f", completing a run of {suit_words(suit)}" for suit in done.completed)
    if done.turned:
        words += ", turning a card" if len(done.turned) == 1 else f", turning {len(done.turned)} cards"
    return words


def _describe_deal(seen: Observation) -> str:
    row = min(len(seen.columns), seen.stock)
    if seen.stock > row:
        return f"deal a row of {counted(row, 'card')}, {seen.stock - row} left in the stock"
    return f"deal the last {count_noun(row, 'card')}" + (
        "" if row == len(seen.columns) else f", to column{'s 1 to ' if row > 1 else ' '}{row}"
    )


def effects(game: SpiderGame, seen: Observation, move: PatienceMove) -> Effects:
    """What a legal move does for certain."""
    if is_deal(move):
        return Effects(dealt=True)
    source = seen.columns[move.from_pile]
    carried, left = source[-move.count :], source[: -move.count]
    if takes_run_off(move):
        turned, emptied = _laid_bare(seen, {move.from_pile: left})
        return Effects(turned, emptied, taken=move.to_pile - FIRST_HOME)
    target = seen.columns[move.to_pile]
    after = {move.from_pile: left, move.to_pile: target + carried}
    completed = []
    if game.facts.runs_stay:
        if len(carried) < _RUN and _ends_in_run(after[move.to_pile]):
            completed.append(carried[-1] & 3)
    else:
        for column in after:
            while _ends_in_run(after[column]):
                completed.append(after[column][-1] & 3)
                after[column] = after[column][:-_RUN]
    turned, emptied = _laid_bare(seen, after)
    return Effects(
        turned=turned,
        emptied=emptied,
        filled=None if target or seen.down[move.to_pile] else move.to_pile,
        joined=bool(target) and _follows(carried[0], target[-1]),
        parted=bool(left) and _follows(carried[0], left[-1]),
        completed=tuple(completed),
    )


def _laid_bare(seen: Observation, after: Mapping[int, bytes]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of columns with the face-up cards that they will have: those that turn a card, and the empty ones."""
    bare = sorted(column for column, faces in after.items() if not faces)
    return (
        tuple(column for column in bare if seen.down[column]),
        tuple(column for column in bare if not seen.down[column]),
    )


def why_stuck(seen: Observation) -> str:
    """Why no move is legal, in a clause, where none is."""
    if not any(seen.columns):
        return "no card is left to move"
    nowhere = "no card can go anywhere" if _has_gap(seen) else "no card can go onto another"
    if not seen.stock:
        return f"{nowhere}, and the stock is used up"
    return f"{nowhere}, and no row may be dealt while a column is empty"


def _has_gap(seen: Observation) -> bool:
    return any(not up and not down for up, down in zip(seen.columns, seen.down, strict=True))


def _follows(low: int, high: int) -> bool:
    """Does a card continue another one down in suit?"""
    return low + 4 == high


def _ends_in_run(faces: Sequence[int]) -> bool:
    run = faces[-_RUN:]
    return len(run) == _RUN and run[0] >> 2 == Rank.KING and _in_suit(run)


def _in_suit(faces: Sequence[int]) -> bool:
    """Does each card continue the one before in suit?"""
    return all(_follows(low, high) for high, low in pairwise(faces))
