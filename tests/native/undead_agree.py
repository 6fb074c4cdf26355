"""An Undead position as the oracle has it, and as the native engine."""

from __future__ import annotations

from oracle.undead import Board, Rows
from winnable import _core


def board_of(position: _core.UndeadPosition) -> Board:
    ghosts, vampires, zombies = position.totals
    rows = in_rows(position.board, position.width)
    return Board(rows, (ghosts, vampires, zombies), tuple(position.sightings))


def rows_of(position: _core.UndeadPosition) -> Rows:
    """With what is filled in."""
    return in_rows(position.squares, position.width)


def in_rows(squares: str, width: int) -> Rows:
    return tuple(squares[at : at + width] for at in range(0, len(squares), width))


def to_core(board: Board, rows: Rows | None = None) -> _core.UndeadPosition:
    width, height = len(board.rows[0]), len(board.rows)
    shown = None if rows is None else "".join(rows)
    return _core.UndeadGame().position(
        width, height, "".join(board.rows), board.totals, list(board.numbers), shown
    )
