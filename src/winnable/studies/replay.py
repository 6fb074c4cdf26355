"""A trace of a search, step by step: the position that each event is about, and what is to be said of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError
from winnable.registry import get_game
from winnable.search.trace import Trace

if TYPE_CHECKING:
    from winnable.scene import Scene
    from winnable.search.api import SearchEvent

__all__ = ["Replay", "Step", "evenly"]

_MEND = "make the trace with winnable search --trace"


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a trace. ``index`` is its place there, from 0; ``moves`` lead from the start to its
    ``position``; ``counts`` are the events of each kind that the trace has until then, this one included."""

    index: int
    event: SearchEvent
    moves: tuple[str, ...]
    position: Any
    counts: Mapping[str, int]

    def text(self) -> str:
        """The event in one line."""
        event = self.event
        figures = [f"depth {event.depth}", f"cost {event.cost:g}"]
        if event.estimate:
            figures.append(f"estimate {event.estimate:g}")
        if event.node is not None:
            figures.append(f"node {event.node}")
        if event.parent is not None:
            figures.append(f"parent {event.parent}")
        move = "" if event.move is None else f" {event.move}"
        return f"{event.number} {event.kind}{move} ({', '.join(figures)})"

    def tally(self) -> str:
        """What the trace has of each kind until now."""
        return ", ".join(f"{kind} {number:,}" for kind, number in self.counts.items())


class Replay:
    """The steps of a trace. Closes its file at the end of a ``with`` block.

    Raises:
        InputError: no trace, or one that is old or cut off; one without a start position, or of a game that
            is not registered. ``step`` raises it for a move that cannot be made.
    """

    def __init__(self, path: str | Path) -> None:
        self.trace = Trace(path)
        self.source = str(path)
        try:
            self.game, start = self._begin(self.trace.about)
        except InputError:
            self.trace.__exit__()
            raise
        self._words: list[str] = []
        self._positions = [start]

    def __enter__(self) -> Replay:
        return self

    def __exit__(self, *_: object) -> None:
        self.trace.__exit__()

    def __len__(self) -> int:
        return len(self.trace)

    def title(self) -> str:
        """What was searched, and how."""
        about = self.trace.about
        parts = (about["game"], about.get("deal", ""), about.get("algorithm", ""))
        return " ".join(str(part) for part in parts if part != "")

    def ending(self) -> str:
        """How the search ended; empty where the trace does not say."""
        end = self.trace.end
        return f"{end['verdict']} ({end['reason']})" if {"verdict", "reason"} <= end.keys() else ""

    def sampling(self) -> str:
        """How many events the trace holds, and of how many."""
        every = self.trace.about.get("every", 1)
        number = f"{len(self):,} event{'' if len(self) == 1 else 's'}"
        return number if every == 1 else f"{number}, one in {every:,} of the search"

    def step(self, index: int) -> Step:
        """The step at a place from 0; IndexError beyond the trace."""
        if not 0 <= index < len(self):
            raise IndexError(f"the trace has {len(self)} events")
        event, moves, counts = self.trace.at(index)
        return Step(index, event, moves, self._position(moves, index), counts)

    def scene(self, step: Step) -> Scene:
        """What is on the table, every card seen: a search knows them all."""
        from winnable.analysis.scenes import scene_of

        return scene_of(self.game, step.position, open_cards=True)

    def _begin(self, about: Mapping[str, Any]) -> tuple[Any, Any]:
        """The game and the start."""
        if not isinstance(about.get("game"), str) or not isinstance(about.get("start"), dict):
            raise InputError(
                "this trace does not say where the search started",
                expected="the keys game and start",
                mend=_MEND,
                source=self.source,
                line=1,
            )
        game = get_game(about["game"])
        return game, self._start(game, about["start"])

    def _start(self, game: Any, data: Mapping[str, Any]) -> Any:
        from winnable.text.detect import read_lines

        try:
            return next(read_lines([json.dumps(data)], game)).position(game)
        except InputError as error:
            what = f"the start of this trace cannot be read: {error.what}"
            raise InputError(what, expected=error.expected, mend=_MEND, source=self.source, line=1) from None

    def _position(self, moves: Sequence[str], index: int) -> Any:
        """The position after these moves; those it shares with the last ones asked for are not made again."""
        shared = 0
        for old, new in zip(self._words, moves, strict=False):
            if old != new:
                break
            shared += 1
        del self._words[shared:], self._positions[shared + 1 :]
        for word in moves[shared:]:
            here = self._positions[-1]
            try:
                self._positions.append(self.game.play(here, self.game.notation.parse(here, word)))
            except ValueError as error:
                what = f"move {len(self._words) + 1} of the way to this event cannot be made: {error}"
                line = self.trace.line(index)
                raise InputError(what, mend=_MEND, source=self.source, line=line) from None
            self._words.append(word)
        return self._positions[-1]


def evenly(count: int, most: int) -> list[int]:
    """At most ``most`` of the places 0 to ``count`` - 1, evenly spread, the first and the last among them."""
    if count <= most:
        return list(range(count))
    if most == 1:
        return [count - 1]
    return [round(i * (count - 1) / (most - 1)) for i in range(most)]
