"""The matrix: every command with every game answers, or refuses in one line, as the golden files have it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cli import matrix_golden
from cli.json_lines import checked_lines
from cli.matrix_golden import (
    ARGUMENTS,
    COMMANDS,
    FOLDER,
    VARIANTS,
    Case,
    Said,
    answer,
    block,
    cases,
    spelled_games,
)
from sizes import ALL
from winnable.cli.main import ANSWERED, BAD_INPUT, LIMIT, NO
from winnable.registry import game_names

golden = cache(matrix_golden.golden)


def some_pairs() -> list[tuple[str, str]]:
    """Each command with every third game, others for the next command; ``make test-all`` tries all."""
    pairs = [(command, game) for command in enumerate(COMMANDS) for game in enumerate(spelled_games())]
    return [(command, game) for (i, command), (k, game) in pairs if ALL or (i + k) % 3 == 0 or k == 0]


@pytest.mark.parametrize(("command", "spelled"), some_pairs())
def test_what_a_command_says_of_a_game(command: str, spelled: str) -> None:
    for case in cases(command, spelled):
        said = answer(case)
        check_manners(case, said)
        assert block(case, said) == golden(command).get(case.line), (
            f"words of `winnable {case.line}`; if meant: python tests/cli/matrix_golden.py {command}"
        )


def check_manners(case: Case, said: Said) -> None:
    """Whatever the words: an answer, or one line that says what is wrong with the question."""
    assert isinstance(said.code, int), f"winnable {case.line} raised {said.code}"
    assert said.code in (ANSWERED, NO, BAD_INPUT, LIMIT)
    assert "Traceback" not in said.err
    as_json = case.line.endswith("--json")
    if said.code == BAD_INPUT:
        assert re.fullmatch(r"winnable: [^\n]+\n", said.err)
        assert as_json or said.out == ""
    if as_json:
        lines = checked_lines(case.command, said.out)
        assert ["error" in line for line in lines] == [said.code == BAD_INPUT] * len(lines)
        assert lines or said.code != BAD_INPUT


@pytest.mark.parametrize("command", COMMANDS)
def test_every_case_has_its_block_and_no_other(command: str) -> None:
    assert list(golden(command)) == [case.line for name in spelled_games() for case in cases(command, name)]


def test_every_command_and_every_game_is_in_the_matrix() -> None:
    assert set(ARGUMENTS) == set(COMMANDS)
    assert {matrix_golden.file_of(command) for command in COMMANDS} == set(FOLDER.glob("*.txt"))
    assert list(VARIANTS) == list(game_names())
    assert all(spelled.startswith(f"{name}:") for name, spelled in VARIANTS.items())
