"""Positions as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from winnable.cards import UNKNOWN
from winnable.errors import InputError, Place
from winnable.families.patience.json import format_position, parse_position, to_data
from winnable.families.patience.setup import BOARD, Setup, cell_slot, column_slot, foundation_slot, make_setup
from winnable.text.json_text import JsonText, is_unfinished

from .text_strategies import game_named, legal_setups, loose_setups

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def data_617() -> dict[str, Any]:
    game = game_named("freecell")
    return to_data(game.setup(game.deal(617)), "freecell")


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        game_named("freecell").position(parse_position(text, "p.json").setup)
    return str(caught.value)


@given(loose_setups(), st.sampled_from([None, "freecell", "freecell:cells=3"]), st.sampled_from([None, 1]))
def test_round_trip(setup: Setup, game: str | None, indent: int | None) -> None:
    text = format_position(setup, game, indent=indent)
    assert parse_position(text) == (setup, game, None)
    assert ("\n" in text) is (indent is not None)
    assert json.loads(text) == to_data(setup, game)


@given(legal_setups())
def test_round_trip_of_positions(setup: Setup) -> None:
    game = game_named("freecell")
    assert game.setup(game.position(parse_position(format_position(setup)).setup)) == setup


def test_what_it_looks_like() -> None:
    setup = make_setup(["JD 2D", ""], "KC -", {"C": 3}, base=6)
    assert format_position(setup, "penguin") == (
        '{"game": "penguin", "columns": [["JD", "2D"], []], "cells": ["KC", null], '
        '"foundations": {"C": 3, "D": 0, "H": 0, "S": 0}, "base": "7"}'
    )


def test_only_columns_are_needed() -> None:
    assert parse_position('{"columns": [["10h", "??"]]}') == (
        Setup([[*make_setup(["TH"]).columns[0], UNKNOWN]]),
        None,
        None,
    )
    assert parse_position('{"columns": [], "foundations": {"h": 2}, "game": null}').setup == make_setup(
        [], "", {"H": 2}
    )


def test_places_are_those_in_the_text() -> None:
    text = '\n{"cells": [null,\n "KC"],"columns":[[],["4H", "5S"]],  "foundations" : {"h" : 2}}'
    places = parse_position(text, first_line=10).setup.places
    assert dict(places) == {
        BOARD: Place(11, 1),
        cell_slot(0): Place(11, 12),
        cell_slot(1): Place(12, 2),
        column_slot(0): Place(12, 19),
        column_slot(1): Place(12, 22),
        column_slot(1, 0): Place(12, 23),
        column_slot(1, 1): Place(12, 29),
        foundation_slot(2): Place(12, 61),
    }
    assert len(places) == 8
    assert places.get(cell_slot(7)) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: not JSON: Expecting value; expected one JSON object"),
        ('{"columns": []', "1:15: not JSON: Expecting ',' delimiter; expected one JSON object"),
        ('{"columns": []} x', "1:17: not JSON: Extra data; expected one JSON object"),
        ("[" * 100_000, "1:1: this JSON cannot be read; expected values of ordinary size"),
        ('{"columns": ' + "9" * 5000 + "}",
         "1:1: this JSON cannot be read; expected values of ordinary size"),
        ("[]", "1:1: this JSON is not a position; expected an object with columns"),
        ("{}", '1:1: this position has no columns; expected a key "columns"'),
        ('{"columns": [], "cels": []}',
         "1:17: unknown key 'cels'; expected one of deal, game, columns, cells, foundations, base"),
        ('{"columns": [], "columns": []}', "1:17: the key 'columns' is given twice; expected each key once"),
        ('{"columns": [], "game": 3}', "1:25: the game is not a text; expected a name such as freecell"),
        ('{"columns": {}}', "1:13: columns is not a list; expected a list in [ ]"),
        ('{"columns": ["4H"]}', "1:14: columns[0] is not a list; expected a list in [ ]"),
        ('{"columns": [["4H", 5]]}', '1:21: columns[0][1] is not a card; expected a text such as "TH"'),
        ('{"columns": [["4H", null]]}', '1:21: columns[0][1] is not a card; expected a text such as "TH"'),
        ('{"columns": [["4H",\n"H55"]]}',
         "2:1: unknown card 'H55'; expected a rank A23456789TJQK then a suit CDHS"),
        ('{"columns": [], "cells": [true]}', '1:27: cells[0] is not a card; expected a text such as "TH"'),
        ('{"columns": [], "foundations": []}',
         '1:32: foundations is not an object; expected one such as {"C": 3}'),
        *(
            (f'{{"columns": [], "foundations": {{"H": {count}}}}}',
             "1:38: foundation H is no number of cards; expected 0 to 13")
            for count in ("-1", "14", "true", "1.0", '"K"', "null")
        ),
        ('{"columns": [], "foundations": {"X": 1}}',
         "1:33: foundation 'X' is unknown or given twice; expected each of CDHS at most once"),
        ('{"columns": [], "foundations": {"H": 1, "h": 1}}',
         "1:41: foundation 'h' is unknown or given twice; expected each of CDHS at most once"),
        ('{"columns": [], "base": 7}',
         "1:25: the base is no rank; expected one of A23456789TJQK, as a text"),
        ('{"columns": [], "base": "Z"}',
         "1:25: the base is no rank; expected one of A23456789TJQK, as a text"),
    ],
)  # fmt: skip
def test_errors_of_form(text: str, said: str) -> None:
    assert message(text) == f"p.json:{said}"


# Each change of deal 617 with the text that the error must point at: {0}, and for two places {1}.
@pytest.mark.parametrize(
    ("change", "pointed", "said"),
    [
        (lambda d: d["columns"][0].__setitem__(0, "TD"), ['"TD", "TH"', '"TD", "TD"'],
         "{0}: TD appears twice, first at line 1, column {1}; "
         "expected each of the 52 cards once; take one out"),
        (lambda d: d["columns"][0].pop(0), ["{"],
         "{0}: 1 card of 52 is missing: 7D; put each in a column or a cell"),
        (lambda d: d["cells"].append(None), ["null]"],
         "{0}: a cell too many: FreeCell has 4 cells, not 5; take it out, or name a game with more cells"),
        (lambda d: d["columns"].append([]), ["[]]"],
         "{0}: a column too many: FreeCell has 8 columns, not 9; "
         "take out what is empty: in a board a blank line is an empty column"),
        (lambda d: d["columns"][7].append("KC"), ['"KC"]]', '"KC"'],
         "{0}: 53 cards: KC appears twice, first at line 1, column {1}; "
         "expected each of the 52 cards once; take one out"),
        (lambda d: d["foundations"].__setitem__("D", 7), ['"7D"'],
         "{0}: 59 cards: 7D is on its foundation already; expected each of the 52 cards once; "
         "take it out here, or lower foundation D"),
    ],
)  # fmt: skip
def test_errors_of_cards(change: Callable[[dict[str, Any]], object], pointed: list[str], said: str) -> None:
    data = data_617()
    change(data)
    text = json.dumps(data)
    columns = [text.index(part) + 1 for part in pointed]
    assert message(text) == "p.json:1:" + said.format(*columns)


@given(json_values)
def test_any_json_is_a_position_or_an_input_error(value: object) -> None:
    try:
        found = parse_position(json.dumps(value, ensure_ascii=False))
    except InputError:
        return
    assert isinstance(value, dict)
    assert len(found.setup.columns) == len(value["columns"])


def not_json(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity, which Python reads


@example("NaN")
@given(st.text() | st.text(alphabet='{}[]",: \n"columns'))
def test_any_text_is_json_or_an_input_error(text: str) -> None:
    try:
        expected = json.loads(text, parse_constant=not_json)
    except ValueError:
        with pytest.raises(InputError):
            JsonText(text)
        return
    try:
        assert JsonText(text).value == expected
    except InputError as error:
        assert "is given twice" in error.what  # noqa: PT017 - the one thing that we are stricter about


@given(json_values)
def test_every_value_is_found_again(value: object) -> None:
    """The place of each value, by path, is where the text of that value begins."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    found = JsonText(text)
    lines = text.split("\n")

    def visit(inner: object, path: tuple[str | int, ...]) -> None:
        line, column = found.place(path)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert json.JSONDecoder().raw_decode(rest)[0] == inner
        items = (
            inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        )
        for step, part in items:
            visit(part, (*path, step))

    visit(value, ())


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [("{", True), ('{"a"', True), ('{"a": [1,', True), ("", True), ("{}", False), ("{} x", False),
     ('{"a": x', False), ("[" * 100_000, False)],
)  # fmt: skip
def test_unfinished(text: str, unfinished: bool) -> None:
    assert is_unfinished(text) is unfinished
