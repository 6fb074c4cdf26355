"""Scenes as values: what they refuse, and their way through JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import CARDS, RANK_LETTERS, SUIT_LETTERS, UNKNOWN
from winnable.errors import InputError
from winnable.scene import Cell, Clue, Count, Grid, Light, Mark, Pile, Scene, TableMove

WORDS = st.text(max_size=8)
NUMBERS = st.floats(0, 20, allow_nan=False)


@st.composite
def piles(draw: st.DrawFn, name: str) -> Pile:
    hidden = draw(st.lists(st.sampled_from((*CARDS, UNKNOWN)), max_size=6))
    seen = draw(st.lists(st.sampled_from(CARDS), max_size=6))
    return Pile(
        name=name,
        role=draw(st.sampled_from(("tableau", "foundation", "cell", "stock", "waste", "reserve", "pyramid"))),
        x=draw(NUMBERS),
        y=draw(NUMBERS),
        cards=(*hidden, *seen),
        down=len(hidden),
        fan=draw(st.sampled_from(("none", "down", "right"))),
        spread=draw(NUMBERS),
        label=draw(WORDS),
        sign=draw(st.sampled_from(("", "recycle", *RANK_LETTERS, *SUIT_LETTERS))),
        gap=draw(st.booleans()),
    )


@st.composite
def tables(draw: st.DrawFn) -> Scene:
    names = draw(st.lists(WORDS.filter(bool), unique=True, max_size=5))
    made = tuple(draw(piles(name)) for name in names)
    moves = []
    for pile in draw(st.lists(st.sampled_from(made), max_size=4)) if made else ():
        index = draw(st.integers(0, max(len(pile.cards) - 1, 0)))
        moves.append(TableMove(draw(WORDS), pile.name, index, draw(st.sampled_from(("", *names)))))
    counts = draw(st.lists(st.builds(Count, WORDS, st.integers(), st.none() | st.integers()), max_size=3))
    captions = draw(st.lists(WORDS, max_size=2))
    return Scene(draw(WORDS), draw(WORDS), made, None, tuple(moves), tuple(counts), tuple(captions))


@st.composite
def grids(draw: st.DrawFn) -> Scene:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    squares = st.integers(0, width * height - 1)
    digits = st.integers(0, 9)
    letters = st.sampled_from(("", "g", "gv", "gvz"))
    cell = st.builds(Cell, st.sampled_from(("", "g", "/", "\\")), st.booleans(), letters, st.booleans())
    clues = tuple(
        Clue(f"D{i + 1}", "top", i, draw(st.none() | digits), *draw(st.tuples(digits, digits, digits)))
        for i in range(width)
    )
    lights = draw(
        st.lists(
            st.builds(
                Light,
                st.sampled_from([clue.label for clue in clues]),
                st.sampled_from([clue.label for clue in clues]),
                st.lists(squares, max_size=4).map(tuple),
                st.none() | st.integers(0, 4),
                st.lists(squares, max_size=4).map(tuple),
            ),
            max_size=2,
        )
    )
    marks = (Mark("g", "ghost", draw(st.integers(0, 9)), draw(st.integers(0, 9))),)
    cells = tuple(draw(st.lists(cell, min_size=width * height, max_size=width * height)))
    return Scene("x", "X", grid=Grid(width, height, cells, marks, clues, tuple(lights)))


@given(tables() | grids())
def test_a_scene_goes_through_json(scene: Scene) -> None:
    assert Scene.from_data(json.loads(json.dumps(scene.data()))) == scene


def test_what_has_its_default_is_left_out() -> None:
    scene = Scene("freecell", "FreeCell", (Pile("cell a", "cell", 0, 0, (CARDS[0],), label="a"),))
    assert scene.data() == {
        "game": "freecell",
        "title": "FreeCell",
        "piles": [{"name": "cell a", "role": "cell", "x": 0, "y": 0, "cards": ["AC"], "label": "a"}],
    }


def table() -> dict[str, Any]:
    """A small table as JSON."""
    return {
        "game": "x",
        "title": "X",
        "piles": [
            {"name": "a", "role": "cell", "x": 0, "y": 0, "cards": ["7H"]},
            {"name": "b", "role": "tableau", "x": 1, "y": 0, "cards": ["??", "KS"], "down": 1, "fan": "down"},
        ],
        "moves": [{"text": "ab", "source": "a", "index": 0, "target": "b"}],
    }


def board() -> dict[str, Any]:
    """A small grid as JSON."""
    return {
        "game": "x",
        "title": "X",
        "grid": {
            "width": 2,
            "height": 1,
            "cells": [{}, {"holds": "/"}],
            "clues": [
                {"label": "D1", "side": "top", "at": 0, "value": 1, "now": 0, "least": 0, "most": 1},
            ],
            "lights": [{"start": "D1", "end": "D1", "squares": [0]}],
        },
    }


def put(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (drop("game"), 'scene has no game; expected a key "game"'),
        (
            put("colour", value=1),
            "scene has no key 'colour'; "
            "expected one of game, title, piles, grid, moves, counts, captions",
        ),
        (put("piles", value={}), "scene.piles is not a list; expected a list in [ ]"),
        (put("piles", 0, value=[]), "scene.piles[0] is not an object; expected an object in { }"),
        (drop("piles", 0, "x"), 'scene.piles[0] has no x; expected a key "x"'),
        (put("piles", 0, "x", value="1"), "scene.piles[0].x is '1'; expected a number"),
        (
            put("piles", 0, "x", value=-1),
            "scene.piles[0]: x, y and spread lie outside the table; "
            "expected numbers from 0",
        ),
        (put("piles", 0, "x", value=float("nan")), "scene.piles[0].x is nan; expected a number"),
        (put("piles", 0, "x", value=True), "scene.piles[0].x is True; expected a number"),
        (put("piles", 0, "name", value=3), "scene.piles[0].name is 3; expected a text"),
        (put("piles", 0, "gap", value=0), "scene.piles[0].gap is 0; expected true or false"),
        (put("piles", 1, "down", value=1.0), "scene.piles[1].down is 1.0; expected a whole number"),
        (put("piles", 1, "down", value=3), "scene.piles[1]: down is 3; expected 0 to 2, the number of cards"),
        (
            put("piles", 1, "down", value=0),
            "scene.piles[1]: cards[0] is unknown and face up; "
            "expected known cards above the first `down` ones; say which it is, or raise down",
        ),
        (
            put("piles", 0, "cards", 0, value="XH"),
            "scene.piles[0].cards[0]: unknown card 'XH'; "
            "expected a rank A23456789TJQK then a suit CDHS",
        ),
        (
            put("piles", 0, "role", value="talon"),
            "scene.piles[0].role is 'talon'; "
            "expected one of tableau, foundation, cell, stock, waste, reserve, pyramid",
        ),
        (put("piles", 0, "fan", value=[]), "scene.piles[0].fan is []; expected one of none, down, right"),
        (
            put("piles", 0, "sign", value="X"),
            "scene.piles[0]: sign is 'X'; "
            "expected recycle, or one of A23456789TJQKCDHS",
        ),
        (
            put("piles", 1, "name", value="a"),
            "scene: piles[1].name: a second pile is called 'a'; "
            "expected names once",
        ),
        (
            put("moves", 0, "target", value="c"),
            "scene: moves[0].target: no pile is called 'c'; "
            "expected a pile's name",
        ),
        (put("moves", 0, "index", value=1), "scene: moves[0].index is 1; expected 0 to 0"),
    ],
)  # fmt: skip
def test_errors_name_the_key(change: Callable[[Any], None], error: str) -> None:
    data = table()
    Scene.from_data(data)
    change(data)
    with pytest.raises(InputError) as raised:
        Scene.from_data(data)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            put("grid", "width", value=3),
            "scene.grid: 2 cells do not make 3 columns and 1 rows; "
            "expected as many cells as columns times rows",
        ),
        (
            put("grid", "cells", value=[]),
            "scene.grid: 0 cells do not make 2 columns and 1 rows; "
            "expected as many cells as columns times rows",
        ),
        (put("grid", "clues", 0, "at", value=2), "scene.grid: clues[0].at is 2; expected 0 to 1"),
        (
            put("grid", "clues", 0, "side", value="up"),
            "scene.grid.clues[0].side is 'up'; "
            "expected one of top, right, bottom, left",
        ),
        (
            put("grid", "lights", 0, "end", value="U9"),
            "scene.grid: lights[0] has an end that is no clue; "
            "expected labels of clues",
        ),
        (
            put("grid", "lights", 0, "squares", value=[2]),
            "scene.grid: lights[0] leaves the board; "
            "expected squares from 0 to 1",
        ),
        (
            put("grid", "lights", 0, "seen", value=[-1]),
            "scene.grid: lights[0] leaves the board; "
            "expected squares from 0 to 1",
        ),
    ],
)  # fmt: skip
def test_errors_of_grids_name_the_key(change: Callable[[Any], None], error: str) -> None:
    data = board()
    Scene.from_data(data)
    change(data)
    with pytest.raises(InputError) as raised:
        Scene.from_data(data)
    assert str(raised.value) == error


def test_something_else_is_no_scene() -> None:
    with pytest.raises(InputError, match=r"^scene is not an object; expected an object in \{ \}$"):
        Scene.from_data([1])


def test_what_may_be_lifted_and_where_it_may_go() -> None:
    a = Pile("a", "tableau", 0, 0, CARDS[:3], fan="down")
    moves = (
        TableMove("ab", "a", 2, "b"),
        TableMove("ac", "a", 2, "c"),
        TableMove("abv2", "a", 1, "b"),
        TableMove("turn", "c", 0),
    )
    scene = Scene("x", "X", (a, Pile("b", "cell", 1, 0), Pile("c", "stock", 2, 0)), moves=moves)
    assert scene.lifts("a") == (1, 2)
    assert scene.lifts("b") == ()
    assert scene.targets("a", 2) == ("b", "c")
    assert scene.targets("c", 0) == ()
    assert scene.pile("b").role == "cell"
    with pytest.raises(KeyError):
        scene.pile("d")
    with pytest.raises(KeyError):
        Grid(1, 1, (Cell(),)).clue("D1")


@pytest.mark.parametrize(
    ("value", "least", "most", "state"),
    [(2, 0, 3, "open"), (2, 2, 2, "met"), (2, 3, 4, "broken"), (2, 0, 1, "broken"), (None, 1, 1, "open")],
)
def test_the_state_of_a_clue(value: int | None, least: int, most: int, state: str) -> None:
    assert Clue("D1", "top", 0, value, 0, least, most).state == state


def test_counts_are_words() -> None:
    assert [str(Count("stock", 24)), str(Count("pass", 1, 3))] == ["stock 24", "pass 1 of 3"]
