"""Figures that were measured: each is of a registered game, and stands in the documentation as it is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from winnable.analysis.measured import Measured, measured
from winnable.registry import families, get_game

DOCS = Path(__file__).parents[2] / "docs"

FIGURES = [
    (name, figure)
    for family in families().values()
    for name, figures in family.measured().items()
    for figure in figures
]


def test_there_are_figures() -> None:
    assert len(FIGURES) > 20
    assert measured(get_game("eight_off")) == ()


@pytest.mark.parametrize(("name", "figure"), FIGURES, ids=lambda given: str(given)[:40])
def test_a_figure_is_of_a_game_as_it_is_spelled(name: str, figure: Measured) -> None:
    game = get_game(name)
    assert game.spelled == name
    assert figure in measured(game)
    assert 0 < figure.share <= 1
    assert figure.deals > 0


# Games of which the page says that they share the figure of another.
SAME = {"pyramid:par": "pyramid", "pyramid:thirteen": "pyramid:hoyle"}


@pytest.mark.parametrize(("name", "figure"), FIGURES, ids=lambda given: str(given)[:40])
def test_a_figure_stands_in_the_documentation(name: str, figure: Measured) -> None:
    text = " ".join((DOCS / f"{figure.source}.md").read_text(encoding="utf-8").split())
    lost = round((1 - figure.share) * figure.deals)
    numbers = {8: "eight"}
    said = [
        rf"\| `{re.escape(SAME.get(name, name))}`[^|]*\| {100 * figure.share:.2f} % \|",  # a table of shares
        rf"{figure.share * figure.deals:.0f} of {figure.deals:,}",
        rf"({lost:,} of the deals 1 to {figure.deals}|{numbers.get(lost)}:|two cells {lost:,})",
        rf"\| `best` \| [\d,]+ \| {100 * figure.share:.1f} % \|",
    ]
    assert any(re.search(pattern, text) for pattern in said), said
