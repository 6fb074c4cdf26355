"""Undead on one core beside its peers, in one run: `python bench/undead.py` prints the table.

Boards are read, solved and proved to have one solution, or two are found; the grades of sgt-puzzles are
reproduced; boards are explained and made; and the dissertation's methods run beside the solver. The peers
are sgt-puzzles (Debian), python-sat and OR-tools' CP-SAT (PyPI), installed where they are missing.
`--grades` prints instead how well each measure of difficulty predicts the effort of each solver.
Times are CPU; of a board that takes microseconds the least of a few passes over all boards of its kind.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from table import Row, print_table
from undead_grades import print_grades
from undead_peers import (
    cp_sat_solve,
    have_from_pypi,
    in_words,
    pysat_solve,
    sgt_generate_seconds,
    sgt_program,
    sgt_solve_seconds,
    spread,
)

from winnable._core import UndeadSgtGrader, UndeadSolver
from winnable.families.undead.explain import RUNGS, explain
from winnable.families.undead.methods import search_by_method
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict
from winnable.text.detect import read_file

DATA = Path(__file__).parents[1] / "tests" / "data" / "undead"
GRADES = {"e": "easy", "n": "normal", "t": "tricky"}
SHORT = 1e-3  # seconds; what takes longer is measured once
PASSES = 7
PATIENCE = 10.0  # seconds for a board, ours and the peers'
METHOD_SECONDS = 1.0  # for a board, the dissertation's


class Kind(NamedTuple):
    """Boards of one file, and what is asked of them: the median and the longest, in seconds."""

    file: str
    what: str
    most: float | None = None
    longest: float | None = None
    aim: float | None = None

    @property
    def ids(self) -> list[str]:
        """The game IDs."""
        return (DATA / f"{self.file}.txt").read_text().split()

    @property
    def positions(self) -> list[Any]:
        """The boards."""
        game = get_game("undead")
        return [entry.position(game) for entry in read_file(str(DATA / f"{self.file}.txt"), game)]


SMALL = [
    Kind(f"{n}x{n}d{letter}", f"{n}x{n} {grade}", 50e-6, 300e-6, 25e-6)
    for n in (4, 5, 6, 7)
    for letter, grade in GRADES.items()
]
LARGE = [
    Kind("8x8de", "8x8 easy"),
    Kind("8x8dn", "8x8 normal"),
    Kind("10x10de", "10x10 easy"),
    Kind("12x12de", "12x12 easy", 100e-6),
    Kind("search-needed-10x10", "10x10 that need search", 1e-3),
    Kind("search-needed-12x12", "12x12 that need search"),
    Kind("search-needed-15x15", "15x15 that need search", 10e-3),
    Kind("search-needed-20x20", "20x20 that need search", 50e-3),
    Kind("random-10x10", "10x10 random, two solutions", 20e-3),
    Kind("random-15x15", "15x15 random, two solutions"),
    Kind("random-20x20", "20x20 random, two solutions", 300e-3),
    Kind("random-25x25", "25x25 random, two solutions"),
    Kind("random-30x30", "30x30 random, two solutions", 1.5),
]
OLD = [Kind(f"{n}x{n}d{letter}", f"{n}x{n} {GRADES[letter]}") for n in (4, 5) for letter in "en"]


def our_seconds(ids: Sequence[str]) -> tuple[list[float], list[Any]]:
    """For each ID the CPU of reading, solving and proof, and the answer."""
    solver = UndeadSolver(2)
    least: list[float] = []
    answers: list[Any] = []
    for game_id in ids:
        begin = time.process_time()
        (answer,) = solver.solve_ids([game_id], seconds=PATIENCE)
        least.append(time.process_time() - begin)
        answers.append(answer)
    if median(least) < SHORT:  # the thread that a call starts takes longer than the board
        passes = [[a.stats["seconds"] for a in solver.solve_ids(list(ids))] for _ in range(PASSES)]
        least = [min(times) for times in zip(*passes, strict=True)]
    return least, answers


class Peers:
    """The peers that are there, and their median times."""

    def __init__(self) -> None:
        self.sgt = sgt_program()
        self.solvers: dict[str, Callable[[Any], Any]] = {}
        if have_from_pypi("pysat", "python-sat"):
            self.solvers["python-sat"] = lambda position: pysat_solve(position, PATIENCE)
        if have_from_pypi("ortools", "ortools"):
            self.solvers["CP-SAT"] = lambda position: cp_sat_solve(position, PATIENCE)

    def times(self, kind: Kind, solutions: Sequence[int]) -> str:
        """The medians in words; ValueError where a peer finds other numbers of solutions than ours."""
        words = []
        if self.sgt is not None and kind in SMALL:
            words.append(f"sgt {spread(sgt_solve_seconds(self.sgt, kind.ids))}")
        for name, solve in self.solvers.items():
            answers = [solve(position) for position in kind.positions]
            for ours, theirs in zip(solutions, answers, strict=True):
                if theirs.solutions not in (None, ours):
                    raise ValueError(f"{name} finds {theirs.solutions} solutions of {kind.what}, we {ours}")
            stopped = sum(answer.solutions is None for answer in answers)
            words.append(f"{name} {spread([answer.seconds for answer in answers])}")
            words[-1] += f", {stopped} stopped" if stopped else ""
        return ", ".join(words)


def solve_rows(kinds: Sequence[Kind], peers: Peers) -> Iterator[Row]:
    """The solver on boards of each kind."""
    for kind in kinds:
        seconds, answers = our_seconds(kind.ids)
        decided = all(answer.reason == "goal" for answer in answers)
        one = kind.file.startswith("random") or all(answer.unique for answer in answers)
        met = decided and one
        met &= kind.most is None or median(seconds) <= kind.most
        met &= kind.longest is None or max(seconds) <= kind.longest
        least = "" if kind.most is None else in_words(kind.most)
        least += "" if kind.longest is None else f" (max {in_words(kind.longest)})"
        aim = "" if kind.aim is None else in_words(kind.aim)
        peer = peers.times(kind, [answer.solutions for answer in answers])
        yield Row(f"{kind.what} ({len(seconds)})", spread(seconds), peer, least, aim, met)


def grade_row() -> Row:
    """sgt's grades of the boards that its own program made."""
    grader = UndeadSgtGrader()
    right = count = 0
    seconds = []
    for path in sorted(DATA.glob("*d[ent].txt")):
        for position in Kind(path.stem, "").positions:
            begin = time.process_time()
            (graded,) = grader.grade_many([position])
            seconds.append(time.process_time() - begin)
            right += graded.grade == GRADES[path.stem[-1]]
            count += 1
    share = right / count
    shown = f"{right} of {count}; {in_words(median(seconds))} a board"
    return Row("sgt's grade: right", shown, "", "99 %", "", share >= 0.99)


def explain_rows() -> Iterator[Row]:
    """Boards that are explained without a what-if, and what the others take."""
    groups = {
        "easy and normal": ([*DATA.glob("*d[en].txt")], 1.0),
        "4x4 to 6x6 tricky": ([DATA / f"{n}x{n}dt.txt" for n in (4, 5, 6)], 0.9),
        "7x7 tricky": ([DATA / "7x7dt.txt"], 0.75),
    }
    for name, (paths, least) in groups.items():
        positions = [position for path in sorted(paths) for position in Kind(path.stem, "").positions]
        seconds = []
        without = 0
        for position in positions:
            begin = time.process_time()
            without += explain(position, hardest=RUNGS[-2]).solved
            explain(position)
            seconds.append(time.process_time() - begin)
        share = without / len(positions)
        shown = f"{100 * share:.1f} % of {len(positions)}; whole {spread(seconds)}"
        yield Row(f"explained without a what-if: {name}", shown, "", f"{100 * least:g} %", "", share >= least)


def generate_rows(quick: bool, peers: Peers) -> Iterator[Row]:
    """New tricky boards, each from a seed of its own."""
    for size, count, most in (("7x7", 50, 50e-3), ("10x10", 20, 1.0), ("15x15", 5, 10.0)):
        game = get_game(f"undead:size={size},grade=tricky")
        seconds = []
        for seed in range(count // 5 if quick else count):
            begin = time.process_time()
            game.deal(seed)
            seconds.append(time.process_time() - begin)
        peer = ""
        if peers.sgt is not None and size != "15x15":
            made = sgt_generate_seconds(peers.sgt, f"{size}dt", count, PATIENCE)
            peer = f"sgt {spread(made)}" if made else f"sgt: none in {PATIENCE:g} s, or refused"
        shown = spread(seconds)
        yield Row(f"{size} tricky made", shown, peer, in_words(most), "", median(seconds) <= most)


def old_rows() -> Iterator[Row]:
    """The dissertation's methods, for one solution; ours proves that there is no other."""
    game = get_game("undead")
    for kind in OLD:
        ours, _ = our_seconds(kind.ids)
        for method in ("random", "squares", "paths", "tightened"):
            seconds, solved = [], 0
            for position in kind.positions:
                begin = time.process_time()
                found = search_by_method(game, position, method, limits=Limits(seconds=METHOD_SECONDS))
                seconds.append(time.process_time() - begin)
                solved += found.verdict is Verdict.SOLVED
            peer = f"{solved} of {len(seconds)} solved, {spread(seconds)}"
            what = f"{kind.what}: the solver beside the dissertation's {method}"
            yield Row(what, spread(ours), peer, "", "", median(ours) <= median(seconds))


def main() -> int:
    """Prints the table; 0 if every row holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="no boards above 12x12, fewer new ones")
    parser.add_argument("--grades", action="store_true", help="how well difficulty predicts effort, instead")
    arguments = parser.parse_args()
    if arguments.grades:
        print_grades()
        return 0
    peers = Peers()
    small = "4x4", "5x5", "6x6", "7x7", "8x8", "10x10", "12x12"
    kinds = [kind for kind in SMALL + LARGE if not arguments.quick or kind.what.startswith(small)]
    rows = [*solve_rows(kinds, peers), grade_row(), *explain_rows()]
    rows += generate_rows(arguments.quick, peers)
    rows += old_rows()
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
