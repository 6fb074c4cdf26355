"""Setups of Undead: sides, equality, and what is wrong with a board in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.setup import BOARD, Sides, UndeadSetup, impossible_side, seen_counts

from .text_strategies import GAME, positions

OPEN = (None,) * 8  # the sightings around 2x2


def problem(setup: UndeadSetup) -> InputError:
    with pytest.raises(InputError) as caught:
        GAME.position(setup)
    assert str(caught.value).isprintable()
    return caught.value


@given(positions())
def test_a_position_is_its_setup(position: UndeadPosition) -> None:
    setup = GAME.setup(position)
    assert GAME.position(setup) == position
    assert UndeadSetup.of(position) == setup
    assert hash(UndeadSetup.of(position)) == hash(setup)
    assert setup.sides.clockwise() == setup.sightings


@given(st.integers(1, 9), st.integers(1, 9))
def test_sides_go_in_reading_order(width: int, height: int) -> None:
    numbers = tuple(range(2 * (width + height)))
    sides = Sides.of(numbers, width, height)
    assert sides.clockwise() == numbers
    assert (len(sides.top), len(sides.right), len(sides.bottom), len(sides.left)) == (
        width, height, width, height,
    )  # fmt: skip
    assert sides.left[0] == numbers[-1]
    assert sides.bottom[-1] == width + height


def test_givens_are_shown_in_upper_case() -> None:
    setup = UndeadSetup(2, 2, "g./.", (1, 1, 1), OPEN, "gv/.")
    assert setup.shown() == "Gv/."


def test_grade_and_places_do_not_count() -> None:
    plain = UndeadSetup(2, 2, "....", (4, 0, 0), OPEN)
    assert plain == UndeadSetup(
        2, 2, "....", (4, 0, 0), OPEN, grade="t", places={BOARD: Place(3, 4)}, source="f"
    )
    assert plain != UndeadSetup(2, 2, "....", (3, 1, 0), OPEN)
    assert plain != 7


@pytest.mark.parametrize(
    ("setup", "what"),
    [
        (UndeadSetup(2, 2, "....", (3, 0, 0), OPEN), "the totals come to 3 monsters"),
        (UndeadSetup(2, 2, "...", (3, 0, 0), OPEN), "the grid has 3 squares"),
        (UndeadSetup(2, 2, "....", (4, 0, 0), OPEN[1:]), "1 sighting is missing"),
        (UndeadSetup(2, 2, "....", (4, 0, 0), (*OPEN, 0)), "1 sighting too many"),
        (UndeadSetup(2, 2, "....", (-1, 3, 2), OPEN), "a total of -1 ghosts"),
        (UndeadSetup(2, 2, "....", (10**40, 3, 2), OPEN), f"a total of 1{28 * '0'}... ghosts"),
        (UndeadSetup(2, 2, "....", (4, 0, 0), (-1, *OPEN[1:])), "a sighting of -1"),
        (UndeadSetup(2, 2, "....", (4, 0, 0), (10**40, *OPEN[1:])), f"a sighting of 1{28 * '0'}..."),
        (UndeadSetup(2, 2, "....", (4, 0, 0), (12345678, *OPEN[1:])), "a sighting of 12345678"),
        (UndeadSetup(2, 2, "....", (10**5000, 3, 2), OPEN), "a total of a number of more than 30 digits"),
        (UndeadSetup(0, 5, "", (0, 0, 0), ()), "a board of 0x5; expected 1x1 to 100x100"),
        (UndeadSetup(500, 500, "", (0, 0, 0), ()), "a board of 500x500"),
        (UndeadSetup(2, 2, "..x.", (4, 0, 0), OPEN), "'x' in the grid"),
        (UndeadSetup(2, 2, "....", (4, 0, 0), OPEN, "..G."), "'G' in what is filled in"),
        (UndeadSetup(2, 2, "....", (4, 0, 0), OPEN, "..."), "3 squares are filled in or open"),
        (UndeadSetup(2, 2, "v...", (2, 2, 0), OPEN, "g..."), "'g' in row 1, column 1, where the grid"),
        (UndeadSetup(2, 2, "v...", (2, 2, 0), OPEN, "...."), "'.' in row 1, column 1, where the grid"),
        (UndeadSetup(2, 2, "....", (2, 2, 0), OPEN, "../."), "'/' in row 2, column 1, where the grid"),
        (UndeadSetup(2, 2, "gg..", (1, 3, 0), OPEN), "a total of 1 ghosts, but the grid shows 2"),
    ],
)  # fmt: skip
def test_what_is_no_board(setup: UndeadSetup, what: str) -> None:
    assert what in str(problem(setup))


def test_a_sighting_that_cannot_be_met() -> None:
    """The givens leave no choice: v in the upper row, seen from both its ends."""
    error = problem(UndeadSetup(2, 1, "vv", (0, 2, 0), (None, None, 1, None, None, None)))
    assert str(error) == "L1 cannot see 1 monster with these givens; expected 2 on its line to R1"
    error = problem(UndeadSetup(2, 1, "v.", (0, 2, 0), (None, None, 0, None, None, None)))
    assert str(error) == "L1 cannot see 0 monsters with these givens; expected 1 to 2 on its line to R1"


def test_two_sightings_at_odds() -> None:
    error = problem(UndeadSetup(2, 1, "..", (1, 1, 0), (None, None, 1, None, None, 2)))
    assert "L1 cannot see 1 while R1, at the line's other end, sees 2" in str(error)


def test_the_place_is_the_slots_or_the_boards() -> None:
    places = {BOARD: Place(3, 1), ("total", 1, 0): Place(4, 9)}
    setup = UndeadSetup(2, 2, "....", (1, -2, 3), OPEN, places=places, source="b.txt")
    assert str(problem(setup)).startswith("b.txt:4:9: a total of -2 vampires")
    setup = UndeadSetup(2, 2, "....", (-1, 2, 3), OPEN, places=places, source="b.txt")
    assert str(problem(setup)).startswith("b.txt:3:1: a total of -1 ghosts")


def test_a_cell_that_is_crossed_twice_counts_twice() -> None:
    """From D1 into r1c1, around four mirrors and back over r1c1 to R1."""
    board = ".\\/\\/////"
    position = GAME.core.position(3, 3, board, (0, 0, 1), [2] + [None] * 10 + [2])
    assert position.start.impossible_line is None
    line = position.lines[0]
    assert (line.labels, line.cells) == (("D1", "R1"), [0, 0])
    assert [seen_counts(line, board, side) for side in (0, 1)] == [[1, 2], [1, 2]]
    assert seen_counts(line, board.replace(".", "g"), 0) == [1]
    assert seen_counts(line, board.replace(".", "z"), 0) == [2]
    assert impossible_side(line, board) is None
    error = problem(UndeadSetup(3, 3, board, (0, 0, 1), [0, *[None] * 11]))
    assert str(error) == "D1 cannot see 0 monsters; expected 1 to 2 on its line to R1"
