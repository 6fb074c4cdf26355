"""Running the command line inside the test, and as a process of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from cli.json_lines import checked_lines
from winnable.cli import json_keys
from winnable.cli.main import run


class Answer(NamedTuple):
    """What a command said."""

    code: int
    out: str
    err: str


@pytest.fixture
def winnable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """`winnable("solve", "freecell", "617", stdin="…")`; JSON is held against its schema."""

    def call(*argv: str, stdin: str | bytes = "") -> Answer:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = run(list(argv))
        out, err = capsys.readouterr()
        command = next((name for n in (1, 2) if (name := " ".join(argv[:n])) in json_keys.COMMANDS), None)
        if "--json" in argv and command is not None:
            checked_lines(command, out)
        return Answer(code, out, err)

    return call


@pytest.fixture
def process() -> Callable[..., subprocess.Popen[str]]:
    """The command as a process, its streams as text."""

    def start(*argv: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            (sys.executable, "-m", "winnable", *argv),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start
