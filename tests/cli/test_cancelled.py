"""Two signals in a row to each command that works for long: what was finished is told, and nothing else."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from oracle.undead import counts, seen
from sizes import PATIENCE
from studies.experiments.small import TEXT

# Says in a log how far it is from the start on, and twenty times a second.
TALKING = (
    "import sys; from winnable.cli import progress as p; p._FIRST = 0.0; p._SILENT = p._LOG_EVERY = 0.05; "
    "from winnable.cli.main import main; main(sys.argv[1:])"
)
AT_WORK = r"positions searched|at work|\d+ of "
SOME = r"^[1-9][\d,]* of "
_ALL_OPEN = " 0.00 % to 100.00 %  "  # the share of units that were measured, and are not decided
SHARE_OF_NOTHING = re.compile(r"\b0\.0+ %? ?(to|\(0\.0+ to) 100")


class Cancelled(NamedTuple):
    code: int
    out: str
    said: str  # the last line of stderr, no progress

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def cancelled(*argv: str, once: str = AT_WORK) -> Cancelled:
    """Cancels a command by Ctrl-C and SIGTERM, once its progress says so."""
    command = (sys.executable, "-c", TALKING, *argv)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        lines = iter(running.stderr.readline, "")
        assert any(re.search(once, line) for line in lines), running.communicate()
        running.send_signal(signal.SIGINT)
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    rows = [line for line in out.splitlines() if _ALL_OPEN not in line]
    assert not SHARE_OF_NOTHING.search("\n".join(rows))
    said = [line for line in err.splitlines() if line.startswith("winnable: ")]
    assert len(said) <= 1, said
    return Cancelled(running.returncode, out, said[0] if said else "")


@pytest.mark.parametrize(
    "argv",
    [
        ("hint", "mrs_mop", "13", "--max-seconds", "600"),
        ("deal", "mrs_mop", "--winnable"),
        ("difficulty", "freecell", "169"),
        ("train", "spider", "--boards", "20000"),
        ("solve", "mrs_mop", "13", "--summary"),
        ("generate", "undead", "10x10", "--grade", "tricky", "--mirrors", "0", "--output", "made.txt"),
        ("sheet", "undead", "--count", "100000", "-o", "made.svg"),
    ],
    ids=lambda argv: argv[0],
)
def test_where_nothing_is_finished_nothing_is_told(
    argv: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cancelled(*argv) == (130, "", "winnable: cancelled")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("argv", "noun", "line"),
    [
        (("solve", "freecell", "ms:1..100000"), "positions", r"^# freecell ms:\d+$"),
        (("solve", "freecell", "ms:1..100000", "--jobs", "1", "--json"), "positions", '"verdict"'),
        (("play", "spider", "1..1000", "--policy", "fast", "--json"), "games", '"won"'),
        (("generate", "undead", "7x7", "--count", "100000"), "puzzles", "^7x7"),
        (("deal", "freecell", "--winnable", "--count", "100000", "--json"), "deals", '"deal"'),
        (("difficulty", "pyramid", "ms:1..1000"), "positions", r"^ms:\d+: "),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_was_finished_is_counted(argv: tuple[str, ...], noun: str, line: str) -> None:
    answer = cancelled(*argv, once=SOME)
    assert answer.code == 130
    told = sum(bool(re.search(line, text)) for text in answer.lines)
    told -= answer.out.count('"reason": "cancelled"')
    match = re.fullmatch(rf"winnable: cancelled after ([\d,]+) of [\d,]+ {noun}", answer.said)
    assert match is not None, answer.said
    assert int(match[1].replace(",", "")) == told > 0


def test_one_position_in_work_is_cancelled_and_not_unknown() -> None:
    solved = cancelled("solve", "mrs_mop", "13", once=r"\d positions searched")
    assert solved.code == 130
    assert re.fullmatch(r"# mrs_mop kpat:13: cancelled after \d+ positions\n", solved.out)
    searched = cancelled("search", "mrs_mop", "13", "--algorithm", "breadth_first", once="positions searched")
    assert searched.code == 130
    assert searched.lines[0] == "# breadth_first: cancelled"
    assert "unknown" not in solved.out + searched.out


def test_a_summary_counts_what_was_decided() -> None:
    argv = ("solve", "freecell:cells=1", "ms:1..100000", "--max-nodes", "20000", "--summary")
    data = json.loads(cancelled(*argv, "--json", once=SOME).out)
    assert data["games"] == data["wins"] + data["losses"] + len(data["undecided"]) > 0
    assert not {*data["undecided"]} & {*data.get("cancelled", ())}
    argv = ("winnability", "pyramid", "--count", "10000000", "--json")
    data = json.loads(cancelled(*argv, once=SOME).out)
    assert data["games"] == data["wins"] + data["losses"] + len(data["undecided"]) > 0
    argv = ("difficulty", "pyramid", "ms:1..100000", "--summary", "--json")
    data = json.loads(cancelled(*argv, once=SOME).out)
    assert data["games"] > 0
    assert not data["undecided"]


def test_games_played_are_counted() -> None:
    argv = ("equity", "spider", "seed:1", "--count", "100000", "--json")
    data = json.loads(cancelled(*argv, once=SOME).out)
    assert 0 < data["games"] < 100000
    argv = ("play", "spider", "seed:1", "--policy", "fast", "--count", "100000", "--summary", "--json")
    data = json.loads(cancelled(*argv, once=SOME).out)
    assert (0 < data["games"] < 100000, data["broken_off"]) == (True, 0)
    review = cancelled("review", "spider", "seed:1", "deal", "--count", "100000", once=r"^[1-9]\d+ of ")
    assert review.code == 130
    assert re.search(r" [1-9]\d* games? from each", review.lines[0])


def test_an_audit_says_nothing_of_games_that_were_not_played() -> None:
    argv = ("audit", "spider", "--hands", "ms:1..3", "--policy")
    early = cancelled(*argv, "best", once="even shuffles")
    assert early.lines[2:5] == [
        "repeats: none",
        "p, evenly shuffled: not tested",
        "cancelled before they were compared with others: there is no answer",
    ]
    late = cancelled(*argv, "best", "--shuffles", "9", once=r"^0 of 60 games")  # each hand has its first
    assert late.code == 130
    assert "games of each hand" not in late.out
    assert "equity" not in late.out
    later = cancelled(*argv, "random", "--shuffles", "9", "-n", "5000", once=r"^[1-9]\d+ of 30,000 games")
    assert later.code == 130
    assert re.search(r"^policy: random, [1-9][\d,]* games? of each hand", later.out, re.MULTILINE)
    assert "equity of the hands" in later.out


def test_searches_and_trials_that_ended_are_in_the_table() -> None:
    argv = ("search", "freecell", "1..1000", "--algorithm", "greedy,breadth_first", "--max-nodes", "3000")
    table = cancelled(*argv, once=SOME)
    assert table.code == 130
    assert table.lines[-2].startswith("average")
    assert not any("cancelled" in line for line in table.lines)
    argv = ("tune", "freecell", "1..3", "--count", "9999", "--max-nodes", "300")
    trials = cancelled(*argv, once=SOME)
    assert trials.lines[0].startswith("trial 1: ")
    assert trials.lines[-1].startswith(f"best of {len(trials.lines) - 1} trial")


def large_puzzle(size: int) -> str:
    """The ID of a puzzle with so many rows that to explain it takes long; it has many solutions."""
    rng = Random(1)
    rows = ["".join(rng.choices(".\\/", (8, 1, 1), k=size)) for _ in range(size)]
    filled = tuple("".join(rng.choice("gvz") if c == "." else c for c in row) for row in rows)
    squares = re.sub(r"\.+", lambda run: "z" * (len(run[0]) // 26) + _letter(len(run[0]) % 26), "".join(rows))
    squares = squares.replace("\\", "L").replace("/", "R")
    numbers = [*counts(filled), squares, *(seen(filled, place) for place in range(4 * size))]
    return f"{size}x{size}:{','.join(map(str, numbers))}"


def _letter(number: int) -> str:
    return chr(ord("a") + number - 1) if number else ""


def test_the_steps_that_were_found_are_explained() -> None:
    explained = cancelled("explain", "undead", large_puzzle(60))
    assert explained.code == 130
    (told,) = (line for line in explained.lines if line.startswith("# "))
    found = re.match(r"# cancelled after ([\d,]+) steps?; open: ", told)
    assert found is not None, told[:99]
    steps = [line for line in explained.lines if re.match(r"[\d,]+\. ", line)]
    assert int(found[1].replace(",", "")) == len(steps) > 0


def test_verdicts_of_moves_that_were_not_looked_at_are_not_known() -> None:
    verdicts = cancelled("verdicts", "mrs_mop", "13", "--max-seconds", "600", once="positions searched")
    assert verdicts.code == 130
    assert "not known" in verdicts.out


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_study_goes_on_where_it_was_left(
    workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("many.toml").write_text(TEXT.replace("ms:1..30", "ms:1..30000"))
    left = cancelled("study", "run", "many.toml", "--jobs", workers, once=SOME)
    assert left.code == 130
    done = int(left.lines[0].split()[1])
    assert 0 < done < 30000
    again = cancelled("study", "run", "many.db", "--jobs", workers, once=SOME)
    assert int(again.lines[0].split()[1]) >= done
