"""What the tables of a study's page are made of: the units that ``winnable study export`` wrote as CSV."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

from winnable.studies.reports.figures import mean_of, median_figure
from winnable.studies.reports.samples import Values
from winnable.studies.reports.words import estimate

Unit = dict[str, str]


def read_units(path: Path) -> dict[str, dict[str, list[Unit]]]:
    """The units by the group of their deal and by player, in the order of the file."""
    found: dict[str, dict[str, list[Unit]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for unit in csv.DictReader(file):
            found.setdefault(unit["group"], {}).setdefault(unit["player"], []).append(unit)
    return found


def is_won(unit: Unit) -> bool:
    """Was the board won?"""
    return unit["outcome"] == "solved"


def median_text(units: Sequence[Unit], measure: str) -> str:
    """The median of a measure with its unit; with ≥ where it is a lower bound, as a limit ended boards."""
    pairs = sorted((float(unit[measure]), not is_won(unit)) for unit in units)
    return values_text(*zip(*pairs, strict=True), measure=measure)


def values_text(values: Iterable[float], bounds: Iterable[bool], *, measure: str) -> str:
    """The median of values, of which some are lower bounds."""
    found = median_figure(Values(array("d", values), bytearray(bounds)))
    return estimate(found, measure)[0] if found else ""


def mean_text(values: Sequence[float], measure: str = "") -> str:
    """The mean of values with their unit."""
    found = mean_of(Values(array("d", sorted(values)), bytearray(len(values))))
    return estimate(found, measure)[0] if found else ""


def markdown(columns: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table; its first columns are ``words``, which stand to the left, the others figures."""
    rule = ["---"] * words + ["--:"] * (len(columns) - words)
    lines = ["| " + " | ".join(row) + " |" for row in (columns, *rows)]
    return "\n".join([lines[0], "|" + "|".join(rule) + "|", *lines[1:]]) + "\n"
