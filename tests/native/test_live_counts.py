"""What a token tells of the work that has it, while that goes on and when it is done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from registered import start_of
from sizes import PATIENCE
from winnable._core import CancelToken
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import Limits
from winnable.search.solvers import make_solver, solver_names
from won_lines import before_the_end

SMALL = Limits(nodes=20_000, bytes=100_000_000)
SHIFTED = Path(__file__).parents[1] / "data" / "undead" / "shifted" / "solvable.txt"
GAMES = ("freecell", "bakers_game", "simple_simon", "pyramid", "spider", "undead")


def watched(work: Callable[[CancelToken], Any]) -> tuple[list[tuple[int, int]], CancelToken, Any]:
    """What a token tells while something long is done on another thread, until that has told enough."""
    token, answers = CancelToken(), list[Any]()
    working = threading.Thread(target=lambda: answers.append(work(token)))
    working.start()
    seen = [(0, 0)]
    end = time.monotonic() + PATIENCE
    try:
        while len(seen) < 5 and working.is_alive() and time.monotonic() < end:
            now = (token.nodes, token.bytes)
            if now[0] > seen[-1][0]:
                seen.append(now)
            time.sleep(0.005)
    finally:
        token.cancel()
        working.join()
    return seen[1:], token, answers[0]


@pytest.mark.parametrize("name", GAMES)
def test_each_solver_tells_what_it_expanded(name: str) -> None:
    game = get_game(name)
    position = before_the_end(name, 12)
    for solver in solver_names(game):
        token = CancelToken()
        (answer,) = make_solver(game, solver).solve_many([position], limits=SMALL, token=token)
        assert token.nodes == answer.stats["expanded"], solver
        assert token.bytes == 0, solver  # it holds nothing any more


@pytest.mark.parametrize("name", GAMES)
def test_textbook_searches_tell_it_too(name: str) -> None:
    token = CancelToken()
    result = search(get_game(name), before_the_end(name, 3), "depth_first", limits=SMALL, token=token)
    assert token.nodes == result.stats.expanded > 0
    assert token.bytes == 0


@pytest.mark.parametrize(
    ("name", "solver", "deal"),
    [
        ("freecell", "short", 617),
        ("freecell", "shortest", 617),
        ("simple_simon", "short", 5),
        ("spider", "auto", 8),
        ("undead", "count", SHIFTED.read_text(encoding="utf-8").split()[0]),
    ],
)
def test_counts_grow_during_a_long_search(name: str, solver: str, deal: int | str) -> None:
    game = get_game(name)
    position = start_of(game)(deal)
    limits = Limits(seconds=PATIENCE)
    seen, token, (answer,) = watched(
        lambda token: make_solver(game, solver).solve_many([position], limits=limits, token=token)
    )
    assert len(seen) == 4
    assert max(held for _, held in seen) > 0
    assert token.nodes >= seen[-1][0]
    assert token.nodes - answer.stats["expanded"] in (0, 1)  # the last one may have been stopped halfway
    assert (token.cancelled, token.bytes) == (True, 0)


def test_counts_grow_in_a_game_written_in_python() -> None:
    class Line:
        def initial(self) -> int:
            return 0

        def legal_moves(self, state: int) -> list[int]:
            return [1, 2]

        def play(self, state: int, move: int) -> int:
            return state + move

        def outcome(self, state: int) -> str:
            return "open"

        def key(self, state: int) -> int:
            return state

    seen, token, result = watched(lambda token: search(Line(), 0, "breadth_first", token=token))  # type: ignore[arg-type]
    assert len(seen) == 4
    # One position may have been counted when the search was cancelled, and not have been expanded any more.
    assert seen[-1][0] <= result.stats.expanded <= token.nodes <= result.stats.expanded + 1


def test_a_token_counts_all_work_that_has_it() -> None:
    game = get_game("freecell")
    token, positions = CancelToken(), [game.deal(n) for n in (1, 2, 3)]
    answers = make_solver(game, "auto").solve_many(positions, token=token)
    assert token.nodes == sum(answer.stats["expanded"] for answer in answers)
