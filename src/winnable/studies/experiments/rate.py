"""How fast a count grows, and how long it will take, by a clock that only goes on."""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["Rate", "pace_words"]

_WINDOW: Final = 30.0  # seconds that the rate is of
_LEAST: Final = 8  # growths that it is of where they are rarer
_MINUTE, _HOUR = 60, 3600


class Rate:
    """The rate of a count that grows, of late: of the last half minute, or the last growths where these are
    rare."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()  # when it had grown, and to what

    def note(self, now: float, count: int) -> None:
        """Notes what the count is at a time, in seconds of a clock that is never set."""
        if self._points and count < self._points[-1][1]:
            self._points.clear()  # units are asked for anew
        if not self._points or count > self._points[-1][1]:
            self._points.append((now, count))
        while len(self._points) > _LEAST and now - self._points[0][0] > _WINDOW:
            self._points.popleft()

    def at(self, now: float) -> float | None:
        """Per second, up to a time; None where the count has not grown yet."""
        if len(self._points) < 2:
            return None
        (then, before), (_, after) = self._points[0], self._points[-1]
        return (after - before) / (now - then) if now > then else None


def pace_words(rate: float | None, seconds_left: float | None) -> list[str]:
    """``12 a second``, ``3 minutes left``: what is known of them."""
    if not rate:
        return []
    words = [f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second"]
    return words if seconds_left is None else [*words, f"{_duration(seconds_left)} left"]


def _duration(seconds: float) -> str:
    if seconds < 2 * _MINUTE:
        return "1 second" if round(seconds) == 1 else f"{seconds:.0f} seconds"
    return f"{seconds / _MINUTE:.0f} minutes" if seconds < 2 * _HOUR else f"{seconds / _HOUR:.1f} hours"
