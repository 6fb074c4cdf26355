"""Drawn boards of Undead."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.scene import board_grid
from winnable.families.undead.setup import BOARD, UndeadSetup
from winnable.families.undead.text import (
    format_board,
    has_header,
    looks_like_board,
    parse_boards,
    parse_drawings,
)
from winnable.render.grid_text import grid_text

from .ids import SOLVED_SAMPLE
from .text_strategies import DRAWN, GAME, at, changed, is_read_or_refused, positions

# The dissertation's own layout, with a box around its board.
FIGURE = """\
Number of Ghosts: 3  \nNumber of Vampires: 4  \nNumber of Zombies: 2

\t0\t3\t3\t0\t
3\t\\\tv\tv\t/\t2
2\tv\t\\\tg\tz\t1
0\tg\t/\tz\t/\t1
0\t\\\tv\t/\tg\t0
\t0\t3\t1\t0\t

took 0.00696 seconds
"""
BOXED = """\
ghosts: 3; vampires: 4, zombies: 2
    0   3   3   0
  ┌───┬───┬───┬───┐
3 │ \\ │ . │ . │ / │ 2
  ├───┼───┼───┼───┤
2 │ . │ \\ │ . │ . │ 1
  ├───┼───┼───┼───┤
0 │ . │ / │ . │ / │ 1
  ├───┼───┼───┼───┤
0 │ \\ │ . │ / │ . │ 0
  └───┴───┴───┴───┘
    0   3   1   0
"""
PIPES = BOXED.translate(str.maketrans("┌┬┐├┼┤└┴┘─│", "+++++++++-|"))
DASHES = "\n".join("-" * 20 if "+" in line else line for line in PIPES.splitlines()) + "\n"


def parse(text: str) -> list[UndeadSetup]:
    return list(parse_boards(text.split("\n"), "b.txt"))


def only(text: str) -> UndeadSetup:
    (setup,) = parse(text)
    return setup


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        list(map(GAME.position, parse(text)))
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_what_it_looks_like() -> None:
    assert format_board(GAME.setup(at())) == DRAWN
    assert GAME.position(only(DRAWN)) == at()


@given(positions())
def test_there_and_back(position: UndeadPosition) -> None:
    setup = GAME.setup(position)
    assert only(format_board(setup)) == setup
    assert GAME.position(only(format_board(setup))) == position


@given(positions(), positions())
def test_one_after_the_other(first: UndeadPosition, second: UndeadPosition) -> None:
    texts = [format_board(GAME.setup(position)) for position in (first, second)]
    setups = [GAME.setup(first), GAME.setup(second)]
    assert parse("".join(texts)) == setups
    assert parse("---\n".join(texts)) == setups
    assert parse("# next\n\n".join(texts)) == setups


@pytest.mark.parametrize("text", [BOXED, PIPES, DASHES], ids=["box", "pipes", "dashes"])
def test_frames(text: str) -> None:
    assert only(text) == only(DRAWN)
    assert parse(text + DRAWN + text) == 3 * [only(DRAWN)]


FAULTS = Path(__file__).parents[2] / "data" / "undead" / "faults"


@pytest.mark.parametrize("name", ["blank-cells", "box-drawing-mirrors"])
def test_blank_cells_and_drawn_mirrors(name: str) -> None:
    assert only((FAULTS / f"{name}.txt").read_text(encoding="utf-8")) == only(DRAWN)


@given(positions())
def test_blank_cells_are_open_ones(position: UndeadPosition) -> None:
    text = format_board(GAME.setup(position))
    assert only(text.replace(".", " ")) == only(text)


@given(positions(), st.sampled_from(["\u2572\u2571", "\uff3c\uff0f", "\u2216\u2215"]))
def test_mirrors_of_other_characters(position: UndeadPosition, mirrors: str) -> None:
    text = format_board(GAME.setup(position))
    assert only(text.translate(str.maketrans("\\/", mirrors))) == only(text)


def test_an_empty_row() -> None:
    text = format_board(GAME.setup(at("3x2:3,3,0,f" + 10 * ",-"))).replace("-", "1")
    assert only(text.replace(".", " ")) == only(text)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("3 \\ . . / 2", "3 \\ \u2573 . / 2", ":3:5: '\u2573' in the grid; expected one of . / \\ g v z G"),
        ("3 \\ . . / 2", "3 \\ \u00b7 . / 2", ":3:5: '\u00b7' in the grid"),
        ("2 . \\ . . 1", "2  \\   1", ":4:4: row 2 has 1 square; expected 4, as row 1 has; an open c"),
        ("2 . \\ . . 1", "2 . \\ . .", ":4:9: row 2 has no sighting on its right"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(old: str, new: str, expected: str) -> None:
    assert expected in message(DRAWN.replace(old, new))


def test_the_dissertations_figure() -> None:
    setup = only(FIGURE)
    assert setup.squares == SOLVED_SAMPLE
    assert setup.board == at().board
    assert parse(FIGURE + FIGURE) == [setup, setup]


def test_squares_that_stand_together() -> None:
    rows = ["G: 3 V: 4 Z: 2", "0 3 3 0", r"3 \../ 2", r"2.\..1", "0 ././ 1", r"0 \./. 0", "0 3 1 0"]
    assert only("\n".join(rows)) == only(DRAWN)


@given(positions())
def test_boards_with_labels_are_read(position: UndeadPosition) -> None:
    """What `explain` and the rules show; it does not tell givens from what is filled in."""
    totals = format_board(GAME.setup(position)).splitlines()[0]
    setup = only(f"{totals}\n{grid_text(board_grid(position))}\n")
    assert (setup.squares, list(setup.sightings)) == (position.squares, position.sightings)


def test_wide_numbers_keep_their_columns() -> None:
    text = format_board(GAME.setup(at("12x1:0,0,12,l" + 12 * ",1" + ",12" + 12 * ",1" + ",12")))
    assert text.splitlines()[2] == "12 . . . . . . . . . . . . 12"
    assert text.splitlines()[1] == "   1 1 1 1 1 1 1 1 1 1 1 1"
    assert only(text).sightings[12] == 12


def test_places() -> None:
    setup = only("# a board\n" + DRAWN)
    assert setup.places[BOARD] == Place(2, 1)
    assert setup.places["total", 2, 0] == Place(2, 29)
    assert setup.places["grid", 4, 0] == Place(5, 3)
    assert setup.places["sighting", 0, 0] == Place(3, 3)
    assert setup.places["sighting", 15, 0] == Place(4, 1)
    assert setup.places["sighting", 8, 0] == Place(8, 9)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("zombies 2", "", ":1:1: the number of zombies is missing"),
        ("zombies 2", "zombies", ":1:28: the number of zombies is missing"),
        ("zombies 2", "zombies two", ":1:29: the number of zombies is 'two'"),
        ("zombies 2", "zombies 2 witches 1", ":1:31: 'witches 1' after the totals"),
        ("zombies 2", "ghosts 2", ":1:21: the number of ghosts is given twice"),
        ("zombies 2", "zombies 3", ":1:8: the totals come to 10 monsters, but the grid has 9 cells"),
        ("zombies 2", "zombies 12345678", ":1:29: the number of zombies is '12345678'"),
        ("  0 3 3 0\n", "  0 3 3\n", ":2:7: 3 sightings above the board; expected 4"),
        ("  0 3 3 0\n", "  0 3 3 0 0\n", ":2:11: 5 sightings above the board; expected 4"),
        ("  0 3 3 0\n", "", ":1:1: the sightings above the board are missing"),
        ("  0 3 1 0\n", "", ":1:1: the sightings below the board are missing"),
        ("  0 3 1 0\n", "  0 3 1 0\n1 2 3 4\n", ":8:1: a line of sightings too many"),
        ("  0 3 1 0\n", "  0 3 1 0\n1 . . . . 4\n", ":8:1: a row too many"),
        ("2 . \\ . . 1", "2 . \\ . 1", ":4:7: row 2 has 3 squares; expected 4"),
        ("2 . \\ . . 1", "2 . \\ . . . 1", ":4:11: row 2 has 5 squares; expected 4"),
        ("2 . \\ . . 1", ". \\ . . 1", ":4:1: row 2 has no sighting on its left"),
        ("2 . \\ . . 1", "2 . \\ . .", ":4:9: row 2 has no sighting on its right"),
        ("2 . \\ . . 1", "2 . \\ x . 1", ":4:7: 'x' in the grid"),
        ("2 . \\ . . 1", "2 . \\ 1 . 1", ":4:7: '1' in the grid"),
        ("2 . \\ . . 1", "2222222 . \\ . . 1", ":4:1: a sighting of '2222222'"),
        ("2 . \\ . . 1", "9 . \\ . . 1", ":4:1: a sighting of 9 on a line of 2 cells"),
        ("0 \\ . / . 0", "0 \\ . / V 1", ":5:11: L3 cannot see 1 monster with these givens"),
    ],
)  # fmt: skip
def test_bad_boards(old: str, new: str, expected: str) -> None:
    assert old in DRAWN
    assert f"b.txt{expected}" in message(DRAWN.replace(old, new, 1))


def test_a_board_without_an_end() -> None:
    text = "ghosts 1 vampires 0 zombies 0\n0\n" + 101 * "0 . 0\n"
    assert "b.txt:103:1: this board has no end; expected at most 100 rows" in message(text)


def test_a_frame_around_nothing() -> None:
    assert message("+--+\n|  |\n+--+\n") == (
        "b.txt:1:1: there is no board here; expected a line such as ghosts 3 vampires 4 zombies 2"
    )


def test_totals_alone() -> None:
    assert "b.txt:1:1: this board has no rows" in message("ghosts 1 vampires 0 zombies 0")


@given(positions(), st.data())
def test_every_change_is_read_or_refused_in_one_line(position: UndeadPosition, data: st.DataObject) -> None:
    text = data.draw(
        changed(format_board(GAME.setup(position)), "0123456789gvzGVZ./\\-+|=#:, \t\nDé\0\u2028")
    )
    assert is_read_or_refused(lambda: list(map(GAME.position, parse(text))), "b.txt")


def test_bare_drawings() -> None:
    (drawing,) = parse_drawings(["\\vv/", "v \\ g z"])
    assert drawing.squares() == "\\vv/v\\gz"
    assert not drawing.has_clues
    assert drawing.place == Place(1, 1)


def test_what_looks_like_a_board() -> None:
    for line in (
        "ghosts 3",
        "Number of Ghosts: 3",
        "G: 3 V: 4",
        " 0 3 3 0",
        "3 \\ . / 2",
        "\\../",
        "+--+",
        "- -",
    ):
        assert looks_like_board(line), line
    for line in ("hello", "r1c2=g", "SAVEFILE:41:", "4x4:3,4", "", "8S 5D", "JD"):
        assert not looks_like_board(line), line
    assert has_header("zombies 2")
    assert not has_header("g v z")
