"""Traces: one JSON object a line, whole or not there at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from search.toys import Jugs, Line
from winnable.errors import InputError
from winnable.search.algorithms import search
from winnable.search.trace import TraceWriter, read_trace


def test_a_trace_holds_every_nth_event(tmp_path: Path) -> None:
    path = tmp_path / "jugs.jsonl"
    with TraceWriter(path, every=3, about={"game": "jugs"}) as trace:
        result = search(Jugs(), (0, 0), "astar", observer=trace)
    about, events = read_trace(path)
    assert about == {"trace": 1, "every": 3, "game": "jugs"}
    listed = list(events)
    assert len(listed) == trace.written > 0
    assert [event.number for event in listed] == list(range(0, 3 * len(listed), 3))
    assert result.stats.expanded > 0
    record = json.loads(path.read_text().splitlines()[1])
    assert set(record) == {"kind", "number", "node", "parent", "depth", "cost", "estimate", "key"}
    assert len(record["key"]) == 32
    assert [p.name for p in tmp_path.iterdir()] == ["jugs.jsonl"]


def test_a_failed_search_leaves_the_old_trace(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text("old")

    def fail(state: int, move: int) -> int:
        if state > 50:
            raise LookupError("boom")
        return state + move

    with pytest.raises(LookupError), TraceWriter(path) as trace:
        search(Line(play=fail), 0, "breadth_first", observer=trace)
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["trace.jsonl"]


def test_writing_outside_the_block_is_refused(tmp_path: Path) -> None:
    trace = TraceWriter(tmp_path / "t.jsonl")
    with pytest.raises(ValueError, match="with block"):
        search(Jugs(), (0, 0), "astar", observer=trace)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{}\n", 1),
        ('{"trace": 2}\n', 1),
        ("JUNK\n", 1),
        ("[1]\n", 1),
        ('{"trace": 1}\n{"kind": "expand"}\n', 2),
        ('{"trace": 1}\nnot json\n', 2),
        ("\x00\x01\n", 1),
    ],
)
def test_what_is_no_trace_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        list(read_trace(path)[1])
    assert caught.value.line == line
