"""Game IDs of sgt's Undead."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.setup import BOARD, UndeadSetup
from winnable.families.undead.sgt import format_game_id, looks_like_game_id, parse_game_id, parse_game_ids

from .ids import SAMPLE
from .text_strategies import GAME, at, boards, changed, is_read_or_refused

DATA = Path(__file__).parents[2] / "data" / "undead"


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        GAME.position(parse_game_id(text, "b.txt", 3, 5))
    return str(caught.value)


@given(boards(), st.sampled_from(["", "e", "n", "t"]))
def test_there_and_back(board: UndeadPosition, grade: str) -> None:
    text = format_game_id(board, grade)
    assert text.endswith("\n")
    setup = parse_game_id(text.rstrip())
    assert (GAME.position(setup), setup.grade) == (board, grade)


def test_the_sample() -> None:
    setup = parse_game_id(SAMPLE)
    assert setup == UndeadSetup(
        4, 4, "\\../.\\..././\\./.", (3, 4, 2), (0, 3, 3, 0, 2, 1, 1, 0, 0, 1, 3, 0, 0, 0, 2, 3)
    )
    assert format_game_id(at()) == SAMPLE + "\n"


@pytest.mark.parametrize("file", sorted(DATA.glob("*.txt")), ids=lambda path: path.stem)
def test_ids_of_generators(file: Path) -> None:
    lines = file.read_text(encoding="ascii").splitlines()[:20]
    setups = [setup for _, setup in parse_game_ids(lines, file.name)]
    assert len(setups) == len(lines)
    assert [format_game_id(GAME.position(setup)).rstrip() for setup in setups] == lines


def test_a_width_alone_and_a_grade() -> None:
    setup = parse_game_id(SAMPLE.replace("4x4:", "4dt:"))
    assert (setup.width, setup.height, setup.grade) == (4, 4, "t")
    assert setup == parse_game_id(SAMPLE)


def test_hidden_sightings_and_givens() -> None:
    setup = parse_game_id("2x1:1,1,0,Ga,-,-,1,0,-,-")
    assert (setup.board, setup.sightings) == ("g.", (None, None, 1, 0, None, None))


def test_runs_of_more_than_26_cells_and_boards_of_more_than_54() -> None:
    text = "10x10:100,0,0,zzzv" + 40 * ",-"
    assert parse_game_id(text).board == 100 * "."
    assert format_game_id(at(text)) == text + "\n"
    assert parse_game_id("10x10:100,0,0,ddddddddddddddddddddddddd" + 40 * ",-") == parse_game_id(text)


def test_several_with_comments() -> None:
    lines = ["# three", "", SAMPLE + "  # the first", "---", f"  {SAMPLE}\r\n"]
    assert [name for name, _ in parse_game_ids(lines)] == [SAMPLE, SAMPLE]
    named = list(parse_game_ids(lines, "f"))
    assert [name for name, _ in named] == [None, None]
    assert [setup.places[BOARD] for _, setup in named] == [Place(3, 1), Place(5, 3)]


def test_places() -> None:
    places = parse_game_id(SAMPLE, None, 7, 11).places
    assert places["total", 1, 0] == Place(7, 11 + SAMPLE.index("4,2,L"))
    assert places["grid", 3, 0] == Place(7, 11 + SAMPLE.index("R"))
    assert places["sighting", 15, 0] == Place(7, 10 + len(SAMPLE))
    assert ("sighting", 16, 0) not in places
    assert ("total", 3, 0) not in places
    assert len(places) == len(list(places)) == 2 + 3 + 17 + 16
    assert all(places[slot].line == 7 for slot in places)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0x5:0,0,0,", "b.txt:3:5: a board of 0x5; expected 1x1 to 100x100"),
        ("500x500:0,0,0,", "b.txt:3:5: a board of 500x500; expected 1x1 to 100x100"),
        ("99999999999999999999:0,0,0,", "b.txt:3:5: a board of 99999999999999999999x99999999999999999999"),
        ("2x2:4,0,1234567,d", "b.txt:3:13: the number 1234567; expected at most 999999"),
        ("2x2:4,0,0,d,12345678901", "b.txt:3:17: the number 12345678901; expected at most 999999"),
        ("2x2dx:4,0,0,d", "b.txt:3:9: found 'x'; expected the grade e, n or t"),
        ("2x2:4,0,d", "b.txt:3:13: found 'd'; expected the number of zombies"),
        ("2x2:3,0,0,d" + 8 * ",-", "b.txt:3:9: the totals come to 3 monsters, but the grid has 4 cells"),
        ("2x2:4,0,0,e" + 8 * ",-", "b.txt:3:15: the grid is too long at 'e'; expected 4 squares"),
        ("2x2:4,0,0,c" + 8 * ",-", "b.txt:3:16: the grid is too short: 3 squares; expected 4"),
        ("2x2:4,0,0,aQb" + 8 * ",-", "b.txt:3:16: found 'Q' in the grid"),
        ("2x2:4,0,0,d" + 7 * ",-", "b.txt:3:30: found the end; expected a comma and sighting 8 of 8"),
        ("2x2:4,0,0,d" + 9 * ",-", "b.txt:3:32: a sighting too many"),
        ("2x2:4,0,0,d,9" + 7 * ",-", "b.txt:3:17: a sighting of 9 on a line of 2 cells; expected 0 to 2"),
        ("2x2:4,0,0,d,1,-,-,-,-,0,-,-", "b.txt:3:17: D1 cannot see 1 while U1, at the line's"),
        ("2x2:0,4,0,Gc" + 8 * ",-", "b.txt:3:9: a total of 0 ghosts, but the grid shows 1"),
        ("2x2:2,2,0,GaGa,1,-,-,-,-,-,-,-", "b.txt:3:20: D1 cannot see 1 monster with these givens"),
        ("2x2:4,0,0,d\u00e9", "b.txt:3:16: '\u00e9' in a game ID"),
        ("2x2:4,0,0,\ud800d", "b.txt:3:15: "),
    ],
)  # fmt: skip
def test_bad_ids(text: str, expected: str) -> None:
    assert expected in message(text)


@given(boards(3), st.data())
def test_every_prefix_and_mutation_is_read_or_refused_in_one_line(
    board: UndeadPosition, data: st.DataObject
) -> None:
    text = data.draw(changed(format_game_id(board).rstrip(), "0123456789xdent:,-abzLRGVZ# \t.é\0\u2028"))
    assert is_read_or_refused(lambda: GAME.position(parse_game_id(text, "b.txt")), "b.txt")


def test_what_looks_like_an_id() -> None:
    for text in (SAMPLE, "4:3,4", "4x4dn:", " 0x5:", "4x:", "5dq:1"):
        assert looks_like_game_id(text)
    for text in ("617", "seed:617", "board.txt", "", "x4:3", "-4x4:", "{", "./4x4:3"):
        assert not looks_like_game_id(text)


def test_an_unknown_grade_is_not_written() -> None:
    with pytest.raises(InputError, match="unknown grade 'x'; expected e, n or t"):
        format_game_id(at(), "x")


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        ("4x4de#abc", "'4x4de#abc' is a random seed of sgt-puzzles", "copy what Game, Specific shows"),
        ("7dt#123 456", "'7dt#123 456' is a random seed", "open it there"),
        (
            "7x7dt",
            "'7x7dt' are parameters of sgt-puzzles",
            "winnable generate undead 7x7 --grade tricky makes",
        ),
        ("7dn", "'7dn' are parameters", "winnable generate undead 7 --grade normal makes"),
        ("5x6", "'5x6' are parameters", "winnable generate undead 5x6 makes"),
    ],
)
def test_seeds_and_parameters_are_explained(text: str, what: str, mend: str) -> None:
    assert looks_like_game_id(text)
    with pytest.raises(InputError) as caught:
        list(parse_game_ids(["# ours", f"  {text}\n"], "b.txt"))
    assert str(caught.value).startswith(f"b.txt:2:3: {what}")
    assert mend in str(caught.value)
    assert "expected a game ID" in str(caught.value)


def test_no_board_is_offered_that_cannot_be_made() -> None:
    for text in ("0x10", "101x4", "0dt"):
        with pytest.raises(InputError) as caught:
            list(parse_game_ids([text]))
        assert caught.value.mend is None


@pytest.mark.parametrize("text", ["7", "617", "617 # a deal", "7#1", "7x7 # a comment", "7x7dh", "d7", "x"])
def test_these_are_no_parameters(text: str) -> None:
    assert not looks_like_game_id(text)
