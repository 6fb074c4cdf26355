"""`winnable generate`, and deals of Undead."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sizes import PATIENCE
from winnable._core import parse_undead_id

FIVE = ("generate", "undead", "10x10", "--grade", "tricky", "--count", "5", "--seed", "1")


def test_the_same_seed_makes_the_same_puzzles(winnable: Callable[..., Any]) -> None:
    answer = winnable(*FIVE, "--jobs", "1", "--quiet")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert len(set(lines)) == 5
    assert [parse_undead_id(line)[:3] for line in lines] == 5 * [(10, 10, "t")]
    assert winnable(*FIVE, "--jobs", "3", "-q") == answer
    assert winnable(*FIVE[:-1], "2").out != answer.out


def test_json_names_the_deal(winnable: Callable[..., Any]) -> None:
    answer = winnable("generate", "undead:size=5x6", "--hidden", "3", "--count", "2", "--json")
    first, second = map(json.loads, answer.out.splitlines())
    assert list(first) == ["game", "deal", "id", "grade", "solution", "looked"]
    assert first["deal"] != second["deal"]
    assert first["id"].count("-") == 3
    assert first["game"] == "undead:size=5x6,hidden=3"
    again = winnable("deal", first["game"], first["deal"], "--format", "id").out
    assert again.partition(":")[2] == first["id"].partition(":")[2] + "\n"


def test_a_grid_is_read_back(winnable: Callable[..., Any]) -> None:
    ids = winnable("generate", "undead", "4x4", "--count", "2")
    grids = winnable("generate", "undead", "4x4", "--count", "2", "--format", "grid")
    assert grids.out.startswith("# seed:")
    assert grids.out.count("---\n") == 1
    read = winnable("deal", "undead", "-", "--format", "id", stdin=grids.out)
    assert [line.partition(":")[2] for line in read.out.splitlines()] == [
        line.partition(":")[2] for line in ids.out.splitlines()
    ]


def test_a_file_is_written_whole(winnable: Callable[..., Any], tmp_path: Path) -> None:
    plain = winnable("generate", "undead", "5x5", "--count", "3")
    path = tmp_path / "puzzles.txt"
    path.write_text("old")
    answer = winnable("generate", "undead", "5x5", "--count", "3", "--output", str(path))
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert path.read_text() == plain.out
    assert list(tmp_path.iterdir()) == [path]
    nowhere = winnable("generate", "undead", "--output", str(tmp_path / "none" / "file"))
    assert (nowhere.code, nowhere.err.count("\n")) == (2, 1)


def test_no_two_boards_are_equal(winnable: Callable[..., Any]) -> None:
    """A mirror and a cell: two mirrors, two orders, three monsters."""
    all_of_them = winnable("generate", "undead", "1x2", "--count", "12")
    assert all_of_them.code == 0
    assert len(set(all_of_them.out.splitlines())) == 12
    more = winnable("generate", "undead", "1x2", "--count", "13", "--jobs", "2")
    assert (more.code, more.out) == (3, all_of_them.out)
    assert more.err.splitlines()[-1] == (  # after the progress of a slow machine
        "winnable: only 12 different puzzles were found: 1000 in a row were the same as one of them"
    )
    many = ("generate", "undead", "2x2", "--count", "300")
    answer = winnable(*many, "--jobs", "3")
    assert answer.code == 0
    assert len(set(answer.out.splitlines())) == 300
    again = winnable(*many, "--jobs", "1")
    assert (again.code, again.out) == (answer.code, answer.out)


def test_what_was_not_found_is_named(winnable: Callable[..., Any]) -> None:
    answer = winnable("generate", "undead", "2x2", "--grade", "tricky", "--max-nodes", "100", "--count", "2")
    assert (answer.code, answer.out) == (3, "")
    lines = answer.err.splitlines()
    assert len(lines) == 2
    assert all(line.endswith("none of 100 boards is as asked: 2x2, tricky") for line in lines)


def test_a_deal_that_is_not_found(winnable: Callable[..., Any]) -> None:
    answer = winnable("deal", "undead:size=1x2,grade=tricky", "617")
    assert (answer.code, answer.out, answer.err.count("\n")) == (3, "", 1)
    assert "none of 400000 boards is as asked: 1x2, tricky" in answer.err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["undead", "0x5"], "no board of 0x5 can be made"),
        (["undead", "500x500"], "no board of 500x500 can be made"),
        (["undead", "big"], "no size of a board"),
        (["undead", "--grade", "hard"], "no grade 'hard'"),
        (["undead:size=4x4", "5x5"], "size is given twice"),
        (["freecell"], "no generator"),
        (["undead", "--hidden", "200"], "200 hidden clues"),
    ],
)
def test_bad_input(winnable: Callable[..., Any], arguments: list[str], what: str) -> None:
    answer = winnable("generate", *arguments)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert what in answer.err


def test_cancelling_keeps_what_was_made(process: Callable[..., subprocess.Popen[str]]) -> None:
    running = process("generate", "undead", "4x4", "--count", "1000000", "--jobs", "2")
    assert running.stdout is not None
    first = running.stdout.readline()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert all(parse_undead_id(line)[:2] == (4, 4) for line in [first.strip(), *out.splitlines()])
    assert "Traceback" not in err
