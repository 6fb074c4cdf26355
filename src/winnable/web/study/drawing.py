"""The report of a study for its page, made in a process: ``python -m winnable.web.study.drawing FILE``.

Reading a million units and drawing takes tens of seconds and a gigabyte, which the page must not wait for.
The process makes a report for each line that comes in and writes it after a line that says its length and
what it cost. It ends with its standard input, as that is the server's end, too.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NoReturn

import msgspec

from winnable.errors import InputError
from winnable.studies.experiments.store import Store
from winnable.studies.reports.document import Code, Document, Heading, Part, Pictures, Text, report_of
from winnable.studies.reports.draw import NO_MATPLOTLIB, can_draw
from winnable.studies.reports.html import picture_alone
from winnable.studies.reports.tables import results_table
from winnable.web.study.reading import PATIENCE, TableSeen, table_seen

__all__ = ["Header", "Report", "report"]

_NICE: Final = 5  # the study comes first; but at the very last place a report never came to its end
_PLOTS: Final = "Plots"
_FIRST: Final = (_PLOTS, "What was found")  # what grows; then what was asked, and the rest


class Header(msgspec.Struct, frozen=True):
    """What goes before a report: its bytes, the seconds of a core that it took, or why there is none."""

    bytes: int
    seconds: float
    error: str = ""


class Said(msgspec.Struct, frozen=True, tag="text", tag_field="kind"):
    """A paragraph."""

    text: str


class Source(msgspec.Struct, frozen=True, tag="code", tag_field="kind"):
    """A text as it is, under a title."""

    title: str
    text: str


class Drawn(msgspec.Struct, frozen=True):
    """A panel of a plot: what it shows in words, and its SVG."""

    label: str
    svg: str


class Plot(msgspec.Struct, frozen=True, tag="plot", tag_field="kind"):
    """A plot with its panels."""

    name: str
    title: str
    caption: str
    panels: list[Drawn]


class Section(msgspec.Struct, frozen=True):
    """A heading and what is below it."""

    heading: str
    parts: list[Said | Source | TableSeen | Plot]


class Report(msgspec.Struct, frozen=True):
    """A report, and of how much of the study it is."""

    of: str
    sections: list[Section]


def report(path: Path) -> Report:
    """The report of a file, what grows first; without the table of shares, which the page has newer.

    Raises:
        InputError: the file cannot be read.
    """
    with Store(path, write=False, patience=PATIENCE) as store:
        document = report_of(store)
    done, units = f"{document.done:,}", f"{document.units:,}"
    of = f"The report below is of {f'all {units}' if done == units else f'{done} of {units}'} units."
    sections = {section.heading: section for section in _sections(document)}
    first = [sections.pop(heading) for heading in _FIRST if heading in sections]
    return Report(of, [*first, *sections.values()])


def _sections(document: Document) -> list[Section]:
    """What follows its headings."""
    plots, sections = can_draw(), list[Section]()
    for part in document.blocks:
        if isinstance(part, Heading):
            sections.append(Section(part.text, []))
            if part.text == _PLOTS and not plots:
                sections[-1].parts.append(Said(f"There are no plots: {NO_MATPLOTLIB}."))
        elif sections:
            sections[-1].parts.extend(_part(part, plots=plots))
    return [section for section in sections if section.parts]


def _part(part: Part, *, plots: bool) -> Iterator[Said | Source | TableSeen | Plot]:
    if isinstance(part, Text):
        yield Said(part.text)
    elif isinstance(part, Code):
        yield Source(part.title, part.text)
    elif isinstance(part, Pictures):
        if plots:
            panels = [Drawn(f"{part.title}: {panel.title}", picture_alone(panel)) for panel in part.panels]
            yield Plot(part.name, part.title, part.caption, panels)
    elif not isinstance(part, Heading) and part.title != results_table(None).title:
        yield table_seen(part)


def _wanted() -> SimpleQueue[bytes]:
    """The lines that come in; when there are no more, the process ends, whatever it is doing."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def main() -> NoReturn:
    """Makes reports until there is nobody to make them for."""
    os.nice(_NICE)
    path, lines, spent = Path(sys.argv[1]), _wanted(), 0.0
    while True:
        lines.get()
        body, error = b"", ""
        try:
            body = msgspec.json.encode(report(path))
        except InputError as found:
            error = str(found)
        seconds, spent = time.process_time() - spent, time.process_time()
        header = msgspec.json.encode(Header(len(body), seconds, error))
        sys.stdout.buffer.write(header + b"\n" + body)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
