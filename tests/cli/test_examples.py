"""The examples that help ends with: each command has two, and they do what they are for."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from winnable.cli.groups import Command, LazyGroup, every_command
from winnable.cli.main import ANSWERED, LIMIT, NO, cli

STUDY = """
limits.nodes = 200
[[games]]
game = "freecell"
deals = "1..2"
[[players]]
solver = "auto"
"""
# What waits for a person, a window or a browser, or works for hours.
NOT_RUN = ("serve", "board", "screen", "study page", "train spider --study", "audit --hands hands")
LONG = (
    "hint",
    "verdicts",
    "review",
    "equity",
    "difficulty",
    "tune",
    "play",
    "train",
    "deal pyramid --difficulty",
)
PLOT = "study report study.db --plot"


def groups() -> Iterator[tuple[str, click.Command]]:
    """The groups of commands by name, that of all under the empty one."""
    context = click.Context(cli)
    yield "", cli
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if isinstance(command, LazyGroup):
            yield name, command


COMMANDS = dict(groups()) | every_command(cli)
EXAMPLES = [
    (name, line)
    for name, command in COMMANDS.items()
    if isinstance(command, (Command, LazyGroup))
    for _, line in command.examples
]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_two_examples(name: str, winnable: Callable[..., Any]) -> None:
    lines = winnable(*name.split(), "--help").out.partition("\nExamples:\n")[2].splitlines()
    assert len(lines) == 4
    for want, line in zip(lines[::2], lines[1::2], strict=True):
        assert want[:2] == "  "
        assert want[2].isupper()
        assert want[-1] in ":?"
        assert line.startswith(f"    winnable {name}".rstrip())


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_examples_are_command_lines(name: str, line: str) -> None:
    words = shlex.split(line)[1:]
    while isinstance(COMMANDS[name], LazyGroup):  # then it is about a command in it
        name = " ".join(words[: len(name.split()) + 1])
    arguments = words[len(name.split()) :]
    with COMMANDS[name].make_context(name, arguments, parent=click.Context(cli)):
        pass


@pytest.fixture
def folder(tmp_path: Path, winnable: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHELL", "/bin/bash")
    Path("moves.txt").write_text("2a 3b\n")
    Path("solution.txt").write_text(winnable("solve", "freecell", "617").out)
    Path("study.toml").write_text(STUDY)
    Path("other.toml").write_text(STUDY.replace("1..2", "3"))
    for made in (
        "study run study.toml --jobs 0",
        "study run other.toml --jobs 0",
        "study merge all.db study.db",
        "play spider 1 --policy random --summary --log games.jsonl",
        "search freecell 1 --max-nodes 5 --trace trace.jsonl",
    ):
        assert winnable(*made.split()).code in (ANSWERED, LIMIT)
    return tmp_path


def runnable() -> Iterator[Any]:
    """The examples that end by themselves."""
    for _, line in EXAMPLES:
        what = line.removeprefix("winnable ")
        if not what.startswith(NOT_RUN):
            yield pytest.param(line, marks=[pytest.mark.slow] if what.startswith(LONG) else [], id=what)


@pytest.mark.parametrize("line", list(runnable()))
@pytest.mark.usefixtures("folder")
def test_examples_run(line: str, winnable: Callable[..., Any]) -> None:
    if PLOT in line:
        pytest.importorskip("matplotlib")
    answer = winnable(*shlex.split(line)[1:])
    assert answer.code in (ANSWERED, NO, LIMIT), answer.err
    assert answer.out or " -o " in line
