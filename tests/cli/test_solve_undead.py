"""`winnable solve undead`: solutions, whether they are the only ones, and what contradicts what."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, product

import pytest

from oracle import undead as oracle
from winnable.cli.positions import one_position
from winnable.families.undead.game import UndeadPosition
from winnable.families.undead.solver import find_conflict
from winnable.registry import get_game

# From the dissertation's figure 3.3, as formats.md gives it.
SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
FILLED = ["\\vv/", "v\\gz", "g/z/", "\\v/g"]
LOOSE = "2x2:1,1,2,d,-,-,-,-,-,-,-,-"  # twelve ways
# The two left cells and the two right ones cannot be told apart.
TWO_WAYS = "2x1:1,1,0,b,-,-,1,-,-,1"
# One monster in the left column is no ghost, but all four are.
LOST = "2x2:4,0,0,d,1,-,-,-,-,1,-,-"


def test_the_sample(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "undead", SAMPLE)
    assert answer.code == 0
    first, *rest = answer.out.splitlines()
    assert first == f"# undead {SAMPLE}: solved, the only solution"
    board = "".join(rest)
    for row in FILLED:
        assert any(" ".join(row) in line or row in line for line in rest), board


def test_json(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "undead", SAMPLE, "--json")
    assert answer.code == 0
    data = json.loads(answer.out)
    assert (data["deal"], data["verdict"], data["solutions"], data["unique"]) == (SAMPLE, "solved", 1, True)
    assert data["length"] == len(data["moves"]) == 9
    assert data["moves"][0] == "r1c2=v"
    assert "second" not in data


def test_two_solutions_are_shown(winnable: Callable[..., object]) -> None:
    data = json.loads(winnable("solve", "undead", TWO_WAYS, "--json").out)
    assert (data["solutions"], data["unique"]) == (2, False)
    assert {tuple(data["moves"]), tuple(data["second"])} == {("r1c1=g", "r1c2=v"), ("r1c1=v", "r1c2=g")}
    answer = winnable("solve", "undead", TWO_WAYS)
    assert answer.code == 0
    assert "solved, not unique" in answer.out
    assert answer.out.count("# another solution") == 1


@pytest.mark.parametrize(
    ("most", "solutions", "words"),
    [(100, 12, "12 solutions"), (12, 12, "12 solutions"), (5, 5, "5 solutions or more")],
)
def test_counting(winnable: Callable[..., object], most: int, solutions: int, words: str) -> None:
    argv = ("solve", "undead", LOOSE, "--solver", "count", "--count", str(most))
    assert json.loads(winnable(*argv, "--json").out)["solutions"] == solutions
    assert words in winnable(*argv).out.splitlines()[0]


def test_the_fewest_clues_that_contradict_each_other(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "undead", LOST, "--json")
    assert answer.code == 1
    conflict = json.loads(answer.out)["conflict"]
    assert conflict["fewest"]
    assert "the totals" in conflict["clues"]
    assert len(conflict["clues"]) == 2
    assert "unsolvable, proved: " in winnable("solve", "undead", LOST).out


def test_filled_in_wrongly(winnable: Callable[..., object]) -> None:
    """What stands on the board counts as a clue, too."""
    game = get_game("undead")
    _, position = one_position(game, SAMPLE, "r1c2=g")
    conflict = find_conflict(position)
    assert conflict is not None
    assert conflict.fewest
    assert "r1c2=g" in conflict.labels
    _, right = one_position(game, SAMPLE, "r1c2=v")
    assert find_conflict(right) is None


def test_conflicts_are_the_smallest_there_are() -> None:
    """Against every smaller set of clues, by the slow rules."""
    game = get_game("undead")
    for text in (LOST, "2x2:2,1,1,d,1,0,-,-,-,-,-,-", "3x1:1,1,1,c,-,-,-,2,1,1,1,2"):
        _, position = one_position(game, text)
        conflict = find_conflict(position)
        assert conflict is not None
        shown = [i for i, n in enumerate(position.sightings) if n is not None]
        clues = [*shown, "totals"]
        sizes = [
            size
            for size in range(len(clues) + 1)
            if any(not _fillable(position, set(kept)) for kept in combinations(clues, size))
        ]
        assert len(conflict.clues) == min(sizes)


def _fillable(position: UndeadPosition, kept: set[object]) -> bool:
    cells = position.board.count(".")
    numbers = [(i, n) for i, n in enumerate(position.sightings) if i in kept]
    for monsters in product("gvz", repeat=cells):
        letters = iter(monsters)
        squares = "".join(next(letters) if square == "." else square for square in position.board)
        rows = tuple(squares[i : i + position.width] for i in range(0, len(squares), position.width))
        totals = [squares.count(monster) for monster in "gvz"]
        if "totals" in kept and totals != list(position.totals):
            continue
        if all(oracle.seen(rows, i) == n for i, n in numbers):
            return True
    return False


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("--solver", "fewest"), "Undead has no solver 'fewest', only Pyramid"),
        (("--metric", "moves"), "no metric in undead"),
        (("--count", "3"), "the solver auto counts nothing; expected the solver count"),
        (("--challenge", "points=5"), "no challenge in undead"),
        (("--print", "cards"), "no moves of several cards"),
        (("--autoplay", "max"), "nothing plays itself"),
    ],
)
def test_what_undead_does_not_have(
    winnable: Callable[..., object], argv: tuple[str, ...], message: str
) -> None:
    answer = winnable("solve", "undead", SAMPLE, *argv)
    assert answer.code == 2
    assert message in answer.err
    assert answer.out == ""
    assert answer.err.count("\n") == 1
