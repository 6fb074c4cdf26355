"""Positions of Undead in any form, found out by looking, and written in every form."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.families.undead.game import UndeadPosition
from winnable.registry import get_game
from winnable.text.boards import position_data, write_position
from winnable.text.detect import Entry, read_lines, text_lines

from .ids import SAMPLE
from .text_strategies import GAME, at, boards, positions

OTHER = "2x1:1,1,0,Ga,-,-,1,0,-,-"


def read(text: str, source: str | None = "b.txt") -> list[Entry]:
    return list(read_lines(text_lines(io.BytesIO(text.encode()), source), GAME, source))


@given(positions(), st.sampled_from([form for form in list(GAME.family.forms()) if form != "id"]))
def test_every_form_holds_a_position(position: UndeadPosition, form: str) -> None:
    (entry,) = read(write_position(GAME, position, form))
    assert entry.position(GAME) == position


@given(positions())
def test_an_id_holds_the_puzzle(position: UndeadPosition) -> None:
    (entry,) = read(write_position(GAME, position, "id"))
    assert entry.position(GAME) == position.start


@given(st.lists(boards(3), min_size=2, max_size=3), st.sampled_from(list(GAME.family.forms())))
def test_several_in_one_text(found: list[UndeadPosition], form: str) -> None:
    text = "# several\n\n" + "".join(write_position(GAME, board, form) for board in found)
    assert [entry.position(GAME) for entry in read(text)] == found


@pytest.mark.parametrize("form", list(GAME.family.forms()))
def test_labels(form: str) -> None:
    text = write_position(GAME, at(), form)
    assert [entry.label for entry in read(f"# one\n{text}")] == ["b.txt:2"]
    assert [entry.label for entry in read(text, None)] == [SAMPLE if form == "id" else "line 1"]


def test_names_in_json() -> None:
    data = position_data(GAME, at()) | {"deal": "monday"}
    text = json.dumps(data, indent=2)
    (entry,) = read(text)
    assert (entry.label, entry.game) == ("monday", "undead")
    for name in ("undead", "undead:size=7x7", "undead:size=5x5,grade=tricky"):
        assert entry.position(get_game(name)) == at()
    (entry,) = read(json.dumps(data | {"game": "undead:size=9x9"}))
    assert entry.position(GAME) == at()


@pytest.mark.parametrize("name", ["freecell", "pyramid:giza", "undead:colour=red"])
def test_json_of_another_game(name: str) -> None:
    (entry,) = read(json.dumps(position_data(GAME, at()) | {"game": name}))
    with pytest.raises(InputError, match=rf"b.txt:1:1: this position is of '{name}'; expected undead"):
        entry.position(GAME)


def test_a_position_is_refused_by_other_families() -> None:
    (entry,) = read_lines(["{" + '"game": "undead", "columns": []}'], get_game("freecell"))
    with pytest.raises(InputError, match="this position is of 'undead'"):
        entry.position(get_game("freecell"))


def test_ids_of_several_boards_with_comments() -> None:
    entries = read(f"# two\n{SAMPLE}  # mine\n\n  {OTHER}\n")
    assert [entry.label for entry in entries] == ["b.txt:2", "b.txt:4"]
    assert entries[1].position(GAME).board == "g."


def test_seeds_are_deals() -> None:
    assert [(entry.label, entry.deal is not None) for entry in read("7\nseed:1..2  # three\n")] == [
        ("seed:7", True), ("seed:1", True), ("seed:2", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "b.txt: there is no position here: the text is empty; expected game IDs one to a line, a board"),
        ("hello world", "b.txt:1:1: cannot tell what 'hello world' is; expected game IDs"),
        ("4y4:3,4,2", "b.txt:1:1: cannot tell what '4y4:3,4,2' is"),
        ("ghosts:", "b.txt:1:1: this board has no rows"),
        ("Foundations: H-0", "b.txt:1:1: cannot tell what 'Foundations: H-0' is"),
        ("[1, 2]", "b.txt:1:1: cannot tell what '[1, 2]' is"),
        ('{"columns": []}', "b.txt:1:2: unknown key 'columns'; expected one of deal, game, totals, rows"),
        (f"{SAMPLE}\nhello", "b.txt:2:1: found 'h'; expected a size such as 7x7"),
    ],
)  # fmt: skip
def test_what_is_none_of_these(text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(expected)


def test_a_form_that_undead_does_not_have() -> None:
    with pytest.raises(
        InputError, match="undead has no format 'flat'; expected one of board, id, save, paths"
    ):
        write_position(GAME, at(), "flat")
