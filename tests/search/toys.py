"""Small games written in Python, for the searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from winnable.game import Outcome

Peg = int


class Jugs:
    """Fill, empty and pour until a jug holds the goal."""

    def __init__(self, sizes: tuple[int, ...] = (3, 5), goal: int = 4) -> None:
        self.sizes, self.goal = sizes, goal

    def initial(self) -> tuple[int, ...]:
        return (0,) * len(self.sizes)

    def legal_moves(self, state: tuple[int, ...]) -> list[tuple[int, int]]:
        """(from, to); -1 is the tap as a source and the drain as a target."""
        jugs = range(len(self.sizes))
        fill = [(-1, i) for i in jugs if state[i] < self.sizes[i]]
        empty = [(i, -1) for i in jugs if state[i]]
        pour = [(i, j) for i in jugs for j in jugs if i != j and state[i] and state[j] < self.sizes[j]]
        return sorted(fill + empty + pour)

    def play(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        if move not in self.legal_moves(state):
            raise ValueError("not legal")
        source, target = move
        new = list(state)
        if source == -1:
            new[target] = self.sizes[target]
        elif target == -1:
            new[source] = 0
        else:
            poured = min(state[source], self.sizes[target] - state[target])
            new[source] -= poured
            new[target] += poured
        return tuple(new)

    def outcome(self, state: tuple[int, ...]) -> Outcome | str:
        return "won" if self.goal in state else "open"

    def key(self, state: tuple[int, ...]) -> int:
        return sum(litres * 1000**i for i, litres in enumerate(state))

    def heuristic(self, state: tuple[int, ...]) -> float:
        return 0.0 if self.goal in state else 1.0

    heuristic_admissible = True


class PricedJugs(Jugs):
    """Water from the tap costs its litres, the rest a quarter."""

    def move_cost(self, state: tuple[int, ...], move: tuple[int, int]) -> float:
        return float(self.sizes[move[1]] - state[move[1]]) if move[0] == -1 else 0.25

    def heuristic(self, state: tuple[int, ...]) -> float:
        return 0.0


class Line:
    """Numbers from 0 up to an end; won at the goal. Hooks may be replaced."""

    def __init__(self, end: int = 2000, goal: int = -1, **hooks: Callable[..., Any]) -> None:
        self.end, self.goal = end, goal
        for name, hook in hooks.items():
            setattr(self, name, hook)

    def legal_moves(self, state: int) -> Sequence[int]:
        return (1, 2) if state + 2 <= self.end else ()

    def play(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> Outcome | str:
        if state == self.goal:
            return Outcome.WON
        return Outcome.OPEN if self.legal_moves(state) else Outcome.STUCK

    def key(self, state: int) -> int:
        return state

    def heuristic(self, state: int) -> float:
        return 0.0


class Endless:
    """Every position is new, however long one looks; each takes some memory."""

    def legal_moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return range(3)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state[-20:], state[-1] * 3 + move)

    def outcome(self, state: tuple[int, ...]) -> str:
        return "open"

    def key(self, state: tuple[int, ...]) -> int:
        return state[-1] * 4 + len(state) % 3

    def heuristic(self, state: tuple[int, ...]) -> float:
        return 0.0
