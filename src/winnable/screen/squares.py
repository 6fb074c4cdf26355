"""Reads a puzzle of monsters among mirrors from a picture of its window, without a network.

The board is found by its lines at any size; everything else has its place in squares from there. Sgt's
program is read with pictures or letters, and drawings of our own. Givens of a puzzle look like monsters
that were filled in, and are taken for those.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError
from winnable.screen.seen_board import SeenBoard
from winnable.screen.squares_check import checked
from winnable.screen.squares_grid import find_lattices
from winnable.screen.squares_marks import models_of, read_squares_of
from winnable.screen.squares_numbers import read_clues, read_totals
from winnable.screen.squares_view import view_of

if TYPE_CHECKING:
    from winnable.screen.seen import Picture
    from winnable.screen.squares_grid import Lattice

__all__ = ["read_squares"]

_MOST_UNREAD: Final = 0.5  # of the clues: more, and it is another puzzle


def read_squares(picture: Picture) -> SeenBoard:
    """The board in a picture of shape (height, width, 3), RGB, uint8.

    Raises:
        InputError: there is no such board in the picture.
    """
    begun = perf_counter()
    for lattice in find_lattices(picture):
        board = _board(picture, lattice, begun)
        if _is_one(board):
            return board
    raise InputError(
        "the picture shows no board of monsters and mirrors",
        expected="squares with clues on four sides and three totals above",
        mend="show the whole board, uncovered",
    )


def _board(picture: Picture, lattice: Lattice, begun: float) -> SeenBoard:
    view = view_of(picture, lattice)
    totals, symbols = read_totals(view)
    models = models_of(view, symbols)
    squares = read_squares_of(view, models)
    board = SeenBoard(
        lattice.columns, lattice.rows, lattice.box, squares, read_clues(view), totals, models.letters
    )
    board = checked(board)
    return SeenBoard(
        **{name: getattr(board, name) for name in board.__dataclass_fields__ if name != "seconds"},
        seconds=perf_counter() - begun,
    )


def _is_one(board: SeenBoard) -> bool:
    """Is it this kind of puzzle at all? Most clues are numbers, and squares hold what they may."""
    unread = sum(clue.value is None for clue in board.clues)
    strange = sum(square.holds == "?" for square in board.squares)
    return unread <= _MOST_UNREAD * len(board.clues) and strange <= _MOST_UNREAD * len(board.squares)
