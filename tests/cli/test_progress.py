"""How far work is, seen on terminals of several widths, in a log, and not at all."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from cli.emulator import EAGER, Terminal
from winnable._core import CancelToken
from winnable.cli import progress as progress_module
from winnable.cli.progress import Progress

# Commands that print results while they work, and their live line.
COMMANDS = {
    "solve": (("solve", "freecell:cells=1", "ms:1..60", "--max-nodes", "20000"), r"\d+ of 60\b"),
    "solve as JSON": (("solve", "freecell:cells=2", "ms:1..60", "--json", "--jobs", "1"), r"\d+ of 60\b"),
    "play": (("play", "spider", "1..12", "--policy", "fast", "--boards", "20"), r"\d+ of 12\b"),
    "generate": (("generate", "undead", "7x7", "--count", "30", "--jobs", "1"), r"\d+ of 30\b"),
    "deal": (("deal", "pyramid", "--difficulty", "hard", "--count", "2"), r"\d of 2\b"),
    "difficulty": (("difficulty", "pyramid", "ms:1..8"), r"\d of 8\b"),
    "tune": (("tune", "freecell", "ms:1..2", "--count", "9", "--max-nodes", "500"), r"\d of 9\b"),
}
SECONDS = re.compile(r'"seconds": [^,}]*')


def printed(argv: tuple[str, ...]) -> str:
    """What a command prints where nobody sees it at work."""
    command = (sys.executable, "-m", "winnable", *argv)
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout


def wrapped(text: str, columns: int) -> list[str]:
    """The text as a terminal shows it."""
    return [
        line[at : at + columns].rstrip()
        for line in text.splitlines()
        for at in range(0, max(1, len(line)), columns)
    ]


@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize("name", COMMANDS)
def test_results_stand_above_the_live_line(name: str, columns: int) -> None:
    argv, live = COMMANDS[name]
    seen: set[str] = set()

    def look(lines: list[str]) -> None:
        found = [line for line in lines if re.search(rf"(^|\D){live}.*\(\d+ s\)", line)]
        assert found in ([], lines[-1:]), lines  # the last line of all
        for line in found:
            assert re.match(live, line), line  # glued to nothing
            assert len(line) < columns
        seen.update(found)

    with Terminal(*argv, columns=columns) as terminal:
        assert terminal.code(look) == (3 if name == "solve" else 0)
        shown = terminal.lines()
    assert seen  # how many there are depends on how fast the machine is
    assert b"\x1b" not in terminal.raw
    expected = wrapped(printed(argv), columns)
    if name == "solve as JSON":  # all but the time that it took
        shown, expected = ([SECONDS.sub("", "".join(lines))] for lines in (shown, expected))
    assert shown == expected


@pytest.mark.parametrize(
    ("columns", "argv", "known"),
    [
        (40, ("solve", "mrs_mop", "1"), ""),
        (80, ("solve", "freecell", "169", "--solver", "shortest"), "[89][0-9] moves known, "),
    ],
)
def test_a_long_search_says_how_far_it_is_and_is_gone_at_the_end(
    columns: int, argv: tuple[str, ...], known: str
) -> None:
    def searched(lines: list[str]) -> int:
        line = rf"{known}([\d,]+) positions searched(, \d+ MB)? \(\d+ s\)"
        found = re.fullmatch(line, lines[-1] if lines else "")
        return int(found[1].replace(",", "")) if found else 0

    with Terminal(*argv, columns=columns) as terminal:
        terminal.until(lambda lines: searched(lines) > 0)
        before = searched(terminal.lines())
        terminal.until(lambda lines: searched(lines) > before)
        os.kill(terminal.pid, signal.SIGINT)
        assert terminal.code() == 130
        assert not any("searched" in line for line in terminal.lines())


def test_a_terminal_may_become_narrow() -> None:
    argv = ("solve", "freecell:cells=1", "ms:1..100", "--max-nodes", "20000", "--summary", "--jobs", "1")
    with Terminal(*argv, columns=200) as terminal:
        terminal.until(lambda lines: bool(lines) and "positions: " in lines[0] and "|" in lines[0])
        terminal.resize(40)
        assert terminal.code() == 3
        shown = terminal.lines()
    expected = wrapped(printed(argv), 40)
    assert shown[: len(expected) - 2] == expected[:-2]  # the last two are of time and memory


def test_nothing_is_live_where_somebody_types() -> None:
    with Terminal("solve", "freecell", "-", "--jobs", "1", columns=80) as terminal:
        terminal.type("617\n")
        terminal.until(lambda lines: any(line.startswith("# length") for line in lines))
        terminal.type("11982\n\x04")
        assert terminal.code() == 0
    assert b" s)" not in terminal.raw


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_no_terminal_is_sent_an_escape_code(environ: dict[str, str]) -> None:
    argv = ("solve", "freecell:cells=1", "ms:1..40", "--max-nodes", "20000", "--summary")
    with Terminal(*argv, columns=80, **environ) as terminal:
        terminal.code()
    assert b"\x1b" not in terminal.raw
    assert (b"\r" in terminal.raw.replace(b"\r\n", b"")) == ("NO_COLOR" in environ)


def test_a_log_has_whole_lines() -> None:
    argv = ("solve", "freecell:cells=1", "ms:1..40", "--max-nodes", "20000", "--summary")
    script = EAGER.replace("p._TERMINAL_EVERY", "p._LOG_EVERY")
    done = subprocess.run((sys.executable, "-c", script, *argv), check=False, capture_output=True, text=True)
    lines = done.stderr.splitlines()
    assert all(re.match(r"\d+ of 40 positions.* \(\d+ s\)$", line) for line in lines)
    assert len(lines) > 1
    assert "\r" not in done.stderr


@pytest.mark.parametrize("columns", [0, 80])
def test_quiet_work_says_nothing(columns: int) -> None:
    argv = ("solve", "freecell:cells=1", "ms:1..40", "--max-nodes", "20000", "--summary", "--quiet")
    if columns:
        with Terminal(*argv, columns=columns) as terminal:
            assert terminal.code() == 3
            assert terminal.lines()[0] == "deals: 40"
        assert b" s)" not in terminal.raw
    else:
        done = subprocess.run(
            (sys.executable, "-c", EAGER, *argv), check=False, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (3, "")


class Counting(CancelToken):
    """A token of work that has searched much."""

    nodes = 1_234_567
    bytes = 350_000_000


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (
            200,
            "617 of 2,000 deals: 600 can be won, 10 a second, 2 minutes left, "
            "1,234,567 positions searched, 350 MB (9 s)",
        ),
        (90, "617 of 2,000 deals: 600 can be won, 2 minutes left, 1,234,567 positions searched (9 s)"),
        (60, "617 of 2,000 deals: 600 can be won, 2 minutes left (9 s)"),
        (40, "617 of 2,000, 2 minutes left (9 s)"),
        (15, "617 of 2,000"),
    ],
)
def test_what_matters_least_has_no_room(columns: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    progress = Progress(token=Counting(), total=2000, noun="deal")
    monkeypatch.setattr(progress_module, "_FIRST", float("inf"))
    for now[0], done in ((108.0, 607), (109.0, 617)):
        progress.show("600 can be won", done)
    assert progress._words(columns) == words


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        ({}, "at work (0 s)"),
        ({"noun": "game"}, "no games yet (0 s)"),
        ({"noun": "game", "total": 1}, "0 of 1 game (0 s)"),
        ({"noun": "search", "total": 3, "seconds": 2.0}, "0 of 3 searches (0 of 2 s)"),
        ({"token": Counting()}, "1,234,567 positions searched, 350 MB (0 s)"),
    ],
)
def test_what_is_not_known_is_not_said(counted: dict[str, object], words: str) -> None:
    make: Callable[..., Progress] = Progress
    assert make(**counted)._words() == words
