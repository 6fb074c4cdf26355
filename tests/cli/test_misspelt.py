"""Names on the command line: in any case, and the nearest one offered."""

from __future__ import annotations

import re
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
            ("solve", "freecell", "617", "--slover", "short"),
            "winnable solve has no option '--slover'; did you mean --solver?",
        ),
        (
            ("play", "spider", "1", "--games", "3"),
            "winnable play has no option '--games'; did you mean --count?",
        ),
        (("solve", "freecell", "617", "--print", "wrds"), "--print cannot be 'wrds'; did you mean words?"),
        (("generate", "undead", "--technique", "totls"), "no technique 'totls'; did you mean totals?"),
        (("generate", "undead", "--grade", "tricy"), "no grade 'tricy'; did you mean tricky?"),
        (
            ("explain", "undead", "seed:1", "--hardest", "siting"),
            "no technique 'siting'; did you mean sighting?",
        ),
        (("play", "spider", "1", "--policy", "fst"), "Spider has no policy 'fst'; did you mean fast?"),
        (("schema", "slve"), "no JSON comes of a command 'slve'; did you mean solve?"),
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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (
            "Solve FreeCell 617 --Solver Short --Max-Nodes 20000",
            "solve freecell 617 --solver short --max-nodes 20000",
        ),
        ("solve FreeCell:Cells=3 MS:1 --JSON", "solve freecell:cells=3 ms:1 --json"),
        ("solve freecell 617 --Print=Words", "solve freecell 617 --print words"),
        ("solve pyramid 1 --variant Hoyle", "solve pyramid 1 --variant hoyle"),
        ("generate Undead 4x4 --Technique One-Line", "generate undead 4x4 --technique one-line"),
        (
            "generate undead 4x4 --technique one_line --grade EASY",
            "generate undead 4x4 --technique one-line --grade easy",
        ),
        ("explain undead seed:1 --hardest ONE-LINE", "explain undead seed:1 --hardest one-line"),
        (
            "play spider 1 --policy Random -N 2 --max-moves 9",
            "play spider 1 --policy random --count 2 --max-moves 9",
        ),
        (
            "search freecell 1 --heuristic Foundation=1 --max-nodes 9",
            "search freecell 1 --heuristic foundation=1 --max-nodes 9",
        ),
        (
            "search freecell 1 --heuristic Student-V1 --max-nodes 9",
            "search freecell 1 --heuristic student_v1 --max-nodes 9",
        ),
        (
            "tune freecell 1 --algorithm Greedy --features Cells --method GRID -n 2 --max-nodes 9",
            "tune freecell 1 --algorithm greedy --features cells --method grid -n 2 --max-nodes 9",
        ),
        ("schema Study_Run", "schema study run"),
        ("-v", "--version"),
    ],
)
def test_names_may_be_typed_in_any_case(winnable: Callable[..., Any], typed: str, meant: str) -> None:
    said, wanted = (winnable(*line.split()) for line in (typed, meant))
    assert said.code == wanted.code != 2
    assert without_costs(said.out) == without_costs(wanted.out)


def test_a_technique_of_two_words(winnable: Callable[..., Any]) -> None:
    said, wanted = (
        winnable("generate", "undead", "4x4", "--technique", name) for name in ("one line", "one-line")
    )
    assert said == wanted
    assert said.code == 0


def without_costs(text: str) -> str:
    """The text without seconds and bytes."""
    return re.sub(r'(seconds"?|bytes"?): [0-9.,e-]+', r"\1: ", text)
