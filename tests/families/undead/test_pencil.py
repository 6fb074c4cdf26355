"""Wrong pencil marks of Undead: exactly those that no solution has, as the oracle knows them."""

from __future__ import annotations

from random import Random

import pytest

from oracle import undead as oracle
from oracle import undead_sat
from winnable._core import UndeadPosition
from winnable.analysis.hint import hint
from winnable.families.undead.hint import UndeadHint
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.pencil import PencilCheck, check_pencil
from winnable.families.undead.strategies import random_position
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict

from .board_files import ids_of
from .ids import SAMPLE, SOLVED_SAMPLE, from_id

GAME = get_game("undead")
LOOSE = "2x1:1,1,0,b,-,-,-,-,-,-"  # only the totals count: a ghost and a vampire
LOST = "2x1:1,1,0,b,1,1,-,-,-,-"
MARKS = ("g", "v", "z", "gv", "gz", "vz", "gvz")


def name(width: int, square: int) -> str:
    return f"r{square // width + 1}c{square % width + 1}"


def asked(position: UndeadPosition, pencil: dict[str, str], limits: Limits | None = None) -> UndeadHint:
    advice = hint(GAME, position, limits=limits, notes=UndeadNotes(pencil=pencil))
    assert isinstance(advice, UndeadHint)
    return advice


def checked(advice: UndeadHint) -> PencilCheck:
    assert advice.pencil is not None
    return advice.pencil


def pencilled(rng: Random, position: UndeadPosition, share: float) -> dict[str, str]:
    """Random marks in some of the open cells."""
    return {
        name(position.width, square): rng.choice(MARKS)
        for square, held in enumerate(position.squares)
        if held == "." and rng.random() < share
    }


def rows_of(width: int, squares: str) -> oracle.Rows:
    return tuple(squares[i : i + width] for i in range(0, len(squares), width))


@pytest.mark.parametrize("size", ["4x4de", "4x4dn", "5x5dn", "6x6dt"])
def test_a_hint_names_the_marks_that_leave_out_the_only_solution_and_no_others(size: str) -> None:
    if not undead_sat.available:
        pytest.skip(undead_sat.MISSING)
    for seed, text in enumerate(ids_of(size)[:12]):
        rng, position = Random(seed), from_id(text)
        (rows,) = undead_sat.solutions(oracle.read_id(text))
        solution = "".join(rows)
        squares = "".join(
            right if held == "." and rng.random() < 0.3 else held
            for held, right in zip(position.squares, solution, strict=True)
        )
        position = position.filled(squares)
        pencil = pencilled(rng, position, 0.7)
        wrong = [
            (cell, pencil[cell], right)
            for square, right in enumerate(solution)
            if (cell := name(position.width, square)) in pencil and right not in pencil[cell]
        ]
        advice = asked(position, pencil)
        assert [tuple(marks) for marks in checked(advice).wrong] == wrong
        assert checked(advice).undecided == ()
        assert advice.text().splitlines()[: len(wrong)] == [marks.words for marks in checked(advice).wrong]
        assert [found["cell"] for found in advice.data()["pencil"]] == [cell for cell, _, _ in wrong]


@pytest.mark.parametrize("seed", range(100))
def test_with_any_number_of_solutions(seed: int) -> None:
    rng = Random(seed)
    position = random_position(GAME, rng, 4)
    while position.squares.count(".") < 3:
        position = random_position(GAME, rng, 4)
    if position.squares.count(".") > 8:
        open_cells = [i for i, held in enumerate(position.squares) if held == "."]
        squares = list(position.squares)
        for square in rng.sample(open_cells, len(open_cells) - 8):
            squares[square] = rng.choice("gvz")
        position = position.filled("".join(squares))
    pencil = pencilled(rng, position, 0.8)
    advice = asked(position, pencil)
    start = advice.start  # without the mistakes
    assert start is not None
    board = oracle.Board(rows_of(start.width, start.squares), tuple(start.totals), tuple(start.sightings))
    solutions = ["".join(rows) for rows in oracle.solutions(board)]
    expected = []
    for square, held in enumerate(start.squares):
        marks = pencil.get(name(start.width, square), "")
        can = {solution[square] for solution in solutions}
        if held == "." and marks and solutions and not can & set(marks):
            expected.append((name(start.width, square), marks, can.pop() if len(can) == 1 else ""))
    found = [tuple(marks) for marks in checked(advice).wrong] if pencil else []
    assert found == expected


def test_words() -> None:
    one = checked(asked(from_id(SAMPLE), {"r1c2": "g"}))
    assert one.words == ("the pencil mark in r1c2 is wrong: a vampire is certain there, not a ghost",)
    two = checked(asked(from_id(SAMPLE), {"r1c2": "gz", "r2c3": "gv"}))
    assert two.words == (
        "the pencil marks in r1c2 are wrong: a vampire is certain there, not a ghost or a zombie",
    )
    several = checked(asked(from_id(LOOSE), {"r1c1": "z", "r1c2": "gz"}))
    assert several.words == ("the pencil mark in r1c1 is wrong: no solution has a zombie there",)


def test_mistakes_come_first_and_marks_are_judged_without_them() -> None:
    start = from_id(SAMPLE)
    position = GAME.play(start, GAME.notation.parse(start, "r1c2=g"))
    advice = asked(position, {"r1c3": "z", "r2c1": "v"})
    lines = advice.text().splitlines()
    assert lines[0] == "r1c2 is wrong: no solution has a ghost there"
    told = lines.index("with that taken back:")
    assert lines[told + 1] == "the pencil mark in r1c3 is wrong: a vampire is certain there, not a zombie"
    assert lines[told + 2].startswith("r1c2=v: a vampire in r1c2")
    assert list(advice.data())[-4:] == ["mistakes", "take_back", "pencil", "pencil_undecided"]


def test_right_marks_and_none_at_all() -> None:
    position = from_id(SAMPLE)
    everywhere = {name(4, i): "gvz" for i, held in enumerate(position.squares) if held == "."}
    assert checked(asked(position, everywhere)).wrong == ()
    assert asked(position, everywhere).data()["pencil"] == []
    assert asked(position, {}).pencil is None
    assert "pencil" not in asked(position, {}).data()
    assert hint(GAME, position).text() == asked(position, {}).text()
    solved = from_id(SAMPLE, SOLVED_SAMPLE)
    assert checked(asked(solved, {"r1c2": "g"})).wrong == ()


def test_of_a_puzzle_without_solution_no_marks_are_wrong() -> None:
    advice = asked(from_id(LOST), {"r1c1": "g", "r1c2": "g"})
    assert advice.verdict is Verdict.UNSOLVABLE
    assert checked(advice).wrong == ()


def test_a_limit_leaves_marks_undecided_and_says_so() -> None:
    position = from_id(ids_of("search-needed-10x10")[0])
    pencil = {name(10, i): "g" for i, held in enumerate(position.squares) if held == "."}
    check = check_pencil(GAME, position, pencil, limits=Limits(nodes=1))
    known = check_pencil(GAME, position, pencil)
    assert known.undecided == ()
    assert check.undecided
    assert {marks.cell for marks in check.wrong} <= {marks.cell for marks in known.wrong}
    assert check.words[-1].startswith("whether the pencil marks in r")
    assert check.words[-1].endswith(" are right was not decided before the limit")
