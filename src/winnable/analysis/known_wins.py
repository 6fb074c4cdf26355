"""Wins that are known from several positions, and the shortest way through all of them.

Lines found from different positions meet: after a few moves they are often in the same position, up to the
game's symmetry, or a single move away from one another. Where they are, each may go on along the shorter
one. So all positions on the lines are joined by every legal move between two of them, and a breadth-first
search backward from the won ones gives the fewest moves to a win within that graph. That is the shortest win
*known*, and says nothing of shorter ones elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from winnable.family import RegisteredGame
from winnable.game import Outcome

__all__ = ["KnownWins"]

P = TypeVar("P")
M = TypeVar("M")


class KnownWins(Generic[P, M]):
    """A graph of positions of one game, by their keys, with the fewest moves from each to a win in it."""

    def __init__(self, game: RegisteredGame[P, M]) -> None:
        self._game = game
        self._places: dict[int, P] = {}
        self._left: dict[int, int] = {}

    def add(self, position: P, moves: Sequence[M] = ()) -> None:
        """Adds a position with the line that wins from it, if one is known. IllegalMove for a wrong line."""
        game = self._game
        self._places.setdefault(game.key(position), position)
        for move in moves:
            if game.outcome(position) is Outcome.WON:
                return
            position = game.play(position, move)
            self._places.setdefault(game.key(position), position)

    def join(self) -> None:
        """Finds the fewest moves to a win from every position that was added."""
        game, before = self._game, defaultdict[int, list[int]](list)
        for key, place in self._places.items():
            for move in game.distinct_moves(place):
                after = game.key(game.play(place, move))
                if after in self._places:
                    before[after].append(key)
        now = [key for key, place in self._places.items() if game.outcome(place) is Outcome.WON]
        self._left = dict.fromkeys(now, 0)
        for left in range(1, len(self._places) + 1):
            now = [key for after in now for key in before[after]]
            now = [key for key in dict.fromkeys(now) if key not in self._left]
            self._left.update(dict.fromkeys(now, left))

    def moves_left(self, position: Any) -> int | None:
        """The length of the shortest win known from here; None where none is."""
        return self._left.get(self._game.key(position))

    def line(self, position: P) -> tuple[M, ...]:
        """The shortest win known from a position that has one: legal moves that win."""
        game, moves = self._game, []
        left = self._left[game.key(position)]
        while left:
            left -= 1
            for move in game.distinct_moves(position):
                after = game.play(position, move)
                if self._left.get(game.key(after)) == left:
                    break
            else:
                raise AssertionError("a joined line has no next move")
            moves.append(move)
            position = after
        return tuple(moves)
