"""The Undead engine against the oracle, and its Python side: positions, moves, game IDs, refusals."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import undead as oracle
from oracle.undead import Board
from winnable._core import (
    IllegalMove,
    UndeadGame,
    UndeadMove,
    UndeadPosition,
    format_undead_id,
    parse_undead_id,
)
from winnable.families.undead.strategies import (
    any_moves,
    boards,
    near_end_positions,
    positions,
    random_position,
    toy_positions,
)
from winnable.registry import get_game

from .undead_agree import board_of, rows_of, spoiled, to_core

GAME = get_game("undead")
CORE = UndeadGame()
DIRECT = {
    "before": (True, False),
    "between": (False, False),
    "after": (False, True),
    "straight": (True, True),
}
ANY_POSITION = st.one_of(positions(GAME), near_end_positions(GAME), toy_positions(GAME))


def core_move(text: str) -> UndeadMove:
    place, monster = text[1:].split("=")
    row, column = map(int, place.split("c"))
    return UndeadMove(row - 1, column - 1, monster)


# --- lines -------------------------------------------------------------------------------------------------


def labels(width: int, height: int) -> list[str]:
    """In the order of the numbers at the edge, each side counted in reading order."""
    top = [f"D{n + 1}" for n in range(width)]
    right = [f"L{n + 1}" for n in range(height)]
    bottom = [f"U{n + 1}" for n in reversed(range(width))]
    left = [f"R{n + 1}" for n in reversed(range(height))]
    return top + right + bottom + left


def check_lines(position: UndeadPosition) -> None:
    board, width = board_of(position), position.width
    names = labels(width, position.height)
    assert position.labels == names
    assert sorted(end for line in position.lines for end in line.ends) == list(range(len(names)))
    assert [line.ends[0] for line in position.lines] == sorted(line.ends[0] for line in position.lines)
    for line in position.lines:
        first, second = line.ends
        way, out = oracle.follow(board.rows, first)
        back = oracle.look(board.rows, second)
        assert (out, first < second) == (second, True)
        assert line.labels == (names[first], names[second])
        assert line.sightings == (board.numbers[first], board.numbers[second])
        assert line.squares == [row * width + column for (row, column), _ in way]
        passed = [
            (row * width + column, ahead == 0, behind.mirrors == 0)
            for ((row, column), ahead), behind in zip(way, reversed(back), strict=True)
            if board.rows[row][column] not in oracle.MIRRORS
        ]
        assert [(cell, *DIRECT[part]) for cell, part in zip(line.cells, line.parts, strict=True)] == passed


@settings(max_examples=150)
@given(boards(GAME, 9))
def test_lines(position: UndeadPosition) -> None:
    check_lines(position)


def test_lines_of_large_boards() -> None:
    for width, height in [(100, 100), (100, 1), (1, 100), (37, 64)]:
        rng = Random(width)
        squares = "".join(rng.choice("..\\/") for _ in range(width * height))
        cells = squares.count(".")
        check_lines(CORE.position(width, height, squares, (cells, 0, 0), [None] * (2 * (width + height))))


def test_a_loop_lies_on_no_line_and_a_crossing_counts_twice() -> None:
    loop = CORE.position(3, 3, "./\\/./\\/.", (3, 0, 0), [None] * 12)
    assert all(4 not in line.cells for line in loop.lines)
    crossing = CORE.position(3, 3, "./\\../...", (0, 0, 6), [None] * 12)
    (line,) = [line for line in crossing.lines if line.cells.count(4) == 2]
    assert [part for cell, part in zip(line.cells, line.parts, strict=True) if cell == 4] == [
        "before",
        "after",
    ]
    assert crossing.filled("z/\\zz/zzz").seen[10] == 4  # r2c1, r2c2 twice, r3c2


# --- positions and moves -----------------------------------------------------------------------------------


def check_position(position: UndeadPosition) -> None:
    """All that both sides say about a position, and about each position after it."""
    board, rows = board_of(position), rows_of(position)
    places = range(len(board.numbers))
    assert position.seen == [oracle.seen(rows, place) for place in places]
    assert tuple(position.counts) == oracle.counts(rows)
    assert CORE.outcome(position) == oracle.outcome(board, rows)
    assert to_core(board, rows) == position
    expected = oracle.legal_moves(rows)
    found = CORE.legal_moves(position)
    assert found == [core_move(text) for text in expected]
    assert found == sorted(found)
    assert [CORE.format_move(position, move) for move in found] == expected
    for text, move in zip(expected, found, strict=True):
        after = CORE.play(position, CORE.parse_move(position, text.upper()))
        assert after == CORE.play(position, move)
        assert rows_of(after) == oracle.play(rows, text)
        assert board_of(after) == board
        assert CORE.key(after) != CORE.key(position)
    assert rows_of(position) == rows  # positions are values: nothing above changed it


@settings(max_examples=200)
@given(ANY_POSITION, st.randoms(use_true_random=False))
def test_positions(position: UndeadPosition, rng: Random) -> None:
    check_position(position)
    check_position(spoiled(position, rng))


@settings(max_examples=100)
@given(positions(GAME), st.lists(any_moves(), min_size=10, max_size=40))
def test_every_other_move_is_refused_with_a_reason(position: UndeadPosition, moves: list[UndeadMove]) -> None:
    legal = set(CORE.legal_moves(position))
    for move in moves:
        why = CORE.why_illegal(position, move)
        assert (why is None) == (move in legal), (move, why)
        if why is not None:
            assert why.strip() == why != ""
            assert "\n" not in why
            with pytest.raises(IllegalMove) as caught:
                CORE.play(position, move)
            assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r1c1=g", "r1c1 is filled already; take that back first"),
        ("r1c1=v", "r1c1 is filled already; take that back first"),
        ("r1c2=v", "r1c2 holds a mirror"),
        ("r2c1=z", "r2c1 is given"),
        ("r3c1=z", "r3c1 lies outside this board of 2x2"),
        ("r1c3=z", "r1c3 lies outside this board of 2x2"),
        ("r100c999=z", "r100c999 lies outside this board of 2x2"),
    ],
)
def test_why_a_move_is_illegal(text: str, why: str) -> None:
    position = CORE.position(2, 2, ".\\z.", (1, 1, 1), [None] * 8, "g\\z.")
    with pytest.raises(IllegalMove) as caught:
        CORE.parse_move(position, text)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    "text",
    ["", "r1c1", "r1c1=", "r1c1=x", "r1c1=gg", "c1r1=g", "r0c1=g", "r1c0=g", "rc=g", "r1c1=.", "r1c1=\\"],
)
def test_what_is_no_move(text: str) -> None:
    position = CORE.position(1, 1, ".", (1, 0, 0), [None] * 4)
    with pytest.raises(ValueError, match="not a move: expected a cell and g, v or z, as r2c3=g") as caught:
        CORE.parse_move(position, text)
    assert not isinstance(caught.value, IllegalMove)


@settings(max_examples=60)
@given(st.lists(st.tuples(ANY_POSITION, st.randoms(use_true_random=False)), min_size=2, max_size=8))
def test_keys_are_equal_exactly_for_equal_positions(drawn: list[tuple[UndeadPosition, Random]]) -> None:
    met = set()
    for position, rng in drawn:
        for here in (position, position.start, spoiled(position, rng)):
            met.add((board_of(here), rows_of(here)))
            met |= {
                (board_of(here), oracle.play(rows_of(here), text))
                for text in oracle.legal_moves(rows_of(here))
            }
    natives = [to_core(*pair) for pair in met]
    assert len({CORE.key(native) for native in natives}) == len(met)
    assert len(set(natives)) == len(met)
    assert all(0 <= CORE.key(native) < 2**128 for native in natives)


@settings(max_examples=60)
@given(positions(GAME), st.randoms(use_true_random=False))
def test_positions_survive_pickle_and_copies(position: UndeadPosition, rng: Random) -> None:
    for here in (position, spoiled(position, rng)):
        for other in (pickle.loads(pickle.dumps(here)), copy.copy(here), copy.deepcopy(here)):
            assert other == here
            assert hash(other) == hash(here)
            assert repr(other) == repr(here)
            assert CORE.key(other) == CORE.key(here)
        assert here != "position"
        assert here.filled(here.squares) == here
        assert rows_of(here.start) == board_of(here).rows


def test_moves_are_values() -> None:
    moves = [UndeadMove(row, column, m) for row in (0, 99) for column in (0, 5) for m in "gvz"]
    assert moves == sorted(moves)
    assert len(set(moves)) == len(moves)
    assert [pickle.loads(pickle.dumps(move)) for move in moves] == moves
    assert (moves[0].row, moves[0].column, moves[0].monster) == (0, 0, "g")
    assert repr(UndeadMove(1, 2, "z")) == "<UndeadMove r2c3=z>"
    assert moves[0] != "r1c1=g"
    for row, column, monster in [
        (100, 0, "g"),
        (0, 100, "g"),
        (-1, 0, "g"),
        (0, 0, "."),
        (0, 0, "gv"),
        (0, 0, "/"),
    ]:
        with pytest.raises(ValueError, match=r"no board has|a monster is g, v or z"):
            UndeadMove(row, column, monster)


# --- lines that are impossible by themselves ---------------------------------------------------------------


def impossible(board: Board, rows: oracle.Rows, ends: tuple[int, int]) -> bool:
    """No filling shows these two numbers, whatever the other numbers and the totals ask."""
    numbers = tuple(n if place in ends else None for place, n in enumerate(board.numbers))
    on_line = {sight.square for sight in oracle.look(rows, ends[0])}
    for row, column in oracle.open_cells(rows):  # cells beside the line may hold anything
        if (row, column) not in on_line:
            rows = oracle.put(rows, (row, column), "z")
    return next(oracle.solutions(Board(board.rows, None, numbers), rows), None) is None


def test_the_first_impossible_line() -> None:
    found = 0
    for seed in range(300):
        rng = Random(seed)
        position = spoiled(random_position(GAME, rng, 5), rng)
        board, rows = board_of(position), rows_of(position)
        expected = [line.ends for line in position.lines if impossible(board, rows, line.ends)]
        line = position.impossible_line
        assert (line and line.ends) == (expected[0] if expected else None), position
        found += bool(expected)
    assert found > 50


# --- game IDs ----------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(boards(GAME, 12))
def test_game_ids(position: UndeadPosition) -> None:
    text = format_undead_id(position)
    assert oracle.read_id(text) == board_of(position)
    width, height, grade, squares, totals, sightings, *offsets = parse_undead_id(text)
    assert CORE.position(width, height, squares, tuple(totals), sightings) == position
    assert grade == ""
    for grade in "ent":
        graded = text.replace(":", f"d{grade}:", 1)
        assert parse_undead_id(graded)[2] == grade
        assert parse_undead_id(graded)[3:6] == parse_undead_id(text)[3:6]
    at = [at for numbers in offsets for at in numbers]
    assert at == sorted(at)
    assert [text[i] for i in offsets[2]] == [str("-" if n is None else n)[0] for n in sightings]


def test_long_runs_of_cells_are_split() -> None:
    position = CORE.position(30, 2, "." * 60, (60, 0, 0), [None] * 64)
    assert format_undead_id(position) == "30x2:60,0,0,zzh" + ",-" * 64


# --- what is no board --------------------------------------------------------------------------------------

HIDDEN: list[int | None] = [None] * 8


@pytest.mark.parametrize(
    ("make", "part", "index", "what"),
    [
        (lambda: CORE.position(0, 2, "", (0, 0, 0), []), "size", 0, "a board of 0x2"),
        (lambda: CORE.position(2, -1, "", (0, 0, 0), []), "size", 0, "a board of 2x-1"),
        (
            lambda: CORE.position(101, 1, "." * 101, (101, 0, 0), [None] * 204),
            "size",
            0,
            "101x1 is too large",
        ),
        (lambda: CORE.position(2**31 - 1, 2**31 - 1, "", (0, 0, 0), []), "size", 0, "is too large"),
        (lambda: CORE.position(2, 2, "...", (3, 0, 0), HIDDEN), "grid", 3, "the grid has 3 squares"),
        (lambda: CORE.position(2, 2, "....", (4, 0, 0), HIDDEN[1:]), "sighting", 7, "1 sighting is missing"),
        (lambda: CORE.position(2, 2, "....", (4, 0, 0), [*HIDDEN, 1]), "sighting", 8, "1 sighting too many"),
        (lambda: CORE.position(2, 2, "....", (4, 0, 1), HIDDEN), "total", 0, "the totals come to 5 monsters"),
        (lambda: CORE.position(2, 2, "....", (5, -1, 0), HIDDEN), "total", 1, "a total of -1 vampires"),
        (
            lambda: CORE.position(2, 2, "..zz", (3, 0, 1), HIDDEN),
            "total",
            2,
            "a total of 1 zombies, but the grid",
        ),
        (
            lambda: CORE.position(2, 2, "....", (4, 0, 0), [3, *HIDDEN[1:]]),
            "sighting",
            0,
            "3 on a line of 2 cells",
        ),
        (
            lambda: CORE.position(2, 2, "....", (4, 0, 0), [*HIDDEN[1:], -2]),
            "sighting",
            7,
            "a sighting of -2",
        ),
    ],
)
def test_bad_boards_name_the_part(make: Callable[[], object], part: str, index: int, what: str) -> None:
    with pytest.raises(ValueError, match=re.escape(what)) as caught:
        make()
    found_part, found_index, found_what, expected = caught.value.args
    assert (found_part, found_index) == (part, index)
    assert what in found_what
    assert expected
    assert "\n" not in found_what + expected


def test_fillings_that_are_not_the_boards() -> None:
    position = CORE.position(2, 2, ".\\z.", (1, 1, 1), HIDDEN)
    for squares, match in [
        ("g\\v.", "a given cannot be replaced"),
        ("g\\..", "a given cannot be replaced"),
        ("g/z.", "a square that is not the board's"),
        ("ggz.", "a square that is not the board's"),
        ("g\\z", "one letter for each square"),
        ("x\\z.", "squares are written"),
    ]:
        with pytest.raises(ValueError, match=match):
            position.filled(squares)


def test_a_state_that_is_no_position_is_refused() -> None:
    state = CORE.position(1, 1, ".", (1, 0, 0), [None] * 4).__getstate__()
    for wrong in [(), state[:5], (*state[:5], "gg"), (2, *state[1:]), (*state[:5], 4)]:
        with pytest.raises((ValueError, TypeError, RuntimeError)):
            UndeadPosition.__new__(UndeadPosition).__setstate__(wrong)
