"""`equity`, `audit`, `tune` and `train` with --study: killed in the middle and run again they answer as if
nothing had been, do nothing twice, and refuse the file of another command."""

from __future__ import annotations

import csv
import json
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sizes import PATIENCE
from winnable.errors import InputError
from winnable.studies.experiments.export import columns_of, rows_of
from winnable.studies.experiments.store import Store

ENDING = "-As Ks Qs Js 0s 9s 8s 7s 6s 5s 4s 3s\n-2s Kh\nQh Jh 0h 9h 8h 7h 6h 5h 4h 3h 2h Ah\n" + 7 * "--\n"
ENDING += "runs: c-2 d-2 h-1 s-1\n"


class Case(NamedTuple):
    """A command, how many rows it has in the end, another option that changes its answer, and one that only
    asks for more."""

    argv: tuple[str, ...]
    rows: int
    other: tuple[str, ...]
    more: tuple[str, ...]


CASES = {
    "equity": Case(
        ("equity", "spider:suits=1", "seed:5", "--count", "12"), 12, ("--seed", "9"), ("--count", "14")
    ),
    "moves": Case(
        ("equity", "spider:suits=1", "seed:5", "--sampled", "--moves", "--count", "2"),
        0,
        ("--policy", "random"),
        ("--half-width", "40%"),
    ),
    "audit": Case(
        ("audit", "spider:suits=1", "--hands", "kpat:1..3", "--count", "2", "--shuffles", "19"),
        12,
        ("--count", "3"),
        ("--shuffles", "29"),
    ),
    "tune": Case(
        ("tune", "freecell", "ms:1..6", "--count", "8", "--max-nodes", "4000"),
        48,
        ("--max-nodes", "500"),
        ("--count", "9"),
    ),
    "train": Case(
        (
            *("train", "spider:suits=1", "--boards", "100", "--count", "4"),
            *("--population", "3", "--elite", "1", "--generations", "2"),
        ),
        24,
        ("--scale", "0.5"),
        ("--generations", "3"),
    ),
}  # fmt: skip
# Moves of a hand take the longest, and are kept as its games are.
SOME_CASES = [pytest.param(name, marks=pytest.mark.slow) if name == "moves" else name for name in CASES]


def answer(text: str) -> list[dict[str, Any]]:
    """What a command answered, without the time it took."""
    found = [json.loads(line) for line in text.splitlines()]
    for line in found:
        for place in (line, line.get("best", {})):
            place.get("stats", {}).pop("cpu_seconds", None)
    return found


def done(path: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            (count,) = file.execute("SELECT count(*) FROM results").fetchone()
            return int(count)
    except sqlite3.OperationalError:  # not there yet
        return 0


def killed(process: Callable[..., subprocess.Popen[str]], case: Case, path: Path) -> Path | None:
    """The file of a run that is killed in the middle; None where it had ended by then, on a busy machine."""
    with process(*case.argv, "--json", "--jobs", "1", "--study", str(path)) as running:
        until_done(running, path, 2)
        running.send_signal(signal.SIGKILL)
        running.communicate()
    assert running.returncode in (-signal.SIGKILL, 0)
    return path if running.returncode and 2 <= done(path) < (case.rows or 10**9) else None


def until_done(running: subprocess.Popen[str], path: Path, rows: int) -> None:
    """Waits until so many rows are written, or the run has ended."""
    end = time.monotonic() + PATIENCE
    while done(path) < rows and running.poll() is None:
        assert time.monotonic() < end, "nothing is written"
        time.sleep(0.01)


@pytest.mark.parametrize("name", SOME_CASES)
def test_killed_and_run_again_it_answers_as_if_nothing_had_been(
    name: str,
    winnable: Callable[..., Any],
    process: Callable[..., subprocess.Popen[str]],
    tmp_path: Path,
) -> None:
    case = CASES[name]
    whole = winnable(*case.argv, "--json")
    assert whole.code == 0, whole.err
    path = next(filter(None, (killed(process, case, tmp_path / f"kept-{i}.db") for i in range(10))))
    with closing(sqlite3.connect(path)) as file:
        there = dict(file.execute("SELECT block || ' ' || number, run FROM results"))
    again = winnable(*case.argv, "--json", "--study", str(path))
    assert (again.code, answer(again.out)) == (0, answer(whole.out))
    with closing(sqlite3.connect(path)) as file:
        runs = dict(file.execute("SELECT block || ' ' || number, run FROM results"))
    assert {place: runs[place] for place in there} == there  # written once, by the run that was killed
    assert len(runs) == case.rows or not case.rows
    third = winnable(*case.argv, "--json", "--study", str(path))
    assert answer(third.out) == answer(whole.out)
    assert done(path) == len(runs)
    table = tmp_path / "table.csv"
    assert winnable("study", "export", str(path), "-o", str(table)).code == 0
    with table.open(newline="") as stream:
        assert len(list(csv.DictReader(stream))) == len(runs)


@pytest.mark.parametrize("name", SOME_CASES)
def test_a_file_of_other_options_or_another_command_is_refused(
    name: str, winnable: Callable[..., Any], tmp_path: Path
) -> None:
    case, path = CASES[name], tmp_path / "kept.db"
    assert winnable(*case.argv, "--study", str(path)).code == 0
    kept = done(path)
    for argv in ((*case.argv, *case.other), CASES["tune" if name != "tune" else "equity"].argv):
        refused = winnable(*argv, "--study", str(path))
        assert refused.code == 2
        assert refused.err.count("\n") == 1
        assert "kept.db: its results are of 'winnable " in refused.err
    assert done(path) == kept
    more = winnable(*case.argv, *case.more, "--json", "--study", str(path))
    assert (more.code, answer(more.out)) == (0, answer(winnable(*case.argv, *case.more, "--json").out))
    assert done(path) >= kept


def test_the_order_of_options_does_not_matter(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = str(tmp_path / "kept.db")
    options = [("--boards", "60"), ("--count", "2"), ("--population", "3"), ("--elite", "1"), ("--seed", "5")]
    argv = ("train", "spider:suits=1", "--generations", "1", "--study", path)
    answers = [
        winnable(*argv, *(word for option in given for word in option))
        for given in (options, options[::-1], [*options[2:], *options[:2]])
    ]
    assert {found.code for found in answers} == {0}
    assert len({found.out for found in answers}) == 1
    assert done(Path(path)) == 6


def test_a_study_of_a_text_is_refused(winnable: Callable[..., Any], tmp_path: Path) -> None:
    text = tmp_path / "small.toml"
    text.write_text('[[games]]\ngame = "freecell"\ndeals = "ms:1"\n[[players]]\nsolver = "auto"\n')
    path = tmp_path / "small.db"
    assert winnable("study", "run", str(text), "-o", str(path), "--jobs", "0").code == 0
    refused = winnable(*CASES["equity"].argv, "--study", str(path))
    assert refused.code == 2
    assert "small.db: its results are of 'winnable study run', not of 'winnable equity" in refused.err
    no_study = tmp_path / "notes.txt"
    no_study.write_text("notes\n" * 100)
    refused = winnable(*CASES["equity"].argv, "--study", str(no_study))
    assert (refused.code, no_study.read_text()) == (2, "notes\n" * 100)


def test_what_cannot_be_measured_leaves_no_file(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    for argv in (
        ("equity", "spider", "1", "--policy", "lucky"),
        ("audit", "--hands", "1..2", "--policy", "lucky"),
        ("tune", "freecell", "1..2", "--algorithm", "magic"),
        ("train", "spider", "--stock-rows", "1", "--elite", "100"),
    ):
        assert winnable(*argv, "--study", str(path)).code == 2
        assert not path.exists()


def test_a_log_has_the_games_of_earlier_runs_too(winnable: Callable[..., Any], tmp_path: Path) -> None:
    hand, path = tmp_path / "hand.txt", str(tmp_path / "kept.db")
    hand.write_text(ENDING)
    logs = [tmp_path / name for name in ("whole", "kept")]
    argv = ("equity", "spider", str(hand), "--sampled", "--moves", "--count")
    assert winnable(*argv, "3", "--log", str(logs[0])).code == 0
    assert winnable(*argv, "2", "--study", path).code == 0
    assert winnable(*argv, "3", "--study", path, "--log", str(logs[1])).code == 0
    assert logs[0].read_text() == logs[1].read_text() != ""
    assert winnable("check", "spider", str(logs[1])).code == 0
    refused = winnable(*argv, "3", "--study", path, "--log", path)
    assert refused.code == 2
    assert done(Path(path)) > 0


def test_interrupted_it_says_what_it_knows_and_keeps_it(
    winnable: Callable[..., Any], process: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    path = tmp_path / "kept.db"
    argv = ("equity", "spider:suits=1", "seed:5", "--json", "--jobs", "1", "--study", str(path), "--count")
    with process(*argv, "100000") as running:
        until_done(running, path, 3)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate()
    (found,) = answer(out)
    assert running.returncode == 130
    assert 3 <= found["games"] <= done(path)
    assert answer(winnable(*argv, str(found["games"])).out)[0]["wins"] == found["wins"]


def test_rows_tell_the_hands_the_moves_and_the_weights(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    hand = tmp_path / "hand.txt"
    hand.write_text(ENDING)
    assert winnable("equity", "spider", str(hand), "--moves", "--count", "2", "--study", str(path)).code == 0
    with Store(path, write=False) as store:
        table = [dict(zip(columns_of(store), row, strict=True)) for row in rows_of(store)]
    assert {row["deal"] for row in table} == {f"{hand}:1"}
    players = {row["player"] for row in table}
    assert len(players) == len(table) / 2
    assert all(player.startswith("fast after ") for player in players)


def test_the_file_of_a_hand_runs_as_any_study(winnable: Callable[..., Any], tmp_path: Path) -> None:
    """Its units name all that they need: the hand, what is drawn, and who plays."""
    path = tmp_path / "kept.db"
    argv = (*CASES["equity"].argv[:-1], "2", "--study", str(path))
    assert winnable(*argv).code == 0
    with closing(sqlite3.connect(path)) as file:
        before = file.execute("SELECT number, outcome, moves FROM results ORDER BY number").fetchall()
        file.execute("DELETE FROM results WHERE number = 1")
        file.execute("UPDATE blocks SET next = 1")
        file.commit()
    assert winnable("study", "run", str(path), "--jobs", "0").code == 0
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT number, outcome, moves FROM results ORDER BY number").fetchall() == before


def test_the_refusal_is_one_clear_line(tmp_path: Path) -> None:
    from winnable.studies.experiments.measured import measurer

    path = tmp_path / "kept.db"
    with measurer(path, made_by="winnable equity spider 1"):
        pass
    with measurer(path, made_by="winnable equity spider 1"):
        pass
    with pytest.raises(InputError) as caught, measurer(path, made_by="winnable equity spider 2"):
        pass
    assert str(caught.value) == (
        f"{path}: its results are of 'winnable equity spider 1', not of 'winnable equity spider 2'; "
        "the same command with the same options goes on from it; for others name another file"
    )
