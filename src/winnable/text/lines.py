"""Lines of text that boards of every kind share: what parts them, comments, and words with their columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from winnable.cards import find_card
from winnable.errors import InputError

T = TypeVar("T")


def is_separator(line: str) -> bool:
    """Is this a line between two boards: three dashes or more, as many equals signs, or Markdown's fence?"""
    stripped = line.strip()
    return (stripped.startswith(("---", "===")) and not stripped.strip(stripped[0])) or stripped.startswith(
        "```"
    )


def is_comment(line: str) -> bool:
    """Does a ``#`` begin this line, other than as an unknown card among cards and empty places?"""
    stripped = line.strip()
    if not stripped.startswith("#"):
        return False
    words = stripped.replace("[ ]", " ").split()
    return len(stripped.split()) == 1 or any(find_card(word) is None for word in words)


def words_of(line: str, at: int) -> list[tuple[str, int]]:
    """The words of a line from ``at`` on, each with its column from 1."""
    out = []
    for word in line[at:].split():
        at = line.index(word, at)
        out.append((word, at + 1))
        at += len(word)
    return out


def parse_at(parse: Callable[[str], T], text: str, source: str | None, line: int, column: int) -> T:
    """What ``parse`` makes of the text; its InputError with the place where the text stood."""
    try:
        return parse(text)
    except InputError as error:
        raise error.at(source=source, line=line, column=column) from None
