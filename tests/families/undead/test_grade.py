"""Grades of Undead boards: sgt's against its own files, the technique by its steps, the formula by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from winnable._core import CancelToken
from winnable.analysis.difficulty import Level, difficulty, make_grader
from winnable.errors import InputError
from winnable.families.undead.explain import RUNGS, Cut, Reason, Step, explain
from winnable.families.undead.game import UndeadGame, UndeadPosition
from winnable.families.undead.grade import (
    Technique,
    UndeadGrader,
    formula,
    level_of,
    technique_of,
)
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.text.detect import read_file

DATA = Path(__file__).parents[2] / "data" / "undead"
SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
TWO_WAYS = "2x2:2,2,0,d,1,1,1,1,1,1,1,1"
GRADES = {"e": "easy", "n": "normal", "t": "tricky"}
GENERATED = sorted(DATA.glob("*d[ent].txt"))


@pytest.fixture(scope="module")
def undead() -> UndeadGame:
    game: UndeadGame = get_game("undead")
    return game


def boards(path: Path, game: UndeadGame) -> list[UndeadPosition]:
    return [entry.position(game) for entry in read_file(str(path), game)]


def board(text: str, game: UndeadGame) -> UndeadPosition:
    from winnable.text.detect import read_lines

    (entry,) = read_lines([text], game)
    position: UndeadPosition = entry.position(game)
    return position


def test_there_are_files_of_every_grade() -> None:
    assert {path.stem[-1] for path in GENERATED} == set(GRADES)


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.stem)
def test_sgt_grade_is_that_of_its_own_files(path: Path, undead: UndeadGame) -> None:
    grader = UndeadGrader(undead)
    for position in boards(path, undead):
        graded = grader.grade(position)
        assert graded.sgt is not None
        assert graded.sgt.grade == GRADES[path.stem[-1]], position
        assert (graded.verdict, graded.why) == (Verdict.SOLVED, "")


def test_the_technique_is_that_of_the_explanation(undead: UndeadGame) -> None:
    position = board(SAMPLE, undead)
    graded = difficulty(undead, position)
    explained = explain(position)
    assert graded.technique is not None
    assert graded.technique.hardest == explained.hardest == "one line"
    assert graded.technique.steps == len(explained.steps) == sum(graded.technique.by_rung.values())
    assert (graded.technique.open, graded.technique.branching, graded.technique.chain) == (0, 1.0, 0)
    assert graded.level is Level.MEDIUM


def test_open_cells_are_those_that_no_rung_below_fills(undead: UndeadGame) -> None:
    grader = UndeadGrader(undead)
    needing = 0
    for path in (DATA / "search-needed-10x10.txt", DATA / "search-needed-12x12.txt"):
        for position in boards(path, undead):
            graded = grader.grade(position)
            assert graded.sgt is not None
            technique = graded.technique
            assert technique is not None
            needs = technique.hardest == "what if"
            assert (technique.chain > 0) == (technique.open > 0) == (technique.branching > 1) == needs
            assert technique.open <= graded.sgt.open, (
                "two lines jointly are no weaker than lines by themselves"
            )
            assert technique.branching <= 3
            needing += needs
    assert needing > 1


def test_chains_are_counted_with_those_within_them(undead: UndeadGame) -> None:
    position = board(SAMPLE, undead)
    cut = Cut(0, "gv", "g")
    reason = Reason("sighting")
    inner = Step(Reason("what if"), (cut,), (0, "v"), (Step(reason, (cut,)), Step(reason, (cut,))), reason)
    outer = Step(Reason("what if"), (cut,), (0, "v"), (Step(reason, (cut,)), inner), reason)
    whole = replace(explain(position), steps=(outer,), by_rung=dict.fromkeys(RUNGS[:-1], 0) | {"what if": 1})
    technique = technique_of(replace(explain(position), candidates=("gv", "g", "", "gvz")), whole)
    assert (technique.hardest, technique.chain, technique.nested) == ("what if", 4, True)
    assert (technique.open, technique.branching) == (2, 2.5)


def test_levels_follow_the_ladder() -> None:
    def level(hardest: str | None, times: int = 1, chain: int = 0, nested: bool = False) -> Level:
        return level_of(Technique(hardest, 20, times, {}, chain, nested))

    assert level(None) is Level.EASY
    assert [level(rung) for rung in RUNGS] == [
        Level.EASY,
        Level.EASY,
        Level.EASY,
        Level.MEDIUM,
        Level.HARD,
        Level.MASTER,
    ]
    assert level("two lines", 2) is Level.EXPERT
    assert level("what if", 2, 3) is Level.MASTER
    assert {level("what if", 3, 3), level("what if", 1, 4), level("what if", 1, 3, True)} == {
        Level.GRANDMASTER
    }


def test_the_formula_by_hand(undead: UndeadGame) -> None:
    """The sample: at most 6 cells on a line, 3 ghosts, 4 vampires, 2 zombies, sightings of 19, 7 mirrors."""
    measured = formula(board(SAMPLE, undead))
    assert (measured.length, measured.faces, measured.sightings, measured.mirrors) == (6, 3.5, 19, 7)
    assert measured.value == 35.5
    assert formula(board(SAMPLE, undead), (2, 10, 0, -1)).value == 12 + 35 - 7


def test_the_formula_beyond_squares_zombies_and_what_is_shown(undead: UndeadGame) -> None:
    wide = formula(board("3x1:2,1,0,c,0,1,0,1,0,1,0,1", undead))  # without zombies z is taken for 1
    assert (wide.length, wide.faces, wide.mirrors) == (3, 3.0, 0)
    assert wide.sightings == 4
    full = formula(board("1x1:0,0,1,a,1,1,1,1", undead))  # beyond 2 n^2 the sightings count back
    assert (full.faces, full.sightings) == (0.0, 0)
    hidden = formula(board("1x1:0,0,1,a,1,-,1,-", undead))
    assert hidden.sightings == 2


def test_boards_without_just_one_solution(undead: UndeadGame) -> None:
    loose = difficulty(undead, board(TWO_WAYS, undead))
    assert (loose.verdict, loose.level, loose.sgt, loose.technique) == (Verdict.SOLVED, None, None, None)
    assert loose.why == "it has more than one solution"
    lost = difficulty(undead, board("2x2:4,0,0,d,1,1,1,1,1,1,1,1", undead))
    assert (lost.verdict, lost.level, lost.why) == (Verdict.UNSOLVABLE, None, "it has no solution")
    assert lost.formula.length == 2


def test_what_is_filled_in_counts_as_given(undead: UndeadGame) -> None:
    position = board(TWO_WAYS, undead)
    position = undead.play(position, undead.notation.parse(position, "r1c1=g"))
    graded = difficulty(undead, position)
    assert graded.level is Level.EASY
    assert graded.sgt is not None
    assert (graded.sgt.grade, graded.sgt.open) == ("easy", 0)
    for text in ("r1c2=v", "r2c1=v", "r2c2=g"):
        position = undead.play(position, undead.notation.parse(position, text))
    done = difficulty(undead, position)
    assert done.technique is not None
    assert (done.level, done.technique.hardest, done.technique.steps) == (Level.EASY, None, 0)


def test_limits_and_cancelling(undead: UndeadGame) -> None:
    position = boards(DATA / "search-needed-12x12.txt", undead)[0]
    stopped = UndeadGrader(undead, limits=Limits(nodes=1)).grade(position)
    assert (stopped.verdict, stopped.reason, stopped.level) == (Verdict.UNKNOWN, StopReason.NODES, None)
    assert stopped.why == "stopped by nodes before it was graded"
    token = CancelToken()
    token.cancel()
    assert UndeadGrader(undead).grade(position, token=token).reason is StopReason.CANCELLED


def test_what_no_grader_takes(undead: UndeadGame) -> None:
    with pytest.raises(InputError, match="pyramid is not graded by a formula with weights"):
        make_grader(get_game("pyramid"), weights=(1, 1, 1, 1))
    with pytest.raises(InputError, match="3 weights"):
        UndeadGrader(undead, weights=(1, 2, 3))
