"""Traces: one JSON object a line, whole or not there at all."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from search.toys import Jugs, Line
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import Limits
from winnable.search.trace import Trace, TraceWriter, read_trace


def test_a_trace_holds_every_nth_event(tmp_path: Path) -> None:
    path = tmp_path / "jugs.jsonl"
    with TraceWriter(path, every=3, about={"game": "jugs"}) as trace:
        result = search(Jugs(), (0, 0), "astar", observer=trace)
    about, events = read_trace(path)
    assert about == {"trace": 2, "every": 3, "game": "jugs"}
    listed = list(events)
    assert len(listed) == trace.written > 0
    assert [event.number for event in listed] == list(range(0, 3 * len(listed), 3))
    assert result.stats.expanded > 0
    record = json.loads(path.read_text().splitlines()[1])
    assert set(record) == {
        *("kind", "number", "node", "parent", "depth", "cost", "estimate", "key", "move", "kept", "more")
    }
    assert (record["move"], record["kept"], record["more"]) == (None, 0, [])  # jugs have no notation
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


def test_a_trace_of_a_python_game_has_the_moves_of_its_notation(tmp_path: Path) -> None:
    class Written:
        def format(self, state: int, move: int) -> str:
            return f"{state}+{move}"

    path = tmp_path / "line.jsonl"
    with TraceWriter(path) as trace:
        search(Line(end=9, goal=5, notation=Written()), 0, "depth_first", observer=trace)
    way: list[str] = []
    for event in read_trace(path)[1]:
        way = [*way[: event.kept], *event.more]
        assert event.move == (way[-1] if way else None)
        assert len(way) == event.depth
    assert way == ["0+1", "1+1", "2+1", "3+1", "4+1"]


def test_a_notation_that_writes_no_text_is_named(tmp_path: Path) -> None:
    class Numbers:
        def format(self, state: int, move: int) -> int:
            return move

    path = tmp_path / "line.jsonl"
    with pytest.raises(TypeError, match=r"notation.format\(\) must return a str"), TraceWriter(path) as trace:
        search(Line(end=9, goal=5, notation=Numbers()), 0, "depth_first", observer=trace)
    assert not path.exists()


EVENT = (
    '{"kind": "expand", "number": 0, "node": 0, "parent": null, "depth": 0, "cost": 0.0, "estimate": 0.0, '
    '"key": "0f", "move": "a", "kept": 0, "more": ["a", "b"]}\n'
)
HEAD = '{"trace": 2, "every": 1}\n'


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 1, "not a trace"),
        ("{}\n", 1, "not a trace"),
        ('{"trace": 3}\n', 1, "of version 3, written by a newer Winnable; expected version 2"),
        (
            '{"trace": 1, "every": 1, "game": "pyramid", "deal": 1, "algorithm": "greedy"}\n',
            1,
            "holds no moves; make it anew: winnable search pyramid 1 --algorithm greedy --trace ",
        ),
        ('{"trace": 1}\n', 1, "make it anew: winnable search GAME POSITION --algorithm NAME --trace"),
        ("JUNK\n", 1, "not JSON"),
        ("[1]\n", 1, "not an object"),
        ("\x00\x01\n", 1, "not JSON"),
        (HEAD + '{"kind": "expand"}\n', 2, "not an event"),
        (HEAD + EVENT.replace('"a", "b"', "1"), 2, "not an event"),
        (HEAD + EVENT.replace("expand", "explode"), 2, "not an event"),
        (HEAD + EVENT.replace('"depth": 0', '"depth": "0"'), 2, "not an event"),
        (HEAD + "not json\n", 2, "not JSON"),
        (
            HEAD + EVENT + EVENT.replace('"kept": 0', '"kept": 3'),
            3,
            "kept is 3, but the way in the line before",
        ),
        (HEAD, 2, "the trace is cut off: its last line is missing; make it anew"),
        (HEAD + EVENT, 3, "the trace is cut off: its last line is missing"),
        (HEAD + EVENT[:60], 2, "the trace is cut off in the middle of this line; make it anew"),
        (HEAD + EVENT + '{"end": 2}\n', 3, "the last line counts 2 events, but there are 1"),
        (HEAD + EVENT + '{"end": 1}\n' + EVENT, 4, "a line after the end of the trace"),
    ],
)
def test_what_is_no_trace_is_refused_with_its_line(tmp_path: Path, text: str, line: int, told: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(text)
    for read in (lambda: list(read_trace(path)[1]), lambda: Trace(path)):
        with pytest.raises(InputError) as caught:
            read()
        assert caught.value.line == line
        assert told in str(caught.value)


def test_any_event_of_a_trace_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    game = get_game("pyramid")
    with TraceWriter(path, every=2) as writer:
        search(game, game.deal(1), "beam", beam_width=20, limits=Limits(nodes=600), observer=writer)
    events = list(read_trace(path)[1])
    ways, way = [], []
    for event in events:
        way = [*way[: event.kept], *event.more]
        ways.append(tuple(way))
    with Trace(path) as trace:
        assert len(trace) == len(events) > 600
        places = list(range(len(trace)))
        Random(1).shuffle(places)
        for place in [*range(300), *range(700, 400, -1), *places[:300], len(trace) - 1, 0, 0]:
            event, way_there, counts = trace.at(place)
            assert (event, way_there) == (events[place], ways[place])
            assert counts == Counter(one.kind for one in events[: place + 1])
