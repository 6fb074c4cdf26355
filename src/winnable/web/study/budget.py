"""How often something may be done whose cost is known only afterwards."""

from __future__ import annotations

__all__ = ["Budget"]


class Budget:
    """Seconds of a processor core: a share of it in the long run, and some at once.

    Args:
        share: of the time that goes by, what may be spent.
        ahead: seconds that may be spent at once, when nothing was spent for long.
        gap: seconds that lie between two times at least.
    """

    def __init__(self, share: float, *, ahead: float, gap: float) -> None:
        self._share, self._ahead, self._gap = share, ahead, gap
        self._left = ahead
        self._last: float | None = None  # when it was last spent

    def spend(self, seconds: float, now: float) -> None:
        """So much was spent, until now by a clock that only goes on."""
        self._left = self._left_at(now) - seconds
        self._last = now

    def wait(self, now: float) -> float:
        """Seconds until it may be done again; 0 where it may be now."""
        if self._last is None:
            return 0.0
        owed = -self._left_at(now) / self._share
        return max(0.0, owed, self._gap - (now - self._last))

    def _left_at(self, now: float) -> float:
        gone = 0.0 if self._last is None else now - self._last
        return min(self._ahead, self._left + self._share * gone)
