"""Dataclasses to JSON's plain values and back, by their fields.

``to_data`` leaves out what has its default value. ``from_data`` reads exactly the keys that the class has;
an error names the key, as ``piles[3].cards[0]``.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from winnable.cards import Card, parse_card
from winnable.errors import InputError, quote

__all__ = ["from_data", "to_data"]

T = TypeVar("T")


def to_data(value: object) -> Any:
    """Objects, lists, texts and numbers for a dataclass of such, of tuples and of cards."""
    if is_dataclass(value) and not isinstance(value, type):
        data = {field.name: getattr(value, field.name) for field in fields(value)}
        return {
            field.name: to_data(data[field.name])
            for field in fields(value)
            if field.default is MISSING or data[field.name] != field.default
        }
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    return str(value) if isinstance(value, Card) else value


def from_data(kind: type[T], data: object, *, name: str = "value") -> T:
    """The dataclass that ``to_data`` turned into ``data``; ``name`` is what errors call it.

    Raises:
        InputError: a key is missing or unknown, or a value is none that the key can have.
    """
    value: T = _read(kind, data, name)
    return value


def _read(kind: Any, data: object, path: str) -> Any:
    """A value of a type, read from what stands at ``path``."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind), data, path)
    if origin is tuple:
        if not isinstance(data, list):
            raise InputError(f"{path} is not a list", expected="a list in [ ]")
        return tuple(_read(get_args(kind)[0], item, f"{path}[{i}]") for i, item in enumerate(data))
    if origin in (types.UnionType, Union):
        return None if data is None else _read(get_args(kind)[0], data, path)
    if is_dataclass(kind):
        return _object(kind, data, path)
    return _READERS[kind](data, path)


def _object(kind: Any, data: object, path: str) -> Any:
    if not isinstance(data, dict):
        raise InputError(f"{path} is not an object", expected="an object in { }")
    known = _fields(kind)
    for key in data:
        if key not in known:
            raise InputError(f"{path} has no key {quote(str(key))}", expected="one of " + ", ".join(known))
    found = {}
    for key, (field, hint) in known.items():
        if key in data:
            found[key] = _read(hint, data[key], f"{path}.{key}")
        elif field.default is MISSING:
            raise InputError(f"{path} has no {key}", expected=f'a key "{key}"')
    try:
        return kind(**found)
    except InputError as error:
        raise InputError(f"{path}: {error.what}", expected=error.expected, mend=error.mend) from None


@cache
def _fields(kind: Any) -> dict[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {field.name: (field, hints[field.name]) for field in fields(kind)}


def _one_of(words: tuple[str, ...], data: object, path: str) -> object:
    if data not in words:
        raise InputError(f"{path} is {_shown(data)}", expected="one of " + ", ".join(words))
    return data


def _text(data: object, path: str) -> str:
    if not isinstance(data, str):
        raise InputError(f"{path} is {_shown(data)}", expected="a text")
    return data


def _whole(data: object, path: str) -> int:
    if type(data) is not int:
        raise InputError(f"{path} is {_shown(data)}", expected="a whole number")
    return data


def _number(data: object, path: str) -> float:
    if type(data) not in (int, float) or not math.isfinite(data):  # type: ignore[arg-type]  # a number
        raise InputError(f"{path} is {_shown(data)}", expected="a number")
    return float(data)  # type: ignore[arg-type]  # a number


def _truth(data: object, path: str) -> bool:
    if not isinstance(data, bool):
        raise InputError(f"{path} is {_shown(data)}", expected="true or false")
    return data


def _card(data: object, path: str) -> Card:
    try:
        return parse_card(_text(data, path))
    except InputError as error:
        raise InputError(f"{path}: {error.what}", expected=error.expected, mend=error.mend) from None


def _shown(data: object) -> str:
    return quote(data) if isinstance(data, str) else quote(repr(data))[1:-1]


_READERS: dict[Any, Callable[[object, str], object]] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _truth,
    Card: _card,
}
