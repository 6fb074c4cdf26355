"""Undead: what is seen along a line, which moves are legal, when a board is won, all its solutions.

From the rules of Simon Tatham's puzzle: look in from the edge and follow the light around the mirrors. A
vampire is seen unless there was a mirror before it, a ghost only if there was, a zombie always. Whoever is
passed twice counts twice. The numbers at the edge say how many monsters are seen, the totals how many of
each there are; both are exact.

A board is rows of letters: ``.`` for a cell, ``g v z`` for a monster that the puzzle shows, ``\\`` and ``/``
for mirrors. A filling is rows as well, with monsters where the board has dots; a move is its text.
"""

from collections.abc import Iterator
from typing import NamedTuple

MONSTERS = "gvz"
MIRRORS = "\\/"

Rows = tuple[str, ...]
Square = tuple[int, int]  # row and column from 0


class Board(NamedTuple):
    """The numbers at the edge go clockwise from the top left. None: hidden, or no totals given."""

    rows: Rows
    totals: tuple[int, int, int] | None
    numbers: tuple[int | None, ...]


class Sight(NamedTuple):
    """A square on the way of the light, and how many mirrors it met before."""

    square: Square
    mirrors: int


def edge(rows: Rows) -> list[tuple[Square, tuple[int, int]]]:
    """For each number at the edge the first square, and the step into the board."""
    height, width = len(rows), len(rows[0])
    top = [((0, column), (1, 0)) for column in range(width)]
    right = [((row, width - 1), (0, -1)) for row in range(height)]
    bottom = [((height - 1, column), (-1, 0)) for column in reversed(range(width))]
    left = [((row, 0), (0, 1)) for row in reversed(range(height))]
    return top + right + bottom + left


def follow(rows: Rows, number: int) -> tuple[list[Sight], int]:
    """All squares that the light from this place of the edge passes, in order, mirrors too; and the place
    where it leaves."""
    (row, column), (down, across) = edge(rows)[number]
    met, mirrors = [], 0
    while 0 <= row < len(rows) and 0 <= column < len(rows[0]):
        met.append(Sight((row, column), mirrors))
        if rows[row][column] == "/":
            down, across, mirrors = -across, -down, mirrors + 1
        elif rows[row][column] == "\\":
            down, across, mirrors = across, down, mirrors + 1
        row, column = row + down, column + across
    return met, edge(rows).index((met[-1].square, (-down, -across)))


def look(rows: Rows, number: int) -> list[Sight]:
    """The squares that the light passes."""
    return follow(rows, number)[0]


def seen(rows: Rows, number: int) -> int:
    """How many monsters are seen from this place of the edge."""
    count = 0
    for (row, column), mirrors in look(rows, number):
        monster = rows[row][column]
        count += monster == "z" or (monster == "v" and mirrors == 0) or (monster == "g" and mirrors > 0)
    return count


def counts(rows: Rows) -> tuple[int, int, int]:
    """Ghosts, vampires and zombies on the board."""
    text = "".join(rows)
    return text.count("g"), text.count("v"), text.count("z")


def open_cells(rows: Rows) -> list[Square]:
    return [(row, column) for row, line in enumerate(rows) for column, c in enumerate(line) if c == "."]


def put(rows: Rows, square: Square, monster: str) -> Rows:
    row, column = square
    line = rows[row]
    return (*rows[:row], line[:column] + monster + line[column + 1 :], *rows[row + 1 :])


def legal_moves(rows: Rows) -> list[str]:
    """Every monster into every open cell, as ``r2c3=g``."""
    return [f"r{row + 1}c{column + 1}={monster}" for row, column in open_cells(rows) for monster in MONSTERS]


def play(rows: Rows, move: str) -> Rows:
    assert move in legal_moves(rows), f"illegal {move}"
    place, monster = move.split("=")
    row, column = place[1:].split("c")
    return put(rows, (int(row) - 1, int(column) - 1), monster)


def is_right(board: Board, rows: Rows) -> bool:
    """Is this a whole filling that fulfils everything?"""
    return (
        not open_cells(rows)
        and (board.totals is None or counts(rows) == board.totals)
        and all(n is None or seen(rows, place) == n for place, n in enumerate(board.numbers))
    )


def outcome(board: Board, rows: Rows) -> str:
    if open_cells(rows):
        return "open"
    return "won" if is_right(board, rows) else "stuck"


def fits(puzzle: Rows, filled: Rows) -> bool:
    """Is this the same board with nothing changed but open cells?"""
    same_shape = [len(line) for line in puzzle] == [len(line) for line in filled]
    pairs = zip("".join(puzzle), "".join(filled), strict=True) if same_shape else ()
    return same_shape and all(a == b or (a == "." and b in MONSTERS) for a, b in pairs)


def solutions(board: Board, rows: Rows | None = None) -> Iterator[Rows]:
    """Every right filling that agrees with what is filled in, found by trying everything cell by cell.

    A try ends early only where a line is all filled and wrong, or a total is exceeded.
    """
    rows = board.rows if rows is None else rows
    todo = open_cells(rows)
    # The places at the edge whose cells are all filled once so many open cells are.
    due: list[list[int]] = [[] for _ in range(len(todo) + 1)]
    for place, number in enumerate(board.numbers):
        if number is not None:
            waits = [todo.index(s.square) + 1 for s in look(rows, place) if s.square in todo]
            due[max(waits, default=0)].append(place)

    def extend(filled: Rows, done: int) -> Iterator[Rows]:
        if board.totals and any(have > may for have, may in zip(counts(filled), board.totals, strict=True)):
            return
        if any(seen(filled, place) != board.numbers[place] for place in due[done]):
            return
        if done == len(todo):
            if is_right(board, filled):
                yield filled
            return
        for monster in MONSTERS:
            yield from extend(put(filled, todo[done], monster), done + 1)

    return extend(rows, 0)


def perft(rows: Rows, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are (won positions included)."""
    moves = legal_moves(rows) if depth > 0 else []
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(play(rows, move), depth - 1) for move in moves)


def read_id(text: str) -> Board:
    """A game ID of Simon Tatham's program: ``4x4dn:3,4,2,LbRaLcRaRLaRa,0,3,3,...``; ``-`` for hidden."""
    size, rest = text.split(":")
    width, _, height = size.split("d")[0].partition("x")
    words = rest.split(",")
    squares = ""
    for letter in words[3]:
        if letter.islower():
            squares += "." * (ord(letter) - ord("a") + 1)
        else:
            squares += {"L": "\\", "R": "/"}.get(letter, letter.lower())
    columns, lines = int(width), int(height or width)
    assert len(squares) == columns * lines, text
    rows = tuple(squares[row * columns : (row + 1) * columns] for row in range(lines))
    numbers = tuple(None if word == "-" else int(word) for word in words[4:])
    assert len(numbers) == 2 * (columns + lines), text
    ghosts, vampires, zombies = map(int, words[:3])
    return Board(rows, (ghosts, vampires, zombies), numbers)


def turned(board: Board) -> Board:
    """The board turned by a quarter, clockwise."""
    height = len(board.rows)
    swap = str.maketrans("/\\", "\\/")
    rows = tuple("".join(line).translate(swap) for line in zip(*board.rows[::-1], strict=True))
    # What was the left side, read upwards, is the new top, read from the left.
    return Board(rows, board.totals, board.numbers[-height:] + board.numbers[:-height])


def mirrored(board: Board) -> Board:
    """The board as a mirror at its side shows it."""
    width, height = len(board.rows[0]), len(board.rows)
    swap = str.maketrans("/\\", "\\/")
    top = board.numbers[:width]
    right = board.numbers[width : width + height]
    bottom = board.numbers[width + height : 2 * width + height]
    left = board.numbers[2 * width + height :]
    numbers = top[::-1] + left[::-1] + bottom[::-1] + right[::-1]
    return Board(tuple(line[::-1].translate(swap) for line in board.rows), board.totals, numbers)
