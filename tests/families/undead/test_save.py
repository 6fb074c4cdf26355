"""Save files of sgt's Undead."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.notes import STEP_KEYS, SaveStep, UndeadNotes
from winnable.families.undead.setup import BOARD, UndeadSetup
from winnable.families.undead.sgt_save import (
    format_save,
    looks_like_save,
    parse_saves,
    save_of,
    why_not_loaded,
)

from .ids import SAMPLE, SOLVED_SAMPLE
from .text_strategies import GAME, at, boards, changed, is_read_or_refused, positions

PARAMS, _, DESC = SAMPLE.partition(":")
PROGRAM = shutil.which("sgt-undead", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))

# As sgt-undead wrote it (--generate 1 --save), with what stands in its NSTATES and after it.
WRITTEN = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :6:Undead
PARAMS  :5:4x4dn
CPARAMS :5:4x4dn
SEED    :15:609509874665601
DESC    :46:2,5,5,LbRaRbRg,0,1,2,0,3,2,4,3,3,2,4,3,3,0,1,0
NSTATES :1:1
STATEPOS:1:1
"""


def save(*moves: str, pos: int | None = None, desc: str = DESC, params: str = PARAMS) -> str:
    """A save file; a move that begins with S is a SOLVE, and one that is a whole board a RESTART."""
    fields = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", "Undead")]
    fields += [("PARAMS", params), ("CPARAMS", params), ("DESC", desc), ("NSTATES", str(len(moves) + 1))]
    fields.append(("STATEPOS", str(len(moves) + 1 if pos is None else pos)))
    fields += [("SOLVE" if m[:1] == "S" else "RESTART" if m == desc else "MOVE", m) for m in moves]
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in fields)


def only(text: str) -> UndeadSetup:
    (found,) = parse_saves(text.split("\n"), "b.sav")
    return found


def noted(setup: UndeadSetup) -> UndeadNotes:
    assert setup.notes is not None
    return setup.notes


def read_all(text: str) -> list[UndeadPosition]:
    return [GAME.position(found) for found in parse_saves(text.split("\n"), "b.sav")]


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_all(text)
    assert str(caught.value).isprintable()
    return str(caught.value)


@given(positions())
def test_positions_there_and_back(position: UndeadPosition) -> None:
    found = only(format_save(save_of(position)))
    assert GAME.position(found) == position
    assert found == save_of(position) == GAME.setup(position)
    assert replace(noted(found), details={}, game_id="") == save_of(position).notes
    assert noted(found).details == {"PARAMS": f"{position.width}x{position.height}"}
    assert format_save(GAME.setup(position)) == format_save(found)


@given(boards(), st.data())
def test_moves_are_saved_one_by_one(board: UndeadPosition, data: st.DataObject) -> None:
    position, moves = board, []
    while legal := list(GAME.legal_moves(position)):
        moves.append(data.draw(st.sampled_from(legal)))
        position = GAME.play(position, moves[-1])
        if data.draw(st.booleans()):
            break
    made = save_of(board, moves)
    assert (GAME.position(made), noted(made).at, len(noted(made).steps)) == (position, len(moves), len(moves))
    for undone in range(len(moves) + 1):
        made.notes = replace(noted(made), at=undone)
        text, expected = format_save(made), board
        for move in moves[:undone]:
            expected = GAME.play(expected, move)
        found = only(text)
        assert GAME.position(found) == expected
        assert format_save(found) == text


def test_a_file_of_the_program() -> None:
    found = only(WRITTEN)
    assert found.grade == "n"
    assert noted(found).details == {"PARAMS": "4x4dn", "SEED": "609509874665601"}
    assert (noted(found).steps, noted(found).at) == ((), 0)
    assert format_save(found) == WRITTEN


@pytest.mark.parametrize(
    ("moves", "squares"),
    [
        (["G0"], "\\g./.\\..././\\./."),  # the first cell is r1c2: mirrors have no number
        (["V1;Z2"], "\\.v/z\\..././\\./."),
        (["G0", "V0"], "\\v./.\\..././\\./."),
        (["G0", "E0"], "\\../.\\..././\\./."),
        (["G0;V1", "S;Z0"], "\\zv/.\\..././\\./."),  # a solve takes nothing away
        (["V1;S;G0"], "\\gv/.\\..././\\./."),
        (["G0", DESC, "V1"], "\\.v/.\\..././\\./."),
        (["", "G0;"], "\\g./.\\..././\\./."),
        (["S;V0;V1;V2;G3;Z4;G5;Z6;V7;G8"], SOLVED_SAMPLE),
    ],
)
def test_what_moves_do(moves: list[str], squares: str) -> None:
    text = save(*moves)
    found = only(text)
    assert found.squares == squares
    assert [step.text for step in noted(found).steps] == moves
    assert {step.key for step in noted(found).steps} <= set(STEP_KEYS)
    assert format_save(found) == text


def test_givens_have_numbers_too() -> None:
    given_first = save("V0;Z1", desc=DESC.replace("LbR", "LVaR"))
    found = only(given_first)
    assert (found.board[1], found.squares[:4]) == ("v", "\\vz/")


def test_where_in_the_history_it_stands() -> None:
    text = save("G0", "V1", "Z2", pos=2)
    found = only(text)
    assert (noted(found).at, found.squares) == (1, "\\g./.\\..././\\./.")
    assert [step.text for step in noted(found).steps] == ["G0", "V1", "Z2"]
    assert format_save(found) == text
    assert only(save("G0", pos=1)) == only(save())


def test_pencil_marks() -> None:
    assert noted(only(save("g0;v0", "z1;z1"))).pencil == {"r1c2": "gv"}
    assert noted(only(save("g0", "V0"))).pencil == {}
    assert noted(only(save("g0", "E0"))).pencil == {}
    assert noted(only(save("G0", "M"))).pencil == dict.fromkeys(
        ("r1c3", "r2c1", "r2c3", "r2c4", "r3c1", "r3c3", "r4c2", "r4c4"), "gvz"
    )
    assert noted(only(save("g0", DESC))).pencil == {}
    # As the program has it: marks that are set below a monster are gone when the cell is emptied.
    assert noted(only(save("V0", "g0"))).pencil == {}
    assert noted(only(save("V0", "g0", "E0"))).pencil == {}
    assert noted(only(save("g0", "v0", pos=2))).pencil == {"r1c2": "g"}


def test_sightings_that_are_marked() -> None:
    marks = {"D1,0": "D1", "D4,0": "D4", "D5,1": "L1", "D5,4": "L4", "D1,5": "U1", "D4,5": "U4", "D0,1": "R1"}
    for move, label in marks.items():
        assert noted(only(save(move))).marked == {label}
        assert label in at().labels
    assert noted(only(save("D1,0", "D1,0"))).marked == frozenset()


def test_several_and_in_other_clothes() -> None:
    text = "# two\n" + save("G0") + "\n---\n" + save("V0").replace("\n", "\r\n")
    found = list(parse_saves(text.split("\n"), "b.sav"))
    assert [one.squares[:3] for one in found] == ["\\g.", "\\v."]
    assert found[0].places[BOARD] == Place(2, 13)
    assert looks_like_save("\ufeffSAVEFILE:41:")
    assert not looks_like_save("VERSION :1:1")


def test_details_are_kept() -> None:
    text = WRITTEN.replace("NSTATES", "AUXINFO :4:beef\nUI      :2:la\nTIME    :3:1.5\nNSTATES")
    assert noted(only(text)).details["TIME"] == "1.5"
    assert format_save(only(text)) == text


def test_places_go_by_both_parts_of_the_id() -> None:
    places = only(save()).places
    assert places["size", 0, 0] == Place(5, 12)
    assert places["total", 0, 0] == Place(6, 13)
    assert places["sighting", 15, 0] == Place(6, 13 + len(DESC) - 1)
    assert len(list(places)) == len(places)


def test_a_setup_that_is_no_board_is_not_written() -> None:
    with pytest.raises(InputError, match="the totals come to 3"):
        format_save(UndeadSetup(2, 2, "....", (3, 0, 0), [None] * 8))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("SAVEFILE:41:Simon", "SAVEFILE:41:Simom", ":1:13: this is no save file of the puzzle collection"),
        ("VERSION :1:1", "VERSION :1:2", ":2:12: a save file of version '2'; expected 1"),
        ("GAME    :6:Undead", "GAME    :6:Unruly", ":3:12: a saved game of 'Unruly'; expected Undead"),
        ("GAME    :6:Undead\n", "", ":1:13: this save file has no GAME"),
        ("CPARAMS :3:4x4\n", "", ":1:13: this save file has no CPARAMS"),
        ("CPARAMS :3:4x4", "CPARAMS :3:4y4", ":5:13: found 'y'; expected a colon after the size"),
        ("CPARAMS :3:4x4", "CPARAMS :3:0x4", ":5:12: a board of 0x4"),
        ("CPARAMS :3:4x4", "CPARAMS :3:4x3", ":6:28: the grid is too long at"),
        ("CPARAMS :3:4x4", "CPARAMS :4:4x4", ":5:12: a value of 3 characters; expected 4"),
        ("CPARAMS :3:4x4", "CPARAMS:3:4x4", ":5:1: 'CPARAMS:3:4x4' in a save file"),
        ("CPARAMS :3:4x4", "hello", ":5:1: 'hello' in a save file"),
        (":3,4,2,", ":3,4,3,", ":6:13: the totals come to 10 monsters"),
        (",0,3,3,0,2", ",0,9,3,0,2", ":6:35: a sighting of 9 on a line"),
        ("NSTATES :1:3\n", "", ":1:13: this save file has no NSTATES"),
        ("NSTATES :1:3", "NSTATES :1:4", ":10:12: 4 states and 2 moves; expected 3 moves"),
        ("NSTATES :1:3", "NSTATES :1:0", ":7:12: NSTATES is '0'; expected a number from 1"),
        ("NSTATES :1:3", "NSTATES :2:-1", ":7:12: NSTATES is '-1'"),
        ("NSTATES :1:3", "NSTATES :1:2", ":8:12: there is no state 3; expected 1 to 2"),
        ("STATEPOS:1:3", "STATEPOS:1:4", ":8:12: there is no state 4; expected 1 to 3"),
        ("MOVE    :2:G0", "MOVE    :2:G9", ":9:13: there is no cell 9; expected 0 to 8"),
        ("MOVE    :2:G0", "MOVE    :2:Q0", ":9:12: 'Q0' is no move"),
        ("MOVE    :2:G0", "MOVE    :5:G0;;V", ":9:15: '' is no move"),
        ("MOVE    :2:G0", "MOVE    :4:G0;s", ":9:15: 's' is no move"),
        ("MOVE    :2:G0", "MOVE    :4:D5,5", ":9:13: there is no sighting at 5,5"),
        ("MOVE    :2:G0", "RESTART :2:G0", ":9:12: a restart with another board"),
    ],
)  # fmt: skip
def test_bad_saves(old: str, new: str, expected: str) -> None:
    text = save("G0", "V1")
    assert old in text
    assert f"b.sav{expected}" in message(text.replace(old, new, 1))


def test_a_given_stays() -> None:
    desc = DESC.replace("LbR", "LVaR")
    assert only(save("V0", desc=desc)).squares[1] == "v"
    for move in ("G0", "Z1;E0"):
        assert "r1c2 is given, and stays v; expected a move in another cell" in message(save(move, desc=desc))


@given(positions(), st.data())
def test_every_change_is_read_or_refused_in_one_line(position: UndeadPosition, data: st.DataObject) -> None:
    text = data.draw(changed(format_save(save_of(position)), "0123456789GVZEgvzSMDL:;,- \nAé\0\u2028"))
    assert is_read_or_refused(lambda: read_all(text), "b.sav")


@pytest.mark.skipif(PROGRAM is None, reason="sgt-puzzles is not installed")
def test_the_program_takes_our_files(tmp_path: Path) -> None:
    """It draws what it has loaded, into a file: the same for our moves as for its own solve."""
    drawn = []
    position = at()
    moves = [move for move in GAME.legal_moves(position) if move.row == 0 and move.monster == "v"]
    texts = [format_save(save_of(position, moves)), save("S;V0;V1"), save("S;V0;G1")]
    for number, text in enumerate(texts):
        file, picture = tmp_path / f"{number}.sav", tmp_path / f"{number}.png"
        file.write_text(text, encoding="ascii")
        assert PROGRAM is not None
        subprocess.run([PROGRAM, "--screenshot", picture, file], check=True, capture_output=True)
        drawn.append(picture.read_bytes())
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


@pytest.mark.skipif(PROGRAM is None, reason="sgt-puzzles is not installed")
@pytest.mark.parametrize(
    ("moves", "same"),
    [
        (["g0", "V0"], ["V0"]),
        (["V0", "g0"], ["V0"]),
        (["V0", "g0", "E0"], []),
        (["g0", "V0", "E0"], []),
        (["D1,0", "D1,0"], []),
        (["M", "E0"], ["M", "g0;v0;z0"]),
    ],
)
def test_the_program_shows_the_same_marks(moves: list[str], same: list[str], tmp_path: Path) -> None:
    drawn = []
    for number, steps in enumerate([moves, same]):
        file, picture = tmp_path / f"{number}.sav", tmp_path / f"{number}.png"
        file.write_text(save(*steps), encoding="ascii")
        assert PROGRAM is not None
        subprocess.run([PROGRAM, "--screenshot", picture, file], check=True, capture_output=True)
        drawn.append(picture.read_bytes())
    assert drawn[0] == drawn[1]
    ours = [noted(only(save(*steps))) for steps in (moves, same)]
    assert (ours[0].pencil, ours[0].marked) == (ours[1].pencil, ours[1].marked)


def test_steps_are_named() -> None:
    assert noted(only(save("G0", "S;V1"))).steps == (SaveStep("MOVE", "G0"), SaveStep("SOLVE", "S;V1"))


@pytest.mark.parametrize(
    ("board", "why"),
    [
        (SAMPLE, ""),
        ("9x6:54,0,0,zzb" + 30 * ",0", ""),
        ("8x7:56,0,0,zzd" + 30 * ",0", "a board of 8x7 has more than 54 squares"),
        ("3x2:6,0,0,f" + 10 * ",0", "a board of 3x2 has a side of less than 3 squares"),
        (SAMPLE[:-1] + "-", "1 of its sightings is hidden"),
        (
            "8x7:56,0,0,zzd,-,-" + 28 * ",0",
            "a board of 8x7 has more than 54 squares, and 2 of its sightings are hidden",
        ),
    ],
)
def test_boards_that_the_program_refuses_are_named(board: str, why: str) -> None:
    """By validate_params() and validate_desc() in undead.c of sgt-puzzles."""
    assert why_not_loaded(at(board)) == why
