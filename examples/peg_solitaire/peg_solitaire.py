"""Peg solitaire on a triangle of fifteen holes: jump over pegs until one is left.

            1
           2 3
          4 5 6
         7 8 9 10
       11 12 13 14 15

A peg jumps in a straight line over a neighbour into an empty hole, and the neighbour leaves. Deal number n
begins with hole n empty and a peg in every other one. The game is won when a single peg is left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from winnable.errors import InputError, quote
from winnable.families.python import PythonGame, python_family
from winnable.family import Family, Spec
from winnable.game import IllegalMove, Outcome
from winnable.scene import Cell, Grid, Mark, Scene, SquareMove

ROWS = 5
HOLES = ROWS * (ROWS + 1) // 2
PEG, HOLE = "o", "."

Pegs = int  # a position: bit n - 1 is set where hole n has a peg
Jump = tuple[int, int]  # a move: from which hole to which

# Row and column of each hole, in reading order; along a row, a column and the diagonal lie its neighbours.
_PLACES = [(row, column) for row in range(ROWS) for column in range(row + 1)]
_NUMBER = {place: number for number, place in enumerate(_PLACES, 1)}
_DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))
# From each jump to the hole that it passes over.
OVER: dict[Jump, int] = {
    (_NUMBER[row, column], _NUMBER[row + 2 * down, column + 2 * right]): _NUMBER[row + down, column + right]
    for row, column in _PLACES
    for down, right in _DIRECTIONS
    if (row + 2 * down, column + 2 * right) in _NUMBER
}


class PegSolitaire(PythonGame[Pegs, Jump]):
    """The rules: everything else follows from them."""

    def start(self, number: int) -> Pegs:
        if not 1 <= number <= HOLES:
            raise InputError(f"there is no deal {number}", expected=f"1 to {HOLES}, the hole that is empty")
        return (1 << HOLES) - 1 & ~_bit(number)

    def legal_moves(self, position: Pegs) -> list[Jump]:
        return sorted(jump for jump in OVER if _why_illegal(position, jump) is None)

    def play(self, position: Pegs, move: Jump) -> Pegs:
        if (why := _why_illegal(position, move)) is not None:
            raise IllegalMove(f"{self.move_text(move)}: {why}")
        return position ^ _bit(move[0]) ^ _bit(OVER[move]) ^ _bit(move[1])

    def outcome(self, position: Pegs) -> Outcome:
        if position.bit_count() == 1:
            return Outcome.WON
        return Outcome.OPEN if self.legal_moves(position) else Outcome.STUCK

    def key(self, position: Pegs) -> int:
        return position

    def move_text(self, move: Jump) -> str:
        return f"{move[0]}-{move[1]}"

    def parse_move(self, text: str) -> Jump:
        match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
        if match is None:
            raise ValueError(f"{quote(text)} is not a move: expected two holes such as 4-1")
        return int(match[1]), int(match[2])


def _bit(hole: int) -> int:
    return 1 << hole - 1


def _square(hole: int) -> int:
    """Where a hole lies on the scene's grid."""
    row, column = _PLACES[hole - 1]
    return row * ROWS + column


def _why_illegal(position: Pegs, move: Jump) -> str | None:
    over = OVER.get(move)
    if over is None:
        return "these holes do not lie two apart in a line"
    if not position & _bit(move[0]):
        return f"there is no peg in {move[0]}"
    if not position & _bit(over):
        return f"there is no peg to jump over in {over}"
    return f"hole {move[1]} is full" if position & _bit(move[1]) else None


def describe(game: PegSolitaire, position: Pegs, move: Jump) -> str:
    """A move in words."""
    return f"the peg in {move[0]} jumps over {OVER[move]} into {move[1]}"


def board(position: Pegs) -> str:
    """A position as five lines."""
    signs = [PEG if position & _bit(hole) else HOLE for hole in range(1, HOLES + 1)]
    rows: list[str] = []
    at = 0
    for row in range(ROWS):
        rows.append(" " * (ROWS - row - 1) + " ".join(signs[at : at + row + 1]) + "\n")
        at += row + 1
    return "".join(rows)


def looks_like_board(line: str) -> bool:
    """Could this be the first line of a board? It holds one sign."""
    return line.strip() in (PEG, HOLE)


def parse_board(rows: Sequence[str], source: str | None, first: int) -> Pegs:
    """The position that five lines show; InputError, with the place, for what is no peg and no hole."""
    position, hole = 0, 0
    for number, line in enumerate(rows, 1):
        signs = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", line)]
        if len(signs) != number:
            what, expected = f"row {number} has {len(signs)} holes", f"{number}"
            raise InputError(what, expected=expected, source=source, line=first + number - 1)
        for sign, column in signs:
            hole += 1
            if sign not in (PEG, HOLE):
                raise InputError(
                    f"{quote(sign)} is no hole",
                    expected=f"{PEG} or {HOLE}",
                    source=source,
                    line=first + number - 1,
                    column=column,
                )
            position |= _bit(hole) if sign == PEG else 0
    return position


def scene(game: PegSolitaire, position: Pegs) -> Scene:
    """What is on the board."""
    cells = [Cell(outside=True)] * (ROWS * ROWS)
    for hole, (row, column) in enumerate(_PLACES, 1):
        cells[row * ROWS + column] = Cell(PEG if position & _bit(hole) else "")
    pegs = Mark(PEG, "peg", position.bit_count(), HOLES - 1)
    moves = [SquareMove(game.move_text(move), *map(_square, move)) for move in game.legal_moves(position)]
    grid = Grid(ROWS, ROWS, tuple(cells), (pegs,), moves=tuple(moves))
    return Scene(game.spelled, game.info.title, grid=grid)


def make(spec: Spec, options: Mapping[str, str]) -> PegSolitaire:
    """The game of a spec."""
    return PegSolitaire(spec, options)


FAMILY: Family[PegSolitaire, Pegs, Jump] = python_family(
    name="pegs",
    games=[
        Spec("peg_solitaire", "Peg Solitaire", "jump over pegs on a triangle of 15 holes until one is left")
    ],
    make=make,
    describe=describe,
    board=board,
    looks_like_board=looks_like_board,
    parse_board=parse_board,
    rows=ROWS,
    scene=scene,
    example="4-1 9-2",
    algorithm="depth_first",
    told_rules=lambda game: ["jump = over a neighbour, in a straight line, into an empty hole", "move = 4-1"],
)
PegSolitaire.family = FAMILY
