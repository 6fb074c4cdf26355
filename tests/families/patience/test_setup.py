"""Setups, and what is found wrong with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import CARDS, UNKNOWN, Card, Rank
from winnable.errors import InputError, Place
from winnable.families.patience.setup import (
    BOARD,
    Setup,
    cell_slot,
    column_slot,
    foundation_slot,
    make_setup,
    problems,
)


def whole(**changes: object) -> Setup:
    """A deck dealt in eight columns, with changes to what Setup takes."""
    given_ = {"columns": [CARDS[k::8] for k in range(8)], "cells": [None] * 4, **changes}
    return Setup(**given_)  # type: ignore[arg-type]


def complaints(setup: Setup, columns: int = 8, cells: int = 4) -> list[str]:
    return [str(problem) for problem in problems(setup, columns=columns, cells=cells, game="freecell")]


@st.composite
def legal_setups(draw: st.DrawFn) -> Setup:
    """Each of the 52 cards once: some home, some in cells, the others in columns."""
    base = draw(st.integers(0, 12))
    counts = draw(st.lists(st.integers(0, 13), min_size=4, max_size=4))
    home = {Card.of((base + i) % 13, suit) for suit in range(4) for i in range(counts[suit])}
    rest = draw(st.permutations([card for card in CARDS if card not in home]))
    in_cells = draw(st.integers(0, min(4, len(rest))))
    cells = [*rest[:in_cells], *[None] * (4 - in_cells)]
    columns: list[list[Card]] = [[] for _ in range(8)]
    for card in rest[in_cells:]:
        columns[draw(st.integers(0, 7))].append(card)
    return Setup(columns, draw(st.permutations(cells)), counts, base)


@given(legal_setups())
def test_each_card_once_is_no_problem(setup: Setup) -> None:
    assert complaints(setup) == []
    assert setup.card_count() == 52
    setup.check(columns=8, cells=4)


@given(legal_setups())
def test_round_trip_through_numbers(setup: Setup) -> None:
    columns, cells, counts, base = setup.indices()
    assert Setup.from_indices(columns, cells, counts, base) == setup


@given(legal_setups(), st.data())
def test_a_card_out_is_missed_and_a_card_in_is_too_many(setup: Setup, data: st.DataObject) -> None:
    columns = [list(column) for column in setup.columns]
    filled = [column for column in columns if column]
    if filled:
        column = data.draw(st.sampled_from(filled))
        card = column.pop(data.draw(st.integers(0, len(column) - 1)))
        found = complaints(Setup(columns, setup.cells, setup.foundation_counts, setup.base))
        assert len(found) == 1
        assert f"1 card of 52 is missing: {card}" in found[0]
    columns = [list(column) for column in setup.columns]
    extra = data.draw(st.sampled_from(CARDS))
    columns[data.draw(st.integers(0, 7))].append(extra)
    (found,) = complaints(Setup(columns, setup.cells, setup.foundation_counts, setup.base))
    assert f"53 cards: {extra}" in found


def test_fewer_piles_than_the_game_has_are_empty_ones() -> None:
    assert complaints(Setup([CARDS])) == []


def test_duplicate_names_both_places() -> None:
    columns = [list(CARDS[k::8]) for k in range(8)]
    columns[1][2] = columns[0][0]
    places = {column_slot(0, 0): Place(1, 1), column_slot(1, 2): Place(2, 7), BOARD: Place(1, 1)}
    found = complaints(whole(columns=columns, places=places, source="b.txt"))
    assert found == [
        "b.txt:2:7: AC appears twice, first at line 1, column 1; "
        "expected each of the 52 cards once; take one out",
        "b.txt:1:1: 1 card of 52 is missing: 5D; put each in a column or a cell",
    ]


def test_a_card_in_a_cell_counts_too() -> None:
    places = {cell_slot(0): Place(1, 12), column_slot(4, 0): Place(6, 3)}
    (found,) = complaints(whole(cells=[CARDS[4]], places=places))
    assert found.startswith("line 6, column 3: 53 cards: 2C appears twice, first at line 1, column 12")


def test_card_that_is_home_already() -> None:
    found = complaints(whole(foundation_counts=(1, 0, 0, 0), places={column_slot(0, 0): Place(3, 1)}))
    assert found == [
        "line 3, column 1: 53 cards: AC is on its foundation already; "
        "expected each of the 52 cards once; take it out here, or lower foundation C"
    ]


def test_unknown_card() -> None:
    columns = [list(CARDS[k::8]) for k in range(8)]
    columns[0][0] = UNKNOWN
    found = complaints(whole(columns=columns))
    assert found[0] == "an unknown card; expected every card of freecell face up; say which it is"


def test_missing_low_cards_may_be_home() -> None:
    gone = {Card.of(0, 0), Card.of(1, 0), Card.of(0, 2)}
    (found,) = complaints(Setup([[card for card in CARDS if card not in gone]]))
    assert found.endswith("if home, write Foundations: C-2 D-0 H-A S-0")
    (found,) = complaints(Setup([[card for card in CARDS if card.rank]]))
    assert "4 cards of 52 are missing: AC, AD, AH, AS;" in found


def test_missing_cards_above_the_base_may_be_home() -> None:
    gone = Card.of(6, 3)
    (found,) = complaints(Setup([[card for card in CARDS if card is not gone]], base=6))
    assert found.endswith("if home, write Foundations: C-0 D-0 H-0 S-7")


def test_many_missing_cards_are_not_all_named() -> None:
    (found,) = complaints(Setup([CARDS[20:]]))
    assert "20 cards of 52 are missing: AC, AD, AH, AS, 2C, ...;" in found


def test_a_pile_too_many() -> None:
    places = {cell_slot(4): Place(2, 20), column_slot(8): Place(9, 1)}
    setup = whole(cells=[None] * 5, columns=[*(CARDS[k::8] for k in range(8)), ()], places=places)
    assert complaints(setup) == [
        "line 2, column 20: a cell too many: freecell has 4 cells, not 5; "
        "take it out, or name a game with more cells",
        "line 9, column 1: a column too many: freecell has 8 columns, not 9; "
        "take out what is empty: in a board a blank line is an empty column",
    ]
    assert complaints(setup, columns=9, cells=5) == []


@pytest.mark.parametrize("count", [-1, 14])
def test_foundation_out_of_range(count: int) -> None:
    found = complaints(whole(foundation_counts=(0, 0, count, 0), places={foundation_slot(2): Place(1, 14)}))
    assert found[0] == f"line 1, column 14: foundation H holds {count} cards; expected 0 to 13"


def test_check_raises_the_first_problem() -> None:
    with pytest.raises(InputError, match=r"^20 cards of 52 are missing"):
        Setup([CARDS[20:]]).check(columns=8, cells=4)


def test_equality_is_about_the_cards() -> None:
    assert whole() == whole(places={BOARD: Place(1, 1)}, source="a.txt")
    assert hash(whole()) == hash(whole(source="a.txt"))
    assert whole() != whole(base=1)
    assert whole() != whole(cells=[])
    assert whole() != "a setup"


def test_repr_shows_everything() -> None:
    setup = make_setup(["KC QH", ""], "- TD", {"S": 3}, base=Rank.TWO)
    assert repr(setup) == "<Setup foundations C-0 D-0 H-0 S-3; base 2; cells - TD; columns KC QH | >"


def test_make_setup() -> None:
    setup = make_setup(["KC QH", ""], "- TD *", {"h": 2})
    assert setup.columns == ((Card.of(12, 0), Card.of(11, 2)), ())
    assert setup.cells == (None, Card.of(9, 1), None)
    assert setup.foundation_counts == (0, 0, 2, 0)
    assert [str(card) for card in setup.home_cards(2)] == ["AH", "2H"]
    for bad in ({"columns": ["XX"]}, {"columns": [], "foundations": {"X": 1}}, {"columns": [], "cells": "9"}):
        with pytest.raises(InputError):
            make_setup(**bad)  # type: ignore[arg-type]


def test_home_cards_go_round_the_corner() -> None:
    setup = Setup(foundation_counts=(3, 0, 0, 0), base=11)
    assert [str(card) for card in setup.home_cards(0)] == ["QC", "KC", "AC"]


def test_a_setup_has_four_foundations() -> None:
    with pytest.raises(ValueError, match="4 foundations, not 3"):
        Setup(foundation_counts=(0, 0, 0))
