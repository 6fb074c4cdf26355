"""Complete runs that may stay, at the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from families.spider.test_runs_stay import FULL, RUN

GAME = "spider:suits=1,run_removal=may_stay"


def test_a_solution_is_written_and_read_again(winnable: Callable[..., Any], tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(FULL)
    solved = winnable("solve", GAME, str(board))
    assert solved.code == 0
    assert winnable("check", GAME, str(board), "-", stdin=solved.out).code == 0
    assert winnable("solve", GAME, str(board), "--after", "1h").code == 1  # lost
    # A list of nothing but runs taken off looks much like cards.
    board.write_text(f"Runs: S-6\nColumn 2: {RUN}\nColumn 3: {RUN}\n")
    solved = winnable("solve", GAME, str(board))
    assert "2h 3h" in solved.out
    assert winnable("check", GAME, str(board), "-", stdin=solved.out).code == 0
    assert winnable("check", GAME, str(board), "-", stdin="2h 3h\n").code == 0
    assert winnable("check", GAME, str(board), "-", stdin="3h\n").code == 1
