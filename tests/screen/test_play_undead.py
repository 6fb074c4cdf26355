"""Undead of Simon Tatham's collection is read from its window and solved in it by mouse and keys.

That a board is solved is said by the program: it flashes when one becomes solved, and only then. A small
board is solved in every run of the tests; larger ones, and many, by ``make test-screen``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="reading pictures needs the extra vision")
pytest.importorskip("Xlib", reason="looking at windows needs the extra automate")

from screen.playing import Attempt, flashes, play
from screen.programs import missing, running, screen
from screen.table import row
from winnable.families.undead.sgt import format_game_id, parse_game_id
from winnable.game import Outcome
from winnable.reading import as_position
from winnable.registry import get_game
from winnable.screen.picture import open_picture
from winnable.screen.sight import usual_reader
from winnable.screen.squares import read_squares
from winnable.session import Session

Record = Callable[[str, object], None]

SMALL = "5x5:5,8,2,eRcRLRRaLLaLbRaLb,1,2,0,5,5,3,0,0,3,2,4,5,0,4,0,0,0,0,0,3"
SIZES = ((608, 697), (810, 720), (520, 600), (1000, 1000))  # of windows


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if reason := missing("sgt_undead"):
        pytest.skip(reason)
    with screen() as name:
        yield name


def board_of(seed: int) -> str:
    """A board of seven by seven squares with one solution, as a game ID."""
    return format_game_id(Session.of_deal(get_game("undead"), f"seed:{seed}").position).strip()


def solve(
    display: str, home: Path, board: str, size: tuple[int, int], record: Record, *options: str
) -> tuple[Attempt, bool]:
    """Has a board solved; was it, by the program and by the rules?"""
    game: Any = get_game("undead")
    start = parse_game_id(board).position(game.core)
    with running("sgt_undead", display, home, game="undead", deal=board, size=size) as run:
        seen = usual_reader(game)(run.window.look()).position
        read_right = bool(seen) and as_position(game, seen) == start
        attempt = play(run, "undead", *options)
        won = attempt.won and flashes(run)
    if won:
        session = Session(game, start)
        for move in attempt.told["moves"]:
            session.play(move)
        won = session.outcome is Outcome.WON
    title = f"undead {board.partition(':')[0]}"
    row(record, "sgt-undead", title, read_right=read_right, won=won, seconds=attempt.seconds)
    return attempt, won


def test_a_small_board_is_solved(display: str, tmp_path: Path, record_property: Record) -> None:
    film = tmp_path / "film"
    options = ("--quick", "--frames", str(film))
    attempt, won = solve(display, tmp_path, SMALL, (480, 569), record_property, *options)
    assert won, attempt.words()
    names = sorted(path.name for path in film.iterdir())
    assert names == [f"{number:04}.png" for number in range(len(attempt.told["moves"]) + 1)]
    first, last = (read_squares(open_picture(film / name)).holds for name in (names[0], names[-1]))
    assert set(first) == {"", "/", "\\"}
    assert "" not in last


@pytest.mark.screen
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_boards_are_solved_as_a_person_does(
    display: str, tmp_path: Path, record_property: Record, seed: int
) -> None:
    attempt, won = solve(display, tmp_path, board_of(seed), SIZES[seed], record_property)
    assert won, attempt.words()


@pytest.mark.screen
@pytest.mark.slow
@pytest.mark.attempt
@pytest.mark.parametrize("seed", range(101, 121))
def test_one_of_twenty_boards(display: str, tmp_path: Path, record_property: Record, seed: int) -> None:
    size = SIZES[seed % len(SIZES)]
    attempt, won = solve(display, tmp_path, board_of(seed), size, record_property, "--quick")
    assert won, attempt.words()
