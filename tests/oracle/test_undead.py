"""The Undead oracle against what is known without it: a printed board, rules by hand, plain enumeration."""

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from oracle import undead_sat
from oracle.undead import (
    MONSTERS,
    Board,
    Rows,
    Sight,
    counts,
    edge,
    fits,
    follow,
    is_right,
    legal_moves,
    look,
    mirrored,
    open_cells,
    outcome,
    perft,
    play,
    put,
    read_id,
    seen,
    solutions,
    turned,
)

DATA = Path(__file__).parents[1] / "data" / "undead"
needs_sat = pytest.mark.skipif(not undead_sat.available, reason=undead_sat.MISSING)

# Printed in a dissertation about this puzzle, with its solution.
PRINTED = Board(
    ("\\../", ".\\..", "././", "\\./."), (3, 4, 2), (0, 3, 3, 0, 2, 1, 1, 0, 0, 1, 3, 0, 0, 0, 2, 3)
)
PRINTED_SOLUTION = ("\\vv/", "v\\gz", "g/z/", "\\v/g")


def ids(name: str) -> list[Board]:
    return [read_id(line) for line in (DATA / name).read_text().split()]


def random_board(rng: Random, width: int, height: int) -> Board:
    """With the numbers of some filling, a few of them hidden or, one time in three, one of them wrong."""
    squares = ["".join(rng.choice(r"...\/") for _ in range(width)) for _ in range(height)]
    rows = tuple("".join(rng.choice(MONSTERS) if c == "." else c for c in line) for line in squares)
    numbers: list[int | None] = [seen(rows, place) for place in range(len(edge(rows)))]
    if rng.random() < 0.3:
        place = rng.randrange(len(numbers))
        numbers[place] = rng.randint(0, len(look(rows, place)))
    for place in range(len(numbers)):
        if rng.random() < 0.2:
            numbers[place] = None
    return Board(tuple(squares), counts(rows), tuple(numbers))


def test_the_board_that_a_dissertation_prints() -> None:
    assert read_id("4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3") == PRINTED
    assert list(solutions(PRINTED)) == [PRINTED_SOLUTION]
    assert outcome(PRINTED, PRINTED.rows) == "open"
    assert outcome(PRINTED, PRINTED_SOLUTION) == "won"
    wrong = put(put(PRINTED_SOLUTION, (1, 2), "z"), (1, 3), "g")
    assert counts(wrong) == PRINTED.totals
    assert outcome(PRINTED, wrong) == "stuck"


def test_light_follows_the_mirrors() -> None:
    rows = (".\\", "./")
    assert follow(rows, 3) == ([Sight((1, 1), 0)], 4)  # off the mirror in the corner, straight out
    # In from the left along the first row, down, and out to the left along the second.
    way, end = follow(rows, 7)
    assert [(sight.square, sight.mirrors) for sight in way] == [
        ((0, 0), 0),
        ((0, 1), 0),
        ((1, 1), 1),
        ((1, 0), 2),
    ]
    assert end == 6
    assert [len(look(rows, place)) for place in range(8)] == [2, 1, 1, 1, 1, 2, 4, 4]


def test_who_is_seen_where() -> None:
    for monster, near, far in [("g", 0, 1), ("v", 1, 0), ("z", 1, 1)]:
        rows = (f"{monster}\\", "./")
        assert seen(rows, 7) == near, monster
        assert seen(rows, 6) == far, monster
        assert seen(rows, 0) == seen(rows, 5) == near, monster  # straight down the first column


def test_whoever_is_passed_twice_counts_twice() -> None:
    # In from the left, through the middle, round by three mirrors, and down through the middle again.
    for monster, from_left in [("g", 1), ("v", 1), ("z", 2)]:
        rows = ("./\\", f".{monster}/", "...")
        assert [sight.square for sight in look(rows, 10)].count((1, 1)) == 2
        assert seen(rows, 10) == from_left


def test_a_cell_that_no_light_reaches_is_known_by_the_totals() -> None:
    rows = ("./\\", "/./", "\\/.")
    assert all((1, 1) not in [s.square for s in look(rows, place)] for place in range(12))
    zombies = put(put(rows, (0, 0), "z"), (2, 2), "z")
    board = Board(rows, (0, 0, 3), tuple(seen(zombies, place) for place in range(12)))
    assert [filled[1][1] for filled in solutions(board)] == ["z"]
    assert [filled[1][1] for filled in solutions(board._replace(totals=(1, 0, 2)))] == ["g"]
    assert list(solutions(board._replace(totals=(1, 1, 1)))) == []


def test_every_way_is_the_same_from_behind() -> None:
    rng = Random(1)
    for _ in range(200):
        rows = random_board(rng, rng.randint(1, 7), rng.randint(1, 7)).rows
        for place in range(len(edge(rows))):
            way, end = follow(rows, place)
            back, start = follow(rows, end)
            assert start == place
            assert end != place
            assert [sight.square for sight in back] == [sight.square for sight in way][::-1]


def test_moves() -> None:
    rows = (".\\", "g.")
    assert legal_moves(rows) == ["r1c1=g", "r1c1=v", "r1c1=z", "r2c2=g", "r2c2=v", "r2c2=z"]
    after = play(rows, "r2c2=v")
    assert after == (".\\", "gv")
    assert open_cells(after) == [(0, 0)]
    assert fits(rows, after)
    assert not fits(after, rows)
    assert not fits(rows, (".\\", "vv"))
    assert not fits(rows, (".\\",))
    assert [perft(rows, depth) for depth in range(4)] == [1, 6, 18, 0]


def by_enumeration(board: Board) -> Iterator[Rows]:
    todo = open_cells(board.rows)
    for choice in product(MONSTERS, repeat=len(todo)):
        rows = board.rows
        for square, monster in zip(todo, choice, strict=True):
            rows = put(rows, square, monster)
        if is_right(board, rows):
            yield rows


def test_solutions_are_all_right_fillings() -> None:
    rng = Random(2)
    found = []
    for _ in range(80):
        board = random_board(rng, rng.randint(1, 4), rng.randint(1, 3))
        if len(open_cells(board.rows)) <= 7:
            expected = list(by_enumeration(board))
            assert list(solutions(board)) == expected, board
            found.append(len(expected))
    assert min(found) == 0
    assert max(found) > 2


def test_turning_and_mirroring_change_nothing() -> None:
    rng = Random(3)
    for _ in range(40):
        board = random_board(rng, rng.randint(1, 4), rng.randint(1, 3))
        back = turned(turned(turned(turned(board))))
        assert back == board == mirrored(mirrored(board))
        for other in (turned, mirrored):
            expected = {other(board._replace(rows=filled)).rows for filled in solutions(board)}
            assert set(solutions(other(board))) == expected


@pytest.mark.parametrize("name", ["4x4de.txt", "4x4dn.txt", "4x4dt.txt", "5x5de.txt"])
def test_boards_of_the_generator_have_one_solution(name: str) -> None:
    for board in ids(name):
        assert len(list(solutions(board))) == 1, board


@needs_sat
def test_the_formula_has_the_same_solutions() -> None:
    rng = Random(4)
    found = []
    for _ in range(120):
        board = random_board(rng, rng.randint(1, 4), rng.randint(1, 4))
        rows = board.rows
        for square in open_cells(rows)[:: rng.randint(1, 3)]:
            if rng.random() < 0.4:
                rows = put(rows, square, rng.choice(MONSTERS))
        expected = sorted(islice(solutions(board, rows), 200))
        formula = undead_sat.Formula(board, rows)
        if len(expected) < 200:
            assert sorted(formula.solutions()) == expected, board
        assert all(formula.allows(filled) for filled in expected)
        found.append(len(expected))
    assert min(found) == 0
    assert max(found) > 2
