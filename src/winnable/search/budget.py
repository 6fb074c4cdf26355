"""What the searches of one answer may spend together.

A hint asks for a win, then for the verdict of every other move: limits are for the whole of it. So that one
hard question does not leave nothing for the others, each may at first take its share of what is left.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

__all__ = ["Budget"]


class Budget:
    """Nodes and seconds that are spent, search by search; one that is a part of another takes from it, too.

    Args:
        nodes: positions that may be expanded; None: no limit.
        seconds: from now on, by ``clock``; None: no limit.
        whole: what this is a part of.
        clock: gives seconds.
    """

    def __init__(
        self,
        nodes: int | None,
        seconds: float | None,
        whole: Budget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._nodes, self._whole, self._clock = nodes, whole, clock
        self._ends = None if seconds is None else clock() + seconds

    @property
    def nodes(self) -> int | None:
        """Nodes that are left."""
        whole = None if self._whole is None else self._whole.nodes
        return min((n for n in (self._nodes, whole) if n is not None), default=None)

    @property
    def seconds(self) -> float | None:
        """Seconds that are left."""
        return None if self._ends is None else max(0.0, self._ends - self._clock())

    @property
    def spent(self) -> bool:
        """Is nothing left of the one or the other?"""
        return self.nodes == 0 or self.seconds == 0

    def spend(self, nodes: int) -> None:
        """Takes off the nodes of a search; the clock runs by itself."""
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - nodes)
        if self._whole is not None:
            self._whole.spend(nodes)

    def part(self, of: int) -> Budget:
        """One part of so many equal ones of what is left."""
        nodes, seconds = self.nodes, self.seconds
        return Budget(
            None if nodes is None else math.ceil(nodes / of),
            None if seconds is None else seconds / of,
            self,
            self._clock,
        )
