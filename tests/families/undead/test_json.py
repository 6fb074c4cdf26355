"""Positions of Undead as JSON."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.json import parse_position, to_data

from .text_strategies import GAME, at, changed, is_read_or_refused, positions

SAMPLE = to_data(GAME.setup(at()), "undead")


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        GAME.position(parse_position(text, "p.json").setup)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_what_it_looks_like() -> None:
    assert SAMPLE == {
        "game": "undead",
        "totals": {"ghosts": 3, "vampires": 4, "zombies": 2},
        "rows": ["\\../", ".\\..", "././", "\\./."],
        "sightings": {
            "top": [0, 3, 3, 0],
            "right": [2, 1, 1, 0],
            "bottom": [0, 3, 1, 0],
            "left": [3, 2, 0, 0],
        },
    }


@given(positions(), st.sampled_from([None, 2]), st.sampled_from([None, "undead:size=7x7"]))
def test_there_and_back(position: UndeadPosition, indent: int | None, game: str | None) -> None:
    setup = GAME.setup(position)
    found = parse_position(json.dumps(to_data(setup, game), indent=indent))
    assert (found.setup, found.game, found.deal) == (setup, game, None)
    assert GAME.position(found.setup) == position


def test_the_deal_is_what_it_is_called() -> None:
    assert parse_position(json.dumps(SAMPLE | {"deal": "monday"})).deal == "monday"


def test_places() -> None:
    text = json.dumps(SAMPLE)
    places = parse_position(text).setup.places
    assert places["total", 2, 0] == Place(1, text.index("2}") + 1)
    assert places["sighting", 4, 0] == Place(1, text.index("[2, 1") + 2)
    assert places["sighting", 8, 0] == Place(1, text.index("[0, 3, 1") + 11)
    assert places["sighting", 15, 0] == Place(1, text.index("[3, 2") + 2)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda d: d.pop("totals"), ":1:1: this position has no totals"),
        (lambda d: d.pop("rows"), ":1:1: this position has no rows"),
        (lambda d: d.pop("sightings"), ":1:1: this position has no sightings"),
        (lambda d: d.update(clues=[]), "unknown key 'clues'"),
        (lambda d: d.update(totals=[3, 4, 2]), "totals is not an object"),
        (lambda d: d["totals"].pop("ghosts"), "totals has no ghosts"),
        (lambda d: d["totals"].update(ghouls=1), "unknown key 'ghouls'"),
        (lambda d: d["totals"].update(ghosts=True), "the number of ghosts is no count"),
        (lambda d: d["totals"].update(ghosts=-1), "the number of ghosts is no count"),
        (lambda d: d["totals"].update(ghosts=10**30), "the number of ghosts is no count"),
        (lambda d: d["totals"].update(ghosts=4), ":1:41: the totals come to 10 monsters"),
        (lambda d: d.update(rows=[]), "0 rows; expected 1 to 100"),
        (lambda d: d.update(rows=["."] * 101), "101 rows; expected 1 to 100"),
        (lambda d: d.update(rows=["." * 101]), "row 1 has 101 squares; expected 1 to 100"),
        (lambda d: d.update(rows=[""]), "row 1 has 0 squares; expected 1 to 100"),
        (lambda d: d.update(rows="...."), "rows is not a list"),
        (lambda d: d["rows"].__setitem__(1, 7), "row 2 is not a text"),
        (lambda d: d["rows"].__setitem__(1, "...."[1:]), "row 2 has 3 squares; expected 4"),
        (lambda d: d["rows"].__setitem__(1, "..x."), "'x' in row 2"),
        (lambda d: d["rows"].pop(), "4 sightings on the side right; expected 3"),
        (lambda d: d["sightings"].update(top=[0, 3, 3]), "3 sightings on the side top; expected 4"),
        (lambda d: d["sightings"].update(top=7), "sightings.top is not a list"),
        (lambda d: d["sightings"].pop("left"), "sightings has no left"),
        (lambda d: d["sightings"]["left"].__setitem__(0, "3"), "this sighting is no count"),
        (lambda d: d["sightings"]["left"].__setitem__(0, -1), "this sighting is no count"),
        (lambda d: d["sightings"]["left"].__setitem__(0, 99), "a sighting of 99 on a line of 6 cells"),
        (lambda d: d.update(game=7), "the game is not a text"),
    ],
)  # fmt: skip
def test_bad_json(edit: Callable[[dict[str, Any]], Any], expected: str) -> None:
    data = copy.deepcopy(SAMPLE)
    edit(data)
    error = message(json.dumps(data))
    assert expected in error
    assert error.startswith("p.json:1:")


@given(positions(), st.data())
def test_every_change_is_read_or_refused_in_one_line(position: UndeadPosition, data: st.DataObject) -> None:
    text = data.draw(changed(json.dumps(to_data(GAME.setup(position))), '0123456789gvz./\\-[]{}",: \té\0'))
    assert is_read_or_refused(lambda: GAME.position(parse_position(text, "b.txt").setup), "b.txt")
