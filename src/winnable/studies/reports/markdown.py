"""A report as Markdown: tables with pipes; plots are files beside it, or none."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from winnable.studies.reports.document import Code, Document, Heading, Part, Pictures, Text
from winnable.studies.reports.tables import Table

__all__ = ["markdown"]


def markdown(document: Document, picture: Callable[[Pictures], str] | None = None) -> str:
    """The report as a text.

    Args:
        picture: where the file of a plot lies, by a path from the text's own place; None leaves plots out.
    """
    parts = [f"# {_escaped(document.title)}"]
    for part in document.blocks:
        if isinstance(part, Pictures):
            if picture is not None:
                parts += _picture(part, picture(part))
        elif not (picture is None and part == Heading("Plots")):
            parts.append(_written(part))
    return "\n\n".join(parts) + "\n"


def _written(part: Part) -> str:
    if isinstance(part, Heading):
        return f"## {_escaped(part.text)}"
    if isinstance(part, Text):
        return _escaped(part.text)
    if isinstance(part, Code):
        return _code(part)
    assert isinstance(part, Table)
    left = [i < part.words for i in range(len(part.columns))]
    rule = [":--" if words else "--:" for words in left]
    lines = [
        _line(map(_escaped, part.columns)),
        _line(rule),
        *(_line(map(_escaped, row)) for row in part.rows),
    ]
    return "\n".join([f"### {_escaped(part.title)}", "", *lines])


def _picture(part: Pictures, path: str) -> Sequence[str]:
    return [f"### {part.title}", f"![{part.title}]({path.replace(' ', '%20')})", _escaped(part.caption)]


def _code(part: Code) -> str:
    """A text in a fence that is longer than any within it."""
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", part.text)), default=0))
    return f"{_escaped(part.title)}:\n\n{fence}toml\n{part.text.rstrip()}\n{fence}"


def _line(cells: Sequence[str] | map[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is, in one line."""
    return re.sub(r"([\\`*_\[\]<>|#~$&])", r"\\\1", " ".join(text.split()))
