"""Reading TOML: tables whose keys are asked for by type, and errors that say the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from winnable.errors import InputError, quote
from winnable.names import unknown_name
from winnable.text.toml import toml_error

__all__ = ["Table", "parse_toml"]

_HEADER: Final = re.compile(r"\s*\[{1,2}\s*([\w-]+)")
_KEY: Final = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*=")


def parse_toml(text: str, source: str | None = None) -> Table:
    """The outermost table of a text; InputError with the place where it is no TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise toml_error(str(error), source) from None
    return Table(data, source, _places(text), ())


def _places(text: str) -> dict[tuple[str, ...], int]:
    """The lines, from 1, of tables and keys by their path: ``("games", "1", "deals")``."""
    places: dict[tuple[str, ...], int] = {}
    here: tuple[str, ...] = ()
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEADER.match(line):
            count = seen[head[1]] = seen.get(head[1], -1) + 1
            here = (head[1], str(count))
            places.setdefault(here, number)
            places.setdefault(here[:1], number)
        elif key := _KEY.match(line):
            places.setdefault((*here, key[1]), number)
    return places


class Table:
    """A table, from which keys are taken one by one; ``end`` complains of those that nobody took."""

    def __init__(
        self,
        data: Mapping[str, Any],
        source: str | None,
        places: Mapping[tuple[str, ...], int],
        path: tuple[str, ...],
    ) -> None:
        self._data = dict(data)
        self._source = source
        self._places = places
        self._path = path
        self._taken: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def error(
        self, key: str | None, what: str, *, expected: str | None = None, mend: str | None = None
    ) -> InputError:
        """An error about a key, or about the table as a whole, with its line."""
        return self.placed(key, InputError(what, expected=expected, mend=mend))

    def placed(self, key: str | None, error: InputError) -> InputError:
        """The error with the file and, where it has no place of its own, the line of a key."""
        if error.source is not None:
            return error
        path = self._path if key is None else (*self._path, key)
        line = self._places.get(path, self._places.get(self._path))
        bare = InputError(error.what, expected=error.expected, mend=error.mend)
        return bare.at(source=self._source, line=line)

    def text(self, key: str, default: str | None = None) -> str:
        """A text; an error where there is none and no default."""
        return str(self._typed(key, (str,), "a text", default))

    def whole(self, key: str, default: int | None, *, least: int, most: int) -> int | None:
        """A whole number in a range; the default where there is none."""
        value = self._typed(key, (int,), f"a whole number from {least} to {most}", default, optional=True)
        if key in self and value is not None and not least <= value <= most:
            self._wrong(key, value, f"a whole number from {least} to {most}")
        return None if value is None else int(value)

    def number(self, key: str) -> float | None:
        """A number above 0; None where there is none."""
        value = self._typed(key, (int, float), "a number above 0", None, optional=True)
        if value is not None and not 0 < value < float("inf"):
            self._wrong(key, value, "a number above 0")
        return None if value is None else float(value)

    def texts(self, key: str) -> tuple[str, ...] | None:
        """A text, or a list of texts; None where there is none."""
        value = self._typed(key, (str, list), "a text or a list of texts", None, optional=True)
        if value is None:
            return None
        items = [value] if isinstance(value, str) else value
        if not items or not all(isinstance(item, str) for item in items):
            self._wrong(key, value, "a text or a list of texts")
        return tuple(items)

    def grid(self, key: str) -> list[str | int | float | bool]:
        """The values that a parameter takes: one, or those of a list."""
        value = self._typed(key, (str, int, float, bool, list), "a text, a number, true or false", None)
        items = value if isinstance(value, list) else [value]
        if not items or not all(isinstance(item, str | int | float | bool) for item in items):
            self._wrong(key, value, "a text, a number, true or false, or a list of such")
        return list(items)

    def any(self, key: str) -> Any:
        """Whatever is there; None where nothing is."""
        self._taken.append(key)
        return self._data.get(key)

    def table(self, key: str) -> Table:
        """A table within; an empty one where there is none."""
        value = self._typed(key, (dict,), f"a table [{key}]", {})
        return Table(value, self._source, self._places, (*self._path, key, "0"))

    def tables(self, key: str) -> list[Table]:
        """The tables of a list; an error where there is none."""
        if key not in self._data:
            raise self.error(None, f"there is no [[{key}]]", expected=f"at least one table [[{key}]]")
        value = self._typed(key, (list,), f"tables [[{key}]]", None)
        if not value or not all(isinstance(item, dict) for item in value):
            self._wrong(key, value, f"tables [[{key}]]")
        return [
            Table(item, self._source, self._places, (*self._path, key, str(i)))
            for i, item in enumerate(value)
        ]

    def rest(self) -> list[str]:
        """The keys that nobody took."""
        return [key for key in self._data if key not in self._taken]

    def end(self) -> None:
        """InputError for a key that nobody took."""
        for key in self.rest():
            raise self.placed(key, unknown_name(f"unknown key {quote(key)}", key, self._taken))

    def _typed(
        self, key: str, kinds: tuple[type, ...], expected: str, default: Any, *, optional: bool = False
    ) -> Any:
        self._taken.append(key)
        if key not in self._data:
            if default is None and not optional:
                raise self.error(None, f"there is no {key}", expected=f"{key} = {expected}")
            return default
        value = self._data[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            self._wrong(key, value, expected)
        return value

    def _wrong(self, key: str, value: object, expected: str) -> NoReturn:
        raise self.error(key, f"{key} is {quote(value)}", expected=expected)
