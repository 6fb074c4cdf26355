"""The example of a family from outside: its rules against others written apart, and every part of the kit."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.analysis.hint import hint
from winnable.analysis.scenes import scene_of
from winnable.analysis.verdicts import move_verdicts
from winnable.errors import InputError
from winnable.search.api import Verdict
from winnable.search.solvers import solve
from winnable.testing import check_game
from winnable.testing.strategies import near_end_positions
from winnable.text.boards import write_position
from winnable.text.detect import read_lines, text_lines

FOLDER = Path(__file__).parents[2] / "examples" / "peg_solitaire"
sys.path.insert(0, str(FOLDER))

import peg_solitaire  # noqa: E402

GAME = peg_solitaire.FAMILY.game("peg_solitaire")

# The lines of the triangle as one finds them in print, read from a drawing and not from the game.
LINES = [
    (1, 2, 4, 7, 11), (3, 5, 8, 12), (6, 9, 13),
    (1, 3, 6, 10, 15), (2, 5, 9, 14), (4, 8, 13),
    (11, 12, 13, 14, 15), (7, 8, 9, 10), (4, 5, 6),
]  # fmt: skip


def oracle_jumps(pegs: frozenset[int]) -> Iterator[tuple[int, int, frozenset[int]]]:
    for line in LINES:
        for way in (line, line[::-1]):
            for start, over, end in zip(way, way[1:], way[2:], strict=False):
                if start in pegs and over in pegs and end not in pegs:
                    yield start, end, pegs - {start, over} | {end}


@cache
def oracle_winnable(pegs: frozenset[int]) -> bool:
    return len(pegs) == 1 or any(oracle_winnable(after) for _, _, after in oracle_jumps(pegs))


def pegs_of(position: int) -> frozenset[int]:
    return frozenset(hole for hole in range(1, 16) if position >> hole - 1 & 1)


positions = near_end_positions(GAME)


@given(positions)
def test_the_rules_are_those_of_the_drawing(position: int) -> None:
    expected = {(start, end): after for start, end, after in oracle_jumps(pegs_of(position))}
    moves = GAME.legal_moves(position)
    assert moves == sorted(expected)
    for move in moves:
        assert pegs_of(GAME.play(position, move)) == expected[move]


@given(positions)
def test_verdicts_are_the_oracles(position: int) -> None:
    result = solve(GAME, position)
    assert (result.verdict is Verdict.SOLVED) == oracle_winnable(pegs_of(position))
    for answer in move_verdicts(GAME, position):
        after = pegs_of(GAME.play(position, answer.move))
        assert (answer.verdict is Verdict.SOLVED) == oracle_winnable(after)


def test_it_passes_the_kit() -> None:
    check_game(GAME, deals=range(1, 16))


@given(positions, st.sampled_from(["board", "json"]))
def test_texts_read_back(position: int, form: str) -> None:
    text = write_position(GAME, position, form)
    (entry,) = read_lines(text_lines(io.BytesIO(text.encode())), GAME, "b.txt")
    assert entry.position(GAME) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("o\no x\n", "b.txt:1: a board of 2 of 5 rows; expected 5"),
        ("o\no o\no x o\no o o o\no o o o o\n", "b.txt:3:3: 'x' is no hole; expected o or ."),
        ("o\no\no o o\no o o o\no o o o o\n", "b.txt:2: row 2 has 1 holes; expected 2"),
    ],
)
def test_bad_boards(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        [entry.position(GAME) for entry in read_lines(text_lines(io.BytesIO(text.encode())), GAME, "b.txt")]
    assert str(caught.value) == message


@given(positions)
def test_its_scene_shows_the_pegs(position: int) -> None:
    scene = scene_of(GAME, position)
    assert scene.grid is not None
    assert sum(cell.holds == "o" for cell in scene.grid.cells) == len(pegs_of(position))
    assert scene.svg().startswith("<svg")


def test_its_hints_win() -> None:
    position = GAME.deal(3)
    while pegs_of(position).__len__() > 1:
        advice = hint(GAME, position)
        assert advice.move is not None
        position = GAME.play(position, advice.move)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine on which the package lies beside Winnable."""
    folder = tmp_path_factory.mktemp("site")
    package = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation",
         "--disable-pip-version-check", "--target", folder, FOLDER],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert package.returncode == 0, package.stderr
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def run(installed: dict[str, str], *words: str, stdin: str = "") -> Any:
    return subprocess.run(
        [sys.executable, "-m", "winnable", *words],
        env=installed, input=stdin, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_commands_know_it_without_a_change(installed: dict[str, str]) -> None:
    assert "peg_solitaire" in run(installed, "games").stdout
    solved = run(installed, "solve", "peg_solitaire", "1..15", "--summary")
    assert (solved.returncode, "solved: 15\n" in solved.stdout) == (0, True)
    line = run(installed, "solve", "peg_solitaire", "1")
    checked = run(installed, "check", "peg_solitaire", "1", "-", stdin=line.stdout)
    assert (checked.returncode, checked.stdout) == (0, "legal, won: 13 moves\n")
    lost = run(installed, "verdicts", "peg_solitaire", "3", "--after", "8-3")
    assert (lost.returncode, lost.stdout.count(" lost: ")) == (1, 2)
    refused = run(installed, "difficulty", "peg_solitaire", "1")
    assert (refused.returncode, refused.stderr) == (
        2,
        "winnable: Peg Solitaire has no levels of difficulty; "
        "expected freecell, a game like it, pyramid or undead\n",
    )


def test_it_is_played_on_the_terminal(installed: dict[str, str]) -> None:
    solution = run(installed, "solve", "peg_solitaire", "1").stdout
    won = run(installed, "board", "peg_solitaire", "1", stdin=solution)
    assert (won.returncode, won.stdout.splitlines()[-1]) == (0, "Solved.")
    lost = run(installed, "board", "peg_solitaire", "3", "--after", "8-3", stdin="undo\ngo\nmoves\n")
    assert lost.returncode == 0
    assert "Lost: " in lost.stdout
    wrong = run(installed, "board", "peg_solitaire", "1", stdin="1-2\n")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
