"""The dissertation's dictionaries of paths."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from winnable.errors import InputError, Place
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.json import parse_position
from winnable.families.undead.paths import ends_of, path_labels, to_data

from .text_strategies import GAME, at, positions

# Light in r4c3 goes round and round.
RINGS = "..\\/" + "/../" + "\\//\\" + "\\/./" + "/\\/\\"


def message(data: Any) -> str:
    with pytest.raises(InputError) as caught:
        GAME.position(parse_position(json.dumps(data), "p.json").setup)
    assert str(caught.value).isprintable()
    return str(caught.value)


@given(positions())
def test_there_and_back(position: UndeadPosition) -> None:
    text = json.dumps(to_data(position, "undead"))
    found = parse_position(text)
    assert found.game == "undead"
    assert GAME.position(found.setup) == position


@given(positions())
def test_the_engine_labels_the_sightings_so(position: UndeadPosition) -> None:
    ends = ends_of(position.width, position.height)
    assert position.labels == sorted(ends, key=ends.__getitem__)
    assert sorted(ends) == sorted(path_labels(position.width, position.height))


def test_the_sample() -> None:
    data = to_data(at())
    assert list(data["paths"]) == [f"{way}{i}" for way in "DLUR" for i in range(1, 5)]
    assert data["paths"]["D1"] == ["\\", ".", ".", "/"]
    # The dissertation's figure 5.7.
    assert data["visible"] == {
        "D1": 0, "D2": 3, "D3": 3, "D4": 0, "L1": 2, "L2": 1, "L3": 1, "L4": 0,
        "U1": 0, "U2": 3, "U3": 1, "U4": 0, "R1": 3, "R2": 2, "R3": 0, "R4": 0,
    }  # fmt: skip
    assert (data["ghosts"], data["vampires"], data["zombies"]) == (3, 4, 2)
    assert "elsewhere" not in data


def test_squares_on_no_path() -> None:
    board = GAME.core.position(4, 5, RINGS, (5, 0, 0), [None] * 18)
    data = to_data(board)
    assert data["elsewhere"] == {"r4c3": "."}
    assert GAME.position(parse_position(json.dumps(data)).setup) == board
    filled = board.filled(RINGS.replace(".", "g"))
    assert to_data(filled)["elsewhere"] == {"r4c3": "g"}
    del data["elsewhere"]
    assert 'r4c3 is on no path; expected a key "elsewhere" with {"r4c3": "."}' in message(data)


def change(edit: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = to_data(at())
    edit(data)
    return data


def test_places() -> None:
    text = json.dumps(to_data(at()))
    setup = parse_position(text).setup
    assert setup.places["total", 1, 0] == Place(1, text.index('4, "zombies') + 1)
    assert setup.places["sighting", 4, 0] == Place(1, text.index('"L1": 2') + 7)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda d: d["paths"].pop("D2"), "paths has no D2"),
        (lambda d: d["paths"].pop("U2"), "paths has no U2"),
        (lambda d: d["paths"].update(X1=[]), "unknown key 'X1'"),
        (lambda d: d["paths"].update(D5=[]), "paths has no U5"),
        (lambda d: d["paths"].update(D500=[]), "500 paths from the top, 4 from the left; expected 1 to 100"),
        (lambda d: d.update(paths=[]), "paths is not an object"),
        (lambda d: d.update(paths={}), "0 paths from the top, 0 from the left; expected 1 to 100 of each"),
        (lambda d: d["paths"].update(D1=7), "paths.D1 is not a list"),
        (lambda d: d["paths"]["D1"].pop(), "D1 ends in the middle of the board, before r1c4"),
        (lambda d: d["paths"]["D1"].append("."), "D1 goes on beyond the edge of the board"),
        (lambda d: d["paths"].update(D3=["."] * 6), "D3 goes on beyond the edge"),
        (lambda d: d["paths"]["R2"].__setitem__(0, "g"), "r2c1 is 'g' here, and '.' on another path"),
        (lambda d: d["paths"]["R2"].__setitem__(0, "x"), "this is no square"),
        (lambda d: d["paths"]["R2"].__setitem__(0, 3), "this is no square"),
        (lambda d: d["paths"]["R2"].__setitem__(0, ""), "this is no square"),
        (lambda d: d.pop("visible"), "this position has no visible"),
        (lambda d: d["visible"].pop("R4"), "visible has no R4"),
        (lambda d: d["visible"].update(R4=-1), "this sighting is no count"),
        (lambda d: d["visible"].update(R4=9), "a sighting of 9 on a line of"),
        (lambda d: d.pop("zombies"), "the number of zombies is missing"),
        (lambda d: d.update(zombies="2"), "the number of zombies is no count"),
        (lambda d: d.update(zombies=3), "the totals come to 10 monsters"),
        (lambda d: d.update(elsewhere={"r5c1": "."}), "'r5c1' is no square"),
        (lambda d: d.update(elsewhere={"r1c2": "/"}), "r1c2 is '/' here"),
        (lambda d: d.update(elsewhere=[]), "elsewhere is not an object"),
        (lambda d: d.update(others={}), "unknown key 'others'"),
    ],
)
def test_what_does_not_fit_together(edit: Callable[[dict[str, Any]], Any], expected: str) -> None:
    error = message(change(edit))
    assert expected in error
    assert error.startswith("p.json:1:")
