"""InputError: one line, with the place."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place, Tried, UnreadError, quote


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "unknown card; expected a card; look again"),
        ({"source": "a.txt"}, "a.txt: unknown card; expected a card; look again"),
        ({"source": "a.txt", "line": 3}, "a.txt:3: unknown card; expected a card; look again"),
        ({"source": "a.txt", "line": 3, "column": 7}, "a.txt:3:7: unknown card; expected a card; look again"),
        ({"line": 3}, "line 3: unknown card; expected a card; look again"),
        ({"line": 3, "column": 7}, "line 3, column 7: unknown card; expected a card; look again"),
    ],
)
def test_text(place: dict[str, object], text: str) -> None:
    error = InputError("unknown card", expected="a card", mend="look again", **place)  # type: ignore[arg-type]
    assert str(error) == text


def test_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"^gone$"):
        raise InputError("gone")


def test_at_fills_in_only_what_is_unknown() -> None:
    bare = InputError("bad", expected="good")
    placed = bare.at(source="a", line=2, column=5)
    assert (placed.source, placed.line, placed.column, placed.expected) == ("a", 2, 5, "good")
    again = placed.at(source="b", line=9, column=9)
    assert (again.source, again.line, again.column) == ("a", 2, 5)
    assert InputError("bad", line=4).at(column=9).column is None  # a column of another line says nothing


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_are_whole(copied: object) -> None:
    error = InputError("bad", expected="good", mend="do", source="a", line=1, column=2)
    twin = copied(error)  # type: ignore[operator]
    assert type(twin) is InputError
    assert str(twin) == str(error)
    assert twin.__dict__ == error.__dict__


def test_what_was_tried_is_kept_and_is_data() -> None:
    tried = (Tried("FreeCell", "board", "no cards"), Tried("Undead", "game ID", "no size"))
    error = UnreadError.of(InputError("cannot tell", expected="a board", line=2), tried)
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is UnreadError
    assert twin.data() == error.data()
    assert str(error) == "line 2: cannot tell; expected a board"
    assert error.data()["tried"] == [
        {"games": "FreeCell", "form": "board", "why": "no cards"},
        {"games": "Undead", "form": "game ID", "why": "no size"},
    ]


@given(st.text(), st.text(), st.text(), st.text())
def test_one_printable_line_whatever_is_in_it(what: str, expected: str, mend: str, source: str) -> None:
    text = str(InputError(what, expected=expected, mend=mend, source=source, line=1, column=1))
    assert text.isprintable()
    assert len(text.splitlines()) == 1


@given(st.text())
def test_quote_is_short_and_printable(text: str) -> None:
    quoted = quote(text)
    assert quoted.isprintable()
    assert quoted[0] == quoted[-1]
    assert quoted[0] in "'\""
    assert ("..." in quoted) if len(text) > 32 else (not text.isprintable() or quoted[1:-1] == text)


def test_quote_doubles_no_backslash() -> None:
    assert quote("\\") == r"'\'"
    assert quote(r"\../ it's") == r'''"\../ it's"'''
    assert quote("a\n\u2028") == r"'a\n\u2028'"


def test_place_in_words() -> None:
    assert str(Place(3, 7)) == "line 3, column 7"
