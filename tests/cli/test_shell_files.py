"""Man pages and completion scripts as packages install them: ``tools/shell_files.py``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from winnable.cli.groups import every_command
from winnable.cli.main import COMMANDS, cli

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    subprocess.run([sys.executable, ROOT / "tools" / "shell_files.py", folder], check=True)
    return folder


def text_of(page: Path) -> str:
    """What stands on a page, roff's marks taken off; only those that our pages use."""
    text = re.sub(r"\\f[BIR]|\\&", "", page.read_text(encoding="ascii"))
    return re.sub(r"\\-|\\\((aq|ga|ha|ti)|\\e", lambda mark: UNESCAPED[mark[0]], text)


UNESCAPED = {r"\-": "-", r"\(aq": "'", r"\(ga": "`", r"\(ha": "^", r"\(ti": "~", r"\e": "\\"}


def test_every_command_has_a_page_with_all_its_options(share: Path) -> None:
    commands = every_command(cli)
    pages = {path.stem for path in (share / "man" / "man1").iterdir()}
    groups = {"winnable", *(f"winnable-{name.split()[0]}" for name in commands if " " in name)}
    assert pages == groups | {f"winnable-{name.replace(' ', '-')}" for name in commands}
    for name, command in commands.items():
        text = text_of(share / "man" / "man1" / f"winnable-{name.replace(' ', '-')}.1")
        options = [opt for param in command.params if isinstance(param, click.Option) for opt in param.opts]
        assert [option for option in [*options, "--help"] if f"{option}" not in text] == []


def test_the_page_of_winnable_lists_the_commands(share: Path) -> None:
    text = text_of(share / "man" / "man1" / "winnable.1")
    for name, (_, told) in COMMANDS.items():
        assert f".TP\nwinnable-{name}(1)\n{told}\n" in text


def test_pages_have_no_letters_that_roff_does_not_know(share: Path) -> None:
    for page in (share / "man" / "man1").iterdir():
        assert page.read_bytes().isascii(), page.name


@pytest.mark.parametrize("formatter", ["groff", "mandoc"])
def test_pages_are_rendered_without_a_warning(share: Path, formatter: str) -> None:
    if shutil.which(formatter) is None:
        pytest.skip(f"no {formatter} here")
    options = {"groff": ["-ww", "-man", "-Tutf8", "-z"], "mandoc": ["-Tlint", "-Wwarning"]}[formatter]
    for page in sorted((share / "man" / "man1").iterdir()):
        done = subprocess.run([formatter, *options, page], capture_output=True, text=True, check=True)
        assert done.stdout + done.stderr == "", page.name


def test_completion_scripts_lie_where_shells_look(share: Path) -> None:
    for shell, path in {
        "bash": "bash-completion/completions/winnable",
        "zsh": "zsh/site-functions/_winnable",
        "fish": "fish/vendor_completions.d/winnable.fish",
    }.items():
        script = (share / path).read_text(encoding="utf-8")
        asked = subprocess.run(
            [sys.executable, "-m", "winnable", "completion", shell],
            capture_output=True,
            text=True,
            check=True,
        )
        assert script == asked.stdout
