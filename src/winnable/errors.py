"""The one error for everything a person may type wrongly.

Its text is a single line that says where, what, what was expected and how to mend it:
``deal.txt:3:7: unknown card 'XH'; expected a rank A23456789TJQK then a suit CDHS``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

S = TypeVar("S")

_LONGEST_QUOTE = 32


class Place(NamedTuple):
    """Where something stood in a text: line and column, both counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class InputError(ValueError):
    """Input that cannot be used, with its place and the way to mend it.

    ``what`` is wrong, at ``line`` and ``column`` (from 1) of ``source`` (a file name, ``<stdin>``,
    or None when nobody named it); ``expected`` says what would have been right and ``mend`` what
    to do about it. Every part but ``what`` may be unknown.
    """

    def __init__(
        self,
        what: str,
        *,
        expected: str | None = None,
        mend: str | None = None,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.what = what
        self.expected = expected
        self.mend = mend
        self.source = source
        self.line = line
        self.column = column
        super().__init__(str(self))

    def __str__(self) -> str:
        parts = [self.what]
        if self.expected is not None:
            parts.append(f"expected {self.expected}")
        if self.mend is not None:
            parts.append(self.mend)
        text = "; ".join(parts)
        where = self._where()
        return _one_line(f"{where}: {text}" if where else text)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold; ``where`` is None where it stands in no text."""
        where = {"source": self.source, "line": self.line, "column": self.column}
        nowhere = self.source is None and self.line is None
        return {
            "what": self.what,
            "where": None if nowhere else where,
            "expected": self.expected,
            "mend": self.mend,
        }

    def _where(self) -> str:
        if self.source is None:
            if self.line is None:
                return ""
            return f"line {self.line}" if self.column is None else f"line {self.line}, column {self.column}"
        numbers = [str(n) for n in (self.line, self.column) if n is not None]
        return ":".join([self.source, *numbers])

    def at(
        self, *, source: str | None = None, line: int | None = None, column: int | None = None
    ) -> InputError:
        """This error with the parts of its place that it did not know yet."""
        return InputError(
            self.what,
            expected=self.expected,
            mend=self.mend,
            source=self.source if self.source is not None else source,
            line=self.line if self.line is not None else line,
            column=self.column if self.line is not None else column,
        )

    def __reduce__(self) -> tuple[object, ...]:
        state = {name: value for name, value in self.__dict__.items() if name != "what"}
        return _rebuild, (type(self), self.what, state)


class Tried(NamedTuple):
    """A format that a text was tried as: of which games, its name, and why the text is none."""

    games: str
    form: str
    why: str


class UnreadError(InputError):
    """A text that no format fits; ``tried`` says of each why."""

    tried: tuple[Tried, ...] = ()

    @classmethod
    def of(cls, error: InputError, tried: Sequence[Tried]) -> UnreadError:
        """The error that says best what is wrong, with all that was tried."""
        unread = cls(
            error.what,
            expected=error.expected,
            mend=error.mend,
            source=error.source,
            line=error.line,
            column=error.column,
        )
        unread.tried = tuple(tried)
        return unread

    def data(self) -> dict[str, Any]:
        """As for every error, and ``tried``: objects with ``games``, ``form`` and ``why``."""
        return {**super().data(), "tried": [attempt._asdict() for attempt in self.tried]}


class NoDealError(InputError):
    """No deal was found that is as asked, among as many as were to be looked at: a limit, not bad input."""


class Written(Generic[S]):
    """Something read from a text: ``places`` says where each part of it stood, ``source`` in which file."""

    __slots__ = ("places", "source")

    def __init__(self, places: Mapping[S, Place] | None, source: str | None) -> None:
        self.places: Mapping[S, Place] = {} if places is None else places
        self.source = source

    def error(
        self, part: S, what: str, *, expected: str | None = None, mend: str | None = None
    ) -> InputError:
        """An InputError at the place where ``part`` was read."""
        place = self.places.get(part)
        line, column = place if place is not None else (None, None)
        return InputError(what, expected=expected, mend=mend, source=self.source, line=line, column=column)


def _rebuild(cls: type[InputError], what: str, state: dict[str, object]) -> InputError:
    error = cls(what)
    error.__dict__.update(state)
    return error


def quote(given: object) -> str:
    """A text in quotes for an error: one line, printable, as it stood, and cut when long. What is no text is
    shown as Python writes it.

    Only what cannot be printed is escaped: a backslash stays one, for it may well be a mirror.
    """
    text = given if isinstance(given, str) else repr(given)
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 3] + "..."
    if not isinstance(given, str):
        return _one_line(text)
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{_one_line(text)}{mark}"


def _one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
