"""Hypothesis strategies for games written in Python: what random play reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.families.python import PythonGame

__all__ = ["any_moves", "near_end_positions", "starts", "toy_positions"]

P = TypeVar("P")


def starts(game: PythonGame[P, Any]) -> st.SearchStrategy[P]:
    """The first deals that there are, at most 32."""
    return st.sampled_from(list(_deals(game)))


def _deals(game: PythonGame[P, Any]) -> Iterator[P]:
    for number in range(1, 33):
        try:
            yield game.start(number)
        except InputError:
            return


def near_end_positions(game: PythonGame[P, Any], most_cards: int = 0) -> st.SearchStrategy[P]:
    """Positions that some random moves reach, whatever their size."""
    return st.builds(
        lambda start, choices: _walk(game, start, choices),
        starts(game),
        st.lists(st.integers(0, 255), min_size=4, max_size=40),
    )


def _walk(game: PythonGame[P, Any], position: P, choices: list[int]) -> P:
    for choice in choices:
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, moves[choice % len(moves)])
    return position


def toy_positions(game: PythonGame[P, Any], size: int = 0) -> st.SearchStrategy[P]:
    """The same: such games are small."""
    return near_end_positions(game, size)


def any_moves() -> st.SearchStrategy[Any]:
    """Pairs of numbers, which may be moves."""
    return st.tuples(st.integers(0, 99), st.integers(0, 99))
