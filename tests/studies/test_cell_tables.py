"""The published tables of FreeCell with two and three cells: whole, and right where solved once more."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from winnable.registry import get_game
from winnable.search.api import Limits, Verdict

DATA = Path(__file__).resolve().parents[2] / "docs" / "data"
# Deals that took minutes and gigabytes, or were open, before twins' names were left open.
HARD = {2: (267, 299, 982, 1916, 17760), 3: ()}
WORDS = {Verdict.SOLVED: "won", Verdict.UNSOLVABLE: "lost"}


def table(cells: int) -> list[list[str]]:
    with gzip.open(DATA / f"freecell-{cells}-cells.tsv.gz", "rt") as lines:
        return [line.rstrip("\n").split("\t") for line in lines]


@pytest.mark.parametrize("cells", [2, 3])
def test_every_deal_has_its_line(cells: int) -> None:
    rows = table(cells)
    assert [int(number) for number, _, _ in rows] == list(range(1, 32001))
    assert {verdict for _, verdict, _ in rows} == {"won", "lost"}
    assert all((verdict == "won") == (moves.isdigit() and int(moves) >= 52) for _, verdict, moves in rows)


@pytest.mark.parametrize("cells", [2, 3])
def test_solving_again_agrees(cells: int) -> None:
    rows = table(cells)
    solver = get_game(f"freecell:cells={cells}").solver("auto")
    game = get_game(f"freecell:cells={cells}")
    for number in (*range(500, 32001, 1500), *HARD[cells]):
        result = solver.solve(game.deal(number), limits=Limits(nodes=5_000_000))
        assert WORDS[result.verdict] == rows[number - 1][1], f"ms:{number} with {cells} cells"


def test_a_deal_lost_with_three_cells_is_lost_with_two() -> None:
    lost_with_two = {number for number, verdict, _ in table(2) if verdict == "lost"}
    lost_with_three = {number for number, verdict, _ in table(3) if verdict == "lost"}
    assert "11982" in lost_with_three
    assert lost_with_three < lost_with_two
