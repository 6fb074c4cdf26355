"""The parameters of the Spider project's own player, from a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from winnable.errors import InputError, quote

__all__ = ["DEFAULTS_FILE", "MoveblocksSettings", "read_settings", "settings_of"]

DEFAULTS_FILE: Final = Path(__file__).with_name("moveblocks.toml")

_WORTH: Final = "worth"
_COUNTS: Final = {"tries": 1_000_000, "length": 10_000}
_MOST_WORTH: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class MoveblocksSettings:
    """What ``moveblocks.toml`` says; see there what each means."""

    tries: int
    length: int
    build: int
    turn: int
    run: int
    clear: int
    tidy: int


def read_settings(path: Path = DEFAULTS_FILE) -> MoveblocksSettings:
    """The parameters in a file like ``moveblocks.toml``; what it leaves out is as it is there.

    Raises:
        InputError: there is no such file, it is no TOML, or it holds an unknown key or a bad value.
    """
    found = _numbers(path)
    if path != DEFAULTS_FILE:
        found = {**_numbers(DEFAULTS_FILE), **found}
    return MoveblocksSettings(**found)


def settings_of(values: Mapping[str, object]) -> MoveblocksSettings:
    """The parameters by name, ``{"tries": 200, "clear": 80}``; what is left out is as in ``moveblocks.toml``.

    Raises:
        InputError: an unknown name, or a value that is none.
    """
    found = _numbers(DEFAULTS_FILE)
    for name, value in values.items():
        if name not in found:
            raise InputError(f"moveblocks takes no {quote(name)}", expected=f"one of {', '.join(found)}")
        least = 1 if name in _COUNTS else -_MOST_WORTH
        found[name] = _checked(None, name, value, {name: _COUNTS.get(name, _MOST_WORTH)}, least)
    return MoveblocksSettings(**found)


def _numbers(path: Path) -> dict[str, int]:
    """Every number in the file by its key; those of [worth] without their table's name."""
    data = _load(path)
    worth = data.pop(_WORTH, {})
    if not isinstance(worth, Mapping):
        raise InputError(f"{_WORTH} is no table", expected=f"[{_WORTH}]", source=str(path))
    found = {}
    for key, value in data.items():
        found[key] = _checked(path, key, value, _COUNTS, 1)
    worths = {field.name: _MOST_WORTH for field in fields(MoveblocksSettings) if field.name not in _COUNTS}
    for key, value in worth.items():
        found[key] = _checked(path, key, value, worths, -_MOST_WORTH, f"{_WORTH}.")
    return found


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", expected="a TOML file") from None
    except UnicodeDecodeError:
        raise InputError("this is no text in UTF-8", expected="a TOML file", source=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(str(error), expected="TOML such as tries = 100", source=str(path)) from None


def _checked(
    path: Path | None, key: str, value: object, most: Mapping[str, int], least: int, table: str = ""
) -> int:
    """The value of a key; InputError unless there is such a key and the value is a whole number for it.
    ``path`` is the file that it stands in, if it stands in one."""
    source = None if path is None else str(path)
    if key not in most:
        names = ", ".join(most)
        raise InputError(f"unknown key {quote(table + key)}", expected=f"one of {names}", source=source)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most[key]:
        expected = f"a whole number from {least} to {most[key]}"
        raise InputError(f"{table}{key} is {value!r}", expected=expected, source=source)
    return value
