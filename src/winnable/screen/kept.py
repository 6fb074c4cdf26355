"""Remembering what was made of parts of pictures: while a game is played most of a table stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import lru_cache, wraps
from hashlib import blake2b
from typing import Any, ParamSpec, TypeVar

import numpy as np

__all__ = ["kept"]

P = ParamSpec("P")
R = TypeVar("R")

_BYTES = 16  # of a digest: two different parts of pictures have the same one once in 2**64 or so


class _Call:
    """A call of a function, equal to others with equal arguments."""

    __slots__ = ("args", "key", "keywords")

    def __init__(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.args, self.keywords = args, keywords
        self.key = _key(args), _key(tuple(sorted(keywords.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Call) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Has a function remember its last results, ``most`` of them, by the contents of its arguments.

    The function must tell from its arguments alone, and nobody may change what it gives. Arguments may be
    arrays, sequences, dataclasses, and all that can be a key of a dict.
    """

    def keeping(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(most)
        def made(call: _Call) -> R:
            args, keywords = call.args, call.keywords
            call.args, call.keywords = (), {}  # the key is enough from now on: pictures are large
            return function(*args, **keywords)

        @wraps(function)
        def ask(*args: P.args, **keywords: P.kwargs) -> R:
            return made(_Call(args, keywords))

        return ask

    return keeping


def _key(value: Any) -> Hashable:
    if isinstance(value, np.ndarray):
        digest = blake2b(np.ascontiguousarray(value).data, digest_size=_BYTES).digest()
        return value.shape, value.dtype.str, digest
    if isinstance(value, (list, tuple)):
        return tuple(map(_key, value))
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), *(_key(getattr(value, field.name)) for field in fields(value))
    kind: Hashable = type(value), value
    return kind
