"""`--help` speaks in sentences, and docs/commands.md has its commands, options, words, defaults and codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from winnable.cli.groups import every_command
from winnable.cli.main import cli

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
COMMANDS = every_command(cli)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_WORDS = {"1": "one", "1000000": "a million"}  # in which the page writes some numbers


def sections() -> dict[str, str]:
    """The page below each of its headings, without examples, in which a `#` begins a comment."""
    parts = re.split(r"^## (.+)\n", _FENCE.sub("", PAGE.read_text(encoding="utf-8")), flags=re.MULTILINE)
    return {title: text.replace("\n", " ") for title, text in zip(parts[1::2], parts[2::2], strict=True)}


SECTIONS = sections()
SHARED = SECTIONS["Options that are the same everywhere"]


def terms() -> Iterator[tuple[str, str, str]]:
    """Each option that the page describes, with the command in whose section it stands, and the name of its
    value, which may be left out."""
    title = ""
    lines = _FENCE.sub("", PAGE.read_text(encoding="utf-8")).splitlines()
    for line, below in pairwise(lines):
        if line.startswith("## "):
            title = line.removeprefix("## ")
        elif below.startswith(": ") and title.startswith("winnable "):
            for name, value in re.findall(r"`(--?[\w-]+)(?: ([^`]+))?`", line):
                yield title.removeprefix("winnable "), name, value


def options(name: str) -> list[click.Option]:
    return [one for one in COMMANDS[name].params if isinstance(one, click.Option)]


def helped(name: str) -> str:
    """All that the help of a command says in its own words."""
    command = COMMANDS[name]
    return "\n\n".join([command.help or "", *(one.help or "" for one in options(name))])


def test_the_page_has_the_commands_in_the_order_of_help() -> None:
    titles = [title.removeprefix("winnable ") for title in SECTIONS if title.startswith("winnable ")]
    assert titles == list(COMMANDS)
    start = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    assert re.findall(r"\(#winnable-([\w-]+)\)", start) == [name.replace(" ", "-") for name in COMMANDS]


def test_the_page_describes_no_option_that_is_not_there() -> None:
    found = list(terms())
    assert len(found) > 200
    wrong = [
        (name, option)
        for name, option, _ in found
        if option not in {text for one in options(name) for text in (*one.opts, *one.secondary_opts)}
    ]
    assert wrong == []


def test_the_page_calls_values_as_help_does() -> None:
    context = click.Context(cli)
    wrong = []
    for name, text, value in terms():
        option = next(one for one in options(name) if text in (*one.opts, *one.secondary_opts))
        wanted = option.make_metavar(context)
        if value and value != wanted and not isinstance(option.type, click.Choice):
            wrong.append((name, text, value, wanted))
    assert wrong == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_names_each_word_that_an_option_takes(name: str) -> None:
    for one in options(name):
        if isinstance(one.type, click.Choice):
            missing = [word for word in one.type.choices if f"`{word}`" not in SECTIONS[f"winnable {name}"]]
            assert missing == [], one.opts[-1]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_tells_the_defaults_that_help_tells(name: str) -> None:
    told = SECTIONS[f"winnable {name}"]
    for one in options(name):
        default = re.search(r"\[default: ([\w.]+)", one.help or "")
        shown = str(one.default) if one.show_default else default[1] if default else ""
        if not re.fullmatch(r"\d+(\.\d+)?|\d+[MG]", shown) or one.name == "seed" or shown == "2G":
            continue
        number = re.sub(r"\.0$", "", shown)
        written = {number, _WORDS.get(number, number)} | ({f"{int(number):,}"} if number.isdigit() else set())
        assert any(re.search(rf"(?<![\w.]){re.escape(text)}(?!\w)", told) for text in written), one.opts[-1]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_has_the_exit_codes_of_help(name: str) -> None:
    told = re.search(r"Exit code (.*)", (COMMANDS[name].help or "").replace("\n", " "))
    codes = re.findall(r"\b(\d+):", told[1]) if told else []
    missing = [code for code in codes if f"Exit code {code}:" not in SECTIONS[f"winnable {name}"]]
    assert missing == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_of_whole_sentences(name: str) -> None:
    for paragraph in helped(name).replace("\b", "").split("\n\n"):
        text = " ".join(re.sub(r" *\[default: [^\]]*\]$", "", " ".join(paragraph.split())).split())
        if text.startswith(("bash:", "zsh:", "fish:")):  # a line to type
            continue
        assert text[0].isupper(), text
        assert text.endswith((".", ".)")), text
        assert '" "' not in text  # the seam of a string in the source
        assert "  " not in text
