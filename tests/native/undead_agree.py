"""An Undead position as the oracle has it, and as the native engine."""

from __future__ import annotations

from random import Random

from oracle.undead import Board, Rows, counts
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


def spoiled(position: _core.UndeadPosition, rng: Random) -> _core.UndeadPosition:
    """The same with a sighting or two changed, or a total one more and another one less: often unsolvable."""
    board, rows = board_of(position), rows_of(position)
    numbers = list(board.numbers)
    for line in rng.sample(position.lines, min(len(position.lines), rng.randint(0, 2))):
        numbers[rng.choice(line.ends)] = rng.randint(0, len(line.cells))
    totals = list(position.totals)
    more, less = rng.sample(range(3), 2)
    if rng.random() < 0.3 and totals[less] > counts(board.rows)[less]:
        totals[more] += 1
        totals[less] -= 1
    return to_core(board._replace(numbers=tuple(numbers), totals=(totals[0], totals[1], totals[2])), rows)
