"""`winnable deal --winnable` and `--difficulty`: deals found by what they are like."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import click
import pytest

from winnable.analysis.difficulty import Level
from winnable.cli import deal as module


def test_found_deals_are_winnable_and_solve_reads_them(winnable: Callable[..., object]) -> None:
    text = winnable("deal", "pyramid", "--winnable", "--count", "6", "--seed", "3")
    assert text.code == 0
    notes = [line for line in text.out.splitlines() if line.startswith("#")]
    assert len(notes) == 6
    assert text.out.count("---\n") == 5
    assert all(note.startswith("# pyramid seed:") and note.endswith(": winnable") for note in notes)
    summary = json.loads(winnable("solve", "pyramid", "-", "--summary", "--json", stdin=text.out).out)
    assert (summary["games"], summary["wins"]) == (6, 6)


def test_every_format_holds_the_same_deals(winnable: Callable[..., object]) -> None:
    def solved(form: str) -> object:
        text = winnable("deal", "pyramid", "--winnable", "--count", "3", "--format", form).out
        out = winnable("solve", "pyramid", "-", "--json", stdin=text).out
        return [json.loads(line)["moves"] for line in out.splitlines()]

    assert solved("board") == solved("flat") == solved("thesis") == solved("json")


def test_the_level_asked_for_is_the_level_graded(winnable: Callable[..., object]) -> None:
    found = winnable("deal", "pyramid", "--difficulty", "medium", "--winnable", "--count", "2", "--json")
    assert found.code == 0
    labels = [json.loads(line)["deal"] for line in found.out.splitlines()]
    assert len(labels) == 2
    for label in labels:
        assert json.loads(winnable("difficulty", "pyramid", label, "--json").out)["level"] == "medium"


def test_deals_of_a_level_in_freecells_kin(winnable: Callable[..., object]) -> None:
    found = winnable("deal", "eight_off", "--difficulty", "hard", "--count", "2", "--seed", "3", "--json")
    assert found.code == 0
    for line in found.out.splitlines():
        label = json.loads(line)["deal"]
        assert json.loads(winnable("difficulty", "eight_off", label, "--json").out)["level"] == "hard"


def test_deals_that_limits_leave_undecided_are_passed_over(
    winnable: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_TRIED", 4)
    answer = winnable("deal", "eight_off", "--difficulty", "easy", "--max-nodes", "1")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.endswith("found 0 of 1: none of the last 4 deals is as asked\n")


def test_the_levels_are_those_that_are_graded() -> None:
    (choice,) = (option.type for option in module.command.params if option.name == "difficulty")
    assert isinstance(choice, click.Choice)
    assert list(choice.choices) == [level.value for level in Level]


def test_too_few_found_is_exit_3(winnable: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_TRIED", 5)
    answer = winnable("deal", "freecell:cells=0,columns=4", "--winnable")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.endswith("winnable: found 0 of 1: none of the last 5 deals is as asked\n")


def test_what_a_limit_leaves_undecided_is_passed_over_and_counted(winnable: Callable[..., object]) -> None:
    found = winnable("deal", "freecell:cells=2", "--winnable", "--count", "3", "--max-nodes", "100", "--json")
    assert (found.code, found.out.count("\n")) == (0, 3)
    for line in found.out.splitlines():
        label = json.loads(line)["deal"]
        assert winnable("solve", "freecell:cells=2", label, "--max-nodes", "100").code == 0
    assert re.search(r"winnable: \d+ deals? passed over: a limit left them undecided\n$", found.err)
    easily = winnable("deal", "freecell", "--winnable", "--max-nodes", "100000")
    assert (easily.code, easily.err) == (0, "")


def test_no_board_is_found_twice(winnable: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    """The few boards of a size that is so small come again and again; each is shown once."""
    monkeypatch.setattr(module, "_MOST_TRIED", 30)
    answer = winnable("deal", "undead:size=2x1", "--winnable", "--count", "1000", "--format", "id")
    boards = [line for line in answer.out.splitlines() if not line.startswith("#")]
    assert len(boards) > 3
    assert len(boards) == len(set(boards))
    assert answer.code == 3
    assert answer.err.endswith("none of the last 30 deals is another one as asked\n")


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["pyramid", "617", "--max-memory", "2G"], "give a POSITION, or"),
        (["pyramid"], "give a POSITION, or --winnable or --difficulty with --count and --seed"),
        (["pyramid", "617", "--winnable"], "give a POSITION, or"),
        (["pyramid", "617", "--seed", "3"], "give a POSITION, or"),
        (
            ["pyramid", "--difficulty", "brutal"],
            "--difficulty cannot be 'brutal'; expected one of easy",
        ),
        (["pyramid", "--winnable", "--count", "0"], "'0' is not a whole number from 1"),
        (
            ["spider", "--difficulty", "hard"],
            "Spider has no levels of difficulty, as its player",
        ),
        (
            ["freecell:cells=3", "--difficulty", "hard"],
            "levels are not calibrated for the rules of",
        ),
        (["pyramid", "617", "--max-nodes", "5"], "give a POSITION, or"),
    ],
)
def test_bad_input_is_one_line(winnable: Callable[..., object], argv: list[str], complaint: str) -> None:
    answer = winnable("deal", *argv)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1
