"""Who else solves Undead: sgt-puzzles, python-sat and OR-tools, installed where they are missing.

sgt-puzzles comes from Debian's package, the other two from PyPI, into `build/peers`. python-sat gets the
formula of `tests/oracle/undead_sat.py`; the model for CP-SAT is here. Both seek two solutions, as our own
solver does, and their times are those of solving: what they spend on being told the board in Python is left
out. Times are CPU of one thread.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Any, NamedTuple

from table import user_seconds

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))  # for the oracle: what is seen along a line
PEERS = ROOT / "build" / "peers"
COPIES = 200  # of an ID in one run of sgt-puzzles, which takes longer to start than to solve


class PeerTime(NamedTuple):
    """CPU seconds for one board, and the solutions found, of two sought; None: the time was up."""

    seconds: float
    solutions: int | None


def sgt_program() -> str | None:
    """The path of sgt-undead, installed from Debian if need be and allowed; else None, and a message."""
    path = shutil.which("sgt-undead", path=os.environ.get("PATH", "") + ":/usr/games")
    if path is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "sgt-puzzles"], check=False, stdout=subprocess.DEVNULL
        )
        path = shutil.which("sgt-undead", path="/usr/games")
    if path is None:
        print("sgt-puzzles is not installed and cannot be: no such peer in this run", file=sys.stderr)
    return path


def have_from_pypi(module: str, package: str) -> bool:
    """Is the module there, from PyPI if need be? A message if not."""
    if PEERS.is_dir() and str(PEERS) not in sys.path:
        sys.path.append(str(PEERS))
    if find_spec(module) is None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(PEERS), package]
        subprocess.run(command, check=False)
        if str(PEERS) not in sys.path:
            sys.path.append(str(PEERS))
    if find_spec(module) is None:
        print(f"{package} is not installed and cannot be: no such peer in this run", file=sys.stderr)
    return find_spec(module) is not None


def sgt_solve_seconds(program: str, ids: Sequence[str]) -> list[float]:
    """The user CPU in which sgt-puzzles solve each of the boards, of one size.

    It is told the same board many times in one run. A run without solving says what starting, reading and
    writing take, which is taken off; that is the same for all boards, within its noise of microseconds.
    """
    without = sgt_run(program, ids[0], "", runs=5)
    return [max(sgt_run(program, one, "--test-solve", runs=2) - without, 0.0) / COPIES for one in ids]


def sgt_run(program: str, game_id: str, option: str, runs: int) -> float:
    """The least user CPU of some runs of sgt-puzzles on copies of one board."""
    with tempfile.TemporaryDirectory() as folder:
        ids = Path(folder) / "ids"
        ids.write_text(f"{game_id}\n" * COPIES)
        return user_seconds(("sh", "-c", f"{program} {option} --save {folder}/x < {ids}"), runs)[0]


def sgt_generate_seconds(program: str, parameters: str, count: int, patience: float) -> list[float]:
    """The seconds of sgt-puzzles for each new board; fewer if patience ends, none of a size refused."""
    command = [program, "--time-generation", "--generate", str(count), parameters]
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        out.seek(0)
        return [float(line.rsplit(": ", 1)[1]) for line in out if ": " in line]


def oracle_board(position: Any) -> Any:
    """A position as the tests' oracle has it."""
    from oracle.undead import Board

    width, squares = position.width, position.board
    rows = tuple(squares[i : i + width] for i in range(0, len(squares), width))
    return Board(rows, tuple(position.totals), tuple(position.sightings))


def pysat_solve(position: Any, patience: float) -> PeerTime:
    """glucose4 through python-sat."""
    from pysat.solvers import Glucose4

    from oracle.undead_sat import Formula

    formula = Formula(oracle_board(position))
    own = {formula.variable(cell, monster) for cell in formula.cells for monster in "gvz"}
    with Glucose4(bootstrap_with=formula.clauses) as solver:
        timer = Timer(patience, solver.interrupt)
        timer.start()
        begin = time.process_time()
        solutions: int | None = 0
        for _ in range(2):
            answer = solver.solve_limited(expect_interrupt=True)
            if not answer:
                solutions = solutions if answer is False else None
                break
            solutions = (solutions or 0) + 1
            solver.add_clause([-literal for literal in solver.get_model() if literal in own])
        spent = time.process_time() - begin
        timer.cancel()
    return PeerTime(spent, solutions)


class CpModel:
    """A board for CP-SAT: a Boolean for each cell and monster, sums for totals and sightings."""

    def __init__(self, board: Any) -> None:
        from ortools.sat.python import cp_model

        from oracle.undead import MIRRORS, MONSTERS, look

        self.model = cp_model.CpModel()
        self.holds: dict[Any, dict[str, Any]] = {}
        for row, squares in enumerate(board.rows):
            for column, letter in enumerate(squares):
                if letter not in MIRRORS:
                    self.holds[row, column] = self._cell(letter, MONSTERS)
        for monster, total in zip(MONSTERS, board.totals, strict=True):
            self.model.add(sum(cell[monster] for cell in self.holds.values()) == total)
        for place, number in enumerate(board.numbers):
            if number is None:
                continue
            sights = [sight for sight in look(board.rows, place) if sight.square in self.holds]
            unseen = sum(self.holds[sight.square]["v" if sight.mirrors else "g"] for sight in sights)
            self.model.add(len(sights) - unseen == number)

    def _cell(self, letter: str, monsters: str) -> dict[str, Any]:
        cell = {monster: self.model.new_bool_var("") for monster in monsters}
        self.model.add_exactly_one(cell.values())
        if letter in cell:
            self.model.add(cell[letter] == 1)
        return cell

    def exclude(self, solver: Any) -> None:
        """Asks for another solution than the solver's."""
        true = [var for cell in self.holds.values() for var in cell.values() if solver.value(var)]
        self.model.add_bool_or([var.negated() for var in true])


def cp_sat_solve(position: Any, patience: float, sought: int = 2) -> PeerTime:
    """CP-SAT of OR-tools, one worker."""
    from ortools.sat.python import cp_model

    asked = CpModel(oracle_board(position))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = patience
    begin = time.process_time()
    solutions: int | None = 0
    for _ in range(sought):
        status = solver.solve(asked.model)
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            solutions = None
            break
        solutions = (solutions or 0) + 1
        asked.exclude(solver)
    return PeerTime(time.process_time() - begin, solutions)


def spread(seconds: Sequence[float]) -> str:
    """Median and maximum: `31 us (max 1.2 ms)`."""
    return f"{in_words(median(seconds))} (max {in_words(max(seconds))})"


def in_words(seconds: float) -> str:
    """A time with the unit that suits it: `31 us`, `1.2 ms`, `12 s`."""
    unit, factor = ("us", 1e6) if seconds < 1e-3 else ("ms", 1e3) if seconds < 1 else ("s", 1)
    return f"{factor * seconds:.3g} {unit}"
