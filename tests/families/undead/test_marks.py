"""Marks of Undead as text: what they set, what they refuse, and that sgt's program gets them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizes import some_of
from winnable.errors import InputError
from winnable.families.undead.marks import MARKS
from winnable.families.undead.notes import UndeadNotes, square_name
from winnable.families.undead.setup import UndeadSetup
from winnable.families.undead.sgt_save import format_save, parse_saves

from .text_strategies import GAME, at

BOARD = at()
OPEN = [square_name(4, square) for square, letter in enumerate(BOARD.board) if letter == "."]


def marked(*texts: str) -> UndeadNotes:
    notes = MARKS.none(BOARD)
    for text in texts:
        notes = MARKS.made(BOARD, notes, text)
    return notes


@st.composite
def marks(draw: st.DrawFn) -> str:
    """One mark of the sample's board, of any kind."""
    kind = draw(st.sampled_from(["square", "clue", "fill", "clear"]))
    if kind == "square":
        ways = draw(st.lists(st.sampled_from(["", "?", "!"]), min_size=3, max_size=3))
        may = "".join(m for m, way in zip("gvz", ways, strict=True) if way == "?")
        may_not = "".join(m for m, way in zip("gvz", ways, strict=True) if way == "!")
        return f"{draw(st.sampled_from(OPEN))}?{may}" + (f"!{may_not}" if may_not else "")
    if kind == "clue":
        return f"{draw(st.sampled_from(BOARD.labels))}={draw(st.sampled_from(['done', 'open']))}"
    return kind


def test_what_marks_set() -> None:
    notes = marked("r1c2?zg!v", "D3=done", "r1c3!gz", "R2=done;D3=open")
    assert dict(notes.pencil) == {"r1c2": "gz"}
    assert dict(notes.struck) == {"r1c2": "v", "r1c3": "gz"}
    assert notes.marked == {"R2"}
    filled = MARKS.made(BOARD, notes, "fill")
    assert filled.pencil["r1c3"] == "v"
    assert filled.pencil["r1c2"] == "gz"
    assert set(filled.pencil) == set(OPEN)
    assert not MARKS.made(BOARD, filled, "clear").pencil
    assert dict(marked("r1c2?g", "r1c2?").pencil) == {}


def test_a_monster_takes_the_marks_of_its_square() -> None:
    move = GAME.notation.parse(BOARD, "r1c2=v")
    notes, after = marked("r1c2?zg!v", "r1c3?v").played(BOARD, move), GAME.play(BOARD, move)
    assert (dict(notes.pencil), dict(notes.struck)) == ({"r1c3": "v"}, {})
    assert MARKS.made(after, notes, "r1c2?g") == notes
    assert "r1c2" not in MARKS.made(after, notes, "fill").pencil


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no mark; expected a square and its marks"),
        ("r1c2", "'r1c2' is no mark"),
        ("r1c2?x", "'r1c2?x' is no mark"),
        ("r1c2?g!g", "marks a monster both ways"),
        ("r1c1?g", "r1c1 is a mirror, and takes no marks"),
        ("r5c1?g", "r5c1 is not on this board; expected rows 1 to 4 and columns 1 to 4"),
        ("D5=done", "no sighting is called 'D5'"),
        ("r1c2?g;nonsense", "'nonsense' is no mark"),
    ],
)
def test_what_is_no_mark(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        MARKS.made(BOARD, MARKS.none(BOARD), text)
    assert said in str(caught.value)


@settings(max_examples=some_of(60), deadline=None)
@given(st.lists(marks(), max_size=12))
def test_one_mark_makes_them_all_and_sgt_gets_them(texts: list[str]) -> None:
    notes = marked(*texts)
    written = MARKS.written(notes)
    again = marked(*([written] if written else []))
    assert (again.pencil, again.struck, again.marked) == (notes.pencil, notes.struck, notes.marked)
    [setup] = parse_saves(format_save(UndeadSetup.of(BOARD, notes=notes)).splitlines())
    assert setup.notes is not None
    assert (dict(setup.notes.pencil), setup.notes.marked) == (dict(notes.pencil), notes.marked)
