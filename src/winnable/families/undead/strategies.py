"""Boards, positions and moves of Undead, for Hypothesis and for plain random tests.

Each board has the sightings and totals of some filling, so that it can be solved, maybe in many ways.
There are single rows and columns, boards without a mirror and of nothing else, closed loops of mirrors,
cells that no line reaches or that one crosses twice, givens and hidden sightings.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from hypothesis import strategies as st

from winnable.families.undead.game import UndeadGame, UndeadMove, UndeadPosition

__all__ = [
    "any_moves",
    "boards",
    "near_end_positions",
    "positions",
    "random_board",
    "random_position",
    "random_puzzle",
    "starts",
    "toy_positions",
]

_SEEDS = st.integers(0, 2**32 - 1)
_MONSTERS = "gvz"
# Light caught in a loop; in a loop that meets itself in a cell; a cell that a line crosses twice.
_STAMPS: Final = (("/.\\", ".../", "\\./"), ("./\\", "/./", "\\/."), ("/\\", "\\/"), ("./\\", "../", "..."))


class Puzzle(NamedTuple):
    """A board, and the filling that its sightings were taken from."""

    position: UndeadPosition
    solution: str


def starts(game: UndeadGame) -> st.SearchStrategy[UndeadPosition]:
    """Any board, not only such as the generator makes."""
    return boards(game)


def boards(game: UndeadGame, most_side: int = 7) -> st.SearchStrategy[UndeadPosition]:
    """Boards with nothing filled in but givens, each side 1 to ``most_side`` squares long."""
    return _SEEDS.map(lambda seed: random_board(game, Random(seed), most_side))


def positions(game: UndeadGame, most_side: int = 6) -> st.SearchStrategy[UndeadPosition]:
    """Boards with some cells filled in, rightly or at random."""
    return _SEEDS.map(lambda seed: random_position(game, Random(seed), most_side))


def near_end_positions(game: UndeadGame, most_open: int = 4) -> st.SearchStrategy[UndeadPosition]:
    """Positions with at most ``most_open`` cells to fill, perhaps none; what is filled in is right, or all
    but one cell is."""
    return _SEEDS.map(lambda seed: _random_near_end(game, Random(seed), most_open))


def toy_positions(game: UndeadGame, size: int = 3) -> st.SearchStrategy[UndeadPosition]:
    """Small boards with at most twice ``size`` open cells: small enough to try every filling."""
    return _SEEDS.map(lambda seed: _random_toy(game, Random(seed), 2 * size))


def any_moves() -> st.SearchStrategy[UndeadMove]:
    """Any monster into any square that some board has."""
    near, far = st.integers(0, 7), st.integers(0, 99)
    return st.builds(UndeadMove, near | far, near | far, st.sampled_from(_MONSTERS))


def random_board(game: UndeadGame, rng: Random, most_side: int = 7) -> UndeadPosition:
    """See ``boards``."""
    return random_puzzle(game, rng, most_side).position


def random_puzzle(game: UndeadGame, rng: Random, most_side: int = 7) -> Puzzle:
    """A board, and the filling that its sightings were taken from."""
    width, height = rng.randint(1, most_side), rng.randint(1, most_side)
    squares = _random_squares(rng, width, height)
    solution = "".join(rng.choice(_MONSTERS) if letter == "." else letter for letter in squares)
    givens = rng.choice([0.0, 0.0, 0.15])
    board = "".join(
        monster if letter == "." and rng.random() < givens else letter
        for letter, monster in zip(squares, solution, strict=True)
    )
    totals = (solution.count("g"), solution.count("v"), solution.count("z"))
    hidden = [None] * (2 * (width + height))
    seen = game.core.position(width, height, board, totals, hidden, solution).seen
    share = rng.choice([0.0, 0.0, 0.2, 0.7])
    sightings = [None if rng.random() < share else number for number in seen]
    return Puzzle(game.core.position(width, height, board, totals, sightings), solution)


def random_position(game: UndeadGame, rng: Random, most_side: int = 6) -> UndeadPosition:
    """See ``positions``."""
    puzzle = random_puzzle(game, rng, most_side)
    share, slips = rng.random(), rng.choice([0.0, 0.1, 0.6])
    cells = [cell for cell in _open_cells(puzzle.position) if rng.random() < share]
    return _filled(puzzle, {cell: _entry(puzzle, rng, cell, slips) for cell in cells})


def _random_near_end(game: UndeadGame, rng: Random, most_open: int) -> UndeadPosition:
    puzzle = random_puzzle(game, rng, 5)
    cells = _open_cells(puzzle.position)
    rng.shuffle(cells)
    entries = {cell: puzzle.solution[cell] for cell in cells[rng.randint(0, most_open) :]}
    if entries and rng.random() < 0.5:
        entries[rng.choice(sorted(entries))] = rng.choice(_MONSTERS)
    return _filled(puzzle, entries)


def _random_toy(game: UndeadGame, rng: Random, most_open: int) -> UndeadPosition:
    puzzle = random_puzzle(game, rng, 4)
    cells = _open_cells(puzzle.position)
    rng.shuffle(cells)
    return _filled(puzzle, {cell: puzzle.solution[cell] for cell in cells[most_open:]})


def _random_squares(rng: Random, width: int, height: int) -> str:
    """Cells and mirrors, at times with a loop or a crossing put in on purpose."""
    mirrors = rng.choice([0.0, 0.2, 0.4, 0.4, 0.6, 1.0])
    rows = [
        [rng.choice("\\/") if rng.random() < mirrors else "." for _ in range(width)] for _ in range(height)
    ]
    for _ in range(rng.choice([0, 0, 1, 2])):
        stamp = rng.choice(_STAMPS)
        top, left = rng.randint(0, height - 1), rng.randint(0, width - 1)
        for row, letters in zip(rows[top:], stamp, strict=False):
            for column, letter in zip(range(left, width), letters, strict=False):
                row[column] = letter
    return "".join(letter for row in rows for letter in row)


def _open_cells(position: UndeadPosition) -> list[int]:
    return [square for square, letter in enumerate(position.squares) if letter == "."]


def _entry(puzzle: Puzzle, rng: Random, cell: int, slips: float) -> str:
    return rng.choice(_MONSTERS) if rng.random() < slips else puzzle.solution[cell]


def _filled(puzzle: Puzzle, entries: dict[int, str]) -> UndeadPosition:
    squares: Sequence[str] = puzzle.position.squares
    return puzzle.position.filled("".join(entries.get(i, letter) for i, letter in enumerate(squares)))
