"""Lines of text that boards of every kind share: what parts them, comments, and words with their columns."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

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
    return stripped == "#" or any(find_card(word) is None and word != "-" for word in words)


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


class Ahead(Iterator[T], Generic[T]):
    """Things one by one, of which some may be looked at before it is their turn."""

    def __init__(self, things: Iterable[T]) -> None:
        self._things = iter(things)
        self._held: deque[T] = deque()

    def __next__(self) -> T:
        return self._held.popleft() if self._held else next(self._things)

    def further(self) -> Iterator[T]:
        """Those to come, which stay to come; no more of them are fetched than are asked for."""
        at = 0
        while True:
            if at == len(self._held):
                try:
                    self._held.append(next(self._things))
                except StopIteration:
                    return
            yield self._held[at]
            at += 1
