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

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_UNITS |= {f"{unit}i": 2 ** (10 * power) for power, unit in enumerate("kmgt", 1)}
_SCALES = {"": 1, "k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "g": 10**9, "billion": 10**9}
_TIMES = {"ms": 0.001, "": 1, "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1}
_TIMES |= dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60)
_TIMES |= dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SPACES = {ord(space): " " for space in "\u00a0\u2009\u202f"}
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:([ ,'])\d{3})(?:\1\d{3})*|[+-]?\d{1,3}(?:\.\d{3}){2,}")
_SCALED = re.compile(r"([+-]?\d+(?:[.,]\d{1,2}|\.\d+)?(?:e\d{1,2})?)\s*([a-z]*)", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d+):)?(\d+):([0-5]\d(?:\.\d+)?)")
_TOO_LARGE = 10**30
_LONG = 10**9  # numbers from here on are shown as powers, where they are such
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
        number = value if isinstance(value, int) else _whole(str(value))
        if number is None:
            word = str(value).strip().casefold()
            instead = f"{_WORDS.index(word) + 1}" if word in _WORDS else self._such_as()
            self.fail(f"{quote(str(value))} is not a whole number; write {instead}", param, ctx)
        if number < self.least or (self.most is not None and number > self.most):
            most = "" if self.most is None else f" to {_shown(self.most)}"
            span = f"from {self.least}{most or ' on'}"
            self.fail(f"{quote(str(value))} is not a whole number {span}", param, ctx)
        return number

    def _such_as(self) -> str:
        small = self.most is not None and self.most < _UNITS["m"]
        return f"one from {self.least} to {self.most}" if small else "one such as 500, 10k or 2M"


class Number(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A number from ``least`` to ``most``; with ``above``, ``least`` itself is too small."""

    name = "x"

    def __init__(self, least: float = -math.inf, most: float = math.inf, *, above: bool = False) -> None:
        self.least, self.most, self.above = least, most, above

    def convert(self, value: Any, param: Parameter, ctx: Context) -> float:
        number = value if isinstance(value, float) else self._read(str(value).strip())
        if not self.least <= number <= self.most or (self.above and number == self.least):
            self.fail(f"{quote(str(value))} is not a number{self._span()}", param, ctx)
        return number

    def _read(self, text: str) -> float:
        """The number that a text is; no number (NaN) for any other text."""
        try:
            return float(_with_point(text))
        except ValueError:
            return math.nan

    def _span(self) -> str:
        most = f" up to {self.most:g}" if math.isfinite(self.most) else ""
        if self.above:
            return f" above {self.least:g}" + (f" and{most}" if most else "")
        return f" from {self.least:g}{most or ' on'}" if math.isfinite(self.least) else most


class Seconds(Number):
    """A positive number of seconds: 5, 0.5, 5s, 2min, 1:30."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, above=True)

    def _read(self, text: str) -> float:
        found, clock = _SCALED.fullmatch(text), _CLOCK.fullmatch(text)
        if clock is not None:
            hours, minutes, seconds = clock.groups(default="0")
            return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
        unit = None if found is None else _TIMES.get(found[2].casefold())
        return super()._read(text) if found is None or unit is None else super()._read(found[1]) * unit

    def _span(self) -> str:
        return " of seconds above 0; write one such as 5, 0.5 or 2min"


class Bytes(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A size: 500M, 2G, 64Mi, or a number of bytes."""

    name = "size"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*([kmgt]i?)?(?:b|bytes?)?", str(value).strip().lower())
        size = 0.0 if match is None else self._number(match[1]) * _UNITS[match[2] or ""]
        if not 1 <= size <= _MOST_BYTES:
            self.fail(f"{quote(str(value))} is not a size; write 500M, 2G or a number of bytes", param, ctx)
        return int(size)

    @staticmethod
    def _number(text: str) -> float:
        try:
            return float(_with_point(text))
        except ValueError:
            return 0.0


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


def _whole(text: str) -> int | None:
    """The whole number that a text is, as people write one: 1000000, 1_000_000, 1,000,000, 1e6 and 1M are the
    same; None for any other text, also for 1.000, which may be one or a thousand."""
    text = text.strip().translate(_SPACES)
    if _GROUPED.fullmatch(text):
        text = re.sub(r"[ ,'.]", "", text)
    if re.fullmatch(r"[+-]?\d{30,}", text):  # int() refuses thousands of digits, and nothing takes so many
        return -_TOO_LARGE if text.startswith("-") else _TOO_LARGE
    try:
        return int(text)
    except ValueError:
        pass
    found = _SCALED.fullmatch(text)
    scale = None if found is None else _SCALES.get(found[2].casefold())
    if found is None or scale is None or (scale == 1 and "e" not in found[1].casefold()):
        return None
    from decimal import Decimal

    number = Decimal(found[1].replace(",", ".")) * scale
    return int(number) if number == int(number) else None


def _with_point(text: str) -> str:
    """A decimal number with a point, where it is written with a comma that parts no thousands: 0,5."""
    return text.replace(",", ".") if re.fullmatch(r"[+-]?(?:\d+,\d{1,2}|0,\d+)", text) else text


def _shown(number: int) -> str:
    """A number; a large power of ten as such."""
    digits = str(number)
    return f"10^{len(digits) - 1}" if number >= _LONG and digits.rstrip("0") == "1" else digits
