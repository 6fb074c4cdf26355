"""Writes what a shell and `man` look for into a folder such as /usr/share: ``tools/shell_files.py [FOLDER]``.

``man/man1`` gets a page for every command, made of the same texts as its --help; the folders of bash, zsh
and fish get the scripts that `winnable completion` prints. With ``--core FILE`` it takes the native module
from there, so that a build can run it before anything is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
# The day of the build, or the one that whoever wants the same build twice names.
DATE = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), UTC).date().isoformat()
SCRIPTS = {  # shell -> where it looks for scripts of programs that are installed
    "bash": "bash-completion/completions/winnable",
    "zsh": "zsh/site-functions/_winnable",
    "fish": "fish/vendor_completions.d/winnable.fish",
}


def take_core(file: str) -> None:
    """Makes the sources of this tree, with the native module in a file, the package that is imported."""
    sys.path.insert(0, str(ROOT / "src"))
    spec = importlib.util.spec_from_file_location("winnable._core", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["winnable._core"] = module
    spec.loader.exec_module(module)


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "share")
arguments.add_argument("--core", help="the native module, where none is installed")
given = arguments.parse_args()
if given.core:
    take_core(given.core)

from winnable import __version__  # noqa: E402
from winnable.cli.completing import script_for  # noqa: E402
from winnable.cli.groups import LazyGroup  # noqa: E402
from winnable.cli.main import cli  # noqa: E402

# --- roff -----------------------------------------------------------------------------------


def escaped(text: str) -> str:
    """Text as roff takes it: no character of it is a command, and a hyphen can be copied and pasted."""
    marks = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
    found = "".join(marks.get(letter, letter) for letter in text)
    found = re.sub(r"[^\x00-\x7f]", lambda match: rf"\[u{ord(match[0]):04X}]", found)
    return re.sub(r"(?m)^\.", r"\\&.", found)


def paragraphs(text: str) -> Iterator[str]:
    """A help text, paragraph by paragraph; lines below a ``\\b`` stay as they are."""
    for block in re.split(r"\n\s*\n", text.strip()):
        first, *rest = block.splitlines()
        if first.strip() == "\b":
            lines = "\n".join(escaped(line.rstrip()) for line in rest)
            yield f".PP\n.nf\n{lines}\n.fi"
        else:
            yield ".PP\n" + escaped(" ".join(block.split()))


def bold(text: str) -> str:
    return rf"\fB{escaped(text)}\fR"


def usage(command: click.Command, context: click.Context) -> str:
    pieces = [rf"\fI{escaped(piece)}\fR" for piece in command.collect_usage_pieces(context)]
    return " ".join([bold(context.command_path), *pieces])


def page(command: click.Command, context: click.Context, about: str, version: str) -> str:
    """The man page of a command, about which one line is said in the list of commands."""
    name = context.command_path.replace(" ", "-")
    title = f'.TH "{name.upper()}" 1 "{DATE}" "winnable {version}" "Winnable"'
    parts = [title, ".SH NAME", rf"{escaped(name)} \- {escaped(about.rstrip('.'))}"]
    parts += [".SH SYNOPSIS", usage(command, context), ".SH DESCRIPTION"]
    parts += ["\n".join(paragraphs(command.help or "")).removeprefix(".PP\n")]
    parts += [".SH OPTIONS"]
    for option, told in filter(
        None, (param.get_help_record(context) for param in command.get_params(context))
    ):
        if told:  # what an argument is stands above
            parts += [".TP", bold(option), escaped(" ".join(told.split()))]
    if isinstance(command, LazyGroup):
        parts += [".SH COMMANDS"]
        for heading, rows in getattr(command, "sections", {"": command.table}).items():
            parts += [f".SS {escaped(heading)}"] if heading else []
            for inner, (_, told) in rows.items():
                parts += [".TP", rf"{bold(f'{name}-{inner}')}(1)", escaped(told)]
    if examples := getattr(command, "examples", ()):
        parts += [".SH EXAMPLES"]
        for want, line in examples:
            parts += [".TP", escaped(want), bold(line)]
    parts += [".SH SEE ALSO", see_also(name, context)]
    return "\n".join(parts) + "\n"


def see_also(name: str, context: click.Context) -> str:
    """The page of the group that a command is in; for winnable itself its documentation."""
    if context.parent is None:
        return escaped("https://github.com/winnable/winnable")
    return rf"{bold(name.rpartition('-')[0])}(1)"


def pages(
    command: click.Command, context: click.Context, about: str, version: str
) -> Iterator[tuple[str, str]]:
    """The man pages of a command and of those in it, each with the name of its file."""
    yield context.command_path.replace(" ", "-") + ".1", page(command, context, about, version)
    if isinstance(command, LazyGroup):
        for name, (_, told) in command.table.items():
            inner = command.get_command(context, name)
            assert inner is not None
            yield from pages(inner, click.Context(inner, info_name=name, parent=context), told, version)


# --- files ----------------------------------------------------------------------------------


def texts() -> dict[str, str]:
    """Every page and script, by its path below the folder."""
    context = click.Context(cli, info_name="winnable", **cli.context_settings)
    about = (cli.help or "").partition(":")[0]
    found = {f"man/man1/{name}": text for name, text in pages(cli, context, about, __version__)}
    return found | {path: script_for(shell) for shell, path in SCRIPTS.items()}


for name, text in texts().items():
    path = given.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
