"""Puzzles on squares as drawings."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from families.undead.ids import SAMPLE, SOLVED_SAMPLE, from_id
from winnable._core import UndeadPosition
from winnable.analysis.scenes import scene_of
from winnable.families.undead.notes import UndeadNotes
from winnable.registry import get_game
from winnable.render.drawing import Drawing, document, place
from winnable.render.style import Style
from winnable.render.svg import draw
from winnable.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"
PAPER = Style(labels=False)
SIDE = Style().width / 2


def scene(position: UndeadPosition, **marks: Any) -> Scene:
    return scene_of(get_game("undead"), position, **marks)


def parsed(drawing: Drawing, title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(document(drawing, title=title))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_totals_sightings_and_labels_are_written() -> None:
    position = from_id(SAMPLE)
    bare, labelled = parsed(draw(scene(position), PAPER)), parsed(draw(scene(position)))
    assert texts(bare) == [*map(str, position.totals), *map(str, position.sightings)]
    assert set(position.labels) <= set(texts(labelled))
    assert texts(labelled)[:3] == ["0/3", "0/4", "0/2"]


@pytest.mark.parametrize("style", [PAPER, Style()])
@pytest.mark.parametrize("size", [(1, 1), (1, 100), (2, 100), (4, 4), (20, 20), (100, 4), (100, 100)])
def test_totals_keep_clear_of_the_marks(size: tuple[int, int], style: Style) -> None:
    """A mark, its number, the next mark, in this order; all within the drawing, and large enough to read."""
    width, height = size
    cells = width * height
    runs = "z" * (cells // 26) + ("" if cells % 26 == 0 else chr(ord("a") + cells % 26 - 1))
    drawing = draw(
        scene(from_id(f"{width}x{height}:0,{cells},0,{runs}" + ",-" * (2 * (width + height)))), style
    )
    root = parsed(drawing)
    moved = [group.get("transform", "") for group in root.findall(f"{SVG}g")]
    marks = [float(text.removeprefix("translate(").split()[0]) for text in moved[:3]]
    numbers = list(root.iter(f"{SVG}text"))[:3]
    ends = []
    for left, text in zip(marks, numbers, strict=True):
        begin, size_ = float(text.get("x", "")), float(text.get("font-size", ""))
        assert size_ == pytest.approx(0.46 * SIDE)
        assert begin > left + 0.8 * SIDE
        ends.append(begin + 0.635 * size_ * len(text.text or ""))
    assert all(end < left for end, left in zip(ends, marks[1:], strict=False))
    assert marks[0] >= 0
    assert ends[-1] <= drawing.width


def test_a_hidden_sighting_is_not_written() -> None:
    position = from_id("2x1:1,1,0,b,-,0,-,0,-,1")
    assert texts(parsed(draw(scene(position), PAPER))) == ["1", "1", "0", "0", "0", "1"]


def test_every_square_mirror_and_monster_is_drawn() -> None:
    empty = parsed(draw(scene(from_id(SAMPLE)), PAPER))
    full = parsed(draw(scene(from_id(SAMPLE, SOLVED_SAMPLE)), PAPER))
    for root in (empty, full):
        assert len(root.findall(f"{SVG}rect")) == 1 + 16
        assert len(root.findall(f"{SVG}line")) == 7
    # Three stand above the board, for the totals.
    assert len(empty.findall(f"{SVG}g")) == 3
    assert len(full.findall(f"{SVG}g")) == 3 + 9


def points(light: ElementTree.Element) -> list[tuple[int, int]]:
    """The column and row of each point of a ray, from the top left square."""
    # Clues with labels take 1.7 squares on every side, the monsters above 1.2 more.
    pairs = [tuple(map(float, point.split(","))) for point in light.get("points", "").split()]
    return [(int(x / SIDE - 1.7 + 1) - 1, int(y / SIDE - 2.9 + 1) - 1) for x, y in pairs]


def rays(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [line for line in root.findall(f"{SVG}polyline") if line.get("stroke-opacity")]


def test_the_light_runs_through_the_squares_of_its_line() -> None:
    position = from_id(SAMPLE)
    line = next(line for line in position.lines if line.labels == ("L1", "U2"))
    root = parsed(draw(scene(position, lines=[line], cells=[7])))
    (light,) = rays(root)
    # In from the right of row 1, and out below column 2.
    assert points(light) == [(4, 0), *((s % 4, s // 4) for s in line.squares), (1, 4)]
    (frame,) = (r for r in root.findall(f"{SVG}rect") if r.get("stroke") == "#c03030")
    assert int(float(frame.get("x", "")) / SIDE - 1.7) == 3


def test_what_a_sighting_sees_in_mirrors_lies_behind_the_dashed_part() -> None:
    position = from_id(SAMPLE, SOLVED_SAMPLE)
    line = next(line for line in position.lines if "U2" in line.labels)
    end = line.labels.index("U2")
    squares = line.squares[:: -1 if end else 1]
    made = scene(position, line_at="u2")
    solid, dashed = rays(parsed(draw(made)))
    assert solid.get("stroke-dasharray") is None
    assert dashed.get("stroke-dasharray")
    drawn = points(solid) + points(dashed)[1:]
    assert drawn == [(1, 4), *((s % 4, s // 4) for s in squares), (4, 0)]
    first_mirror = next(i for i, s in enumerate(squares) if position.board[s] in "/\\")
    assert points(dashed)[0] == (squares[first_mirror] % 4, squares[first_mirror] // 4)
    # A badge on each monster that is seen: U2 sees three.
    assert made.grid is not None
    assert len(made.grid.lights[0].seen) == made.grid.clue("U2").now == 3
    badges = parsed(draw(made)).findall(f"{SVG}circle")
    assert len(badges) == len(set(made.grid.lights[0].seen))


def test_a_square_shows_what_it_may_still_hold_each_at_its_place() -> None:
    position = from_id(SAMPLE)
    left = ["gvz" if letter == "." else "" for letter in position.squares]
    before = len(parsed(draw(scene(position, candidates=left))).findall(f"{SVG}g"))
    left[1] = "gz"
    root = parsed(draw(scene(position, candidates=left)))
    assert len(root.findall(f"{SVG}g")) == before + 2
    left[1] = ""
    root = parsed(draw(scene(position, candidates=left)))
    assert (len(root.findall(f"{SVG}g")), texts(root).count("!")) == (before, 1)


def symbols_and_strokes(root: ElementTree.Element) -> tuple[int, int, int]:
    """How many symbols there are beside those of the totals, how many paler, how many lines."""
    groups = root.findall(f"{SVG}g")
    pale = [group for group in groups if group.get("opacity")]
    return len(groups) - 3, len(pale), len(root.findall(f"{SVG}line"))


def test_pencil_marks_are_crossed_out_where_they_are_ruled_out() -> None:
    position = from_id(SAMPLE)
    left = [letter if letter in "gvz" else "gvz" if letter == "." else "" for letter in position.squares]
    notes = UndeadNotes(pencil={"r1c2": "gz"})
    mirrors = 7
    assert symbols_and_strokes(parsed(draw(scene(position, notes=notes)))) == (2, 0, mirrors)
    left[1] = "vz"  # the ghost is crossed out, and the vampire pale
    both = scene(position, notes=notes, candidates=left)
    assert symbols_and_strokes(parsed(draw(both))) == (3, 1, mirrors + 1)
    assert symbols_and_strokes(parsed(draw(scene(position, candidates=left)))) == (2, 0, mirrors)


def test_clues_that_the_player_marked_are_crossed_out() -> None:
    notes = UndeadNotes(marked=frozenset({"D2", "R4"}))
    assert symbols_and_strokes(parsed(draw(scene(from_id(SAMPLE), notes=notes)))) == (0, 0, 7 + 2)


def test_clues_that_are_met_are_ticked_and_those_that_cannot_be_are_marked() -> None:
    solved = parsed(draw(scene(from_id(SAMPLE, SOLVED_SAMPLE))))
    ticks = [line for line in solved.findall(f"{SVG}polyline") if not line.get("stroke-opacity")]
    assert len(ticks) == 16
    wrong = parsed(draw(scene(from_id(SAMPLE, SOLVED_SAMPLE.replace("v", "z", 1)))))
    assert [text for text in texts(wrong) if text.endswith("!")]
    assert not [text for text in texts(parsed(draw(scene(from_id(SAMPLE)), PAPER))) if "!" in text]


@pytest.mark.parametrize("dark", [False, True])
def test_the_size_and_the_colours_follow_the_style(dark: bool) -> None:
    style = Style(width=50, dark=dark)
    root = parsed(draw(scene(from_id(SAMPLE)), style))
    assert float(root.get("width", "")) == pytest.approx(25 * (4 + 2 * 1.7))
    squares = root.findall(f"{SVG}rect")
    assert {square.get("fill") for square in squares} == {style.palette.card}


def test_a_drawing_is_placed_in_another_one() -> None:
    inner = draw(scene(from_id(SAMPLE)))
    root = parsed(Drawing(500, 500, place(inner, 20, 30.5, 0.5)), "A board & more")
    assert root.get("viewBox") == "0 0 500 500"
    assert root.findtext(f"{SVG}title") == "A board & more"
    (group,) = root.findall(f"{SVG}g")
    assert group.get("transform") == "translate(20 30.5) scale(0.5)"
