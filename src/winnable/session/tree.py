"""The tree of moves, and what a player sees of the place where one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from winnable.game import Outcome
from winnable.scene import Scene

__all__ = ["Cut", "Node", "View"]

P = TypeVar("P")
M = TypeVar("M")


class Node(Generic[P, M]):
    """A place in the tree: the move that led there, and the moves that were made from there.

    ``moves`` are the player's move and those that made themselves after it, ``texts`` the same in the game's
    notation; the root has none. Of ``children`` the first is the main line, and ``onward`` is where one went
    last. ``placed`` is the position, with cards that its player may not see. ``checkpoint``: its player wants
    to find it again. ``marks`` are what the player marked here, such as pencil marks, one after the other;
    they hold on in what follows.
    """

    __slots__ = ("checkpoint", "children", "comment", "marks", "moves", "onward", "parent", "placed", "texts")

    def __init__(
        self,
        position: P,
        parent: Node[P, M] | None = None,
        moves: Sequence[M] = (),
        texts: Sequence[str] = (),
    ) -> None:
        self.placed = position
        self.onward: Node[P, M] | None = None
        self.parent, self.moves, self.texts = parent, tuple(moves), tuple(texts)
        self.children: list[Node[P, M]] = []
        self.comment = ""
        self.checkpoint = False
        self.marks: list[str] = []

    def __repr__(self) -> str:
        return f"<Node {self.number}{''.join(f' {text}' for text in self.texts)}>"

    @property
    def text(self) -> str:
        """The player's move; empty for the root."""
        return self.texts[0] if self.texts else ""

    @property
    def number(self) -> int:
        """How many moves of the player led there."""
        return sum(1 for _ in self.way()) - 1

    def way(self) -> Iterator[Node[P, M]]:
        """This place and those before it, back to the root."""
        here: Node[P, M] | None = self
        while here is not None:
            yield here
            here = here.parent

    def all(self) -> Iterator[Node[P, M]]:
        """This place and all that follow it, each before those that follow it, the main line first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)


@dataclass(frozen=True, slots=True)
class Cut(Generic[P, M]):
    """What was taken out of a tree: a place with all that follows it, the ``index`` that it had among the
    children of its parent, and where its player stood."""

    node: Node[P, M]
    index: int
    here: Node[P, M]

    @property
    def moves(self) -> int:
        """How many moves of the player it holds."""
        count, todo = 0, [self.node]
        while todo:
            todo += todo.pop().children
            count += 1
        return count


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees, and nothing else: in a game played unseen, no hidden card is in it.

    ``seen`` is the position, or what is seen of it. ``moves`` led here, automatic ones included, ``legal``
    are those that may be made, ``onward`` those that were made from here before.
    """

    game: str
    seen: Any
    moves: tuple[str, ...]
    legal: tuple[str, ...]
    onward: tuple[str, ...]
    outcome: Outcome
    comment: str
    may_go_back: bool
    scene: Scene
