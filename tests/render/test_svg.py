"""Boards of Undead as drawings."""

from __future__ import annotations

from xml.etree import ElementTree

from families.undead.ids import SAMPLE, SOLVED_SAMPLE, from_id
from winnable.render.svg import SIDE, Drawing, document, draw_board, place

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing, title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(document(drawing, title=title))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_totals_sightings_and_labels_are_written() -> None:
    position = from_id(SAMPLE)
    bare, labelled = parsed(draw_board(position)), parsed(draw_board(position, labels=True))
    assert texts(bare) == [*map(str, position.totals), *map(str, position.sightings)]
    assert set(position.labels) <= set(texts(labelled))


def test_a_hidden_sighting_is_not_written() -> None:
    position = from_id("2x1:1,1,0,b,-,0,-,0,-,1")
    assert texts(parsed(draw_board(position))) == ["1", "1", "0", "0", "0", "1"]


def test_every_square_mirror_and_monster_is_drawn() -> None:
    empty = parsed(draw_board(from_id(SAMPLE)))
    full = parsed(draw_board(from_id(SAMPLE, SOLVED_SAMPLE)))
    for root in (empty, full):
        assert len(root.findall(f"{SVG}rect")) == 1 + 16
        assert len(root.findall(f"{SVG}line")) == 7
    # Three stand above the board, for the totals.
    assert len(empty.findall(f"{SVG}g")) == 3
    assert len(full.findall(f"{SVG}g")) == 3 + 9


def test_the_light_runs_through_the_squares_of_its_line() -> None:
    position = from_id(SAMPLE)
    line = next(line for line in position.lines if line.labels == ("L1", "U2"))
    drawing = draw_board(position, lines=[line], cells=[7])
    (light,) = parsed(drawing).findall(f"{SVG}polyline")
    points = [tuple(map(float, point.split(","))) for point in light.get("points", "").split()]
    left, top = SIDE, 2.2 * SIDE
    squares = [(int((x - left) // SIDE), int((y - top) // SIDE)) for x, y in points]
    # In from the right of row 1, and out below column 2.
    assert squares == [(4, 0), *((s % 4, s // 4) for s in line.squares), (1, 4)]
    (frame,) = (r for r in parsed(drawing).findall(f"{SVG}rect") if r.get("stroke") == "#c03030")
    assert int((float(frame.get("x", "")) - left) // SIDE) == 3


def test_a_drawing_is_placed_in_another_one() -> None:
    inner = draw_board(from_id(SAMPLE))
    root = parsed(Drawing(500, 500, place(inner, 20, 30.5, 0.5)), "A board & more")
    assert root.get("viewBox") == "0 0 500 500"
    assert root.findtext(f"{SVG}title") == "A board & more"
    (group,) = root.findall(f"{SVG}g")
    assert group.get("transform") == "translate(20 30.5) scale(0.5)"
