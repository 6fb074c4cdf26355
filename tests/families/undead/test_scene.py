"""Boards of Undead as scenes."""

from __future__ import annotations

import pytest
from hypothesis import given

from families.undead.ids import SAMPLE, SOLVED_SAMPLE, from_id
from families.undead.text_strategies import positions
from winnable._core import UndeadPosition
from winnable.errors import InputError
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.scene import board_grid, scene
from winnable.registry import get_game
from winnable.scene import Grid, Scene

GAME = get_game("undead")


def test_squares_marks_and_clues() -> None:
    position = from_id(SAMPLE)
    grid = board_grid(position)
    assert [(mark.name, mark.placed, mark.total) for mark in grid.marks] == [
        ("ghost", 0, 3),
        ("vampire", 0, 4),
        ("zombie", 0, 2),
    ]
    assert "".join(cell.holds or "." for cell in grid.cells) == position.squares
    assert [clue.label for clue in grid.clues] == position.labels
    by_side = {side: [clue.label for clue in grid.clues if clue.side == side] for side in ("right", "left")}
    assert by_side == {"right": ["L1", "L2", "L3", "L4"], "left": ["R4", "R3", "R2", "R1"]}
    left = [(clue.at, clue.value) for clue in grid.clues if clue.side == "left"]
    assert left == [
        (3, 0),
        (2, 0),
        (1, 2),
        (0, 3),
    ]


def seen_along(position: UndeadPosition, label: str, squares: str = "") -> int:
    """What is seen, walking its line: ghosts in mirrors, vampires directly, zombies always."""
    line = next(line for line in position.lines if label in line.labels)
    mirror, count = False, 0
    for square in line.squares if line.labels[0] == label else line.squares[::-1]:
        letter = (squares or position.squares)[square]
        mirror |= letter in "/\\"
        count += letter == "z" or letter == ("g" if mirror else "v")
    return count


@given(positions())
def test_what_is_seen_now_and_what_can_still_be(position: UndeadPosition) -> None:
    grid = board_grid(position)
    for clue in grid.clues:
        assert clue.now == seen_along(position, clue.label)
        assert clue.least <= clue.most
        line = next(line for line in position.lines if clue.label in line.labels)
        if all(position.squares[cell] != "." for cell in line.cells):
            assert clue.least == clue.most == clue.now
    # Whatever fills the open cells, each sighting stays within its bounds.
    for fill in "gvz":
        full = position.squares.replace(".", fill)
        for clue in grid.clues:
            assert clue.least <= seen_along(position, clue.label, full) <= clue.most
            assert fill != "z" or seen_along(position, clue.label, full) == clue.most


@given(positions())
def test_a_line_from_a_sighting_and_what_is_seen_along_it(position: UndeadPosition) -> None:
    for label in position.labels:
        grid = scene(GAME, position, line_at=label.lower()).grid
        assert isinstance(grid, Grid)
        (light,) = grid.lights
        assert light.start == label
        assert light.direct is not None
        held = [position.squares[square] for square in light.squares]
        assert not any(letter in "/\\" for letter in held[: light.direct])
        assert light.direct == len(held) or held[light.direct] in "/\\"
        assert len(light.seen) == grid.clue(label).now == seen_along(position, label)


def test_the_caption_of_a_line() -> None:
    position = from_id(SAMPLE)
    (words,) = scene(GAME, position, line_at="U2").captions
    assert words == "U2 looks along the line to L1; it must see 3: now 0, in the end at least 0 and at most 3"
    (words,) = scene(GAME, from_id(SAMPLE, SOLVED_SAMPLE), line_at="U2").captions
    assert words == "U2 looks along the line to L1; it must see 3: now 3, in the end exactly 3"
    (words,) = scene(GAME, from_id("2x1:1,1,0,b,-,0,-,0,-,1"), line_at="d1").captions
    assert words.startswith("D1 looks along the line to U1; its number is hidden: now 0, ")


def test_a_sighting_that_is_not_there() -> None:
    with pytest.raises(InputError) as raised:
        scene(GAME, from_id(SAMPLE), line_at="D5")
    assert str(raised.value) == "no sighting is called 'D5'; expected D or U with 1 to 4, L or R with 1 to 4"


def test_what_reasons_rule_out() -> None:
    position = from_id(SAMPLE)
    nothing = scene(GAME, position).grid
    some = scene(GAME, position, ruled_out_by="sighting").grid
    more = scene(GAME, position, ruled_out_by="totals").grid
    assert nothing is not None
    assert some is not None
    assert more is not None
    solution = SOLVED_SAMPLE
    for empty, easy, hard, right in zip(nothing.cells, some.cells, more.cells, solution, strict=True):
        assert empty.ruled_out == ""
        assert set(easy.ruled_out) <= set(hard.ruled_out)
        assert right not in hard.ruled_out
    assert any(cell.ruled_out for cell in some.cells)
    # With less possible, the clues' bounds are closer, and the truth stays within them.
    for before, after in zip(nothing.clues, some.clues, strict=True):
        assert before.least <= after.least <= (after.value or 0) <= after.most <= before.most


def test_what_the_player_noted() -> None:
    position = from_id(SAMPLE)
    notes = UndeadNotes(pencil={"r1c2": "gz", "r2c3": "v"}, marked=frozenset({"D2", "R4"}))
    grid = scene(GAME, position, notes=notes).grid
    assert grid is not None
    assert {i: cell.pencil for i, cell in enumerate(grid.cells) if cell.pencil} == {1: "gz", 6: "v"}
    assert {clue.label for clue in grid.clues if clue.done} == {"D2", "R4"}
    # What is ruled out is another matter.
    assert all(cell.ruled_out == "" for cell in grid.cells)
    filled = position.filled(SOLVED_SAMPLE)
    assert not any(cell.pencil for cell in board_grid(filled, notes=notes).cells)
    made = scene(GAME, position, notes=notes)
    assert Scene.from_data(made.data()) == made


def test_givens_frames_and_lines() -> None:
    position = from_id(SAMPLE)
    line = position.lines[0]
    grid = board_grid(position, lines=[line], cells=[1])
    assert [i for i, cell in enumerate(grid.cells) if cell.framed] == [1]
    assert [(light.start, light.end, light.direct) for light in grid.lights] == [(*line.labels, None)]
    assert all(cell.given == (cell.holds != "") for cell in grid.cells)
