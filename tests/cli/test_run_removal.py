"""Complete runs that may stay, at the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

GAME = "spider:suits=1,run_removal=may_stay"
RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
# Taken off, the run leaves nine cards for ten columns, and no row is dealt any more.
FULL = f"""\
Runs: S-4
Column 1: {RUN}
Column 2: KS
Column 3: QS
Column 4: JS
Column 5: KS
Column 6: QS
Column 7: JS
Column 8: KS
Column 9: QS
Column 10: JS
Row 1: TS 9S 8S 7S 6S TS 9S 8S TS 9S
Row 2: 8S 7S 6S 5S 5S 4S 7S 6S 4S 5S
Row 3: 4S 3S 2S AS 3S 2S AS 3S 2S AS
"""


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
