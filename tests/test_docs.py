"""The code in README and docs runs, prints what they say, and leaves no command out.

In a ``console`` block each ``$`` line is run in a shell, in a folder that has the repository's
``examples``, and what it prints must be what follows; ``...`` stands for anything, and an exit code other
than 0 is shown by a last line ``exit code: N``. A ``python`` block is run, all blocks of a page in one
namespace; a ``pycon`` block is a doctest. A block below a comment ``<!-- file: NAME -->`` is also written to
a file of that name in the folder of each of the page's tests.

A test is one command, or several of a page in one folder, in their order: those that name the same file
(one may write what another reads), and all of its Python.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from sizes import ALL, PATIENCE
from winnable.cli.main import run

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted(DOCS.rglob("*.md")) if "_build" not in page.parts),
]
RUN = {"console", "python", "pycon"}
SHOWN = {"text", "cpp", "json", "{toctree}", "{eval-rst}"}

FENCE = re.compile(
    r"^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<language>\S*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)


# What work that takes over a second says on stderr, by the clock.
PROGRESS = re.compile(r"^.* \(\d+ s\)\n", re.MULTILINE)


# A name with an ending, or of what output is sent to or packages go to, or a path in Python: a file or folder
# beside ``examples/``, whose files are there for every command.
FILE = re.compile(
    r"""(?<![\w/.-])([\w-]+\.[a-z]{2,5})\b|(?:>|--target) *([\w-][\w.-]*)|Path\("([\w.-]+)"\)"""
)


class Block(NamedTuple):
    language: str
    body: str
    line: int
    file: str | None


class Step(NamedTuple):
    """One command of a console block with its output, or a block of Python."""

    block: Block
    command: str = ""
    wanted: str = ""

    @property
    def text(self) -> str:
        return re.sub(r"2> *\S+", "", self.command) or self.block.body  # what stderr says nobody reads again

    def names(self, files: set[str]) -> set[str]:
        """What it may have in common with other steps of its page: some of these files, or the namespace."""
        named = {file for file in files if re.search(rf"(?<![\w/.-]){re.escape(file)}(?![\w/-])", self.text)}
        return named if self.command else named | {"the namespace"}


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["language"], found["body"], text.count("\n", 0, found.start()) + 1, found["file"])
        for found in FENCE.finditer(text)
    ]


def commands_of(body: str) -> Iterator[tuple[str, str]]:
    """Each ``$`` line of a console block with the output that follows it."""
    command, output = "", ""
    for line in body.splitlines(keepends=True):
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:].strip(), ""
        elif command.endswith("\\"):
            command = command[:-1] + line.strip()
        else:
            output += line
    if command:
        yield command, output


def run_command(command: str, folder: Path) -> str:
    """What a command prints, both streams without progress, with its exit code if that is not 0."""
    if command.startswith("make "):
        # Setting up and testing is what runs this test: here only that the target exists.
        done = subprocess.run(
            ["make", "-n", *command.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=False
        )
        return done.stderr if done.returncode else ""
    if command.startswith("winnable ") and not re.search(r"[|&;<>$`*]", command) and not ALL:
        return run_here(command, folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said = PROGRESS.sub("", done.stdout)
    return said + (f"exit code: {done.returncode}\n" if done.returncode else "")


def run_here(command: str, folder: Path) -> str:
    """The same of a command that needs no shell, without a process of its own, which takes longer to start
    than most commands take."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, chdir(folder), redirect_stdout(said), redirect_stderr(said):
        patch.setenv("COLUMNS", "100")
        code = run(shlex.split(command)[1:])
    return PROGRESS.sub("", said.getvalue()) + (f"exit code: {code}\n" if code else "")


def matches(wanted: str, got: str) -> bool:
    return doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)


def run_python(block: Block, page: Path, namespace: dict[str, object]) -> None:
    if block.language == "python":
        code = compile("\n" * block.line + block.body, str(page), "exec")
        exec(code, namespace)
        return
    test = doctest.DocTestParser().get_doctest(block.body, namespace, page.name, str(page), block.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    output: list[str] = []
    runner.run(test, out=output.append, clear_globs=False)
    namespace.update(test.globs)
    assert not runner.failures, "".join(output)


def steps_of(page: Path) -> Iterator[Step]:
    for block in blocks_of(page):
        if block.language == "console":
            for command, wanted in commands_of(block.body):
                yield Step(block, command, wanted)
        elif block.language in RUN:
            yield Step(block)


def groups_of(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps of a page, those together that may depend on each other."""
    order = list(steps)
    files = {name for step in order for found in FILE.findall(step.text) for name in found if name}
    groups: list[tuple[set[str], list[int]]] = []
    for number, step in enumerate(order):
        names, members = step.names(files), [number]
        for other in [group for group in groups if group[0] & names]:
            groups.remove(other)
            names, members = names | other[0], members + other[1]
        groups.append((names, members))
    return [[order[number] for number in sorted(members)] for _, members in groups]


# Of examples that take seconds, a part of what tells them.
SLOW = (
    "winnable difficulty eight_off ms:1..40",
    "winnable audit --hands stacked --policy random",
    "winnable equity spider:suits=1 seed:3",
    "winnable audit --hands kpat:1..5",
)


def is_slow(group: list[Step]) -> bool:
    return any(part in step.text for step in group for part in SLOW)


EXAMPLES = [
    pytest.param(
        page,
        group,
        id=f"{page.relative_to(ROOT)}:{group[0].block.line}:{number}",
        marks=[pytest.mark.slow] if is_slow(group) else [],
    )
    for page in PAGES
    for number, group in enumerate(groups_of(steps_of(page)), start=1)
]


@pytest.mark.parametrize(("page", "group"), EXAMPLES)
def test_examples_do_what_they_show(page: Path, group: list[Step], tmp_path: Path) -> None:
    namespace: dict[str, object] = {"__name__": "__main__"}
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in blocks_of(page):
        if block.file:
            (tmp_path / block.file).write_text(block.body, encoding="utf-8")
    with chdir(tmp_path):
        for step in group:
            if step.command:
                got = run_command(step.command, tmp_path)
                where = f"{page.name}:{step.block.line}: $ {step.command}"
                assert matches(step.wanted, got), f"{where}\nwanted:\n{step.wanted}got:\n{got}"
            else:
                run_python(step.block, page, namespace)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_is_of_a_known_language(page: Path) -> None:
    for block in blocks_of(page):
        where = f"{page.name}:{block.line}"
        assert block.language in RUN | SHOWN, f"{where}: a block of no known language"
        if block.language not in RUN:
            assert not block.body.startswith("$ "), f"{where}: make this a console block"


def test_steps_that_share_a_file_or_the_namespace_stay_together() -> None:
    def step(text: str, language: str = "console") -> Step:
        return Step(Block(language, text, 1, None), text if language == "console" else "")

    write, other, read, code = (
        step("a > x.txt"),
        step("b examples/x.txt"),
        step("c x.txt y.svg"),
        step("d", "python"),
    )
    more, last = step("open('y.svg')", "pycon"), step("e y.svg")
    bare, same = step("f >bare"), step("g bare --x")
    assert groups_of([write, other, read]) == [[other], [write, read]]
    assert groups_of([bare, other, same]) == [[other], [bare, same]]
    assert groups_of([write, other, code, read, more, last]) == [[other], [write, code, read, more, last]]


def test_the_check_sees_a_wrong_output() -> None:
    assert matches("one\n...\nthree\n", "one\ntwo\nthree\n")
    assert not matches("one\n", "two\n")
    assert list(commands_of("$ a\n1\n2\n$ b \\\n  c\n")) == [("a", "1\n2\n"), ("b c", "")]
    assert run_command("echo hello; exit 3", ROOT) == "hello\nexit code: 3\n"
    assert run_command("echo '3 games: 1 won (12 s)' >&2; echo 5 moves", ROOT) == "5 moves\n"


def test_readme_has_the_two_commands() -> None:
    commands = [
        command
        for block in blocks_of(ROOT / "README.md")
        if block.language == "console"
        for command, _ in commands_of(block.body)
    ]
    assert {"make demo", "make test"} <= set(commands)


def section(page: str, title: str) -> str:
    """The text below a heading, up to the next one of its level or higher, without what examples print."""
    text = FENCE.sub("", page)  # where a `#` begins a comment
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no heading {title!r}"
    return found[2]


def test_every_command_and_option_is_documented() -> None:
    from winnable.cli.groups import every_command
    from winnable.cli.main import cli

    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    shared = section(page, "Options that are the same everywhere")
    context = click.Context(cli)
    for name, command in every_command(cli).items():
        text = section(page, f"winnable {name}")
        for parameter in command.params:
            option = isinstance(parameter, click.Option)
            for wanted in parameter.opts if option else [parameter.make_metavar(context)]:
                told = text + shared if option else text
                assert f"`{wanted}" in told, f"docs/commands.md: {name} lacks {wanted}"


def tables(text: str) -> Iterator[list[dict[str, str]]]:
    """The Markdown tables of a page, as rows by column name."""
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        yield [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def table_with(page: str, column: str) -> list[dict[str, str]]:
    """The first table of a page of rules that has such a column."""
    text = (DOCS / "rules" / page).read_text(encoding="utf-8")
    return next(rows for rows in tables(text) if column in rows[0])


def test_family_table_is_the_registry() -> None:
    from winnable.registry import game_names, get_game

    table = table_with("freecell.md", "game")
    assert [row["game"] for row in table] == [
        name for name in game_names() if get_game(name).info.family == "patience"
    ]
    for row in table:
        compare(row, "game", get_game(row["game"]).rules)


def test_variant_table_is_the_registry() -> None:
    from winnable.registry import get_game, variant_names

    table = table_with("pyramid.md", "variant")
    assert [row["variant"] for row in table] == list(variant_names("pyramid"))
    for row in table:
        rules = get_game("pyramid", row["variant"]).rules
        compare(row, "variant", {key: written(value) for key, value in rules.items()})
        assert rules["rows"] == 7  # which the page says of all of them
        assert {*rules} == {*row, "rows"} - {"variant"}


def test_spider_table_is_the_registry() -> None:
    from winnable.registry import game_names, get_game

    table = table_with("spider.md", "game")
    assert [row["game"] for row in table] == [
        name for name in game_names() if get_game(name).info.family == "spider"
    ]
    spider = get_game("spider").rules
    for row in table:
        rules = get_game(row["game"]).rules
        compare(row, "game", {key: written(value) for key, value in rules.items()})
        # The page says that what is not in the table is as in Spider.
        assert {key: rules[key] for key in rules if key not in row} == {
            key: spider[key] for key in spider if key not in row
        }


def written(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def compare(row: dict[str, str], name: str, rules: Mapping[str, object]) -> None:
    for key, value in row.items():
        if key != name:
            assert value == str(rules[key]), f"{row[name]}: {key}"


@pytest.mark.parametrize("game", ["freecell", "pyramid"])
def test_every_rule_is_documented(game: str) -> None:
    from winnable.registry import get_game

    table = table_with(f"{game}.md", "rule")
    assert [row["rule"] for row in table] == list(get_game(game).rules)
