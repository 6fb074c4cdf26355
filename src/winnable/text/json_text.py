"""JSON text with the place of everything in it.

Python's own reader builds the values; when one of them turns out wrong, ``JsonText.error`` walks
the text again to find its line and column.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from winnable.errors import InputError, Place, quote

# The way to a value: keys of objects and indices of arrays, from the outside in.
Path = tuple[str | int, ...]

_SPACE: Final = " \t\r\n"
_DECODER: Final = json.JSONDecoder()


class JsonText:
    """A JSON value that knows where in its text each part of it stands.

    ``first_line`` is the number of the text's first line in ``source``. InputError, with the
    place, if the text is not JSON or gives a key twice.
    """

    def __init__(self, text: str, source: str | None = None, first_line: int = 1) -> None:
        self.source = source
        self._text = text
        self._first_line = first_line
        try:
            self.value: Any = json.loads(
                text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant
            )
        except json.JSONDecodeError as error:
            raise self._error_at(error.pos, f"not JSON: {error.msg}", "one JSON object") from None
        except _RepeatedKeyError as error:
            key = error.args[0]
            at = max(text.rfind(json.dumps(key)), 0)
            raise self._error_at(at, f"the key {quote(key)} is given twice", "each key once") from None
        except (RecursionError, ValueError):  # nested too deep, or a number too long
            raise self._error_at(0, "this JSON cannot be read", "values of ordinary size") from None

    def place(self, path: Path, *, key: bool = False) -> Place:
        """Where the value at ``path`` begins, or its key."""
        at = _skip(self._text, 0)
        for i, step in enumerate(path):
            at = _enter(self._text, at, step, key=key and i == len(path) - 1)
        return self._place(at)

    def item_places(self, path: Path) -> Iterator[Place]:
        """Where each item of the array at ``path`` begins, in one walk."""
        at = _skip(self._text, 0)
        for step in path:
            at = _enter(self._text, at, step, key=False)
        seen, (line, column) = at, self._place(at)
        start = at - column + 1  # of the line
        at = _skip(self._text, at + 1)
        while self._text[at] != "]":
            line += self._text.count("\n", seen, at)
            start = max(start, self._text.rfind("\n", seen, at) + 1)
            seen = at
            yield Place(line, at - start + 1)
            _, at = _DECODER.raw_decode(self._text, at)
            at = _skip(self._text, at)
            if self._text[at] == ",":
                at = _skip(self._text, at + 1)

    def error(
        self,
        path: Path,
        what: str,
        expected: str | None = None,
        mend: str | None = None,
        *,
        key: bool = False,
    ) -> InputError:
        """An InputError about the value at ``path``, or about its key."""
        line, column = self.place(path, key=key)
        return InputError(what, expected=expected, mend=mend, source=self.source, line=line, column=column)

    def _error_at(self, at: int, what: str, expected: str) -> InputError:
        line, column = self._place(at)
        return InputError(what, expected=expected, source=self.source, line=line, column=column)

    def _place(self, at: int) -> Place:
        before = self._text[:at]
        return Place(self._first_line + before.count("\n"), at - before.rfind("\n"))


def is_unfinished(text: str) -> bool:
    """Would more text make this JSON?"""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text.rstrip())
    except (RecursionError, ValueError):
        return False
    return False


def _refuse_constant(name: str) -> None:
    """Python reads NaN and Infinity, which JSON does not have."""
    raise ValueError(f"{name} is not JSON")


class _RepeatedKeyError(Exception):
    """An object that has a key twice; the key is its argument."""


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            raise _RepeatedKeyError(key)
        out[key] = value
    return out


def _enter(text: str, at: int, step: str | int, *, key: bool) -> int:
    """From the start of an object or array, which has ``step``, to the start of its value there."""
    is_object = text[at] == "{"
    at = _skip(text, at + 1)
    index = 0
    while True:
        start = at
        name: str | int = index
        if is_object:
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # past the colon
        if name == step:
            return start if key else at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)  # past the comma
        index += 1


def _skip(text: str, at: int) -> int:
    while text[at] in _SPACE:
        at += 1
    return at
