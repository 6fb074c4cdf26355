"""`winnable replay`: lines, boards, an animation, and single keys on a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from sizes import PATIENCE

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"


@pytest.fixture
def trace(winnable: Callable[..., Any], tmp_path: Path) -> Path:
    """Of the dissertation's search, with 25 events."""
    path = tmp_path / "t.jsonl"
    assert winnable("search", "undead", SAMPLE, "--algorithm", "tightened", "--trace", str(path)).code == 0
    return path


def test_lines(winnable: Callable[..., Any], trace: Path) -> None:
    said = winnable("replay", str(trace))
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == f"# undead {SAMPLE} tightened: 25 events"
    assert lines[1] == "0 generate (depth 0, cost 0, node 0)"
    assert lines[3] == "2 generate R2: r2c1=v r3c1=g (depth 2, cost 2, node 1, parent 0)"
    assert lines[11] == "10 prune L2: r2c4=g r2c3=g r1c2=z (depth 5, cost 5, parent 4)"
    assert lines[-1] == "# solved (goal)"
    assert len(lines) == 27


def test_boards(winnable: Callable[..., Any], trace: Path) -> None:
    said = winnable("replay", str(trace), "--print", "boards")
    first, *boards = re.split(
        r"^(?=\d+ (?:generate|expand|prune|backtrack|goal))", said.out, flags=re.MULTILINE
    )
    assert first.count("\n") == 1
    assert len(boards) == 25
    assert "R1  3  \\  v  v  /" in re.sub(" +", lambda space: space[0][:2], boards[24])
    shown = winnable("show", "undead", SAMPLE).out
    assert boards[0] == f"0 generate (depth 0, cost 0, node 0)\n{shown}\n"


def test_an_animation(winnable: Callable[..., Any], trace: Path, tmp_path: Path) -> None:
    output = tmp_path / "t.svg"
    said = winnable("replay", str(trace), "-o", str(output))
    assert (said.code, said.out) == (0, f"{output}\n")
    root = ET.parse(output).getroot()
    animated = list(root.iter("{http://www.w3.org/2000/svg}animate"))
    assert len(animated) == 25
    assert {element.get("dur") for element in animated} == {"14.5s"}
    text = output.read_text()
    assert "12 expand L2: r2c4=g r2c3=z r1c2=v" in text
    said = winnable("replay", str(trace), "-o", str(output), "--count", "5", "--speed", "1")
    assert said.out == f"{output}\n# 5 of 25 events; --count draws more\n"
    assert output.read_text().count("<animate") == 5
    assert "5 of 25 events" in output.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.jsonl",), "cannot read 'none.jsonl': no such file or directory; expected a trace"),
        (
            ("t.jsonl", "-o", "t.png"),
            "'t.png' is no name for an animation; expected a file that ends in .svg",
        ),
        (("t.jsonl", "-o", "t.svg", "--print", "lines"), "--print prints to standard output"),
        (("cut.jsonl",), "cut.jsonl:8: the trace is cut off in the middle of this line; make it anew with"),
        (("short.jsonl",), "short.jsonl:8: the trace is cut off: its last line is missing; make it anew"),
        (
            ("old.jsonl",),
            "old.jsonl:1: a trace of version 1, which holds no moves; make it anew: winnable search",
        ),
        (
            ("new.jsonl",),
            "new.jsonl:1: a trace of version 9, written by a newer Winnable; expected version 2",
        ),
        (("empty.jsonl", "-o", "t.svg"), "this trace has no events"),
        ((".",), "cannot read '.': is a directory"),
    ],
)
def test_bad_traces_are_one_line(
    winnable: Callable[..., Any], trace: Path, monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...], message: str,
) -> None:  # fmt: skip
    folder = trace.parent
    monkeypatch.chdir(folder)
    lines = trace.read_text().splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(lines[:7]) + lines[7][:50])
    (folder / "short.jsonl").write_text("".join(lines[:7]))
    (folder / "old.jsonl").write_text('{"trace": 1, "game": "undead", "deal": "x", "algorithm": "paths"}\n')
    (folder / "new.jsonl").write_text('{"trace": 9}\n')
    (folder / "empty.jsonl").write_text(lines[0] + '{"end": 0}\n')
    before = sorted(folder.iterdir())
    said = winnable("replay", *arguments)
    assert said.code == 2
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert sorted(folder.iterdir()) == before


class Terminal:
    """A replay on a terminal of its own."""

    def __init__(self, screen: int, process: subprocess.Popen[bytes]) -> None:
        self.screen, self.process = screen, process

    def read_until(self, wanted: str, *, end_with: str = "q quit", seconds: float = PATIENCE) -> str:
        """The first whole screen that holds a text, of those written from now on."""
        text, end = "", time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.screen], [], [], 0.1)[0]:
                with suppress(OSError):  # at the end of the process
                    text += os.read(self.screen, 65536).decode(errors="replace")
            for screen in text.split("\x1b[2J"):
                if wanted in screen and end_with in screen.partition(wanted)[2]:
                    return screen
        raise AssertionError(f"no {wanted!r} in {text[-2000:]!r}")

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())


@contextmanager
def terminal(*argv: str, code: int = 0) -> Iterator[Terminal]:
    screen, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    before = termios.tcgetattr(side)
    process = subprocess.Popen(
        (sys.executable, "-m", "winnable", *argv), stdin=side, stdout=side, stderr=side,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield Terminal(screen, process)
        assert process.wait(timeout=PATIENCE) == code
        assert termios.tcgetattr(side) == before
    finally:
        process.kill()
        process.wait()
        os.close(screen)
        os.close(side)


def test_keys_on_a_terminal(trace: Path) -> None:
    with terminal("replay", str(trace), "--speed", "50") as shown:
        first = shown.read_until("undead")
        assert "step 1 of 25  (stopped; search: solved (goal))" in first
        assert "moves: none" in first
        for keys, number in (
            ("n", 2), (" ", 3), ("\n", 4), ("p", 3), ("\x1b[C", 4), ("\x1b[D", 3), ("l", 25), ("f", 1),
            ("12\n", 12), ("\x1bOH", 1), ("13\x7f8\r", 18),
        ):  # fmt: skip
            shown.type(keys)
            shown.read_until(f"step {number} of 25  (stopped;")
        shown.type("n")
        board = shown.read_until("step 19 of 25")
        assert "18 generate L2: r2c4=z r2c3=g r1c2=v" in board
        assert re.search(r"R2\s+2\s+v\s+\\\s+g\s+z", board)
        shown.type("99\n")
        assert "there are the steps 1 to 25" in shown.read_until("step 25 of 25")
        shown.type("x")
        shown.read_until("'x' means nothing here")
        shown.type("f")
        shown.read_until("step 1 of 25")
        shown.type("r")  # runs to the end by itself, and stops there
        shown.read_until("step 25 of 25  (stopped;")
        shown.type("-")
        shown.type("fr")
        assert "running, 25 a second" in shown.read_until("running")
        shown.read_until("step 25 of 25  (stopped;")
        shown.type("q")


def test_a_terminal_is_as_before_after_an_error(trace: Path) -> None:
    lines = trace.read_text().splitlines(keepends=True)
    lines[3] = lines[3].replace("r2c1=v", "r9c9=v")
    trace.write_text("".join(lines))
    with terminal("replay", str(trace), code=2) as shown:
        shown.read_until("step 1 of 25")
        shown.type("nn")
        text = shown.read_until("cannot be made", end_with="")
        assert ":4: move 1 of the way to this event cannot be made" in text.replace("\r\n", "")
        assert text.index("\x1b[?1049l") < text.index("winnable:")
