"""What answers say: one of a thing and several, points and percent, files by the name that was asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from winnable.cli.equity import _behind
from winnable.families.spider.reasons import _runs_words
from winnable.studies.structure import _cards
from winnable.text.phrases import counted

# One card or move to a win, or to the end: the numbers in what is said of it are ones.
ALMOST = {
    "freecell": "Foundations: H-K C-K D-K S-Q\nFreecells: KS - - -\n" + ":\n" * 8,
    "pyramid": "KS\n- -\n- - -\n- - - -\n- - - - -\n- - - - - -\n- - - - - - -\nStock:\nWaste:\n",
}
SEVERAL_OF_ONE = re.compile(
    r"(?<![\d.,:-])1 "
    r"(positions|games|moves|cards|deals|points|actions|removals|draws|recycles|runs|boards|steps|trials)\b"
)


@pytest.mark.parametrize("game", ALMOST)
@pytest.mark.parametrize("command", ["solve", "hint", "verdicts", "difficulty", "search", "review"])
def test_one_of_a_thing_is_no_several(
    winnable: Callable[..., Any], tmp_path: Path, command: str, game: str
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(ALMOST[game])
    more = {"review": [str(tmp_path / "moves.txt")], "search": ["--max-nodes", "1"]}.get(command, [])
    (tmp_path / "moves.txt").write_text("ah\n" if game == "freecell" else "KS\n")
    answer = winnable(command, game, str(board), *more)
    assert answer.code in (0, 1, 3), answer.err
    assert not SEVERAL_OF_ONE.search(answer.out + answer.err)
    limited = winnable("solve", game, "5", "--max-nodes", "1")
    assert not SEVERAL_OF_ONE.search(limited.out + limited.err)


def test_counted() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert _cards(1, "are dealt onto one of their rank") == "1 card is dealt onto one of its rank"
    assert _cards(3, "repeat ranks of their column") == "3 cards repeat ranks of their column"


def test_runs_by_their_suits() -> None:
    assert _runs_words([3, 3]) == "2 runs of spades"
    assert _runs_words([3, 2, 3]) == "3 runs, 2 of spades and 1 of hearts"


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ((-0.278, 0.278), "from 27.8 points better to 27.8 points worse than"),
        ((0.139, 0.4), "13.9 to 40.0 points worse than"),
        ((-0.4, -0.139), "13.9 to 40.0 points better than"),
        ((0.0, 0.0), "0.0 to 0.0 points worse than"),
    ],
)
def test_points_between_two_shares(ends: tuple[float, float], words: str) -> None:
    assert _behind(ends) == words


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (["generate", "undead", "4x4", "-o"], "puzzles.txt"),
        (["show", "freecell", "617", "-o"], "board.svg"),
        (["sheet", "undead", "seed:1", "-o"], "sheet.pdf"),
        (["search", "freecell", "617", "--max-nodes", "5", "--trace"], "trace.jsonl"),
        (["play", "spider:suits=1", "1", "--log"], "log.jsonl"),
    ],
)
def test_a_file_that_cannot_be_written_has_the_name_that_was_asked_for(
    winnable: Callable[..., Any], tmp_path: Path, argv: list[str], name: str
) -> None:
    path = tmp_path / "nowhere" / name
    answer = winnable(*argv, str(path))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.lower().startswith(f"winnable: {path}: ".lower())
    assert "no such file or directory" in answer.err.lower()


def test_a_solver_of_other_games_is_said_to_be_theirs(winnable: Callable[..., Any]) -> None:
    answer = winnable("solve", "freecell", "617", "--solver", "Fewest")
    said = "FreeCell has no solver 'Fewest', only Pyramid; expected one of auto, short, shortest"
    assert answer == (2, "", f"winnable: {said}\n")
    assert "no solver 'short', only FreeCell;" in winnable("solve", "undead", "1", "--solver", "short").err


def test_an_explained_solution_reached_its_goal(winnable: Callable[..., Any]) -> None:
    lines = winnable("explain", "undead:size=4x4", "1", "--json").out.splitlines()
    assert (json.loads(lines[-1])["settled"], json.loads(lines[-1])["reason"]) == (True, "goal")


def test_after_that_is_given_twice_means_all_the_moves(winnable: Callable[..., Any]) -> None:
    both = winnable("show", "freecell", "617", "--after", "2a", "--after", "2b")
    assert both.out == winnable("show", "freecell", "617", "--after", "2a 2b").out
    assert both.out != winnable("show", "freecell", "617", "--after", "2b").out
