"""The tables of the page on ``pyramid_thesis.toml``: ``python pyramid_thesis.py RESULTS.csv``.

The file is what ``winnable study export`` wrote. Two tables have the five figures of the thesis, in the mean
of the first ten deals of each level that its search solves, as the thesis printed them: without and with a
table of positions. Three more are of all deals, and of the solver, too.
"""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path
from statistics import median

from study_tables import Unit, is_won, markdown, mean_text, read_units

from winnable.studies.reports.words import figure

LEVELS = ("easy", "medium", "hard", "expert", "master", "grandmaster")
TEN = 10
THESIS, TABLE, OURS = "thesis", "thesis, with a table", "Winnable's solver"
PLAYERS = (THESIS, TABLE, OURS)
FIGURES = ("generated", "visited", "depth", "backtracks")


def first_ten(units: list[Unit]) -> tuple[list[Unit], int]:
    """The first ten deals that were solved, and how many had to be tried : all, if there are no ten."""
    places = [place for place, unit in enumerate(units, 1) if is_won(unit)][:TEN]
    return [units[place - 1] for place in places], places[-1] if len(places) == TEN else len(units)


def figures_table(results: dict[str, dict[str, list[Unit]]], player: str) -> str:
    """The five figures of the thesis, in the mean of ten solved deals; nodes visited in their median, too,
    and how many were solved without a backtrack."""
    rows: list[list[str]] = []
    for level in LEVELS:
        ten, tried = first_ten(results[level][player])
        figures = [json.loads(unit["figures"]) for unit in ten]
        counts = [mean_text([one[name] for one in figures]) for name in FIGURES]
        seconds = mean_text([one["seconds"] for one in figures], "seconds")
        middle = figure(median(one["visited"] for one in figures), "expanded")
        straight = sum(not one["backtracks"] for one in figures)
        rows.append([level, f"{len(ten)} of {tried}", *counts, seconds, middle, str(straight)])
    columns = ("level", "solved", *FIGURES, "time", "visited, median", "without backtracks")
    return markdown(columns, rows)


def solved_table(results: dict[str, dict[str, list[Unit]]]) -> str:
    """How many of all deals of each level were solved."""
    rows: list[list[str]] = []
    for level in LEVELS:
        players = [results[level][who] for who in PLAYERS]
        rows.append([level, str(len(players[0])), *(str(sum(map(is_won, units))) for units in players)])
    return markdown(("level", "deals", *PLAYERS), rows)


def positions_table(results: dict[str, dict[str, list[Unit]]]) -> str:
    """The positions in the median of all deals, and in the mean of those that the thesis's search solves."""
    rows: list[list[str]] = []
    for level in LEVELS:
        solved = [float(unit["expanded"]) for unit in results[level][THESIS] if is_won(unit)]
        middle = [median_of_all(results[level][who], "expanded") for who in PLAYERS]
        rows.append([level, *middle, mean_text(solved)])
    return markdown(("level", *PLAYERS, f"{THESIS}, mean of those solved"), rows)


def times_table(results: dict[str, dict[str, list[Unit]]]) -> str:
    """The time in the median of all deals of each level."""
    rows = [[level, *(median_of_all(results[level][who], "seconds") for who in PLAYERS)] for level in LEVELS]
    return markdown(("level", *PLAYERS), rows)


def median_of_all(units: list[Unit], measure: str) -> str:
    """The median of all deals, those that were not solved taken for more than any; ``-`` if it is one."""
    middle = median(float(unit[measure]) if is_won(unit) else inf for unit in units)
    return "-" if middle == inf else figure(middle, measure)


if __name__ == "__main__":
    found = read_units(Path(sys.argv[1]))
    print(figures_table(found, THESIS))
    print(figures_table(found, TABLE))
    print(solved_table(found))
    print(positions_table(found))
    print(times_table(found))
