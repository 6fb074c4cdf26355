"""Replays: any start can be read back, and every step is what the trace says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from registered import registered_names
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.search.algorithms import search
from winnable.search.api import Limits
from winnable.search.trace import TraceWriter
from winnable.studies.replay import Replay, evenly
from winnable.text.boards import position_data
from won_lines import before_the_end


@pytest.mark.parametrize("spelled", registered_names())
def test_a_trace_needs_nothing_else(spelled: str, tmp_path: Path) -> None:
    game, start = get_game(spelled), before_the_end(spelled, 10)
    path = tmp_path / "t.jsonl"
    about = {"game": game.spelled, "start": position_data(game, start)}
    with TraceWriter(path, every=2, about=about) as writer:
        search(game, start, "greedy", limits=Limits(nodes=60), observer=writer)
    with Replay(path) as replay:
        assert game.key(replay.step(0).position) == game.key(start)
        last = replay.step(len(replay) - 1)
        position = start
        for word in last.moves:
            position = game.play(position, game.notation.parse(position, word))
        assert game.key(position) == game.key(last.position)
        middle = replay.step(len(replay) // 2)
        assert sum(middle.counts.values()) == len(replay) // 2 + 1
        assert replay.scene(middle).game == game.spelled
        assert all(card.known for pile in replay.scene(middle).piles for card in pile.cards)
        with pytest.raises(IndexError):
            replay.step(len(replay))


def trace_of(path: Path, **about: object) -> Path:
    game = get_game("pyramid")
    facts = {"game": "pyramid", "start": position_data(game, game.deal(1)), **about}
    with TraceWriter(path, about={key: value for key, value in facts.items() if value is not None}) as writer:
        search(game, game.deal(1), "greedy", observer=writer)
    return path


@pytest.mark.parametrize(
    ("about", "told"),
    [
        (
            {"start": None},
            ":1: this trace does not say where the search started; expected the keys game and start",
        ),
        ({"game": None}, ":1: this trace does not say where the search started"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"start": {"tableau": 1}}, ":1: the start of this trace cannot be read"),
        ({"start": {}}, ":1: the start of this trace cannot be read"),
        ({"game": "undead"}, ":1: the start of this trace cannot be read"),
    ],
)
def test_traces_that_cannot_be_replayed(tmp_path: Path, about: dict[str, object], told: str) -> None:
    path = trace_of(tmp_path / "t.jsonl", **about)
    with pytest.raises(InputError) as caught:
        Replay(path)
    assert told in str(caught.value)


def test_a_move_that_cannot_be_made_is_named_with_its_line(tmp_path: Path) -> None:
    path = trace_of(tmp_path / "t.jsonl")
    lines = path.read_text().splitlines()
    event = json.loads(lines[5])
    event["more"] = ["KH"]
    lines[5] = json.dumps({**event, "kept": 0})
    path.write_text("\n".join(lines) + "\n")
    with Replay(path) as replay:
        replay.step(3)
        with pytest.raises(InputError, match="move 1 of the way to this event cannot be made: KH ") as caught:
            replay.step(4)
    assert caught.value.line == 6


def test_steps_are_spread_evenly() -> None:
    assert evenly(3, 5) == [0, 1, 2]
    assert evenly(101, 5) == [0, 25, 50, 75, 100]
    assert evenly(10, 1) == [9]
    for count in range(2, 200):
        places = evenly(count, 7)
        assert (places[0], places[-1]) == (0, count - 1)
        assert len(set(places)) == len(places) == min(count, 7)
