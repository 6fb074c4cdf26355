"""The boards that seeds make: one solution by other means, as asked, and the same everywhere."""

from __future__ import annotations

from itertools import islice

import pytest

from oracle import undead as oracle
from oracle import undead_sat
from winnable._core import CancelToken, UndeadExplainer, UndeadSgtGrader, format_undead_id
from winnable.deals import consecutive_deals
from winnable.errors import InputError, NoDealError
from winnable.families.undead.boards import (
    GRADES,
    TECHNIQUES,
    BoardRecipe,
    MadeBoard,
    make_boards,
    recipe_of,
)
from winnable.registry import get_game

needs_sat = pytest.mark.skipif(not undead_sat.available, reason=undead_sat.MISSING)


def made(recipe: BoardRecipe, count: int, jobs: int = 1) -> list[MadeBoard]:
    return list(make_boards(recipe, consecutive_deals("seed:1", count), jobs=jobs))


def ids(boards: list[MadeBoard]) -> list[str]:
    return [format_undead_id(board.position) for board in boards if board.position is not None]


def rows(squares: str, width: int) -> oracle.Rows:
    return tuple(squares[at : at + width] for at in range(0, len(squares), width))


@pytest.mark.parametrize("recipe", [BoardRecipe(3, 3), BoardRecipe(4, 3, hidden=4), BoardRecipe(1, 1)])
def test_small_boards_have_one_solution(recipe: BoardRecipe) -> None:
    for board, text in zip(found := made(recipe, 8), ids(found), strict=True):
        assert board.solution is not None
        assert list(oracle.solutions(oracle.read_id(text))) == [rows(board.solution.squares, recipe.width)]


@needs_sat
@pytest.mark.parametrize(
    "recipe",
    [
        *(BoardRecipe(7, 7, grade=grade) for grade in GRADES),
        BoardRecipe(10, 10, grade="tricky"),
        BoardRecipe(9, 6, mirrors=8, hidden=9),
        BoardRecipe(7, 7, technique="what-if"),
    ],
    ids=str,
)
def test_boards_have_one_solution_by_python_sat(recipe: BoardRecipe) -> None:
    for board, text in zip(found := made(recipe, 3), ids(found), strict=True):
        assert board.solution is not None
        solutions = list(islice(undead_sat.solutions(oracle.read_id(text)), 2))
        assert solutions == [rows(board.solution.squares, recipe.width)]


@pytest.mark.parametrize("grade", GRADES)
def test_the_grade_is_the_one_asked_for(grade: str) -> None:
    boards = made(BoardRecipe(6, 8, grade=grade, hidden=2), 5)
    positions = [board.position for board in boards if board.position is not None]
    assert [found.grade for found in UndeadSgtGrader().grade_many(positions)] == 5 * [grade]
    assert [board.grade for board in boards] == 5 * [grade]


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_the_hardest_step_is_the_one_asked_for(technique: str) -> None:
    for board in made(BoardRecipe(6, 6, technique=technique), 2):
        assert board.position is not None
        explained = UndeadExplainer().explain(board.position)
        used = [step.rung for step in explained.steps]
        assert technique.replace("-", " ") in used
        harder = TECHNIQUES[TECHNIQUES.index(technique) + 1 :]
        assert not {rung.replace("-", " ") for rung in harder} & set(used)


def test_mirrors_and_hidden_clues_are_as_many_as_asked_for() -> None:
    for board in made(BoardRecipe(8, 5, mirrors=10, hidden=6), 4):
        assert board.position is not None
        assert sum(letter in "\\/" for letter in board.position.board) == 10
        assert board.position.sightings.count(None) == 6


def test_a_seed_names_a_board() -> None:
    expected = (
        "7x7:9,13,10,bLLaRaRRaLbLcLaLfRcLLbLcLbLRbRc,1,2,2,1,6,1,0,1,1,1,1,2,6,2,3,4,6,2,1,9,3,1,3,3,6,6,0,6"
    )
    game = get_game("undead:size=7x7,grade=tricky")
    assert format_undead_id(game.deal(617)) == expected
    assert game.deal("617") == game.deal("seed:617") == game.deal(617) != game.deal(618)


def test_the_number_of_jobs_does_not_matter() -> None:
    recipe = BoardRecipe(6, 6, grade="tricky")
    assert made(recipe, 30, jobs=4) == made(recipe, 30)


def test_options_of_the_game() -> None:
    game = get_game("undead:size=9x6,technique=two-lines,mirrors=25%,hidden=0.1")
    assert recipe_of(game.options) == BoardRecipe(9, 6, "", "two-lines", 14, 3)
    assert recipe_of({}) == recipe_of({"grade": "any", "size": "7"}) == BoardRecipe()
    assert recipe_of({"mirrors": "0", "hidden": "100%"}) == BoardRecipe(mirrors=0, hidden=28)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("size=0x5", "0x5"),
        ("size=101", "101x101"),
        ("size=seven", "'seven'"),
        ("grade=hard", "'hard'"),
        ("technique=magic", "'magic'"),
        ("mirrors=120%", "mirrors=120%"),
        ("mirrors=many", "mirrors=many"),
        ("size=3x3,mirrors=9", "9 mirrors leave no cell on a board of 3x3"),
        ("size=3x3,mirrors=123456", "123456 mirrors leave no cell on a board of 3x3"),
        ("size=3x3,hidden=12345678901", "hidden=12345678901 is too many; expected at most 12"),
        ("size=9999x7", "no board of 9999x7 can be made: a side is 1 to 100"),
        ("mirrors=a\\b", "mirrors=a\\b is no share and no number"),
        ("size=3x3,hidden=13", "13 hidden clues on a board of 3x3"),
        ("hidden=-1", "hidden=-1"),
        ("grade=tricky,technique=sighting", "no tricky puzzle can be solved by sighting steps"),
    ],
)
def test_a_recipe_that_cannot_be_is_refused(options: str, what: str) -> None:
    with pytest.raises(InputError) as error:
        get_game(f"undead:{options}")
    assert what in str(error.value)
    assert "\n" not in str(error.value)


def test_a_board_that_is_not_found_is_an_error() -> None:
    recipe = BoardRecipe(2, 2, grade="tricky")  # nothing so small is tricky
    (board,) = make_boards(recipe, consecutive_deals("seed:5", 1), looked=500)
    assert (board.position, board.reason, board.looked) == (None, "nodes", 500)
    with pytest.raises(NoDealError, match="none of 400000 boards is as asked: 2x2, tricky"):
        get_game("undead:size=2x2,grade=tricky").deal(5)


@pytest.mark.parametrize("jobs", [1, 3])
def test_cancelling(jobs: int) -> None:
    token = CancelToken()
    recipe = BoardRecipe(2, 2, grade="tricky")
    counts: list[int] = []

    def stop(looked: int) -> None:
        counts.append(looked)
        token.cancel()

    deals = consecutive_deals("seed:1", 1000)
    found = list(make_boards(recipe, deals, looked=0, jobs=jobs, token=token, on_looked=stop))
    assert 1 <= len(found) <= 4 * jobs
    assert {board.reason for board in found} == {"cancelled"}
    assert counts[-1] > 0
