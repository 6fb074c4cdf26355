"""Profiles as TOML texts: where in the text an error is, and a text for what was made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

__all__ = ["line_of", "toml_text"]


# profile.gesture[2].source[0] is ..., profile.window has no key 'x', profile.game[1]: name is ...
_PATH = re.compile(
    r"profile(?:\.(\w+)(?:\[(\d+)\])?)?(?:\.(\w+))?(?:\[\d+\])?"
    r"(?: has no key ['\"](\w+)|: (\w+) is)?"
)


def line_of(what: str, text: str) -> int | None:
    """The line, from 1, of the key that an error of ``from_data`` is about, or of its table."""
    found = _PATH.match(what)
    if found is None:
        return None
    table, count, *keys = found.groups()
    key = next((key for key in keys if key), None)
    here: str | None = None
    seen: dict[str, int] = {}
    header: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if head := re.match(r"\s*\[{1,2}\s*([\w-]+)", line):
            here = head[1]
            seen[here] = seen.get(here, -1) + 1
            if here == (table or key) and seen[here] == int(count or 0):
                header = number
        named = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*=", line)
        if named is None:
            continue
        if here is None and named[1] == (table or key):
            return number
        if here == table and table and seen[table] == int(count or 0) and named[1] == key:
            return number
    return header


def toml_text(data: dict[str, Any]) -> str:
    """A text for data of keys, of tables and of lists of tables, whose values are no tables themselves."""
    return "\n".join(_toml_lines(data))


def _toml_lines(data: dict[str, Any]) -> Iterator[str]:
    tables = {key: value for key, value in data.items() if _is_table(value)}
    yield from (f"{key} = {_toml(value)}" for key, value in data.items() if key not in tables)
    for key, value in tables.items():
        for table in value if isinstance(value, list) else [value]:
            yield from ("", f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
            yield from (f"{name} = {_toml(inner)}" for name, inner in table.items())
    yield ""


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _toml(value: object) -> str:
    """A text, a number, yes or no, or a list of such."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, str):
        escaped = "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in value)
        return f'"{escaped}"'
    return repr(value)
