"""How well each measure of an Undead board's difficulty predicts the effort of each solver.

For each size the boards of `tests/data/undead` that sgt-puzzles made, of all three grades. Spearman's rank
correlation of measure and effort, over the boards of one size, since every effort grows with the size; the
table has the means over 4x4 to 7x7. Efforts that do not differ within a size say nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import correlation, fmean
from typing import Any

from undead_peers import cp_sat_solve, have_from_pypi, pysat_solve, sgt_program, sgt_run

from winnable._core import UndeadSolver
from winnable.analysis.difficulty import LEVELS
from winnable.families.undead.explain import RUNGS, explain
from winnable.families.undead.grade import UndeadDifficulty, UndeadGrader
from winnable.families.undead.methods import search_by_method
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.text.detect import read_file

DATA = Path(__file__).parents[1] / "tests" / "data" / "undead"
SIZES = ("4x4", "5x5", "6x6", "7x7")
GRADES = ("easy", "normal", "tricky")
PASSES = 9  # of which the least CPU counts
TRIES = 100_000  # positions of the dissertation's methods; those that need more count alike

Measure = Callable[[UndeadDifficulty], float | tuple[float, ...]]
Effort = Callable[[Any, str], float]


def by_rung(graded: UndeadDifficulty) -> tuple[float, ...]:
    """The hardest rung, then its steps, then the longest chain."""
    technique = graded.technique
    assert technique is not None
    assert technique.hardest is not None
    return RUNGS.index(technique.hardest), technique.at_hardest, technique.chain


MEASURES: dict[str, Measure] = {
    "sgt's grade": lambda g: GRADES.index(g.sgt.grade),  # type: ignore[union-attr]
    "sgt's open cells": lambda g: g.sgt.open,  # type: ignore[union-attr]
    "sgt's passes": lambda g: g.sgt.passes,  # type: ignore[union-attr]
    "our level": lambda g: LEVELS.index(g.level),  # type: ignore[arg-type]
    "hardest rung, its steps": by_rung,
    "branching": lambda g: g.technique.branching,  # type: ignore[union-attr]
    "all steps": lambda g: g.technique.steps,  # type: ignore[union-attr]
    "formula": lambda g: g.formula.value,
    "  l": lambda g: g.formula.length,
    "  (g+v)/z": lambda g: g.formula.faces,
    "  of s": lambda g: g.formula.sightings,
    "  of m": lambda g: g.formula.mirrors,
}


def least_cpu(work: Callable[[], float]) -> float:
    """The least of a few measurements."""
    return min(work() for _ in range(PASSES))


def our_efforts() -> dict[str, Effort]:
    """The solver, the explanation, and the dissertation's methods."""
    game = get_game("undead")
    solver = UndeadSolver(2)

    def answer(game_id: str) -> dict[str, float]:
        (found,) = solver.solve_ids([game_id])
        return dict(found.stats)

    def tries(method: str) -> Effort:
        def effort(position: Any, game_id: str) -> float:
            return search_by_method(game, position, method, limits=Limits(nodes=TRIES)).figures.tries

        return effort

    efforts: dict[str, Effort] = {
        "solver: nodes": lambda position, game_id: answer(game_id)["expanded"],
        "solver: time": lambda position, game_id: least_cpu(lambda: answer(game_id)["seconds"]),
        "explanation: reasons tried": lambda position, game_id: explain(position).nodes,
    }
    return efforts | {f"{m}: tries": tries(m) for m in ("random", "squares", "paths", "tightened")}


def peer_efforts() -> dict[str, Effort]:
    """The peers that are there."""
    efforts: dict[str, Effort] = {}
    program = sgt_program()
    if program is not None:
        efforts["sgt-puzzles: time"] = lambda _, game_id: sgt_run(program, game_id, "--test-solve", runs=2)
    if have_from_pypi("pysat", "python-sat"):
        efforts["python-sat: time"] = lambda position, _: least_cpu(lambda: pysat_solve(position, 60).seconds)
    if have_from_pypi("ortools", "ortools"):
        efforts["CP-SAT: time"] = lambda position, _: least_cpu(lambda: cp_sat_solve(position, 60).seconds)
    return efforts


def ranks(values: Sequence[Any]) -> list[float]:
    """From 1; equal values share the mean of their places."""
    places: dict[Any, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [fmean(places[value]) for value in values]


def spearman(first: Sequence[Any], second: Sequence[Any]) -> float | None:
    """Rank correlation; None where either is all the same."""
    if len(set(first)) == 1 or len(set(second)) == 1:
        return None
    return correlation(ranks(first), ranks(second))


def print_grades() -> None:
    """The table: a row for each effort, a column for each measure."""
    game = get_game("undead")
    grader = UndeadGrader(game)
    efforts = our_efforts() | peer_efforts()
    found: dict[tuple[str, str], list[float]] = {}
    count = 0
    for size in SIZES:
        files = [DATA / f"{size}d{letter}.txt" for letter in "ent"]
        ids = [game_id for path in files for game_id in path.read_text().split()]
        boards = [entry.position(game) for path in files for entry in read_file(str(path), game)]
        graded = [grader.grade(board) for board in boards]
        count += len(boards)
        for effort, spent in efforts.items():
            cost = [spent(board, game_id) for board, game_id in zip(boards, ids, strict=True)]
            for measure, of in MEASURES.items():
                r = spearman([of(one) for one in graded], cost)
                if r is not None:
                    found.setdefault((effort, measure), []).append(r)
    print(f"Spearman's rank correlation, the mean over {', '.join(SIZES)} ({count} boards)")
    print_matrix(tuple(efforts), found)


def print_matrix(efforts: Sequence[str], found: dict[tuple[str, str], list[float]]) -> None:
    """Measures go down, efforts across, numbered to keep the table narrow."""
    for number, effort in enumerate(efforts, 1):
        sizes = max(len(found.get((effort, measure), ())) for measure in MEASURES)
        print(f"  {number}: {effort}" + ("" if sizes == len(SIZES) else f" (differs within {sizes} sizes)"))
    width = max(map(len, MEASURES))
    print(" " * width + "".join(f"{number:>7}" for number in range(1, len(efforts) + 1)))
    for measure in MEASURES:
        means = [found.get((effort, measure)) for effort in efforts]
        print(f"{measure:<{width}}" + "".join(f"{fmean(m):7.2f}" if m else "      -" for m in means))
