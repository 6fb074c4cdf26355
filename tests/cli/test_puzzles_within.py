"""The puzzle of a deal is made within the limits of the answer about it, and can be interrupted."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

import winnable as library
from cli.conftest import Answer
from cli.test_cancelled import TALKING
from sizes import PATIENCE
from winnable.cli.positions import session_within
from winnable.deals import parse_deal_list
from winnable.errors import InputError, NoDealError
from winnable.registry import get_game
from winnable.search.api import Limits

LARGE = "undead:size=50x50"  # takes far longer than a test
SOON = ("--max-seconds", "0.05")
NOT_MADE = "winnable: seed:5: its puzzle was not made within 0.05 s; allow more seconds\n"

Run = Callable[..., Answer]


@pytest.mark.parametrize("command", ["hint", "verdicts", "solve", "explain", "difficulty"])
def test_a_puzzle_that_takes_too_long_is_not_awaited(winnable: Run, command: str) -> None:
    assert winnable(command, LARGE, "5", *SOON) == (3, "", NOT_MADE)
    assert winnable(command, LARGE, "5", *SOON, "--json") == (3, "", NOT_MADE)


def test_nor_is_one_whose_game_is_reviewed(winnable: Run) -> None:
    assert winnable("review", LARGE, "5", "r1c1=g", *SOON) == (3, "", NOT_MADE)


def test_of_a_range_those_that_are_not_made_are_unknown(winnable: Run) -> None:
    code, out, err = winnable("solve", LARGE, "5..6", *SOON, "--summary", "--json")
    assert code == 3
    found = json.loads(out)
    assert (found["games"], found["wins"], found["losses"]) == (2, 0, 0)
    assert found["undecided"] == ["seed:5", "seed:6"]
    assert err == NOT_MADE + NOT_MADE.replace("seed:5", "seed:6")


def test_in_a_summary_of_grades_those_that_are_not_made_are_undecided(winnable: Run) -> None:
    code, out, err = winnable("difficulty", LARGE, "5..6", *SOON, "--summary", "--json")
    assert (code, err) == (3, "")
    assert json.loads(out)["undecided"] == ["seed:5", "seed:6"]
    within = winnable("difficulty", "undead:size=5x5", "1..9", "--max-seconds", "600", "--summary")
    assert within == winnable("difficulty", "undead:size=5x5", "1..9", "--summary")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_of_a_range_those_that_are_made_are_answered(winnable: Run, jobs: str) -> None:
    """The same as without a limit, in the same order."""
    asked = ("solve", "undead:size=5x5", "1..20", "--jobs", jobs)
    within = winnable(*asked, "--max-seconds", "600")
    assert within.code == 0
    assert within == winnable(*asked)


def test_the_answer_has_what_the_puzzle_leaves_of_its_limits() -> None:
    limits = Limits(nodes=7, seconds=600.0, bytes=5000)
    _, session, left = session_within(limits, get_game("undead"), "5")
    assert session.position == get_game("undead").deal(5)
    assert left.seconds is not None
    assert 0 < left.seconds < 600.0
    assert (left.nodes, left.bytes) == (7, 5000)
    assert session_within(limits, get_game("freecell"), "5")[2] is limits  # nothing is made there


@pytest.mark.parametrize("ask", [library.solve, library.hint, library.move_verdicts, library.difficulty])
def test_the_library_keeps_to_its_limits_too(ask: Callable[..., object]) -> None:
    with pytest.raises(NoDealError, match="its puzzle was not made within"):
        ask(LARGE, 5, limits=Limits(seconds=0.05))


def test_a_cancelled_puzzle_is_not_made() -> None:
    token = library.CancelToken()
    token.cancel()
    with pytest.raises(NoDealError, match="cancelled before its puzzle was made"):
        library.solve(LARGE, 5, token=token)


def test_a_generator_makes_no_puzzle_of_other_deals() -> None:
    """It took the number of a deal of Microsoft's for a seed."""
    game = get_game("undead")
    assert game.family.generator is not None
    deals = parse_deal_list("ms:5", "seed")[0]
    with pytest.raises(InputError, match="Undead has no ms deals"):
        list(game.family.generator().make(game, deals))


def interrupted(*argv: str, once: str) -> None:
    """A command answers Ctrl-C with nothing but that it was cancelled, once its progress says so much."""
    asked = (sys.executable, "-c", TALKING, *argv)
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert once in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "winnable: cancelled"


def test_a_puzzle_that_a_summary_needs_can_be_interrupted() -> None:
    interrupted("difficulty", LARGE, "5..6", "--summary", once="no positions yet")


@pytest.mark.parametrize("command", ["hint", "show", "check"])
def test_it_is_told_that_a_puzzle_is_being_made_and_an_interrupt_ends_it(command: str) -> None:
    moves = ("r1c1=g",) if command == "check" else ()
    interrupted(command, LARGE, "5", *moves, once="the puzzle is being made")
