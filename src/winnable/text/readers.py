"""How the texts of a family of games are known by their first line, and which parser reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from winnable.errors import InputError, Place

__all__ = [
    "FamilyReaders",
    "JsonParser",
    "LooseSetup",
    "Notes",
    "TextKind",
    "TextReader",
    "one",
    "unnamed",
]


@runtime_checkable
class LooseSetup(Protocol):
    """A position as its text has it: whatever could be read, legal or not."""

    @property
    def places(self) -> Mapping[Any, Place]:
        """Where each part was read; parts are named as the family likes."""
        ...

    def error(
        self, part: Any, what: str, *, expected: str | None = None, mend: str | None = None
    ) -> InputError:
        """An InputError that says what is wrong with a part, and where that was read."""
        ...

    def position_in(self, game: Any) -> Any:
        """The legal position that it is in a game; InputError, with the place, if it is none."""
        ...


class Notes(Protocol):
    """What a player has noted beside a position, such as pencil marks, and how the position came about."""

    def played(self, position: Any, move: Any) -> Notes:
        """Those after one more move, made in ``position``."""
        ...

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        ...


# From lines, their source and the number of the first to setups, each with its name if it has one.
TextReader = Callable[[Iterable[str], str | None, int], Iterator[tuple[str | None, Any]]]
# From a text, its source and the number of its first line to setups, each with the game and the deal
# that it names.
JsonParser = Callable[[str, str | None, int], Iterator[tuple[Any, str | None, int | str | None]]]


class TextKind(NamedTuple):
    """A kind of text: what it is called, how it begins, the test of its first line, and its reader."""

    name: str
    begins: str
    looks_like: Callable[[str], bool]
    read: TextReader


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyReaders:
    """What a family's texts may be.

    ``expected`` says so in words. ``has_header``: is a line that looks like a deal the header of a board?
    ``texts`` are kinds of text, ``in_rows`` the same where boards that are written column by column otherwise
    are to be read row by row, and ``json`` reads JSON.
    ``in_one_word``: is an argument a whole board, rather than the name of a file? ``notes``: what a setup, as
    one of the texts had it, has beside the position, if anything.
    """

    expected: str
    has_header: Callable[[str], bool]
    texts: tuple[TextKind, ...]
    json: JsonParser
    in_rows: tuple[TextKind, ...] = ()
    in_one_word: Callable[[str], bool] = lambda text: False
    notes: Callable[[Any], Notes | None] = lambda setup: None


def unnamed(parse: Callable[[Iterable[str], str | None, int], Iterator[Any]]) -> TextReader:
    """A reader of setups that have no names."""

    def read(lines: Iterable[str], source: str | None, first: int) -> Iterator[tuple[None, Any]]:
        for setup in parse(lines, source, first):
            yield None, setup

    return read


def one(parse: Callable[[str, str | None, int], tuple[Any, str | None, int | str | None]]) -> JsonParser:
    """A parser of the one position that an object holds."""

    def read(text: str, source: str | None, first: int) -> Iterator[tuple[Any, str | None, int | str | None]]:
        yield parse(text, source, first)

    return read
