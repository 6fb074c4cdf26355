"""Boards that seeds make, judged by python-sat, the oracle and the explanations."""

from __future__ import annotations

import pytest

from native.undead_agree import board_of, rows_of
from oracle import undead_sat
from oracle.undead import MIRRORS, is_right
from winnable._core import UndeadExplainer
from winnable.deals import DealNumber
from winnable.families.undead.boards import MadeBoard, make_boards, recipe_of
from winnable.registry import get_game
from winnable.testing import check_game

needs_sat = pytest.mark.skipif(not undead_sat.available, reason=undead_sat.MISSING)

# Options, and how many boards are made with them.
RECIPES: tuple[tuple[dict[str, str], int], ...] = (
    ({"size": "1x1"}, 3),
    ({"size": "4x4"}, 8),
    ({"size": "5x3", "hidden": "4"}, 6),
    ({"size": "1x6"}, 4),
    ({"size": "5x5", "grade": "easy"}, 6),
    ({"size": "6x6", "grade": "normal"}, 4),
    ({"size": "7x7", "grade": "tricky"}, 4),
    ({"size": "6x6", "technique": "two-lines"}, 4),
    ({"size": "7x7", "technique": "what-if"}, 3),
    ({"size": "6x6", "technique": "one-line", "mirrors": "14"}, 4),
    ({"size": "8x8", "hidden": "20%", "mirrors": "45%"}, 3),
    ({"size": "10x10", "grade": "easy"}, 2),
)


def spelled(options: dict[str, str]) -> str:
    return "undead:" + ",".join(f"{key}={value}" for key, value in options.items())


def made(options: dict[str, str], number: int, jobs: int = 1) -> list[MadeBoard]:
    deals = (DealNumber("seed", seed) for seed in range(1, number + 1))
    return list(make_boards(recipe_of(options), deals, jobs=jobs))


@pytest.mark.parametrize(("options", "number"), RECIPES, ids=str)
def test_made_boards_are_as_asked(options: dict[str, str], number: int) -> None:
    recipe = recipe_of(options)
    boards = made(options, number)
    assert len({board.position for board in boards}) > 1
    for board in boards:
        position, solution = board.position, board.solution
        assert position is not None
        assert solution is not None
        puzzle = board_of(position)
        assert (position.width, position.height) == (recipe.width, recipe.height)
        assert sum(n is None for n in puzzle.numbers) == recipe.hidden
        mirrors = sum(letter in MIRRORS for letter in position.board)
        assert recipe.mirrors in (None, mirrors)
        assert board_of(solution) == puzzle
        assert is_right(puzzle, rows_of(solution))
        assert recipe.grade in ("", board.grade)
        if recipe.technique:
            told = UndeadExplainer().explain(position)
            assert (told.solved, told.hardest) == (True, recipe.technique.replace("-", " "))


@needs_sat
@pytest.mark.parametrize(("options", "number"), RECIPES, ids=str)
def test_python_sat_finds_their_one_solution(options: dict[str, str], number: int) -> None:
    for board in made(options, number):
        assert board.position is not None
        assert board.solution is not None
        assert list(undead_sat.solutions(board_of(board.position))) == [rows_of(board.solution)]


def test_a_seed_makes_one_board() -> None:
    """Whatever was made before it, by however many threads, and by the game's own deal."""
    for options, number in RECIPES[1:7]:
        boards = [board.position for board in made(options, number)]
        assert [board.position for board in made(options, number, jobs=3)] == boards
        game = get_game(spelled(options))
        assert [game.deal(f"seed:{seed}") for seed in range(number, 0, -1)] == boards[::-1]


def test_the_kit_on_dealt_boards() -> None:
    for options in ({}, {"size": "4x5", "hidden": "6"}):
        check_game(get_game(spelled(options) if options else "undead"), deals=[1, "seed:7"], most_moves=20)
