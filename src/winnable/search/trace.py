"""Traces: the events of a search as JSON lines, for animation and study.

The first line says what was searched and how; each further line is one event::

    {"trace": 1, "every": 10, "game": "freecell", "algorithm": "astar"}
    {"kind": "expand", "number": 0, "node": 0, "parent": null, "depth": 0, "cost": 0.0,
     "estimate": 26.0, "key": "9f…"}

``kind`` is expand, generate, duplicate, prune, backtrack or goal. ``number`` counts all events,
so with ``every`` = 10 the numbers are 0, 10, 20, ... ``node`` and ``parent`` number the positions
that the search keeps, 0 the start; null where it keeps none. ``depth`` is in moves, ``cost`` and
``estimate`` in the search's metric (an estimate of 0 may mean that none was made), and ``key`` is
the position's key, 32 hexadecimal digits.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from winnable.errors import InputError
from winnable.search.api import SearchEvent

__all__ = ["TRACE_VERSION", "TraceWriter", "read_trace"]

TRACE_VERSION = 1
_FIELDS = ("kind", "number", "node", "parent", "depth", "cost", "estimate", "key")


class TraceWriter:
    """An observer that writes a trace; a context manager.

    The file appears under its name only when the block ends without an exception; until then,
    and after one, nothing at ``path`` changes. What is no ordinary file, such as a pipe or
    /dev/null, is written to as it is. InputError for an empty path.

    Args:
        path: the trace to write; an existing file is replaced.
        every: every how many-th event is written.
        about: further facts for the first line, such as game and algorithm.
    """

    def __init__(
        self, path: str | Path, *, every: int = 1, about: Mapping[str, object] | None = None
    ) -> None:
        if not str(path):
            raise InputError("the trace has no name", expected="a file to write")
        self.path = Path(path)
        self.every = every
        self.written = 0
        self._about = dict(about or {})
        target = Path(os.path.realpath(path))  # a link stays a link
        self._target = target
        self._part: Path | None = None
        if target.is_file() or not target.exists():
            self._part = target.with_name(f"{target.name}.{os.getpid()}.part")
        self._file: TextIO | None = None

    def __enter__(self) -> TraceWriter:
        self._file = (self._part or self._target).open("w", encoding="utf-8")
        self._write({"trace": TRACE_VERSION, "every": self.every, **self._about})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        assert self._file is not None
        try:
            self._file.close()
            if kind is None and self._part is not None:
                self._part.replace(self._target)
        finally:
            self._file = None
            if self._part is not None:
                self._part.unlink(missing_ok=True)

    def on_events(self, events: Sequence[SearchEvent]) -> None:
        """Writes a batch. Raises ValueError outside the ``with`` block."""
        for event in events:
            record: dict[str, object] = {name: getattr(event, name) for name in _FIELDS}
            record["key"] = f"{event.key:032x}"
            self._write(record)
        self.written += len(events)

    def _write(self, record: Mapping[str, object]) -> None:
        if self._file is None:
            raise ValueError("a trace is written inside a with block")
        self._file.write(json.dumps(record) + "\n")


def read_trace(path: str | Path) -> tuple[dict[str, Any], Iterator[SearchEvent]]:
    """The first line of a trace, and its events, read as they are asked for.

    Raises InputError for a file that is no trace, with the line.
    """
    lines = _records(Path(path))
    about = next(lines, None)
    if about is None or about[1].get("trace") != TRACE_VERSION:
        raise InputError(
            "not a trace", expected=f'{{"trace": {TRACE_VERSION}, ...}}', source=str(path), line=1
        )
    return about[1], (_event(str(path), *item) for item in lines)


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise InputError(
                    "not JSON",
                    expected="one object per line",
                    source=str(path),
                    line=number,
                    column=error.colno,
                ) from None
            if not isinstance(record, dict):
                raise InputError(
                    "not an object", expected="one object per line", source=str(path), line=number
                )
            yield number, record


def _event(source: str, line: int, record: dict[str, Any]) -> SearchEvent:
    try:
        return SearchEvent(**{**record, "key": int(record["key"], 16)})
    except (KeyError, TypeError, ValueError):
        raise InputError(
            "not an event", expected="the fields " + ", ".join(_FIELDS), source=source, line=line
        ) from None
