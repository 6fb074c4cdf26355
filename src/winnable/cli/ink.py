"""Colour on terminals: red suits, what is won and lost. Nothing of it where it would be in the way.

Colour is click's own, which is loaded anyway: a few words and cards need no more than that.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from winnable.cards import SUIT_SYMBOLS
from winnable.cli.options import F
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.render.page import Line
    from winnable.scene import Scene

__all__ = [
    "CARD_FORMS",
    "Tone",
    "colours_wanted",
    "draw",
    "in_symbols",
    "listed",
    "room",
    "symbols_wanted",
    "tone_verdicts",
    "toned",
    "unicode_option",
    "within",
    "wrapped",
]

_UNICODE: Final = "winnable.unicode"  # where --unicode waits in click's context

CARD_FORMS: Final = ("board", "flat")  # of positions, in which cards may have symbols

_WIDE: Final = 200  # letters of a line where no terminal says how many
_FEWEST: Final = 40  # letters that a column of prose needs

Tone = Literal["good", "bad", "unsure", "faint", "strong"]

_VERDICT_TONES: Final[Mapping[str, Tone]] = {"winnable": "good", "lost": "bad", "not known": "unsure"}
_VERDICT: Final = re.compile(rf"^(\S+ +)({'|'.join(_VERDICT_TONES)})\b", re.MULTILINE)
_FIRST_COLUMN: Final = re.compile(rf" *(?:\d+\. )?\S+ (?: +|(?=(?:{'|'.join(_VERDICT_TONES)})\b))")
_TONES: Final[Mapping[str, Mapping[str, Any]]] = {
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "unsure": {"fg": "yellow"},
    "faint": {"dim": True},
    "strong": {"bold": True},
}
_LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "diamonds": {"fg": "red"},
    "hearts": {"fg": "red"},
    "hidden": {"dim": True},
    "empty": {"dim": True},
    "label": {"dim": True},
    "met": {"fg": "green"},
    "broken": {"fg": "red", "bold": True},
    "first": {"fg": "cyan"},
    "second": {"fg": "magenta"},
    "third": {"fg": "green"},
}
_FOUR_COLOURS: Final[Mapping[str, Mapping[str, Any]]] = {
    **_LOOKS,
    "clubs": {"fg": "green"},
    "diamonds": {"fg": "bright_blue"},
}


def unicode_option(function: F) -> F:
    """--unicode, which ``in_symbols`` and ``draw`` keep to."""

    def keep(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            _check_encoding(sys.stdout.encoding or "utf-8")
        ctx.meta[_UNICODE] = value

    return click.option(
        "--unicode",
        is_flag=True,
        expose_value=False,
        callback=keep,
        help="Write suits as symbols: 7♥ instead of 7H.",
    )(function)


def _check_encoding(name: str) -> None:
    try:
        SUIT_SYMBOLS.encode(name)
    except UnicodeError:
        what = f"--unicode: the encoding of the output, {name}, has no symbols for suits"
        raise InputError(what, expected="UTF-8, as with LC_ALL=C.UTF-8") from None


def symbols_wanted() -> bool:
    """Does --unicode ask for symbols of suits?"""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_UNICODE))


def colours_wanted() -> bool:
    """Is standard output a terminal that shows colours, and does nobody object? ``NO_COLOR``, set to
    anything, is an objection (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def room() -> int | None:
    """How many letters a line of the terminal has room for; None where there is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def wrapped(line: str) -> str:
    """A line of prose, broken between words where the terminal is narrower. What follows the first column of
    a table stays in its own."""
    width = room()
    if width is None or len(line) <= width:
        return line
    from textwrap import wrap

    column = _FIRST_COLUMN.match(line)
    indent = column.end() if column and column.end() <= width // 2 else 2
    return "\n".join(wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False))


def within(drawing: Sequence[str]) -> list[str]:
    """The lines of a drawing without so many of their common blank columns as the terminal has no room for:
    the widest gaps first. One that is still too wide stays so."""
    width, lines = room(), list(drawing)
    while width is not None and max(map(len, lines), default=0) > width:
        longest = max(map(len, lines))
        padded = [line.ljust(longest) for line in lines]
        gaps = [found.span() for found in re.finditer(" +", "".join(map(max, zip(*padded, strict=True))))]
        if not gaps:
            break
        start, _ = max(gaps, key=lambda gap: gap[1] - gap[0])
        lines = [(line[:start] + line[start + 1 :]).rstrip() for line in padded]
    return lines


def listed(rows: Sequence[tuple[str, str]], widest: int) -> str:
    """Terms, each with its meaning behind it in a column, or below it where the terminal is narrow.

    ``widest`` letters are for a term, so that lists with the same number are set alike.
    """
    width = room() or _WIDE
    below = width < widest + _FEWEST
    out = click.HelpFormatter(width=width)
    out.write_dl(
        [(term if below else f"{term:<{widest}}", meaning) for term, meaning in rows],
        col_max=2 if below else widest,
    )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def tone_verdicts(table: str) -> str:
    """A table with a verdict behind each move, its verdicts in their tones where colours are wanted."""
    if not colours_wanted():
        return table
    return _VERDICT.sub(lambda found: found[1] + toned(found[2], _VERDICT_TONES[found[2]]), table)


def toned(text: str, tone: Tone) -> str:
    """The text in a tone, where colours are wanted."""
    return click.style(text, **_TONES[tone]) if text and colours_wanted() else text


def draw(scene: Scene, *, four_colours: bool = False) -> str:
    """The scene as text for where standard output goes: on a terminal within its width and, if colours are
    wanted, in colours; with symbols where --unicode asks for them. No newline at the end."""
    from winnable.render.page import plain
    from winnable.render.text import scene_lines

    lines = scene_lines(scene, unicode=symbols_wanted(), width=room())
    return _painted(lines, _FOUR_COLOURS if four_colours else _LOOKS) if colours_wanted() else plain(lines)


def _painted(lines: Iterable[Line], looks: Mapping[str, Mapping[str, Any]]) -> str:
    return "\n".join(
        "".join(click.style(text, **looks[look]) if look in looks else text for text, look in line)
        for line in lines
    )


def in_symbols(text: str) -> str:
    """The text; where --unicode asks for them, with symbols for the suits of its cards."""
    if not symbols_wanted():
        return text
    from winnable.text.spoken import with_symbols

    return with_symbols(text)
