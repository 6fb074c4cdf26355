"""Bad boards of Undead get one line that says what, where and what was expected, and exit code 2."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from families.undead.ids import SAMPLE, SOLVED_SAMPLE
from families.undead.text_strategies import DRAWN, GAME, at
from winnable.text.boards import position_data, write_position

SAVE = write_position(GAME, at().filled(SOLVED_SAMPLE), "save")
JSON = json.dumps(position_data(GAME, at()))
PATHS = write_position(GAME, at(), "paths")

TEXTS = {
    "totals that do not sum": (SAMPLE.replace("3,4,2", "3,4,4"), [":1:5", "come to 11", "has 9 cells"]),
    "a clue too many": (SAMPLE + ",1", [":1:56", "a sighting too many", "after 16 sightings"]),
    "a clue too few": (SAMPLE[:-2], [":1:54", "expected a comma and sighting 16 of 16"]),
    "a clue that no line meets": (
        SAMPLE[:-1] + "7",
        [":1:55", "a sighting of 7 on a line of 6 cells", "0 to 6"],
    ),
    "clues at odds": ("2x1:1,1,0,b,-,-,1,-,-,2", [":1:17", "L1 cannot see 1 while R1", "sees 2"]),
    "grid too long": (SAMPLE.replace("LbR", "LcR"), [":1:23", "too long", "expected 16 squares"]),
    "grid too short": (SAMPLE.replace("LbR", "LR"), [":1:23", "too short: 14 squares", "expected 16"]),
    "unknown letter": (SAMPLE.replace("LbR", "LQR"), [":1:12", "found 'Q'", "L, R, G, V, Z"]),
    "unknown character": (SAMPLE.replace("LbR", "L\u00df"), [":1:12", "in a game ID"]),
    "unknown grade": (SAMPLE.replace("4x4", "4x4dh"), [":1:5", "found 'h'", "the grade e, n or t"]),
    "0x5": ("0x5:0,0,0,,0,0,0,0,0", [":1:1", "a board of 0x5", "1x1 to 100x100"]),
    "500x500": ("500x500:250000,0,0,z", [":1:1", "a board of 500x500", "1x1 to 100x100"]),
    "contradictory givens": ("2x1:0,2,0,VV,-,-,1,-,-,-", [":1:18", "L1 cannot see 1 monster"]),
    "more givens than monsters": ("2x1:0,2,0,Ga" + 6 * ",-", [":1:5", "a total of 0 ghosts", "shows 1"]),
    "second line": (f"{SAMPLE}\n{SAMPLE}9", [":2:55", "a sighting of 39 on a line"]),
    "row too short": (DRAWN.replace("2 . \\ .", "2 . \\"), [":4:7", "row 2 has 3 squares", "4, as row 1"]),
    "drawn totals": (DRAWN.replace("ghosts 3", "ghosts 5"), [":1:8", "come to 11"]),
    "no totals": (DRAWN.partition("\n")[2], [":1:3", "the number of ghosts is missing"]),
    "a letter in a row": (DRAWN.replace("2 . \\", "2 x \\"), [":4:3", "'x' in the grid"]),
    "save of another game": (SAVE.replace("Undead", "Unruly"), [":3:12", "'Unruly'", "expected Undead"]),
    "save cut off": (SAVE[:-14], [":16:12", "10 states and 8 moves", "9 moves"]),
    "save with a bad move": (SAVE.replace("MOVE    :2:V0", "MOVE    :2:V9"), [":9:13", "no cell 9"]),
    "json sides": (JSON.replace("[0, 3, 3, 0]", "[0, 3, 3]"), [":1:140", "3 sightings on the side top", "4"]),
    "json key": (JSON.replace("rows", "lines"), ["unknown key 'lines'", "rows"]),
    "json of another game": (JSON.replace('"undead"', '"freecell"'), [":1:1", "is of 'freecell'", "undead"]),
    "json with a negative clue": (JSON.replace("[2, 1", "[-1, 1"), ["this sighting is no count"]),
    "paths that part": (PATHS.replace('"R2": [".",', '"R2": ["g",', 1), ["r2c1 is 'g' here"]),
    "cards": ("Foundations: H-0\n: AS\n", [":1:1", "cannot tell", "game IDs"]),
    "empty": ("", ["empty"]),
}  # fmt: skip


@pytest.mark.parametrize("command", ["solve", "deal", "hint"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_bad_board_is_one_line_with_its_place(
    winnable: Callable[..., Any], tmp_path: Path, name: str, command: str
) -> None:
    text, expected = TEXTS[name]
    path = tmp_path / "board.txt"
    path.write_text(text, encoding="utf-8")
    answer = winnable(command, "undead", str(path))
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert answer.err.startswith(f"winnable: {path}:")
    for part in expected:
        assert part in answer.err, answer.err
    assert answer.out == "" or name == "second line"


@pytest.mark.parametrize("name", ["0x5", "500x500", "a clue too many", "totals that do not sum"])
def test_an_id_as_the_argument(winnable: Callable[..., Any], name: str) -> None:
    text, (place, *expected) = TEXTS[name]
    answer = winnable("solve", "undead", text)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert f"line 1, column {place.removeprefix(':1:')}: " in answer.err
    assert all(part in answer.err for part in expected)


def test_every_prefix_of_an_id(winnable: Callable[..., Any]) -> None:
    for length in range(1, len(SAMPLE)):
        answer = winnable("check", "undead", SAMPLE[:length] if length > 3 else SAMPLE[:length] + "x", "-")
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1), SAMPLE[:length]


@pytest.mark.parametrize("letter", ["", "x", "-", ",", "9", "\u00e9", "\udce9", "\n", "#", " ", "L", "z"])
def test_every_mutation_of_an_id(winnable: Callable[..., Any], letter: str) -> None:
    """What is read then is another board, or one whose solution is another."""
    for at_ in range(0, len(SAMPLE), 3):
        text = SAMPLE[:at_] + letter + SAMPLE[at_ + 1 :]
        answer = winnable("check", "undead", text, "-", stdin="S;V0")
        assert answer.code in (1, 2), text
        assert (answer.out.count("\n"), answer.err.count("\n")) == ((1, 0) if answer.code == 1 else (0, 1))


SOLUTIONS = {
    "empty": ("", ["empty", "r1c2=g", "a filled board"]),
    "rubbish": ("hello", [":1:1", "'hello' is not a move"]),
    "no such cell": ("V0;V12", [":1:4", "there is no cell 12", "0 to 8"]),
    "another board": ("2x1", [":1:1"]),
    "a board of another size": ("gv\nvg\n", [":1:1", "another puzzle", "2x2", "expected 4x4"]),
    "a save of another board": (SAVE.replace("LbR", "LRb"), [":6:20", "another puzzle", "in r1c2"]),
}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_bad_solution(winnable: Callable[..., Any], tmp_path: Path, name: str) -> None:
    text, expected = SOLUTIONS[name]
    path = tmp_path / "solution.txt"
    path.write_text(text, encoding="utf-8")
    answer = winnable("check", "undead", SAMPLE, str(path))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert str(path) in answer.err
    assert all(part in answer.err for part in expected), answer.err


def test_check_says_what_is_wrong(winnable: Callable[..., Any]) -> None:
    right, wrong = "S;V0;V1;V2;G3;Z4;G5;Z6;V7;G8", "S;V0;V1;V2;G3;Z4;G5;Z6;V7;V8"
    assert winnable("check", "undead", SAMPLE, "-", stdin=right)[:2] == (0, "legal, won: 9 moves\n")
    answer = winnable("check", "undead", SAMPLE, "-", stdin=wrong)
    assert answer.code == 1
    told = "legal, not won: stuck after 9 moves; wrong since move 9, r4c4=v: L3 sees 0, not 1\n"
    assert answer.out == told
    data = json.loads(winnable("check", "undead", SAMPLE, "-", "--json", stdin=wrong).out)
    assert data["wrong"] == {"number": 9, "clues": ["L3", "U4"]}
    assert data["why"] == ["L3 sees 0, not 1"]
    assert (data["legal"], data["won"], data["broken"]) == (True, False, None)
    answer = winnable("check", "undead", SAMPLE, "-", stdin="V0 r1c3=v")
    assert answer[:2] == (1, "legal, not won: open after 2 moves; open cells: 7\n")
    answer = winnable("check", "undead", SAMPLE, "-", stdin="\\vv/\nv\\gz\ng/z/\n\\v/v\n")
    assert answer[:2] == (1, "legal, not won: stuck after 9 moves; wrong: L3 sees 0, not 1\n")
    answer = winnable("check", "undead", SAMPLE, "-", stdin="r1c2=v r1c2=z")
    assert answer.code == 1
    assert answer.out.startswith("<stdin>:1:8: move 2 breaks: r1c2=z: r1c2 is filled already")


def test_wrong_before_the_first_move(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(DRAWN.replace("\\ . . /", "\\ g . /"), encoding="utf-8")
    answer = winnable("check", "undead", str(path), "-", stdin="r1c3=v")
    assert answer.code == 1
    assert "wrong before the first move: D1 " in answer.out


@pytest.mark.parametrize("style", ["moves", "words", None])
def test_what_solve_prints_is_checked(winnable: Callable[..., Any], style: str | None) -> None:
    solved = winnable("solve", "undead", SAMPLE, *(("--print", style) if style else ()))
    assert winnable("check", "undead", SAMPLE, "-", stdin=solved.out)[:2] == (0, "legal, won: 9 moves\n")
