"""A search of any length as a picture of bounded size: the tree of the lines that it tried, and its events.

A :class:`Recording` sees a sample of the events (:class:`~winnable.search.api.Sampling`): all of the first
ones, then an even sample of the rest, and whatever is notable. Each event is about a node of the tree. Nodes
with one child that no event is about are folded into the edge to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from winnable.search.api import EVENT_KINDS, Sampling, SearchEvent

__all__ = ["Recording"]

_MOST_MOVES: Final = 60_000  # of the tree, before anything is folded
_LEAVES: Final = ("prune", "duplicate")


class _Kept(NamedTuple):
    event: SearchEvent
    node: int


class _Tree:
    """The lines tried, as far as they are told: each node is a move further than its parent, 0 the start."""

    def __init__(self) -> None:
        self.parents: list[int] = [-1]
        self.words: list[str] = [""]
        self.depths: list[int] = [0]
        self.refused: set[int] = set()  # what was tried there could not be played
        self._children: dict[tuple[int, str], int] = {}

    def __len__(self) -> int:
        return len(self.parents)

    def child(self, node: int, word: str, *, refused: bool = False) -> int:
        """The node that a move leads to."""
        found = self._children.setdefault((node, word), len(self.parents))
        if found == len(self.parents):
            self.parents.append(node)
            self.words.append(word)
            self.depths.append(self.depths[node] + 1)
            if refused:
                self.refused.add(found)
        return found

    def below(self, node: int, above: int) -> bool:
        """Is a node another one, or under it?"""
        while self.depths[node] > self.depths[above]:
            node = self.parents[node]
        return node == above

    def only(self, ends: Sequence[int]) -> tuple[_Tree, dict[int, int]]:
        """The tree of the ways to these nodes alone, and its numbers by those of this one."""
        used = {0}
        for end in ends:
            node = end
            while node not in used:
                used.add(node)
                node = self.parents[node]
        tree, numbers = _Tree(), {0: 0}
        for node in sorted(used - {0}):
            refused = node in self.refused
            numbers[node] = tree.child(numbers[self.parents[node]], self.words[node], refused=refused)
        return tree, numbers

    def folded(self, ends: Sequence[int]) -> tuple[dict[str, Any], dict[int, int]]:
        """As parallel lists, and their indexes by node; what no end is at and has one child is folded."""
        children = [0] * len(self)
        for parent in self.parents[1:]:
            children[parent] += 1
        stay = {0, *ends} | {node for node, count in enumerate(children) if count != 1}
        numbers = {node: number for number, node in enumerate(sorted(stay))}
        parents, moves = [], []
        for node in numbers:
            words, above = [self.words[node]], self.parents[node]
            while above >= 0 and above not in stay:
                words.append(self.words[above])
                above = self.parents[above]
            parents.append(numbers.get(above, -1))
            moves.append(" ".join(reversed(words)))
        told = {
            "parent": parents,
            "depth": [self.depths[node] for node in numbers],
            "moves": moves,
            "refused": [numbers[node] for node in sorted(self.refused)],
        }
        return told, numbers


class Recording:
    """An observer that keeps what a picture of a search needs.

    Args:
        sampling: how many events it sees; of those that come it keeps what the last rate would have kept.
        most_moves: of the tree; the rate is halved where there would be more.
        on_progress: hears of the last event of each batch.
    """

    every = 1

    def __init__(
        self,
        *,
        sampling: Sampling | None = None,
        most_moves: int = _MOST_MOVES,
        on_progress: Callable[[SearchEvent], None] | None = None,
    ) -> None:
        self.sampling = sampling or Sampling()
        self.rate = 1  # one event in so many is kept, beside the first and the notable
        self.counts: dict[str, int] = dict.fromkeys(EVENT_KINDS, 0)  # of all events, exact at the end
        self._most_moves = most_moves
        self._on_progress = on_progress
        self._way: list[str] = []
        self._line: list[int] = [0]  # nodes of the way, as far as they are in the tree
        self._tree = _Tree()
        self._kept: list[_Kept] = []
        self._even = 0  # of those, how many are there by the rate alone
        self._of_search: dict[int, int] = {}  # the search's numbers of positions -> nodes

    def __len__(self) -> int:
        return len(self._kept)

    def on_events(self, events: Sequence[SearchEvent]) -> None:
        """Takes in a batch."""
        for event in events:
            self.counts = dict(zip(EVENT_KINDS, event.counts, strict=True))
            if event.kind == "end":
                continue
            del self._way[event.kept :], self._line[event.kept + 1 :]
            self._way.extend(event.more)
            if self._due(event):
                self._keep(event)
                while self._even > self.sampling.most or (self._even and len(self._tree) > self._most_moves):
                    self._thin()
        if self._on_progress is not None and events:
            self._on_progress(events[-1])

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold: parallel lists, by node and by event.

        ``nodes``: ``parent`` (-1 at the start), ``depth`` in moves, and the ``moves`` from the parent;
        ``refused`` lists the nodes whose last move was tried and could not be made. ``events``: ``number``
        among all, ``kind`` in ``kinds``, ``node``, ``cost``, ``estimate``, ``open``, ``bound``, ``seconds``,
        ``notable`` (0 or 1) and ``counts``, for each kind how many there were by then.
        """
        told, numbers = self._tree.folded([kept.node for kept in self._kept])
        events = [kept.event for kept in self._kept]
        names = ("number", "cost", "estimate", "open", "bound")
        return {
            "kinds": list(EVENT_KINDS),
            "seen": sum(self.counts.values()),
            "counts": self.counts,
            "first": self.sampling.first,
            "every": self.rate,
            "nodes": told,
            "events": {
                **{name: [getattr(event, name) for event in events] for name in names},
                "kind": [EVENT_KINDS.index(event.kind) for event in events],
                "node": [numbers[kept.node] for kept in self._kept],
                "seconds": [round(event.seconds, 6) for event in events],
                "notable": [int(event.notable) for event in events],
                "counts": [list(column) for column in zip(*(event.counts for event in events), strict=True)],
            },
        }

    def _by_rate(self, event: SearchEvent) -> bool:
        return event.number >= self.sampling.first and not event.notable

    def _due(self, event: SearchEvent) -> bool:
        return not self._by_rate(event) or event.number % self.rate == 0

    def _keep(self, event: SearchEvent) -> None:
        while len(self._line) <= len(self._way):
            self._line.append(self._tree.child(self._line[-1], self._way[len(self._line) - 1]))
        node = self._line[-1]
        if event.kind in _LEAVES and not self._is_on_way(event.move):
            assert event.move is not None
            node = self._tree.child(node, event.move, refused=True)
        elif event.node is not None and event.kind not in _LEAVES:
            node = self._named(event, event.node, node)
        self._kept.append(_Kept(event, node))
        self._even += self._by_rate(event)

    def _is_on_way(self, move: str | None) -> bool:
        """Was a move made that an event tells of? Some are refused before they are made."""
        if move is None or (self._way and self._way[-1] == move):
            return True
        words = [word for word in move.split() if not word.endswith(":")]
        return set(words) <= set(self._way)

    def _named(self, event: SearchEvent, number: int, node: int) -> int:
        """The node of one of the search's numbers. Where moves that make themselves were made there since, it
        is where it was; where the search has found a better way, it is at the end of that."""
        known = self._of_search.get(number)
        if event.kind != "generate" and known is not None and self._tree.below(node, known):
            return known
        self._of_search[number] = node
        return node

    def _thin(self) -> None:
        """Halves the rate, and leaves out what it would not have kept."""
        self.rate *= 2
        self._kept = [kept for kept in self._kept if self._due(kept.event)]
        self._even = sum(self._by_rate(kept.event) for kept in self._kept)
        self._tree, numbers = self._tree.only([kept.node for kept in self._kept])
        self._kept = [_Kept(event, numbers[node]) for event, node in self._kept]
        self._of_search = {name: numbers[node] for name, node in self._of_search.items() if node in numbers}
        self._line = [0]  # made anew for the next event
