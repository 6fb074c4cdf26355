"""Traces: the events of a search as JSON lines, for animation and study.

The first line says what was searched and how, each further line is one event, and the last one says how the
search ended::

    {"trace": 2, "every": 10, "game": "freecell", "deal": "ms:1", "algorithm": "astar", "start": {...}}
    {"kind": "generate", "number": 0, "node": 0, "parent": null, "depth": 0, "cost": 0.0,
     "estimate": 26.0, "key": "9f…", "move": null, "kept": 0, "more": []}
    {"kind": "generate", "number": 10, "node": 9, "parent": 2, "depth": 2, "cost": 2.0,
     "estimate": 24.5, "key": "03…", "move": "4a", "kept": 0, "more": ["26", "4a"]}
    {"end": 2, "verdict": "solved", "reason": "goal"}

``kind`` is expand, generate, duplicate, prune, backtrack or goal. ``number`` counts all events,
so with ``every`` = 10 the numbers are 0, 10, 20, ... ``node`` and ``parent`` number the positions
that the search keeps, 0 the start; null where it keeps none. ``depth`` is in moves, ``cost`` and
``estimate`` in the search's metric (an estimate of 0 may mean that none was made), and ``key`` is
the position's key, 32 hexadecimal digits.

``move`` is what led to the position, in the game's notation; null at the start. The moves from the start to
the position are the first ``kept`` ones of the event in the line before, then those in ``more``. ``start`` is
the position that was searched, as :func:`winnable.text.boards.position_data` writes it; ``end`` counts the
events.
"""

from __future__ import annotations

import json
import os
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, NamedTuple, TextIO

from winnable.errors import InputError, quote
from winnable.search.api import EVENT_KINDS, SearchEvent

__all__ = ["TRACE_VERSION", "Trace", "TraceWriter", "read_trace"]

TRACE_VERSION = 2
_FIELDS: Final = (
    "kind", "number", "node", "parent", "depth", "cost", "estimate", "key", "move", "kept", "more",
)  # fmt: skip
_ANEW: Final = "make it anew with winnable search --trace"


class TraceWriter:
    """An observer that writes a trace; a context manager.

    The file appears under its name only when the block ends without an exception; until then,
    and after one, nothing at ``path`` changes. What is no ordinary file, such as a pipe or
    /dev/null, is written to as it is. InputError for an empty path.

    Args:
        path: the trace to write; an existing file is replaced.
        every: every how many-th event is written.
        about: further facts for the first line, such as game and algorithm; with the name of a registered
            game as ``game`` and a position's data as ``start`` the trace can be replayed.
    """

    def __init__(
        self, path: str | Path, *, every: int = 1, about: Mapping[str, object] | None = None
    ) -> None:
        if not str(path):
            raise InputError("the trace has no name", expected="a file to write")
        self.path = Path(path)
        self.every = every
        self.written = 0
        self.ended: Mapping[str, object] = {}  # further facts for the last line: how the search ended
        self._about = dict(about or {})
        target = Path(os.path.realpath(path))  # a link stays a link
        self._target = target
        self._part: Path | None = None
        if target.is_file() or not target.exists():
            self._part = target.with_name(f"{target.name}.{os.getpid()}.part")
        self._file: TextIO | None = None

    def __enter__(self) -> TraceWriter:
        try:
            self._file = (self._part or self._target).open("w", encoding="utf-8")
        except OSError as error:  # with the name that was asked for
            raise OSError(error.errno, error.strerror, str(self._target)) from None
        self._write({"trace": TRACE_VERSION, "every": self.every, **self._about})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        assert self._file is not None
        try:
            if kind is None:
                self._write({"end": self.written, **self.ended})
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


class _Line(NamedTuple):
    number: int
    offset: int
    event: SearchEvent


class _Reader:
    """A trace from its first line on; what is wrong with it is an InputError with the line."""

    def __init__(self, path: Path) -> None:
        self.source = str(path)
        self.end: dict[str, Any] = {}
        self.lines = self._records(path)
        _, _, self.about = next(self.lines, (1, 0, {}))
        self._check_header()

    def events(self) -> Iterator[_Line]:
        """The events in order; at their end ``end`` is the last line."""
        known, line = 0, 1  # moves of the way so far
        for count, (line, offset, record) in enumerate(self.lines):
            if "end" in record:
                self._check_end(line, record, count)
                return
            event = self._event(line, record)
            if event.kept > known:
                what = f"kept is {event.kept}, but the way in the line before has {known} moves"
                raise self._error(what, line, expected="the lines of a trace, none left out", mend=_ANEW)
            known = event.kept + len(event.more)
            yield _Line(line, offset, event)
        raise self._error("the trace is cut off: its last line is missing", line + 1, mend=_ANEW)

    def _check_header(self) -> None:
        version = self.about.get("trace")
        if version == TRACE_VERSION:
            return
        if version == 1:
            raise self._error("a trace of version 1, which holds no moves", 1, mend=self._command())
        if isinstance(version, int) and version > TRACE_VERSION:
            what = f"a trace of version {version}, written by a newer Winnable"
            raise self._error(what, 1, expected=f"version {TRACE_VERSION}", mend="use that one to read it")
        raise self._error("not a trace", 1, expected=f'{{"trace": {TRACE_VERSION}, ...}}')

    def _command(self) -> str:
        """How an old trace is made anew, as far as it says what it is of."""
        game, algorithm = self.about.get("game", "GAME"), self.about.get("algorithm", "NAME")
        deal = self.about.get("deal", "POSITION")
        return f"make it anew: winnable search {game} {deal} --algorithm {algorithm} --trace {self.source}"

    def _check_end(self, line: int, record: dict[str, Any], count: int) -> None:
        if record["end"] != count:
            what = f"the last line counts {record['end']} events, but there are {count}"
            raise self._error(what, line, expected="the lines of a trace, none left out", mend=_ANEW)
        after = next(self.lines, None)
        if after is not None:
            raise self._error("a line after the end of the trace", after[0], mend="take it out")
        self.end = record

    def _records(self, path: Path) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Line, offset in the file and object."""
        offset = 0
        with self._open(path) as file:
            for number, line in enumerate(file, start=1):
                yield number, offset, self._record(number, line)
                offset += len(line)

    def _open(self, path: Path) -> BinaryIO:
        try:
            return path.open("rb")
        except (OSError, ValueError) as error:  # ValueError: a null character in the name
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            what = f"cannot read {quote(self.source)}: {reason.lower()}"
            raise InputError(what, expected="a trace") from None

    def _record(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            if number > 1 and not line.endswith(b"\n"):
                what = "the trace is cut off in the middle of this line"
                raise self._error(what, number, mend=_ANEW) from None
            column = error.colno if isinstance(error, json.JSONDecodeError) else None
            raise self._error("not JSON", number, expected="one object per line", column=column) from None
        if not isinstance(record, dict):
            raise self._error("not an object", number, expected="one object per line")
        return record

    def _event(self, line: int, record: dict[str, Any]) -> SearchEvent:
        try:
            return _event(record)
        except (KeyError, TypeError, ValueError):
            expected = "the fields " + ", ".join(_FIELDS)
            raise self._error("not an event", line, expected=expected) from None

    def _error(
        self,
        what: str,
        line: int,
        *,
        expected: str | None = None,
        mend: str | None = None,
        column: int | None = None,
    ) -> InputError:
        return InputError(what, expected=expected, mend=mend, source=self.source, line=line, column=column)


def _event(record: dict[str, Any]) -> SearchEvent:
    """KeyError, TypeError or ValueError for what is none."""
    more, move, kept = record["more"], record["move"], record["kept"]
    right = (
        record["kind"] in EVENT_KINDS
        and isinstance(more, list)
        and all(isinstance(word, str) for word in more)
        and (move is None or isinstance(move, str))
        and isinstance(kept, int)
        and kept >= 0
        and all(isinstance(record[name], int) for name in ("number", "depth"))
        and all(isinstance(record[name], int | float) for name in ("cost", "estimate"))
        and all(record[name] is None or isinstance(record[name], int) for name in ("node", "parent"))
    )
    if not right:
        raise ValueError("not an event")
    return SearchEvent(**{**record, "key": int(record["key"], 16), "more": tuple(more)})


def read_trace(path: str | Path) -> tuple[dict[str, Any], Iterator[SearchEvent]]:
    """The first line of a trace, and its events, read as they are asked for.

    Raises InputError for a file that is no trace, one of an older or newer version, and one that is cut off,
    with the line.
    """
    reader = _Reader(Path(path))
    return reader.about, (line.event for line in reader.events())


class Trace:
    """A whole trace, any event of which can be asked for: it is read once, and its lines found again.

    ``about`` is its first line, ``end`` its last. InputError as for :func:`read_trace`.
    """

    _STRIDE = 256  # events between two whose ways are kept, at least; long ways are kept more seldom

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        reader = _Reader(self.path)
        self.about = reader.about
        self._offsets = array("Q")
        self._marks: list[_Mark] = []
        now = _Mark(-1, [], Counter())
        for _, offset, event in reader.events():
            now.follow(event)
            if not self._marks or now.index - self._marks[-1].index >= max(self._STRIDE, len(now.way)):
                self._marks.append(now.copy())
            self._offsets.append(offset)
        self.end = reader.end
        self._file = self.path.open("rb")
        self._last = _Mark(-1, [], Counter())

    def __len__(self) -> int:
        return len(self._offsets)

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def line(self, index: int) -> int:
        """The number of an event's line in the file."""
        return index + 2

    def event(self, index: int) -> SearchEvent:
        """An event by its place in the trace, from 0."""
        self._file.seek(self._offsets[index])
        return _event(json.loads(self._file.readline()))

    def at(self, index: int) -> tuple[SearchEvent, tuple[str, ...], Mapping[str, int]]:
        """An event, the moves from the start to its position, and how many events of each kind the trace
        has until then, this one included."""
        near = self._marks[bisect_right(self._marks, index, key=lambda mark: mark.index) - 1]
        if not near.index <= self._last.index <= index:
            self._last = near.copy()
        while self._last.index < index:
            self._last.follow(self.event(self._last.index + 1))
        return self.event(index), tuple(self._last.way), dict(self._last.counts)


@dataclass(slots=True)
class _Mark:
    """The way to an event, and how many of each kind there are until then."""

    index: int
    way: list[str]
    counts: Counter[str]

    def copy(self) -> _Mark:
        return _Mark(self.index, list(self.way), self.counts.copy())

    def follow(self, event: SearchEvent) -> None:
        """On to the next event."""
        self.index += 1
        del self.way[event.kept :]
        self.way.extend(event.more)
        self.counts[event.kind] += 1
