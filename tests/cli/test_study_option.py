"""`--study FILE`: results are kept; what is interrupted goes on; other programs read them; one clear line."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sizes import PATIENCE
from studies.experiments.small_disk import disk  # noqa: F401 - a fixture

GAME = "freecell:cells=2"


def counts(line: str) -> dict[str, Any]:
    """What does not depend on the time, nor on what a solver still knew of the deals before."""
    found: dict[str, Any] = json.loads(line)
    return {key: value for key, value in found.items() if key != "stats"}


def rows(file: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute("SELECT * FROM results").fetchall()


def results(file: Path) -> int:
    return len(rows(file))


def until_some(file: Path, some: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if results(file) >= some:
                return
        except sqlite3.Error:  # not made yet
            pass
        time.sleep(0.02)
    raise AssertionError("nothing was written")


def test_killed_in_the_middle_it_goes_on(
    process: Callable[..., subprocess.Popen[str]], winnable: Callable[..., Any], tmp_path: Path
) -> None:
    file, deals = tmp_path / "f.db", "400"
    argv = ("winnability", GAME, "--count", deals, "--jobs", "2", "--json")
    running = process(*argv, "--study", str(file))
    until_some(file, 5)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=PATIENCE)
    before = rows(file)
    assert 5 <= len(before) < 400
    again = winnable(*argv, "--study", str(file))
    assert counts(again.out) == counts(winnable(*argv).out)
    after = rows(file)
    assert len(after) == 400
    assert set(before) <= set(after)  # nothing was measured twice
    assert [one.name for one in tmp_path.iterdir()] == ["f.db"]
    exported = list(csv.DictReader(io.StringIO(winnable("study", "export", str(file)).out)))
    assert len({row["deal"] for row in exported}) == 400
    assert sum(row["outcome"] == "solved" for row in exported) == json.loads(again.out)["wins"]


def test_ctrl_c_keeps_what_was_done(
    process: Callable[..., subprocess.Popen[str]], winnable: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "f.db"
    running = process("winnability", GAME, "--count", "100000", "--study", str(file), "--json")
    until_some(file, 5)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    games = json.loads(out)["games"]
    assert 0 < games <= results(file)
    again = winnable("winnability", GAME, "--count", str(games), "--study", str(file), "--json")
    assert counts(again.out) == counts(out)


def test_two_at_once_share_the_work(process: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    file = tmp_path / "f.db"
    argv = ("winnability", GAME, "--count", "300", "--jobs", "1", "--study", str(file), "--json")
    both = [process(*argv) for _ in range(2)]
    first, second = (running.communicate(timeout=PATIENCE)[0] for running in both)
    assert counts(first) == counts(second)
    assert counts(first)["games"] == results(file) == 300


def test_more_fewer_and_others_in_one_file(winnable: Callable[..., Any], tmp_path: Path) -> None:
    file = str(tmp_path / "f.db")
    for argv, there in (
        (("pyramid", "--count", "40"), 40),
        (("pyramid", "--count", "90"), 90),
        (("pyramid", "--count", "25"), 90),
        (("pyramid", "--count", "30", "--seed", "4"), 120),
        (("pyramid", "--count", "30", "--from", "ms:1", "--policy", "greedy"), 150),
        (("pyramid", "--count", "30", "--max-nodes", "50"), 180),
        (("freecell", "--count", "20"), 200),
    ):
        kept = winnable("winnability", *argv, "--study", file, "--json")
        alone = winnable("winnability", *argv, "--json")
        assert kept.code == alone.code
        assert counts(kept.out) == counts(alone.out)
        assert results(Path(file)) == there
    status = winnable("study", "status", file)
    assert status.code == 0
    assert status.out.startswith("Winnability: 200 of 200 units\n")


def test_a_rule_that_is_not_the_file_s_is_refused(winnable: Callable[..., Any], tmp_path: Path) -> None:
    file = str(tmp_path / "f.db")
    winnable("winnability", "pyramid", "--count", "40", "--study", file)
    answer = winnable("winnability", "pyramid", "--count", "40", "--half-width", "5%", "--study", file)
    assert (answer.code, answer.out) == (2, "")
    what = "stop: half_width 0.05, level 0.950004; expected as in the file: none; or another file"
    assert answer.err == f"winnable: {file}: {what}\n"
    assert results(Path(file)) == 40


def test_a_rule_interrupted_is_the_rule_uninterrupted(
    process: Callable[..., subprocess.Popen[str]], winnable: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "f.db"
    argv = ("winnability", GAME, "--count", "3000", "--half-width", "8%", "--jobs", "2", "--json")
    running = process(*argv, "--study", str(file))
    until_some(file, 5)
    running.kill()
    running.communicate(timeout=PATIENCE)
    assert counts(winnable(*argv, "--study", str(file)).out) == counts(winnable(*argv).out)


def test_files_that_cannot_be_used(winnable: Callable[..., Any], tmp_path: Path) -> None:
    text, damaged, folder = tmp_path / "text.db", tmp_path / "damaged.db", tmp_path / "folder"
    text.write_text("ms:617\n" * 300)
    folder.mkdir()
    winnable("winnability", "pyramid", "--count", "2000", "--study", str(damaged))
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:8192] + b"\x5a" * (len(whole) - 8192))
    for file, complaint in (
        (text, "text.db: no study; expected a file that winnable study run made"),
        (damaged, "damaged.db: damaged, or no study at all; expected a file that"),
        (folder, "is a directory"),
        (tmp_path / "nowhere" / "f.db", "f.db: cannot be written; expected a file and a folder to write in"),
    ):
        answer = winnable("winnability", "pyramid", "--count", "9", "--study", str(file))
        assert (answer.code, answer.out) == (2, "")
        assert complaint in answer.err
        assert answer.err.count("\n") == 1
    assert text.read_text() == "ms:617\n" * 300


def test_a_full_disk_and_one_that_is_read_only(winnable: Callable[..., Any], disk: Path) -> None:  # noqa: F811
    file, filler = disk / "f.db", disk / "filler"
    argv = ("winnability", "pyramid", "--count", "200", "--json")
    winnable("winnability", "pyramid", "--count", "30", "--study", str(file))
    with pytest.raises(OSError, match="No space"):
        filler.write_bytes(b"x" * 2**20)
    full = winnable(*argv[:-1], "--study", str(file))
    what = "the disk is full; what was written stands: make room and run it again"
    assert (full.code, full.out, full.err) == (2, "", f"winnable: {file}: {what}\n")
    filler.unlink()
    assert counts(winnable(*argv, "--study", str(file)).out) == counts(winnable(*argv).out)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    sealed = winnable("winnability", "pyramid", "--count", "950", "--study", str(file))
    assert (sealed.code, sealed.out, sealed.err.count("\n")) == (2, "", 1)
    assert "cannot be written" in sealed.err


def test_levels_are_kept_too(winnable: Callable[..., Any], tmp_path: Path) -> None:
    file = str(tmp_path / "levels.db")
    argv = ("difficulty", "pyramid", "1..12", "--summary", "--json")
    alone = winnable(*argv)
    kept, again = (winnable(*argv, "--study", file) for _ in range(2))
    assert (kept.code, kept.out) == (again.code, again.out) == (alone.code, alone.out)
    exported = list(csv.DictReader(io.StringIO(winnable("study", "export", file).out)))
    assert len(exported) == 12
    levels = [json.loads(row["figures"])["level"] for row in exported]
    summary = json.loads(kept.out)
    assert {level: levels.count(level) for level in summary["levels"]} == summary["levels"]
    single = winnable("difficulty", "pyramid", "1..12", "--json").out.splitlines()
    assert levels == [json.loads(line)["level"] for line in single]
    refused = winnable("difficulty", "pyramid", "1..12", "--study", file)
    assert refused.code == 2
    assert refused.err.startswith("winnable: --study keeps the results of a --summary: give both; see")
