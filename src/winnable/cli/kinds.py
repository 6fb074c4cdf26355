"""Kinds of values that options take: each says in plain words what it expected instead of a wrong one."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

import click

from winnable.errors import quote
from winnable.names import find_name, unknown_name

__all__ = ["MOST_NODES", "MOST_SEED", "Bytes", "Names", "Number", "OneOf", "Seconds", "Share", "Whole"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}
MOST_SEED = 2**64 - 1
MOST_NODES = 10**18  # far beyond any machine, and within what the core counts
_MOST_BYTES = 10**18

Parameter = click.Parameter | None
Context = click.Context | None


class Whole(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A whole number from ``least`` to ``most``; help shows no range, as a long one hides the words."""

    name = "n"

    def __init__(self, least: int, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: Parameter, ctx: Context) -> int:
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or number < self.least or (self.most is not None and number > self.most):
            span = f"from {self.least} to {self.most}" if self.most is not None else f"from {self.least} on"
            self.fail(f"{quote(str(value))} is not a whole number {span}", param, ctx)
        return number


class Number(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A number from ``least`` to ``most``; with ``above``, ``least`` itself is too small."""

    name = "x"

    def __init__(self, least: float = -math.inf, most: float = math.inf, *, above: bool = False) -> None:
        self.least, self.most, self.above = least, most, above

    def convert(self, value: Any, param: Parameter, ctx: Context) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.least <= number <= self.most or (self.above and number == self.least):
            self.fail(f"{quote(str(value))} is not a number{self._span()}", param, ctx)
        return number

    def _span(self) -> str:
        most = f" up to {self.most:g}" if math.isfinite(self.most) else ""
        if self.above:
            return f" above {self.least:g}" + (f" and{most}" if most else "")
        return f" from {self.least:g}{most or ' on'}" if math.isfinite(self.least) else most


class Seconds(Number):
    """A positive number of seconds."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, above=True)


class Bytes(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A size: 500M, 2G, 64Mi, or a number of bytes."""

    name = "size"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]i?)?b?", str(value).strip().lower())
        size = 0.0 if match is None else float(match[1]) * _UNITS[match[2] or ""]
        if not 1 <= size <= _MOST_BYTES:
            self.fail(f"{quote(str(value))} is not a size; write 500M, 2G or a number of bytes", param, ctx)
        return int(size)


class Share(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A share: 0.005 or 0.5%."""

    name = "share"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> float:
        text = str(value).strip()
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 < share < 1:
            self.fail(f"{quote(str(value))} is not a share between 0 and 1; write 0.005 or 0.5%", param, ctx)
        return share


class OneOf(click.Choice):  # type: ignore[type-arg]  # generic only in newer releases of click
    """One of some words, in any case, with spaces, - or _ between its parts; the nearest one is offered."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(tuple(words))

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        found = find_name(value, self.choices)
        if found is None:
            option = "this" if param is None else max(param.opts, key=len)
            raise unknown_name(f"{option} cannot be {quote(str(value))}", value, self.choices)
        return found


class Names(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """Names with commas between them."""

    name = "names"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(name.strip() for name in str(value).split(","))
