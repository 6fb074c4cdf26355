"""Undead boards with shifted totals, beside CP-SAT: `python bench/undead_loose.py` prints the table.

The boards are random, with mirrors in one square of twenty to three of five, the sightings of one random
filling, none to most of them hidden, and its totals; then some of one monster become another. Most such
boards have very many solutions or none, and where the last solution goes, only all sums together tell. So
each board comes with four shifts: one from 1 to 10, the greatest that our solver finds a solution for, one
less, and one more. Every board has a name, SIZE/SEED/SHIFT.

CP-SAT (OR-tools, from PyPI) answers the same question with one worker: is there a solution, is there
another? Answers that differ, and boards that ours leaves undecided, are listed and make the exit status 1.
Times are CPU of the answer alone, whatever the board is read from.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

from undead_peers import cp_sat_solve, have_from_pypi, in_words

from oracle.undead import Board, counts, seen
from winnable._core import UndeadGame, UndeadSolver

SIZES = {7: 20, 10: 20, 12: 20, 20: 75}  # boards of each
SHIFTS = ("some", "last-1", "last", "last+1")
PATIENCE = 10.0  # seconds for a board, ours and CP-SAT's
SLOW = (0.5, 1.0)  # seconds; how many boards take longer


class Loose(NamedTuple):
    """A board before anything is shifted, and which monster becomes which."""

    board: Board
    less: int
    more: int

    def shifted(self, by: int) -> Board:
        """The board with `by` monsters of one kind fewer, and as many of another more."""
        totals = list(self.board.totals or ())
        totals[self.less] -= by
        totals[self.more] += by
        return self.board._replace(totals=(totals[0], totals[1], totals[2]))

    @property
    def most(self) -> int:
        """How many there are to shift."""
        return (self.board.totals or (0, 0, 0))[self.less]


class Found(NamedTuple):
    """An answer: solutions of those sought, None where it was not found in time; and its CPU seconds."""

    solutions: int | None
    seconds: float


class Asked(NamedTuple):
    """A board and what both said of it."""

    name: str
    ours: Found
    theirs: Found | None

    @property
    def differs(self) -> bool:
        """Do they contradict each other?"""
        answers = {self.ours.solutions, self.theirs.solutions if self.theirs else None} - {None}
        return len(answers) > 1


def make(size: int, seed: int) -> Loose:
    """The loose board of this name."""
    rng = Random(f"undead loose {size} {seed}")
    mirrors = rng.choice((0.05, 0.1, 0.2, 0.3, 0.4, 0.6))
    hidden = rng.choice((0.0, 0.0, 0.2, 0.4, 0.6, 0.8))
    weights = rng.choice(((1, 1, 1), (1, 1, 1), (3, 1, 1), (1, 3, 1), (1, 1, 3)))
    rows = [
        "".join(rng.choice("\\/") if rng.random() < mirrors else "." for _ in range(size))
        for _ in range(size)
    ]
    filled = tuple("".join(c if c != "." else rng.choices("gvz", weights)[0] for c in row) for row in rows)
    numbers = [None if rng.random() < hidden else seen(filled, place) for place in range(4 * size)]
    less, more = rng.sample(range(3), 2)
    return Loose(Board(tuple(rows), counts(filled), tuple(numbers)), less, more)


def position_of(board: Board) -> Any:
    """The board as our solver takes it."""
    width, height = len(board.rows[0]), len(board.rows)
    return UndeadGame().position(width, height, "".join(board.rows), board.totals, list(board.numbers), None)


def ask(position: Any, solutions: int) -> Found:
    """Our answer."""
    solver = UndeadSolver(solutions)
    begin = time.process_time()
    (answer,) = solver.solve_many([position], seconds=PATIENCE)
    seconds = time.process_time() - begin
    decided = answer.solutions == solutions or answer.all
    return Found(answer.solutions if decided else None, seconds)


def last_shift(loose: Loose) -> int:
    """The greatest shift for which ours finds a solution, looked for by halves: of those in between, some may
    have none, and that is no matter here."""
    low, high = 0, loose.most + 1
    while high - low > 1:
        middle = (low + high) // 2
        if ask(position_of(loose.shifted(middle)), 1).solutions:
            low = middle
        else:
            high = middle
    return low


def boards(size: int, seeds: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Names and positions."""
    for seed in seeds:
        loose = make(size, seed)
        last = last_shift(loose)
        some = Random(f"undead shift {size} {seed}").randint(1, 10)
        for name, by in zip(SHIFTS, (some, last - 1, last, last + 1), strict=True):
            if 0 <= by <= loose.most:
                yield f"{size}/{seed}/{name}", position_of(loose.shifted(by))


def ask_both(size: int, seeds: Sequence[int], solutions: int, peer: bool) -> list[Asked]:
    """Every board of a size."""
    out = []
    for name, position in boards(size, seeds):
        theirs = None
        if peer:
            answer = cp_sat_solve(position, PATIENCE, solutions)
            theirs = Found(answer.solutions, answer.seconds)
        out.append(Asked(name, ask(position, solutions), theirs))
    return out


def summary(found: Sequence[Found]) -> str:
    """How many have no solution, one, another, are undecided; median and longest; how many took long."""
    said = Counter(f.solutions for f in found)
    seconds = [f.seconds for f in found]
    slow = "/".join(str(sum(s > limit for s in seconds)) for limit in SLOW)
    times = f"{in_words(median(seconds)):>8} {in_words(max(seconds)):>8}"
    return f"{said[0]:>5} {said[1]:>5} {said[2]:>5} {said[None]:>4} {times} {slow:>7}"


def print_size(size: int, solutions: int, asked: Sequence[Asked]) -> bool:
    """Two lines of the table, and what is wrong; True if nothing is."""
    question = "any" if solutions == 1 else "another"
    differ = [a for a in asked if a.differs]
    print(f"{f'{size}x{size}':<6} {question:<8} {len(asked):>5} ours   {summary([a.ours for a in asked])}")
    theirs = [a.theirs for a in asked if a.theirs is not None]
    if theirs:
        print(f"{'':<21} CP-SAT {summary(theirs)}   {len(differ)} differ")
    for a in differ:
        print(f"  {a.name}: ours {a.ours.solutions}, CP-SAT {a.theirs and a.theirs.solutions}")
    late = [a.name for a in asked if a.ours.solutions is None]
    if late:
        print(f"  undecided by ours: {', '.join(late)}")
    return not differ and not late


def main() -> int:
    """Prints the table; 0 if ours decides all and nobody disagrees."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--size", type=int, action="append", metavar="N", help="boards of NxN only; repeat for more"
    )
    parser.add_argument(
        "--boards", type=int, metavar="N", help="so many boards of each size, with four shifts each"
    )
    parser.add_argument(
        "--first", type=int, default=0, metavar="SEED", help="the seed of the first board; default 0"
    )
    parser.add_argument(
        "--solutions", type=int, choices=(1, 2), action="append", help="1: any, 2: another, too; else both"
    )
    arguments = parser.parse_args()
    peer = have_from_pypi("ortools", "ortools")
    print(
        f"{'size':<6} {'sought':<8} {'count':>5} {'':<6} {'none':>5} {'one':>5} {'two':>5} {'?':>4}"
        f" {'median':>8} {'longest':>8} {'>' + '/'.join(f'{s:g}s' for s in SLOW):>7}"
    )
    right = True
    for size in arguments.size or SIZES:
        count = arguments.boards or SIZES.get(size, 20)
        seeds = range(arguments.first, arguments.first + count)
        for solutions in arguments.solutions or (1, 2):
            right &= print_size(size, solutions, ask_both(size, seeds, solutions, peer))
            sys.stdout.flush()
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
