"""Names on the command line: in any case, and the nearest one offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("solv", "freecell", "617"), "No such command 'solv'; did you mean solve?"),
        (("solve", "freecel", "617"), "unknown game 'freecel'; did you mean freecell?"),
        (("solve", "freecell", "617", "--solver", "shrt"), "unknown solver 'shrt'; did you mean short?"),
        (("solve", "pyramid:hoile", "1"), "pyramid has no variant 'hoile'; did you mean hoyle?"),
        (
            ("search", "pyramid", "1", "--algorithm", "x"),
            "pyramid has no search 'x'; expected one of",
        ),
    ],
)
def test_the_nearest_name_is_offered(winnable: Callable[..., Any], argv: tuple[str, ...], said: str) -> None:
    answer = winnable(*argv)
    assert answer.code == 2
    assert said in answer.err


def test_commands_games_and_solvers_in_capitals(winnable: Callable[..., Any]) -> None:
    assert winnable("Solve", "FreeCell", "617", "--solver", "Short").code == 0
    assert winnable("SEARCH", "FREECELL", "617", "--algorithm", "A-Star", "--max-nodes", "5").code == 3
