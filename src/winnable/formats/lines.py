"""Lines of text that boards of every kind share: what parts them, comments, and words with their columns."""

from __future__ import annotations

from winnable.cards import find_card


def is_separator(line: str) -> bool:
    """Is this a line between two boards: three dashes or more, or as many equals signs?"""
    stripped = line.strip()
    return stripped.startswith(("---", "===")) and not stripped.strip(stripped[0])


def is_comment(line: str) -> bool:
    """Does a ``#`` begin this line, other than as an unknown card among cards?"""
    stripped = line.strip()
    if not stripped.startswith("#"):
        return False
    words = stripped.split()
    return len(words) == 1 or any(find_card(word) is None for word in words)


def words_of(line: str, at: int) -> list[tuple[str, int]]:
    """The words of a line from ``at`` on, each with its column from 1."""
    out = []
    for word in line[at:].split():
        at = line.index(word, at)
        out.append((word, at + 1))
        at += len(word)
    return out
