"""Undead against OR-tools' CP-SAT: `python bench/outside_undead.py` prints the table.

Random boards of 4x4 to 15x15, of mirrors in a tenth to two thirds of their squares, are told to both as sums.
Their totals or a sighting are not those of the filling that the board was made from, so that some have no
solution, some one and some many; some hide sightings, and some show monsters. Both say whether there is a
solution, and whether there is a second one. Our solutions are looked through by `tests/oracle`, which shares
no code with Winnable, and from which the model and the boards are made, too.

Where one of the two gives up, within its nodes or seconds, nothing is compared. `--by sat` asks python-sat
instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from outside import NO_PEER, Comparison, add_arguments
from undead_peers import CpModel, have_from_pypi

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import winnable
from oracle.undead import MIRRORS, MONSTERS, Board, Rows, counts, is_right, read_id, seen

NODES = 2_000_000  # that we search
SECONDS = 20.0  # of CP-SAT, for each solution
SIZES = ((4, 5), (6, 7), (8, 10), (11, 15))  # least and most of a board's sides
PEERS = {"cp-sat": ("ortools", "ortools"), "sat": ("pysat", "python-sat")}  # module and package


def random_board(random: Random, least: int, most: int) -> Board:
    """A board that a random filling has right but for its totals or a sighting."""
    width, height = random.randint(least, most), random.randint(least, most)
    density = random.choice((0.1, 0.25, 0.4, 0.65))
    letters = [
        random.choice(MIRRORS if random.random() < density else MONSTERS) for _ in range(width * height)
    ]
    filled = tuple("".join(letters[at : at + width]) for at in range(0, len(letters), width))
    numbers: list[int | None] = [seen(filled, place) for place in range(2 * (width + height))]
    totals = list(counts(filled))
    if random.random() < 0.25:
        place = random.randrange(len(numbers))
        numbers[place] = max(0, seen(filled, place) + random.choice((-1, 1)))
    else:
        for _ in range(random.choice((0, 1, 3, len(letters) // 4))):
            taken, given = random.sample(range(3), 2)
            if totals[taken]:
                totals[taken], totals[given] = totals[taken] - 1, totals[given] + 1
    hidden = random.choice((0, 0, 0.1, 0.4))
    numbers = [None if random.random() < hidden else number for number in numbers]
    shown = random.choice((0, 0, 0.2, 0.7))
    rows = tuple(
        "".join(c if c in MIRRORS or random.random() < shown else "." for c in line) for line in filled
    )
    return Board(rows, (totals[0], totals[1], totals[2]), tuple(numbers))


def game_id(board: Board) -> str:
    """The board as sgt's program writes it."""
    squares = "".join({"\\": "L", "/": "R"}.get(c, c.upper()) for c in "".join(board.rows))
    grid, run = "", 0
    for square in squares + "#":
        if square == "." and run < 26:
            run += 1
            continue
        grid += chr(ord("a") + run - 1) if run else ""
        run = int(square == ".")
        grid += "" if square in ".#" else square
    clues = ("-" if number is None else str(number) for number in board.numbers)
    size = f"{len(board.rows[0])}x{len(board.rows)}"
    return f"{size}:" + ",".join([*map(str, board.totals or ()), grid, *clues])


def by_cp_sat(board: Board) -> int | None:
    """How many solutions CP-SAT finds, of two sought; None if it gives up."""
    from ortools.sat.python import cp_model

    asked = CpModel(board)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    for found in range(2):
        status = solver.solve(asked.model)
        if status == cp_model.INFEASIBLE:
            return found
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        asked.exclude(solver)
    return 2


def by_sat(board: Board) -> int:
    """How many solutions python-sat finds, of two sought."""
    from oracle.undead_sat import solutions

    return len(list(islice(solutions(board), 2)))


def ours(text: str) -> tuple[int | None, list[Rows]]:
    """How many solutions we find, of two sought, or None, and the fillings."""
    game = winnable.get_game("undead")
    (entry,) = winnable.read(text, game)
    try:
        position = entry.position(game)
    except winnable.InputError:  # two ends of a line that cannot go together: no solution
        return 0, []
    result = game.solver().solve(position, limits=winnable.Limits(nodes=NODES))
    fillings = [filled(position, texts) for texts in (result.texts, result.second_texts) if texts]
    if result.verdict == "unknown" or (result.verdict == "solved" and result.unique is None):
        return None, fillings
    return 0 if result.verdict == "unsolvable" else 1 if result.unique else 2, fillings


def filled(position: Any, moves: Sequence[str]) -> Rows:
    """A board with what the moves put into it, `r2c3=g`."""
    squares, width = list(position.board), position.width
    for move in moves:
        row, column = move.removeprefix("r")[:-2].split("c")
        squares[(int(row) - 1) * width + int(column) - 1] = move[-1]
    return tuple("".join(squares[at : at + width]) for at in range(0, len(squares), width))


def compare_board(board: Board, kind: str, peer: str, comparison: Comparison) -> None:
    """Asks both about one board."""
    text = game_id(board)
    comparison.compare(f"the ID {text} read back", read_id(text), board)
    our_count, fillings = ours(text)
    question = f"winnable solve undead {text}"
    for rows in fillings:
        comparison.compare(f"{question}, is the solution right", is_right(board, rows), True)
    if len(fillings) == 2:
        comparison.compare(f"{question}, are its two solutions different", fillings[0] != fillings[1], True)
    their_count = by_cp_sat(board) if peer == "cp-sat" else by_sat(board)
    words = ("none", "one", "more")
    if our_count is None or their_count is None:
        comparison.count(kind, "boards", "we gave up" if our_count is None else "it gave up")
    else:
        comparison.count(kind, "boards", *[words[our_count]] * (our_count == their_count))
        comparison.compare(question, words[our_count], words[their_count])


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description="Undead against CP-SAT.")
    add_arguments(parser, 300, "boards")
    parser.add_argument("--by", choices=PEERS, default="cp-sat", help="the peer [default: cp-sat]")
    chosen = parser.parse_args(argv)
    if not have_from_pypi(*PEERS[chosen.by]):
        return NO_PEER
    random = Random(chosen.seed)
    comparison = Comparison(("boards", "none", "one", "more", "it gave up", "we gave up"))
    for i in range(chosen.deals):
        least, most = SIZES[i % len(SIZES)]
        board = random_board(random, least, most)
        compare_board(board, f"sides of {least} to {most}", chosen.by, comparison)
    return comparison.report()


if __name__ == "__main__":
    sys.exit(main())
